// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_BUTTERFLY_EXTREMES_TUNING_HPP
#define KOKKOSSORT_ALGORITHM_BUTTERFLY_EXTREMES_TUNING_HPP

#include <KokkosSort/core/team_shape.hpp>

#include <cstddef>

namespace KokkosSort::Impl {

/// Constants of the search for both extremes, for keys of KeyBytes.
/// ElementBytes is the size of a candidate: the key, with its index if the
/// search needs it.
template <class Exec, std::size_t KeyBytes, std::size_t ElementBytes>
struct MinMaxTuning {
  using Shape = TeamShape<Exec>;

  static constexpr int team_size = Shape::size;

  /// Keys per load: 16 bytes, the widest load there is.
  static constexpr int keys_per_load =
      KeyBytes == 1 || KeyBytes == 2 || KeyBytes == 4 || KeyBytes == 8
          ? 16 / static_cast<int>(KeyBytes)
          : 1;

  /// Loads that a thread issues together. 64 bytes times the threads of a full
  /// device are several times what its memory needs to be busy. A team that
  /// works alone has to hide its own latency.
  static constexpr int loads      = 4;
  static constexpr int lone_loads = 8;

  /// Threads of a team that searches all keys alone: the largest possible team,
  /// if two elements per thread fit in its scratch.
  static constexpr int lone_team_size =
      !Shape::is_host && team_size >= 256 && ElementBytes <= 16 ? 1024
                                                                : team_size;

  /// Number of keys up to which one team alone is faster than several, the last
  /// of which combines the results of the others. A multiprocessor of an H200
  /// reads 32 KiB in the time that the teams need to determine which is the
  /// last. On the host, these are too few keys to wake other cores.
  static constexpr std::size_t one_team =
      Shape::is_host ? 4096 : 32 * 1024 / KeyBytes * lone_team_size / 1024;

  /// Least number of keys per team, if there are several teams.
  static constexpr std::size_t team_keys =
      Shape::is_host ? 16384 : team_size * keys_per_load * loads;
};

}  // namespace KokkosSort::Impl

#endif
