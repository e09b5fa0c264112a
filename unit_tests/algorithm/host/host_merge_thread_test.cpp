// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/comparators.hpp>
#include <support/oracle.hpp>
#include <support/records.hpp>
#include <KokkosSort/algorithm/host/host_merge_thread.hpp>
#include <KokkosSort/block/splitmix64.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace KokkosSort::Test::HostMergeTest {
namespace {

/// Returns the result of the sort, from either array.
template <class T, class Less>
std::vector<T> merge_sorted(std::vector<T> elements, Less const& less) {
  std::vector<T> buffer(elements.size());
  T const* const result = Impl::HostMergeSort<T, Less>(less).sort(
      elements.data(), buffer.data(), elements.size());
  EXPECT_TRUE(result == elements.data() || result == buffer.data());
  return {result, result + elements.size()};
}

TEST(HostMergeSort, IsStableAtEverySize) {
  for (std::size_t n = 0; n < 300; ++n) {
    for (std::uint32_t const values : {1, 2, 7, 100000}) {
      auto const input = records(n, values);
      ASSERT_TRUE(same_sequence(merge_sorted(input, KeyLess{}),
                                stable_reference(input, KeyLess{})))
          << n << " of " << values << " values";
    }
  }
}

TEST(HostMergeSort, RunsInOrder) {
  // Long enough for the check whether adjacent runs are in order already. All
  // are, none is, and all but the last are.
  std::vector<Record> input(1000);
  for (std::uint32_t i = 0; i < 1000; ++i) input[i] = {i / 3, i};
  EXPECT_TRUE(same_sequence(merge_sorted(input, KeyLess{}), input));
  for (std::uint32_t i = 0; i < 1000; ++i) input[i] = {(1000 - i) / 3, i};
  EXPECT_TRUE(same_sequence(merge_sorted(input, KeyLess{}),
                            stable_reference(input, KeyLess{})));
  for (std::uint32_t i = 0; i < 1000; ++i) input[i] = {i == 999 ? 0 : i, i};
  EXPECT_TRUE(same_sequence(merge_sorted(input, KeyLess{}),
                            stable_reference(input, KeyLess{})));
}

/// Comparator with a fixed sequence of results, whatever its arguments.
struct FixedResults {
  std::uint32_t* bits;
  bool operator()(std::uint32_t, std::uint32_t) const {
    return (std::exchange(*bits, *bits >> 1) & 1) != 0;
  }
};

TEST(HostMergeSort, KeepsFourElementsUnderEveryComparator) {
  for (std::uint32_t results = 0; results < 32; ++results) {
    std::uint32_t bits = results;
    std::vector<std::uint32_t> const input{10, 20, 30, 40};
    EXPECT_TRUE(same_multiset(merge_sorted(input, FixedResults{&bits}), input))
        << results;
  }
}

TEST(HostMergeSort, KeepsTheElementsUnderAFaultyComparator) {
  for (Fault const fault : faults) {
    for (std::size_t const n : {5, 63, 64, 65, 1000}) {
      std::uint64_t calls = 0;
      std::vector<std::uint32_t> input(n);
      for (std::size_t i = 0; i < n; ++i)
        input[i] = static_cast<std::uint32_t>(Impl::splitmix64(i));
      EXPECT_TRUE(
          same_multiset(merge_sorted(input, FaultyLess{fault, &calls}), input))
          << n << " by fault " << static_cast<int>(fault);
    }
  }
}

}  // namespace
}  // namespace KokkosSort::Test::HostMergeTest
