// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_PAYLOAD_NUMBER_BINS_HPP
#define KOKKOSSORT_ALGORITHM_PAYLOAD_NUMBER_BINS_HPP

#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/team_shape.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Number of a bin as it is sorted. Elements without a bin have the number of
/// bins.
using BinNumber = std::uint32_t;

/// Kernel that stores the bin and the index of each element.
template <class Exec, class BinOf, class Index>
struct NumberBins {
  using Member = TeamMember<Exec>;

  static constexpr int team = TeamShape<Exec>::size;

  BinOf bin_of;  // called with the index of an element
  std::uint64_t bin_count;
  std::uint64_t first;  // index of the first element
  std::uint64_t n;
  std::uint64_t share;
  BinNumber* bins;
  Strided<Index> permutation;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    std::uint64_t const begin =
        static_cast<std::uint64_t>(member.league_rank()) * share;
    std::uint64_t const end = begin + share < n ? begin + share : n;
    for (std::uint64_t i =
             begin + static_cast<std::uint64_t>(member.team_rank());
         i < end; i += team) {
      // A number below 0 becomes larger than any count.
      auto const bin = static_cast<std::uint64_t>(bin_of(first + i));
      bins[i] = static_cast<BinNumber>(bin < bin_count ? bin : bin_count);
      permutation[i] = static_cast<Index>(first + i);
    }
  }
};

/// Kernel that finds the offsets of sorted bins in one read. A thread writes
/// those of all empty bins in front of a key, hence on hosts alone.
template <class Exec, class Offset>
struct FindEdges {
  using Member = TeamMember<Exec>;

  BinNumber const* bins;
  std::uint64_t n;
  std::uint64_t share;
  Strided<Offset> offsets;
  std::uint64_t bin_count;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    if (member.team_rank() != 0) return;
    std::uint64_t const begin =
        static_cast<std::uint64_t>(member.league_rank()) * share;
    std::uint64_t const end = begin + share < n + 1 ? begin + share : n + 1;
    for (std::uint64_t i = begin; i < end; ++i) {
      std::uint64_t const last = i == n ? bin_count : bins[i];
      for (std::uint64_t b = i == 0 ? 0 : bins[i - 1] + std::uint64_t{1};
           b <= last; ++b)
        offsets[b] = static_cast<Offset>(i);
    }
  }
};

template <class Exec, class Offset>
void find_edges(Exec const& exec, BinNumber const* bins, std::size_t n,
                Strided<Offset> offsets, std::size_t bin_count) {
  constexpr int team      = TeamShape<Exec>::size;
  std::size_t const share = n / resident_teams<team>(exec) + 1;
  launch_teams<team>(
      "KokkosSort::bin_by::find_edges", exec, div_up(n + 1, share),
      FindEdges<Exec, Offset>{bins, n, share, offsets, bin_count});
}

template <class Exec, class BinOf, class Index>
void number_bins(Exec const& exec, BinOf const& bin_of, std::size_t bin_count,
                 std::size_t first, std::size_t n, BinNumber* bins,
                 Strided<Index> permutation) {
  constexpr int team = TeamShape<Exec>::size;
  // One contiguous share per team that runs at once.
  std::size_t const share =
      std::max<std::size_t>(team, n / resident_teams<team>(exec) + 1);
  launch_teams<team>("KokkosSort::bin_by::number_bins", exec, div_up(n, share),
                     NumberBins<Exec, BinOf, Index>{bin_of, bin_count, first, n,
                                                    share, bins, permutation});
}

}  // namespace KokkosSort::Impl

#endif
