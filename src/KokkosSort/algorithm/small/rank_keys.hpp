// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SMALL_RANK_KEYS_HPP
#define KOKKOSSORT_ALGORITHM_SMALL_RANK_KEYS_HPP

#include <KokkosSort/algorithm/small/search_rank_team.hpp>
#include <KokkosSort/block/write_turn_team.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Ranks a share of the keys among all of them, as every team does.
///
/// If the state has a word for it, this is the only launch: the teams take
/// turns to write keys and values to their ranks. Otherwise it copies them to
/// the second array, in the same order, and PlaceRanked follows.
template <class Sort>
struct RankKeys {
  using State  = typename Sort::State;
  using Exec   = typename Sort::Execution;
  using Order  = typename Sort::SortOrder;
  using Value  = typename Sort::SortValue;
  using Tuning = typename Sort::Tuning;
  using Item   = typename Order::item_type;
  using Member = TeamMember<Exec>;
  using Turn   = WriteTurn<Exec>;

  static constexpr int team = Tuning::split_team;
  static constexpr int max_share =
      Tuning::ranked_share(Tuning::max_ranked_keys);
  using Search = TeamSearchRank<Exec, team, max_share, Order>;

  /// How often a team looks whether it may write, which takes 0.2 us each on an
  /// H200. All teams that fit the device have read after a few looks.
  static constexpr int looks = Tuning::is_host ? 1 : 128;
  static_assert(div_up(Tuning::max_ranked_keys, max_share) <= Turn::max_teams);

  State s;

  static std::size_t teams(std::size_t n) {
    return div_up(n, static_cast<std::size_t>(Tuning::ranked_share(n)));
  }

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    if constexpr (is_value_v<Value>) {
      return Search::scratch_bytes() + max_share * sizeof(Value);
    } else {
      return Search::scratch_bytes();
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    if (s.gate.is_closed()) return;
    std::byte* const scratch = team_scratch(member, scratch_bytes());
    Search const search(scratch);
    auto* const values =
        reinterpret_cast<Value*>(scratch + Search::scratch_bytes());
    int const n     = static_cast<int>(s.n);
    int const first = member.league_rank() * s.tile;
    int const own   = n - first < s.tile ? n - first : s.tile;
    if constexpr (is_value_v<Value>)
      for (int i = member.team_rank(); i < own; i += team)
        values[i] = s.data[0].values[first + i];
    search.search(
        member, [&](int i) { return s.data[0].keys[i]; }, n, first, s.tile,
        s.order);
    if (s.turn != nullptr) {
      write_in_turn(member, search, values, first, own);
      return;
    }
    search.add_up(member, own);
    for (int i = member.team_rank(); i < own; i += team) {
      s.numbers[search.rank(i)] = static_cast<std::uint16_t>(first + i);
      keep(search, values, first, i);
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void write_in_turn(Member const& member,
                                                 Search const& search,
                                                 Value const* values, int first,
                                                 int own) const {
    Turn const turn(s.turn, member.league_size());
    search.add_up(member, own);
    bool const may_write = turn.may_write(member, looks);
    for (int i = member.team_rank(); i < own; i += team) {
      int const rank = search.rank(i);
      if (may_write) {
        s.data[0].keys[rank] = s.order.decode(search.item(i));
        if constexpr (is_value_v<Value>) s.data[0].values[rank] = values[i];
      } else {
        keep(search, values, first, i);
      }
    }
    if (!may_write) member.team_barrier();
    if (!Turn::is_last_warp(member)) return;
    if (!may_write) {
      std::uint32_t const place = turn.leave(member);
      if (Turn::lane(member) == 0)
        s.numbers[place] = static_cast<std::uint16_t>(member.league_rank());
    }
    int const left = turn.end(member, !may_write);
    for (int k = 0; k < left; ++k)
      write_kept(s.numbers[k] * s.tile, Turn::lane(member));
  }

  /// Copies item i of the share and its value to the second array.
  KOKKOS_FORCEINLINE_FUNCTION void keep(Search const& search,
                                        Value const* values, int first,
                                        int i) const {
    s.data[1].keys.data[first + i] = s.order.decode(search.item(i));
    if constexpr (is_value_v<Value>)
      s.data[1].values.data[first + i] = values[i];
    s.ranks[first + i] = static_cast<std::uint16_t>(search.rank(i));
  }

  /// Moves the share of another team, from key number `first` on, to its ranks.
  KOKKOS_FORCEINLINE_FUNCTION void write_kept(int first, int lane) const {
    for (int i = first + lane; i < first + s.tile && i < static_cast<int>(s.n);
         i += Warp<Exec>::size) {
      s.data[0].keys[s.ranks[i]] = s.data[1].keys.data[i];
      if constexpr (is_value_v<Value>)
        s.data[0].values[s.ranks[i]] = s.data[1].values.data[i];
    }
  }
};

/// Second launch, of orders that may contradict themselves: each thread moves
/// the key and the value of one rank to their final place.
///
/// If the order does, keys may share a rank. One of them is its
/// own; the others, in their order, take the ranks that no key has.
template <class Sort>
struct PlaceRanked {
  using State  = typename Sort::State;
  using Exec   = typename Sort::Execution;
  using Value  = typename Sort::SortValue;
  using Member = TeamMember<Exec>;

  static constexpr int team = Sort::Tuning::place_team;

  State s;

  static std::size_t teams(std::size_t n) {
    return div_up(n, static_cast<std::size_t>(team));
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    auto const rank = static_cast<std::uint32_t>(member.league_rank() * team +
                                                 member.team_rank());
    if (rank >= s.n || s.gate.is_closed()) return;
    std::uint32_t number = s.numbers[rank];
    if (!has_rank(number, rank)) number = number_without_rank(rank);
    s.data[0].keys[rank] = s.data[1].keys.data[number];
    if constexpr (is_value_v<Value>)
      s.data[0].values[rank] = s.data[1].values.data[number];
  }

  /// Whether rank belongs to key `number`, which may be any if no key has it.
  KOKKOS_FORCEINLINE_FUNCTION bool has_rank(std::uint32_t number,
                                            std::uint32_t rank) const {
    return number < s.n && s.ranks[number] == rank;
  }

  KOKKOS_INLINE_FUNCTION std::uint32_t number_without_rank(
      std::uint32_t rank) const {
    int skipped = 0;
    for (std::uint32_t r = 0; r < rank; ++r)
      if (!has_rank(s.numbers[r], r)) ++skipped;
    std::uint32_t number = 0;
    for (;; ++number)
      if (s.numbers[s.ranks[number]] != number && skipped-- == 0) return number;
  }
};

}  // namespace KokkosSort::Impl

#endif
