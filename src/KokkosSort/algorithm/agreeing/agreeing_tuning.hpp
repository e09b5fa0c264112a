// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_AGREEING_AGREEING_TUNING_HPP
#define KOKKOSSORT_ALGORITHM_AGREEING_AGREEING_TUNING_HPP

#include <KokkosSort/core/team_shape.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

template <class Exec, std::size_t KeyBytes>
struct AgreeingTuning {
  using Shape = TeamShape<Exec>;

  static constexpr int team_size = Shape::size;

  /// A sample of 512 shows comparators that differ from the order of the nine
  /// highest bits of evenly spread keys. A larger one takes longer than a
  /// launch.
  static constexpr int sample = Shape::is_host ? 256 : 512;

  /// With a launch of its own, one thread per item sorts the sample by ranks
  /// (TeamRankMerge), which need as much scratch again. On an H200 it takes 9
  /// us. A sort of 2^20.3 to 2^22 keys takes 3 to 7 us less if the launch that
  /// counts digits probes.
  static constexpr int probe_team = Shape::is_host ? 1 : sample;
  static constexpr int sampled_per_thread(int threads) {
    return sample / threads < 2 ? 2 : sample / threads;
  }

  /// 8 reads of a thread are on their way at once.
  static constexpr int confirmed_per_thread = 8;

  /// Below this the launches of the sort that is not needed take longer than
  /// the comparisons. On an H100, 2^21 keys of 8 bytes take 215 us instead of
  /// 197, and 2^21 keys of 4 bytes 157 instead of 174. A comparator that
  /// disagrees adds 0.1 ms, a quarter of the time of 2^22 keys of 8 bytes. On
  /// hosts, which run this sort in tests only, the sample has fewer keys than
  /// this.
  static constexpr std::uint64_t min_keys =
      Shape::is_host ? 1024 : std::uint64_t{1} << (KeyBytes > 4 ? 23 : 20);

  /// Returns the most keys of a sample that may equal the one before. On an
  /// H100, 2^24 Zipf keys of 8 bytes take 992 us by their bits and 823 by
  /// comparisons. Keys of 4 bytes take less time by their bits in any case.
  KOKKOS_INLINE_FUNCTION static constexpr std::uint32_t most_repeats() {
    return static_cast<std::uint32_t>(KeyBytes > 4 ? sample / 8 : sample);
  }
};

}  // namespace KokkosSort::Impl

#endif
