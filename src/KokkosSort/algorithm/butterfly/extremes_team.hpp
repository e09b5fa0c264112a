// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_BUTTERFLY_EXTREMES_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_BUTTERFLY_EXTREMES_TEAM_HPP

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace KokkosSort::Impl {

/// Both extremes of some elements.
template <class Element>
struct Extremes {
  Element min;
  Element max;
};

/// Stages of the min-max butterfly between the threads of a team (B. Jan et al.
/// 2013, section 3.B.1). Each stage executes only those butterflies whose
/// outputs can still reach the ends of the network, the minimum or the maximum.
/// That is one of each per two threads. The stages are in the reverse of the
/// order in the paper, so that the threads that continue are neighbors. The
/// extremes do not depend on this order.
template <class Element, int TeamSize>
struct TeamMinMax {
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return TeamSize == 1 ? 0 : TeamSize * sizeof(Extremes<Element>);
  }

  /// Returns the extremes over all threads, to the thread of rank 0. If `less`
  /// is no total order, the result may be any of equivalent elements.
  template <class Member, class Less>
  KOKKOS_INLINE_FUNCTION static Extremes<Element> search(Member const& member,
                                                         Extremes<Element> own,
                                                         void* scratch,
                                                         Less const& less) {
    if constexpr (TeamSize > 1) {
      auto* const all = static_cast<Extremes<Element>*>(scratch);
      int const rank  = member.team_rank();
      all[rank]       = own;
      for (int distance = TeamSize / 2; distance > 0; distance /= 2) {
        member.team_barrier();
        if (rank >= distance) continue;
        Extremes<Element> const other = all[rank + distance];
        if (less(other.min, own.min)) own.min = other.min;
        if (less(own.max, other.max)) own.max = other.max;
        all[rank] = own;
      }
    }
    return own;
  }
};

}  // namespace KokkosSort::Impl

#endif
