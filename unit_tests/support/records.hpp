// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_RECORDS_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_RECORDS_HPP

#include <support/comparators.hpp>
#include <workload/random.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test {

/// `size` records with random keys below `values`, tagged in order from `first`
/// on.
inline std::vector<Record> records(std::size_t size, std::uint32_t values,
                                   std::uint32_t first = 0,
                                   std::uint64_t seed  = 0) {
  Workload::RandomStream const draw(seed, 1);
  std::vector<Record> result(size);
  for (std::uint32_t i = 0; i < size; ++i)
    result[i] = {static_cast<std::uint32_t>(draw(i) % values), first + i};
  return result;
}

}  // namespace KokkosSort::Test

#endif
