// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/comparators.hpp>
#include <support/oracle.hpp>
#include <KokkosSort/block/network_thread.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

namespace KokkosSort::Test::NetworkTest {
namespace {

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

// 0-1 principle again; registers from `count` on must not change.
template <int N, class Sort>
void check_network(char const* name, Sort const& sort) {
  SCOPED_TRACE(name);
  std::uint32_t const untouched = 7;
  for (int count = 0; count <= N; ++count) {
    for (std::uint32_t bits = 0; bits >> count == 0; ++bits) {
      std::uint32_t items[N];
      int ones = 0;
      for (int i = 0; i < N; ++i) {
        items[i] = i < count ? bits >> i & 1u : untouched;
        if (i < count) ones += static_cast<int>(items[i]);
      }
      sort(items, count);
      for (int i = 0; i < N; ++i)
        ASSERT_EQ(items[i], i >= count          ? untouched
                            : i >= count - ones ? 1u
                                                : 0u)
            << "N = " << N << ", count = " << count << ", bits = " << bits
            << ", register " << i;
    }
  }
}

template <int N>
void check_networks() {
  std::less<> const less;
  check_network<N>("butterfly", [&](auto& items, int count) {
    if (count == N) Impl::butterfly_sort<true, N>(items, count, less);
    Impl::butterfly_sort<false, N>(items, count, less);
  });
  check_network<N>("odd-even merge", [&](auto& items, int count) {
    if (count == N) Impl::odd_even_merge_sort<true, N>(items, count, less);
    Impl::odd_even_merge_sort<false, N>(items, count, less);
  });
}

TEST(Networks, SortEverySequenceAndLeaveTheVirtualRegisters) {
  check_networks<1>();
  check_networks<2>();
  check_networks<4>();
  check_networks<8>();
  check_networks<16>();
}

// The forms without tests for virtual registers, tested separately.
TEST(Networks, FullOnesSortEverySequence) {
  std::less<> const less;
  for (std::uint32_t bits = 0; bits < 1u << 16; ++bits) {
    std::uint32_t butterflies[16];
    for (int i = 0; i < 16; ++i) butterflies[i] = bits >> i & 1u;
    std::uint32_t merges[16], clean[16];
    std::copy(butterflies, butterflies + 16, merges);
    std::copy(butterflies, butterflies + 16, clean);
    Impl::butterfly_sort<true, 16>(butterflies, 16, less);
    Impl::odd_even_merge_sort<true, 16>(merges, 16, less);
    ASSERT_TRUE(std::is_sorted(butterflies, butterflies + 16)) << bits;
    ASSERT_TRUE(std::is_sorted(merges, merges + 16)) << bits;
    // The steps need bitonic sequences: of 16 from a distance of 8 on, of 8
    // from 4.
    std::sort(clean, clean + 8, std::greater<>());
    std::sort(clean + 8, clean + 16);
    Impl::half_clean<true, 8>(clean, 16, 8, less);
    ASSERT_TRUE(std::is_sorted(clean, clean + 16)) << bits;
  }
}

// Each index is in one partition, and the partners of all its comparators are
// in the same one.
template <int N>
void check_partitions() {
  int const log_items = N == 2 ? 1 : N == 4 ? 2 : 4;
  int const size      = 256;
  for (int log_block = log_items; log_block <= 8; ++log_block) {
    std::vector<int> strided(size, -1), mirrored(size, -1);
    for (int part = 0; part < size / N; ++part) {
      auto const a = Impl::strided_partition<N>(part, log_block - log_items);
      auto const b = Impl::mirrored_partition<N>(part, log_block);
      for (int r = 0; r < N; ++r) {
        ASSERT_EQ(strided.at(a(r)), -1);
        ASSERT_EQ(mirrored.at(b(r)), -1);
        strided[a(r)] = mirrored[b(r)] = part;
        ASSERT_EQ(Impl::reversed(a)(r), a(N - 1 - r));
        if (r > 0) {
          ASSERT_LT(b(r - 1), b(r));
        }
      }
    }
    for (int i = 0; i < size; ++i) {
      EXPECT_EQ(mirrored[i], mirrored[i ^ ((1 << log_block) - 1)]);
      for (int bit = log_block - log_items; bit < log_block; ++bit) {
        EXPECT_EQ(strided[i], strided[i ^ (1 << bit)]);
        if (bit < log_block - 1) {
          EXPECT_EQ(mirrored[i], mirrored[i ^ (1 << bit)]);
        }
      }
    }
  }
}

TEST(Partitions, HoldThePartnersOfTheirSteps) {
  check_partitions<2>();
  check_partitions<4>();
  check_partitions<16>();
}

}  // namespace
}  // namespace KokkosSort::Test::NetworkTest
