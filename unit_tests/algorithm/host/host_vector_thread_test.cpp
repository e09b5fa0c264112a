// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/algorithm/host/host_vector_thread.hpp>
#include <KokkosSort/block/splitmix64.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <thread>
#include <vector>

namespace KokkosSort::Test::HostVectorTest {
namespace {

template <class Item>
class HostVectorSort : public testing::Test {
 protected:
  static_assert(Impl::has_vector_sort_v<Item>);
  using Sorter = Impl::HostVectorSort<Item>;

  /// Sorts the items between two that must not be written.
  static void check(std::vector<Item> items) {
    std::vector<Item> expected = items;
    std::sort(expected.begin(), expected.end());
    expected.insert(expected.begin(), 42);
    expected.push_back(43);
    items.insert(items.begin(), 42);
    items.push_back(43);
    Sorter::sort(items.data() + 1, items.size() - 2);
    ASSERT_EQ(items, expected);
  }

  static std::vector<Item> random(std::size_t n, Item most) {
    std::vector<Item> items(n);
    for (std::size_t i = 0; i < n; ++i)
      items[i] = static_cast<Item>(Impl::splitmix64(i) & most);
    return items;
  }
};
using Items = testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(HostVectorSort, Items);

TYPED_TEST(HostVectorSort, EverySize) {
  constexpr auto greatest = std::numeric_limits<TypeParam>::max();
  for (std::size_t n = 0; n < 600; ++n) this->check(this->random(n, greatest));
  for (std::size_t const n : {1000, 4096, 5000, 70000})
    for (TypeParam const most : {greatest, TypeParam{255}, TypeParam{1}})
      this->check(this->random(n, most));
}

TYPED_TEST(HostVectorSort, SortedAndReversed) {
  for (std::size_t const n : {64, 2000}) {
    auto items = this->random(n, std::numeric_limits<TypeParam>::max());
    std::sort(items.begin(), items.end());
    this->check(items);
    std::reverse(items.begin(), items.end());
    this->check(items);
  }
}

TYPED_TEST(HostVectorSort, FindsItemsThatShareTheirLeadingBits) {
  auto const is_alike = [](std::size_t n, auto const& item_at) {
    std::vector<TypeParam> items(n);
    for (std::size_t i = 0; i < n; ++i)
      items[i] = static_cast<TypeParam>(item_at(Impl::splitmix64(i)));
    return TestFixture::Sorter::are_alike(
        n, [&](std::size_t i) { return items[i]; });
  };
  constexpr int bits = 8 * sizeof(TypeParam);
  for (std::size_t const n : {4096, 10000, 32768, 100000}) {
    SCOPED_TRACE(n);
    EXPECT_FALSE(is_alike(n, [](std::uint64_t draw) { return draw; }));
    // Eight of each, spread over the range.
    EXPECT_FALSE(is_alike(n, [&](std::uint64_t draw) {
      return Impl::splitmix64(draw % (n / 8));
    }));
    // Eight that share all but their last two bits, and one that is far.
    EXPECT_TRUE(is_alike(n, [&](std::uint64_t draw) {
      return (draw % (n / 8) << (bits - Impl::bit_width(n / 8)) &
              ~std::uint64_t{3}) |
             draw >> 62;
    }));
    // Half of them are equal.
    EXPECT_TRUE(is_alike(
        n, [](std::uint64_t draw) { return draw % 8 < 5 ? 42 : draw; }));
  }
}

TYPED_TEST(HostVectorSort, ThreadsHaveBuffersOfTheirOwn) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([this] {
      for (int turn = 0; turn < 20; ++turn)
        this->check(this->random(3000, TypeParam{0xFFFFFF}));
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace KokkosSort::Test::HostVectorTest
