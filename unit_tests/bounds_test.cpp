// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/comparators.hpp>
#include <support/events.hpp>
#include <support/few_types.hpp>
#include <KokkosSort/bounds.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

// lower_bound(), upper_bound() and equal_range() against the standard library.

namespace KokkosSort::Test::BoundsTest {
namespace {

template <class Index = std::uint32_t, class Layout = Kokkos::LayoutRight,
          class Keys, class Less, class... Order>
void check(Keys const& unsorted, Keys const& sought, Less const& less,
           Placement placement, Order const&... order) {
  using Key = typename Keys::value_type;
  SCOPED_TRACE(std::to_string(unsorted.size()) + " keys and " +
               std::to_string(sought.size()) + " queries");
  Exec const exec;
  auto const input    = stable_reference(unsorted, less);
  std::size_t const m = sought.size();
  std::vector<Index> lower(m), upper(m);
  for (std::size_t i = 0; i < m; ++i) {
    lower[i] = static_cast<Index>(
        std::lower_bound(input.begin(), input.end(), sought[i], less) -
        input.begin());
    upper[i] = static_cast<Index>(
        std::upper_bound(input.begin(), input.end(), sought[i], less) -
        input.begin());
  }
  Guarded<Key> const keys(input, placement), queries(sought, placement);
  auto const from = keys.template view<Layout, Key const>();
  auto const with = queries.template view<Layout, Key const>();
  std::vector<Index> const poison(m, Index{99});
  Guarded<Index> const a(poison, placement), b(poison), c(poison, placement),
      d(poison);
  lower_bound(exec, from, with, a.template view<Layout>(), order...);
  upper_bound(exec, from, with, b.view(), order...);
  equal_range(exec, from, with, c.template view<Layout>(), d.view(), order...);
  exec.fence();
  EXPECT_EQ(a.values(), lower);
  EXPECT_EQ(b.values(), upper);
  EXPECT_EQ(c.values(), lower);
  EXPECT_EQ(d.values(), upper);
  EXPECT_TRUE(a.guards_hold());
  EXPECT_TRUE(b.guards_hold());
  EXPECT_TRUE(c.guards_hold());
  EXPECT_TRUE(d.guards_hold());
  EXPECT_TRUE(keys.untouched());
  EXPECT_TRUE(queries.untouched());
}

template <class Key>
class BoundsTypes : public testing::Test {};
#if defined(KOKKOSSORT_TEST_FEW_TYPES)
using Types = FewTypes<std::uint8_t, std::uint64_t, double, WideKey>;
#else
using Types = testing::Types<std::int8_t, std::uint16_t, std::int32_t, double,
                             Int128, bool, Pair, Triple, WideKey>;
#endif
TYPED_TEST_SUITE(BoundsTypes, Types, );

TYPED_TEST(BoundsTypes, SmallSizes) {
  OracleLess<TypeParam> const less{};
  for (std::size_t n = 0; n < 34; ++n)
    for (std::size_t const m : {0, 1, 2, 5, 70})
      check(
          input_keys<TypeParam>(n, Distribution::two_values, n),
          input_keys<TypeParam>(
              m, n % 2 == 0 ? Distribution::two_values : Distribution::uniform,
              m + 7),
          less, {n % 3, 1});
}

TYPED_TEST(BoundsTypes, ManyQueries) {
  for (std::size_t const n : {1023, 1024, 1025, 70001}) {
    auto const keys = input_keys<TypeParam>(n, Distribution::gaussian, 1);
    check<std::int64_t>(keys,
                        input_keys<TypeParam>(20011, Distribution::gaussian, 2),
                        OracleLess<TypeParam>{}, {1, 1});
    check(keys, keys, Reversed<OracleLess<TypeParam>>{}, {1, 1}, descending);
  }
}

TYPED_TEST(BoundsTypes, Strided) {
  check<std::uint64_t, Kokkos::LayoutStride>(
      input_keys<TypeParam>(4099, Distribution::uniform, 1),
      input_keys<TypeParam>(4098, Distribution::uniform, 1),
      OracleLess<TypeParam>{}, {3, 3});
}

TEST(Bounds, NotANumberIsLastAndZerosHaveSigns) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> const keys{1, 0.0, -0.0, nan, -0.0, 2, nan, -1};
  std::vector<double> const queries{-0.0,
                                    0.0,
                                    nan,
                                    std::copysign(nan, -1.0),
                                    1.5,
                                    -9,
                                    std::numeric_limits<double>::infinity()};
  check(keys, queries, OracleLess<double>{}, {1, 1});
  check(keys, queries, Reversed<OracleLess<double>>{}, {1, 1}, descending);
}

TEST(Bounds, ComparatorsProjectionsAndBits) {
  std::vector<Record> keys(30001), queries(5000);
  for (std::uint32_t i = 0; i < keys.size(); ++i) keys[i] = {i * 7919 % 101, i};
  for (std::uint32_t i = 0; i < queries.size(); ++i) queries[i] = {i % 120, i};
  check(keys, queries, KeyLess{}, {3, 1}, KeyLess{});
  check(keys, queries, Reversed<KeyLess>{}, {3, 1}, by(KeyOf{}, descending));
  auto const by_bits = [](std::uint32_t x, std::uint32_t y) {
    return (x >> 4 & 0xff) < (y >> 4 & 0xff);
  };
  check(input_keys<std::uint32_t>(9001, Distribution::uniform, 1),
        input_keys<std::uint32_t>(9001, Distribution::uniform, 2), by_bits,
        {3, 1}, bits(4, 12));
}

TEST(Bounds, FaultyComparatorsEndInBounds) {
  DeviceView<std::uint64_t> const calls("calls", 1);
  std::size_t const n = 50000;
  Guarded<std::uint32_t> const keys(
      input_keys<std::uint32_t>(n, Distribution::uniform, 1));
  for (Fault const fault : faults) {
    Guarded<std::uint32_t> const positions(std::vector<std::uint32_t>(n, 0));
    lower_bound(keys.view(), keys.view(), positions.view(),
                FaultyLess{fault, calls.data()});
    Exec{}.fence();
    for (std::uint32_t const position : positions.values())
      ASSERT_LE(position, n);
    EXPECT_TRUE(positions.guards_hold());
  }
}

TEST(Bounds, NeitherAllocateNorFence) {
  Exec const exec;
  DeviceView<float> const keys("keys", 100000), queries("queries", 1000);
  DeviceView<int> const first("first", 1000), last("last", 1000);
  Workspace<Memory> const unused;
  exec.fence();
  Events const events;
  lower_bound(exec, keys, queries, first);
  equal_range(exec, keys, queries, first, last, unused, descending);
  EXPECT_EQ(events.kernels(), (Events::Labels{"KokkosSort::lower_bound",
                                              "KokkosSort::equal_range"}));
  EXPECT_EQ(events.allocations(), Events::Labels{});
  EXPECT_EQ(events.fences(), Events::Labels{});
  EXPECT_EQ(events.copies(), Events::Labels{});
  exec.fence();
}

TEST(Bounds, AreFoundByPreparedCalls) {
  Exec const exec;
  DeviceView<int> const keys("keys", 1000), queries("queries", 300),
      first("first", 300), last("last", 300);
  auto const range =
      prepare(equal_range, exec, keys, queries, first, last, ascending);
  auto const lower = prepare(lower_bound, exec, keys, queries, first);
  auto const upper = prepare(upper_bound, exec, keys, queries, last);
  for (int round = 0; round < 3; ++round) {
    Kokkos::deep_copy(exec, keys, round);
    range.run(keys, queries, first, last);
    int found;
    Kokkos::deep_copy(found, Kokkos::subview(last, 299));
    EXPECT_EQ(found, round == 0 ? 1000 : 0);
    Kokkos::deep_copy(exec, last, 7);
    lower.run(keys, queries, first);
    upper.run(keys, queries, last);
    Kokkos::deep_copy(found, Kokkos::subview(last, 299));
    EXPECT_EQ(found, round == 0 ? 1000 : 0);
  }
  EXPECT_TRUE(refuses([&] { lower.run(keys, keys, first); },
                      {"'queries'", "extent 1000"}));
}

TEST(Bounds, RefuseBadArguments) {
  Exec const exec;
  DeviceView<int> const keys("keys", 300000), queries("queries", 7),
      positions("positions", 7), few("few", 6);
  DeviceView<short> const narrow("narrow", 7);
  EXPECT_TRUE(refuses([&] { lower_bound(exec, keys, queries, few); },
                      {"lower_bound", "'positions'", "6", "'queries'", "7"}));
  EXPECT_TRUE(refuses([&] { upper_bound(exec, keys, queries, narrow); },
                      {"upper_bound", "'positions'", "2 bytes", "300000"}));
  EXPECT_TRUE(refuses([&] { lower_bound(exec, keys, queries, queries); },
                      {"lower_bound", "'positions'", "overlaps 'queries'"}));
  EXPECT_TRUE(
      refuses([&] { equal_range(exec, keys, queries, positions, positions); },
              {"equal_range", "'last'", "overlaps 'first'"}));
  EXPECT_TRUE(refuses([&] { equal_range(exec, keys, queries, few, positions); },
                      {"equal_range", "'first'", "6"}));
  EXPECT_TRUE(
      refuses([&] { lower_bound(exec, keys, queries, positions, bits(0, 33)); },
              {"bits(0, 33)"}));
}

template <class... Arguments>
concept Accepted =
    requires(Arguments const&... arguments) { lower_bound(arguments...); };
using Ints = DeviceView<int>;
static_assert(Accepted<Ints, DeviceView<int const>, Ints>);
static_assert(!Accepted<Exec, Ints, DeviceView<float>, Ints>);
static_assert(!Accepted<Exec, Ints, Ints, DeviceView<float>>);
static_assert(!Accepted<Exec, Ints, Ints, Ints, Algorithm::Merge>);

}  // namespace
}  // namespace KokkosSort::Test::BoundsTest
