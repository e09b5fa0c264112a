// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/oracle.hpp>
#include <KokkosSort/algorithm/host/host_radix_thread.hpp>
#include <KokkosSort/block/splitmix64.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace KokkosSort::Test::HostRadixTest {
namespace {

template <class Item>
struct Tagged {
  Item key;
  std::uint32_t tag;
};
template <class Item>
struct KeyOf {
  static Item item(Tagged<Item> const& element) { return element.key; }
};

template <class Item>
class HostRadixSort : public testing::Test {
 protected:
  using Sorter = Impl::HostRadixSort<Tagged<Item>, Item, KeyOf<Item>>;

  /// Sorts keys with ascending tags. The memory beyond the counters is filled
  /// before, and must not be written.
  static void check(std::vector<Item> const& input) {
    std::size_t const n = input.size();
    std::vector<Tagged<Item>> elements(n);
    for (std::size_t i = 0; i < n; ++i)
      elements[i] = {input[i], static_cast<std::uint32_t>(i)};
    std::vector<Tagged<Item>> buffer(n);
    std::vector<typename Sorter::Count> counts(Sorter::count_words + 1, 4711);
    auto const* const result =
        Sorter(counts.data()).sort(elements.data(), buffer.data(), n);
    ASSERT_TRUE(result == elements.data() || result == buffer.data());
    EXPECT_EQ(counts.back(), 4711u);
    std::vector<Item> keys(n);
    std::vector<std::uint32_t> tags(n);
    for (std::size_t i = 0; i < n; ++i) {
      keys[i] = result[i].key;
      tags[i] = result[i].tag;
    }
    ASSERT_TRUE(sorted_with_tags(
        keys, tags, input, [](Item a, Item b) { return a < b; }, true));
  }

  template <class KeyAt>
  static std::vector<Item> keys(std::size_t n, KeyAt const& key_at) {
    std::vector<Item> result(n);
    for (std::size_t i = 0; i < n; ++i) result[i] = key_at(i);
    return result;
  }
};
using Items =
    testing::Types<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(HostRadixSort, Items);

TYPED_TEST(HostRadixSort, EverySizeAndRange) {
  constexpr int width = 8 * static_cast<int>(sizeof(TypeParam));
  for (std::size_t const n :
       {0, 1, 2, 3, 24, 25, 26, 100, 255, 256, 257, 1000, 5000}) {
    for (int const bits : {0, 1, 7, 8, 9, 16, 17, 23, 40, width}) {
      if (bits > width) continue;
      SCOPED_TRACE(testing::Message() << n << " of " << bits << " bits");
      // The range ends at the greatest key, so that the least key matters.
      auto const most = static_cast<TypeParam>(
          bits == 0 ? 0
                    : std::numeric_limits<TypeParam>::max() >> (width - bits));
      auto const base =
          static_cast<TypeParam>(std::numeric_limits<TypeParam>::max() - most);
      this->check(this->keys(n, [&](std::size_t i) {
        return static_cast<TypeParam>(base + (Impl::splitmix64(i) & most));
      }));
      if (this->HasFatalFailure()) return;
    }
  }
}

TYPED_TEST(HostRadixSort, ManyElementsShareTheLeadingBits) {
  // One outlier makes the first round see all others as one bin.
  constexpr auto greatest = std::numeric_limits<TypeParam>::max();
  for (std::size_t const n : {30, 3000}) {
    this->check(this->keys(n, [&](std::size_t i) {
      return i == n / 3 ? greatest
                        : static_cast<TypeParam>(Impl::splitmix64(i) % 200);
    }));
    // Keys form groups of groups.
    this->check(this->keys(n, [&](std::size_t i) {
      auto const random = Impl::splitmix64(i);
      return static_cast<TypeParam>(random % 3 == 0 ? random % 50
                                    : random % 3 == 1
                                        ? greatest / 2 + random % 9
                                        : greatest - random % 70);
    }));
  }
}

TYPED_TEST(HostRadixSort, SortedAndReversed) {
  for (std::size_t const n : {24, 2000}) {
    this->check(this->keys(
        n, [](std::size_t i) { return static_cast<TypeParam>(i / 10); }));
    this->check(this->keys(n, [&](std::size_t i) {
      return static_cast<TypeParam>((n - i) / 10);
    }));
  }
}

TEST(HostRadixSortSample, SpreadItemsAndCrowdsDiffer) {
  struct Itself {
    static std::uint64_t item(std::uint64_t item) { return item; }
  };
  using Sorter      = Impl::HostRadixSort<std::uint64_t, std::uint64_t, Itself>;
  auto const spread = [](std::size_t n, auto const& item_at) {
    std::vector<std::uint64_t> items(n);
    for (std::size_t i = 0; i < n; ++i) items[i] = item_at(i);
    return Sorter::is_spread(n, [&](std::size_t i) { return items[i]; });
  };
  auto const random = [](std::size_t i) { return Impl::splitmix64(i); };
  auto const masked = [&](std::size_t i) {
    return random(3 * i) & random(3 * i + 1) & random(3 * i + 2);
  };
  auto const bell = [&](std::size_t i) {
    std::uint64_t sum = 0;
    for (std::size_t j = 0; j < 8; ++j) sum += random(8 * i + j) >> 3;
    return sum;
  };
  for (std::size_t const n : {32, 100, 1087, 16384}) {
    EXPECT_TRUE(spread(n, random));
    EXPECT_TRUE(spread(n, bell));
    EXPECT_TRUE(spread(n, [](std::size_t i) { return i; }));
    EXPECT_FALSE(spread(n, masked));
    EXPECT_FALSE(spread(n, [](std::size_t) { return 7; }));
  }
}

}  // namespace
}  // namespace KokkosSort::Test::HostRadixTest
