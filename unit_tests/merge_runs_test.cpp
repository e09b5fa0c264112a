// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/comparators.hpp>
#include <support/events.hpp>
#include <support/few_types.hpp>
#include <KokkosSort/algorithm/sorted/sorted_tuning.hpp>
#include <KokkosSort/merge_runs.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

// merge_runs() and merge_runs_by_key() against std::stable_sort of all keys.

namespace KokkosSort::Test::MergeRunsTest {
namespace {

/// Begins of runs of the given lengths, and their end.
std::vector<std::uint32_t> offsets_of(std::vector<std::size_t> const& lengths) {
  std::vector<std::uint32_t> offsets{0};
  for (std::size_t const length : lengths)
    offsets.push_back(offsets.back() + static_cast<std::uint32_t>(length));
  return offsets;
}

/// Lengths of `runs` runs of `n` keys; some are empty, some long.
std::vector<std::size_t> uneven(std::size_t n, std::size_t runs) {
  std::vector<std::size_t> lengths(runs, 0);
  std::size_t left = n;
  for (std::size_t r = 0; r + 1 < runs; ++r) {
    lengths[r] = r % 3 == 1 ? 0 : left * (1 + r % 5) / 11;
    left -= lengths[r];
  }
  lengths.back() = left;
  return lengths;
}

/// Both functions between guard zones, in a poisoned workspace of the exact
/// size. Values of type Value are the indices before the merge.
template <class Value = std::uint32_t, class Layout = Kokkos::LayoutRight,
          class Offset = std::uint32_t, class Keys, class Less, class... Order>
void check(Keys const& input, std::vector<std::size_t> const& lengths,
           Less const& less, Placement placement, Order const&... order) {
  using Key = typename Keys::value_type;
  SCOPED_TRACE(std::to_string(input.size()) + " keys, " +
               std::to_string(lengths.size()) + " runs");
  Exec const exec;
  std::size_t const n    = input.size();
  auto const host_bounds = offsets_of(lengths);
  ASSERT_EQ(host_bounds.back(), n);
  Keys runs;
  for (std::size_t r = 0; r < lengths.size(); ++r) {
    auto const begin = input.begin() + host_bounds[r];
    auto const run   = stable_reference(
        Keys(begin, begin + static_cast<int>(lengths[r])), less);
    runs.insert(runs.end(), run.begin(), run.end());
  }
  auto const tags  = index_tags<std::uint32_t>(n);
  auto sorted_tags = tags;
  std::stable_sort(sorted_tags.begin(), sorted_tags.end(),
                   [&](auto i, auto j) { return less(runs[i], runs[j]); });
  auto const right = stable_reference(runs, less);
  Guarded<Key> const keys(runs, placement), out(Array<Key>(n), placement);
  Guarded<Offset> const offsets(
      Array<Offset>(host_bounds.begin(), host_bounds.end()));
  PoisonedWorkspace scratch;

  auto const from   = keys.template view<Layout, Key const>();
  auto const bounds = offsets.template view<Layout, Offset const>();
  auto const to     = out.template view<Layout>();
  merge_runs(exec, from, bounds, to, order...,
             scratch.prepare(
                 merge_runs_workspace_size(exec, from, bounds, to, order...)));
  EXPECT_TRUE(same_sequence(out.values(), right));
  EXPECT_TRUE(out.guards_hold());
  EXPECT_TRUE(scratch.guards_hold());

  Guarded<Value> const values(Array<Value>(tags.begin(), tags.end()));
  Guarded<Key> const out_keys(Array<Key>(n), placement);
  Guarded<Value> const out_values(Array<Value>(n), placement);
  auto const with    = values.template view<Kokkos::LayoutLeft, Value const>();
  auto const to_keys = out_keys.template view<Layout>();
  auto const to_values = out_values.template view<Layout>();
  merge_runs_by_key(
      exec, from, with, bounds, to_keys, to_values,
      scratch.prepare(merge_runs_by_key_workspace_size(
          exec, from, with, bounds, to_keys, to_values, order...)),
      order...);
  EXPECT_TRUE(same_sequence(out_keys.values(), right));
  EXPECT_TRUE(
      same_sequence(out_values.values(),
                    Array<Value>(sorted_tags.begin(), sorted_tags.end())));
  EXPECT_TRUE(out_keys.guards_hold());
  EXPECT_TRUE(out_values.guards_hold());
  EXPECT_TRUE(scratch.guards_hold());
  EXPECT_TRUE(keys.untouched());
  EXPECT_TRUE(values.untouched());
  EXPECT_TRUE(offsets.untouched());
}

template <class Key>
Array<Key> some(std::size_t n, Distribution distribution, std::uint64_t seed) {
  return input_keys<Key>(n, distribution, seed);
}

template <class Key>
class MergeRunsTypes : public testing::Test {};
#if defined(KOKKOSSORT_TEST_FEW_TYPES)
using Types =
    FewTypes<std::uint8_t, std::int32_t, std::uint64_t, double, WideKey>;
#else
using Types = testing::Types<std::int8_t, std::int32_t, double, Int128, Pair,
                             Triple, WideKey>;
#endif
TYPED_TEST_SUITE(MergeRunsTypes, Types, );

TYPED_TEST(MergeRunsTypes, SmallSizesAndNumbersOfRuns) {
  OracleLess<TypeParam> const less{};
  for (std::size_t const n : {0, 1, 2, 3, 70, 1000})
    for (std::size_t const runs : {1, 2, 3, 4, 5, 16, 17, 65})
      check(some<TypeParam>(n, Distribution::uniform, n), uneven(n, runs), less,
            {n % 4, 1});
}

TYPED_TEST(MergeRunsTypes, AroundTiles) {
  OracleLess<TypeParam> const less{};
  using Tuning = Impl::MergeManyTuning<Exec, sizeof(TypeParam)>;
  std::size_t const tile =
      Tuning::is_staged
          ? (Tuning::team_size == 1
                 ? Tuning::items_per_thread
                 : (Tuning::team_size - 1) * Tuning::items_per_thread)
          : Tuning::direct_tile;
  for (std::size_t const n : {tile - 1, tile, tile + 1, 3 * tile + 1})
    for (std::size_t const runs : {3, 8, 21}) {
      check(some<TypeParam>(n, Distribution::gaussian, n), uneven(n, runs),
            less, {1, 1});
      check(some<TypeParam>(n, Distribution::two_values, n), uneven(n, runs),
            Reversed<OracleLess<TypeParam>>{}, {2, 1}, descending);
    }
}

TYPED_TEST(MergeRunsTypes, Strided) {
  check<std::uint64_t, Kokkos::LayoutStride, std::int64_t>(
      some<TypeParam>(20011, Distribution::uniform, 1), uneven(20011, 11),
      OracleLess<TypeParam>{}, {3, 3});
}

TEST(MergeRuns, Distributions) {
  for (auto const& entry : Workload::distributions) {
    SCOPED_TRACE(std::string(entry.name));
    check(some<std::uint32_t>(50021, entry.distribution, 1), uneven(50021, 64),
          OracleLess<std::uint32_t>{}, {2, 1});
  }
}

TEST(MergeRuns, ManyTinyRunsAndOneAmongEmptyOnes) {
  OracleLess<std::uint32_t> const less{};
  check(some<std::uint32_t>(9001, Distribution::uniform, 1),
        std::vector<std::size_t>(9001, 1), less, {1, 1});
  std::vector<std::size_t> lengths(3001, 0);
  lengths[1777] = 20000;
  check(some<std::uint32_t>(20000, Distribution::uniform, 1), lengths, less,
        {1, 1});
  // Runs of whole tiles that lie one behind the other.
  std::vector<std::uint32_t> ascending(200000);
  for (std::uint32_t i = 0; i < ascending.size(); ++i) ascending[i] = i;
  check(ascending, std::vector<std::size_t>(8, 25000), less, {1, 1});
  std::reverse(ascending.begin(), ascending.end());
  check(ascending, std::vector<std::size_t>(8, 25000), less, {1, 1});
}

TEST(MergeRuns, NotANumberIsLastAndZerosHaveSigns) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> keys(12000, 0.5);
  keys[17] = keys[3000] = -0.0;
  keys[18] = keys[9000] = 0.0;
  keys[19] = keys[7] = nan;
  keys[11000]        = std::copysign(nan, -1.0);
  check(keys, uneven(12000, 7), OracleLess<double>{}, {1, 1});
  check(keys, uneven(12000, 7), Reversed<OracleLess<double>>{}, {1, 1},
        descending);
}

TEST(MergeRuns, ComparatorsProjectionsAndBits) {
  std::vector<Record> records(30001);
  for (std::uint32_t i = 0; i < records.size(); ++i)
    records[i] = {i * 7919 % 101, i};
  check(records, uneven(30001, 9), KeyLess{}, {3, 1}, KeyLess{});
  check(records, uneven(30001, 9), Reversed<KeyLess>{}, {3, 1},
        by(KeyOf{}, descending));
  auto const by_bits = [](std::uint32_t x, std::uint32_t y) {
    return (x >> 4 & 0xff) < (y >> 4 & 0xff);
  };
  check(some<std::uint32_t>(9001, Distribution::uniform, 1), uneven(9001, 5),
        by_bits, {3, 1}, bits(4, 12));
}

/// A value that is too large for the tile of a team.
struct Wide {
  std::uint32_t tag;
  std::uint32_t filler[23];
  Wide(std::uint32_t tag_ = 0) : tag(tag_), filler{tag_ + 1, tag_ + 2} {}
};

TEST(MergeRuns, WideValues) {
  check<Wide>(some<std::uint32_t>(7001, Distribution::two_values, 1),
              uneven(7001, 18), OracleLess<std::uint32_t>{}, {1, 1});
}

TEST(MergeRuns, FaultyInputsEndInBounds) {
  DeviceView<std::uint64_t> const calls("calls", 1);
  Guarded<std::uint32_t> const keys(
      some<std::uint32_t>(80000, Distribution::uniform, 1));
  auto const offsets = to_device(offsets_of(uneven(80000, 17)));
  for (Fault const fault : faults) {
    Guarded<std::uint32_t> const out(std::vector<std::uint32_t>(80000));
    merge_runs(keys.view(), offsets, out.view(),
               FaultyLess{fault, calls.data()});
    EXPECT_TRUE(out.guards_hold());
  }
  auto const wrong = to_device(std::vector<std::int32_t>{
      5, 80000, 0, 70000, -1, 80001, 1000000, 30000, 3});
  Guarded<std::uint32_t> const out(std::vector<std::uint32_t>(80000));
  merge_runs(keys.view(), offsets, out.view());
  EXPECT_TRUE(out.guards_hold());
  merge_runs(keys.view(), wrong, out.view());
  EXPECT_TRUE(out.guards_hold());
}

TEST(MergeRuns, NeitherAllocatesNorFencesWithAWorkspace) {
  Exec const exec;
  DeviceView<float> const keys("keys", 100000), out("out", 100000);
  for (std::size_t const runs : {4, 16, 17}) {
    DeviceView<int> const offsets("offsets", runs + 1);
    Workspace<Memory> const workspace(
        exec, merge_runs_workspace_size(exec, keys, offsets, out));
    exec.fence();
    Events const events;
    merge_runs(exec, keys, offsets, out, workspace);
    EXPECT_EQ(events.kernels().size(), runs == 4 ? 3u : runs == 16 ? 5u : 7u);
    EXPECT_EQ(events.allocations(), Events::Labels{});
    EXPECT_EQ(events.fences(), Events::Labels{});
    EXPECT_EQ(events.copies(), Events::Labels{});
    exec.fence();
  }
}

TEST(MergeRuns, RefusesBadArguments) {
  Exec const exec;
  DeviceView<int> const keys("keys", 30000), out("out", 30000),
      odd("odd", 30001);
  DeviceView<int> const offsets("offsets", 9);
  DeviceView<std::int8_t> const narrow("narrow", 9);
  DeviceView<char> const values("values", 30000), odd_values("odd", 7);
  Workspace<Memory> const small(exec, 1);
  EXPECT_TRUE(refuses([&] { merge_runs(exec, keys, offsets, odd); },
                      {"merge_runs", "'out'", "30001", "30000"}));
  EXPECT_TRUE(refuses([&] { merge_runs(exec, keys, narrow, out); },
                      {"merge_runs", "'offsets'", "1 bytes", "30000"}));
  EXPECT_TRUE(refuses([&] { merge_runs(exec, keys, offsets, keys); },
                      {"merge_runs", "'out'", "overlaps 'keys'"}));
  EXPECT_TRUE(refuses(
      [&] {
        merge_runs(exec, keys, Kokkos::subview(out, Kokkos::pair(0, 9)), out);
      },
      {"merge_runs", "'out'", "overlaps 'offsets'"}));
  EXPECT_TRUE(refuses([&] { merge_runs(exec, keys, offsets, out, small); },
                      {"merge_runs", "'workspace'", "1 bytes"}));
  EXPECT_TRUE(
      refuses([&] { merge_runs(exec, keys, offsets, out, bits(3, 40)); },
              {"bits(3, 40)"}));
  EXPECT_TRUE(refuses(
      [&] { merge_runs_by_key(exec, keys, odd_values, offsets, out, values); },
      {"merge_runs_by_key", "'values'", "7"}));
  EXPECT_TRUE(refuses(
      [&] { merge_runs_by_key(exec, keys, values, offsets, out, odd_values); },
      {"merge_runs_by_key", "'out_values'", "7"}));
  EXPECT_TRUE(
      refuses([&] { merge_runs_by_key(exec, keys, keys, offsets, out, out); },
              {"merge_runs_by_key", "'out_values'", "overlaps 'out_keys'"}));
}

TEST(MergeRuns, IsRepeatedByAPreparedCall) {
  Exec const exec;
  DeviceView<std::uint32_t> const keys("keys", 50000), out("out", 50000),
      values("values", 50000), other("other", 50000);
  auto const offsets    = to_device(offsets_of({20000, 10000, 0, 0, 20000}));
  auto const keys_alone = prepare(merge_runs, exec, keys, offsets, out);
  auto const with_values =
      prepare(merge_runs_by_key, exec, keys, keys, offsets, other, values);
  for (std::uint32_t round = 1; round < 20; ++round) {
    Kokkos::deep_copy(exec, keys, 2 * round);
    Kokkos::deep_copy(exec, Kokkos::subview(keys, Kokkos::pair(30000, 50000)),
                      2 * round - 1);
    keys_alone.run(keys, offsets, out);
    with_values.run(keys, keys, offsets, other, values);
    auto const ends = [&](auto const& view) {
      std::uint32_t first, last;
      Kokkos::deep_copy(first, Kokkos::subview(view, 19999));
      Kokkos::deep_copy(last, Kokkos::subview(view, 20000));
      return std::vector<std::uint32_t>{first, last};
    };
    EXPECT_EQ(ends(out), (std::vector{2 * round - 1, 2 * round}));
    EXPECT_EQ(ends(values), (std::vector{2 * round - 1, 2 * round}));
  }
}

template <class... Arguments>
concept Accepted =
    requires(Arguments const&... arguments) { merge_runs(arguments...); };
using Ints = DeviceView<int>;
static_assert(Accepted<Ints, Ints, Ints>);
static_assert(Accepted<Exec, DeviceView<int const>, DeviceView<long const>,
                       Ints, Descending>);
static_assert(!Accepted<Exec, Ints, DeviceView<float>, Ints>);
static_assert(!Accepted<Exec, Ints, Ints, DeviceView<int const>>);
static_assert(!Accepted<Exec, Ints, Ints, Ints, Algorithm::Merge>);

}  // namespace
}  // namespace KokkosSort::Test::MergeRunsTest
