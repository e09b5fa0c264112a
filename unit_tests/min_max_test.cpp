// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/comparators.hpp>
#include <support/events.hpp>
#include <support/few_types.hpp>
#include <KokkosSort/min_max.hpp>
#include <KokkosSort/sort.hpp>
#include <KokkosSort/algorithm/butterfly/extremes_tuning.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace KokkosSort::Test::MinMaxTest {
namespace {

template <class T>
std::vector<T> values_of(DeviceView<T> const& view) {
  std::vector<T> values(view.extent(0));
  auto const host =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = host(i);
  return values;
}

/// The positions of both extremes by the standard library: of equivalent keys
/// the first is the minimum, the last the maximum.
template <class Keys, class Less>
std::vector<std::uint64_t> expected(Keys const& keys, Less const& less) {
  auto const ends = std::minmax_element(keys.begin(), keys.end(), less);
  return {static_cast<std::uint64_t>(ends.first - keys.begin()),
          static_cast<std::uint64_t>(ends.second - keys.begin())};
}

/// All three functions, on a view with guard zones, in a poisoned workspace.
template <class Layout = Kokkos::LayoutRight, class Keys, class Less,
          class... Order>
void check(Keys const& input, Less const& less, Placement placement,
           Order const&... order) {
  using Key = typename Keys::value_type;
  SCOPED_TRACE(std::to_string(input.size()) + " keys at offset " +
               std::to_string(placement.offset));
  Exec const exec;
  Guarded<Key> const keys(input, placement);
  auto const view = keys.template view<Layout, Key const>();
  auto const at   = expected(input, less);
  Guarded<Key> const result(Array<Key>(2));
  Guarded<std::int64_t> const positions(std::vector<std::int64_t>{-1, -1});
  PoisonedWorkspace scratch;
  auto const bytes = min_max_workspace_size(exec, view, order...);

  min_max(exec, view, result.view(), order..., scratch.prepare(bytes));
  auto const found = result.values();
  EXPECT_TRUE(same_bytes<Key>(found[0], input[at[0]]));
  EXPECT_TRUE(same_bytes<Key>(found[1], input[at[1]]));
  EXPECT_TRUE(result.guards_hold());
  EXPECT_TRUE(scratch.guards_hold());

  arg_min_max(exec, positions.view(), view, scratch.prepare(bytes), order...);
  EXPECT_EQ(positions.values(),
            (std::vector<std::int64_t>{static_cast<std::int64_t>(at[0]),
                                       static_cast<std::int64_t>(at[1])}));
  EXPECT_TRUE(positions.guards_hold());
  EXPECT_TRUE(scratch.guards_hold());

  auto const returned = min_max(exec, view, scratch.prepare(bytes), order...);
  EXPECT_TRUE(same_bytes<Key>(returned.first, input[at[0]]));
  EXPECT_TRUE(same_bytes<Key>(returned.second, input[at[1]]));
  EXPECT_TRUE(scratch.guards_hold());
  EXPECT_TRUE(keys.untouched());
}

template <class Key>
class MinMaxTypes : public testing::Test {};
#if defined(KOKKOSSORT_TEST_FEW_TYPES)
using Types = FewTypes<std::uint8_t, double, Int128, WideKey>;
#else
using Types = testing::Types<std::int8_t, std::uint16_t, std::int32_t, double,
                             Int128, bool, Pair, Triple, WideKey>;
#endif
TYPED_TEST_SUITE(MinMaxTypes, Types);

TYPED_TEST(MinMaxTypes, EverySmallSizeAndOffset) {
  OracleLess<TypeParam> const less{};
  for (std::size_t n = 1; n < 80; ++n)
    for (std::size_t const offset : {0, 1, 3})
      check(input_keys<TypeParam>(n, Distribution::uniform, n), less,
            {offset, 1});
}

TYPED_TEST(MinMaxTypes, Boundaries) {
  using Tuning = Impl::MinMaxTuning<Exec, sizeof(TypeParam), 16>;
  OracleLess<TypeParam> const less{};
  for (std::size_t const size : {Tuning::one_team, Tuning::team_keys,
                                 3 * Tuning::team_keys, std::size_t{300007}}) {
    for (std::size_t const n : {size - 1, size, size + 1}) {
      check(input_keys<TypeParam>(n, Distribution::gaussian, n), less, {5, 1});
      check(input_keys<TypeParam>(n, Distribution::two_values, n),
            Reversed<OracleLess<TypeParam>>{}, {4, 1}, descending);
    }
  }
}

TYPED_TEST(MinMaxTypes, Distributions) {
  for (auto const& entry : Workload::distributions) {
    SCOPED_TRACE(std::string(entry.name));
    check(input_keys<TypeParam>(50021, entry.distribution),
          OracleLess<TypeParam>{}, {2, 1});
  }
}

TYPED_TEST(MinMaxTypes, Strided) {
  auto const input = input_keys<TypeParam>(40009, Distribution::uniform);
  check<Kokkos::LayoutStride>(input, OracleLess<TypeParam>{}, {3, 3});
}

// An extreme may hide in any place: in front of the first whole load, at the
// borders of the teams, behind the last load.
TEST(MinMax, OneExtremeAnywhereIsFound) {
  for (std::size_t const n : {1000, 20011}) {
    DeviceView<int> const keys("keys", n);
    DeviceView<int> const result("result", 2);
    Exec const exec;
    Workspace<Memory> const workspace(exec, min_max_workspace_size(exec, keys));
    for (std::size_t i = 0; i < n; i += n < 2000 ? 1 : 13) {
      std::size_t const j = n - 1 - i;
      if (i == j) continue;
      Kokkos::deep_copy(Kokkos::subview(keys, i), -7);
      Kokkos::deep_copy(Kokkos::subview(keys, j), 9);
      min_max(exec, keys, result, workspace);
      ASSERT_EQ(values_of(result), (std::vector<int>{-7, 9})) << i;
      Kokkos::deep_copy(keys, 0);
    }
  }
}

TEST(MinMax, NotANumberIsGreatest) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> input(3000, 0.5);
  input[17]   = -0.0;
  input[18]   = 0.0;
  input[2000] = std::copysign(nan, -1.0);
  check(input, OracleLess<double>{}, {1, 1});
  EXPECT_TRUE(std::isnan(min_max(Guarded<double>(input).view()).second));
}

TEST(MinMax, ComparatorsAndProjections) {
  std::vector<Record> input(70001);
  for (std::uint32_t i = 0; i < input.size(); ++i)
    input[i] = {(i * 7919) % 101, i};
  auto const by_key = [](Record const& a, Record const& b) {
    return a.key < b.key;
  };
  check(input, by_key, {3, 1}, by(KeyOf{}));
  check(
      input, [&](Record const& a, Record const& b) { return by_key(b, a); },
      {3, 1}, by(KeyOf{}, descending));
  check(input_keys<Pair>(30001, Distribution::two_values), Lexicographic{},
        {3, 1}, Lexicographic{});
}

TEST(MinMax, FaultyComparatorsEndInBounds) {
  DeviceView<std::uint64_t> const calls("calls", 1);
  for (Fault const fault : faults) {
    std::size_t const n = 50000;
    Guarded<std::uint32_t> const keys(
        input_keys<std::uint32_t>(n, Distribution::uniform));
    Guarded<std::uint32_t> const positions(std::vector<std::uint32_t>(2, n));
    arg_min_max(positions.view(), keys.view(), FaultyLess{fault, calls.data()});
    for (std::uint32_t const position : positions.values())
      EXPECT_LT(position, n);
    EXPECT_TRUE(positions.guards_hold());
  }
}

// A counter in the workspace identifies the last team. Each call must restore
// it, and other calls must not change it.
TEST(MinMax, AWorkspaceServesCallAfterCall) {
  std::size_t const n = 300007;
  DeviceView<std::uint32_t> const keys("keys", n), result("result", 2);
  Exec const exec;
  Workspace<Memory> const workspace(exec,
                                    std::max(min_max_workspace_size(exec, keys),
                                             sort_workspace_size(exec, keys)));
  for (std::uint32_t i = 0; i < 20; ++i) {
    Kokkos::deep_copy(keys, 500 + i);
    Kokkos::deep_copy(Kokkos::subview(keys, n - 1 - i), i);
    Kokkos::deep_copy(Kokkos::subview(keys, i), 1000 + i);
    min_max(exec, keys, result, workspace);
    ASSERT_EQ(values_of(result), (std::vector<std::uint32_t>{i, 1000 + i}));
    if (i % 5 == 4) sort(exec, keys, workspace);
  }
}

TEST(MinMax, NeitherAllocatesNorFencesWithAWorkspace) {
  Exec const exec;
  for (std::size_t const n : {100, 1000000}) {
    DeviceView<float> const keys("keys", n);
    DeviceView<float> const result("result", 2);
    Workspace<Memory> const workspace(exec, min_max_workspace_size(exec, keys));
    exec.fence();
    for (int call = 0; call < 3; ++call) {
      Events const events;
      min_max(exec, keys, result, workspace);
      EXPECT_EQ(events.kernels().size(), 1u);
      EXPECT_EQ(events.allocations(), Events::Labels{});
      EXPECT_EQ(events.fences(), Events::Labels{});
      EXPECT_EQ(events.copies(), Events::Labels{});
      exec.fence();
    }
  }
}

TEST(MinMax, RefusesBadArguments) {
  Exec const exec;
  DeviceView<int> const none("none", 0), keys("keys", 300000), two("two", 2),
      three("three", 3);
  DeviceView<std::int8_t> const narrow("narrow", 2);
  Workspace<Memory> const small(exec, 1);
  EXPECT_TRUE(refuses([&] { min_max(exec, none, two); },
                      {"min_max", "'keys'", "extent 0"}));
  EXPECT_TRUE(refuses([&] { static_cast<void>(min_max(exec, none)); },
                      {"min_max", "'keys'", "extent 0"}));
  EXPECT_TRUE(refuses([&] { min_max(exec, keys, three); },
                      {"min_max", "'result'", "extent 3, not 2"}));
  EXPECT_TRUE(refuses([&] { arg_min_max(exec, three, keys); },
                      {"arg_min_max", "'positions'", "extent 3, not 2"}));
  EXPECT_TRUE(refuses([&] { arg_min_max(exec, narrow, keys); },
                      {"arg_min_max", "'positions'", "300000"}));
  EXPECT_TRUE(refuses([&] { min_max(exec, keys, two, small); },
                      {"min_max", "'workspace'", "1 bytes",
                       std::to_string(min_max_workspace_size(exec, keys))}));
  EXPECT_EQ(values_of(two), (std::vector<int>{0, 0}));
}

template <class... Arguments>
concept Accepted =
    requires(Arguments const&... arguments) { min_max(arguments...); };
using IntKeys = DeviceView<int>;
static_assert(Accepted<IntKeys> &&
              Accepted<Exec, IntKeys, IntKeys, Descending>);
static_assert(!Accepted<Exec, IntKeys, DeviceView<float>>);
static_assert(!Accepted<Exec, IntKeys, IntKeys, Algorithm::Bitonic>);
static_assert(!Accepted<Exec, IntKeys, IntKeys, Ascending, Descending>);

}  // namespace
}  // namespace KokkosSort::Test::MinMaxTest
