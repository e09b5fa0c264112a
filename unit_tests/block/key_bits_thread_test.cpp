// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/keys.hpp>
#include <KokkosSort/block/key_bits.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

namespace KokkosSort::Test::KeyBitsTest {
namespace {

template <class Key>
auto encode(Key key) {
  return Impl::KeyBits<Key>::encode(key);
}

/// Checks that encoding keeps the order of two neighbors and that decoding
/// inverts it.
template <class Key>
void check_sorted_keys(std::vector<Key> keys) {
  OracleLess<Key> const less;
  std::sort(keys.begin(), keys.end(), less);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    ASSERT_EQ(Workload::bits_of(Impl::KeyBits<Key>::decode(encode(keys[i]))),
              Workload::bits_of(keys[i]));
    if (i > 0) {
      ASSERT_EQ(less(keys[i - 1], keys[i]),
                encode(keys[i - 1]) < encode(keys[i]))
          << i;
    }
  }
}

/// Checks all keys of at most 16 bits.
template <class Key>
void check_every_key() {
  std::vector<Key> keys;
  for (std::uint32_t bits = 0; bits >> (8 * sizeof(Key)) == 0; ++bits)
    keys.push_back(
        Workload::key_of_bits<Key>(static_cast<Workload::KeyBits<Key>>(bits)));
  check_sorted_keys(keys);
}

TEST(KeyBits, EveryNarrowInteger) {
  check_every_key<char>();
  check_every_key<std::int8_t>();
  check_every_key<std::uint8_t>();
  check_every_key<std::int16_t>();
  check_every_key<std::uint16_t>();
  EXPECT_LT(encode(false), encode(true));
  EXPECT_EQ(Impl::KeyBits<bool>::decode(encode(true)), true);
}

#if !KOKKOS_HALF_T_IS_FLOAT
TEST(KeyBits, EveryHalf) { check_every_key<Half>(); }
#endif
#if !KOKKOS_BHALF_T_IS_FLOAT
TEST(KeyBits, EveryBhalf) { check_every_key<Bhalf>(); }
#endif

TEST(KeyBits, ManyFloats) {
  std::vector<float> keys;
  for (std::uint64_t bits = 0; bits >> 32 == 0; bits += 4093)
    keys.push_back(
        Workload::key_of_bits<float>(static_cast<std::uint32_t>(bits)));
  check_sorted_keys(keys);
}

template <class Key>
void check_random() {
  check_sorted_keys(input_keys<Key>(50000, Distribution::uniform));
  check_sorted_keys(input_keys<Key>(50000, Distribution::specials));
}

TEST(KeyBits, WideKeys) {
  check_random<std::int32_t>();
  check_random<std::uint32_t>();
  check_random<std::int64_t>();
  check_random<std::uint64_t>();
  check_random<Int128>();
  check_random<UInt128>();
  check_random<float>();
  check_random<double>();
}

template <class Real>
void check_landmarks() {
  using Limits     = std::numeric_limits<Real>;
  using Bits       = Workload::KeyBits<Real>;
  Bits const quiet = Workload::bits_of(Limits::quiet_NaN());
  Bits const sign  = Workload::bits_of(Real(-0.0));
  auto const nan   = [&](Bits extra) {
    return Workload::key_of_bits<Real>(static_cast<Bits>(quiet | extra));
  };
  std::vector<Real> const rising{-Limits::infinity(),
                                 Limits::lowest(),
                                 Real(-1),
                                 -Limits::min(),
                                 -Limits::denorm_min(),
                                 Real(-0.0),
                                 Real(0.0),
                                 Limits::denorm_min(),
                                 Limits::min(),
                                 Real(1),
                                 Limits::max(),
                                 Limits::infinity(),
                                 Limits::signaling_NaN(),
                                 nan(0),
                                 nan(7),
                                 nan(sign | 7),
                                 nan(sign)};
  for (std::size_t i = 1; i < rising.size(); ++i)
    EXPECT_LT(encode(rising[i - 1]), encode(rising[i])) << i;
}

TEST(KeyBits, LandmarksOfTheRealNumbers) {
  check_landmarks<float>();
  check_landmarks<double>();
}

TEST(KeyBits, ExtremesOfIntegers) {
  EXPECT_EQ(encode(std::numeric_limits<std::int64_t>::min()), 0u);
  EXPECT_EQ(encode(std::numeric_limits<std::int64_t>::max()), ~0ull);
  EXPECT_LT(encode(Int128{-1}), encode(Int128{0}));
  EXPECT_LT(encode(~UInt128{0} >> 1), encode(~UInt128{0}));
}

}  // namespace
}  // namespace KokkosSort::Test::KeyBitsTest
