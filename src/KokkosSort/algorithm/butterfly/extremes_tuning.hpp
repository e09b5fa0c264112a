// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_BUTTERFLY_EXTREMES_TUNING_HPP
#define KOKKOSSORT_ALGORITHM_BUTTERFLY_EXTREMES_TUNING_HPP

#include <KokkosSort/core/team_shape.hpp>

#include <cstddef>

namespace KokkosSort::Impl {

/// Constants of the search for both extremes, for keys of KeyBytes that take
/// ElementBytes with what the search needs to know beside.
template <class Exec, std::size_t KeyBytes, std::size_t ElementBytes>
struct MinMaxTuning {
  using Shape = TeamShape<Exec>;

  static constexpr int team_size = Shape::size;

  /// Keys that one load brings: 16 bytes, the widest there is.
  static constexpr int keys_per_load =
      KeyBytes == 1 || KeyBytes == 2 || KeyBytes == 4 || KeyBytes == 8
          ? 16 / static_cast<int>(KeyBytes)
          : 1;

  /// Loads that a thread has under way: 64 bytes times the threads of a full
  /// device are several times what its memory needs to be busy. A team that
  /// works alone has its own latency to hide.
  static constexpr int loads      = 4;
  static constexpr int lone_loads = 8;

  /// Threads of a team that searches all keys alone: the largest team there is,
  /// where two elements a thread fit its scratch.
  static constexpr int lone_team_size =
      !Shape::is_host && team_size >= 256 && ElementBytes <= 16 ? 1024
                                                                : team_size;

  /// Keys up to which one team alone is faster than several, the last of which
  /// looks through what the others found. On an H200 a multiprocessor reads 32
  /// KiB in the time that they take to find out which is the last; on the host,
  /// too few keys to wake other cores.
  static constexpr std::size_t one_team =
      Shape::is_host ? 4096 : 32 * 1024 / KeyBytes * lone_team_size / 1024;

  /// Keys a team at least, where there are several.
  static constexpr std::size_t team_keys =
      Shape::is_host ? 16384 : team_size * keys_per_load * loads;
};

}  // namespace KokkosSort::Impl

#endif
