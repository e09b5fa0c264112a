// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_SPACE_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_SPACE_HPP

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <vector>

// Tests that need a host backend (locks and memory of the host in a comparator)
// are not compiled for devices.
#if defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP) || \
    defined(KOKKOS_ENABLE_SYCL)
#define KOKKOSSORT_TEST_ON_DEVICE
#endif

namespace KokkosSort::Test {

/// Execution space of the tests: the backend that this Kokkos was built for.
using Exec   = Kokkos::DefaultExecutionSpace;
using Memory = Exec::memory_space;

template <class T>
using DeviceView = Kokkos::View<T*, Memory>;

template <class T>
DeviceView<T> to_device(std::vector<T> const& values) {
  DeviceView<T> const view("values", values.size());
  auto const mirror = Kokkos::create_mirror_view(view);
  for (std::size_t i = 0; i < values.size(); ++i) mirror(i) = values[i];
  Kokkos::deep_copy(view, mirror);
  return view;
}

/// Returns a copy of the elements of a contiguous view.
template <class View>
auto on_host(View const& view) {
  auto const mirror =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
  return std::vector<typename View::value_type>(
      mirror.data(), mirror.data() + mirror.extent(0));
}

/// Memory that kernels write and the host reads meanwhile.
#if defined(KOKKOSSORT_TEST_ON_DEVICE)
using PinnedMemory = Kokkos::SharedHostPinnedSpace;
#else
using PinnedMemory = Memory;
#endif

}  // namespace KokkosSort::Test

#endif
