// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_QUICK_QUICK_PIVOTS_HPP
#define KOKKOSSORT_ALGORITHM_QUICK_QUICK_PIVOTS_HPP

#include <KokkosSort/algorithm/quick/quick_state.hpp>
#include <KokkosSort/algorithm/quick/pivot_team.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Choice of several pivots per sequence of quicksort's first phase. The first
/// sequence, and the parts of sequences whose keys turn out to be spread
/// unevenly, get quantiles of a sample. All others get the mean of the bounds,
/// which earlier pivots have set, and the means that the halves would have.
template <class State>
struct QuickPivots {
  using Member = typename State::Member;
  using Bound  = typename State::Bound;
  using Item   = typename State::Item;
  using Whole  = typename State::Whole;
  using Parts  = typename State::Parts;
  using Tuning = typename State::Tuning;

  static constexpr int parts  = 1 << State::log_parts;
  static constexpr int pivots = parts - 1;

  using Sample = TeamSortedSample<decltype(State::order), State::team,
                                  Tuning::log_pivots_sample>;
  static_assert(State::leaf_capacity >= Sample::size);

  /// Quantiles and sample sizes per part.
  struct Quantiles {
    Bound pivot[parts][pivots];
    int size[parts];
  };

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return sizeof(Quantiles) + Sample::scratch_bytes();
  }

  /// Returns whether about `count` keys would be at most the pivot if the
  /// sequence's keys were spread evenly over its bounds.
  KOKKOS_INLINE_FUNCTION static bool is_even(Whole const& whole, Bound pivot,
                                             std::uint64_t count) {
    // Some devices have no doubles.
    auto const size  = static_cast<float>(whole.size);
    auto const range = static_cast<float>(whole.high - whole.low) + 1;
    // A pivot may be one less than the least key.
    auto const below =
        static_cast<float>(static_cast<Bound>(pivot + 1 - whole.low));
    float const expected = below / range * size;
    return Kokkos::abs(static_cast<float>(count) - expected) <=
           size / Tuning::uneven;
  }

  /// Draws a sample of a sequence that the ascending `bounds` divide into
  /// `count` parts. The whole team calls it; it ends with a barrier.
  KOKKOS_INLINE_FUNCTION static void sample(
      State const& s, Member const& member, std::uint32_t buffer,
      Whole const& whole, int count, Bound const* bounds, std::byte* scratch) {
    auto& quantiles = *reinterpret_cast<Quantiles*>(scratch);
    Sample const items(scratch + sizeof(Quantiles));
    items.draw(member, s.order, s.data[buffer].keys, whole.begin, whole.size);
    auto const begin_of = [&](int p) {
      return p == 0 ? 0
             : p == count
                 ? Sample::size
                 : items.up_to(s.order, static_cast<Item>(bounds[p - 1]));
    };
    for (int x = member.team_rank(); x < count * parts; x += State::team) {
      int const p     = x / parts;
      int const j     = x % parts;
      int const begin = begin_of(p);
      int const size  = begin_of(p + 1) - begin;
      if (j < pivots) {
        if (size > 0)
          quantiles.pivot[p][j] =
              static_cast<Bound>(items[begin + (j + 1) * size / parts]);
      } else {
        quantiles.size[p] = size;
      }
    }
    member.team_barrier();
  }

  KOKKOS_INLINE_FUNCTION static void set_means(Whole const& whole,
                                               Parts& split) {
    Bound const range = whole.high - whole.low;
    for (int j = 0; j < pivots; ++j)
      split.pivot[j] = static_cast<Bound>(whole.low + range / parts * (j + 1) +
                                          range % parts * (j + 1) / parts);
  }

  /// Sets the pivots of `part`, which is part p of the sequence that was
  /// sampled last.
  KOKKOS_INLINE_FUNCTION static void set_quantiles(Whole const& part, int p,
                                                   std::byte const* scratch,
                                                   Parts& split) {
    auto const& quantiles = *reinterpret_cast<Quantiles const*>(scratch);
    // Few samples are no evidence.
    if (quantiles.size[p] < parts) {
      set_means(part, split);
      return;
    }
    Bound pivot[pivots];
    for (int j = 0; j < pivots; ++j) pivot[j] = quantiles.pivot[p][j];
    // A key that fills several quantiles gets a part of its own.
    for (int j = 0; j + 1 < pivots; ++j)
      if (pivot[j] == pivot[j + 1] && pivot[j] > 0) --pivot[j];
    for (int j = 0; j < pivots; ++j) split.pivot[j] = pivot[j];
  }
};

}  // namespace KokkosSort::Impl

#endif
