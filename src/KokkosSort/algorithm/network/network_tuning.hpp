// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_NETWORK_NETWORK_TUNING_HPP
#define KOKKOSSORT_ALGORITHM_NETWORK_NETWORK_TUNING_HPP

#include <KokkosSort/core/team_shape.hpp>

#include <cstddef>

namespace KokkosSort::Impl {

/// Returns the largest l with 2^l <= value.
constexpr int floor_log2(std::size_t value) {
  int log = 0;
  while (value >> (log + 1) != 0) ++log;
  return log;
}

/// Returns the smallest l with 2^l >= value.
constexpr int ceil_log2(std::size_t value) {
  return value < 2 ? 0 : floor_log2(value - 1) + 1;
}

/// Constants of the sorting networks, for elements of ElementBytes.
template <class Exec, std::size_t ElementBytes>
struct NetworkTuning {
  using Shape = TeamShape<Exec>;

  static constexpr int team_size = Shape::size;

  /// log2 of the size of an element in bytes, rounded up, at least 2.
  static constexpr int log_bytes =
      ceil_log2(ElementBytes) < 2 ? 2 : ceil_log2(ElementBytes);

  /// log2 of the elements that a thread holds in registers between two visits
  /// to scratch: 128 bytes, 32 registers. They are at most as many as the team
  /// has threads, so that two visits reach across the tile. On the host they
  /// form an array in the first-level cache.
  static constexpr int log_items =
      Shape::is_host
          ? 4
          : bounded(7 - log_bytes, 1, bounded(floor_log2(team_size), 1, 5));

  /// log2 of the elements that a team holds in scratch. On devices each thread
  /// fills its registers once. With the padding against bank conflicts that is
  /// 33 KiB, of the 40,936 bytes that CUDA grants before Kokkos 5.2. On the
  /// host it is half a first-level cache.
  static constexpr int log_tile =
      Shape::is_host ? 14 - log_bytes : floor_log2(team_size) + log_items;

  /// Teams that should share a multiprocessor while they work in scratch. The
  /// elements of a thread, their positions and a few more values take 80
  /// registers.
  static constexpr int tile_min_teams = 3;

  /// Shape of the only team of an array shorter than a tile. No other team
  /// hides its latency, so it has twice the threads, each with half the
  /// elements. On an H100 2^12 keys of 4 bytes take 21 us instead of 39. A full
  /// tile takes 28 us in this shape, and 26 in the other. Elements of 16 bytes
  /// keep their shape: with a gap after every 4 of them, a tile would exceed
  /// the 40,936 bytes.
  static constexpr bool has_lone_shape =
      !Shape::is_host && team_size >= 256 && log_bytes <= 3;
  static constexpr int lone_team_size = team_size * (has_lone_shape ? 2 : 1);
  static constexpr int lone_log_items = log_items - (has_lone_shape ? 1 : 0);
  static constexpr int lone_min_teams = has_lone_shape ? 1 : tile_min_teams;

  /// Highest degree of a partition in device memory: the number of steps that a
  /// thread does on 2^degree elements between one read and one write. As in the
  /// paper, a launch of degree 4 takes no longer than reading and writing the
  /// array. On an H200 with keys of 4 bytes, degree 5 takes 2 × as long and
  /// degree 6 takes 6 ×. Wide elements would not fit in the registers.
  static constexpr int max_degree =
      Shape::is_host ? 4 : bounded(8 - log_bytes, 2, 4);
  static constexpr int degree_min_teams = 2;

  /// Contiguous partitions or comparators that a thread takes at a time. On
  /// devices it is one, so that the accesses of a warp are contiguous. On the
  /// host it is many, so that cores do not share cache lines.
  static constexpr int run = Shape::is_host ? 1024 : 1;
};

}  // namespace KokkosSort::Impl

#endif
