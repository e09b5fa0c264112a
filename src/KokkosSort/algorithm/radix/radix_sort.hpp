// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Radix sort by digits of 8 bits. A pass follows A. Adinets, D. Merrill,
// "Onesweep: a faster least significant digit radix sort for GPUs" (2022).
//
// Range        the least and the greatest key
// GuessWay     whether a sample's keys are spread; else on to all digits
// Leading      2 passes (1 for few keys, 3 for very many) by the leading digits
//   digits     alone, the least significant of them first
// FindLeaves   where the stretches of equal leading digits begin
// Compare      whether stretches too long for a team hold one value each
//   Neighbors
// SortLeaves   a stretch that fits one team's scratch is sorted by it there
// All digits   passes over all bits of the range, 8 at a time, from the least:
//              only where stretches are too long and hold several values
// CopyBack     where the passes end in the scratch array
//
// Few keys:    all digits, and CopyBack if their number is odd
//
// One leaf:    SortAlone
//
// Passes:      CountDigits    the digits of all passes, in one reading
//              ScanCounts     prefix sums over the digits
//              ScatterDigits  each team moves one tile's items after the other
//
// Design choices:
// - Onesweep passes over all bits. Leading digits that make n / M stretches
//   suffice if keys are spread out, and the rest is settled in scratch: a third
//   of the traffic for 64-bit keys.
// - Bits in which no keys differ are never passed over: digits are read from
//   the distance to the least key. Few keys take little longer than the
//   launches, so that this is not looked for, and all digits are their one way.
// - Of many keys the device decides which way they go; kernels of the other way
//   end at once. The number of launches depends on n and the type alone.
// - A tile derives the offsets of its items from the tiles before it, by
//   look-back as in Onesweep, so that a pass reads its items once.
// - Without values nobody sees equal keys change places: on the first pass
//   items of one digit take places in any order, and on the second, too, since
//   no tile of it holds items of two digits of the first.
//
// Stable. O(n b / 8) for keys of b bits, whatever they hold. Launches: 11, one
// more for each pass, and a guess for many keys; of few keys 3, one for each of
// b / 8 passes, and one more if their number is odd; of one leaf 1. Extra
// memory: n keys, n values, and a counter for each digit and tile. Keys in
// their numeric order, or that of some of their bits.
#ifndef KOKKOSSORT_ALGORITHM_RADIX_RADIX_SORT_HPP
#define KOKKOSSORT_ALGORITHM_RADIX_RADIX_SORT_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/algorithm/leaf/leaf_sort_team.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/algorithm/radix/radix_histogram.hpp>
#include <KokkosSort/algorithm/radix/radix_state.hpp>
#include <KokkosSort/algorithm/radix/radix_flags.hpp>
#include <KokkosSort/algorithm/butterfly/extremes.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/algorithm/radix/onesweep_scatter_team.hpp>
#include <KokkosSort/block/look_back.hpp>
#include <KokkosSort/block/ticket_team.hpp>
#include <KokkosSort/block/digit_thread.hpp>
#include <KokkosSort/block/key_order.hpp>
#include <KokkosSort/algorithm/radix/radix_tuning.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace KokkosSort::Impl {

template <class Order>
inline constexpr bool is_bits_order_v = false;
template <class Key>
inline constexpr bool is_bits_order_v<BitsOrder<Key>> = true;
template <class Key>
inline constexpr bool is_bits_order_v<BitRangeOrder<Key>> = true;

/// The digits that a radix sort begins with.
enum class RadixStart {
  by_length,  ///< All digits of few keys, the leading ones of many.
  leading,
  all,
};

template <class Exec, class Order, class Value,
          RadixStart start = RadixStart::by_length>
struct RadixSort {
  static_assert(is_bits_order_v<Order>,
                "KokkosSort: Algorithm::radix sorts by the digits of integers "
                "and floating-point numbers: it takes no comparator, no "
                "projection and no other type of key");

  using Key    = typename Order::key_type;
  using Item   = typename Order::item_type;
  using Data   = Arrays<Key, Value>;
  using Member = TeamMember<Exec>;
  using Range  = DigitRange<Item>;

  using Execution = Exec;

  static constexpr std::size_t value_bytes =
      is_value_v<Value> ? sizeof(Value) : 0;
  using Tuning = RadixSortTuning<Exec, sizeof(Key), value_bytes>;
  using LeafTuning =
      RadixLeafTuning<Exec, Tuning::max_bytes,
                      sizeof(typename Elements<Order, Value>::type)>;
  using Leaves = TeamLeafSort<Exec, Order, Value, LeafTuning>;
  using Alone  = std::conditional_t<
      Tuning::Shape::is_host, Leaves,
      TeamLeafSort<Exec, Order, Value, RadixAloneTuning<LeafTuning>>>;

  static constexpr int team              = Tuning::team_size;
  static constexpr int tile              = Tuning::all_digits_shape.tile();
  static constexpr std::string_view name = "radix";
  static constexpr bool is_stable        = true;
  static constexpr bool is_in_place      = false;
  static constexpr bool is_quadratic     = false;
  static constexpr bool numbers_only     = true;
  static constexpr bool ties_are_invisible =
      Order::equal_is_identical && !is_value_v<Value>;

  static constexpr std::uint64_t leaf_capacity = Leaves::capacity;
  static constexpr int all_passes =
      (8 * static_cast<int>(sizeof(Key)) + Tuning::log_digits - 1) /
      Tuning::log_digits;

  using State = RadixState<RadixSort, Order>;

  using Extremes = MinMaxSearch<Exec, Order, Key, Sought::keys>;

  static std::size_t workspace_bytes(Exec const& exec, Order const& order,
                                     std::size_t n) {
    if (n <= leaf_capacity) return 0;
    Arena measure;
    State const state = plan(exec, order, n, measure);
    return measure.used() + Arena::alignment +
           (state.is_led() ? Extremes::workspace_bytes(exec, n) : 0);
  }

  static void run(Exec const& exec, Order const& order, Strided<Key> keys,
                  Strided<Value> values, std::size_t n, Arena& arena) {
    Kokkos::Profiling::ScopedRegion region(labeled("KokkosSort::radix_sort"));
    State state   = plan(exec, order, n, arena);
    state.data[0] = {keys, values};
    if (n <= leaf_capacity) {
      launch_teams<Alone::team, 1>("KokkosSort::radix_sort::sort_alone", exec,
                                   1, SortRadixAlone<RadixSort>{state});
      return;
    }
    clear(exec, state);
    if (state.is_led()) {
      run_leading(exec, state, arena);
      passes<false>(exec, state, all_passes);
      copy_back(exec, state, true);
      return;
    }
    int const digits = state.range().digits(Tuning::log_digits);
    passes<false>(exec, state, digits);
    if (digits % 2 != 0) copy_back(exec, state, true);
  }

  static void clear(Exec const& exec, State const& state) {
    launch_teams<team>("KokkosSort::radix_sort::clear", exec,
                       resident_teams<team>(exec),
                       ClearRadixState<RadixSort>{state});
  }

  /// By leading digits and leaves, unless ways->by_all_digits says that more is
  /// to be done.
  static void run_leading(Exec const& exec, State const& state, Arena& arena) {
    using Find               = FindRadixLeaves<RadixSort>;
    Strided<Key> const& keys = state.data[0].keys;
    Extremes::run(exec, state.order, Strided<Key const>{keys.data, keys.stride},
                  state.n, Strided<Key>{state.extremes}, arena,
                  [&] { return state.tickets + state.slots(); });
    if (state.n >= Tuning::min_to_guess)
      launch_teams<Tuning::guess_team_size, 1>(
          "KokkosSort::radix_sort::guess_way", exec, 1,
          ProbeSkew<RadixSort>{state});
    passes<true>(exec, state, state.passes);
    launch_teams<team>("KokkosSort::radix_sort::find_leaves", exec,
                       state.strips / Find::strips_a_team + 1, Find{state});
    launch_teams<team>("KokkosSort::radix_sort::compare_neighbors", exec,
                       league(exec, state),
                       CompareRadixNeighbors<RadixSort>{state});
    sort_leaves(exec, state);
  }

  static void sort_leaves(Exec const& exec, State const& state) {
    launch_teams<team, LeafTuning::leaf_min_teams>(
        "KokkosSort::radix_sort::sort_leaves", exec, state.strips,
        SortRadixLeaves<RadixSort>{state});
  }

  /// `after_all_digits`: their passes were launched, too.
  static void copy_back(Exec const& exec, State const& state,
                        bool after_all_digits) {
    launch_teams<team>("KokkosSort::radix_sort::copy_back", exec,
                       league(exec, state),
                       CopyRadixBack<RadixSort>{state, after_all_digits});
  }

  /// All passes of one kind.
  template <bool Leading>
  static void passes(Exec const& exec, State const& state, int count) {
    Kokkos::Profiling::ScopedRegion region(
        labeled("KokkosSort::radix_sort::passes"));
    launch_teams<team>("KokkosSort::radix_sort::count_digits", exec,
                       league(exec, state),
                       CountRadixDigits<RadixSort, Leading>{state});
    launch_teams<team>("KokkosSort::radix_sort::scan_counts", exec, count,
                       ScanRadixCounts<RadixSort, Leading>{state});
    for (int number = 0; number < count; ++number) {
      auto const pass = state.template pass<Leading>(number);
      if constexpr (ties_are_invisible) {
        if (pass.free) {
          scatter<false>(exec, state, pass);
          continue;
        }
      }
      scatter<true>(exec, state, pass);
    }
  }
  template <bool Stable, bool Leading>
  static void scatter(Exec const& exec, State const& state,
                      RadixPass<RadixSort, Leading> const& pass) {
    if constexpr (Leading) {
      scatter<Stable, Tuning::leading_shape>(exec, state, pass);
    } else {
      if constexpr (start != RadixStart::leading) {
        if (state.has_short_tiles()) {
          scatter<Stable, Tuning::few_keys_shape>(exec, state, pass);
          return;
        }
      }
      scatter<Stable, Tuning::all_digits_shape>(exec, state, pass);
    }
  }
  template <bool Stable, ScatterShape Shape, bool Leading>
  static void scatter(Exec const& exec, State const& state,
                      RadixPass<RadixSort, Leading> const& pass) {
    launch_teams<Shape.team_size, Shape.min_teams>(
        "KokkosSort::radix_sort::scatter_digits", exec,
        std::min<std::size_t>(
            resident_teams<Tuning::scatter_share * Shape.team_size>(exec),
            state.most_tiles()),
        ScatterDigits<Leading, Stable, Shape>{state, pass});
  }
  /// Teams that share all keys.
  static std::size_t league(Exec const& exec, State const& state) {
    return std::min<std::size_t>(resident_teams<team>(exec),
                                 state.most_tiles());
  }

  static State plan(Exec const&, Order const& order, std::size_t n,
                    Arena& arena) {
    State s{};
    s.order           = order;
    s.n               = n;
    s.strips          = 1;
    s.most_log_digits = Tuning::log_digits;
    if (n <= leaf_capacity) return s;
    if (is_led(n)) plan_leading(s);
    s.words    = (s.most_tiles() + LookBack::rows_before) << s.most_log_digits;
    s.extremes = arena.take<Key>(2);
    s.ways     = arena.take<RadixFlags>(1);
    s.tickets  = arena.take<std::uint32_t>(s.slots() + 1);
    s.begins   = arena.take<std::uint64_t>(s.slots() * s.row());
    s.given    = arena.take<std::uint64_t>(2 * s.row());
    s.tile_begins  = arena.take<std::uint32_t>(s.slots() * s.row());
    s.leaves       = arena.take<std::uint64_t>(s.strips + 1);
    s.back         = arena.take<std::uint64_t>(s.words);
    s.data[1].keys = Strided<Key>{arena.take<Key>(n)};
    if constexpr (is_value_v<Value>)
      s.data[1].values = Strided<Value>{arena.take<Value>(n)};
    return s;
  }

  static bool is_led(std::size_t n) {
    return start == RadixStart::leading ||
           (start == RadixStart::by_length && n >= Tuning::min_to_lead);
  }

  static void plan_leading(State& s) {
    s.strips = static_cast<std::uint32_t>(
                   static_cast<double>(s.n) /
                   (Tuning::leaf_fill * static_cast<double>(leaf_capacity))) +
               1;
    s.strip_bits = significant_bits(s.strips - 1);
    s.passes =
        (s.strip_bits + Tuning::max_log_digits - 1) / Tuning::max_log_digits;
    s.most_log_digits = std::max(
        s.template pass<true>(s.passes - 1).log_digits(), s.most_log_digits);
  }

  template <class Digit>
  struct DigitOfItem {
    Order order;
    Digit digit;

    KOKKOS_FORCEINLINE_FUNCTION std::uint32_t operator()(Item item) const {
      return digit(order.ordinal(item));
    }
  };

  /// Teams move tile after tile to its digits.
  template <bool Leading, bool Stable, ScatterShape Shape>
  struct ScatterDigits {
    using Pass = RadixPass<RadixSort, Leading>;
    State s;
    Pass pass;

    static constexpr int team = Shape.team_size;
    using Scatter             = TeamOnesweepScatter<
        Exec, Order, Value, team, Shape.items_per_thread,
        Leading ? Tuning::max_log_digits : Tuning::log_digits, Stable>;

    static constexpr int tile = Scatter::tile;

    struct Places {
      LookBack back;
      std::uint64_t const* begins;
      std::uint64_t* given;
      std::uint32_t tile;
      bool in_order;

      KOKKOS_FORCEINLINE_FUNCTION void count(int d, std::uint32_t count) const {
        if (in_order) back.publish(tile, d, begins[d], count);
      }
      KOKKOS_FORCEINLINE_FUNCTION std::uint64_t begin(
          int d, std::uint32_t count) const {
        if (!in_order)
          return begins[d] +
                 Kokkos::atomic_fetch_add(&given[d], std::uint64_t{count});
        return back.begin_of(tile, d, begins[d], count);
      }
    };

    KOKKOS_INLINE_FUNCTION std::size_t scratch_bytes() const {
      return 16 + Scatter::scratch_bytes(pass.log_digits());
    }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      if (!pass.is_due(s)) return;
      auto* const scratch = team_scratch(member, scratch_bytes());
      auto* const shared  = reinterpret_cast<std::uint32_t*>(scratch);
      Scatter const scatter(scratch + 16, pass.log_digits());
      int const slot   = pass.slot(s);
      auto const digit = pass.digit(s);
      DigitOfItem<decltype(digit)> const digit_of{s.order, digit};
      Places places{{s.back, pass.digits(), static_cast<std::uint32_t>(slot)},
                    &s.begin_of(slot, 0),
                    s.given + (Leading ? 0 : s.row()),
                    0,
                    Stable || pass.is_aligned()};
      while (true) {
        places.tile         = next_work_item(member, &s.tickets[slot], shared);
        std::uint64_t begin = static_cast<std::uint64_t>(places.tile) * tile;
        std::uint64_t end   = s.n;
        if (pass.is_aligned()) {
          if (!find_tile(member, places.tile, shared + 1, begin, end)) return;
        } else if (begin >= end) {
          return;
        }
        scatter.move(member, s.order, digit_of, s.data[pass.from(s)],
                     s.data[1 - pass.from(s)], begin,
                     static_cast<int>(end - begin < tile ? end - begin : tile),
                     places);
      }
    }

    /// The tile among those of the digits of the pass before.
    KOKKOS_FORCEINLINE_FUNCTION bool find_tile(Member const& member,
                                               std::uint32_t t,
                                               std::uint32_t* shared,
                                               std::uint64_t& begin,
                                               std::uint64_t& end) const {
      Pass const before = s.template pass<Leading>(pass.number - 1);
      int const slot    = before.slot(s);
      if (t >= s.tile_of(slot, before.digits())) return false;
      for (int d = member.team_rank(); d < before.digits(); d += team)
        if (s.tile_of(slot, d) <= t && t < s.tile_of(slot, d + 1)) *shared = d;
      member.team_barrier();
      int const d = static_cast<int>(*shared);
      begin       = s.begin_of(slot, d) +
              static_cast<std::uint64_t>(t - s.tile_of(slot, d)) * tile;
      end = s.begin_of(slot, d + 1);
      return true;
    }
  };
};

}  // namespace KokkosSort::Impl

#endif
