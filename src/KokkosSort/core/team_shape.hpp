// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_TEAM_SHAPE_HPP
#define KOKKOSSORT_CORE_TEAM_SHAPE_HPP

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace KokkosSort::Impl {

constexpr int bounded(std::size_t value, int low, int high) {
  return value < static_cast<std::size_t>(low)    ? low
         : value > static_cast<std::size_t>(high) ? high
                                                  : static_cast<int>(value);
}

/// Number of threads per team. On host backends one, so that a team is a core
/// that works on its own cache and a barrier costs nothing.
template <class Exec>
struct TeamShape {
  static constexpr bool is_host = true;
  static constexpr int size     = 1;
};

#if defined(KOKKOS_ENABLE_CUDA)
/// Eight warps: enough to hide the latency of scratch, and few enough that
/// several teams share a multiprocessor. While one team waits at a barrier,
/// another loads.
template <>
struct TeamShape<Kokkos::Cuda> {
  static constexpr bool is_host = false;
  static constexpr int size     = 256;
};
#endif

#if defined(KOKKOS_ENABLE_HIP)
template <>
struct TeamShape<Kokkos::HIP> {
  static constexpr bool is_host = false;
  static constexpr int size     = 256;
};
#endif

#if defined(KOKKOS_ENABLE_SYCL)
/// The width of a warp is unknown at compile time, so each thread counts as a
/// warp with counters of its own. Small teams keep these counters in scratch.
template <>
struct TeamShape<Kokkos::SYCL> {
  static constexpr bool is_host = false;
  static constexpr int size     = 16;
};
#endif

/// Whether a launch returns only after its teams have ended.
template <class Exec>
inline constexpr bool launches_wait_v = TeamShape<Exec>::is_host;
#if defined(KOKKOS_ENABLE_HPX)
template <>
inline constexpr bool launches_wait_v<Kokkos::Experimental::HPX> = false;
#endif

}  // namespace KokkosSort::Impl

#endif
