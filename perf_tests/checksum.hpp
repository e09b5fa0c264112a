// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERF_CHECKSUM_HPP
#define KOKKOSSORT_PERF_CHECKSUM_HPP

#include "benchmark_sorter.hpp"

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace KokkosSort::Perf {

/// Checksum that no reordering changes, and the number of descents of a
/// sequence. It is computed in the memory space of the data: 2^28 keys and more
/// take long to fetch from a device.
struct Checksum {
  std::uint64_t sum_a    = 0;
  std::uint64_t sum_b    = 0;
  std::uint64_t disorder = 0;

  KOKKOS_INLINE_FUNCTION Checksum& operator+=(Checksum const& other) {
    sum_a += other.sum_a;
    sum_b += other.sum_b;
    disorder += other.disorder;
    return *this;
  }

  bool same_elements(Checksum const& other) const {
    return sum_a == other.sum_a && sum_b == other.sum_b;
  }
};

KOKKOS_INLINE_FUNCTION std::uint64_t scramble(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

template <class T>
KOKKOS_INLINE_FUNCTION std::uint64_t hash_of(T const& element,
                                             std::uint64_t seed) {
  std::uint64_t hash = seed;
  for (std::size_t at = 0; at < sizeof(T); at += sizeof(std::uint64_t)) {
    std::size_t const left  = sizeof(T) - at;
    std::size_t const bytes = left < sizeof(hash) ? left : sizeof(hash);
    std::uint64_t word      = 0;
    memcpy(&word, reinterpret_cast<char const*>(&element) + at, bytes);
    hash = scramble(hash ^ word) + seed;
  }
  return hash;
}

template <class Key, class Value>
struct ChecksumKernel {
  Key const* keys;
  Value const* values;

  KOKKOS_INLINE_FUNCTION void operator()(std::size_t i, Checksum& sum) const {
    std::uint64_t a = hash_of(keys[i], 0x8ebc6af09c88c6e3ull);
    std::uint64_t b = hash_of(keys[i], 0x589965cc75374cc3ull);
    if constexpr (!std::is_same_v<Value, NoValues>) {
      a = scramble(a ^ hash_of(values[i], 0x1d8e4e27c47d124full));
      b = scramble(b ^ hash_of(values[i], 0xeb44accab455d165ull));
    }
    sum.sum_a += a;
    sum.sum_b += b;
    if (i > 0 && KeyLess{}(keys[i], keys[i - 1])) ++sum.disorder;
  }
};

template <class Key, class Value>
Checksum checksum(Exec const& exec, Output<Key, Value> const& data,
                  std::size_t count) {
  Checksum sum;
  Kokkos::parallel_reduce(
      "KokkosSort::Perf::checksum", Kokkos::RangePolicy<Exec>(exec, 0, count),
      ChecksumKernel<Key, Value>{data.keys, data.values}, sum);
  exec.fence();
  return sum;
}

}  // namespace KokkosSort::Perf

template <>
struct Kokkos::reduction_identity<KokkosSort::Perf::Checksum> {
  KOKKOS_FORCEINLINE_FUNCTION static KokkosSort::Perf::Checksum sum() {
    return {};
  }
};

#endif
