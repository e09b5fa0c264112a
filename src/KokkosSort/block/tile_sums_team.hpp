// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_TILE_SUMS_TEAM_HPP
#define KOKKOSSORT_BLOCK_TILE_SUMS_TEAM_HPP

#include <KokkosSort/core/relaxed.hpp>
#include <KokkosSort/core/team_shape.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Impl {

/// Prefix sums of one count per tile, within the launch that counts. A tile
/// publishes its count and waits for the sum of the counts before it.
///
/// By decoupled look-back the first warp of a team reads the words of as many
/// earlier tiles at once as it has lanes. All resident tiles read the words of
/// the same few tiles, and queue for them. Source: D. Merrill, M. Garland,
/// "Single-pass parallel prefix scan with decoupled look-back" (2016).
///
/// If IsScanned, one team sums for all: scan() passes over the counts as they
/// come and writes a sum for each. So each tile polls a word of its own, and
/// only one team reads the counts. In a prototype of `unique`, 2^26 u64 keys
/// took 304 us on an H200, 375 us by look-back, and 266 us if no tile waited.
/// At least two teams must be resident, as on every device. A host may have a
/// single thread.
///
/// Words are 0 before the launch. When a tile begins, every earlier tile must
/// belong to a team that is running or has run: teams take tiles by tickets.
template <class Exec, class Words = SharedWords,
          bool IsScanned = !TeamShape<Exec>::is_host>
class TileSums {
 public:
  using Shared                     = Words;
  static constexpr bool is_scanned = IsScanned;

  /// A count and a sum. With both in one word, polls delay the team that sums:
  /// `unique` of 2^26 u32 keys took 213 us on an H200, and 177 us apart.
  static constexpr int words_per_tile = IsScanned ? 2 : 1;

  /// Returns the number of teams of a launch: one more if a team sums.
  static constexpr std::uint64_t teams(std::uint64_t tiles) {
    return tiles + (is_scanned && tiles > 1 ? 1 : 0);
  }

  /// Takes words_per_tile words per tile.
  KOKKOS_FORCEINLINE_FUNCTION TileSums(std::uint64_t* words,
                                       std::uint64_t tiles)
      : m_words(words), m_tiles(tiles) {}

  /// Publishes the count of a tile. Called by one thread.
  KOKKOS_FORCEINLINE_FUNCTION void publish(std::uint64_t tile,
                                           std::uint64_t count) const {
    store(tile, is_scanned || tile > 0 ? tag_of_count : tag_of_sum, count);
  }

  /// Returns the sum of the counts of all tiles before this one, once it is
  /// known. Called by the first warp of the team, after publish(). Lane 0 gets
  /// the sum. If it is not needed, a tile need not wait for a team that sums.
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t sum_before(
      std::uint64_t tile, std::uint64_t count, int lane,
      bool is_needed = true) const {
    if constexpr (is_scanned) {
      std::uint64_t word =
          lane == 0 && is_needed ? 0 : tag_of_sum << value_bits;
      while (word == 0) word = Words::load(m_words + m_tiles + tile);
      return word & value_mask;
    } else {
      return look_back(tile, count, lane);
    }
  }

  /// Publishes the sum of the counts before each tile. Called by the team that
  /// took the first ticket, of which the first warp works.
  KOKKOS_INLINE_FUNCTION void scan(int lane) const {
    constexpr int width = Warp<Exec>::size;
    if (lane >= width) return;
    std::uint64_t sum = 0;
    for (std::uint64_t begin = 0; begin < m_tiles;) {
      std::uint64_t const first =
          begin + static_cast<std::uint64_t>(lane * words_per_lane);
      Counts const own(m_words, first, m_tiles);
      std::uint32_t inclusive = own.sum;
      for (int distance = 1; distance < width; distance *= 2) {
        std::uint32_t const below = Warp<Exec>::shuffle_up(inclusive, distance);
        if (lane >= distance) inclusive += below;
      }
      // Lanes up to `last` follow on what is there. The last one may lack some.
      int const lacking = first_of(own.found < words_per_lane);
      int const last    = lacking < width ? lacking : width - 1;
      if (lane <= last) own.publish(*this, first, sum + inclusive - own.sum);
      sum += Warp<Exec>::shuffle(inclusive, last);
      begin += static_cast<std::uint64_t>(last * words_per_lane +
                                          Warp<Exec>::shuffle(own.found, last));
    }
  }

 private:
  static constexpr int value_bits             = 56;
  static constexpr std::uint64_t value_mask   = (std::uint64_t{1} << 56) - 1;
  static constexpr std::uint64_t tag_of_count = 1;
  static constexpr std::uint64_t tag_of_sum   = 2;

  /// Words that a lane of scan() reads at once. On an H200 `unique` of 2^26 u32
  /// keys that all differ takes 176 us by 4, and 231 us by 8.
  static constexpr int words_per_lane = 4;

  /// Returns the sum, and publishes it with the tile's own count.
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t look_back(std::uint64_t tile,
                                                      std::uint64_t count,
                                                      int lane) const {
    if (tile == 0) return 0;
    std::uint64_t sum = 0;
    bool is_complete  = false;
    for (std::uint64_t next = tile; !is_complete;) {
      // Lanes in front of tile 0 hold a sum of nothing.
      std::uint64_t const distance = static_cast<std::uint64_t>(lane) + 1;
      std::uint64_t const word     = distance <= next
                                         ? Words::load(m_words + next - distance)
                                         : tag_of_sum << value_bits;
      std::uint64_t const tag      = word >> value_bits;
      int const missing            = first_of(tag == 0);
      int const first_sum          = first_of(tag == tag_of_sum);
      is_complete                  = first_sum < missing;
      int const used               = is_complete ? first_sum + 1 : missing;
      sum += of_warp(lane < used ? word & value_mask : std::uint64_t{0});
      next -= static_cast<std::uint64_t>(used);
    }
    if (lane == 0) store(tile, tag_of_sum, sum + count);
    return sum;
  }

  /// Returns the lowest lane for which `vote` holds, or the width of a warp.
  KOKKOS_FORCEINLINE_FUNCTION static int first_of(bool vote) {
    auto const votes = Warp<Exec>::ballot(vote);
    return votes == 0 ? Warp<Exec>::size
                      : Warp<Exec>::last(votes & (~votes + 1));
  }

  KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t of_warp(
      std::uint64_t value) {
    for (int mask = Warp<Exec>::size / 2; mask > 0; mask /= 2)
      value += Warp<Exec>::shuffle_xor(value, mask);
    return value;
  }

  /// Counts of neighboring tiles, up to the first that is not published.
  struct Counts {
    int found         = 0;
    std::uint32_t sum = 0;
    std::uint32_t before[words_per_lane];

    KOKKOS_FORCEINLINE_FUNCTION Counts(std::uint64_t const* words,
                                       std::uint64_t first,
                                       std::uint64_t tiles) {
      std::uint64_t read[words_per_lane];
      KOKKOSSORT_UNROLL
      for (int i = 0; i < words_per_lane; ++i) {
        std::uint64_t const t = first + static_cast<std::uint64_t>(i);
        read[i]               = t < tiles ? Words::load(words + t) : 0;
      }
      KOKKOSSORT_UNROLL
      for (int i = 0; i < words_per_lane; ++i) {
        before[i] = sum;
        if (found < i || read[i] == 0) continue;
        sum += static_cast<std::uint32_t>(read[i] & value_mask);
        ++found;
      }
    }

    KOKKOS_FORCEINLINE_FUNCTION void publish(TileSums const& sums,
                                             std::uint64_t first,
                                             std::uint64_t base) const {
      KOKKOSSORT_UNROLL
      for (int i = 0; i < words_per_lane; ++i)
        if (i < found)
          sums.store(sums.m_tiles + first + static_cast<std::uint64_t>(i),
                     tag_of_sum, base + before[i]);
    }
  };

  // Each word is self-contained and guards no other memory, so its loads and
  // stores need no order relative to others.
  KOKKOS_FORCEINLINE_FUNCTION void store(std::uint64_t word, std::uint64_t tag,
                                         std::uint64_t value) const {
    Words::store(m_words + word, tag << value_bits | value);
  }

  std::uint64_t* m_words;
  std::uint64_t m_tiles;
};

}  // namespace KokkosSort::Impl

#endif
