// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/algorithm/radix/bit_digit_thread.hpp>

#include <gtest/gtest.h>

#include <cstdint>

namespace KokkosSort::Test::BitDigitTest {
namespace {

/// Checks that the concatenated digits are the distance from the lowest item.
template <class Item>
void check(Item low, Item item, int log_digits) {
  SCOPED_TRACE(testing::Message()
               << +item << " from " << +low << " by " << log_digits);
  constexpr int width = 8 * static_cast<int>(sizeof(Item));
  Item const distance = Impl::DistanceFrom<Item>{low}(item);
  std::uint64_t whole = 0;
  for (int shift = 0; shift < width; shift += log_digits) {
    Impl::BitDigit<Item> const digit_of{low, shift, log_digits};
    std::uint32_t const digit = digit_of(item);
    ASSERT_EQ(digit >> log_digits, 0u);
    ASSERT_EQ((Impl::BitDigit<Item>{0, shift, log_digits}(distance)), digit);
    whole |= std::uint64_t{digit} << shift;
  }
  ASSERT_EQ(whole, distance);
  ASSERT_EQ(static_cast<Item>(low + distance), item);
}

template <class Item>
class BitDigit : public testing::Test {};
using Items =
    testing::Types<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(BitDigit, Items);

TYPED_TEST(BitDigit, IsSomeBitsOfTheDistance) {
  auto const most = static_cast<TypeParam>(~TypeParam{0});
  auto const some = static_cast<TypeParam>(0xa7c35e9182f46bd0);
  for (int const log_digits : {1, 3, 8, 9}) {
    for (TypeParam const low : {TypeParam{0}, TypeParam{5}, some}) {
      check<TypeParam>(low, low, log_digits);
      check<TypeParam>(low, static_cast<TypeParam>(low + 1), log_digits);
      check<TypeParam>(low, static_cast<TypeParam>(low + most / 3), log_digits);
      check<TypeParam>(low, static_cast<TypeParam>(low + most), log_digits);
    }
  }
}

}  // namespace
}  // namespace KokkosSort::Test::BitDigitTest
