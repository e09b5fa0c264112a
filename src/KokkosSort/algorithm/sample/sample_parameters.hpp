// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SAMPLE_SAMPLE_PARAMETERS_HPP
#define KOKKOSSORT_ALGORITHM_SAMPLE_SAMPLE_PARAMETERS_HPP

#include <cstdint>

namespace KokkosSort {

/// Who sorts the buckets that sample sort does not split any more.
enum class SampleBaseCase {
  library,  ///< one team each in scratch: by counting for integers, by merging
            ///< else. Stable.
  quick,    ///< quicksort by one team each, and an odd-even merge network for
            ///< what fits scratch (the paper's section 5). Not stable.
};

/// The parameters of sample sort, under the letters of N. Leischner, V. Osipov,
/// P. Sanders, "GPU sample sort" (2009), sections 4 and 5, for
/// Algorithm::sample_with. 0 leaves a parameter to the library, whose values
/// and their reasons stand in SampleSortTuning. What does not fit a team's
/// scratch is lowered to what does.
struct SampleParameters {
  /// k: buckets that a partition makes, a power of two from 4 to 512.
  int buckets = 0;
  /// M: a bucket of at most so many keys, 64 or more, is left to the base case.
  /// The library's base case takes what fits scratch, and no more.
  std::uint32_t base_case_keys = 0;
  /// a: keys sampled for each splitter.
  int oversampling = 0;
  /// t: threads of a team, on a GPU. A host's team is one thread.
  int team_size = 0;
  /// l: keys that a thread takes at a time while a team partitions.
  int items_per_thread = 0;
  /// Sorter of the buckets that are not split any more.
  SampleBaseCase base_case = SampleBaseCase::library;
};

/// What the paper took for 32-bit keys on a Tesla C1060.
inline constexpr SampleParameters paper_sample_parameters{
    128, 1u << 17, 30, 256, 8, SampleBaseCase::quick};

}  // namespace KokkosSort

#endif
