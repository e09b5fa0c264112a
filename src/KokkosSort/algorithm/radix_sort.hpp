// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Radix sort: D. Dewan, I. Simidjiyski, "Parallel sorting: heap, quick, radix
// and merge sort on a GPU" (2010), section on radix sort.
//
// Range        the least and the greatest key
// Pass:        CountDigits    each team counts the digits of its chunk
//              ScanCounts     prefix sums over the chunks, digit by digit
//              ScatterDigits  each team moves its chunk's items
// Leading      2 passes (1 for few keys, 3 for very many) by the leading digits
//   digits     alone, the least significant of them first
// FindLeaves   where the stretches of equal leading digits begin
// SortLeaves   every stretch fits one team's scratch: that sorts it
// All digits   passes over all bits of the range, 8 at a time, from the least:
//              only where a stretch is too long for a team
// CopyBack     where the passes end in the scratch array
//
// What differs from the paper, and why:
// - The paper passes over all bits. Leading digits that make n / M stretches
//   suffice where keys are spread out, and the rest is settled in scratch: a
//   third of the traffic for 64-bit keys.
// - Bits in which no keys differ are never passed over: digits are read from
//   the distance to the least key.
// - Which way is taken is decided on the device; kernels of the other way end
//   at once. The number of launches depends on n and the type alone.
// - Places are found by prefix sums over the teams' counts instead of one
//   thread's loop, and the items leave scratch in runs.
//
// Stable. O(n b / 8) for keys of b bits, whatever they hold. Launches: 6 and
// 3 for each pass. Extra memory: n keys, n values, and a counter for each digit
// and chunk. Keys in their numeric order only.
#ifndef KOKKOSSORT_ALGORITHM_RADIX_SORT_HPP
#define KOKKOSSORT_ALGORITHM_RADIX_SORT_HPP

#include <KokkosSort/algorithm/arena.hpp>
#include <KokkosSort/algorithm/distribution.hpp>
#include <KokkosSort/algorithm/launch.hpp>
#include <KokkosSort/algorithm/radix_leaves.hpp>
#include <KokkosSort/algorithm/min_max.hpp>
#include <KokkosSort/team/digit_scatter.hpp>
#include <KokkosSort/team/scan.hpp>
#include <KokkosSort/thread/digit.hpp>
#include <KokkosSort/thread/order.hpp>
#include <KokkosSort/tuning/radix_sort.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

template <class Order>
inline constexpr bool is_bits_order_v = false;
template <class Key>
inline constexpr bool is_bits_order_v<BitsOrder<Key>> = true;

template <class Exec, class Order, class Value>
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
  using Leaves = Distribution<Exec, Order, Value, LeafTuning>;

  static constexpr int team       = Tuning::team_size;
  static constexpr int ipt        = Tuning::items_per_thread;
  static constexpr int tile       = team * ipt;
  static constexpr bool is_stable = true;

  static constexpr std::uint64_t leaf_capacity = Leaves::leaf_capacity;
  static constexpr int all_passes =
      (8 * static_cast<int>(sizeof(Key)) + Tuning::log_digits - 1) /
      Tuning::log_digits;

  // The first of a row of passes need not keep the order of keys that nobody
  // can tell apart.
  static constexpr bool first_is_free = !is_value_v<Value>;

  struct State {
    Order order;
    std::uint64_t n;
    Data data[2];          // the caller's arrays and the scratch
    Key* extremes;         // the least and the greatest key
    std::uint32_t strips;  // that the leading digits tell apart
    int passes;            // by leading digits
    int strip_bits;        // that number the strips
    std::uint64_t chunk_items;
    std::uint32_t chunks;
    std::uint64_t* counters;  // [digit][chunk]
    std::uint64_t* totals;    // by digit
    std::uint64_t* leaves;    // by strip: where it begins; and the end
    std::uint32_t* oversize;  // whether a leaf is

    KOKKOS_FORCEINLINE_FUNCTION Range range() const {
      return {order.encode(extremes[0]), order.encode(extremes[1])};
    }
    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t& counter(int d,
                                                       std::uint32_t c) const {
      return counters[static_cast<std::size_t>(d) * chunks + c];
    }
  };

  /// One pass of either kind.
  struct Pass {
    bool leading;
    int number;
    int shift;
    int log_digits;

    KOKKOS_FORCEINLINE_FUNCTION int digits() const { return 1 << log_digits; }
    KOKKOS_FORCEINLINE_FUNCTION bool is_due(State const& s) const {
      return leading ||
             (*s.oversize != 0 && number < s.range().digits(log_digits));
    }
    KOKKOS_FORCEINLINE_FUNCTION Digit<Item> digit(State const& s) const {
      return leading ? s.range().strip_digit(s.strips, shift, log_digits)
                     : s.range().digit(shift, log_digits);
    }
    KOKKOS_FORCEINLINE_FUNCTION int from(State const& s) const {
      return (leading ? number : s.passes + number) % 2;
    }
  };

  static std::size_t scratch_bytes(Exec const& exec, Order const& order,
                                   std::size_t n) {
    Arena measure;
    plan(exec, order, n, measure);
    return n <= leaf_capacity ? 0
                              : measure.used() + Arena::alignment +
                                    Extremes::scratch_bytes(exec, n);
  }

  using Extremes = MinMaxSearch<Exec, Order, Key, Sought::keys>;

  static void run(Exec const& exec, Order const& order, Strided<Key> keys,
                  Strided<Value> values, std::size_t n, Arena& arena) {
    using Find = FindRadixLeaves<RadixSort>;
    Kokkos::Profiling::ScopedRegion region("KokkosSort::radix_sort");
    State state   = plan(exec, order, n, arena);
    state.data[0] = {keys, values};
    if (n > leaf_capacity) {
      Extremes::run(exec, order, Strided<Key const>{keys.data, keys.stride}, n,
                    Strided<Key>{state.extremes}, arena);
      int shift = 0;
      for (int number = 0; number < state.passes; ++number) {
        int const width = (state.strip_bits - shift) / (state.passes - number);
        pass(exec, state, Pass{true, number, shift, width});
        shift += width;
      }
      launch_teams<team>("KokkosSort::radix_sort::find_leaves", exec,
                         state.strips / Find::strips_a_team + 1, Find{state});
    }
    launch_teams<team, LeafTuning::leaf_min_teams>(
        "KokkosSort::radix_sort::sort_leaves", exec, state.strips,
        SortLeaves{state});
    if (n <= leaf_capacity) return;
    for (int number = 0; number < all_passes; ++number)
      pass(
          exec, state,
          Pass{false, number, number * Tuning::log_digits, Tuning::log_digits});
    launch_teams<team>("KokkosSort::radix_sort::copy_back", exec, state.chunks,
                       CopyBack{state});
  }

  static void pass(Exec const& exec, State const& state, Pass const& which) {
    Kokkos::Profiling::ScopedRegion region("KokkosSort::radix_sort::pass");
    launch_teams<team>("KokkosSort::radix_sort::count_digits", exec,
                       state.chunks, CountDigits{state, which});
    launch_teams<team>("KokkosSort::radix_sort::scan_counts", exec,
                       which.digits(), ScanCounts{state, which});
    if (first_is_free && which.number == 0) {
      scatter<false>(exec, state, which);
    } else {
      scatter<true>(exec, state, which);
    }
  }
  template <bool Stable>
  static void scatter(Exec const& exec, State const& state, Pass const& which) {
    launch_teams<team, Tuning::scatter_min_teams>(
        "KokkosSort::radix_sort::scatter_digits", exec, state.chunks,
        ScatterDigits<Stable>{state, which});
  }

  static State plan(Exec const&, Order const& order, std::size_t n,
                    Arena& arena) {
    State s{};
    s.order  = order;
    s.n      = n;
    s.strips = 1;
    if (n <= leaf_capacity) return s;
    s.strips = static_cast<std::uint32_t>(
                   static_cast<double>(n) /
                   (Tuning::leaf_fill * static_cast<double>(leaf_capacity))) +
               1;
    s.strip_bits = significant_bits(s.strips - 1);
    s.passes =
        (s.strip_bits + Tuning::max_log_digits - 1) / Tuning::max_log_digits;
    s.chunk_items = tile * Tuning::tiles_per_chunk;
    s.chunks =
        static_cast<std::uint32_t>((n + s.chunk_items - 1) / s.chunk_items);
    std::size_t const digits =
        std::size_t{1} << std::max(
            std::min(s.strip_bits, Tuning::max_log_digits), Tuning::log_digits);
    s.extremes     = arena.take<Key>(2);
    s.oversize     = arena.take<std::uint32_t>(1);
    s.totals       = arena.take<std::uint64_t>(digits);
    s.leaves       = arena.take<std::uint64_t>(s.strips + 1);
    s.counters     = arena.take<std::uint64_t>(digits * s.chunks);
    s.data[1].keys = Strided<Key>{arena.take<Key>(n)};
    if constexpr (is_value_v<Value>)
      s.data[1].values = Strided<Value>{arena.take<Value>(n)};
    return s;
  }

  /// Each team counts the digits of its chunk.
  struct CountDigits {
    State s;
    Pass pass;

    static constexpr int copies = Tuning::counter_copies;

    KOKKOS_INLINE_FUNCTION std::size_t scratch_bytes() const {
      return static_cast<std::size_t>(copies) * pass.digits() *
             sizeof(std::uint32_t);
    }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      if (!pass.is_due(s)) return;
      auto* const counts = reinterpret_cast<std::uint32_t*>(
          team_scratch(member, scratch_bytes()));
      int const k               = pass.digits();
      std::uint32_t const c     = member.league_rank();
      std::uint64_t const begin = c * s.chunk_items;
      std::uint64_t const end =
          s.n - begin < s.chunk_items ? s.n : begin + s.chunk_items;
      for (int d = member.team_rank(); d < k * copies; d += team) counts[d] = 0;
      if (c == 0 && pass.leading && member.team_rank() == 0) *s.oversize = 0;
      member.team_barrier();
      std::uint32_t* const own =
          counts + member.team_rank() / Warp<Exec>::size % copies * k;
      Strided<Key> const keys    = s.data[pass.from(s)].keys;
      Digit<Item> const digit_of = pass.digit(s);
      with_stride(keys, [&](auto stride) {
        std::uint64_t i = begin + member.team_rank();
        for (; i + (ipt - 1) * team < end; i += tile) {
          Key const* const place =
              keys.data + static_cast<std::ptrdiff_t>(i) * stride;
          Item items[ipt];
          KOKKOSSORT_UNROLL
          for (int j = 0; j < ipt; ++j)
            items[j] = s.order.encode(place[j * team * stride]);
          KOKKOSSORT_UNROLL
          for (int j = 0; j < ipt; ++j)
            Warp<Exec>::scratch_add(&own[digit_of(items[j])], std::uint32_t{1});
        }
        for (; i < end; i += team)
          Warp<Exec>::scratch_add(
              &own[digit_of(s.order.encode(
                  keys.data[static_cast<std::ptrdiff_t>(i) * stride]))],
              std::uint32_t{1});
      });
      member.team_barrier();
      for (int d = member.team_rank(); d < k; d += team) {
        std::uint32_t sum = 0;
        for (int copy = 0; copy < copies; ++copy) sum += counts[copy * k + d];
        s.counter(d, c) = sum;
      }
    }
  };

  /// A team a digit: where in the digit each chunk's items begin.
  struct ScanCounts {
    State s;
    Pass pass;

    using Scan = TeamScan<Exec, team, std::uint64_t>;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return Scan::scratch_bytes();
    }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      if (!pass.is_due(s)) return;
      auto* const scratch = reinterpret_cast<std::uint64_t*>(
          team_scratch(member, scratch_bytes()));
      int const d              = member.league_rank();
      std::uint64_t* const row = &s.counter(d, 0);
      std::uint64_t total      = 0;
      // A few neighbouring counters a thread, so that the team's are
      // neighbours, too.
      constexpr std::uint32_t own = 4;
      for (std::uint32_t c = member.team_rank() * own;
           c / (team * own) * (team * own) < s.chunks; c += team * own) {
        std::uint64_t count[own];
        std::uint64_t sum = 0;
        KOKKOSSORT_UNROLL
        for (std::uint32_t j = 0; j < own; ++j) {
          count[j] = c + j < s.chunks ? row[c + j] : 0;
          sum += count[j];
        }
        std::uint64_t here;
        std::uint64_t before =
            total + Scan::exclusive(member, sum, scratch, here);
        total += here;
        KOKKOSSORT_UNROLL
        for (std::uint32_t j = 0; j < own; ++j) {
          if (c + j < s.chunks) row[c + j] = before;
          before += count[j];
        }
      }
      if (member.team_rank() == 0) s.totals[d] = total;
    }
  };

  /// Each team moves its chunk's items to their digits.
  template <bool Stable>
  struct ScatterDigits {
    State s;
    Pass pass;

    using Scatter = TeamDigitScatter<Exec, Order, Value, team, ipt, Stable>;
    using Scan    = TeamScan<Exec, team, std::uint64_t>;

    KOKKOS_INLINE_FUNCTION std::size_t scratch_bytes() const {
      return Scatter::scratch_bytes(pass.log_digits);
    }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      if (!pass.is_due(s)) return;
      auto* const scratch = team_scratch(member, scratch_bytes());
      Scatter const scatter(scratch, pass.log_digits);
      std::uint32_t const c     = member.league_rank();
      std::uint64_t const begin = c * s.chunk_items;
      std::uint64_t const left  = s.n - begin;
      begin_digits(member, scatter, c, scratch);
      scatter.scatter(member, s.order, pass.digit(s), s.data[pass.from(s)],
                      s.data[1 - pass.from(s)], begin,
                      left < s.chunk_items ? left : s.chunk_items);
    }

    KOKKOS_INLINE_FUNCTION void begin_digits(Member const& member,
                                             Scatter const& scatter,
                                             std::uint32_t c,
                                             std::byte* scratch) const {
      int const share = (pass.digits() + team - 1) / team;
      int const first = member.team_rank() * share;
      int const end =
          first + share < pass.digits() ? first + share : pass.digits();
      std::uint64_t sum = 0;
      for (int d = first; d < end; ++d) sum += s.totals[d];
      std::uint64_t total;
      // The scan is done with the scratch before the scatter begins with it.
      std::uint64_t start = Scan::exclusive(
          member, sum, reinterpret_cast<std::uint64_t*>(scratch), total);
      for (int d = first; d < end; ++d) {
        scatter.begin_at(d, start + s.counter(d, c));
        start += s.totals[d];
      }
      member.team_barrier();
    }
  };

  /// A team a leaf. Without passes the array itself is the only one.
  struct SortLeaves {
    State s;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return Leaves::leaf_scratch_bytes();
    }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      auto* const scratch = team_scratch(member, scratch_bytes());
      if (s.passes == 0) {
        Leaves::sort_leaf(member, scratch, s.order, s.data[0], s.data[0], 0,
                          static_cast<int>(s.n));
        return;
      }
      if (s.range().strips_are_values(s.strips) || *s.oversize != 0) return;
      std::uint64_t const begin = s.leaves[member.league_rank()];
      std::uint64_t const end   = s.leaves[member.league_rank() + 1];
      if (begin < end)
        Leaves::sort_leaf(member, scratch, s.order, s.data[s.passes % 2],
                          s.data[0], begin, static_cast<int>(end - begin));
    }
  };

  /// A team a chunk.
  struct CopyBack {
    State s;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() { return 0; }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      int done = s.passes;
      if (*s.oversize != 0) {
        done += s.range().digits(Tuning::log_digits);
      } else if (!s.range().strips_are_values(s.strips)) {
        return;
      }
      if (done % 2 == 0) return;
      std::uint64_t const begin = member.league_rank() * s.chunk_items;
      std::uint64_t const left  = s.n - begin;
      copy_all(member, s.data[1], s.data[0], begin,
               left < s.chunk_items ? left : s.chunk_items);
    }
  };
};

}  // namespace KokkosSort::Impl

#endif
