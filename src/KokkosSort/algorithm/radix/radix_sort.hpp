// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Radix sort. A pass follows A. Adinets, D. Merrill, "Onesweep: a faster least
// significant digit radix sort for GPUs" (2022).
//
// Many keys:
// ProbeKeys     clears the state, and predicts from a sample the range of the
//               keys and whether leaves will fit; if not, the MSD passes are
//               skipped
// MSD passes    2 passes (1 for fewer keys, 3 for very many) over the digits of
//               the MSD bin alone, from its least significant digit
// FindLeaves    finds where the items of each bin, a leaf, begin
// Compare       checks whether oversize leaves hold one value each
//   Neighbors
// SortLeaves    sorts each leaf that fits one team's scratch
// SortLong      sorts each leaf that exceeds it by little: one team merges runs
//   Leaves
// LSD passes    8 bits at a time over all bits of the range, from the least
//               significant; they run only if an oversize leaf holds several
//               values
// CopyBack      copies the items back if the passes end in the scratch array
//
// Few keys:     LSD passes, and CopyBack if their number is odd
//
// One leaf:     SortAlone
//
// Each pass:    CountDigits    histograms of all passes, in one read that also
//                              checks the range
//               ScanCounts     prefix sums over the histogram of a pass; that
//                              of the first MSD pass shows frequent keys, which
//                              leave all to LSD passes
//               ScatterDigits  each team moves one tile after another
//
// Differences from the paper, and why:
// - Onesweep passes over all bits. If keys are spread out, MSD passes that make
//   n / M bins suffice, and leaves are sorted in scratch. That is a third of
//   the memory traffic for 64-bit keys.
// - Bits in which no keys differ are skipped. MSD digits divide the range of
//   the keys, and LSD digits are read from the distance to its low end. An LSD
//   pass is skipped if its digit is the same in all keys. For small n the
//   launches dominate, so every LSD pass runs.
// - The range is that of a sample, widened a little, which saves a read. If a
//   key is outside, the device takes LSD passes. Their digits are relative to
//   the range if it needs fewer of them than the type. If a key is below, they
//   are then counted again, relative to the least number of the type.
// - The count compares neighbors. An array that is sorted is then done, and
//   many keys in reverse order are reversed.
// - For many keys the device chooses MSD or LSD passes. Kernels of the path not
//   taken return immediately. The number of launches depends on n and the type.
// - Without values, reordering equal keys is unobservable. Items of a digit
//   take any order on the first pass and on the second MSD pass. Tiles of the
//   latter hold items of a single digit of the first.
//
// As in Onesweep, a tile derives the offsets of its items from the tiles before
// it by look-back. Hence a pass reads its items once.
//
// It is stable and takes O(n b / 8) work for keys of b bits, on every input.
// It takes 11 launches plus one per pass. Few keys take 3 plus one for each of
// b / 8 passes, and one more if their number is odd. One leaf takes 1. Extra
// memory: n keys, n values, and one counter per digit and tile. It takes keys
// in their numeric order or in the order of some of their bits.
#ifndef KOKKOSSORT_ALGORITHM_RADIX_RADIX_SORT_HPP
#define KOKKOSSORT_ALGORITHM_RADIX_RADIX_SORT_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/algorithm/leaf/leaf_sort_team.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/algorithm/radix/radix_histogram.hpp>
#include <KokkosSort/algorithm/radix/radix_state.hpp>
#include <KokkosSort/algorithm/radix/radix_flags.hpp>
#include <KokkosSort/algorithm/radix/radix_long_leaves.hpp>
#include <KokkosSort/algorithm/radix/radix_probe.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/algorithm/engine/scatter_team.hpp>
#include <KokkosSort/block/companion_team.hpp>
#include <KokkosSort/block/look_back.hpp>
#include <KokkosSort/block/ticket_team.hpp>
#include <KokkosSort/block/digit_thread.hpp>
#include <KokkosSort/block/gate.hpp>
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

/// Passes that a radix sort begins with.
enum class RadixStart {
  by_size,  ///< LSD passes for few keys, MSD passes for many.
  msd,
  lsd,
};

template <class Exec, class Order, class Value,
          RadixStart start = RadixStart::by_size>
struct RadixSort {
  static_assert(is_bits_order_v<Order>,
                "KokkosSort: Algorithm::radix sorts by the digits of integers "
                "and floating-point numbers: it takes no comparator, no "
                "projection and no other type of key");

  using SortOrder = Order;
  using SortValue = Value;

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
  static constexpr int tile              = Tuning::lsd_shape.tile();
  static constexpr std::string_view name = "radix";
  static constexpr bool is_stable        = true;
  static constexpr bool is_in_place      = false;
  static constexpr bool is_quadratic     = false;
  static constexpr bool numbers_only     = true;
  static constexpr bool ties_are_invisible =
      Order::equal_is_identical && !is_value_v<Value>;

  static constexpr std::uint64_t leaf_capacity = Leaves::capacity;
  static constexpr int lsd_passes =
      div_up(8 * static_cast<int>(sizeof(Key)), Tuning::log_digits);

  using State = RadixState<RadixSort, Order>;

  static std::size_t workspace_bytes(Exec const& exec, Order const& order,
                                     std::size_t n) {
    if (n <= leaf_capacity) return 0;
    return measured_bytes([&](Arena& a) { plan(exec, order, n, a); });
  }

  /// Whether run() takes a companion: a team of the launch that counts digits
  /// runs it.
  static bool has_companion(std::size_t n) {
    return n > leaf_capacity && !uses_msd(n);
  }

  /// The companion may open or close the gate. Only later kernels read that.
  template <class Companion = NoCompanion>
  static void run(Exec const& exec, Order const& order, Strided<Key> keys,
                  Strided<Value> values, std::size_t n, Arena& arena,
                  Gate gate = {}, Companion const& companion = {}) {
    Kokkos::Profiling::ScopedRegion region(labeled("KokkosSort::radix_sort"));
    State state   = plan(exec, order, n, arena);
    state.data[0] = {keys, values};
    if constexpr (!is_companion_v<Companion>) state.gate = gate;
    if (n <= leaf_capacity) {
      launch_teams<Alone::team, 1>("KokkosSort::radix_sort::sort_alone", exec,
                                   1, SortRadixAlone<RadixSort>{state});
      return;
    }
    if (state.uses_msd()) {
      run_msd(exec, state);
      count_digits<RadixCount::lsd>(exec, state);
      count_digits<RadixCount::lsd_again>(exec, state);
      passes<false>(exec, state, lsd_passes);
      copy_back(exec, state);
      return;
    }
    clear(exec, state);
    int const digits = state.lsd_digits();
    count_digits<RadixCount::lsd>(exec, state, companion);
    state.gate = gate;
    passes<false>(exec, state, digits);
    if (digits % 2 != 0) copy_back(exec, state);
  }

  static void clear(Exec const& exec, State const& state) {
    launch_teams<team>("KokkosSort::radix_sort::clear", exec,
                       resident_teams<team>(exec),
                       ClearRadixState<RadixSort>{state});
  }

  /// Runs the MSD passes and sorts the leaves. flags->needs_lsd is set if LSD
  /// passes must follow.
  static void run_msd(Exec const& exec, State const& state) {
    using Find               = FindRadixLeaves<RadixSort>;
    constexpr int probe_team = Tuning::probe_team_size;
    launch_teams<probe_team, 1>("KokkosSort::radix_sort::probe_keys", exec,
                                resident_teams<probe_team>(exec),
                                ProbeKeys<RadixSort>{state});
    count_digits<RadixCount::msd>(exec, state);
    passes<true>(exec, state, state.msd_passes);
    launch_teams<team>("KokkosSort::radix_sort::find_leaves", exec,
                       state.msd_bins / Find::bins_per_team + 1, Find{state});
    launch_teams<team>("KokkosSort::radix_sort::compare_neighbors", exec,
                       league(exec, state),
                       CompareRadixNeighbors<RadixSort>{state});
    sort_leaves(exec, state);
  }

  static void sort_leaves(Exec const& exec, State const& state) {
    launch_teams<team, LeafTuning::leaf_min_teams>(
        "KokkosSort::radix_sort::sort_leaves", exec, state.msd_bins,
        SortRadixLeaves<RadixSort>{state});
    using Long = SortLongRadixLeaves<RadixSort>;
    launch_teams<Long::team, LeafTuning::leaf_min_teams>(
        "KokkosSort::radix_sort::sort_long_leaves", exec,
        std::min<std::size_t>(resident_teams<Long::team>(exec),
                              state.most_long_leaves()),
        Long{state});
  }

  /// Copies the result to the caller's arrays.
  static void copy_back(Exec const& exec, State const& state) {
    launch_teams<team>("KokkosSort::radix_sort::copy_back", exec,
                       league(exec, state), CopyRadixBack<RadixSort>{state});
  }

  /// Launches all MSD or all LSD passes, once their digits are counted.
  template <bool Msd>
  static void passes(Exec const& exec, State const& state, int count) {
    Kokkos::Profiling::ScopedRegion region(
        labeled("KokkosSort::radix_sort::passes"));
    launch_teams<team>("KokkosSort::radix_sort::scan_counts", exec, count,
                       ScanRadixCounts<RadixSort, Msd>{state});
    for (int number = 0; number < count; ++number) {
      auto const pass = state.template pass<Msd>(number);
      if constexpr (ties_are_invisible) {
        if (pass.free) {
          scatter<false>(exec, state, pass);
          continue;
        }
      }
      scatter<true>(exec, state, pass);
    }
  }
  template <RadixCount count, class Companion = NoCompanion>
  static void count_digits(Exec const& exec, State const& state,
                           Companion const& companion = {}) {
    launch_teams<team>(
        "KokkosSort::radix_sort::count_digits", exec, league(exec, state),
        CountRadixDigits<RadixSort, count, Companion>{state, companion});
  }
  template <bool Stable, bool Msd>
  static void scatter(Exec const& exec, State const& state,
                      RadixPass<RadixSort, Msd> const& pass) {
    if constexpr (Msd) {
      scatter<Stable, Tuning::msd_shape>(exec, state, pass);
    } else {
      if (state.has_short_tiles()) {
        scatter<Stable, Tuning::few_keys_shape>(exec, state, pass);
      } else if constexpr (!Stable) {
        scatter<Stable, Tuning::msd_shape>(exec, state, pass);
      } else if (state.has_one_tile()) {
        scatter<Stable, Tuning::one_tile_shape>(exec, state, pass);
      } else if (state.has_medium_tiles()) {
        scatter<Stable, Tuning::medium_shape>(exec, state, pass);
      } else {
        scatter<Stable, Tuning::lsd_shape>(exec, state, pass);
      }
    }
  }
  template <bool Stable, ScatterShape Shape, bool Msd>
  static void scatter(Exec const& exec, State const& state,
                      RadixPass<RadixSort, Msd> const& pass) {
    launch_teams<Shape.team_size, Shape.min_teams>(
        "KokkosSort::radix_sort::scatter_digits", exec,
        std::min<std::size_t>(
            resident_teams<Tuning::scatter_share * Shape.team_size>(exec),
            state.most_tiles()),
        ScatterDigits<Msd, Stable, Shape>{state, pass});
  }
  /// Returns the number of teams that share all keys.
  static std::size_t league(Exec const& exec, State const& state) {
    return std::min<std::size_t>(resident_teams<team>(exec),
                                 state.most_tiles());
  }

  static State plan(Exec const&, Order const& order, std::size_t n,
                    Arena& arena) {
    State s{};
    s.order             = order;
    s.n                 = n;
    s.msd_bins          = 1;
    s.widest_log_digits = Tuning::log_digits;
    if (n <= leaf_capacity) return s;
    if (uses_msd(n)) plan_msd(s);
    s.look_back_words = (s.most_tiles() + LookBack::rows_before)
                        << s.widest_log_digits;
    s.sampled      = arena.take<Item>(2);
    s.flags        = arena.take<RadixFlags>(1);
    s.tickets      = arena.take<std::uint32_t>(s.slots());
    s.bin_offsets  = arena.take<std::uint64_t>(s.slots() * s.row_stride());
    s.bin_cursors  = arena.take<std::uint64_t>(2 * s.row_stride());
    s.bin_tiles    = arena.take<std::uint32_t>(s.msd_passes * s.row_stride());
    s.leaf_offsets = arena.take<std::uint64_t>(s.msd_bins + 1);
    s.look_back    = LookBack::take(arena, s.look_back_words);
    s.data[1]      = take_arrays<Key, Value>(arena, n);
    s.long_leaf_bins =
        arena.take<std::uint32_t>(s.uses_msd() ? s.most_long_leaves() : 0);
    return s;
  }

  static bool uses_msd(std::size_t n) {
    return start == RadixStart::msd ||
           (start == RadixStart::by_size && n >= Tuning::min_for_msd);
  }

  static void plan_msd(State& s) {
    s.msd_bins = static_cast<std::uint32_t>(
                     static_cast<double>(s.n) /
                     (Tuning::leaf_fill * static_cast<double>(leaf_capacity))) +
                 1;
    s.bin_bits   = significant_bits(s.msd_bins - 1);
    s.msd_passes = div_up(s.bin_bits, Tuning::max_log_digits);
    s.widest_log_digits =
        std::max(s.template pass<true>(s.msd_passes - 1).log_digits(),
                 s.widest_log_digits);
  }

  template <class Digit>
  struct DigitOfItem {
    Order order;
    Digit digit;

    KOKKOS_FORCEINLINE_FUNCTION std::uint32_t operator()(Item item) const {
      return digit(order.ordinal(item));
    }
  };

  /// Moves items to their bins, with teams that take tile after tile.
  template <bool Msd, bool Stable, ScatterShape Shape>
  struct ScatterDigits {
    using Pass = RadixPass<RadixSort, Msd>;
    State s;
    Pass pass;

    static constexpr int team = Shape.team_size;
    using Scatter =
        TeamScatter<Exec, Order, Value, team, Shape.items_per_thread,
                    Msd ? Tuning::max_log_digits : Tuning::log_digits, Stable,
                    false>;

    static constexpr int tile = Scatter::tile;

    struct Offsets {
      LookBack back;
      std::uint64_t const* bin_offsets;
      std::uint64_t* bin_cursors;
      std::uint32_t tile;
      bool in_order;

      KOKKOS_FORCEINLINE_FUNCTION void count(int d, std::uint32_t count) const {
        if (in_order) back.publish(tile, d, bin_offsets[d], count);
      }
      KOKKOS_FORCEINLINE_FUNCTION std::uint64_t begin(
          int d, std::uint32_t count) const {
        if (!in_order)
          return bin_offsets[d] + Kokkos::atomic_fetch_add(
                                      &bin_cursors[d], std::uint64_t{count});
        return back.begin_of(tile, d, bin_offsets[d], count);
      }
    };

    KOKKOS_INLINE_FUNCTION std::size_t scratch_bytes() const {
      return 16 + Scatter::scratch_bytes(pass.log_digits());
    }

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      if (!pass.is_enabled(s)) return;
      auto* const scratch = team_scratch(member, scratch_bytes());
      auto* const shared  = reinterpret_cast<std::uint32_t*>(scratch);
      Scatter const scatter(scratch + 16, pass.log_digits());
      int const slot   = pass.slot(s);
      auto const digit = pass.digit(s);
      DigitOfItem<decltype(digit)> const digit_of{s.order, digit};
      Offsets offsets{
          {s.look_back, pass.digits(), static_cast<std::uint32_t>(slot)},
          &s.bin_offset(slot, 0),
          s.bin_cursors + (Msd ? 0 : s.row_stride()),
          0,
          Stable || pass.is_aligned()};
      while (true) {
        offsets.tile        = next_work_item(member, &s.tickets[slot], shared);
        std::uint64_t begin = static_cast<std::uint64_t>(offsets.tile) * tile;
        std::uint64_t end   = s.n;
        if (pass.is_aligned()) {
          if (!find_tile(member, offsets.tile, shared + 1, begin, end)) return;
        } else if (begin >= end) {
          return;
        }
        scatter.move(member, s.order, digit_of, s.data[pass.from(s)],
                     s.data[1 - pass.from(s)], begin,
                     static_cast<int>(end - begin < tile ? end - begin : tile),
                     offsets);
      }
    }

    /// Finds the tile by its number among the bins of the pass before.
    KOKKOS_FORCEINLINE_FUNCTION bool find_tile(Member const& member,
                                               std::uint32_t t,
                                               std::uint32_t* shared,
                                               std::uint64_t& begin,
                                               std::uint64_t& end) const {
      Pass const before = s.template pass<Msd>(pass.number - 1);
      int const slot    = before.slot(s);
      if (t >= s.bin_tile(slot, before.digits())) return false;
      for (int d = member.team_rank(); d < before.digits(); d += team)
        if (s.bin_tile(slot, d) <= t && t < s.bin_tile(slot, d + 1))
          *shared = d;
      member.team_barrier();
      int const d = static_cast<int>(*shared);
      begin       = s.bin_offset(slot, d) +
              static_cast<std::uint64_t>(t - s.bin_tile(slot, d)) * tile;
      end = s.bin_offset(slot, d + 1);
      return true;
    }
  };
};

}  // namespace KokkosSort::Impl

#endif
