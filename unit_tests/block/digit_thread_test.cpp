// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/oracle.hpp>
#include <KokkosSort/block/digit_thread.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test::DigitTest {
namespace {

TEST(SignificantBits, CountsUpToTheHighestBit) {
  for (int bits = 0; bits < 64; ++bits) {
    EXPECT_EQ(Impl::significant_bits(std::uint64_t{1} << bits), bits + 1);
    EXPECT_EQ(Impl::significant_bits((std::uint64_t{1} << bits) - 1), bits);
  }
  EXPECT_EQ(Impl::significant_bits(~std::uint64_t{0}), 64);
  EXPECT_EQ(Impl::significant_bits(std::uint8_t{0x80}), 8);
}

/// Returns integers with gaps of every width between `low` and `high`, in
/// order.
template <class Item>
std::vector<Item> spread(Item low, Item high) {
  std::vector<Item> items{low, high};
  Item const range = static_cast<Item>(high - low);
  for (Item step = 1; step != 0 && step < range;
       step      = static_cast<Item>(step * 2)) {
    items.push_back(static_cast<Item>(low + step));
    items.push_back(static_cast<Item>(low + step - 1));
    items.push_back(static_cast<Item>(high - step));
  }
  std::sort(items.begin(), items.end());
  return items;
}

template <class Item>
void check_digits(Item low, Item high) {
  SCOPED_TRACE(testing::Message() << +low << " to " << +high);
  Impl::DigitRange<Item> const range{low, high};
  auto const items = spread(low, high);
  ASSERT_LE(range.bits(), 8 * range.digits(8));
  ASSERT_GT(range.bits(), 8 * (range.digits(8) - 1));
  for (std::uint32_t const strips : {1u, 2u, 3u, 255u, 256u, 1000u, 70001u}) {
    auto const strip_of    = range.strip_of(strips);
    std::uint32_t previous = 0;
    for (Item const item : items) {
      std::uint32_t const strip = strip_of(item);
      ASSERT_LT(strip, strips);
      ASSERT_GE(strip, previous) << "not in order";
      ASSERT_EQ(range.strip_digit(strips, 0, 9)(item), strip & 511);
      ASSERT_EQ(range.strip_digit(strips, 9, 9)(item), strip >> 9);
      previous = strip;
    }
    ASSERT_EQ(strip_of(low), 0u);
    if (range.strips_are_values(strips)) {
      for (std::size_t i = 1; i < items.size(); ++i)
        ASSERT_EQ(items[i] == items[i - 1],
                  strip_of(items[i]) == strip_of(items[i - 1]));
    } else {
      ASSERT_GE(std::uint64_t{static_cast<Item>(high - low)}, strips);
    }
  }
}

/// Checks that cells are in order and that none is much wider than the others:
/// the range is divided into nearly as many as requested.
template <class Item>
void check_cells(Item low, Item high) {
  SCOPED_TRACE(testing::Message() << +low << " to " << +high);
  Impl::DigitRange<Item> const range{low, high};
  for (int const log_cells : {1, 8, 11, 12}) {
    auto const cell_of     = range.cell_of(log_cells);
    std::uint32_t previous = 0;
    for (Item const item : spread(low, high)) {
      std::uint32_t const cell = cell_of(item);
      ASSERT_LT(cell, 1u << log_cells);
      ASSERT_GE(cell, previous) << "not in order";
      previous = cell;
    }
    ASSERT_EQ(cell_of(low), 0u);
    ASSERT_GE((previous + 2) * 100.0, 98.0 * (1u << log_cells));
  }
}

TEST(DigitRange, CellsFillTheRange) {
  check_cells<std::uint32_t>(0, ~0u);
  check_cells<std::uint32_t>(3000000000u, 3000070000u);
  check_cells<std::uint64_t>(0, ~std::uint64_t{0});
  check_cells<std::uint64_t>(5, (std::uint64_t{1} << 32) + 4);
}

TEST(DigitRange, DigitsFollowTheOrder) {
  check_digits<std::uint8_t>(0, 255);
  check_digits<std::uint8_t>(7, 7);
  check_digits<std::uint16_t>(1000, 1001);
  check_digits<std::uint32_t>(0, ~0u);
  check_digits<std::uint32_t>(3000000000u, 3000070000u);
  check_digits<std::uint64_t>(0, ~std::uint64_t{0});
  check_digits<std::uint64_t>(5, (std::uint64_t{1} << 32) + 4);
  check_digits<std::uint64_t>(std::uint64_t{1} << 63,
                              (std::uint64_t{1} << 63) + 999999999999);
}

}  // namespace
}  // namespace KokkosSort::Test::DigitTest
