// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Rank sort, which B. Jan et al., "Parallel butterfly sorting algorithm on GPU"
// (2013), section 4, compare the butterfly sort with. It is a baseline with n^2
// comparisons.
//
// Copy   copies the keys (and values) to the workspace
// Count  ranks a few keys per thread: the team reads all keys tile by tile
//        through scratch. The rank of a key is the number of lesser keys plus
//        that of equal keys before it
// Undo   only for comparators that may contradict themselves, by which two keys
//        may claim one position. Claims are marked, and if any position was
//        claimed twice, the keys are restored as they were
//
// The sort is stable and takes any order. It has 2 launches, or 3 with Undo.
// Extra memory: n keys, n values, and n bits for the claims.
#ifndef KOKKOSSORT_ALGORITHM_RANK_RANK_SORT_HPP
#define KOKKOSSORT_ALGORITHM_RANK_RANK_SORT_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/algorithm/network/network_passes.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/algorithm/network/network_tuning.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace KokkosSort::Impl {

template <class Exec, class Order, class Value>
struct RankSort {
  using Key    = typename Order::key_type;
  using Item   = typename Order::item_type;
  using Data   = Arrays<Key, Value>;
  using Member = TeamMember<Exec>;
  using Tuning = NetworkTuning<Exec, sizeof(Item)>;

  static constexpr int team = Tuning::team_size;
  // Keys that a thread ranks at once: each read from scratch is used for all of
  // them.
  static constexpr int held  = 4;
  static constexpr int tile  = 1 << Tuning::log_tile;
  static constexpr int share = team * held;

  static constexpr std::string_view name = "rank";
  static constexpr bool is_stable        = true;
  static constexpr bool is_in_place      = false;
  static constexpr bool is_quadratic     = true;
  static constexpr bool numbers_only     = false;
  // An order of integers cannot contradict itself.
  static constexpr bool checks_claims = !Order::equal_is_identical;

  struct State {
    Order order;
    Data data;
    Data copy;
    std::uint32_t*
        claims;  // one bit per position, and a word: any claimed twice
    std::int64_t n;

    std::int64_t claim_words() const { return n / 32 + 1; }
    KOKKOS_FORCEINLINE_FUNCTION std::uint32_t& claimed_twice() const {
      return claims[n / 32 + 1];
    }
  };

  static State plan(Order const& order, std::size_t n, Arena& arena) {
    State s{order, {}, {}, nullptr, static_cast<std::int64_t>(n)};
    s.copy.keys = Strided<Key>{arena.take<Key>(n)};
    if constexpr (is_value_v<Value>)
      s.copy.values = Strided<Value>{arena.take<Value>(n)};
    if constexpr (checks_claims)
      s.claims = arena.take<std::uint32_t>(
          static_cast<std::size_t>(s.claim_words()) + 1);
    return s;
  }

  static std::size_t workspace_bytes(Exec const&, Order const& order,
                                     std::size_t n) {
    return measured_bytes([&](Arena& arena) { plan(order, n, arena); });
  }

  static void run(Exec const& exec, Order const& order, Strided<Key> keys,
                  Strided<Value> values, std::size_t n, Arena& arena) {
    Kokkos::Profiling::ScopedRegion region(labeled("KokkosSort::rank_sort"));
    State s                 = plan(order, n, arena);
    s.data                  = {keys, values};
    std::size_t const teams = teams_for<team, Tuning::run>(s.n);
    launch_teams<team>("KokkosSort::rank_sort::copy", exec, teams, Copy{s});
    launch_teams<team>("KokkosSort::rank_sort::count", exec,
                       teams_for<team, held>(s.n), Count{s});
    if constexpr (checks_claims)
      launch_teams<team>("KokkosSort::rank_sort::undo", exec, teams, Undo{s});
  }

  KOKKOS_FORCEINLINE_FUNCTION static void move(Data const& from, std::int64_t i,
                                               Data const& to, std::int64_t j) {
    to.keys[j] = from.keys[i];
    if constexpr (is_value_v<Value>) to.values[j] = from.values[i];
  }

  struct Copy {
    State s;

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      for_each_of<team, Tuning::run>(member, s.n, [&](std::int64_t i) {
        move(s.data, i, s.copy, i);
        if constexpr (checks_claims) {
          if (i % 32 == 0) s.claims[i / 32] = 0;
          if (i == s.n - 1) {
            s.claims[s.n / 32] = 0;
            s.claimed_twice()  = 0;
          }
        }
      });
    }
  };

  struct Count {
    State s;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return tile * sizeof(Item);
    }

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      auto* const others =
          reinterpret_cast<Item*>(team_scratch(member, scratch_bytes()));
      std::int64_t const begin =
          static_cast<std::int64_t>(member.league_rank()) * share +
          member.team_rank();
      Item own[held];
      std::int64_t rank[held];
      KOKKOSSORT_UNROLL
      for (int h = 0; h < held; ++h) {
        std::int64_t const i = begin + h * team;
        own[h]  = s.order.encode(s.copy.keys[i < s.n ? i : s.n - 1]);
        rank[h] = 0;
      }
      for (std::int64_t from = 0; from < s.n; from += tile) {
        int const size =
            s.n - from < tile ? static_cast<int>(s.n - from) : int{tile};
        member.team_barrier();
        for (int j = member.team_rank(); j < size; j += team)
          others[j] = s.order.encode(s.copy.keys[from + j]);
        member.team_barrier();
        count_tile(others, from, size, begin, own, rank);
      }
      KOKKOSSORT_UNROLL
      for (int h = 0; h < held; ++h) {
        std::int64_t const i = begin + h * team;
        if (i >= s.n) continue;
        move(s.copy, i, s.data, rank[h]);
        if constexpr (checks_claims) claim(rank[h]);
      }
    }

    /// Each pair of keys is judged twice, once per key, by the same call of the
    /// comparator: whether the later one is less.
    KOKKOS_FORCEINLINE_FUNCTION void count_tile(
        Item const* others, std::int64_t from, int size, std::int64_t begin,
        Item const (&own)[held], std::int64_t (&rank)[held]) const {
      int before[held];
      int at[held];  // index of the own key, relative to the tile
      KOKKOSSORT_UNROLL
      for (int h = 0; h < held; ++h) {
        std::int64_t const relative = begin + h * team - from;
        at[h]     = relative < 0 ? -1 : relative < size ? int(relative) : size;
        before[h] = 0;
      }
      for (int j = 0; j < size; ++j) {
        Item const other = others[j];
        KOKKOSSORT_UNROLL
        for (int h = 0; h < held; ++h)
          before[h] += j < at[h] ? !s.order.less(own[h], other)
                                 : j > at[h] && s.order.less(other, own[h]);
      }
      KOKKOSSORT_UNROLL
      for (int h = 0; h < held; ++h) rank[h] += before[h];
    }

    KOKKOS_FORCEINLINE_FUNCTION void claim(std::int64_t position) const {
      std::uint32_t const bit = std::uint32_t{1} << (position % 32);
      if ((Kokkos::atomic_fetch_or(&s.claims[position / 32], bit) & bit) != 0)
        Kokkos::atomic_store(&s.claimed_twice(), std::uint32_t{1});
    }
  };

  struct Undo {
    State s;

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      if (s.claimed_twice() == 0) return;
      for_each_of<team, Tuning::run>(
          member, s.n, [&](std::int64_t i) { move(s.copy, i, s.data, i); });
    }
  };
};

}  // namespace KokkosSort::Impl

#endif
