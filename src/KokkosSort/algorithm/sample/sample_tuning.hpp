// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SAMPLE_SAMPLE_TUNING_HPP
#define KOKKOSSORT_ALGORITHM_SAMPLE_SAMPLE_TUNING_HPP

#include <KokkosSort/algorithm/leaf/leaf_tuning.hpp>
#include <KokkosSort/algorithm/sample/sample_parameters.hpp>
#include <KokkosSort/core/team_shape.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Parameters of sample sort, with the paper's letters (Leischner, Osipov &
/// Sanders, sections 4 and 5). KeyBytes is the key's size, ElementBytes that of
/// key and value together. IsCompared: keys are no numbers.
template <class Exec, std::size_t KeyBytes, std::size_t ElementBytes,
          bool IsCompared = false>
struct SampleSortTuning : LeafShape<Exec, KeyBytes, ElementBytes> {
  using Leaf  = LeafShape<Exec, KeyBytes, ElementBytes>;
  using Shape = TeamShape<Exec>;

  /// t: threads per team.
  static constexpr int team_size = Leaf::team_size;

  /// Whether values wait in the registers of three teams per multiprocessor
  /// while these scatter, so that a thread has fewer items. On an H200 2^24
  /// compared pairs of 32 bits take 882 us with 16 items, and 929 by two teams
  /// with 20. Pairs of 64 bits take 776 with 12, and 801 by two teams with 13.
  /// If they are compared, two teams take 1 % less.
  static constexpr bool has_values = ElementBytes > KeyBytes;
  static constexpr bool has_short_tiles =
      has_values && KeyBytes <= (IsCompared ? 4 : 8);

  /// l: keys that a thread holds while it partitions. Long tiles make long runs
  /// in the scatter. The limit is a team's scratch (40,936 bytes on CUDA before
  /// Kokkos 5.2), of which 33 KiB are the staged keys and bucket ids.
  static constexpr int most_items_per_thread = !has_short_tiles ? 20
                                               : KeyBytes <= 4  ? 16
                                                                : 12;
  static constexpr int items_per_thread =
      Shape::is_host ? 512
                     : bounded(33 * 1024 / (team_size * (KeyBytes + 2)), 1,
                               most_items_per_thread);

  /// a: sampled keys per splitter. With 8, a bucket's size is within about 33 %
  /// of the mean, while one team can still sort the sample in scratch.
  static constexpr int oversampling = 8;

  /// Sampled keys of a bucket, at least: one team sorts them in about 10 us, as
  /// long as it takes for fewer.
  static constexpr int min_sample = 512;

  /// Counters per bucket, to spread the atomics of one team. The paper took 8
  /// on hardware with slower atomics; 2 suffice if a warp's equal keys combine.
  static constexpr int counter_copies = Shape::is_host ? 1 : 2;

  /// Teams that should share a multiprocessor while they scatter. A thread
  /// holds its keys, their bucket ids and their ranks in registers: 3 teams
  /// leave it 80.
  static constexpr int scatter_min_teams =
      has_values && !has_short_tiles ? 2 : 3;

  /// log2 of the maximum k, the buckets per partition. Bucket ids are 16 bits
  /// wide. The warps' counters (k times warps, 2 bytes each) and the lengths of
  /// the runs (tile / k keys) set the limit. The sample is sorted in scratch,
  /// so wide elements get fewer buckets: at least min_oversampling sampled keys
  /// per splitter. In a model of random keys, 1 or 2 samples leave up to 45 %
  /// of the keys in buckets beyond a leaf. With 4 samples it is about 11 %.
  static constexpr int min_oversampling = 4;
  static constexpr int log_buckets_for(int sample, int most) {
    int log = 2;
    while (log < most && (min_oversampling << (log + 1)) <= sample) ++log;
    return log;
  }
  static constexpr int max_log_buckets = log_buckets_for(
      team_size * Leaf::leaf_items_per_thread, Shape::is_host ? 8 : 9);

  /// M if quicksort is the base case, for which M may be any number; 0 if
  /// leaves are sorted in scratch.
  static constexpr std::uint64_t quick_keys = 0;
};

/// Conditions that all parameters of a caller must fulfill.
template <SampleParameters chosen>
struct CheckedSampleParameters {
  // Two buckets would need twice the levels, each with a table of its own.
  static_assert(chosen.buckets == 0 ||
                    (chosen.buckets >= 4 && chosen.buckets <= 512 &&
                     (chosen.buckets & (chosen.buckets - 1)) == 0),
                "SampleParameters::buckets must be 0 or a power of two from 4 "
                "to 512");
  // The table of buckets takes 32 bytes per possible bucket of M / 2 keys.
  static_assert(chosen.base_case_keys == 0 || chosen.base_case_keys >= 64,
                "SampleParameters::base_case_keys must be 0 or at least 64");
  static_assert(chosen.team_size == 0 || chosen.team_size == 64 ||
                    chosen.team_size == 128 || chosen.team_size == 256,
                "SampleParameters::team_size must be 64, 128, 256 or 0");
  static_assert(chosen.oversampling >= 0 && chosen.items_per_thread >= 0,
                "SampleParameters must not be negative");
  static_assert(chosen.counter_arrays >= 0 && chosen.counter_arrays <= 8,
                "SampleParameters::counter_arrays must be from 0 to 8");

  static constexpr bool is_paper =
      chosen.distribution == SampleDistribution::paper;
  static_assert(is_paper || (!chosen.stored_indices && !chosen.staged_scatter &&
                             chosen.counter_arrays == 0),
                "SampleParameters::stored_indices, staged_scatter and "
                "counter_arrays need SampleDistribution::paper");
  // Buckets of up to M keys do not fit the scratch of the library's leaves.
  static_assert(!is_paper || chosen.base_case == SampleBaseCase::quick,
                "SampleDistribution::paper needs SampleBaseCase::quick");
};

/// SampleSortTuning with the parameters that a caller has chosen.
template <class Exec, std::size_t KeyBytes, std::size_t ElementBytes,
          SampleParameters chosen, bool IsCompared = false>
struct ChosenSampleSortTuning
    : SampleSortTuning<Exec, KeyBytes, ElementBytes, IsCompared> {
  using Library = SampleSortTuning<Exec, KeyBytes, ElementBytes, IsCompared>;
  static constexpr bool is_host = Library::Shape::is_host;

  static_assert(!CheckedSampleParameters<chosen>::is_paper,
                "SampleSort has the library's distribution only");

  static constexpr int team_size =
      is_host || chosen.team_size == 0 ? Library::team_size : chosen.team_size;
  static constexpr int items_per_thread =
      is_host || chosen.items_per_thread == 0
          ? Library::items_per_thread
          : bounded(chosen.items_per_thread, 1,
                    bounded(24 * 1024 / (team_size * (KeyBytes + 2)), 1, 64));
  static constexpr int oversampling =
      chosen.oversampling == 0 ? Library::oversampling : chosen.oversampling;

  /// Odd, as in LeafShape.
  static constexpr int leaf_items_per_thread =
      chosen.base_case_keys == 0 || chosen.base_case == SampleBaseCase::quick
          ? Library::leaf_items_per_thread
          : (bounded(chosen.base_case_keys / team_size, 1,
                     Library::leaf_items_per_thread) -
             1) / 2 *
                    2 +
                1;

  /// The sample has at least one key per bucket, and is sorted in scratch.
  static constexpr int most_buckets =
      team_size * Library::leaf_items_per_thread;
  static constexpr int wanted_buckets =
      chosen.buckets == 0 ? 1 << Library::max_log_buckets : chosen.buckets;
  static constexpr int log_buckets_of(int most) {
    int log = 1;
    while (2 << log <= most) ++log;
    return log;
  }
  static constexpr int max_log_buckets = log_buckets_of(
      wanted_buckets < most_buckets ? wanted_buckets : most_buckets);

  static constexpr std::uint64_t quick_keys =
      chosen.base_case == SampleBaseCase::library ? 0
      : chosen.base_case_keys == 0                ? 1u << 17
                                                  : chosen.base_case_keys;
};

}  // namespace KokkosSort::Impl

#endif
