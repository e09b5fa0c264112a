// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled for CUDA and HIP, never run: the kernels of every algorithm.

#include <KokkosSort.hpp>
#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

using Exec = Kokkos::DefaultExecutionSpace;
using Keys = Kokkos::View<std::uint32_t*, Exec>;

template <class Tag>
void sort_by(Exec const& exec, Keys const& keys, Tag tag) {
  KokkosSort::sort(exec, keys, tag);
}

void algorithms(Exec const& exec, Keys const& keys) {
  KokkosSort::Impl::for_each_algorithm([&](auto const& entry) {
    sort_by(exec, keys, typename std::decay_t<decltype(entry)>::tag{});
  });
  static_cast<void>(KokkosSort::min_max(exec, keys));
}
