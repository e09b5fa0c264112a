// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_CHUNKS_CHUNKS_TUNING_HPP
#define KOKKOSSORT_ALGORITHM_CHUNKS_CHUNKS_TUNING_HPP

#include <cstddef>

namespace KokkosSort::Impl {

struct ChunksTuning {
  // One chunk arrives while the next but one leaves and the one between is
  // sorted. A fourth waits for one of these and makes all smaller.
  static constexpr std::size_t lanes = 3;
  // Smaller chunks take longer to launch than to sort.
  static constexpr std::size_t smallest_chunk = 1024;
};

}  // namespace KokkosSort::Impl

#endif
