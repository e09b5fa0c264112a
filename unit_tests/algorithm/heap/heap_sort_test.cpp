// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/adversary.hpp>
#include <support/call.hpp>
#include <support/events.hpp>
#include <support/faults.hpp>
#include <support/heap_boundaries.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace KokkosSort::Test {
namespace {

// Tests of heap sort that the matrix lacks.

using Limits = Boundaries<Algorithm::Heap, std::uint32_t, Impl::NoValue>;

std::size_t layers_of(std::size_t n) {
  DeviceView<std::uint32_t> const keys("keys", n);
  Events const events;
  sort(keys, Algorithm::heap);
  return std::count(events.kernels().begin(), events.kernels().end(),
                    "KokkosSort::heap_sort::pop_metaheaps");
}

TEST(HeapSort, ALayerOfMetaheapsForEachPowerOfTheFanIn) {
  std::size_t const one_layer = Limits::leaf * Limits::Sort::max_fan_in;
  EXPECT_EQ(layers_of(Limits::leaf), 0u);
  EXPECT_EQ(layers_of(Limits::leaf + 1), 1u);
  EXPECT_EQ(layers_of(one_layer), 1u);
  EXPECT_EQ(layers_of(one_layer + 1), 2u);
}

/// More than the 1,023 keys of a heap and the 500,000 of a metaheap in the
/// paper.
TEST(HeapSort, FourMillionKeys) {
  for (auto const distribution :
       {Distribution::uniform, Distribution::sorted, Distribution::reversed,
        Distribution::zero, Distribution::two_values}) {
    std::size_t const n =
        distribution == Distribution::uniform ? 1 << 22 : 1000003;
    auto const input = input_keys<std::uint32_t>(n, distribution);
    EXPECT_TRUE(sorted(sort_guarded<std::uint32_t>(input, Algorithm::heap),
                       input, std::less<>{}));
  }
}

TEST(HeapSort, FaultyComparatorsEndAndKeepTheMultiset) {
  std::vector<std::size_t> const sizes{
      2, 3, 100, Limits::leaf, Limits::leaf + 1, 4 * Limits::leaf + 5};
  check_faulty<std::uint32_t>(Algorithm::heap, sizes);
  check_faulty<WideKey>(Algorithm::heap, sizes);
  check_faulty<std::uint32_t>(Algorithm::heap, {200003});
}

TEST(HeapSort, SanitizeFaultyComparators) {
  check_faulty<std::uint32_t>(Algorithm::heap, {50, 3 * Limits::leaf + 5});
  check_faulty<std::uint32_t>(Algorithm::heap_by_insertions,
                              {50, 3 * Limits::leaf + 5});
}

#if !defined(KOKKOSSORT_TEST_ON_DEVICE)

TEST(HeapSort, AdaptiveAdversaryStaysWithinNLogN) {
  for (std::size_t const n : {Limits::leaf, 20 * Limits::leaf})
    check_adversary(Algorithm::heap, n, 5.0);
}

#endif

}  // namespace
}  // namespace KokkosSort::Test
