// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <gtest/gtest.h>
#include <workload/distribution.hpp>
#include <workload/order.hpp>
#include <workload/sampler_killer.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace KokkosSort::Workload;

constexpr std::uint64_t half_range = std::uint64_t(1)
                                     << 31;  // M of the papers for 32-bit keys

std::vector<std::uint32_t> keys_of(Distribution distribution, std::uint64_t n,
                                   std::uint64_t blocks = default_blocks) {
  return make_keys<std::uint32_t>(n, distribution, {default_seed, blocks});
}

template <class Key>
std::size_t distinct(const std::vector<Key>& keys) {
  return std::set<Key>(keys.begin(), keys.end()).size();
}

double mean(const std::vector<std::uint32_t>& keys) {
  double sum = 0;
  for (const auto key : keys) sum += key;
  return sum / static_cast<double>(keys.size());
}

double deviation(const std::vector<std::uint32_t>& keys) {
  const double middle = mean(keys);
  double sum          = 0;
  for (const auto key : keys) sum += (key - middle) * (key - middle);
  return std::sqrt(sum / static_cast<double>(keys.size()));
}

TEST(Distribution, UniformCoversTheRangeEvenly) {
  const auto keys = keys_of(Distribution::uniform, 1 << 18);
  std::vector<int> counts(256);
  for (const auto key : keys) ++counts[key >> 24];
  // 1024 expected, deviation 32: six of them either way.
  for (const int count : counts) EXPECT_NEAR(count, 1024, 6 * 32);
  std::vector<int> low(256);
  for (const auto key : keys) ++low[key & 255];
  for (const int count : low) EXPECT_NEAR(count, 1024, 6 * 32);
}

TEST(Distribution, ZeroIsOneValuePickedAtRandom) {
  EXPECT_EQ(distinct(keys_of(Distribution::zero, 1000)), 1u);
  EXPECT_NE(make_keys<std::uint32_t>(1, Distribution::zero, {1, 240})[0],
            make_keys<std::uint32_t>(1, Distribution::zero, {2, 240})[0]);
}

TEST(Distribution, BucketSectionsHoldTheirRanges) {
  constexpr std::uint64_t p = 8, per_section = 100, n = p * p * per_section;
  const auto keys = keys_of(Distribution::bucket, n, p);
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t section = i / per_section % p;
    ASSERT_GE(keys[i], section * half_range / p) << "element " << i;
    ASSERT_LT(keys[i], (section + 1) * half_range / p) << "element " << i;
  }
}

TEST(Distribution, GaussianIsTheAverageOfFour) {
  const auto keys = keys_of(Distribution::gaussian, 1 << 18);
  // The average of four uniform draws on [0, 2^32) has mean 2^31 and deviation
  // 2^32 / sqrt(48).
  EXPECT_NEAR(mean(keys) / 0x1p31, 1.0, 0.005);
  EXPECT_NEAR(deviation(keys) / (0x1p32 / std::sqrt(48.0)), 1.0, 0.01);
}

TEST(Distribution, HalvesStayBelowHalfTheRange) {
  const auto uniform  = keys_of(Distribution::uniform_half, 1 << 18);
  const auto gaussian = keys_of(Distribution::gaussian_half, 1 << 18);
  for (const auto key : uniform) ASSERT_LT(key, half_range);
  for (const auto key : gaussian) ASSERT_LT(key, half_range);
  EXPECT_NEAR(mean(uniform) / 0x1p30, 1.0, 0.005);
  EXPECT_NEAR(deviation(uniform) / (0x1p31 / std::sqrt(12.0)), 1.0, 0.01);
  EXPECT_NEAR(mean(gaussian) / 0x1p30, 1.0, 0.005);
  EXPECT_NEAR(deviation(gaussian) / (0x1p31 / std::sqrt(48.0)), 1.0, 0.01);
  for (const float key : make_keys<float>(1000, Distribution::uniform_half)) {
    ASSERT_GE(key, 0.0f);
    ASSERT_LE(key, 1.0f);
  }
}

TEST(Distribution, ExponentialFallsByItsRate) {
  const auto keys = keys_of(Distribution::exponential, 1 << 18);
  EXPECT_NEAR(mean(keys) / (0x1p31 / 16), 1.0, 0.01);
  EXPECT_NEAR(deviation(keys) / (0x1p31 / 16), 1.0, 0.02);
  for (const auto key : keys) ASSERT_LT(key, half_range);
  const auto wide =
      make_keys<std::uint64_t>(1 << 18, Distribution::exponential);
  double sum = 0;
  for (const auto key : wide) sum += static_cast<double>(key);
  EXPECT_NEAR(sum / static_cast<double>(wide.size()) / (0x1p63 / 16), 1.0,
              0.01);
}

TEST(Distribution, StaggeredBlocksHoldTheirRanges) {
  for (const std::uint64_t p : {2, 7, 240}) {
    const std::uint64_t per_block = 50, n = p * per_block;
    const auto keys = keys_of(Distribution::staggered, n, p);
    for (std::uint64_t k = 0; k < n; ++k) {
      const auto i = static_cast<std::int64_t>(k / per_block) +
                     1;  // blocks count from 1 in the papers
      const auto P = static_cast<std::int64_t>(p);
      const auto slot =
          std::max<std::int64_t>(i <= P / 2 ? 2 * i - 1 : 2 * i - P - 2, 0);
      const auto lower = slot * static_cast<std::int64_t>(half_range) / P;
      const auto upper = (slot + 1) * static_cast<std::int64_t>(half_range) / P;
      ASSERT_GE(keys[k], lower) << "p " << p << " element " << k;
      ASSERT_LT(keys[k], upper) << "p " << p << " element " << k;
    }
  }
}

TEST(Distribution, DeterministicDuplicatesHalveTheirBlocks) {
  constexpr std::uint64_t p = 8, n = 1 << 12;
  const auto keys = keys_of(Distribution::deterministic_duplicates, n, p);
  std::map<std::uint32_t, std::uint64_t> counts;
  for (const auto key : keys) ++counts[key];
  EXPECT_EQ(counts[12], n / 2);
  EXPECT_EQ(counts[11], n / 4);
  EXPECT_EQ(counts[10], n / 8);
  // The last block is divided into halves again.
  EXPECT_EQ(counts[9], n / 16);
  EXPECT_EQ(counts[8], n / 32);
  EXPECT_TRUE(std::is_sorted(keys.rbegin(), keys.rend()));
  EXPECT_EQ(make_keys<float>(n, Distribution::deterministic_duplicates,
                             {default_seed, p})[0],
            12.0f);
  EXPECT_EQ(keys_of(Distribution::deterministic_duplicates, 240 * 1000)[0],
            17u);  // floor(log2 240000)
}

TEST(Distribution, SortedReversedOrganPipeAndSawTeeth) {
  for (const std::uint64_t n : {0, 1, 2, 3, 1000, 4099}) {
    const auto sorted   = keys_of(Distribution::sorted, n);
    const auto reversed = keys_of(Distribution::reversed, n);
    const auto pipe     = keys_of(Distribution::organ_pipe, n);
    EXPECT_TRUE(std::is_sorted(sorted.begin(), sorted.end()));
    EXPECT_TRUE(std::is_sorted(reversed.rbegin(), reversed.rend()));
    const auto top = pipe.begin() + static_cast<std::ptrdiff_t>((n + 1) / 2);
    EXPECT_TRUE(std::is_sorted(pipe.begin(), top));
    EXPECT_TRUE(std::is_sorted(top, pipe.end(), std::greater<>()));
  }
  const auto teeth = keys_of(Distribution::saw_teeth, 10000);
  int drops        = 0;
  for (std::size_t i = 1; i < teeth.size(); ++i)
    drops += teeth[i] < teeth[i - 1];
  EXPECT_EQ(drops, 99);
  EXPECT_EQ(distinct(keys_of(Distribution::sorted, 4099)), 4099u);
}

TEST(Distribution, NearlySortedReplacesTheStatedShare) {
  constexpr std::uint64_t n = 1 << 18;
  const auto sorted         = keys_of(Distribution::sorted, n);
  const auto share          = [&](Distribution distribution) {
    const auto keys       = keys_of(distribution, n);
    std::uint64_t differs = 0;
    for (std::uint64_t i = 0; i < n; ++i) differs += keys[i] != sorted[i];
    return static_cast<double>(differs) / static_cast<double>(n);
  };
  EXPECT_NEAR(share(Distribution::nearly_sorted_1_permille), 0.001, 0.0004);
  EXPECT_NEAR(share(Distribution::nearly_sorted_5_percent), 0.05, 0.003);
}

TEST(Distribution, FewDistinctValues) {
  EXPECT_EQ(distinct(keys_of(Distribution::two_values, 10000)), 2u);
  EXPECT_EQ(distinct(keys_of(Distribution::sixteen_values, 10000)), 16u);
  EXPECT_EQ(distinct(keys_of(Distribution::sqrt_values, 10000)), 100u);
}

TEST(Distribution, ZipfFrequenciesFallAsTheRank) {
  constexpr std::uint64_t n = 1 << 18;
  std::map<std::uint32_t, double> counts;
  for (const auto key : keys_of(Distribution::zipf, n)) ++counts[key];
  std::vector<double> sorted;
  for (const auto& [key, count] : counts) sorted.push_back(count);
  std::sort(sorted.rbegin(), sorted.rend());
  // P(rank r) = ln((r+1)/r) / ln(n+1)
  const double all =
      static_cast<double>(n) / std::log(static_cast<double>(n) + 1);
  EXPECT_NEAR(sorted[0] / (all * std::log(2.0)), 1.0, 0.05);
  EXPECT_NEAR(sorted[1] / (all * std::log(1.5)), 1.0, 0.05);
  EXPECT_NEAR(sorted[9] / (all * std::log(1.1)), 1.0, 0.1);
}

TEST(Distribution, OneFrequentValueAmongUniformKeys) {
  const auto share = [](Distribution distribution) {
    const auto keys = keys_of(distribution, 1 << 18);
    const auto frequent =
        std::count(keys.begin(), keys.end(), keys_of(Distribution::zero, 1)[0]);
    return static_cast<double>(frequent) / (1 << 18);
  };
  EXPECT_NEAR(share(Distribution::ninety_five_percent_one_value), 0.95, 0.003);
  EXPECT_NEAR(share(Distribution::one_percent_one_value), 0.01, 0.001);
}

TEST(Distribution, AndReducesTheSetBits) {
  const auto set_share = [](Distribution distribution) {
    double bits = 0;
    for (const auto key : keys_of(distribution, 1 << 14))
      bits += std::popcount(key);
    return bits / 32 / (1 << 14);
  };
  EXPECT_NEAR(set_share(Distribution::and_of_2), 1.0 / 4, 0.005);
  EXPECT_NEAR(set_share(Distribution::and_of_3), 1.0 / 8, 0.005);
  EXPECT_NEAR(set_share(Distribution::and_of_5), 1.0 / 32, 0.005);
}

template <class Key>
void expect_common_bits(Distribution distribution, int free_bits) {
  using Bits      = KeyBits<Key>;
  const auto keys = make_keys<Key>(4096, distribution);
  Bits seen       = 0;
  for (const auto& key : keys)
    seen = static_cast<Bits>(seen | (bits_of(key) ^ bits_of(keys[0])));
  const Bits expected = static_cast<Bits>(
      free_bits == key_width<Key> ? ~Bits(0) : (Bits(1) << free_bits) - 1);
  EXPECT_TRUE(seen == expected)
      << name_of(distribution) << " width " << key_width<Key>;
}

TEST(Distribution, PrefixAndLowByteShareTheirUpperBits) {
  expect_common_bits<std::uint16_t>(Distribution::one_radix_prefix, 8);
  expect_common_bits<std::int32_t>(Distribution::one_radix_prefix, 16);
  expect_common_bits<float>(Distribution::one_radix_prefix, 16);
  expect_common_bits<double>(Distribution::one_radix_prefix, 32);
  expect_common_bits<UInt128>(Distribution::one_radix_prefix, 64);
  expect_common_bits<std::uint8_t>(Distribution::low_byte_only, 8);
  expect_common_bits<std::uint64_t>(Distribution::low_byte_only, 8);
  expect_common_bits<double>(Distribution::low_byte_only, 8);
  expect_common_bits<Int128>(Distribution::low_byte_only, 8);
}

TEST(Distribution, AnyPartIsTheSameWhateverThePartition) {
  for (const auto& entry : distributions) {
    for (const std::uint64_t n : {1, 5, 239, 240, 241, 1000}) {
      const auto whole = make_keys<std::uint64_t>(n, entry.distribution);
      for (const std::uint64_t parts : {2, 3, 7}) {
        std::vector<std::uint64_t> joined(n);
        for (std::uint64_t part = parts;
             part-- >
             0;) {  // the last one first: no part may depend on another
          const std::uint64_t begin = n * part / parts,
                              end   = n * (part + 1) / parts;
          fill_keys<std::uint64_t>({joined.data() + begin, end - begin}, begin,
                                   n, entry.distribution);
        }
        ASSERT_EQ(whole, joined)
            << entry.name << " n " << n << " parts " << parts;
      }
    }
  }
}

TEST(Distribution, SeedDecidesAndDefaultIsFixed) {
  EXPECT_NE(make_keys<std::uint64_t>(100, Distribution::uniform, {1, 240}),
            make_keys<std::uint64_t>(100, Distribution::uniform, {2, 240}));
  // Recorded once: published figures and test inputs must not change unnoticed.
  EXPECT_EQ(
      make_keys<std::uint64_t>(3, Distribution::uniform),
      (std::vector<std::uint64_t>{0x012757766ac4674aull, 0x73e2e72dd09c7fd8ull,
                                  0xc4644a4c53ba1e3eull}));
}

TEST(Distribution, NamesFindTheirDistributionAndUnknownOnesAreListed) {
  std::set<std::string_view> names;
  for (const auto& entry : distributions) {
    EXPECT_EQ(distribution_from_name(entry.name), entry.distribution);
    EXPECT_EQ(name_of(entry.distribution), entry.name);
    EXPECT_FALSE(entry.description.empty());
    names.insert(entry.name);
  }
  EXPECT_EQ(names.size(), distributions.size());
  try {
    distribution_from_name("unifrom");
    FAIL() << "an unknown name was taken";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("'unifrom'"), std::string::npos);
    for (const auto& entry : distributions) {
      EXPECT_NE(std::string(error.what()).find(entry.name), std::string::npos)
          << entry.name;
    }
  }
}

TEST(SamplerKiller, PlantsWhatTheSamplerReads) {
  const std::vector<std::uint64_t> positions{900, 0, 17, 512};
  const SamplerKiller<std::uint32_t> duplicates(positions, Planted::duplicates);
  const SamplerKiller<std::int64_t> outliers(positions, Planted::outliers);
  std::set<std::uint32_t> planted;
  std::int64_t lowest_planted = std::numeric_limits<std::int64_t>::max(),
               highest_other  = -lowest_planted;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    if (std::find(positions.begin(), positions.end(), i) != positions.end()) {
      planted.insert(duplicates(i));
      lowest_planted = std::min(lowest_planted, outliers(i));
    } else {
      highest_other = std::max(highest_other, outliers(i));
    }
  }
  EXPECT_EQ(planted.size(), 1u);
  EXPECT_GT(lowest_planted, highest_other);
}

}  // namespace
