// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// State that the kernels of a selection share: see bracket_selection.hpp.
#ifndef KOKKOSSORT_ALGORITHM_SELECTION_SELECTION_STATE_HPP
#define KOKKOSSORT_ALGORITHM_SELECTION_SELECTION_STATE_HPP

#include <KokkosSort/algorithm/selection/candidate_order_thread.hpp>
#include <KokkosSort/algorithm/selection/selection_tuning.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/splitmix64.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Positions of the limits of a bracket in a sorted sample of a round. The
/// ranks [first, last) are wanted of `size` elements.
///
/// On average p = last * sample / size elements of the sample come before rank
/// `last`. The deviation is at most sqrt(p (1 - p / sample)). The limit is 6
/// deviations and 4 elements behind that. By Chernoff's bound wanted elements
/// are behind it once in 10^8 calls. The slack keeps elements from exceeding
/// the room as rarely.
struct SamplePositions {
  static constexpr double deviations = 6;
  static constexpr double more       = 4;
  static constexpr double slack      = 12;

  double low;   // the lower limit, none if negative
  double high;  // the upper limit, none if not below the sample's size

  KOKKOS_INLINE_FUNCTION static SamplePositions of(double first, double last,
                                                   double size, double sample) {
    double const p = first * sample / size;
    double const q = last * sample / size;
    return {p - distance(p, sample) - 1, q + distance(q, sample)};
  }

  /// Number of elements that the bracket contains at most.
  KOKKOS_INLINE_FUNCTION double most(double size, double sample) const {
    double const from = low > 0 ? low - margin(low) : 0;
    double const to   = high < sample ? high + margin(high) : sample;
    return ((to < sample ? to : sample) - (from > 0 ? from : 0)) * size /
           sample;
  }
  /// Excess of the elements up to a position of the sample over the average.
  KOKKOS_INLINE_FUNCTION static double margin(double position) {
    return deviations * Kokkos::sqrt(position) + slack;
  }

 private:
  KOKKOS_INLINE_FUNCTION static double distance(double p, double sample) {
    double const variance = p * (1 - p / sample);
    return deviations * Kokkos::sqrt(variance > 0 ? variance : 0.0) + more;
  }
};

/// Returns a random position in interval number i of `sample` equal ones.
KOKKOS_FORCEINLINE_FUNCTION std::uint64_t sampled_position(int round, int i,
                                                           int sample,
                                                           std::uint64_t size) {
  std::uint64_t const seed =
      static_cast<std::uint64_t>(round) * static_cast<std::uint64_t>(sample) +
      static_cast<std::uint64_t>(i);
  double const in_interval =
      static_cast<double>(splitmix64(seed) >> 11) * (1.0 / 9007199254740992.0);
  auto const at = static_cast<std::uint64_t>(
      (i + in_interval) * (static_cast<double>(size) / sample));
  return at < size ? at : size - 1;
}

/// Result of one round, in device memory.
template <class Entry>
struct SelectionRound {
  Entry low;
  Entry high;
  std::uint32_t has_low;
  std::uint32_t has_high;
  std::uint64_t before;  // elements at or before `low`
  std::uint64_t count;   // elements between the limits
};

/// State of all rounds. Round r keeps the candidates between its limits, of the
/// keys in round 0 and of those of round r - 1 later.
template <class Selection>
struct SelectionState {
  using By        = typename Selection::By;
  using Entry     = typename By::Entry;
  using Candidate = typename By::Candidate;

  static constexpr int max_rounds = Selection::Tuning::max_rounds;

  By by;
  std::uint64_t n;
  std::uint64_t first;  // the ranks [first, last) are wanted
  std::uint64_t last;
  int rounds;
  std::uint64_t room[max_rounds + 1];  // n, then candidates of each round
  SelectionRound<Entry>* results;
  Candidate* buffers[2];  // of even and of odd rounds
  typename Selection::Keys counted{};

  /// Returns the number of elements that a round begins with.
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t size(int round) const {
    return round == 0 ? counted.of(n) : results[round - 1].count;
  }
  /// Returns the end of the wanted ranks that there are.
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t end() const {
    if constexpr (Selection::Keys::are_all) {
      return last;
    } else {
      return Kokkos::min(last, size(0));
    }
  }
  /// Returns the number of elements that earlier rounds left out at the front.
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t left_out(int round) const {
    std::uint64_t sum = 0;
    for (int r = 0; r < round; ++r) sum += results[r].before;
    return sum;
  }
  /// Returns whether the rounds before this one kept all wanted elements and
  /// had room for their candidates.
  KOKKOS_FORCEINLINE_FUNCTION bool is_sound(int round) const {
    std::uint64_t before = 0;
    for (int r = 0; r < round; ++r) {
      before += results[r].before;
      if (before > first || before + results[r].count < end() ||
          results[r].count > room[r + 1])
        return false;
    }
    return true;
  }
  KOKKOS_FORCEINLINE_FUNCTION Candidate* output(int round) const {
    return buffers[round % 2];
  }

  /// Calls body(source) with the source of a round.
  template <bool OfKeys, class Body>
  KOKKOS_FORCEINLINE_FUNCTION void with_source(int round,
                                               Body const& body) const {
    if constexpr (OfKeys) {
      with_stride(by.m_keys, [&](auto stride) {
        body(KeySource<By, decltype(stride)>{by, stride});
      });
    } else {
      body(CandidateSource<By>{output(round - 1)});
    }
  }
};

}  // namespace KokkosSort::Impl

#endif
