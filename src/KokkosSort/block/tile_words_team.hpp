// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_TILE_WORDS_TEAM_HPP
#define KOKKOSSORT_BLOCK_TILE_WORDS_TEAM_HPP

#include <KokkosSort/block/ticket_team.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/team_shape.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Impl {

/// Words that the tiles of a launch share, 0 at first. A single tile needs
/// none.
struct TileWords {
  std::uint32_t* ticket  = nullptr;
  std::uint64_t* sums    = nullptr;  // of TileSums
  std::uint64_t* carries = nullptr;  // [tile][words of a carry]
  std::uint64_t count    = 0;        // words in all

  static TileWords take(Arena& arena, std::uint64_t tiles, int words_per_sum,
                        int words_per_carry) {
    if (tiles < 2) return {};
    std::uint64_t const sums =
        tiles * static_cast<std::uint64_t>(words_per_sum);
    std::uint64_t const count =
        1 + sums + tiles * static_cast<std::uint64_t>(words_per_carry);
    auto* const words = arena.take<std::uint64_t>(count);
    return {reinterpret_cast<std::uint32_t*>(words), words + 1,
            words + 1 + sums, count};
  }
};

/// Words that a thread sets to 0. On a host a team is a single thread.
template <class Exec>
inline constexpr int cleared_per_thread = TeamShape<Exec>::is_host ? 4096 : 4;

template <class Exec>
struct ClearWords {
  static constexpr int team  = TeamShape<Exec>::size;
  static constexpr int share = team * cleared_per_thread<Exec>;

  std::uint64_t* words;
  std::uint64_t count;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(
      TeamMember<Exec> const& member) const {
    std::uint64_t const begin =
        static_cast<std::uint64_t>(member.league_rank()) * share;
    for (int i = member.team_rank(); i < share; i += team)
      if (begin + i < count) words[begin + i] = 0;
  }
};

template <class Exec>
void clear_words(char const* label, Exec const& exec, TileWords const& words) {
  if (words.count == 0) return;
  using Kernel = ClearWords<Exec>;
  launch_teams<Kernel::team>(
      label, exec,
      div_up(words.count, static_cast<std::uint64_t>(Kernel::share)),
      Kernel{reinterpret_cast<std::uint64_t*>(words.ticket), words.count});
}

/// Returns the tile that the team takes, or `tiles` if it was the team that
/// sums, which then has done so. Called by the whole team; contains barriers.
template <class Sums, class Member>
KOKKOS_INLINE_FUNCTION std::uint64_t take_tile(Member const& member,
                                               TileWords const& words,
                                               std::uint64_t tiles,
                                               std::uint32_t* shared) {
  if (words.count == 0) return 0;
  std::uint64_t const ticket =
      next_work_item<typename Sums::Shared>(member, words.ticket, shared);
  if constexpr (!Sums::is_scanned) {
    return ticket;
  } else {
    if (ticket > 0) return ticket - 1;
    Sums(words.sums, tiles).scan(member.team_rank());
    return tiles;
  }
}

}  // namespace KokkosSort::Impl

#endif
