// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/algorithm/leaf/interpolated_digit_thread.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace KokkosSort::Test::InterpolatedDigitTest {
namespace {

constexpr int log_cells = 10;

/// The digits of sorted items, whose range begins at the first.
template <class Item>
std::vector<std::uint32_t> digits_of(std::vector<Item> const& items,
                                     int log_sections, int log_digits) {
  auto const cells =
      Impl::DigitRange<Item>{items.front(), items.back()}.cell_of(log_cells);
  std::vector<std::uint16_t> begins((1 << log_sections) + 1);
  for (std::size_t s = 0; s < begins.size(); ++s)
    begins[s] = static_cast<std::uint16_t>(
        std::count_if(items.begin(), items.end(), [&](Item item) {
          return cells(item) >> (log_cells - log_sections) < s;
        }));
  Impl::InterpolatedDigit<Item> const digit(
      cells, log_cells, log_sections, begins.data(),
      static_cast<int>(items.size()), log_digits);
  std::vector<std::uint32_t> digits;
  for (Item const item : items) digits.push_back(digit(item));
  return digits;
}

std::size_t fullest(std::vector<std::uint32_t> const& digits) {
  std::size_t most = 0;
  for (auto const d : digits)
    most = std::max<std::size_t>(most,
                                 std::count(digits.begin(), digits.end(), d));
  return most;
}

template <class Item>
void check_order(std::vector<Item> const& items) {
  for (int const log_sections : {0, 3, log_cells})
    for (int const log_digits : {1, 9, 12, 18, 24, 31}) {
      auto const digits = digits_of(items, log_sections, log_digits);
      EXPECT_TRUE(std::is_sorted(digits.begin(), digits.end()));
      EXPECT_LT(digits.back(), 1u << log_digits);
      for (std::size_t i = 1; i < items.size(); ++i)
        if (items[i] == items[i - 1]) {
          EXPECT_EQ(digits[i], digits[i - 1]);
        }
    }
}

TEST(InterpolatedDigit, KeepsTheOrder) {
  for (int const size : {2, 3, 1000, (1 << 14) - 1}) {
    std::vector<std::uint64_t> evenly, crowded;
    std::vector<std::uint32_t> repeated;
    std::vector<std::uint8_t> narrow;
    for (int i = 0; i < size; ++i) {
      evenly.push_back(std::uint64_t{1} << 40 | static_cast<std::uint64_t>(i)
                                                    << 20);
      crowded.push_back(i % 2 == 0 ? static_cast<std::uint64_t>(i)
                                   : ~std::uint64_t{0} - i * 1000003u);
      repeated.push_back(static_cast<std::uint32_t>(i) / 7 * 123456u);
      narrow.push_back(static_cast<std::uint8_t>(i * 255 / (size - 1)));
    }
    std::sort(crowded.begin(), crowded.end());
    check_order(evenly);
    check_order(crowded);
    check_order(repeated);
    check_order(narrow);
  }
}

// All but two items share a section. They are even within it, and so are their
// digits.
TEST(InterpolatedDigit, SpreadsWhatCrowdsInASection) {
  for (std::uint32_t const section : {0u, 1u, 700u}) {
    std::vector<std::uint32_t> items{0};
    for (std::uint32_t i = 0; i < 1000; ++i)
      items.push_back((section << (32 - log_cells)) + i * 4190);
    items.push_back(std::numeric_limits<std::uint32_t>::max());
    auto const digits = digits_of(items, log_cells, log_cells);
    EXPECT_LE(fullest(digits), 3u) << section;
    EXPECT_GT(digits.back(), 1000u) << section;
  }
}

// The last of items that are spread evenly has nearly the last digit, if there
// are no more than ranks have fractions.
TEST(InterpolatedDigit, TakesAllDigits) {
  for (int const size : {3, 10, 255, 4096}) {
    std::vector<std::uint32_t> items;
    for (int i = 0; i < size; ++i) items.push_back(~0u / size * i);
    for (int const log_digits : {12, 20, 24, 29}) {
      auto const most = std::min(std::uint64_t{1} << log_digits,
                                 static_cast<std::uint64_t>(size) << 16);
      EXPECT_GT(10 * std::uint64_t{digits_of(items, 3, log_digits).back()},
                9 * most)
          << size << " items, 2^" << log_digits << " digits";
    }
  }
}

}  // namespace
}  // namespace KokkosSort::Test::InterpolatedDigitTest
