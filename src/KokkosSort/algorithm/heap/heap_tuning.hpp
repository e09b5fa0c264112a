// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HEAP_HEAP_TUNING_HPP
#define KOKKOSSORT_ALGORITHM_HEAP_HEAP_TUNING_HPP

#include <KokkosSort/core/team_shape.hpp>

#include <cstddef>

namespace KokkosSort::Impl {

/// The parameters of heap sort for elements (a key with its value) of
/// ElementBytes bytes.
template <class Exec, std::size_t ElementBytes>
struct HeapSortTuning {
  using Shape = TeamShape<Exec>;

  /// One warp pops, the others load and store: four in all keep up with it.
  static constexpr int team_size = bounded(Shape::size, 1, 128);

  /// Keys of a heap in scratch, with 4 bytes each for their place in the heap
  /// and in the result: 36 KiB of the 40,936 bytes that CUDA grants before
  /// Kokkos 5.2, 31 of the 32 that hosts grant from then on. 4,608 keys of 4
  /// bytes; the paper had 1,023.
  static constexpr int heap_capacity =
      static_cast<int>((Shape::is_host ? 31 : 36) * 1024 / (ElementBytes + 4));

  /// Top elements of each subheap that the metaheap holds, as in the paper.
  static constexpr int buffer = 4;

  /// Subheaps of a metaheap: what 30 KiB (on hosts 26, beside the 4 of a round)
  /// hold of their buffers and of 20 bytes of bookkeeping each. The paper had
  /// 511.
  static constexpr int fan_in = bounded(
      (Shape::is_host ? 26 : 30) * 1024 / (buffer * ElementBytes + 20), 1, 512);

  /// Pops between two times that the team stores them and refills the buffers.
  /// More of them empty more buffers before their time.
  static constexpr int round = bounded(4096 / ElementBytes, 64, 512);

  /// Elements that one team pops from a metaheap: enough shares for all teams,
  /// and long enough that finding its ends costs little.
  static constexpr std::size_t min_share                = 8192;
  static constexpr std::size_t shares_per_resident_team = 1;
};

}  // namespace KokkosSort::Impl

#endif
