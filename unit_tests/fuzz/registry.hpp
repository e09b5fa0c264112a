// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_FUZZ_REGISTRY_HPP
#define KOKKOSSORT_UNIT_TESTS_FUZZ_REGISTRY_HPP

#include <fuzz/case.hpp>

#include <string>
#include <vector>

namespace KokkosSort::Test::Fuzz {

/// A kind of case, which the fuzzer draws first.
struct KindEntry {
  std::string name;
  KindTraits traits;
  void (*call)(Case&);
  void (*fill)(Case&);
  std::string (*verify)(Case&, Plant);
};

/// Returns the kinds of all sources.
inline std::vector<KindEntry>& kinds() {
  static std::vector<KindEntry> all;
  return all;
}

inline bool add(KindEntry entry) {
  kinds().push_back(std::move(entry));
  return true;
}

}  // namespace KokkosSort::Test::Fuzz

#endif
