// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_DETAIL_TO_RANKS_HPP
#define KOKKOSSORT_DISTRIBUTED_DETAIL_TO_RANKS_HPP

#include <KokkosSort/front/permute_dispatch.hpp>
#include <KokkosSort/front/views.hpp>

#include <cstddef>

namespace KokkosSort::Distributed {

/// The destination rank of each element. to_ranks() returns it.
template <class Ranks>
struct ToRanks {
  static constexpr bool has_copies = false;  ///< whether it is one per element

  Ranks ranks;  ///< one per element, negative for none

  /// Returns the number of elements.
  std::size_t rows() const { return ranks.extent(0); }
};

/// The destination ranks of each element, any number of them. to_ranks()
/// returns it.
template <class Offsets, class Ranks>
struct ToSeveralRanks {
  static constexpr bool has_copies = true;  ///< whether it is one per element

  Offsets offsets;  ///< of the ranks of each element, then the end of the last
  Ranks ranks;      ///< of all elements, negative for none

  /// Returns the number of elements.
  std::size_t rows() const {
    return offsets.extent(0) == 0 ? 0 : offsets.extent(0) - 1;
  }
};

/// Returns the argument of a Plan that sends element i to rank ranks(i).
/// Elements with a negative rank are discarded.
///
/// @param ranks rank-1 view of an integral type, may be of const
template <KokkosSort::Impl::PermutationView Ranks>
ToRanks<Ranks> to_ranks(Ranks const& ranks) {
  return {ranks};
}

/// Returns the argument of a Plan that sends element i to the ranks from
/// ranks(offsets(i)) to in front of ranks(offsets(i + 1)). An element without
/// any is discarded, and negative ranks are skipped.
///
/// @param offsets rank-1 view of an integral type, may be of const: one more
///   than there are elements, from 0 to the extent of `ranks`
/// @param ranks rank-1 view of an integral type, may be of const
template <KokkosSort::Impl::PermutationView Offsets,
          KokkosSort::Impl::PermutationView Ranks>
ToSeveralRanks<Offsets, Ranks> to_ranks(Offsets const& offsets,
                                        Ranks const& ranks) {
  return {offsets, ranks};
}

}  // namespace KokkosSort::Distributed

#endif
