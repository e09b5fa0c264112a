// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SAMPLE_PAPER_SAMPLE_TUNING_HPP
#define KOKKOSSORT_ALGORITHM_SAMPLE_PAPER_SAMPLE_TUNING_HPP

#include <KokkosSort/algorithm/sample/sample_parameters.hpp>
#include <KokkosSort/algorithm/sample/sample_tuning.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/team_shape.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// Parameters of the paper's distribution, with its letters (Leischner, Osipov
/// & Sanders, section 5, "Parameters"). 0 selects the paper's value. ValueBytes
/// is 0 without values.
template <class Exec, std::size_t KeyBytes, std::size_t ValueBytes,
          SampleParameters chosen>
struct PaperSampleTuning {
  static_assert(CheckedSampleParameters<chosen>::is_paper);
  using Shape = TeamShape<Exec>;

  static constexpr int or_else(int value, int paper) {
    return value == 0 ? paper : value;
  }

  /// k.
  static constexpr int buckets = or_else(chosen.buckets, 128);
  static constexpr int log_of(int power) {
    int log = 0;
    while (1 << log < power) ++log;
    return log;
  }
  static constexpr int log_buckets = log_of(buckets);

  /// M.
  static constexpr std::uint64_t base_case_keys =
      chosen.base_case_keys == 0 ? 1u << 17 : chosen.base_case_keys;

  /// Teams of the quicksort that should share a multiprocessor. With 4 a thread
  /// has too few registers: on an H100 2^24 u32 keys take 7.9 ms instead
  /// of 5.6.
  static constexpr int quick_min_teams = 2;

  /// t. A team of SYCL has the size that its counters allow (TeamShape).
  static constexpr int wanted_team = or_else(chosen.team_size, 256);
  static constexpr int team_size =
      wanted_team < Shape::size ? wanted_team : Shape::size;

  static constexpr bool stored_indices = chosen.stored_indices;
  static constexpr bool staged_scatter = chosen.staged_scatter;
  static constexpr int counter_arrays  = or_else(chosen.counter_arrays, 8);

  /// Bytes of scratch per team. Kokkos gives 40,936 before version 5.2 on CUDA;
  /// the rest is for alignment and a few words.
  static constexpr std::size_t scratch = 38 * 1024;

  /// l. A host's thread takes the tile of a whole team, at most 32 KiB, since
  /// it holds the keys on its stack. A device's thread holds them in registers,
  /// 64 bytes at most. A staged tile must also fit the scratch that the
  /// counters and offsets leave.
  static constexpr std::size_t widest =
      KeyBytes > ValueBytes ? KeyBytes : ValueBytes;
  static constexpr std::size_t counter_bytes =
      (8 * (std::size_t{buckets} + 1) + 4 * std::size_t{buckets}) *
      sizeof(std::uint32_t);
  static constexpr int most_held = Shape::is_host
                                       ? bounded(32 * 1024 / widest, 64, 4096)
                                       : bounded(64 / widest, 2, 64);
  static constexpr int most_staged =
      bounded((scratch - counter_bytes) / (team_size * (widest + 2)), 1, 4096);
  static constexpr int wanted_items =
      or_else(chosen.items_per_thread, 8) *
      (Shape::is_host ? wanted_team / team_size : 1);
  static constexpr int items_per_thread = bounded(
      wanted_items, 1,
      staged_scatter&& most_staged < most_held ? most_staged : most_held);

  /// a: 30, and 15 for keys above 32 bits, since one team sorts a * k keys in
  /// scratch. A device's thread holds 18 of them at most, in registers.
  static constexpr int most_samples =
      team_size * (Shape::is_host
                       ? bounded(scratch / (2 * KeyBytes), 1024, 1 << 15)
                       : bounded(33 * 1024 / (team_size * KeyBytes), 1, 18));
  static constexpr int wanted_oversampling =
      or_else(chosen.oversampling, KeyBytes <= 4 ? 30 : 15);
  static constexpr int oversampling =
      bounded(wanted_oversampling, 1, most_samples / buckets);
  static_assert(most_samples >= buckets,
                "a team must sort a sample of one key per bucket");
  static constexpr int sample_items_per_thread =
      div_up(oversampling * buckets, team_size);

  /// Stored bucket index.
  using StoredIndex =
      std::conditional_t<(buckets <= 256), std::uint8_t, std::uint16_t>;
};

}  // namespace KokkosSort::Impl

#endif
