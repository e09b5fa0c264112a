// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/events.hpp>
#include <support/space.hpp>

#include <KokkosSort/algorithm.hpp>
#include <KokkosSort/is_sorted.hpp>
#include <KokkosSort/workspace.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_StdAlgorithms.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace KokkosSort::Test::IsSortedTest {
namespace {

template <class T, class... Option>
bool sorted(std::vector<T> const& values, Option const&... option) {
  return KokkosSort::is_sorted(Exec(), to_device(values), option...);
}

struct Particle {
  float energy;
  int id;
};
struct ById {
  KOKKOS_FUNCTION bool operator()(Particle const& a, Particle const& b) const {
    return a.id < b.id;
  }
};
struct Energy {
  KOKKOS_FUNCTION float operator()(Particle const& p) const { return p.energy; }
};

template <class T>
class IsSortedTypes : public testing::Test {};
using Types = testing::Types<std::int8_t, std::uint16_t, int, std::uint64_t,
                             float, double>;
TYPED_TEST_SUITE(IsSortedTypes, Types);

// A sum over all neighbors could miss one pair, above all at the ends.
TYPED_TEST(IsSortedTypes, OneDescentAnywhereIsFound) {
  for (std::size_t n : {2u, 3u, 64u, 127u}) {
    std::vector<TypeParam> keys(n);
    for (std::size_t i = 0; i < n; ++i) keys[i] = static_cast<TypeParam>(i);
    EXPECT_TRUE(sorted(keys));
    for (std::size_t i = 0; i + 1 < n; ++i) {
      std::swap(keys[i], keys[i + 1]);
      EXPECT_FALSE(sorted(keys)) << n << " keys, descent at " << i;
      std::swap(keys[i], keys[i + 1]);
    }
  }
}

TYPED_TEST(IsSortedTypes, DescendingIsTheReverse) {
  std::vector<TypeParam> const keys{9, 9, 5, 2, 1, 1, 0};
  EXPECT_TRUE(sorted(keys, KokkosSort::descending));
  EXPECT_FALSE(sorted(keys));
  EXPECT_FALSE(sorted(std::vector<TypeParam>{9, 5, 6}, KokkosSort::descending));
}

TYPED_TEST(IsSortedTypes, UntilIsTheFirstDescentOfAny) {
  std::vector<TypeParam> keys(100);
  for (std::size_t i = 0; i < keys.size(); ++i)
    keys[i] = static_cast<TypeParam>(i);
  auto const until = [&](auto const&... option) {
    return KokkosSort::is_sorted_until(Exec(), to_device(keys), option...);
  };
  EXPECT_EQ(until(), 100u);
  EXPECT_EQ(until(KokkosSort::descending), 1u);
  for (std::size_t const i : {99u, 64u, 31u, 2u}) {
    keys[i] = 0;
    EXPECT_EQ(until(), i);
  }
}

TEST(IsSorted, UntilOfFewKeysAndLongArrays) {
  EXPECT_EQ(KokkosSort::is_sorted_until(to_device(std::vector<int>{})), 0u);
  EXPECT_EQ(KokkosSort::is_sorted_until(to_device(std::vector<int>{7})), 1u);
  std::vector<float> keys(1000000, 1.0f);
  EXPECT_EQ(KokkosSort::is_sorted_until(to_device(keys)), keys.size());
  keys[777777] = 0.5f;
  keys[999999] = 0.25f;
  EXPECT_EQ(KokkosSort::is_sorted_until(to_device(keys)), 777777u);
  keys[777777] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(KokkosSort::is_sorted_until(to_device(keys)), 777778u);
}

TEST(IsSorted, FewerThanTwoKeysAreSortedWithoutALaunch) {
  auto const none = to_device(std::vector<int>{});
  auto const one  = to_device(std::vector<int>{7});
  auto const two  = to_device(std::vector<int>{1, 2});
  Events const events;
  EXPECT_TRUE(KokkosSort::is_sorted(Exec(), none));
  EXPECT_TRUE(KokkosSort::is_sorted(one, KokkosSort::descending));
  EXPECT_EQ(events.kernels(), Events::Labels{});
  EXPECT_TRUE(KokkosSort::is_sorted(two));
  EXPECT_EQ(events.kernels(), Events::Labels{"KokkosSort::is_sorted"});
}

TEST(IsSorted, EquivalentKeysMayStandInAnyOrder) {
  EXPECT_TRUE(sorted(std::vector<int>(1000, 5)));
  EXPECT_TRUE(sorted(std::vector<int>(1000, 5), KokkosSort::descending));
  std::vector<Particle> const ties{{2, 1}, {1, 1}, {3, 1}};
  EXPECT_TRUE(sorted(ties, ById{}));
}

TEST(IsSorted, NegativeZeroBeforePositiveAndNaNLast) {
  double const nan          = std::numeric_limits<double>::quiet_NaN();
  double const infinity     = std::numeric_limits<double>::infinity();
  double const negative_nan = std::copysign(nan, -1.0);
  std::vector<double> const order{-infinity, -1, -0.0,    0.0,
                                  1e-310,    1,  infinity};
  EXPECT_TRUE(sorted(order));
  EXPECT_FALSE(sorted(std::vector<double>{0.0, -0.0}));
  EXPECT_TRUE(sorted(std::vector<double>{0.0, -0.0}, KokkosSort::descending));
  for (double last : {nan, negative_nan}) {
    std::vector<double> keys = order;
    keys.push_back(last);
    EXPECT_TRUE(sorted(keys));
    EXPECT_FALSE(sorted(std::vector<double>{last, -infinity}));
    EXPECT_TRUE(
        sorted(std::vector<double>{last, infinity}, KokkosSort::descending));
  }
}

TEST(IsSorted, ComparatorAndProjection) {
  std::vector<Particle> const particles{{3, 1}, {2, 2}, {2, 3}, {1, 4}};
  EXPECT_TRUE(sorted(particles, ById{}));
  EXPECT_FALSE(sorted(particles, KokkosSort::by(Energy{})));
  EXPECT_TRUE(
      sorted(particles, KokkosSort::by(Energy{}, KokkosSort::descending)));
}

TEST(IsSorted, StridedAndConstKeys) {
  Kokkos::View<int**, Kokkos::LayoutRight, Memory> table("table", 100, 3);
  auto const host = Kokkos::create_mirror_view(table);
  for (int i = 0; i < 100; ++i) {
    host(i, 0) = -i;
    host(i, 1) = i;
    host(i, 2) = i % 10;
  }
  Kokkos::deep_copy(table, host);
  Kokkos::View<int const**, Kokkos::LayoutRight, Memory> const keys = table;
  EXPECT_FALSE(KokkosSort::is_sorted(Kokkos::subview(keys, Kokkos::ALL, 0)));
  EXPECT_TRUE(KokkosSort::is_sorted(Kokkos::subview(keys, Kokkos::ALL, 1)));
  EXPECT_FALSE(KokkosSort::is_sorted(Kokkos::subview(keys, Kokkos::ALL, 2)));
}

TEST(IsSorted, ManyKeys) {
  std::size_t const n = 1000003;
  std::vector<std::uint32_t> keys(n);
  for (std::size_t i = 0; i < n; ++i)
    keys[i] = static_cast<std::uint32_t>(i / 3);
  EXPECT_TRUE(sorted(keys));
  keys[n - 1] = 0;
  EXPECT_FALSE(sorted(keys));
}

TEST(IsSorted, RefusesBitsThatTheKeysHaveNot) {
  Kokkos::View<int*, Memory> const keys("keys", 3);
  auto const message = [&](auto const& option) -> std::string {
    try {
      static_cast<void>(KokkosSort::is_sorted(keys, option));
    } catch (std::invalid_argument const& error) {
      return error.what();
    }
    return "nothing was thrown";
  };
  EXPECT_NE(message(KokkosSort::bits(5, 3)).find("bits(5, 3)"),
            std::string::npos);
  EXPECT_NE(message(KokkosSort::bits(0, 33)).find("bits(0, 33)"),
            std::string::npos);
  EXPECT_EQ(message(KokkosSort::bits(0, 32)), "nothing was thrown");
}

// Calls that must not compile: there is no memory to give, and nothing to
// choose.
template <class... Arguments>
concept Accepted = requires(Arguments const&... arguments) {
  KokkosSort::is_sorted(arguments...);
};
using Keys = Kokkos::View<int const*, Memory>;
static_assert(Accepted<Exec, Keys>);
static_assert(Accepted<Keys, KokkosSort::Descending>);
static_assert(!Accepted<Exec, Keys, KokkosSort::Workspace<Memory>>);
static_assert(!Accepted<Exec, Keys, KokkosSort::Algorithm::Sample>);
static_assert(
    !Accepted<Exec, Keys, KokkosSort::Ascending, KokkosSort::Descending>);
static_assert(!Accepted<Exec, Kokkos::View<int**, Memory>>);

TEST(IsSorted, RangesAndIterators) {
  namespace KE = Kokkos::Experimental;
  Exec const exec;
  auto const keys = to_device(std::vector<int>{9, 1, 2, 3, 0});
  EXPECT_FALSE(KokkosSort::is_sorted(exec, keys));
  EXPECT_TRUE(KokkosSort::is_sorted(exec, keys, 1, 4));
  EXPECT_TRUE(KokkosSort::is_sorted(keys, 4u, 5, descending));
  EXPECT_FALSE(KokkosSort::is_sorted(exec, keys, 1, 5));
  EXPECT_TRUE(KokkosSort::is_sorted(exec, keys, 3, 5, descending));
  EXPECT_EQ(KokkosSort::is_sorted_until(exec, keys, 1, 5), 3u);
  EXPECT_EQ(KokkosSort::is_sorted_until(exec, keys, 2, 2), 0u);
  EXPECT_THROW(static_cast<void>(KokkosSort::is_sorted(exec, keys, 1, 6)),
               std::invalid_argument);
  EXPECT_THROW(static_cast<void>(KokkosSort::is_sorted_until(exec, keys, 3, 2)),
               std::invalid_argument);

  auto const begin = KE::begin(keys), end = KE::end(keys);
  EXPECT_FALSE(KokkosSort::is_sorted(exec, begin, end));
  EXPECT_TRUE(KokkosSort::is_sorted(exec, begin + 1, end - 1));
  EXPECT_TRUE(KokkosSort::is_sorted(exec, begin, begin));
  EXPECT_TRUE(KokkosSort::is_sorted(exec, KE::cbegin(keys) + 3, KE::cend(keys),
                                    descending));
  EXPECT_EQ(KokkosSort::is_sorted_until(exec, begin + 1, end), 3u);
  EXPECT_TRUE(KokkosSort::is_sorted(exec, keys.data() + 1, keys.data() + 4));
  Kokkos::View<int**, Kokkos::LayoutRight, Memory> const matrix("matrix", 5, 2);
  auto const column = Kokkos::subview(matrix, Kokkos::ALL, 1);
  Kokkos::deep_copy(column, keys);
  EXPECT_EQ(
      KokkosSort::is_sorted_until(exec, KE::begin(column) + 1, KE::end(column)),
      3u);
}

}  // namespace
}  // namespace KokkosSort::Test::IsSortedTest
