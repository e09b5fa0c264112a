// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_NETWORK_NETWORK_TUNING_HPP
#define KOKKOSSORT_ALGORITHM_NETWORK_NETWORK_TUNING_HPP

#include <KokkosSort/core/team_shape.hpp>

#include <cstddef>

namespace KokkosSort::Impl {

/// The largest l with 2^l <= value.
constexpr int floor_log2(std::size_t value) {
  int log = 0;
  while (value >> (log + 1) != 0) ++log;
  return log;
}

/// The smallest l with 2^l >= value.
constexpr int ceil_log2(std::size_t value) {
  return value < 2 ? 0 : floor_log2(value - 1) + 1;
}

/// Constants of the sorting networks, for elements of ElementBytes.
template <class Exec, std::size_t ElementBytes>
struct NetworkTuning {
  using Shape = TeamShape<Exec>;

  static constexpr int team_size = Shape::size;

  /// log2 of the elements' size, rounded up, from 4 bytes on.
  static constexpr int log_bytes =
      ceil_log2(ElementBytes) < 2 ? 2 : ceil_log2(ElementBytes);

  /// log2 of the elements that a thread holds in registers between two visits
  /// to scratch: 128 bytes, 32 registers. Not more than the team has threads,
  /// so that two visits reach across the tile. On the host an array in the
  /// first-level cache.
  static constexpr int log_items =
      Shape::is_host
          ? 4
          : bounded(7 - log_bytes, 1, bounded(floor_log2(team_size), 1, 5));

  /// log2 of the elements that a team holds in scratch. On devices so many that
  /// each thread has its registers full once: 33 KiB with the padding against
  /// bank conflicts, of the 40,936 bytes that CUDA grants before Kokkos 5.2. On
  /// the host half a first-level cache.
  static constexpr int log_tile =
      Shape::is_host ? 14 - log_bytes : floor_log2(team_size) + log_items;

  /// Teams that are to share a multiprocessor while they work in scratch: a
  /// thread has the elements, their places and a few more in 80 registers.
  static constexpr int tile_min_teams = 3;

  /// The highest degree of a partition in device memory: steps that a thread
  /// does on 2^degree elements between one read and one write. As in the paper:
  /// at 4 a launch still takes no longer than reading and writing the array
  /// does; measured on an H200 with keys of 4 bytes, 5 takes twice as long and
  /// 6 six times. Wide elements would not fit the registers.
  static constexpr int max_degree =
      Shape::is_host ? 4 : bounded(8 - log_bytes, 2, 4);
  static constexpr int degree_min_teams = 2;

  /// Neighboring partitions or comparators that a thread takes in a row. On
  /// devices one, so that a warp's accesses are neighbors; on the host many,
  /// so that cores do not share cache lines.
  static constexpr int run = Shape::is_host ? 1024 : 1;
};

}  // namespace KokkosSort::Impl

#endif
