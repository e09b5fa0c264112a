// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled for CUDA and HIP, never run: the kernels of every algorithm.

#include <KokkosSort.hpp>
#include <Kokkos_Core.hpp>

#include <cstdint>

using Exec = Kokkos::DefaultExecutionSpace;
using Keys = Kokkos::View<std::uint32_t*, Exec>;

template <class... Tags>
void sort_by(Exec const& exec, Keys const& keys, Tags... tags) {
  (KokkosSort::sort(exec, keys, tags), ...);
}

void algorithms(Exec const& exec, Keys const& keys) {
  namespace Algorithm = KokkosSort::Algorithm;
  sort_by(exec, keys, Algorithm::sample, Algorithm::quick,
          Algorithm::quick_one_launch, Algorithm::merge, Algorithm::heap,
          Algorithm::radix, Algorithm::radix_quick, Algorithm::bitonic,
          Algorithm::bitonic_one_step, Algorithm::butterfly,
          Algorithm::odd_even_merge, Algorithm::odd_even_transposition,
          Algorithm::rank);
  static_cast<void>(KokkosSort::min_max(exec, keys));
}
