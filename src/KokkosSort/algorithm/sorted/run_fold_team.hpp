// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SORTED_RUN_FOLD_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_SORTED_RUN_FOLD_TEAM_HPP

#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace KokkosSort::Impl {

/// Fold of neighboring elements, some of which begin a run. It has the number
/// of these, and the values since the last begin, combined from left to right.
/// Without elements there is no value.
template <class T>
struct RunFold {
  T value{};
  std::uint32_t begins = 0;
  std::uint32_t any    = 0;

  /// Appends the elements of `next`.
  template <class Combine>
  KOKKOS_FORCEINLINE_FUNCTION void append(RunFold const& next,
                                          Combine const& combine) {
    if (next.any == 0) return;
    value =
        any == 0 || next.begins > 0 ? next.value : combine(value, next.value);
    begins += next.begins;
    any = 1;
  }
  /// Appends one element.
  template <class Combine>
  KOKKOS_FORCEINLINE_FUNCTION void append(T const& next, bool is_begin,
                                          Combine const& combine) {
    value = any == 0 || is_begin ? next : combine(value, next);
    begins += is_begin ? 1 : 0;
    any = 1;
  }
};

/// A trivially copyable object as words that a warp can shuffle.
template <class T>
struct AsWords {
  static constexpr int count =
      static_cast<int>(div_up(sizeof(T), sizeof(std::uint32_t)));

  std::uint32_t words[count];

  KOKKOS_FORCEINLINE_FUNCTION explicit AsWords(T const& object) {
    words[count - 1] = 0;
    std::memcpy(words, &object, sizeof(T));
  }
  KOKKOS_FORCEINLINE_FUNCTION T object() const {
    T result;
    std::memcpy(&result, words, sizeof(T));
    return result;
  }
};

/// Warp::shuffle_up() of any trivially copyable object.
template <class Exec, class T>
KOKKOS_FORCEINLINE_FUNCTION T shuffle_up_object(T const& object, int distance) {
  AsWords<T> as(object);
  KOKKOSSORT_UNROLL
  for (int i = 0; i < AsWords<T>::count; ++i)
    as.words[i] = Warp<Exec>::shuffle_up(as.words[i], distance);
  return as.object();
}

/// Warp::shuffle() of any trivially copyable object.
template <class Exec, class T>
KOKKOS_FORCEINLINE_FUNCTION T shuffle_object(T const& object, int lane) {
  AsWords<T> as(object);
  KOKKOSSORT_UNROLL
  for (int i = 0; i < AsWords<T>::count; ++i)
    as.words[i] = Warp<Exec>::shuffle(as.words[i], lane);
  return as.object();
}

/// Prefix folds over a team: by shuffles within a warp, through scratch between
/// warps. Values are combined by a tree that depends on the shape of the team
/// alone, so the result is the same in every run.
template <class Exec, int TeamSize, class T>
struct TeamRunFold {
  using Fold = RunFold<T>;

  static constexpr int width = Warp<Exec>::size;
  static constexpr int warps = TeamSize / width;

  // Otherwise every thread would combine the folds of all warps.
  static constexpr bool by_lanes = width > 1 && warps <= width;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return warps * sizeof(Fold);
  }

  /// Returns the fold of the threads of lower rank; `total` is that of all.
  /// Contains one barrier. The scratch may be reused after one more barrier.
  template <class Member, class Combine>
  KOKKOS_INLINE_FUNCTION static Fold exclusive(Member const& member,
                                               Fold const& own, Fold* scratch,
                                               Fold& total,
                                               Combine const& combine) {
    int const lane       = member.team_rank() % width;
    int const warp       = member.team_rank() / width;
    Fold const inclusive = of_lanes<width>(own, lane, combine);
    if (lane == width - 1) scratch[warp] = inclusive;
    Fold const of_lower_lanes = width == 1 ? Fold{} : from_below(inclusive, 1);
    member.team_barrier();
    Fold before;
    if constexpr (by_lanes) {
      Fold const sums =
          of_lanes<warps>(lane < warps ? scratch[lane] : Fold{}, lane, combine);
      total  = shuffle_object<Exec>(sums, warps - 1);
      before = shuffle_object<Exec>(sums, warp > 0 ? warp - 1 : 0);
      if (warp == 0) before = Fold{};
    } else {
      total = Fold{};
      for (int w = 0; w < warps; ++w) {
        if (w == warp) before = total;
        total.append(scratch[w], combine);
      }
    }
    if (lane > 0) before.append(of_lower_lanes, combine);
    return before;
  }

 private:
  /// Returns the fold of this lane and of all lower ones, of the first Lanes.
  template <int Lanes, class Combine>
  KOKKOS_FORCEINLINE_FUNCTION static Fold of_lanes(Fold inclusive, int lane,
                                                   Combine const& combine) {
    KOKKOSSORT_UNROLL
    for (int distance = 1; distance < Lanes; distance *= 2) {
      Fold below = from_below(inclusive, distance);
      if (lane >= distance) {
        below.append(inclusive, combine);
        inclusive = below;
      }
    }
    return inclusive;
  }

  /// Returns the fold of a lower lane. Both counters travel as one word.
  KOKKOS_FORCEINLINE_FUNCTION static Fold from_below(Fold const& fold,
                                                     int distance) {
    Fold result;
    result.value = shuffle_up_object<Exec>(fold.value, distance);
    std::uint32_t const counters =
        Warp<Exec>::shuffle_up(fold.begins << 1 | fold.any, distance);
    result.begins = counters >> 1;
    result.any    = counters & 1;
    return result;
  }
};

}  // namespace KokkosSort::Impl

#endif
