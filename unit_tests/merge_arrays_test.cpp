// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/comparators.hpp>
#include <support/events.hpp>
#include <support/few_types.hpp>
#include <support/run_inputs.hpp>
#include <KokkosSort/algorithm/sorted/sorted_tuning.hpp>
#include <KokkosSort/merge.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

// merge() and merge_by_key() against std::merge, element by element.

namespace KokkosSort::Test::MergeArraysTest {
namespace {

/// Keys in order, each with a tag: the array it comes from and its index.
template <class Key>
struct Side {
  Array<Key> keys;
  std::vector<std::uint32_t> tags;

  template <class Less>
  Side(Array<Key> const& input, Less const& less, std::uint32_t first_tag)
      : keys(stable_reference(input, less)),
        tags(index_tags<std::uint32_t>(input.size())) {
    for (auto& tag : tags) tag += first_tag;
  }
};

/// The merge of two sides, as the standard library has it.
template <class Key, class Less>
Tagged<Key> merged_by_standard(Side<Key> const& a, Side<Key> const& b,
                               Less const& less) {
  std::vector<std::uint32_t> order(a.keys.size() + b.keys.size());
  auto const indices = index_tags<std::uint32_t>(order.size());
  auto const middle  = indices.begin() + static_cast<int>(a.keys.size());
  auto const key     = [&](std::uint32_t i) {
    return i < a.keys.size() ? a.keys[i] : b.keys[i - a.keys.size()];
  };
  std::merge(indices.begin(), middle, middle, indices.end(), order.begin(),
             [&](auto i, auto j) { return less(key(i), key(j)); });
  Tagged<Key> merged{Array<Key>(order.size()), {}};
  for (std::size_t i = 0; i < order.size(); ++i) {
    merged.keys[i] = key(order[i]);
    merged.tags.push_back(order[i] < a.keys.size()
                              ? a.tags[order[i]]
                              : b.tags[order[i] - a.keys.size()]);
  }
  return merged;
}

/// Both functions between guard zones, in a poisoned workspace of the exact
/// size. Values are tags of type Value.
template <class Value = std::uint32_t, class Layout = Kokkos::LayoutRight,
          class Keys, class Less, class... Order>
void check(Keys const& first, Keys const& second, Less const& less,
           Placement placement, Order const&... order) {
  using Key = typename Keys::value_type;
  SCOPED_TRACE(std::to_string(first.size()) + " and " +
               std::to_string(second.size()) + " keys");
  Exec const exec;
  std::size_t const n = first.size() + second.size();
  Side<Key> const a(first, less, 0), b(second, less, 1u << 30);
  auto const right = merged_by_standard(a, b, less);
  Guarded<Key> const a_keys(a.keys, placement), b_keys(b.keys, placement);
  Guarded<Key> const out(Array<Key>(n), placement);
  PoisonedWorkspace scratch;

  auto const a_view = a_keys.template view<Layout, Key const>();
  auto const b_view = b_keys.template view<Layout>();
  auto const to     = out.template view<Layout>();
  merge(exec, a_view, b_view, to, order...,
        scratch.prepare(
            merge_workspace_size(exec, a_view, b_view, to, order...)));
  EXPECT_TRUE(same_sequence(out.values(), right.keys));
  EXPECT_TRUE(out.guards_hold());
  EXPECT_TRUE(scratch.guards_hold());

  Guarded<Value> const a_values(Array<Value>(a.tags.begin(), a.tags.end()));
  Guarded<Value> const b_values(Array<Value>(b.tags.begin(), b.tags.end()));
  Guarded<Key> const keys(Array<Key>(n), placement);
  Guarded<Value> const values(Array<Value>(n), placement);
  auto const to_keys   = keys.template view<Layout>();
  auto const to_values = values.template view<Layout>();
  auto const with_a = a_values.template view<Kokkos::LayoutLeft, Value const>();
  auto const with_b = b_values.view();
  merge_by_key(
      exec, a_view, with_a, b_view, with_b, to_keys, to_values,
      scratch.prepare(merge_by_key_workspace_size(
          exec, a_view, with_a, b_view, with_b, to_keys, to_values, order...)),
      order...);
  EXPECT_TRUE(same_sequence(keys.values(), right.keys));
  EXPECT_TRUE(same_sequence(
      values.values(), Array<Value>(right.tags.begin(), right.tags.end())));
  EXPECT_TRUE(keys.guards_hold());
  EXPECT_TRUE(values.guards_hold());
  EXPECT_TRUE(scratch.guards_hold());
  EXPECT_TRUE(a_keys.untouched());
  EXPECT_TRUE(b_keys.untouched());
  EXPECT_TRUE(a_values.untouched());
}

template <class Key>
Array<Key> some(std::size_t n, Distribution distribution, std::uint64_t seed) {
  return input_keys<Key>(n, distribution, seed);
}

template <class Key>
class MergeTypes : public testing::Test {};
#if defined(KOKKOSSORT_TEST_FEW_TYPES)
using Types =
    FewTypes<std::uint8_t, std::int32_t, std::uint64_t, double, Pair, WideKey>;
#else
using Types = testing::Types<std::int8_t, std::uint16_t, std::int32_t, double,
                             Int128, bool, Pair, Triple, WideKey>;
#endif
TYPED_TEST_SUITE(MergeTypes, Types, );

TYPED_TEST(MergeTypes, SmallSizes) {
  OracleLess<TypeParam> const less{};
  for (std::size_t const a : {0, 1, 2, 3, 31, 70})
    for (std::size_t const b : {0, 1, 2, 5, 33, 64})
      check(some<TypeParam>(a, Distribution::uniform, a),
            some<TypeParam>(b, Distribution::two_values, b + 100), less,
            {a % 4, 1});
}

TYPED_TEST(MergeTypes, AroundTiles) {
  OracleLess<TypeParam> const less{};
  using Tuning           = Impl::MergeTuning<Exec, sizeof(TypeParam)>;
  std::size_t const tile = Tuning::is_staged
                               ? Tuning::team_size * Tuning::items_per_thread
                               : Tuning::direct_tile;
  for (std::size_t const n : {tile - 1, tile, tile + 1, 3 * tile + 1}) {
    for (std::size_t const a : {std::size_t{0}, n / 3, n - 1}) {
      check(some<TypeParam>(a, Distribution::gaussian, n),
            some<TypeParam>(n - a, Distribution::gaussian, n + 1), less,
            {1, 1});
      check(some<TypeParam>(a, Distribution::two_values, n),
            some<TypeParam>(n - a, Distribution::two_values, n + 1),
            Reversed<OracleLess<TypeParam>>{}, {2, 1}, descending);
    }
  }
}

TYPED_TEST(MergeTypes, Strided) {
  check<std::uint64_t, Kokkos::LayoutStride>(
      some<TypeParam>(20011, Distribution::uniform, 1),
      some<TypeParam>(30013, Distribution::uniform, 2), OracleLess<TypeParam>{},
      {3, 3});
}

TEST(MergeArrays, Distributions) {
  for (auto const& entry : Workload::distributions) {
    SCOPED_TRACE(std::string(entry.name));
    check(some<std::uint32_t>(50021, entry.distribution, 1),
          some<std::uint32_t>(4001, entry.distribution, 2),
          OracleLess<std::uint32_t>{}, {2, 1});
  }
}

TEST(MergeArrays, ApartOneAfterTheOther) {
  std::vector<std::uint32_t> low(30000), high(20000);
  for (std::uint32_t i = 0; i < low.size(); ++i) low[i] = i;
  for (std::uint32_t i = 0; i < high.size(); ++i) high[i] = 100000 + i;
  check(low, high, OracleLess<std::uint32_t>{}, {1, 1});
  check(high, low, OracleLess<std::uint32_t>{}, {1, 1});
}

TEST(MergeArrays, NotANumberIsLastAndZerosHaveSigns) {
  auto const [a, b] = RunInputs::zeros_and_nan();
  check(a, b, OracleLess<double>{}, {1, 1});
  check(a, b, Reversed<OracleLess<double>>{}, {1, 1}, descending);
}

TEST(MergeArrays, ComparatorsProjectionsAndBits) {
  auto const [a, b] = RunInputs::records_of_few_keys();
  check(a, b, KeyLess{}, {3, 1}, KeyLess{});
  check(a, b, Reversed<KeyLess>{}, {3, 1}, by(KeyOf{}, descending));
  check(some<std::int32_t>(9001, Distribution::gaussian, 1),
        some<std::int32_t>(9001, Distribution::uniform, 2), Greater{}, {3, 1},
        Greater{});
  check(some<Pair>(9001, Distribution::two_values, 1),
        some<Pair>(9001, Distribution::two_values, 2), Lexicographic{}, {3, 1},
        Lexicographic{});
  auto const by_bits = [](std::uint32_t x, std::uint32_t y) {
    return (x >> 4 & 0xff) < (y >> 4 & 0xff);
  };
  check(some<std::uint32_t>(9001, Distribution::uniform, 1),
        some<std::uint32_t>(9001, Distribution::uniform, 2), by_bits, {3, 1},
        bits(4, 12));
}

/// A value that is moved on its own, too large for the tile of a team.
struct Wide {
  std::uint32_t tag;
  std::uint32_t filler[23];
  Wide(std::uint32_t tag_ = 0) : tag(tag_), filler{tag_ + 1, tag_ + 2} {}
};
static_assert(sizeof(Wide) == 96);

TEST(MergeArrays, WideValues) {
  check<Wide>(some<std::uint32_t>(7001, Distribution::two_values, 1),
              some<std::uint32_t>(6001, Distribution::uniform, 2),
              OracleLess<std::uint32_t>{}, {1, 1});
}

TEST(MergeArrays, BothHalvesOfOneArrayOrTheSameTwice) {
  auto const all = to_device(
      stable_reference(some<std::uint32_t>(50000, Distribution::uniform, 1),
                       OracleLess<std::uint32_t>{}));
  DeviceView<std::uint32_t> const twice("twice", 100000), once("once", 50000);
  merge(all, all, twice);
  EXPECT_TRUE(is_sorted(twice));
  auto const half = [&](int from, int to) {
    return Kokkos::subview(all, Kokkos::pair(from, to));
  };
  merge(half(20000, 50000), half(0, 20000), once);
  auto const merged =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, once);
  auto const before =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, all);
  for (std::size_t i = 0; i < 50000; ++i) ASSERT_EQ(merged(i), before(i)) << i;
}

TEST(MergeArrays, FaultyComparatorsAndUnsortedInputsEndInBounds) {
  DeviceView<std::uint64_t> const calls("calls", 1);
  Guarded<std::uint32_t> const a(
      some<std::uint32_t>(50000, Distribution::uniform, 1));
  Guarded<std::uint32_t> const b(
      some<std::uint32_t>(30000, Distribution::uniform, 2));
  for (Fault const fault : faults) {
    Guarded<std::uint32_t> const out(std::vector<std::uint32_t>(80000));
    merge(a.view(), b.view(), out.view(), FaultyLess{fault, calls.data()});
    EXPECT_TRUE(out.guards_hold());
  }
  Guarded<std::uint32_t> const out(std::vector<std::uint32_t>(80000));
  merge(a.view(), b.view(), out.view());
  EXPECT_TRUE(out.guards_hold());
}

TEST(MergeArrays, NeitherAllocatesNorFencesWithAWorkspace) {
  Exec const exec;
  for (std::size_t const n : {100, 1000000}) {
    DeviceView<float> const a("a", n), b("b", n / 2), out("out", n + n / 2);
    Workspace<Memory> const workspace(exec,
                                      merge_workspace_size(exec, a, b, out));
    exec.fence();
    Events const events;
    merge(exec, a, b, out, workspace);
    EXPECT_EQ(events.kernels().size(), n == 100 ? 1u : 2u);
    EXPECT_EQ(events.allocations(), Events::Labels{});
    EXPECT_EQ(events.fences(), Events::Labels{});
    EXPECT_EQ(events.copies(), Events::Labels{});
    exec.fence();
  }
}

TEST(MergeArrays, RefusesBadArguments) {
  Exec const exec;
  DeviceView<int> const a("a", 30000), b("b", 20000), out("out", 50000);
  DeviceView<int> const odd("odd", 50001);
  DeviceView<char> const values_a("values", 30000), values_b("values", 20000),
      values("values", 50000), odd_values("odd", 7);
  Workspace<Memory> const small(exec, 1);
  EXPECT_TRUE(refuses([&] { merge(exec, a, b, odd); },
                      {"merge", "'out'", "50001", "30000 + 20000"}));
  EXPECT_TRUE(refuses(
      [&] {
        merge(exec, Kokkos::subview(out, Kokkos::pair(20000, 50000)), b, out);
      },
      {"merge", "'out'", "overlaps 'a'"}));
  EXPECT_TRUE(refuses(
      [&] {
        merge(exec, a, Kokkos::subview(out, Kokkos::pair(0, 20000)), out);
      },
      {"merge", "'out'", "overlaps 'b'"}));
  EXPECT_TRUE(refuses([&] { merge(exec, a, b, out, small); },
                      {"merge", "'workspace'", "1 bytes"}));
  EXPECT_TRUE(
      refuses([&] { merge(exec, a, b, out, bits(3, 40)); }, {"bits(3, 40)"}));
  EXPECT_TRUE(refuses(
      [&] { merge_by_key(exec, a, odd_values, b, values_b, out, values); },
      {"merge_by_key", "'a_values'", "7", "'a_keys'", "30000"}));
  EXPECT_TRUE(refuses(
      [&] { merge_by_key(exec, a, values_a, b, odd_values, out, values); },
      {"merge_by_key", "'b_values'", "7", "'b_keys'", "20000"}));
  EXPECT_TRUE(refuses(
      [&] { merge_by_key(exec, a, values_a, b, values_b, odd, values); },
      {"merge_by_key", "'out_keys'", "50001"}));
  EXPECT_TRUE(refuses(
      [&] { merge_by_key(exec, a, values_a, b, values_b, out, odd_values); },
      {"merge_by_key", "'out_values'", "7"}));
  EXPECT_TRUE(refuses([&] { merge_by_key(exec, a, a, b, b, out, out); },
                      {"merge_by_key", "'out_values'", "overlaps 'out_keys'"}));
}

TEST(MergeArrays, IsRepeatedByAPreparedCall) {
  Exec const exec;
  DeviceView<std::uint32_t> const a("a", 30000), b("b", 20000),
      out("out", 50000), values("values", 50000), other("other", 50000);
  auto const keys_alone = prepare(merge, exec, a, b, out);
  auto const with_values =
      prepare(merge_by_key, exec, a, a, b, b, other, values, descending);
  for (std::uint32_t round = 1; round < 20; ++round) {
    Kokkos::deep_copy(exec, a, 2 * round);
    Kokkos::deep_copy(exec, b, 2 * round - 1);
    keys_alone.run(a, b, out);
    with_values.run(a, a, b, b, other, values);
    auto const ends = [&](auto const& view) {
      std::uint32_t first, last;
      Kokkos::deep_copy(first, Kokkos::subview(view, 0));
      Kokkos::deep_copy(last, Kokkos::subview(view, 49999));
      return std::vector<std::uint32_t>{first, last};
    };
    EXPECT_EQ(ends(out), (std::vector{2 * round - 1, 2 * round}));
    EXPECT_EQ(ends(values), (std::vector{2 * round, 2 * round - 1}));
  }
  EXPECT_TRUE(refuses([&] { keys_alone.run(a, b, other); },
                      {"'out'", "another address"}));
  EXPECT_TRUE(
      refuses([&] { static_cast<void>(prepare(merge, exec, a, a, out)); },
              {"merge", "'out'", "30000 + 30000"}));
}

template <class... Arguments>
concept Accepted =
    requires(Arguments const&... arguments) { merge(arguments...); };
using Ints = DeviceView<int>;
static_assert(Accepted<Ints, Ints, Ints>);
static_assert(Accepted<Exec, DeviceView<int const>, Ints, Ints, Descending>);
static_assert(!Accepted<Exec, Ints, Ints, DeviceView<int const>>);
static_assert(!Accepted<Exec, Ints, DeviceView<float>, Ints>);
static_assert(!Accepted<Exec, Ints, Ints, Ints, Algorithm::Merge>);

}  // namespace
}  // namespace KokkosSort::Test::MergeArraysTest
