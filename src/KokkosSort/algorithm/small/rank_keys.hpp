// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SMALL_RANK_KEYS_HPP
#define KOKKOSSORT_ALGORITHM_SMALL_RANK_KEYS_HPP

#include <KokkosSort/algorithm/small/count_rank_team.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// First of the two launches for the shortest arrays. Each team ranks a share
/// of the keys by comparisons with all of them. It copies them with their
/// values to the second array, in the same order.
template <class Sort>
struct RankKeys {
  using State  = typename Sort::State;
  using Exec   = typename Sort::Execution;
  using Order  = typename Sort::SortOrder;
  using Value  = typename Sort::SortValue;
  using Tuning = typename Sort::Tuning;
  using Item   = typename Order::item_type;
  using Member = TeamMember<Exec>;

  static constexpr int team  = Tuning::split_team;
  static constexpr int most  = Tuning::max_ranked_keys;
  static constexpr int share = Tuning::ranked_share;
  /// Keys that a thread loads. All are in flight at once.
  static constexpr int loads = div_up(most, team);

  State s;

  static std::size_t teams(std::size_t n) {
    return div_up(n, static_cast<std::size_t>(share));
  }

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return most * sizeof(Item) + share * sizeof(std::uint32_t);
  }

  KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
    std::byte* const scratch = team_scratch(member, scratch_bytes());
    auto* const items        = reinterpret_cast<Item*>(scratch);
    auto* const ranks =
        reinterpret_cast<std::uint32_t*>(scratch + most * sizeof(Item));
    int const n     = static_cast<int>(s.n);
    int const first = member.league_rank() * share;
    copy_values(member, first, n);
    Item loaded[loads];
    KOKKOSSORT_UNROLL
    for (int i = 0; i < loads; ++i) {
      int const at = i * team + member.team_rank();
      if (at < n) loaded[i] = s.order.encode(s.data[0].keys[at]);
    }
    KOKKOSSORT_UNROLL
    for (int i = 0; i < loads; ++i) {
      int const at = i * team + member.team_rank();
      if (at < n) items[at] = loaded[i];
    }
    member.team_barrier();
    TeamCountRank<Exec, team, Order>::rank(
        member, items, n, first, share, ranks, s.order,
        [&](int number, int rank) {
          s.data[1].keys.data[number] = s.order.decode(items[number]);
          s.ranks[number]             = static_cast<std::uint16_t>(rank);
          s.numbers[rank]             = static_cast<std::uint16_t>(number);
        });
  }

  KOKKOS_INLINE_FUNCTION void copy_values(Member const& member, int first,
                                          int n) const {
    if constexpr (is_value_v<Value>)
      for (int at = first + member.team_rank(); at < first + share && at < n;
           at += team)
        s.data[1].values.data[at] = s.data[0].values[at];
  }
};

/// Second launch: each thread moves the key and the value of one rank to their
/// final place.
///
/// If the order contradicts itself, keys may share a rank. One of them is its
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

  KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
    auto const rank = static_cast<std::uint32_t>(member.league_rank() * team +
                                                 member.team_rank());
    if (rank >= s.n) return;
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
