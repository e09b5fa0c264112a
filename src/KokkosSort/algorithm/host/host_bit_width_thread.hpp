// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HOST_HOST_BIT_WIDTH_THREAD_HPP
#define KOKKOSSORT_ALGORITHM_HOST_HOST_BIT_WIDTH_THREAD_HPP

#include <bit>
#include <cstdint>

namespace KokkosSort::Impl {

/// Returns the bits that are needed to represent a number, and 0 for 0. Extends
/// std::bit_width to 128-bit integers.
template <class Unsigned>
constexpr int bit_width(Unsigned number) {
  if constexpr (sizeof(Unsigned) > 8) {
    auto const upper = static_cast<std::uint64_t>(number >> 64);
    return upper != 0 ? 64 + bit_width(upper)
                      : bit_width(static_cast<std::uint64_t>(number));
  } else {
    return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(number)));
  }
}

}  // namespace KokkosSort::Impl

#endif
