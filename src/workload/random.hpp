// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_WORKLOAD_RANDOM_HPP
#define KOKKOSSORT_WORKLOAD_RANDOM_HPP

#include <KokkosSort/block/splitmix64.hpp>
#include <cstdint>

namespace KokkosSort::Workload {

__extension__ typedef unsigned __int128 UInt128;
__extension__ typedef __int128 Int128;

/// The seed if no other one is given.
inline constexpr std::uint64_t default_seed = 20260101;

using Impl::splitmix64_finalizer;

/// SplitMix64 addressed by index. Number i of a stream costs the same whichever
/// numbers were drawn before. Any part of a sequence can be made independently
/// and identically for any number of threads or ranks.
class RandomStream {
 public:
  constexpr RandomStream(std::uint64_t seed, std::uint64_t stream)
      : m_start(splitmix64_finalizer(splitmix64_finalizer(seed) +
                                     (stream + 1) * m_step)) {}

  constexpr std::uint64_t operator()(std::uint64_t i) const {
    return splitmix64_finalizer(m_start + (i + 1) * m_step);
  }

 private:
  static constexpr std::uint64_t m_step =
      0x9e3779b97f4a7c15ull;  // odd and near 2^64 / golden ratio
  std::uint64_t m_start;
};

/// Maps 64 random bits to [0, range) by the high part of the product. Range 0
/// gives 0.
constexpr UInt128 bounded(std::uint64_t random, UInt128 range) {
  const UInt128 low = static_cast<std::uint64_t>(range), high = range >> 64;
  return high * random + ((low * random) >> 64);
}

/// Divides [0, 2^width) into `count` strata of sizes that differ by at most
/// one. Stratum i begins at floor(i 2^width / count).
class Strata {
 public:
  constexpr Strata(int width, std::uint64_t count)
      : m_count(count == 0 ? 1 : count) {
    // 2^128 has no representation: divide 2^width - 1 and add the missing one
    // to the remainder.
    const UInt128 last = width == 128 ? ~UInt128(0) : (UInt128(1) << width) - 1;
    m_quotient         = last / m_count;
    m_remainder        = static_cast<std::uint64_t>(last % m_count) + 1;
    m_whole            = width == 128 && m_count == 1;
  }

  constexpr UInt128 begin(std::uint64_t i) const {
    const UInt128 product = UInt128(i) * m_remainder;
    const bool small =
        (product >> 64) == 0;  // a 64-bit division is several times cheaper
    return i * m_quotient + (small
                                 ? static_cast<std::uint64_t>(product) / m_count
                                 : product / m_count);
  }

  /// Returns a value of stratum i chosen by the given random bits, or its
  /// beginning if the stratum is empty.
  constexpr UInt128 pick(std::uint64_t i, std::uint64_t random) const {
    if (m_whole) return (UInt128(random) << 64) | splitmix64_finalizer(random);
    const UInt128 first = begin(i), size = begin(i + 1) - first;
    const UInt128 chosen = bounded(random, size);
    if ((size >> 64) == 0) return first + chosen;
    // 64 random bits leave a pattern in the low bits of a wider value. These
    // are drawn again if the stratum has room.
    const UInt128 refilled =
        ((chosen >> 64) << 64) |
        splitmix64_finalizer(random ^ 0x5851f42d4c957f2dull);
    return first + (refilled < size ? refilled : chosen);
  }

 private:
  std::uint64_t m_count;
  UInt128 m_quotient;
  std::uint64_t m_remainder;
  bool m_whole;
};

}  // namespace KokkosSort::Workload

#endif
