// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HOST_HOST_LINES_THREAD_HPP
#define KOKKOSSORT_ALGORITHM_HOST_HOST_LINES_THREAD_HPP

#include <KokkosSort/algorithm/host/host_classify_thread.hpp>
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

  /// Writes a whole line, past the caches if it can be.
  static void write(T* to, T const* line) {
    if constexpr (bytes == cache_line_bytes) {
      stream_line(to, line);
    } else {
      std::copy_n(line, items, to);
    }
  }
};

/// Calls put(bucket, element) for n elements and their bucket ids, which it
/// reads several at a time. A load waits for a store before it whose address is
/// not known yet, and put() stores at such addresses.
template <class T, class Stride, class Put>
void read_ahead(T const* from, Stride stride, HostBucketId const* bucket_ids,
                std::size_t n, Put const& put) {
  constexpr std::size_t at_once = 4;
  std::size_t i                 = 0;
  for (; i + at_once <= n; i += at_once) {
    T elements[at_once];
    std::size_t buckets[at_once];
    for (std::size_t j = 0; j < at_once; ++j) {
      elements[j] = from[static_cast<std::ptrdiff_t>(i + j) * stride];
      buckets[j]  = bucket_ids[i + j];
    }
    for (std::size_t j = 0; j < at_once; ++j) put(buckets[j], elements[j]);
  }
  for (; i < n; ++i)
    put(bucket_ids[i], from[static_cast<std::ptrdiff_t>(i) * stride]);
}

}  // namespace KokkosSort::Impl

#endif
