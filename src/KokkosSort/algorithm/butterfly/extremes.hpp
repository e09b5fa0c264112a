// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Min-max butterfly: B. Jan, B. Montrucchio, C. Ragusa, F. G. Khan, O. Khan,
// "Parallel butterfly sorting algorithm on GPU" (2013), section 3.B.1.
//
// Search  each team reads its stretch of the keys through registers. The
//         butterflies of the first stage pair keys of one load. Their lower
//         outputs are compared with the least key so far, the upper ones with
//         the greatest. The stages between the threads follow, in scratch. The
//         last team does the same with the results of the teams
//
// Differences from the paper, and why:
// - The paper has log2(n) launches of n / 2 butterflies, which move every key
//   log2(n) times. Here only the butterflies that lead to the two ends are
//   done, by 3 n / 2 comparisons and one read. The keys are not moved. The
//   network as published is in min_max_network.hpp.
// - Any length is searched.
//
// The first of equivalent keys is the minimum, the last the maximum. The search
// has 1 launch. Extra memory: two candidates per team.
#ifndef KOKKOSSORT_ALGORITHM_BUTTERFLY_EXTREMES_HPP
#define KOKKOSSORT_ALGORITHM_BUTTERFLY_EXTREMES_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/algorithm/butterfly/extremes_team.hpp>
#include <KokkosSort/block/league_team.hpp>
#include <KokkosSort/block/compare_exchange_thread.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/algorithm/butterfly/extremes_tuning.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// Order of wide keys that compares them in device memory, by address.
template <class Order>
struct ByAddress {
  using key_type  = typename Order::key_type;
  using item_type = key_type const*;

  static constexpr bool equal_is_identical = false;

  Order m_order;

  KOKKOS_FORCEINLINE_FUNCTION item_type encode(key_type const& key) const {
    return &key;
  }
  KOKKOS_FORCEINLINE_FUNCTION key_type const& decode(item_type item) const {
    return *item;
  }
  KOKKOS_FORCEINLINE_FUNCTION bool less(item_type a, item_type b) const {
    return m_order.less(m_order.encode(*a), m_order.encode(*b));
  }
};

/// Result of the search: the extreme keys or their positions.
enum class Sought { keys, positions };

/// Searches both extremes of keys[0, n), n > 0, into result[0] and result[1].
template <class Exec, class Order, class Result, Sought sought>
struct MinMaxSearch {
  using Key  = typename Order::key_type;
  using Item = typename Order::item_type;
  // Nothing here spills.
  using Member = KokkosMember<Exec>;

  // Candidates include their index if ties are observable.
  static constexpr bool with_index =
      sought == Sought::positions || !Order::equal_is_identical;

  struct Indexed {
    Item item;
    std::uint64_t index;
  };
  using Element = std::conditional_t<with_index, Indexed, Item>;
  using Extreme = Extremes<Element>;
  using Tuning  = MinMaxTuning<Exec, sizeof(Key), sizeof(Element)>;
  static_assert(alignof(Element) <= scratch_alignment,
                "KokkosSort::min_max takes keys aligned to 16 bytes at most");

  static constexpr int team  = Tuning::team_size;
  static constexpr int width = Tuning::keys_per_load;

  /// Contiguous keys of one load.
  template <int Width>
  struct alignas(Width > 1 ? Width * sizeof(Key) : alignof(Key)) Load {
    Key keys[Width];
  };

  struct State {
    Order order;
    Strided<Key const> keys;
    std::uint64_t n;
    Strided<Result> result;
    Extreme* found;          // one per team
    std::uint32_t* tickets;  // counts the teams that are done
    std::uint64_t teams;
    std::uint64_t head;   // keys in front that are loaded one by one
    std::uint64_t loads;  // wide loads; the other keys follow one by one

    KOKKOS_FORCEINLINE_FUNCTION Element element(Key const& key,
                                                std::uint64_t i) const {
      if constexpr (with_index) {
        return Element{order.encode(key), i};
      } else {
        return order.encode(key);
      }
    }
    KOKKOS_FORCEINLINE_FUNCTION bool less_item(Element const& a,
                                               Element const& b) const {
      if constexpr (with_index) {
        return order.less(a.item, b.item);
      } else {
        return order.less(a, b);
      }
    }
    /// Compares equivalent keys by index.
    KOKKOS_FORCEINLINE_FUNCTION bool less(Element const& a,
                                          Element const& b) const {
      if constexpr (with_index) {
        return order.less(a.item, b.item) ||
               (a.index < b.index && !order.less(b.item, a.item));
      } else {
        return order.less(a, b);
      }
    }
    KOKKOS_FORCEINLINE_FUNCTION void write(int end, Element const& e) const {
      if constexpr (sought == Sought::positions) {
        result[end] = static_cast<Result>(e.index);
      } else if constexpr (with_index) {
        result[end] = order.decode(e.item);
      } else {
        result[end] = order.decode(e);
      }
    }
  };

  static std::size_t teams_for_keys(Exec const& exec, std::size_t n) {
    if (n <= Tuning::one_team) return 1;
    return std::min(resident_teams<team>(exec), div_up(n, Tuning::team_keys));
  }

  static std::size_t workspace_bytes(Exec const& exec, std::size_t n) {
    return measured_bytes(
        [&](Arena& arena) { arena.take<Extreme>(teams_for_keys(exec, n)); });
  }

  static void run(Exec const& exec, Order const& order, Strided<Key const> keys,
                  std::size_t n, Strided<Result> result, Arena& arena) {
    Kokkos::Profiling::ScopedRegion region(labeled("KokkosSort::min_max"));
    State s{order, keys, n, result, nullptr, nullptr, teams_for_keys(exec, n),
            n,     0};
    s.found = arena.take<Extreme>(s.teams);
    if (keys.stride == 1 && width > 1) {
      auto const past =
          reinterpret_cast<std::uintptr_t>(keys.data) % sizeof(Load<width>);
      s.head = std::min<std::uint64_t>(
          n, (sizeof(Load<width>) - past) % sizeof(Load<width>) / sizeof(Key));
      s.loads = (n - s.head) / width;
    }
    if (s.teams == 1) {
      constexpr int lone = Tuning::lone_team_size;
      launch_teams<lone, 1>("KokkosSort::min_max::search", exec, 1,
                            Search<lone>{s});
      return;
    }
    s.tickets = arena.counter();
    launch_teams<team>("KokkosSort::min_max::search", exec, s.teams,
                       Search<team>{s});
  }

  // A thread reads keys in the order of their positions. It keeps the first of
  // equivalent keys as its minimum and the last as its maximum.

  KOKKOS_FORCEINLINE_FUNCTION static void take_one(State const& s, Extreme& own,
                                                   Element const& e) {
    if (s.less_item(e, own.min)) own.min = e;
    if (!s.less_item(e, own.max)) own.max = e;
  }
  /// Executes a butterfly of the first stage and compares its outputs with the
  /// extremes of the thread.
  KOKKOS_FORCEINLINE_FUNCTION static void take_pair(State const& s,
                                                    Extreme& own, Element low,
                                                    Element high) {
    compare_exchange(low, high, [&](Element const& a, Element const& b) {
      return s.less_item(a, b);
    });
    if (s.less_item(low, own.min)) own.min = low;
    if (!s.less_item(high, own.max)) own.max = high;
  }

  template <int TeamSize>
  struct Search {
    using TeamStep = TeamMinMax<Element, TeamSize>;
    State s;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return TeamStep::scratch_bytes() + sizeof(std::uint32_t);
    }

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      std::uint64_t const t = member.league_rank();
      Element const any     = s.element(s.keys[0], 0);
      Extreme own{any, any};
      auto const one  = [&](std::uint64_t i) { return Load<1>{{s.keys[i]}}; };
      auto const wide = [&](std::uint64_t i) {
        return reinterpret_cast<Load<width> const*>(s.keys.data + s.head)[i];
      };
      take_share<1>(member, s.head, 0, one, own);
      if constexpr (width > 1) {
        std::uint64_t const tail = s.head + s.loads * width;
        take_share<width>(member, s.loads, s.head, wide, own);
        if (t + 1 == s.teams) take<1>(member, tail, s.n, 0, one, own);
      }
      std::byte* const scratch = team_scratch(member, scratch_bytes());
      own                      = extremes_of_team(member, own, scratch);
      if (s.teams > 1) {
        if (member.team_rank() == 0) s.found[t] = own;
        auto* const shared = reinterpret_cast<std::uint32_t*>(
            scratch + TeamStep::scratch_bytes());
        auto const teams = static_cast<std::uint32_t>(s.teams);
        if (!arrives_last(member, s.tickets, teams, shared)) return;
        own = extremes_found(member, scratch);
      }
      if (member.team_rank() != 0) return;
      s.write(0, own.min);
      s.write(1, own.max);
      if (s.teams > 1) *s.tickets = 0;
    }

    KOKKOS_FORCEINLINE_FUNCTION Extreme extremes_of_team(
        Member const& member, Extreme const& own, std::byte* scratch) const {
      return TeamStep::search(
          member, own, scratch,
          [&](Element const& a, Element const& b) { return s.less(a, b); });
    }

    /// Combines the results of all teams, by the last of them.
    KOKKOS_FORCEINLINE_FUNCTION Extreme
    extremes_found(Member const& member, std::byte* scratch) const {
      Extreme own = s.found[0];
      for (std::uint64_t t = member.team_rank(); t < s.teams; t += TeamSize) {
        Extreme const other = s.found[t];
        if (s.less(other.min, own.min)) own.min = other.min;
        if (s.less(own.max, other.max)) own.max = other.max;
      }
      return extremes_of_team(member, own, scratch);
    }

    /// Reads the share of this team in `loads` loads.
    template <int Width, class LoadAt>
    KOKKOS_FORCEINLINE_FUNCTION void take_share(Member const& member,
                                                std::uint64_t loads,
                                                std::uint64_t first,
                                                LoadAt const& load_at,
                                                Extreme& own) const {
      std::uint64_t const share = div_up(loads, s.teams);
      std::uint64_t const begin = member.league_rank() * share;
      std::uint64_t const end   = begin + share < loads ? begin + share : loads;
      take<Width>(member, begin, end, first, load_at, own);
    }

    /// Reads loads begin … end - 1. Load i has the keys from first + i * Width
    /// on. Several loads are issued together, so that a thread waits for all of
    /// them at once.
    template <int Width, class LoadAt>
    KOKKOS_FORCEINLINE_FUNCTION void take(
        Member const& member, std::uint64_t begin, std::uint64_t end,
        std::uint64_t first, LoadAt const& load_at, Extreme& own) const {
      constexpr int many = TeamSize == Tuning::lone_team_size
                               ? Tuning::lone_loads
                               : Tuning::loads;
      std::uint64_t i    = begin + member.team_rank();
      for (; i + (many - 1) * TeamSize < end; i += many * TeamSize) {
        Load<Width> held[many];
        KOKKOSSORT_UNROLL
        for (int l = 0; l < many; ++l) held[l] = load_at(i + l * TeamSize);
        auto const at = [&](int k) {
          return element_of(
              held[k / Width], k % Width,
              first + (i + k / Width * TeamSize) * Width + k % Width);
        };
        KOKKOSSORT_UNROLL
        for (int k = 0; k < many * Width; k += 2)
          take_pair(s, own, at(k), at(k + 1));
      }
      for (; i < end; i += TeamSize) {
        Load<Width> const held = load_at(i);
        KOKKOSSORT_UNROLL
        for (int k = 0; k < Width; ++k)
          take_one(s, own, element_of(held, k, first + i * Width + k));
      }
    }

    /// A key that is compared by its address must stay in the array, not be a
    /// copy.
    template <int Width>
    KOKKOS_FORCEINLINE_FUNCTION Element
    element_of(Load<Width> const& held, int k, std::uint64_t position) const {
      if constexpr (std::is_pointer_v<Item>) {
        return s.element(s.keys[position], position);
      } else {
        return s.element(held.keys[k], position);
      }
    }
  };
};

}  // namespace KokkosSort::Impl

#endif
