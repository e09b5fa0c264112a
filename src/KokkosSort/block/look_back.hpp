// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_LOOK_BACK_HPP
#define KOKKOSSORT_BLOCK_LOOK_BACK_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/relaxed.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Prefix sums over the tiles of one launch, for many digits at once. The
/// method is decoupled look-back (D. Merrill, M. Garland, "Single-pass parallel
/// prefix scan with decoupled look-back", 2016). Each tile publishes its own
/// count. It then sums the counts of the tiles before it, back to the first
/// that has published its sum, and publishes its own sum.
///
/// When a tile begins, every earlier tile must belong to a team that is running
/// or has run: teams take tiles by tickets. Words contain their round, so only
/// the first round requires them to be cleared to 0. The wait for an earlier
/// tile requires forward progress of running teams. CUDA and HIP devices
/// provide it, SYCL does not guarantee it.
template <class Words>
struct LookBackOver {
  /// Number of words that are read at once, since their latency dominates. Rows
  /// in front of that of tile 0 contribute nothing, but must exist.
  static constexpr std::uint32_t words_at_once = 4;
  static constexpr std::uint32_t rows_before   = words_at_once - 1;

  /// Takes the words from an arena. On an H200, passes whose words begin at an
  /// odd multiple of 128 bytes take 1 % longer.
  static std::uint64_t* take(Arena& arena, std::size_t count) {
    constexpr std::size_t boundary = 256;
    auto* const here =
        arena.take<std::uint64_t>(count + boundary / sizeof(std::uint64_t));
    return reinterpret_cast<std::uint64_t*>(
        round_up(reinterpret_cast<std::uintptr_t>(here), boundary));
  }

  std::uint64_t* words;  // [rows_before + tile][digit]
  int digits;
  std::uint32_t round;  // below 127

  KOKKOS_FORCEINLINE_FUNCTION void publish_count(std::uint32_t tile, int d,
                                                 std::uint64_t count) const {
    store(tile, d, count, 2 * round + 1);
  }
  /// Publishes the sum of the counts of this tile and of all before it.
  KOKKOS_FORCEINLINE_FUNCTION void publish_sum(std::uint32_t tile, int d,
                                               std::uint64_t sum) const {
    store(tile, d, sum, 2 * round + 2);
  }

  /// Publishes the count of a tile before the tile is moved. Tile 0 begins at
  /// `begin`.
  KOKKOS_FORCEINLINE_FUNCTION void publish(std::uint32_t tile, int d,
                                           std::uint64_t begin,
                                           std::uint64_t count) const {
    if (tile == 0) {
      publish_sum(0, d, begin + count);
    } else {
      publish_count(tile, d, count);
    }
  }
  /// Returns where the tile begins, after publish(). Publishes the end of the
  /// tile for later tiles.
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t begin_of(
      std::uint32_t tile, int d, std::uint64_t begin,
      std::uint64_t count) const {
    if (tile == 0) return begin;
    std::uint64_t const before = sum_before(tile, d);
    publish_sum(tile, d, before + count);
    return before;
  }

  /// Returns the sum over the tiles before `tile`, which is above 0.
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t sum_before(std::uint32_t tile,
                                                       int d) const {
    std::uint64_t sum   = 0;
    std::uint64_t* word = word_of(tile, d) - digits;
    while (true) {
      std::uint64_t found[words_at_once];
      KOKKOSSORT_UNROLL
      for (std::uint32_t j = 0; j < words_at_once; ++j)
        found[j] = Words::load(word - static_cast<int>(j) * digits);
      std::uint32_t used = 0;
      KOKKOSSORT_UNROLL
      for (std::uint32_t j = 0; j < words_at_once; ++j) {
        auto const tag = static_cast<std::uint32_t>(found[j] >> value_bits);
        if (used < j || tag <= 2 * round) continue;
        sum += found[j] & ((std::uint64_t{1} << value_bits) - 1);
        if (tag == 2 * round + 2) return sum;
        ++used;
      }
      word -= static_cast<int>(used) * digits;
    }
  }

 private:
  static constexpr int value_bits = 56;

  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t* word_of(std::uint32_t tile,
                                                     int d) const {
    return words + static_cast<std::size_t>(tile + rows_before) * digits + d;
  }

  // Each word is self-contained and guards no other memory, so its loads and
  // stores need no order relative to others.
  KOKKOS_FORCEINLINE_FUNCTION void store(std::uint32_t tile, int d,
                                         std::uint64_t value,
                                         std::uint64_t tag) const {
    Words::store(word_of(tile, d), tag << value_bits | value);
  }
};
using LookBack = LookBackOver<SharedWords>;

}  // namespace KokkosSort::Impl

#endif
