// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_FUZZ_KEY_CHECKS_HPP
#define KOKKOSSORT_UNIT_TESTS_FUZZ_KEY_CHECKS_HPP

#include <fuzz/case.hpp>
#include <fuzz/types.hpp>

#include <string>

namespace KokkosSort::Test::Fuzz {

/// The part that depends on the type of key, compiled once for all algorithms:
/// the input of a case and the verdict on its result. An empty verdict finds no
/// fault.
template <class Key>
struct KeyChecks {
  static void fill(Case& c);
  static std::string verify(Case& c, Plant plant);
};

}  // namespace KokkosSort::Test::Fuzz

#endif
