// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HEAP_HEAP_TUNING_HPP
#define KOKKOSSORT_ALGORITHM_HEAP_HEAP_TUNING_HPP

#include <KokkosSort/core/team_shape.hpp>

#include <cstddef>

namespace KokkosSort::Impl {

/// Constants of heap sort, for elements (a key with its value) of ElementBytes
/// bytes.
template <class Exec, std::size_t ElementBytes>
struct HeapSortTuning {
  using Shape = TeamShape<Exec>;

  /// One warp pops, the others load and store. Four warps in all keep up with
  /// it.
  static constexpr int team_size = bounded(Shape::size, 1, 128);

  /// Keys of a heap in scratch, with 4 bytes each for their indices in the heap
  /// and in the result. On devices 36 KiB, of the 40,936 bytes that CUDA grants
  /// before Kokkos 5.2. On hosts 31 of the 32 KiB that they grant from then on.
  /// That is 4,608 keys of 4 bytes; the paper had 1,023 keys.
  static constexpr int heap_capacity =
      static_cast<int>((Shape::is_host ? 31 : 36) * 1024 / (ElementBytes + 4));

  /// Top elements per subheap that the metaheap holds, as in the paper.
  static constexpr int buffer = 4;

  /// Subheaps per metaheap, each with its buffer and 20 bytes of bookkeeping.
  /// They fill 30 KiB, on hosts 26 KiB beside the 4 KiB of a round. The paper
  /// had 511 subheaps.
  static constexpr int fan_in = bounded(
      (Shape::is_host ? 26 : 30) * 1024 / (buffer * ElementBytes + 20), 1, 512);

  /// Pops per round, after which the team stores the popped elements and
  /// refills the buffers. Longer rounds empty more buffers before their refill.
  static constexpr int round = bounded(4096 / ElementBytes, 64, 512);

  /// Elements that one team pops from a metaheap. The shares are enough for all
  /// teams, and so long that finding their ends costs little.
  static constexpr std::size_t min_share                = 8192;
  static constexpr std::size_t shares_per_resident_team = 1;
};

}  // namespace KokkosSort::Impl

#endif
