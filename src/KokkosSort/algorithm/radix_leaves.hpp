// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The phase of radix sort that finds its leaves: see radix_sort.hpp.
#ifndef KOKKOSSORT_ALGORITHM_RADIX_LEAVES_HPP
#define KOKKOSSORT_ALGORITHM_RADIX_LEAVES_HPP

#include <KokkosSort/algorithm/launch.hpp>
#include <KokkosSort/thread/digit.hpp>
#include <KokkosSort/thread/strided.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// A thread a strip: where its leaf begins; and whether all leaves fit.
template <class Sort>
struct FindRadixLeaves {
  using Key   = typename Sort::Key;
  using Item  = typename Sort::Item;
  using Range = typename Sort::Range;

  static constexpr int team = Sort::team;

  using Member = TeamMember<typename Sort::Execution>;

  typename Sort::State s;

  // The last thread's strip belongs to the next team, too.
  static constexpr std::uint32_t strips_a_team = team > 1 ? team - 1 : 63;

  KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
    return (strips_a_team + 1) * sizeof(std::uint64_t);
  }

  KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
    Range const range = s.range();
    if (range.strips_are_values(s.strips)) return;
    auto* const begins =
        reinterpret_cast<std::uint64_t*>(team_scratch(member, scratch_bytes()));
    Digit<Item> const strip_of = range.strip_of(s.strips);
    Strided<Key> const keys    = s.data[s.passes % 2].keys;
    std::uint32_t const first  = member.league_rank() * strips_a_team;
    for (std::uint32_t j = member.team_rank(); j <= strips_a_team; j += team) {
      std::uint32_t const strip = first + j;
      if (strip > s.strips) continue;
      std::uint64_t low  = 0;
      std::uint64_t high = strip == 0 ? 0 : s.n;
      if (strip == s.strips) low = s.n;
      while (low < high) {
        std::uint64_t const middle = low + (high - low) / 2;
        if (strip_of(s.order.encode(keys[middle])) < strip) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      begins[j]       = low;
      s.leaves[strip] = low;
    }
    member.team_barrier();
    // Every thread that finds a leaf too large writes the same word.
    for (std::uint32_t j = member.team_rank(); j < strips_a_team; j += team)
      if (first + j < s.strips &&
          begins[j + 1] - begins[j] > Sort::leaf_capacity)
        *s.oversize = 1;
  }
};

}  // namespace KokkosSort::Impl

#endif
