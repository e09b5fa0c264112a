// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <kit/comparators.hpp>
#include <kit/oracle.hpp>
#include <KokkosSort/thread/network.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test {
namespace {

struct KeyLess {
  bool operator()(Record const& a, Record const& b) const {
    return a.key < b.key;
  }
};

// 0-1 principle: a network that sorts every sequence of zeros and ones sorts
// every sequence.
template <int N>
void check_every_sequence_of_zeros_and_ones() {
  for (int count = 0; count <= N; ++count) {
    for (std::uint32_t bits = 0; bits >> count == 0; ++bits) {
      Record items[N];
      for (std::uint32_t i = 0; i < N; ++i)
        items[i] = {static_cast<int>(i) < count ? bits >> i & 1u : 0u, i};
      std::vector<Record> expected(items, items + N);
      std::stable_sort(expected.begin(), expected.begin() + count, KeyLess{});
      Impl::sort_registers(items, count, KeyLess{});
      ASSERT_TRUE(
          same_sequence(std::vector<Record>(items, items + N), expected))
          << "N = " << N << ", count = " << count << ", bits = " << bits;
    }
  }
}

TEST(SortRegisters, SortsEverySequenceStablyAndLeavesTheRest) {
  check_every_sequence_of_zeros_and_ones<1>();
  check_every_sequence_of_zeros_and_ones<2>();
  check_every_sequence_of_zeros_and_ones<5>();
  check_every_sequence_of_zeros_and_ones<8>();
  check_every_sequence_of_zeros_and_ones<13>();
}

TEST(SortRegisters, FaultyComparatorsKeepTheMultiset) {
  auto const input = input_keys<std::uint32_t>(19, Distribution::uniform);
  for (Fault const fault : faults) {
    std::uint64_t calls = 0;
    std::uint32_t items[19];
    std::copy(input.begin(), input.end(), items);
    Impl::sort_registers(items, 19, FaultyLess{fault, &calls});
    EXPECT_TRUE(
        same_multiset(std::vector<std::uint32_t>(items, items + 19), input));
  }
}

}  // namespace
}  // namespace KokkosSort::Test
