// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/algorithm/host/host_bit_width_thread.hpp>
#include <KokkosSort/algorithm/host/host_classify_thread.hpp>
#include <KokkosSort/algorithm/host/host_partition.hpp>
#include <KokkosSort/block/key_bits.hpp>
#include <KokkosSort/block/splitmix64.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

namespace KokkosSort::Test::HostClassifyTest {
namespace {

struct NoOrder {};

template <class Item>
class HostBitsClassifier : public testing::Test {
 protected:
  using Classifier = Impl::HostBitsClassifier<Item>;

  static constexpr Item greatest = std::numeric_limits<Item>::max();
  static constexpr int most      = 192;

  /// Builds a classifier from a sample in any order.
  static std::unique_ptr<Classifier> built(std::vector<Item> sample,
                                           int wanted) {
    auto classifier = std::make_unique<Classifier>();
    std::sort(sample.begin(), sample.end());
    classifier->build(sample.data(), sample.size(), wanted, most, NoOrder{});
    return classifier;
  }
  static std::vector<Impl::HostBucketId> bucket_ids(
      Classifier const& classifier, std::vector<Item> const& items) {
    std::vector<Impl::HostBucketId> result(items.size(), 12345);
    classifier.classify(items.data(), items.size(), result.data(), NoOrder{});
    return result;
  }
  static std::vector<Item> drawn(std::size_t n, Item low, Item high) {
    std::uint64_t const span = static_cast<Item>(high - low);
    std::vector<Item> result(n);
    for (std::size_t i = 0; i < n; ++i) {
      std::uint64_t const random = Impl::splitmix64(i);
      result[i]                  = static_cast<Item>(
          low + (span < ~std::uint64_t{0} ? random % (span + 1) : random));
    }
    return result;
  }
  /// Returns the sample, its neighbors and the extremes of the type.
  static std::vector<Item> probes(std::vector<Item> sample) {
    std::vector<Item> result{0, 1, static_cast<Item>(greatest - 1), greatest};
    for (Item const item : sample) {
      result.push_back(item);
      result.push_back(static_cast<Item>(item - (item > 0)));
      result.push_back(static_cast<Item>(item + (item < greatest)));
    }
    std::sort(result.begin(), result.end());
    return result;
  }
};
using Items =
    testing::Types<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(HostBitsClassifier, Items);

TYPED_TEST(HostBitsClassifier, KeepsTheOrderOfAllItems) {
  auto const greatest = this->greatest;
  auto const third    = static_cast<TypeParam>(greatest / 3);
  std::vector<std::pair<TypeParam, TypeParam>> const ranges{
      {0, greatest},
      {third, static_cast<TypeParam>(2 * third)},
      {7, 100},
      {static_cast<TypeParam>(greatest - 9), greatest},
      {third, static_cast<TypeParam>(third + 1)},
      {third, third}};
  for (auto const& [low, high] : ranges) {
    for (int const wanted : {1, 4, 64}) {
      SCOPED_TRACE(testing::Message()
                   << +low << " to " << +high << ", wanted " << wanted);
      auto const sample     = this->drawn(1000, low, high);
      auto const classifier = this->built(sample, wanted);
      ASSERT_GE(classifier->buckets(), 1);
      ASSERT_LE(classifier->buckets(), this->most);
      auto const ids = this->bucket_ids(*classifier, this->probes(sample));
      ASSERT_TRUE(std::is_sorted(ids.begin(), ids.end()));
      ASSERT_LT(ids.back(), classifier->buckets());
    }
  }
}

TYPED_TEST(HostBitsClassifier, MakesEvenBucketsOfSpreadItems) {
  // A byte has at most as many buckets as values.
  constexpr int wanted = sizeof(TypeParam) > 1 ? 64 : 16;
  auto const sample    = this->drawn(8 * wanted, 0, this->greatest);
  auto const items     = this->drawn(10000, 0, this->greatest);
  auto const ids       = this->bucket_ids(*this->built(sample, wanted), items);
  std::vector<int> sizes(this->most);
  for (auto const id : ids) ++sizes[id];
  // Eight samples make a bucket; if they happen to be close together it is
  // larger than the others.
  EXPECT_LE(*std::max_element(sizes.begin(), sizes.end()), 10000 / wanted * 5);
}

TYPED_TEST(HostBitsClassifier, DividesACellWithManySamples) {
  // Half of the sample is in one of 2,048 cells; the cells of a byte are its
  // values.
  constexpr bool is_byte = sizeof(TypeParam) == 1;
  auto const width       = is_byte
                               ? TypeParam{10}
                               : static_cast<TypeParam>(this->greatest / 2048 + 1);
  auto const crowd =
      this->drawn(500, width, static_cast<TypeParam>(2 * width - 1));
  auto sample = this->drawn(500, 0, this->greatest);
  sample.insert(sample.end(), crowd.begin(), crowd.end());
  auto ids = this->bucket_ids(*this->built(sample, 32), crowd);
  std::sort(ids.begin(), ids.end());
  auto const buckets = std::unique(ids.begin(), ids.end()) - ids.begin();
  // Half of the 32 wanted buckets.
  EXPECT_GE(buckets, is_byte ? 8 : 16);
}

/// The crowd fills some parts of a cell, and the others share a bucket.
TYPED_TEST(HostBitsClassifier, KeepsTheOrderAroundACrowdedPartOfACell) {
  auto const width = static_cast<TypeParam>(this->greatest / 64);
  auto const low   = static_cast<TypeParam>(this->greatest / 2048 * 1000);
  auto sample      = this->drawn(500, 0, this->greatest);
  auto const crowd =
      this->drawn(500, low, static_cast<TypeParam>(low + width / 512));
  sample.insert(sample.end(), crowd.begin(), crowd.end());
  auto const classifier = this->built(sample, 32);
  auto const ids        = this->bucket_ids(*classifier, this->probes(sample));
  ASSERT_TRUE(std::is_sorted(ids.begin(), ids.end()));
  ASSERT_LT(ids.back(), classifier->buckets());
}

/// With 1,000 samples and 16 wanted buckets, a bucket has 62 samples.
TYPED_TEST(HostBitsClassifier, GivesHeavyValuesBucketsOfTheirOwn) {
  using Values        = std::vector<TypeParam>;
  auto const greatest = this->greatest;
  for (Values const& heavies : {Values{77}, Values{0}, Values{greatest},
                                Values{0, greatest}, Values{50, 51, 90}}) {
    SCOPED_TRACE(testing::Message()
                 << heavies.size() << " from " << +heavies[0]);
    auto sample = this->drawn(1000 - 70 * heavies.size(), 0, greatest);
    // The others have no heavy value by chance.
    for (TypeParam& item : sample)
      if (std::find(heavies.begin(), heavies.end(), item) != heavies.end())
        item = 120;
    for (TypeParam const heavy : heavies)
      sample.insert(sample.end(), 70, heavy);
    auto const classifier = this->built(sample, 16);
    auto const probes     = this->probes(sample);
    auto const ids        = this->bucket_ids(*classifier, probes);
    ASSERT_TRUE(std::is_sorted(ids.begin(), ids.end()));
    ASSERT_LT(ids.back(), classifier->buckets());
    int of_their_own = 0;
    for (std::size_t i = 0; i < probes.size(); ++i) {
      bool const is_heavy =
          std::find(heavies.begin(), heavies.end(), probes[i]) != heavies.end();
      bool const is_equal = classifier->is_equal(ids[i], NoOrder{});
      ASSERT_TRUE(is_heavy || !is_equal) << +probes[i];
      if (is_equal && (i == 0 || ids[i] != ids[i - 1])) ++of_their_own;
    }
    // Two that are close together may share a part. Then one is left.
    int const expected = static_cast<int>(heavies.size());
    EXPECT_GE(of_their_own,
              sizeof(TypeParam) == 1 || expected < 3 ? expected : 1);
  }
}

TYPED_TEST(HostBitsClassifier, MakesNoMoreBucketsThanItMay) {
  auto const sample = this->drawn(1000, 0, this->greatest);
  for (int const bound : {3, 5, 20}) {
    typename TestFixture::Classifier classifier;
    auto sorted = sample;
    std::sort(sorted.begin(), sorted.end());
    classifier.build(sorted.data(), sorted.size(), 100, bound, NoOrder{});
    EXPECT_LE(classifier.buckets(), bound);
    EXPECT_LT(this->bucket_ids(classifier, {this->greatest})[0],
              classifier.buckets());
  }
}

TEST(HostTreeClassifier, GivesRepeatedSplittersBucketsOfTheirOwn) {
  using Item = std::uint32_t;
  Impl::BitsOrder<Item> const order;
  // A third of the sample is 77, another third 1,000.
  std::vector<Item> sample(300, 77);
  std::fill(sample.begin() + 100, sample.begin() + 200, 1000);
  for (Item i = 0; i < 100; ++i) sample[200 + i] = 40 * i;
  std::sort(sample.begin(), sample.end());
  auto const tree = std::make_unique<Impl::HostTreeClassifier<Item>>();
  tree->build(sample.data(), sample.size(), 16, 16, order);
  ASSERT_EQ(tree->buckets(), 16);
  std::vector<Item> items(5000);
  std::iota(items.begin(), items.end(), Item{0});
  std::vector<Impl::HostBucketId> ids(items.size());
  tree->classify(items.data(), items.size(), ids.data(), order);
  EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
  EXPECT_LT(ids.back(), 16);
  for (Item const item : items)
    EXPECT_EQ(tree->is_equal(ids[item], order), item == 77 || item == 1000)
        << item;
}

TEST(HostBitWidth, CountsTheBitsOfANumber) {
  for (int bits = 0; bits < 64; ++bits) {
    auto const least =
        bits == 0 ? std::uint64_t{0} : std::uint64_t{1} << (bits - 1);
    EXPECT_EQ(Impl::bit_width(least), bits);
    EXPECT_EQ(Impl::bit_width((std::uint64_t{1} << bits) - 1), bits);
  }
  EXPECT_EQ(Impl::bit_width(~std::uint64_t{0}), 64);
  EXPECT_EQ(Impl::bit_width(std::uint8_t{255}), 8);
#if defined(__SIZEOF_INT128__)
  EXPECT_EQ(Impl::bit_width(Impl::UInt128{1} << 64), 65);
  EXPECT_EQ(Impl::bit_width(~Impl::UInt128{0}), 128);
  EXPECT_EQ(Impl::bit_width(Impl::UInt128{5}), 3);
#endif
}

}  // namespace
}  // namespace KokkosSort::Test::HostClassifyTest
