// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <kit/adversary.hpp>
#include <kit/call.hpp>
#include <kit/faults.hpp>
#include <kit/merge_boundaries.hpp>

#include <cmath>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test {
namespace {

// What the matrix does not ask of merge.

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
  for (std::size_t const n : {Limits::tile, 20 * Limits::tile + 7}) {
    SCOPED_TRACE(n);
    Adversary adversary(n);
    auto const result = sort_guarded<std::uint32_t>(
        index_tags<std::uint32_t>(n), AdversaryLess{&adversary},
        Algorithm::merge);
    auto const size = static_cast<double>(n);
    EXPECT_LT(static_cast<double>(adversary.calls()),
              2.0 * size * std::log2(size));
    auto const& value = adversary.values();
    EXPECT_TRUE(sorted(
        result, index_tags<std::uint32_t>(n),
        [&](std::uint32_t a, std::uint32_t b) { return value[a] < value[b]; }));
  }
}

#endif

}  // namespace
}  // namespace KokkosSort::Test
