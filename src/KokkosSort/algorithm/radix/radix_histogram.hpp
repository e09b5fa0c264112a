// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Phases of radix sort that prepare its passes: see radix_sort.hpp.
#ifndef KOKKOSSORT_ALGORITHM_RADIX_RADIX_HISTOGRAM_HPP
#define KOKKOSSORT_ALGORITHM_RADIX_RADIX_HISTOGRAM_HPP

#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/algorithm/radix/radix_state.hpp>
#include <KokkosSort/block/companion_team.hpp>
#include <KokkosSort/block/flag_team.hpp>
#include <KokkosSort/block/scan_team.hpp>
#include <KokkosSort/block/seen_order.hpp>
#include <KokkosSort/algorithm/radix/bit_digit_thread.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// Clears the memory that other kernels add to, or read before it is written.
template <class Sort>
struct ClearRadixState {
  using Member = TeamMember<typename Sort::Execution>;

  typename Sort::State s;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    if (member.league_rank() == 0) clear_flags(member);
    clear(member, static_cast<std::size_t>(member.league_rank()),
          static_cast<std::size_t>(member.league_size()));
  }

  KOKKOS_INLINE_FUNCTION void clear_flags(Member const& member) const {
    if (member.team_rank() == 0)
      *s.flags = {0, 0, 0, s.uses_msd() ? 0u : 1u, 0, 0, {0, 0}};
  }

  /// Clears a team's part of the words, of which there are `parts`.
  KOKKOS_INLINE_FUNCTION void clear(Member const& member, std::size_t part,
                                    std::size_t parts) const {
    if (s.gate.is_closed()) return;
    std::size_t const first = part * member.team_size() + member.team_rank();
    std::size_t const step  = parts * member.team_size();
    for (std::size_t i = first; i < s.look_back_words; i += step)
      s.look_back[i] = 0;
    for (std::size_t i = first; i < s.slots() * s.row_stride(); i += step)
      s.bin_offsets[i] = 0;
    for (std::size_t i = first; i < 2 * s.row_stride(); i += step)
      s.bin_cursors[i] = 0;
    for (std::size_t i = first; i < s.slots(); i += step) s.tickets[i] = 0;
  }
};

/// Digits that a read of all keys counts. A sample predicts the range that the
/// digits are relative to. If keys are outside it, the count is void.
enum class RadixCount {
  msd,        ///< If keys are outside, LSD passes follow.
  lsd,        ///< If keys are below, they are counted again.
  lsd_again,  ///< Digits are relative to the least number.
};

/// Computes the histograms of all MSD or all LSD passes in one read. Each team
/// counts every so many tiles in scratch. A companion runs meanwhile.
template <class Sort, RadixCount count, class Companion = NoCompanion>
struct CountRadixDigits {
  static constexpr bool Msd = count == RadixCount::msd;

  using Exec   = typename Sort::Execution;
  using Item   = typename Sort::Item;
  using Key    = typename Sort::Key;
  using Pass   = RadixPass<Sort, Msd>;
  using Member = TeamMember<Exec>;

  using Watch = OrderWatch<typename Sort::SortOrder, Sort::ties_are_invisible>;

  // Number that contains the digits of all passes.
  using Number = std::conditional_t<Msd, std::uint32_t, Item>;

  static constexpr int team   = Sort::team;
  static constexpr int ipt    = Sort::Tuning::count_items_per_thread;
  static constexpr int tile   = team * ipt;
  static constexpr int copies = Sort::Tuning::counter_copies;

  typename Sort::State s;
  Companion companion = {};

  KOKKOS_INLINE_FUNCTION int most_passes() const {
    return Msd ? s.msd_passes : Sort::lsd_passes;
  }
  KOKKOS_INLINE_FUNCTION int log_digits() const {
    return s.template pass<Msd>(most_passes() - 1).log_digits();
  }
  KOKKOS_INLINE_FUNCTION std::size_t scratch_bytes() const {
    return bytes_beside<Companion>(
        static_cast<std::size_t>(most_passes()) * copies * sizeof(std::uint32_t)
        << log_digits());
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    // One call for both. With two, the compiler loses track of the kind of
    // memory: on an H200 2^22 keys whose digits crowd then take 18 us longer.
    std::byte* const scratch = team_scratch(member, scratch_bytes());
    TeamShare const share    = run_beside(companion, member, scratch);
    if (share.rank < 0) return;
    // Keys that no one counts count as sorted: the other kernels do nothing.
    if (s.gate.is_closed()) return;
    if (Msd == (s.flags->needs_lsd != 0)) return;
    if (count == RadixCount::lsd_again && !s.is_recounted()) return;
    auto* const counts = reinterpret_cast<std::uint32_t*>(scratch);
    int const passes   = Msd ? s.msd_passes : s.lsd_digits();
    int const k        = 1 << log_digits();
    int const from     = s.template pass<Msd>(0).from(s);
    for (int c = member.team_rank(); c < passes * copies * k; c += team)
      counts[c] = 0;
    member.team_barrier();
    std::uint32_t* const own =
        counts + member.team_rank() / Warp<Exec>::size % copies * k;
    Strided<Key> const keys = s.data[from].keys;
    bool is_outside         = false;
    Watch watch;
    for (std::uint64_t begin = static_cast<std::uint64_t>(share.rank) * tile;
         begin < s.n; begin += static_cast<std::uint64_t>(share.size) * tile) {
      if (s.n - begin >= tile) {
        count_tile<true>(member, keys, begin, tile, passes, own, k, is_outside,
                         watch);
      } else {
        count_tile<false>(member, keys, begin, static_cast<int>(s.n - begin),
                          passes, own, k, is_outside, watch);
      }
    }
    if (count != RadixCount::lsd_again)
      raise_flag(member, is_outside,
                 Msd ? &s.flags->needs_lsd : &s.flags->is_below);
    watch.report(member, s.flags->seen);
    member.team_barrier();
    for (int p = 0; p < passes; ++p) {
      Pass const pass = s.template pass<Msd>(p);
      for (int d = member.team_rank(); d < pass.digits(); d += team) {
        std::uint64_t sum = 0;
        for (int c = 0; c < copies; ++c)
          sum += counts[(p * copies + c) * k +
                        counters_of(static_cast<Number>(d))];
        if (sum != 0) Kokkos::atomic_add(&s.bin_offset(slot(p), d), sum);
      }
    }
  }

 private:
  /// Returns the row of the count. The flags may change during the first one.
  KOKKOS_FORCEINLINE_FUNCTION int slot(int pass) const {
    return Msd ? pass : s.lsd_slot(pass, count == RadixCount::lsd_again);
  }

  /// Turns the digits of a number into the offsets of their counters. LSD
  /// digits that agree in their lower bits, as in keys of few set bits, then
  /// have different banks of scratch.
  KOKKOS_FORCEINLINE_FUNCTION static Number counters_of(Number digits) {
    if constexpr (Msd) return digits;
    static_assert(Msd || Sort::Tuning::log_digits == 8, "digits are bytes");
    constexpr auto all        = static_cast<Number>(~Number{0});
    constexpr auto upper_bits = static_cast<Number>(all / 255 * 7);
    return static_cast<Number>(digits ^ (digits >> 5 & upper_bits));
  }

  KOKKOS_FORCEINLINE_FUNCTION static bool is_outside_of(
      typename Sort::Range const& range, Item item) {
    if (count == RadixCount::lsd_again) return false;
    return Msd ? item < range.low || item > range.high : item < range.low;
  }

  template <bool Full>
  KOKKOS_FORCEINLINE_FUNCTION void count_tile(Member const& member,
                                              Strided<Key> const& keys,
                                              std::uint64_t begin, int size,
                                              int passes, std::uint32_t* own,
                                              int k, bool& is_outside,
                                              Watch& watch) const {
    Number numbers[ipt];
    if constexpr (!Full) {
      // Silences compilers that do not see that every counted number was read.
      KOKKOSSORT_UNROLL
      for (int j = 0; j < ipt; ++j) numbers[j] = Number{};
    }
    auto const number_of       = s.template digits_of<Msd>();
    typename Sort::Range range = s.whole_range();
    if constexpr (Msd) {
      range = s.range();
    } else {
      range.low = s.lsd_base();
    }
    with_stride(keys, [&](auto stride) {
      Key const* const place =
          keys.data +
          static_cast<std::ptrdiff_t>(begin + member.team_rank()) * stride;
      KOKKOSSORT_UNROLL
      for (int j = 0; j < ipt; ++j)
        if (Full || j * team + member.team_rank() < size) {
          Item const item = s.ordinal(place[j * team * stride]);
          is_outside      = is_outside | is_outside_of(range, item);
          numbers[j]      = counters_of(number_of(item));
        }
    });
    if (!watch.is_over()) {
      KOKKOSSORT_UNROLL
      for (int j = 0; j < ipt; ++j) {
        int const at = j * team + member.team_rank();
        if (Full || at < size)
          watch.see(s.order, keys, begin + at,
                    s.order.encode(keys[begin + at]));
      }
    }
    KOKKOSSORT_NO_UNROLL
    for (int p = 0; p < passes; ++p) {
      Pass const pass = s.template pass<Msd>(p);
      BitDigit<Number> const digit_of{0, pass.shift, pass.log_digits()};
      std::uint32_t* const of_digits = own + p * copies * k;
      KOKKOSSORT_UNROLL
      for (int j = 0; j < ipt; ++j)
        if (Full || j * team + member.team_rank() < size)
          Warp<Exec>::shared_atomic_add(&of_digits[digit_of(numbers[j])],
                                        std::uint32_t{1});
    }
  }
};

/// Turns histograms into offsets, with one team per pass. MSD passes also need
/// each bin's first tile, for the pass whose tiles must not span two bins. An
/// LSD pass with a single digit is skipped.
template <class Sort, bool Msd>
struct ScanRadixCounts {
  using Exec   = typename Sort::Execution;
  using Pass   = RadixPass<Sort, Msd>;
  using Member = TeamMember<Exec>;
  using Scan   = TeamScan<Exec, Sort::team, std::uint64_t>;

  static constexpr int team = Sort::team;

  typename Sort::State s;

  KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
    return Scan::scratch_bytes() + sizeof(Crowd);
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    Pass const pass = s.template pass<Msd>(member.league_rank());
    if (!pass.is_enabled(s)) return;
    auto* const scratch =
        reinterpret_cast<std::uint64_t*>(team_scratch(member, scratch_bytes()));
    int const slot  = pass.slot(s);
    int const share = div_up(pass.digits(), team);
    int const first = member.team_rank() * share;
    int const end =
        first + share < pass.digits() ? first + share : pass.digits();
    if constexpr (Msd) {
      if (pass.number == 0) decide(member, pass, first, end, scratch);
      number_tiles(member, slot, first, end, scratch);
    }
    std::uint64_t items = 0;
    for (int d = first; d < end; ++d) items += s.bin_offset(slot, d);
    std::uint64_t total;
    std::uint64_t begin = Scan::exclusive(member, items, scratch, total);
    for (int d = first; d < end; ++d) {
      std::uint64_t const count = s.bin_offset(slot, d);
      s.bin_offset(slot, d)     = begin;
      begin += count;
      if (!Msd && s.uses_msd() && count == s.n)
        Kokkos::atomic_or(&s.flags->idle_passes, 1u << pass.number);
    }
    if (member.team_rank() == 0) s.bin_offset(slot, pass.digits()) = s.n;
  }

 private:
  /// Whether some digit is far above the mean, or far below.
  struct Crowd {
    std::uint32_t is_above;
    std::uint32_t is_below;
  };

  /// Decides whether the MSD passes run. The first one takes the low digits of
  /// the bins, in which spread keys differ by little more than chance. A bin of
  /// too many keys shows there, down to 3 in 10^4 of 2^24 keys. It holds a
  /// frequent key and others if no digit is nearly empty. LSD passes would then
  /// follow the MSD passes. On an H200 both take 8.5 ms for 2^28 u32 keys of
  /// which one has 1 %, and LSD passes alone 5.2 ms.
  KOKKOS_FORCEINLINE_FUNCTION void decide(Member const& member,
                                          Pass const& pass, int first, int end,
                                          std::uint64_t* scratch) const {
    auto* const crowd = reinterpret_cast<Crowd*>(
        scratch + Scan::scratch_bytes() / sizeof(std::uint64_t));
    if (member.team_rank() == 0) *crowd = {0, 0};
    member.team_barrier();
    auto const bins   = static_cast<std::uint64_t>(s.msd_bins);
    auto const digits = static_cast<std::uint64_t>(pass.digits());
    for (int d = first; d < end && static_cast<std::uint64_t>(d) < bins; ++d) {
      std::uint64_t const count    = s.bin_offset(pass.slot(s), d);
      std::uint64_t const sharing  = div_up(bins - d, digits);
      std::uint64_t const expected = s.n / bins * sharing;
      // The leaf has its share of those expected, nearly a capacity.
      if (count + Sort::leaf_capacity > expected + s.longest_leaf())
        crowd->is_above = 1;
      if (count < expected / 4) crowd->is_below = 1;
    }
    member.team_barrier();
    if (member.team_rank() != 0) return;
    if (crowd->is_above != 0 && crowd->is_below == 0 && !s.bins_are_values()) {
      s.flags->needs_lsd = 1;
    } else {
      s.flags->msd_ran = 1;
    }
  }

  /// Numbers the tiles of the pass. The scratch may be used again.
  KOKKOS_FORCEINLINE_FUNCTION void number_tiles(Member const& member, int slot,
                                                int first, int end,
                                                std::uint64_t* scratch) const {
    std::uint64_t tiles = 0;
    for (int d = first; d < end; ++d) tiles += tiles_of(s.bin_offset(slot, d));
    std::uint64_t total;
    std::uint64_t tile = Scan::exclusive(member, tiles, scratch, total);
    for (int d = first; d < end; ++d) {
      s.bin_tile(slot, d) = static_cast<std::uint32_t>(tile);
      tile += tiles_of(s.bin_offset(slot, d));
    }
    if (member.team_rank() == 0)
      s.bin_tile(slot, s.template pass<Msd>(slot).digits()) =
          static_cast<std::uint32_t>(total);
    member.team_barrier();
  }

  KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t tiles_of(
      std::uint64_t count) {
    return div_up(count, std::uint64_t{Sort::Tuning::msd_shape.tile()});
  }
};

}  // namespace KokkosSort::Impl

#endif
