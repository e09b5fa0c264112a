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

/// Parameters of sample sort for Algorithm::sample_with, with the letters of N.
/// Leischner, V. Osipov, P. Sanders, "GPU sample sort" (2009), sections 4 and
/// 5. 0 selects the library's value, which SampleSortTuning gives with its
/// reason. A value that exceeds a team's scratch is lowered to the maximum.
struct SampleParameters {
  /// k: buckets per partition, a power of two from 4 to 512.
  int buckets = 0;
  /// M: maximum keys per bucket for the base case, 64 or more. The library's
  /// base case takes at most the keys that fit scratch.
  std::uint32_t base_case_keys = 0;
  /// a: sampled keys per splitter.
  int oversampling = 0;
  /// t: threads per team on a GPU. A host's team is one thread.
  int team_size = 0;
  /// l: keys that a thread takes at a time while a team partitions.
  int items_per_thread = 0;
  /// Sorter of the buckets that are not split any more.
  SampleBaseCase base_case = SampleBaseCase::library;
};

/// The paper's parameters for 32-bit keys on a Tesla C1060.
inline constexpr SampleParameters paper_sample_parameters{
    128, 1u << 17, 30, 256, 8, SampleBaseCase::quick};

}  // namespace KokkosSort

#endif
