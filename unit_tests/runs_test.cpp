// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/comparators.hpp>
#include <support/events.hpp>
#include <support/few_types.hpp>
#include <support/run_inputs.hpp>
#include <KokkosSort/algorithm/sorted/sorted_tuning.hpp>
#include <KokkosSort/group_by.hpp>
#include <KokkosSort/run_length_encode.hpp>
#include <KokkosSort/unique.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

// unique(), unique_by_key(), run_length_encode() and group_by() against one
// loop over the keys.

namespace KokkosSort::Test::RunsTest {
namespace {

using RunInputs::sorted_input;

/// The indices at which runs begin, and n.
template <class Keys, class Less>
std::vector<std::uint64_t> offsets_of(Keys const& keys, Less const& less) {
  std::vector<std::uint64_t> offsets;
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (i == 0 || less(keys[i - 1], keys[i]) || less(keys[i], keys[i - 1]))
      offsets.push_back(i);
  offsets.push_back(keys.size());
  return offsets;
}

/// A result that is filled as far as `expected` goes and untouched behind.
template <class T, class Expected>
void check_front(Guarded<T> const& result, T const& untouched,
                 Expected const& expected) {
  auto const values = result.values();
  ASSERT_LE(expected.size(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    ASSERT_TRUE(same_bytes<T>(values[i], i < expected.size()
                                             ? static_cast<T>(expected[i])
                                             : untouched))
        << "element " << i << " of " << expected.size();
  EXPECT_TRUE(result.guards_hold());
}

template <class T>
class CountResult {
 public:
  T value() const {
    T result;
    Kokkos::deep_copy(result, view);
    return result;
  }
  Kokkos::View<T, Memory> view{"count"};
};

/// All functions between guard zones, in poisoned workspaces of exact size.
template <class Layout = Kokkos::LayoutRight, class Value = std::uint32_t,
          class Keys, class Less, class... Order>
void check(Keys const& input, Less const& less, Placement placement,
           Order const&... order) {
  using Key = typename Keys::value_type;
  SCOPED_TRACE(std::to_string(input.size()) + " keys");
  Exec const exec;
  std::size_t const n  = input.size();
  auto const offsets   = offsets_of(input, less);
  std::size_t const of = offsets.size() - 1;
  Keys firsts(of);
  std::vector<std::uint64_t> lengths(of);
  Array<Value> first_values(of);
  for (std::size_t r = 0; r < of; ++r) {
    firsts[r]       = input[offsets[r]];
    lengths[r]      = offsets[r + 1] - offsets[r];
    first_values[r] = static_cast<Value>(offsets[r] ^ 0x55);
  }
  Guarded<Key> const keys(input, placement);
  auto const view = keys.template view<Layout, Key const>();
  PoisonedWorkspace scratch;
  CountResult<std::int32_t> const count;
  CountResult<std::uint64_t> const long_count;
  auto const number = [](auto value) {
    return static_cast<std::size_t>(value);
  };

  Guarded<Key> const out(Keys(n, Key{}), placement);
  auto const to = out.template view<Layout>();
  unique(exec, view, to, count.view, order...,
         scratch.prepare(
             unique_workspace_size(exec, view, to, count.view, order...)));
  EXPECT_EQ(number(count.value()), of);
  check_front(out, Key{}, firsts);
  EXPECT_TRUE(scratch.guards_hold());

  Array<Value> all_values(n);
  for (std::size_t i = 0; i < n; ++i)
    all_values[i] = static_cast<Value>(i ^ 0x55);
  Guarded<Value> const values(all_values, placement);
  Guarded<Key> const out_keys(Keys(n + 3, Key{}));
  Guarded<Value> const out_values(Array<Value>(n, Value{7}), placement);
  auto const value_view = values.template view<Layout, Value const>();
  auto const to_values  = out_values.template view<Layout>();
  unique_by_key(exec, view, value_view, out_keys.view(), to_values,
                long_count.view,
                scratch.prepare(unique_by_key_workspace_size(
                    exec, view, value_view, out_keys.view(), to_values,
                    long_count.view, order...)),
                order...);
  EXPECT_EQ(number(long_count.value()), of);
  check_front(out_keys, Key{}, firsts);
  check_front(out_values, Value{7}, first_values);
  EXPECT_TRUE(scratch.guards_hold());

  Guarded<Key> const encoded(Keys(n, Key{}));
  Guarded<std::int64_t> const counts(std::vector<std::int64_t>(n, -1),
                                     placement);
  auto const to_counts = counts.template view<Layout>();
  run_length_encode(
      exec, view, encoded.view(), to_counts, count.view, order...,
      scratch.prepare(run_length_encode_workspace_size(
          exec, view, encoded.view(), to_counts, count.view, order...)));
  EXPECT_EQ(number(count.value()), of);
  check_front(encoded, Key{}, firsts);
  check_front(counts, std::int64_t{-1}, lengths);
  EXPECT_TRUE(scratch.guards_hold());

  Guarded<std::uint32_t> const rows(std::vector<std::uint32_t>(n + 2, 99));
  group_by(exec, view, rows.view(), count.view, order...,
           scratch.prepare(group_by_workspace_size(exec, view, rows.view(),
                                                   count.view, order...)));
  EXPECT_EQ(number(count.value()), of);
  check_front(rows, 99u, offsets);
  EXPECT_TRUE(scratch.guards_hold());
  EXPECT_TRUE(keys.untouched());
  EXPECT_TRUE(values.untouched());
}

template <class Key>
class RunsTypes : public testing::Test {};
#if defined(KOKKOSSORT_TEST_FEW_TYPES)
using Types =
    FewTypes<std::uint8_t, std::int32_t, std::uint64_t, double, Pair, WideKey>;
#else
using Types = testing::Types<std::int8_t, std::uint16_t, std::int32_t, double,
                             Int128, bool, Pair, Triple, WideKey>;
#endif
TYPED_TEST_SUITE(RunsTypes, Types, );

TYPED_TEST(RunsTypes, SmallSizes) {
  for (std::size_t n = 0; n < 40; ++n)
    check(sorted_input<TypeParam>(
              n, n % 2 == 0 ? Distribution::two_values : Distribution::uniform),
          OracleLess<TypeParam>{}, {n % 3, 1});
}

TYPED_TEST(RunsTypes, AroundTiles) {
  std::size_t const tile = Impl::RunsTuning<Exec, sizeof(TypeParam)>::tile;
  for (std::size_t const n :
       {tile - 1, tile, tile + 1, 2 * tile, 5 * tile + 1}) {
    for (auto const distribution :
         {Distribution::uniform, Distribution::two_values, Distribution::zero})
      check(sorted_input<TypeParam>(n, distribution), OracleLess<TypeParam>{},
            {1, 1});
  }
}

TYPED_TEST(RunsTypes, Strided) {
  check<Kokkos::LayoutStride>(
      sorted_input<TypeParam>(40009, Distribution::gaussian),
      OracleLess<TypeParam>{}, {3, 3});
}

TEST(Runs, Distributions) {
  for (auto const& entry : Workload::distributions) {
    SCOPED_TRACE(std::string(entry.name));
    check(sorted_input<std::uint32_t>(100003, entry.distribution),
          OracleLess<std::uint32_t>{}, {2, 1});
  }
}

TEST(Runs, UnsortedKeysHaveRunsOfNeighbors) {
  check(input_keys<std::uint32_t>(50021, Distribution::two_values, 3),
        OracleLess<std::uint32_t>{}, {1, 1});
  check(input_keys<std::uint32_t>(50021, Distribution::two_values, 3),
        Greater{}, {1, 1}, Greater{});
}

/// Runs of so many keys, the last one cut off.
std::vector<std::uint32_t> runs_of(std::size_t n, std::size_t length) {
  std::vector<std::uint32_t> keys(n);
  for (std::size_t i = 0; i < n; ++i)
    keys[i] = static_cast<std::uint32_t>(i / length);
  return keys;
}

// Most tiles lie within a run, so that the last begin is many tiles away.
TEST(Runs, LongerThanTiles) {
  std::size_t const tile = Impl::RunsTuning<Exec, sizeof(std::uint32_t)>::tile;
  for (std::size_t const length : {std::size_t{1}, std::size_t{2}, tile - 1,
                                   tile, tile + 1, 3 * tile, 34 * tile + 7})
    check(runs_of(40 * tile + 5, length), OracleLess<std::uint32_t>{}, {1, 1});
}

// More tiles within one run than a team reads carries of at once.
TEST(Runs, OneRunOfManyTiles) {
  std::size_t const tile = Impl::RunsTuning<Exec, sizeof(std::uint32_t)>::tile;
  std::size_t const n    = 2100 * tile;
  DeviceView<std::uint32_t> const keys("keys", n), out("out", n),
      lengths("", n);
  CountResult<int> const count;
  for (std::size_t const first : {std::size_t{0}, tile, 5 * tile + 1}) {
    Kokkos::deep_copy(keys, 5u);
    if (first > 0)
      Kokkos::deep_copy(
          Kokkos::subview(keys, Kokkos::pair(std::size_t{0}, first)), 4u);
    run_length_encode(keys, out, lengths, count.view);
    EXPECT_EQ(count.value(), first > 0 ? 2 : 1);
    std::uint32_t length;
    Kokkos::deep_copy(length, Kokkos::subview(lengths, first > 0 ? 1 : 0));
    EXPECT_EQ(length, n - first);
  }
}

TEST(Runs, NotANumberAndZerosBitByBit) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> const input{
      -1, -1, -0.0, -0.0, 0.0, 0.0, 2, nan, nan, std::copysign(nan, -1.0)};
  check(input, OracleLess<double>{}, {1, 1});
  check(std::vector<double>(input.rbegin(), input.rend()),
        Reversed<OracleLess<double>>{}, {1, 1}, descending);
}

TEST(Runs, ComparatorsProjectionsAndBits) {
  std::vector<Record> records(30001);
  for (std::uint32_t i = 0; i < records.size(); ++i) records[i] = {i / 7, i};
  check(records, KeyLess{}, {3, 1}, KeyLess{});
  check(records, KeyLess{}, {3, 1}, by(KeyOf{}));
  auto const by_bits = [](std::uint32_t x, std::uint32_t y) {
    return (x >> 12) < (y >> 12);
  };
  check(sorted_input<std::uint32_t>(50000, Distribution::uniform), by_bits,
        {3, 1}, bits(12, 32));
}

struct Wide {
  std::uint32_t tag;
  std::uint32_t filler[23];
  Wide(std::uint64_t tag_ = 0)
      : tag(static_cast<std::uint32_t>(tag_)), filler{tag + 1, tag + 2} {}
};

TEST(Runs, WideValues) {
  check<Kokkos::LayoutRight, Wide>(
      sorted_input<std::uint32_t>(9001, Distribution::gaussian),
      OracleLess<std::uint32_t>{}, {1, 1});
}

TEST(Runs, FaultyComparatorsEndInBounds) {
  DeviceView<std::uint64_t> const calls("calls", 1);
  std::size_t const n = 100000;
  Guarded<std::uint32_t> const keys(
      input_keys<std::uint32_t>(n, Distribution::uniform, 1));
  for (Fault const fault : faults) {
    Guarded<std::uint32_t> const out(std::vector<std::uint32_t>(n, 0));
    Guarded<std::uint32_t> const lengths(std::vector<std::uint32_t>(n, 0));
    CountResult<std::uint64_t> const count;
    run_length_encode(keys.view(), out.view(), lengths.view(), count.view,
                      FaultyLess{fault, calls.data()});
    EXPECT_TRUE(out.guards_hold());
    EXPECT_TRUE(lengths.guards_hold());
    EXPECT_LE(count.value(), n);
  }
}

TEST(Runs, TheSameInEachOf100Rounds) {
  Exec const exec;
  std::size_t const n = 300007;
  auto const keys =
      to_device(sorted_input<std::uint32_t>(n, Distribution::gaussian));
  DeviceView<std::uint32_t> const out("out", n), lengths("lengths", n);
  CountResult<std::uint32_t> const count;
  Workspace<Memory> const workspace(
      exec,
      run_length_encode_workspace_size(exec, keys, out, lengths, count.view));
  auto const host =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, keys);
  std::vector<std::uint32_t> input(n);
  for (std::size_t i = 0; i < n; ++i) input[i] = host(i);
  auto const offsets = offsets_of(input, OracleLess<std::uint32_t>{});
  for (int round = 0; round < 100; ++round) {
    run_length_encode(exec, keys, out, lengths, count.view, workspace);
    if (round % 10 > 0) continue;
    ASSERT_EQ(count.value(), offsets.size() - 1);
    auto const found =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, lengths);
    for (std::size_t r = 0; r + 1 < offsets.size(); ++r)
      ASSERT_EQ(found(r), offsets[r + 1] - offsets[r]) << r;
  }
}

TEST(Runs, NeitherAllocateNorFenceWithAWorkspace) {
  Exec const exec;
  for (std::size_t const n : {0, 100, 1000000}) {
    DeviceView<float> const keys("keys", n), out("out", n);
    DeviceView<int> const lengths("lengths", n);
    CountResult<int> const count;
    Workspace<Memory> const workspace(
        exec,
        run_length_encode_workspace_size(exec, keys, out, lengths, count.view));
    exec.fence();
    Events const events;
    run_length_encode(exec, keys, out, lengths, count.view, workspace);
    EXPECT_EQ(events.kernels().size(), n < 1000000 ? 1u : 2u);
    EXPECT_EQ(events.allocations(), Events::Labels{});
    EXPECT_EQ(events.fences(), Events::Labels{});
    EXPECT_EQ(events.copies(), Events::Labels{});
    exec.fence();
  }
}

TEST(Runs, RefuseBadArguments) {
  Exec const exec;
  DeviceView<int> const keys("keys", 300000), out("out", 300000),
      shorter("shorter", 299999), other("other", 300000), rows("rows", 300001);
  DeviceView<char> const values("values", 300000), few("few", 3);
  CountResult<int> const count;
  CountResult<std::uint16_t> const narrow;
  Workspace<Memory> const small(exec, 1);
  EXPECT_TRUE(refuses([&] { unique(exec, keys, shorter, count.view); },
                      {"unique", "'out'", "299999", "300000"}));
  EXPECT_TRUE(refuses([&] { unique(exec, keys, out, narrow.view); },
                      {"unique", "'count'", "2 bytes", "300000"}));
  EXPECT_TRUE(refuses([&] { unique(exec, keys, keys, count.view); },
                      {"unique", "'out'", "overlaps 'keys'"}));
  EXPECT_TRUE(refuses([&] { unique(exec, keys, out, Kokkos::subview(out, 7)); },
                      {"unique", "'count'", "overlaps 'out'"}));
  EXPECT_TRUE(refuses([&] { unique(exec, keys, out, count.view, small); },
                      {"unique", "'workspace'", "1 bytes"}));
  EXPECT_TRUE(
      refuses([&] { unique_by_key(exec, keys, few, out, values, count.view); },
              {"unique_by_key", "'values'", "3", "300000"}));
  EXPECT_TRUE(
      refuses([&] { unique_by_key(exec, keys, values, out, few, count.view); },
              {"unique_by_key", "'out_values'", "3", "300000"}));
  EXPECT_TRUE(
      refuses([&] { unique_by_key(exec, keys, other, out, other, count.view); },
              {"unique_by_key", "'out_values'", "overlaps 'values'"}));
  EXPECT_TRUE(
      refuses([&] { run_length_encode(exec, keys, out, values, count.view); },
              {"run_length_encode", "'lengths'", "1 bytes", "300000"}));
  EXPECT_TRUE(
      refuses([&] { run_length_encode(exec, keys, out, out, count.view); },
              {"run_length_encode", "'lengths'", "overlaps 'out'"}));
  EXPECT_TRUE(refuses([&] { group_by(exec, keys, out, count.view); },
                      {"group_by", "'offsets'", "300000", "300001"}));
  EXPECT_TRUE(
      refuses([&] { group_by(exec, keys, rows, count.view, bits(9, 33)); },
              {"bits(9, 33)"}));
}

TEST(Runs, AreFoundByPreparedCalls) {
  Exec const exec;
  std::size_t const n = 50000;
  DeviceView<std::uint32_t> const keys("keys", n), out("out", n),
      values("values", n), lengths("lengths", n + 1);
  CountResult<std::uint32_t> const count;
  auto const one = prepare(unique, exec, keys, out, count.view);
  auto const two = prepare(unique_by_key, exec, keys, keys, out, values,
                           count.view, descending);
  auto const three =
      prepare(run_length_encode, exec, keys, out, lengths, count.view);
  auto const four = prepare(group_by, exec, keys, lengths, count.view);
  for (std::size_t const length : {2, 7, 20000}) {
    auto const input = to_device(runs_of(n, length));
    Kokkos::deep_copy(exec, keys, input);
    std::size_t const runs = (n + length - 1) / length;
    one.run(keys, out, count.view);
    EXPECT_EQ(count.value(), runs);
    Kokkos::deep_copy(exec, count.view, 0u);
    two.run(keys, keys, out, values, count.view);
    EXPECT_EQ(count.value(), runs);
    Kokkos::deep_copy(exec, count.view, 0u);
    three.run(keys, out, lengths, count.view);
    std::uint32_t found;
    Kokkos::deep_copy(found, Kokkos::subview(lengths, 0));
    EXPECT_EQ(count.value(), runs);
    EXPECT_EQ(found, length);
    four.run(keys, lengths, count.view);
    Kokkos::deep_copy(found, Kokkos::subview(lengths, runs));
    EXPECT_EQ(found, n);
  }
  EXPECT_TRUE(refuses([&] { one.run(out, out, count.view); },
                      {"'keys'", "another address"}));
  EXPECT_TRUE(refuses(
      [&] {
        static_cast<void>(prepare(group_by, exec, keys, out, count.view));
      },
      {"group_by", "'offsets'", "50001"}));
}

template <class... Arguments>
concept Accepted =
    requires(Arguments const&... arguments) { unique(arguments...); };
using Ints = DeviceView<int>;
using Int  = Kokkos::View<int, Memory>;
static_assert(Accepted<Ints, Ints, Int>);
static_assert(Accepted<Exec, DeviceView<int const>, Ints, Int, Descending>);
static_assert(!Accepted<Exec, Ints, Ints, Kokkos::View<float, Memory>>);
static_assert(!Accepted<Exec, Ints, DeviceView<float>, Int>);
static_assert(!Accepted<Exec, Ints, Ints, Int, Algorithm::Merge>);

}  // namespace
}  // namespace KokkosSort::Test::RunsTest
