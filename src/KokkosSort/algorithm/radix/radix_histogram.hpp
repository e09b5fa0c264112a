// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Phases of radix sort that prepare its passes: see radix_sort.hpp.
#ifndef KOKKOSSORT_ALGORITHM_RADIX_RADIX_HISTOGRAM_HPP
#define KOKKOSSORT_ALGORITHM_RADIX_RADIX_HISTOGRAM_HPP

#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/algorithm/radix/radix_state.hpp>
#include <KokkosSort/block/scan_team.hpp>
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

  KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
    std::size_t const first =
        static_cast<std::size_t>(member.league_rank()) * Sort::team +
        member.team_rank();
    std::size_t const step =
        static_cast<std::size_t>(member.league_size()) * Sort::team;
    for (std::size_t i = first; i < s.look_back_words; i += step)
      s.look_back[i] = 0;
    for (std::size_t i = first; i < s.slots() * s.row_stride(); i += step)
      s.bin_offsets[i] = 0;
    for (std::size_t i = first; i < 2 * s.row_stride(); i += step)
      s.bin_cursors[i] = 0;
    for (std::size_t i = first; i <= s.slots(); i += step) s.tickets[i] = 0;
    if (first == 0) *s.flags = {0, 0, s.uses_msd() ? 0u : 1u};
  }
};

/// Computes the histograms of all MSD or all LSD passes in one read. Each team
/// counts every so many tiles in scratch.
template <class Sort, bool Msd>
struct CountRadixDigits {
  using Exec   = typename Sort::Execution;
  using Item   = typename Sort::Item;
  using Key    = typename Sort::Key;
  using Pass   = RadixPass<Sort, Msd>;
  using Member = TeamMember<Exec>;

  // Number that contains the digits of all passes.
  using Number = std::conditional_t<Msd, std::uint32_t, Item>;

  static constexpr int team   = Sort::team;
  static constexpr int ipt    = Sort::Tuning::count_items_per_thread;
  static constexpr int tile   = team * ipt;
  static constexpr int copies = Sort::Tuning::counter_copies;

  typename Sort::State s;

  KOKKOS_INLINE_FUNCTION int most_passes() const {
    return Msd ? s.msd_passes : Sort::lsd_passes;
  }
  KOKKOS_INLINE_FUNCTION int log_digits() const {
    return s.template pass<Msd>(most_passes() - 1).log_digits();
  }
  KOKKOS_INLINE_FUNCTION std::size_t scratch_bytes() const {
    return static_cast<std::size_t>(most_passes()) * copies *
               sizeof(std::uint32_t)
           << log_digits();
  }

  KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
    if (Msd == (s.flags->needs_lsd != 0)) return;
    auto* const counts =
        reinterpret_cast<std::uint32_t*>(team_scratch(member, scratch_bytes()));
    int const passes =
        Msd ? s.msd_passes : s.range().digits(Sort::Tuning::log_digits);
    int const k    = 1 << log_digits();
    int const from = s.template pass<Msd>(0).from(s);
    for (int c = member.team_rank(); c < passes * copies * k; c += team)
      counts[c] = 0;
    member.team_barrier();
    std::uint32_t* const own =
        counts + member.team_rank() / Warp<Exec>::size % copies * k;
    Strided<Key> const keys = s.data[from].keys;
    for (std::uint64_t begin =
             static_cast<std::uint64_t>(member.league_rank()) * tile;
         begin < s.n;
         begin += static_cast<std::uint64_t>(member.league_size()) * tile) {
      if (s.n - begin >= tile) {
        count_tile<true>(member, keys, begin, tile, passes, own, k);
      } else {
        count_tile<false>(member, keys, begin, static_cast<int>(s.n - begin),
                          passes, own, k);
      }
    }
    member.team_barrier();
    for (int p = 0; p < passes; ++p) {
      Pass const pass = s.template pass<Msd>(p);
      for (int d = member.team_rank(); d < pass.digits(); d += team) {
        std::uint64_t sum = 0;
        for (int c = 0; c < copies; ++c)
          sum += counts[(p * copies + c) * k + d];
        if (sum != 0) Kokkos::atomic_add(&s.bin_offset(pass.slot(s), d), sum);
      }
    }
  }

  template <bool Full>
  KOKKOS_FORCEINLINE_FUNCTION void count_tile(Member const& member,
                                              Strided<Key> const& keys,
                                              std::uint64_t begin, int size,
                                              int passes, std::uint32_t* own,
                                              int k) const {
    Number numbers[ipt];
    if constexpr (!Full) {
      // Silences compilers that do not see that every counted number was read.
      KOKKOSSORT_UNROLL
      for (int j = 0; j < ipt; ++j) numbers[j] = Number{};
    }
    auto const number_of = s.template digits_of<Msd>();
    with_stride(keys, [&](auto stride) {
      Key const* const place =
          keys.data +
          static_cast<std::ptrdiff_t>(begin + member.team_rank()) * stride;
      KOKKOSSORT_UNROLL
      for (int j = 0; j < ipt; ++j)
        if (Full || j * team + member.team_rank() < size)
          numbers[j] = number_of(s.ordinal(place[j * team * stride]));
    });
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

/// Turns histograms into offsets, with one team per pass. Also computes each
/// bin's first tile, for passes whose tiles must not span two bins.
template <class Sort, bool Msd>
struct ScanRadixCounts {
  using Exec   = typename Sort::Execution;
  using Pass   = RadixPass<Sort, Msd>;
  using Member = TeamMember<Exec>;
  using Scan   = TeamScan<Exec, Sort::team, std::uint64_t>;

  static constexpr int team = Sort::team;

  typename Sort::State s;

  KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
    return Scan::scratch_bytes();
  }

  KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
    Pass const pass = s.template pass<Msd>(member.league_rank());
    if (!pass.is_enabled(s)) return;
    if (Msd && member.team_rank() == 0) s.flags->msd_ran = 1;
    auto* const scratch =
        reinterpret_cast<std::uint64_t*>(team_scratch(member, scratch_bytes()));
    int const slot  = pass.slot(s);
    int const share = div_up(pass.digits(), team);
    int const first = member.team_rank() * share;
    int const end =
        first + share < pass.digits() ? first + share : pass.digits();
    std::uint64_t items = 0;
    std::uint64_t tiles = 0;
    for (int d = first; d < end; ++d) {
      items += s.bin_offset(slot, d);
      tiles += tiles_of(s.bin_offset(slot, d));
    }
    std::uint64_t total;
    std::uint64_t begin = Scan::exclusive(member, items, scratch, total);
    member.team_barrier();
    std::uint64_t tile = Scan::exclusive(member, tiles, scratch, total);
    for (int d = first; d < end; ++d) {
      std::uint64_t const count = s.bin_offset(slot, d);
      s.bin_offset(slot, d)     = begin;
      s.bin_tile(slot, d)       = static_cast<std::uint32_t>(tile);
      begin += count;
      tile += tiles_of(count);
    }
    if (member.team_rank() == 0) {
      s.bin_offset(slot, pass.digits()) = s.n;
      s.bin_tile(slot, pass.digits())   = static_cast<std::uint32_t>(total);
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t tiles_of(
      std::uint64_t count) {
    constexpr int tile =
        Msd ? Sort::Tuning::msd_shape.tile() : Sort::Tuning::lsd_shape.tile();
    return div_up(count, std::uint64_t{tile});
  }
};

}  // namespace KokkosSort::Impl

#endif
