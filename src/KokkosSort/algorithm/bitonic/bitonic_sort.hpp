// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Bitonic sort: H. Peters, O. Schulz-Hildebrandt, N. Luttenberger, "Fast
// in-place sorting with CUDA based on bitonic sort" (2010), sections 3.2 and
// 3.3.
//
// Phase p turns bitonic blocks of 2^p keys into sorted ones of alternating
// direction, by steps p, p - 1, … 1. Step s compares keys 2^(s-1) apart.
//
// SortTiles   executes phases 1 … t of each tile of 2^t keys: the first in
//             registers, the others in scratch
// then for each phase p > t
// MultiStep   executes steps p … t + 1 in partitions P(p, s, d) of section 3.2:
//             a thread reads 2^d keys, does d steps on them in registers, and
//             writes them. The degree d is 1 to 4
// ShortSteps  executes steps t … 1 of each tile in scratch
//
// Virtual padding (section 3.3): the last block of each phase is ascending,
// whatever its neighbors are. Keys greater than all would stay after the n-th,
// so they need not exist. Directions alternate backward from the last block.
//
// Differences from the paper, and why:
// - Short steps work in scratch as well as in registers, with three visits to
//   registers per tile. A partition of degree 4 would access device memory.
// - Within a tile of numbers the padding is present in scratch, so that no step
//   tests for virtual keys. A comparator may have no last key, so its steps
//   test.
// - The keys of a descending block are loaded from the last to the first, so
//   that the network has one direction only. Within a tile all blocks are in
//   effect ascending, and the first step of a phase compares mirrored keys.
//   This is the same network with its lines relabelled.
//
// The sort is in place and needs no extra memory. It is not stable, has the
// same result in every run, and takes any order. Its work is O(n log^2 n). It
// has 1 launch for n <= 2^t, and 1 + ceil((p - t) / d) more per further phase
// p.
#ifndef KOKKOSSORT_ALGORITHM_BITONIC_BITONIC_SORT_HPP
#define KOKKOSSORT_ALGORITHM_BITONIC_BITONIC_SORT_HPP

#include <KokkosSort/algorithm/network/in_place_sort.hpp>
#include <KokkosSort/algorithm/network/network_passes.hpp>

#include <string_view>

namespace KokkosSort::Impl {

template <class Exec, class Order, class Value>
struct BitonicSort
    : InPlaceSort<BitonicSort<Exec, Order, Value>, Exec, Order, Value> {
  using Steps       = Network<Exec, Order, Value>;
  using Key         = typename Steps::Key;
  using State       = typename Steps::State;
  using Alternating = typename Steps::Alternating;

  static constexpr std::string_view name = "bitonic";
  static constexpr bool is_stable        = false;
  static constexpr char const* region    = "KokkosSort::bitonic_sort";

  static void sort(Exec const& exec, State const& s) {
    Steps::sort_tiles(exec, s, Alternating{s.n, Steps::log_tile});
    for (int phase = Steps::log_tile + 1; phase <= s.phases(); ++phase)
      Steps::half_clean_all(exec, s, phase, Alternating{s.n, phase});
  }
};

}  // namespace KokkosSort::Impl

#endif
