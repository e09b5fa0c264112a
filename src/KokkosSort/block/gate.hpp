// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_GATE_HPP
#define KOKKOSSORT_BLOCK_GATE_HPP

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Impl {

/// Decides on the device whether the kernels of a sort do anything. The host
/// launches them in either case, since it reads nothing.
struct Gate {
  std::uint32_t const* word =
      nullptr;  // 0 closes the gate; none leaves it open

  KOKKOS_FORCEINLINE_FUNCTION bool is_closed() const {
    return word != nullptr && *word == 0;
  }
};

}  // namespace KokkosSort::Impl

#endif
