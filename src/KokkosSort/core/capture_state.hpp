// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_CAPTURE_STATE_HPP
#define KOKKOSSORT_CORE_CAPTURE_STATE_HPP

#include <cstddef>

namespace KokkosSort::Impl {

/// State of the recording of launches by this thread (core/launch_graph.hpp).
enum class CaptureState { none, recording, refused };

inline CaptureState& capture_state() {
  thread_local CaptureState state = CaptureState::none;
  return state;
}

/// Bytes of a device kernel that certainly travel with its launch. The limit is
/// 4,096 bytes, with what Kokkos adds to a kernel.
inline constexpr std::size_t max_recorded_kernel = 4096 - 256;

/// Returns whether the launch of a kernel of so many bytes must be left out,
/// because this thread records it. Kokkos copies a larger kernel to the device
/// from memory of the host, which a replay would read again.
template <std::size_t bytes>
bool refuses_capture() {
  if constexpr (bytes > max_recorded_kernel) {
    if (capture_state() == CaptureState::none) return false;
    capture_state() = CaptureState::refused;
    return true;
  } else {
    return false;
  }
}

}  // namespace KokkosSort::Impl

#endif
