// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TUNING_WARP_HPP
#define KOKKOSSORT_TUNING_WARP_HPP

#include <Kokkos_Core.hpp>

namespace KokkosSort::Impl {

/// What the library asks of the threads that run in lock step. This portable
/// form is a warp of one thread: host backends, and any device whose warp width
/// is not known when the code is compiled.
template <class Exec>
struct Warp {
  using mask_type = unsigned;

  static constexpr int size = 1;

  /// The lanes of this warp that hold the same `id` (below 2^bits).
  KOKKOS_FORCEINLINE_FUNCTION static mask_type match(unsigned, int) {
    return 1u;
  }
  KOKKOS_FORCEINLINE_FUNCTION static int count(mask_type mask) {
    return static_cast<int>(mask);
  }
  /// `value` of the lane `distance` below; the lane's own where there is none.
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T shuffle_up(T value, int) {
    return value;
  }
  KOKKOS_FORCEINLINE_FUNCTION static void sync() {}
};

#if defined(KOKKOS_ENABLE_CUDA)
template <>
struct Warp<Kokkos::Cuda> {
  using mask_type = unsigned;

  static constexpr int size = 32;

  KOKKOS_FORCEINLINE_FUNCTION static mask_type match(unsigned id, int bits) {
    KOKKOS_IF_ON_DEVICE((
        // One vote a bit: the match instruction serialises over the distinct
        // values, which are nearly as many as lanes here.
        mask_type peers = 0xffffffffu; for (int bit = 0; bit < bits; ++bit) {
          bool const set        = ((id >> bit) & 1u) != 0;
          mask_type const votes = __ballot_sync(0xffffffffu, set);
          peers &= set ? votes : ~votes;
        } return peers;))
    KOKKOS_IF_ON_HOST((return id + static_cast<unsigned>(bits);))
  }
  KOKKOS_FORCEINLINE_FUNCTION static int count(mask_type mask) {
    return Kokkos::Experimental::popcount_builtin(mask);
  }
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T shuffle_up(T value, int distance) {
    KOKKOS_IF_ON_DEVICE((return __shfl_up_sync(0xffffffffu, value, distance);))
    KOKKOS_IF_ON_HOST((return value + static_cast<T>(distance);))
  }
  KOKKOS_FORCEINLINE_FUNCTION static void sync() {
    KOKKOS_IF_ON_DEVICE((__syncwarp();))
  }
};
#endif

#if defined(KOKKOS_ENABLE_HIP)
template <>
struct Warp<Kokkos::HIP> {
  using mask_type = unsigned long long;

  static constexpr int size = 64;

  KOKKOS_FORCEINLINE_FUNCTION static mask_type match(unsigned id, int bits) {
    KOKKOS_IF_ON_DEVICE(
        (mask_type peers = ~0ull; for (int bit = 0; bit < bits; ++bit) {
          bool const set        = ((id >> bit) & 1u) != 0;
          mask_type const votes = __ballot(set);
          peers &= set ? votes : ~votes;
        } return peers;))
    KOKKOS_IF_ON_HOST((return id + static_cast<unsigned>(bits);))
  }
  KOKKOS_FORCEINLINE_FUNCTION static int count(mask_type mask) {
    return Kokkos::Experimental::popcount_builtin(mask);
  }
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T shuffle_up(T value, int distance) {
    KOKKOS_IF_ON_DEVICE((return __shfl_up(value, distance);))
    KOKKOS_IF_ON_HOST((return value + static_cast<T>(distance);))
  }
  KOKKOS_FORCEINLINE_FUNCTION static void sync() {
    KOKKOS_IF_ON_DEVICE((__builtin_amdgcn_wave_barrier();))
  }
};
#endif

}  // namespace KokkosSort::Impl

#endif
