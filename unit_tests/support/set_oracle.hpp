// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_SUPPORT_SET_ORACLE_HPP
#define KOKKOSSORT_UNIT_TESTS_SUPPORT_SET_ORACLE_HPP

#include <algorithm>
#include <iterator>

namespace KokkosSort::Test {

/// Number of the function, of 4: union, intersection, difference, symmetric
/// difference.
inline constexpr int set_operations = 4;

/// The result of the standard library.
template <class Keys, class Less>
Keys set_by_standard(int operation, Keys const& a, Keys const& b,
                     Less const& less) {
  Keys result;
  auto const to = std::back_inserter(result);
  switch (operation) {
    case 0:
      std::set_union(a.begin(), a.end(), b.begin(), b.end(), to, less);
      break;
    case 1:
      std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), to, less);
      break;
    case 2:
      std::set_difference(a.begin(), a.end(), b.begin(), b.end(), to, less);
      break;
    default:
      std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), to,
                                    less);
  }
  return result;
}

}  // namespace KokkosSort::Test

#endif
