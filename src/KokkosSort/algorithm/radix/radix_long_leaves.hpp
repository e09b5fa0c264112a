// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Phase of radix sort for leaves that exceed a team's scratch by little: see
// radix_sort.hpp.
#ifndef KOKKOSSORT_ALGORITHM_RADIX_RADIX_LONG_LEAVES_HPP
#define KOKKOSSORT_ALGORITHM_RADIX_RADIX_LONG_LEAVES_HPP

#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/warp.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/scan_team.hpp>
#include <KokkosSort/algorithm/engine/scatter_team.hpp>
#include <KokkosSort/algorithm/radix/bit_digit_thread.hpp>
#include <KokkosSort/algorithm/radix/radix_tuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Sorts each long leaf by LSD passes of one team, from one array to the other
/// and back. Such leaves are few if keys are spread but repeat a few times
/// each. A pass whose digit is the same in the whole leaf is skipped.
template <class Sort>
struct SortLongRadixLeaves {
  using Exec   = typename Sort::Execution;
  using Item   = typename Sort::Item;
  using Member = TeamMember<Exec>;

  static constexpr ScatterShape shape = Sort::Tuning::lsd_shape;
  static constexpr int team           = shape.team_size;
  static constexpr int log_digits     = Sort::Tuning::log_digits;
  static constexpr int digits         = 1 << log_digits;

  using Scan = TeamScan<Exec, team, std::uint32_t>;
  using Scatter =
      TeamScatter<Exec, typename Sort::SortOrder, typename Sort::SortValue,
                  team, shape.items_per_thread, log_digits, true, false>;

  typename Sort::State s;

  /// Offsets of the next items of each digit. The tiles of a team are in order.
  struct Offsets {
    std::uint64_t begin_of_leaf;
    std::uint32_t* cursors;

    KOKKOS_FORCEINLINE_FUNCTION void count(int, std::uint32_t) const {}
    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t begin(int d,
                                                    std::uint32_t count) const {
      std::uint32_t const here = cursors[d];
      cursors[d]               = here + count;
      return begin_of_leaf + here;
    }
  };

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t counting_bytes() {
    return round_up(digits * sizeof(std::uint32_t) + Scan::scratch_bytes(), 16);
  }
  KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
    return counting_bytes() + Scatter::scratch_bytes(log_digits);
  }

  KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
    if (s.flags->long_leaves == 0 || s.flags->needs_lsd != 0) return;
    std::byte* const scratch = team_scratch(member, scratch_bytes());
    for (std::uint32_t i = member.league_rank(); i < s.flags->long_leaves;
         i += member.league_size())
      sort_leaf(member, scratch, s.long_leaf_bins[i]);
  }

 private:
  KOKKOS_INLINE_FUNCTION void sort_leaf(Member const& member,
                                        std::byte* scratch,
                                        std::uint32_t bin) const {
    std::uint64_t const begin = s.leaf_offsets[bin];
    auto const size =
        static_cast<std::uint32_t>(s.leaf_offsets[bin + 1] - begin);
    Scatter const scatter(scratch + counting_bytes(), log_digits);
    Offsets const offsets{begin, reinterpret_cast<std::uint32_t*>(scratch)};
    int at = s.msd_passes % 2;
    for (int pass = 0; pass < s.range().digits(log_digits); ++pass) {
      typename Sort::template DigitOfItem<BitDigit<Item>> const digit_of{
          s.order, {s.range().low, pass * log_digits, log_digits}};
      if (!count(member, digit_of, s.data[at].keys, begin, size,
                 offsets.cursors))
        continue;
      for (std::uint32_t done = 0; done < size; done += Scatter::tile)
        scatter.move(
            member, s.order, digit_of, s.data[at], s.data[1 - at], begin + done,
            static_cast<int>(size - done < Scatter::tile ? size - done
                                                         : Scatter::tile),
            offsets);
      at = 1 - at;
    }
    if (at == 1) copy_all(member, s.data[1], s.data[0], begin, size);
  }

  /// Sets the cursors to the offset of each digit in the leaf. Returns whether
  /// the leaf has several digits. Ends with a barrier.
  template <class DigitOf>
  KOKKOS_INLINE_FUNCTION bool count(Member const& member,
                                    DigitOf const& digit_of,
                                    Strided<typename Sort::Key> const& keys,
                                    std::uint64_t begin, std::uint32_t size,
                                    std::uint32_t* cursors) const {
    for (int d = member.team_rank(); d < digits; d += team) cursors[d] = 0;
    member.team_barrier();
    for (std::uint32_t i = member.team_rank(); i < size; i += team)
      Warp<Exec>::shared_atomic_add(
          &cursors[digit_of(s.order.encode(keys[begin + i]))],
          std::uint32_t{1});
    member.team_barrier();
    constexpr int share = div_up(digits, team);
    int const first     = member.team_rank() * share;
    int const end       = first + share < digits ? first + share : digits;
    std::uint32_t items = 0;
    bool has_all        = false;
    for (int d = first; d < end; ++d) {
      items += cursors[d];
      has_all = has_all || cursors[d] == size;
    }
    std::uint32_t total;
    std::uint32_t next =
        Scan::exclusive(member, items, cursors + digits, total);
    for (int d = first; d < end; ++d) {
      std::uint32_t const count = cursors[d];
      cursors[d]                = next;
      next += count;
    }
    return !Warp<Exec>::any_in_team(member, has_all);
  }
};

}  // namespace KokkosSort::Impl

#endif
