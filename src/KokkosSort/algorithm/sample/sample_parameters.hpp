// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SAMPLE_SAMPLE_PARAMETERS_HPP
#define KOKKOSSORT_ALGORITHM_SAMPLE_SAMPLE_PARAMETERS_HPP

#include <cstdint>

namespace KokkosSort {

/// Sorter of the buckets that sample sort does not split any more.
enum class SampleBaseCase {
  library,  ///< One team per bucket in scratch: counting for integers, merging
            ///< otherwise. Stable.
  quick,  ///< Quicksort by one team per bucket, with an odd-even merge network
          ///< for short sequences (the paper's section 5). Not stable.
};

/// Distribution phase of sample sort.
enum class SampleDistribution {
  library,  ///< The bucket engine: exact counts of fine cells, which are
            ///< grouped to nearly full leaves; equality buckets. Stable.
  paper,    ///< The four phases of the paper's section 4, with k buckets on
            ///< every level and no equality buckets. Not stable.
};

/// Parameters of sample sort for Algorithm::sample_with, with the letters of N.
/// Leischner, V. Osipov, P. Sanders, "GPU sample sort" (2009), sections 4 and
/// 5. 0 selects the value of the distribution's author: that of the library,
/// which SampleSortTuning gives with its reason, or that of the paper. A value
/// that exceeds a team's scratch or registers is lowered to the maximum.
struct SampleParameters {
  /// k: buckets per partition, a power of two from 4 to 512 (section 5,
  /// "Parameters").
  int buckets = 0;
  /// M: maximum keys per bucket for the base case, 64 or more (section 4). The
  /// library's base case takes at most the keys that fit scratch.
  std::uint32_t base_case_keys = 0;
  /// a: sampled keys per splitter (section 5, phase 1). The paper has 30, and
  /// 15 for keys of 64 bits.
  int oversampling = 0;
  /// t: threads per team on a GPU. A host's team is one thread; by the paper's
  /// distribution it takes tiles of t * l keys nevertheless.
  int team_size = 0;
  /// l: keys that a thread takes at a time while a team partitions.
  int items_per_thread = 0;
  /// Sorter of the buckets that are not split any more. The paper's
  /// distribution needs SampleBaseCase::quick.
  SampleBaseCase base_case = SampleBaseCase::library;
  /// Distribution phase. The fields below are for the paper's only.
  SampleDistribution distribution = SampleDistribution::library;
  /// Phase 2 stores bucket indices in global memory for phase 4, which
  /// otherwise computes them again (section 4: storing was not faster).
  bool stored_indices = false;
  /// Phase 4 orders its tile by bucket in scratch and writes runs.
  /// Otherwise each thread writes its keys to their positions (section 4: plain
  /// was faster).
  bool staged_scatter = false;
  /// Copies of the k counters in scratch, from 1 to 8 (section 5, phase 2: 8).
  /// The threads of a team spread their atomic additions over them.
  int counter_arrays = 0;
};

/// The paper's algorithm with its parameters for a Tesla C1060 (section 5).
inline constexpr SampleParameters paper_sample_parameters{
    .buckets          = 128,
    .base_case_keys   = 1u << 17,
    .oversampling     = 0,  // 30, and 15 for keys above 32 bits
    .team_size        = 256,
    .items_per_thread = 8,
    .base_case        = SampleBaseCase::quick,
    .distribution     = SampleDistribution::paper,
    .counter_arrays   = 8};

}  // namespace KokkosSort

#endif
