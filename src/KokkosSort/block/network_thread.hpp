// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_NETWORK_THREAD_HPP
#define KOKKOSSORT_BLOCK_NETWORK_THREAD_HPP

#include <KokkosSort/block/compare_exchange_thread.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

namespace KokkosSort::Impl {

/// Sorts the first `count` of N items in registers by odd-even transposition.
/// Stable, since only neighbors are exchanged. Every index is a compile-time
/// constant, so that the items stay in registers. Makes N(N-1)/2 comparisons:
/// for N up to about 20.
template <int N, class T, class Less>
KOKKOS_FORCEINLINE_FUNCTION void sort_registers(T (&items)[N], int count,
                                                Less const& less) {
  KOKKOSSORT_UNROLL
  for (int round = 0; round < N; ++round) {
    KOKKOSSORT_UNROLL
    for (int i = round % 2; i + 1 < N; i += 2) {
      if (i + 1 < count && less(items[i + 1], items[i])) {
        T const low  = items[i + 1];
        items[i + 1] = items[i];
        items[i]     = low;
      }
    }
  }
}

// The networks below operate on N registers of which the first `count` hold
// items. The others represent keys greater than all (virtual padding): a
// comparator with one of them would change nothing and is omitted. With Full
// there are none.

/// Compares registers `Distance` apart in blocks of twice that size.
template <bool Full, int Distance, int N, class T, class Less>
KOKKOS_FORCEINLINE_FUNCTION void half_clean_step(T (&items)[N], int count,
                                                 Less const& less) {
  KOKKOSSORT_UNROLL
  for (int i = 0; i < N / 2; ++i) {
    int const low  = i / Distance * 2 * Distance + i % Distance;
    int const high = low + Distance;
    if (Full || high < count) compare_exchange(items[low], items[high], less);
  }
}

/// Executes the steps of distance Distance, Distance / 2, … 1, except those
/// beyond `first`, which earlier visits executed.
template <bool Full, int Distance, int N, class T, class Less>
KOKKOS_FORCEINLINE_FUNCTION void half_clean(T (&items)[N], int count, int first,
                                            Less const& less) {
  if constexpr (Distance > 0) {
    if (Distance <= first) half_clean_step<Full, Distance>(items, count, less);
    half_clean<Full, Distance / 2>(items, count, first, less);
  }
}

/// Executes the butterflies that open a stage. In blocks of `Block` registers,
/// the first is compared with the last, the second with the last but one, and
/// so on.
template <bool Full, int Block, int N, class T, class Less>
KOKKOS_FORCEINLINE_FUNCTION void butterfly_step(T (&items)[N], int count,
                                                Less const& less) {
  KOKKOSSORT_UNROLL
  for (int i = 0; i < N / 2; ++i) {
    int const at   = i % (Block / 2);
    int const low  = i / (Block / 2) * Block + at;
    int const high = low + Block - 1 - 2 * at;
    if (Full || high < count) compare_exchange(items[low], items[high], less);
  }
}

/// Sorts blocks of `Block` registers by all stages of the butterfly network.
template <bool Full, int Block, int N, class T, class Less>
KOKKOS_FORCEINLINE_FUNCTION void butterfly_sort(T (&items)[N], int count,
                                                Less const& less) {
  if constexpr (Block > 1) {
    butterfly_sort<Full, Block / 2>(items, count, less);
    butterfly_step<Full, Block>(items, count, less);
    half_clean<Full, Block / 4>(items, count, N, less);
  }
}

/// Merges sorted blocks of Half registers pairwise by steps `Distance` and
/// below of Batcher's odd-even merge.
template <bool Full, int Half, int Distance, int N, class T, class Less>
KOKKOS_FORCEINLINE_FUNCTION void odd_even_merge(T (&items)[N], int count,
                                                Less const& less) {
  if constexpr (Distance > 0) {
    KOKKOSSORT_UNROLL
    for (int low = 0; low < N - Distance; ++low) {
      int const at = low % (2 * Half);
      bool const paired =
          Distance == Half ? at < Half
                           : at / Distance % 2 == 1 && at + Distance < 2 * Half;
      if (paired && (Full || low + Distance < count))
        compare_exchange(items[low], items[low + Distance], less);
    }
    odd_even_merge<Full, Half, Distance / 2>(items, count, less);
  }
}

/// Sorts blocks of `Block` registers by Batcher's odd-even merge sort.
template <bool Full, int Block, int N, class T, class Less>
KOKKOS_FORCEINLINE_FUNCTION void odd_even_merge_sort(T (&items)[N], int count,
                                                     Less const& less) {
  if constexpr (Block > 1) {
    odd_even_merge_sort<Full, Block / 2>(items, count, less);
    odd_even_merge<Full, Block / 2, Block / 2>(items, count, less);
  }
}

/// Indices of the registers of one thread. Register r of N has index lower + r
/// * step, from N / 2 on upper + r * step.
template <int N, class Index>
struct Partition {
  Index lower;
  Index upper;
  Index step;

  KOKKOS_FORCEINLINE_FUNCTION Index operator()(int r) const {
    return (r < N / 2 ? lower : upper) + static_cast<Index>(r) * step;
  }
};

/// Returns partition number `part` for the half-cleaner steps whose distances
/// have bits shift + log2(N) - 1 … shift: its indices differ in these bits
/// only. reversed() returns its indices from the last to the first, so that an
/// ascending network on the registers sorts descending.
template <int N, class Index>
KOKKOS_FORCEINLINE_FUNCTION Partition<N, Index> strided_partition(Index part,
                                                                  int shift) {
  Index const step = Index{1} << shift;
  Index const base = (part >> shift) * (N * step) + (part & (step - 1));
  return {base, base, step};
}
template <int N, class Index>
KOKKOS_FORCEINLINE_FUNCTION Partition<N, Index> reversed(
    Partition<N, Index> const& p) {
  Index const last = p.lower + (N - 1) * p.step;
  return {last, last, -p.step};
}

/// Returns partition number `part` for the butterflies that open stage
/// log_block and the log2(N) - 1 half-cleaner steps after them. It has N / 2
/// indices of a column, and their mirror images in the upper half of the block.
template <int N, class Index>
KOKKOS_FORCEINLINE_FUNCTION Partition<N, Index> mirrored_partition(
    Index part, int log_block) {
  Index const block = Index{1} << log_block;
  Index const step  = block / N;
  Index const base  = part / step * block;
  Index const at    = part & (step - 1);
  return {base + at, base + step - 1 - at, step};
}

}  // namespace KokkosSort::Impl

#endif
