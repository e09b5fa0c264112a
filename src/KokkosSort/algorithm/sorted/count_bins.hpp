// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Numbers of keys between sorted splitters. One launch clears the counts. In
// the next, each team counts its keys in scratch and adds these counters to the
// counts. Integers are added, so the result is the same in every run.
#ifndef KOKKOSSORT_ALGORITHM_SORTED_COUNT_BINS_HPP
#define KOKKOSSORT_ALGORITHM_SORTED_COUNT_BINS_HPP

#include <KokkosSort/algorithm/sorted/sorted_tuning.hpp>
#include <KokkosSort/block/tile_words_team.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

template <class Exec, class Order, class Count>
struct CountBins {
  using Key    = typename Order::key_type;
  using Item   = typename Order::item_type;
  using Tuning = HistogramTuning<Exec>;
  using Member = TeamMember<Exec>;

  static constexpr int team = Tuning::team_size;

  Order order;
  Strided<Key const> keys;
  std::uint64_t n;
  Strided<Key const> splitters;
  std::uint64_t splitter_count;
  Strided<Count> counts;
  std::uint64_t share = 0;  // keys per team

  static void run(Exec const& exec, CountBins counting) {
    std::uint64_t const bins = counting.bins();
    launch_teams<team>("KokkosSort::histogram::clear", exec,
                       div_up(bins, Clear::share),
                       Clear{counting.counts, bins});
    if (counting.n == 0) return;
    counting.share =
        std::max(div_up(counting.n, Tuning::most_teams), Tuning::least_share);
    launch_teams<team>("KokkosSort::histogram::count", exec,
                       div_up(counting.n, counting.share), counting);
  }

  struct Clear {
    static constexpr std::uint64_t share =
        static_cast<std::uint64_t>(team) * cleared_per_thread<Exec>;

    Strided<Count> counts;
    std::uint64_t bins;

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      std::uint64_t const begin =
          static_cast<std::uint64_t>(member.league_rank()) * share;
      std::uint64_t const end = begin + share < bins ? begin + share : bins;
      for (std::uint64_t i =
               begin + static_cast<std::uint64_t>(member.team_rank());
           i < end; i += team)
        counts[i] = 0;
    }
  };

  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t bins() const {
    return splitter_count + 1;
  }
  KOKKOS_FORCEINLINE_FUNCTION bool are_held() const {
    return bins() <= std::uint64_t{Tuning::held_bins};
  }
  KOKKOS_INLINE_FUNCTION std::size_t scratch_bytes() const {
    return are_held() ? bins() * sizeof(std::uint32_t) : 0;
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    auto const rank = static_cast<std::uint64_t>(member.team_rank());
    std::uint64_t const begin =
        static_cast<std::uint64_t>(member.league_rank()) * share;
    std::uint64_t const end = begin + share < n ? begin + share : n;
    if (!are_held()) {
      for (std::uint64_t i = begin + rank; i < end; i += team)
        Kokkos::atomic_add(&counts[bin_of(order.encode(keys[i]))], Count{1});
      return;
    }
    auto* const held =
        reinterpret_cast<std::uint32_t*>(team_scratch(member, scratch_bytes()));
    for (std::uint64_t bin = rank; bin < bins(); bin += team) held[bin] = 0;
    member.team_barrier();
    for (std::uint64_t i = begin + rank; i < end; i += team) {
      std::uint64_t const bin = bin_of(order.encode(keys[i]));
      if constexpr (TeamShape<Exec>::is_host) {
        ++held[bin];
      } else {
        Warp<Exec>::shared_atomic_add(&held[bin], 1u);
      }
    }
    member.team_barrier();
    for (std::uint64_t bin = rank; bin < bins(); bin += team)
      if (held[bin] > 0)
        Kokkos::atomic_add(&counts[bin], static_cast<Count>(held[bin]));
  }

 private:
  /// Returns the number of splitters that do not come after the key.
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t bin_of(Item const& item) const {
    std::uint64_t passed = 0;
    auto const bits      = static_cast<int>(
        Kokkos::Experimental::bit_width_builtin(splitter_count));
    for (int bit = bits - 1; bit >= 0; --bit) {
      std::uint64_t const next = passed + (std::uint64_t{1} << bit);
      if (next <= splitter_count &&
          !order.less(item, order.encode(splitters[next - 1])))
        passed = next;
    }
    return passed;
  }
};

}  // namespace KokkosSort::Impl

#endif
