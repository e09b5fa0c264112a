// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_WORKLOAD_APPLICATION_KEYS_HPP
#define KOKKOSSORT_WORKLOAD_APPLICATION_KEYS_HPP

#include <workload/random.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

// 64-bit keys as applications sort them, made of independent random numbers
// a, b and c of 64 bits. n is the number of all keys.
namespace KokkosSort::Workload {

/// Maps 64 random bits to [0, range).
constexpr std::uint64_t below(std::uint64_t random, std::uint64_t range) {
  return static_cast<std::uint64_t>(bounded(random, range));
}

/// Maps them to [0, 1).
inline double unit(std::uint64_t a) {
  return static_cast<double>(a >> 11) * 0x1p-53;
}

/// Morton code of a point in a cube, 21 bits per coordinate. Half of the points
/// are in the middle 1/64 of the cube, as bodies of a galaxy are.
inline std::uint64_t morton_key(std::uint64_t a, std::uint64_t b,
                                std::uint64_t c) {
  std::uint64_t key = 0;
  for (std::uint64_t const random : {a, b, c}) {
    double const t    = 2 * unit(random) - 1;
    auto const cell   = static_cast<std::uint64_t>((t * t * t + 1) * 0x1p20);
    std::uint64_t one = 0;
    for (int bit = 0; bit < 21; ++bit) one |= (cell >> bit & 1) << 3 * bit;
    key = key << 1 | one;
  }
  return key << 1;
}

/// One of 1,000 narrow clusters, each 2^-20 of the range wide.
inline std::uint64_t cluster_key(std::uint64_t a, std::uint64_t b,
                                 std::uint64_t c) {
  return splitmix64_finalizer(below(a, 1000) + 1) + (b >> 21) + (c >> 21);
}

/// Nanoseconds since 1970, within the year 2025.
inline std::uint64_t timestamp_key(std::uint64_t a) {
  constexpr std::uint64_t begin_of_2025 = 1735689600;
  constexpr std::uint64_t year          = 365 * 86400;
  constexpr std::uint64_t second        = 1000000000;
  return begin_of_2025 * second + below(a, year * second);
}

/// Address of one of the objects of 16 bytes in 64 heaps of 256 MiB.
inline std::uint64_t address_key(std::uint64_t a, std::uint64_t b) {
  std::uint64_t const heap = splitmix64_finalizer(below(a, 64) + 1);
  return (std::uint64_t{0x7f} << 40 | heap >> 36 << 12) + (b >> 40 << 4);
}

/// Bits of a number whose logarithm is normal, of median 1.
inline std::uint64_t lognormal_key(std::uint64_t a, std::uint64_t b,
                                   bool is_float) {
  double const normal = std::sqrt(-2 * std::log(1 - unit(a))) *
                        std::cos(2 * std::numbers::pi * unit(b));
  double const number = std::exp(normal);
  return is_float ? std::uint64_t{std::bit_cast<std::uint32_t>(
                        static_cast<float>(number))}
                        << 32
                  : std::bit_cast<std::uint64_t>(number);
}

/// First eight letters of a line of text. Its words are of a vocabulary of
/// 65,536 words, of which word r has a frequency near 1/r.
inline std::uint64_t text_key(std::uint64_t a, std::uint64_t b) {
  constexpr char letters[] = "eeeettaaooiinnsshhrrddllucmwfgyp";
  std::uint64_t key        = 0;
  int length               = 0;
  for (std::uint64_t const random : {a, b}) {
    auto const rank = static_cast<std::uint64_t>(std::exp2(16 * unit(random)));
    std::uint64_t word = splitmix64_finalizer(rank);
    for (auto left = 2 + below(word, 7); left > 0 && length < 8; --left) {
      key = key << 8 | static_cast<unsigned char>(letters[word % 32]);
      word >>= 5;
      ++length;
    }
    if (length < 8) key = key << 8 | ' ', ++length;
  }
  return key << 8 * (8 - length);
}

/// 32 neighboring bases of a genome of n / 8 bases, 2 bits each.
inline std::uint64_t k_mer_key(std::uint64_t a, std::uint64_t n) {
  std::uint64_t const at    = below(a, n / 8 + 1);
  std::uint64_t const first = splitmix64_finalizer(at / 32 + 1);
  std::uint64_t const next  = splitmix64_finalizer(at / 32 + 2);
  int const bits            = 2 * static_cast<int>(at % 32);
  return bits == 0 ? first : first << bits | next >> (64 - bits);
}

/// Row and column of an entry of a matrix that has the five-point stencil of a
/// square grid, 32 bits each.
inline std::uint64_t coordinate_key(std::uint64_t a, std::uint64_t b,
                                    std::uint64_t n) {
  std::uint64_t const rows = n / 5 + 1;
  auto const side =
      static_cast<std::uint64_t>(std::sqrt(static_cast<double>(rows)));
  std::uint64_t const row      = below(a, rows);
  std::uint64_t const offset[] = {0, 1, side, rows - 1, rows - side};
  return row << 32 | (row + offset[below(b, 5)]) % rows;
}

}  // namespace KokkosSort::Workload

#endif
