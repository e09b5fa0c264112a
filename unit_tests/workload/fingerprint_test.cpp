// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <gtest/gtest.h>
#include <workload/distribution.hpp>
#include <workload/fingerprint.hpp>
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace {

using namespace KokkosSort::Workload;

/// Every hash on its own must change; the count too if it changes.
void expect_all_differ(const Fingerprint& a, const Fingerprint& b) {
  EXPECT_NE(a.hash_a, b.hash_a);
  EXPECT_NE(a.hash_b, b.hash_b);
  EXPECT_FALSE(a.hash_128 == b.hash_128);
}

TEST(Fingerprint, DoesNotDependOnTheOrder) {
  auto keys         = make_keys<std::uint64_t>(10000, Distribution::uniform);
  const auto before = fingerprint(keys);
  std::sort(keys.begin(), keys.end());
  EXPECT_TRUE(fingerprint(keys) == before);
  std::reverse(keys.begin(), keys.end());
  EXPECT_TRUE(fingerprint(keys) == before);
}

TEST(Fingerprint, CatchesLostAddedAndReplacedElements) {
  const auto keys =
      make_keys<std::uint32_t>(1000, Distribution::sixteen_values);
  const auto before = fingerprint(keys);
  auto lost         = keys;
  lost.pop_back();
  EXPECT_EQ(fingerprint(lost).count, 999u);
  expect_all_differ(fingerprint(lost), before);
  auto doubled = keys;  // one element overwrites another: the count stays
  ASSERT_NE(doubled[0], doubled[1]);
  doubled[0] = doubled[1];
  EXPECT_EQ(fingerprint(doubled).count, before.count);
  expect_all_differ(fingerprint(doubled), before);
  auto flipped = keys;
  flipped[500] ^= 1u << 31;
  expect_all_differ(fingerprint(flipped), before);
}

TEST(Fingerprint, CatchesChangesThatKeepPlainSums) {
  // Sum and exclusive or of the keys do not change.
  const std::vector<std::uint64_t> a{1, 2, 4, 7}, b{0, 3, 5, 6};
  expect_all_differ(fingerprint(a), fingerprint(b));
  const std::vector<std::uint64_t> twice_a{9, 9, 3}, twice_b{5, 5, 3};
  expect_all_differ(fingerprint(twice_a), fingerprint(twice_b));
  // A pair of equal elements replaced by another such pair.
  const std::vector<std::uint64_t> zeros(64, 0), ones(64, 1);
  expect_all_differ(fingerprint(zeros), fingerprint(ones));
}

TEST(Fingerprint, CatchesPayloadsSwappedBetweenRecords) {
  using Pair = std::pair<std::uint32_t, std::uint32_t>;
  const std::vector<Pair> right{{1, 10}, {2, 20}, {3, 30}},
      swapped{{1, 20}, {2, 10}, {3, 30}};
  expect_all_differ(fingerprint(right), fingerprint(swapped));
}

TEST(Fingerprint, SeesNaNPayloadsAndTheSignOfZero) {
  expect_all_differ(fingerprint(std::vector<double>{0.0}),
                    fingerprint(std::vector<double>{-0.0}));
  const auto nan = [](std::uint64_t payload) {
    return key_of_bits<double>(0x7ff8000000000000ull | payload);
  };
  expect_all_differ(fingerprint(std::vector<double>{nan(1)}),
                    fingerprint(std::vector<double>{nan(2)}));
}

TEST(Fingerprint, EverySizeOfElementCounts) {
  std::array<unsigned char, 100> bytes{};
  for (std::size_t size = 1; size <= bytes.size(); ++size) {
    Fingerprint before;
    before.add_bytes(bytes.data(), size);
    for (std::size_t changed = 0; changed < size; ++changed) {
      bytes[changed] = 1;
      Fingerprint after;
      after.add_bytes(bytes.data(), size);
      expect_all_differ(before, after);
      bytes[changed] = 0;
    }
  }
}

TEST(Fingerprint, PartsAddUp) {
  const auto keys  = make_keys<float>(1000, Distribution::specials);
  const auto whole = fingerprint(keys);
  Fingerprint sum;
  for (std::uint64_t begin = 0; begin < 1000; begin += 300) {
    sum += fingerprint(keys, begin, std::min<std::uint64_t>(begin + 300, 1000));
  }
  EXPECT_TRUE(sum == whole);
}

TEST(Fingerprint, HashesAreIndependent) {
  // Bits of the two hashes of the same elements agree in half of the cases.
  std::uint64_t agreeing = 0;
  for (std::uint64_t i = 0; i < 4096; ++i) {
    Fingerprint one;
    one.add(i);
    agreeing +=
        static_cast<std::uint64_t>(std::popcount(~(one.hash_a ^ one.hash_b)));
  }
  EXPECT_NEAR(static_cast<double>(agreeing) / (64 * 4096), 0.5, 0.01);
}

TEST(Hexadecimal, PrintsAll128Bits) {
  EXPECT_EQ(hexadecimal(0), "0");
  EXPECT_EQ(hexadecimal(0xdeadbeef), "deadbeef");
  EXPECT_EQ(hexadecimal((UInt128(1) << 64) + 15), "1000000000000000f");
}

}  // namespace
