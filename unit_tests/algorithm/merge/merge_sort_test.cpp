// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/adversary.hpp>
#include <support/call.hpp>
#include <support/faults.hpp>
#include <support/merge_boundaries.hpp>

#include <cstdint>
#include <vector>

namespace KokkosSort::Test {
namespace {

// Tests of merge sort that the matrix lacks.

using Limits = Boundaries<Algorithm::Merge, std::uint32_t, Impl::NoValue>;

TEST(MergeSort, FaultyComparatorsEndAndKeepTheMultiset) {
  std::vector<std::size_t> const sizes{
      2, 3, 100, Limits::tile, Limits::tile + 1, 4 * Limits::tile + 5};
  check_faulty<std::uint32_t>(Algorithm::merge, sizes);
  check_faulty<WideKey>(Algorithm::merge, sizes);
  check_faulty<std::uint32_t>(Algorithm::merge, {200003});
}

TEST(MergeSort, SanitizeFaultyComparators) {
  check_faulty<std::uint32_t>(Algorithm::merge, {50, 3 * Limits::tile + 5});
}

#if !defined(KOKKOSSORT_TEST_ON_DEVICE)

TEST(MergeSort, AdaptiveAdversaryStaysWithinNLogN) {
  for (std::size_t const n : {Limits::tile, 20 * Limits::tile + 7})
    check_adversary(Algorithm::merge, n, 2.0);
}

#endif

}  // namespace
}  // namespace KokkosSort::Test
