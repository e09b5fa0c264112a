// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/cli/algorithms.hpp>
#include <tool/io/parts.hpp>
#include <tool/commands/records.hpp>
#include <KokkosSort.hpp>

namespace KokkosSort::Tool {

std::uint64_t pairs_memory(const SortJob& job) {
  const std::uint64_t n = job.part.count;
  std::uint64_t pairs   = 2 * chunk_bytes * n;
  const Kokkos::View<std::uint64_t*, Device, Kokkos::MemoryUnmanaged> shape(
      nullptr, n);
  with_algorithm<true>(job.request.algorithm, [&](const auto& tag) {
    pairs += sort_by_key_workspace_size(Space(), shape, shape, tag);
  });
  return pairs + step_bytes;
}

void sort_pairs(const SortJob& job, const Numbers& keys,
                const Numbers& values) {
  with_algorithm<true>(job.request.algorithm, [&](const auto& tag) {
    stable_sort_by_key(Space(), keys, values, tag);
  });
}

}  // namespace KokkosSort::Tool
