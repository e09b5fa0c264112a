// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The keys and the check that both files of examples of functions share.
#ifndef KOKKOSSORT_EXAMPLES_FUNCTIONS_HPP
#define KOKKOSSORT_EXAMPLES_FUNCTIONS_HPP

#include <Kokkos_Core.hpp>

#include <cstdio>

using Exec = Kokkos::DefaultExecutionSpace;

inline const int n = 10'000;
inline int failed  = 0;

inline void expect(bool right, const char* function) {
  if (right) return;
  std::printf("%s: wrong\n", function);
  ++failed;
}

inline Kokkos::View<int*> make_keys() {
  Kokkos::View<int*> keys("keys", n);
  Kokkos::parallel_for(
      "fill", n, KOKKOS_LAMBDA(int i) { keys(i) = 7919 * i % 1000; });
  return keys;
}

#endif
