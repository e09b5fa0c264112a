// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HOST_HOST_LINES_THREAD_HPP
#define KOKKOSSORT_ALGORITHM_HOST_HOST_LINES_THREAD_HPP

#include <KokkosSort/core/streamed_line.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>

namespace KokkosSort::Impl {

/// The line of cache in which a bucket's next elements are collected. One write
/// per line replaces many writes of single elements to as many pages as there
/// are buckets.
template <class T>
struct HostLines {
  /// Elements in a line, a power of two.
  static constexpr std::size_t items =
      std::bit_floor(std::max<std::size_t>(cache_line_bytes / sizeof(T), 1));
  static constexpr std::size_t bytes = items * sizeof(T);

  static constexpr bool fills_cache_line = bytes == cache_line_bytes;

  /// Writes a whole line. is_streamed: past the caches, if it can be.
  static void write(T* to, T const* line, bool is_streamed) {
    if constexpr (fills_cache_line) {
      if (is_streamed) {
        stream_line(to, line);
        return;
      }
    }
    std::copy_n(line, items, to);
  }
};

}  // namespace KokkosSort::Impl

#endif
