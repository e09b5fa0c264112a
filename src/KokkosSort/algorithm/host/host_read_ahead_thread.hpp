// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HOST_HOST_READ_AHEAD_THREAD_HPP
#define KOKKOSSORT_ALGORITHM_HOST_HOST_READ_AHEAD_THREAD_HPP

#include <KokkosSort/algorithm/host/host_classify_thread.hpp>

#include <cstddef>

namespace KokkosSort::Impl {

inline constexpr std::size_t cache_line_bytes = 64;

/// Lets the processor begin to load a cache line that will be written soon.
inline void prefetch_for_write([[maybe_unused]] void const* address) {
#if defined(__GNUC__)
  __builtin_prefetch(address, 1);
#endif
}

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
