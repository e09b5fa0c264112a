// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_WORKLOAD_RANDOM_HPP
#define KOKKOSSORT_WORKLOAD_RANDOM_HPP

#include <cstdint>

namespace KokkosSort::Workload {

__extension__ typedef unsigned __int128 UInt128;
__extension__ typedef __int128 Int128;

/// The seed of everything that is not told another one.
inline constexpr std::uint64_t default_seed = 20260101;

/// Finalizer of SplitMix64 (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014): a bijection of 64 bits in which
/// every input bit changes about half of the output bits.
constexpr std::uint64_t splitmix64(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

/// SplitMix64 addressed by index: number i of a stream costs the same whichever
/// numbers were drawn before, so any part of a sequence is made independently
/// and identically for any count of threads or ranks.
class RandomStream {
 public:
  constexpr RandomStream(std::uint64_t seed, std::uint64_t stream)
      : m_start(splitmix64(splitmix64(seed) + (stream + 1) * m_step)) {}

  constexpr std::uint64_t operator()(std::uint64_t i) const {
    return splitmix64(m_start + (i + 1) * m_step);
  }

 private:
  static constexpr std::uint64_t m_step =
      0x9e3779b97f4a7c15ull;  // odd and near 2^64 / golden ratio
  std::uint64_t m_start;
};

/// Maps 64 random bits to [0, range) by the high part of the product; range 0
/// gives 0.
constexpr UInt128 bounded(std::uint64_t random, UInt128 range) {
  const UInt128 low = static_cast<std::uint64_t>(range), high = range >> 64;
  return high * random + ((low * random) >> 64);
}

/// Cuts [0, 2^width) into `count` strata of sizes that differ by one at most;
/// stratum i begins at floor(i 2^width / count).
class Strata {
 public:
  constexpr Strata(int width, std::uint64_t count)
      : m_count(count == 0 ? 1 : count) {
    // 2^128 itself has no representation: divide 2^width - 1 and carry the
    // missing one over.
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

  /// A value of stratum i chosen by the given random bits; the begin where the
  /// stratum is empty.
  constexpr UInt128 pick(std::uint64_t i, std::uint64_t random) const {
    if (m_whole) return (UInt128(random) << 64) | splitmix64(random);
    const UInt128 first = begin(i), size = begin(i + 1) - first;
    const UInt128 chosen = bounded(random, size);
    if ((size >> 64) == 0) return first + chosen;
    // 64 random bits leave the low bits of a wider value in a pattern; draw
    // those anew where the stratum has room.
    const UInt128 refilled =
        ((chosen >> 64) << 64) | splitmix64(random ^ 0x5851f42d4c957f2dull);
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
