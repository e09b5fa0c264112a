// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_STREAMED_LINE_HPP
#define KOKKOSSORT_CORE_STREAMED_LINE_HPP

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace KokkosSort::Impl {

inline constexpr std::size_t cache_line_bytes = 64;

/// Writes one cache line past the caches where the processor can: the line is
/// not read first, and none is evicted for it. Other threads see it after
/// finish_streamed_lines(). Both addresses are multiples of 16.
inline void stream_line(void* to, void const* from) {
#if defined(__SSE2__)
  auto* const target       = static_cast<__m128i*>(to);
  auto const* const source = static_cast<__m128i const*>(from);
  for (std::size_t i = 0; i < cache_line_bytes / sizeof(__m128i); ++i)
    _mm_stream_si128(target + i, _mm_load_si128(source + i));
#else
  std::memcpy(to, from, cache_line_bytes);
#endif
}

/// Orders the caller's streamed lines before its later writes.
inline void finish_streamed_lines() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

/// Lets the processor begin to load a cache line that will be written soon.
inline void prefetch_for_write([[maybe_unused]] void const* address) {
#if defined(__GNUC__)
  __builtin_prefetch(address, 1);
#endif
}

}  // namespace KokkosSort::Impl

#endif
