// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SORTED_SEARCH_BOUNDS_HPP
#define KOKKOSSORT_ALGORITHM_SORTED_SEARCH_BOUNDS_HPP

// Binary searches of many queries in sorted keys. A thread may search
// several at once. Every search takes one step per bit of the number of keys,
// without a branch, so that the reads of a step wait together.

#include <KokkosSort/algorithm/sorted/sorted_tuning.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

enum class Bound {
  lower,  ///< the first key that does not come before the query
  upper,  ///< the first key that comes after the query
};

template <class Exec, class Order, class Index,
          class Queries = Strided<typename Order::key_type const>,
          class Extent  = std::uint64_t>
struct SearchBounds {
  using Key    = typename Order::key_type;
  using Item   = typename Order::item_type;
  using Tuning = SearchTuning<Exec>;
  using Member = TeamMember<Exec>;

  static constexpr int team = Tuning::team_size;
  // Larger queries stay in memory.
  static constexpr bool are_held = sizeof(Item) <= 16;
  static constexpr int at_once   = are_held ? Tuning::queries_per_thread : 1;
  static constexpr std::uint64_t share = Tuning::queries_per_team;

  Order order;
  Strided<Key const> keys;
  Extent n;         // a number, or a reference to one on the device
  Queries queries;  // an array, or numbers in its place
  std::uint64_t count;
  Strided<Index> lower;  // null: not wanted
  Strided<Index> upper;  // null: not wanted

  static void run(char const* label, Exec const& exec,
                  SearchBounds const& search) {
    launch_teams<team>(label, exec, div_up(search.count, share), search);
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    std::uint64_t const begin =
        static_cast<std::uint64_t>(member.league_rank()) * share;
    std::uint64_t const end = begin + share < count ? begin + share : count;
    for (std::uint64_t first = begin + member.team_rank(); first < end;
         first += static_cast<std::uint64_t>(team) * at_once) {
      if constexpr (are_held) {
        Item items[at_once];
        KOKKOSSORT_UNROLL
        for (int i = 0; i < at_once; ++i) {
          // Behind the end a search repeats that of the first query.
          std::uint64_t const at = first + i * team;
          items[i]               = order.encode(queries[at < end ? at : first]);
        }
        find(items, first, end);
      } else {
        Key const* const items[at_once] = {&queries[first]};
        find(items, first, end);
      }
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static Item const& item_of(Item const& item) {
    return item;
  }
  KOKKOS_FORCEINLINE_FUNCTION static Item const& item_of(Item const* item) {
    return *item;
  }

  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION void find(T const (&items)[at_once],
                                        std::uint64_t first,
                                        std::uint64_t end) const {
    if (lower.data != nullptr) find<Bound::lower>(items, first, end, lower);
    if (upper.data != nullptr) find<Bound::upper>(items, first, end, upper);
  }

  template <Bound bound, class T>
  KOKKOS_FORCEINLINE_FUNCTION void find(T const (&items)[at_once],
                                        std::uint64_t first, std::uint64_t end,
                                        Strided<Index> const& to) const {
    std::uint64_t const extent = n;
    std::uint64_t passed[at_once];
    KOKKOSSORT_UNROLL
    for (int i = 0; i < at_once; ++i) passed[i] = 0;
    auto const bits =
        static_cast<int>(Kokkos::Experimental::bit_width_builtin(extent));
    KOKKOSSORT_NO_UNROLL
    for (int bit = bits - 1; bit >= 0; --bit) {
      KOKKOSSORT_UNROLL
      for (int i = 0; i < at_once; ++i) {
        std::uint64_t const next = passed[i] + (std::uint64_t{1} << bit);
        if (next <= extent && comes_before<bound>(next - 1, item_of(items[i])))
          passed[i] = next;
      }
    }
    KOKKOSSORT_UNROLL
    for (int i = 0; i < at_once; ++i)
      if (first + i * team < end)
        to[first + i * team] = static_cast<Index>(passed[i]);
  }

  /// Whether key i comes before the bound of the query.
  template <Bound bound>
  KOKKOS_FORCEINLINE_FUNCTION bool comes_before(std::uint64_t i,
                                                Item const& query) const {
    if constexpr (bound == Bound::lower) {
      return order.less(order.encode(keys[i]), query);
    } else {
      return !order.less(query, order.encode(keys[i]));
    }
  }
};

}  // namespace KokkosSort::Impl

#endif
