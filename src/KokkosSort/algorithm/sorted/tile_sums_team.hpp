// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SORTED_TILE_SUMS_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_SORTED_TILE_SUMS_TEAM_HPP

#include <KokkosSort/core/relaxed.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Impl {

/// Prefix sums of one count per tile, by decoupled look-back (D. Merrill, M.
/// Garland, "Single-pass parallel prefix scan with decoupled look-back", 2016).
/// The first warp of a team reads the words of as many tiles at once as it has
/// lanes. LookBackOver serves many digits instead, by one thread per digit.
///
/// Words are 0 before the launch. When a tile begins, every earlier tile must
/// belong to a team that is running or has run: teams take tiles by tickets.
template <class Exec, class Words = SharedWords>
class TileSums {
 public:
  KOKKOS_FORCEINLINE_FUNCTION explicit TileSums(std::uint64_t* words)
      : m_words(words) {}

  /// Publishes the count of a tile. Called by one thread.
  KOKKOS_FORCEINLINE_FUNCTION void publish(std::uint64_t tile,
                                           std::uint64_t count) const {
    store(tile, tile == 0 ? tag_of_sum : tag_of_count, count);
  }

  /// Returns the sum of the counts of all tiles before this one, and publishes
  /// the sum with its own count for later tiles. Called by the first warp of
  /// the team, after publish().
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t sum_before(std::uint64_t tile,
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

 private:
  static constexpr int value_bits             = 56;
  static constexpr std::uint64_t value_mask   = (std::uint64_t{1} << 56) - 1;
  static constexpr std::uint64_t tag_of_count = 1;
  static constexpr std::uint64_t tag_of_sum   = 2;

  // Each word is self-contained and guards no other memory, so its loads and
  // stores need no order relative to others.
  KOKKOS_FORCEINLINE_FUNCTION void store(std::uint64_t tile, std::uint64_t tag,
                                         std::uint64_t value) const {
    Words::store(m_words + tile, tag << value_bits | value);
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

  std::uint64_t* m_words;
};

}  // namespace KokkosSort::Impl

#endif
