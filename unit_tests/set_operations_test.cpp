// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/comparators.hpp>
#include <support/events.hpp>
#include <support/few_types.hpp>
#include <support/run_inputs.hpp>
#include <support/set_oracle.hpp>
#include <KokkosSort/algorithm/sorted/sorted_tuning.hpp>
#include <KokkosSort/prepare.hpp>
#include <KokkosSort/set_operations.hpp>

#include <cstdint>
#include <string>
#include <vector>

// The set operations against those of the standard library.

namespace KokkosSort::Test::SetOperationsTest {
namespace {

/// Calls check(operation, function, size query, keys that the result may have)
/// for each of them.
template <class Check>
void for_operations(std::size_t a, std::size_t b, Check const& check) {
  check(0, set_union, set_union_workspace_size, a + b);
  check(1, set_intersection, set_intersection_workspace_size, std::min(a, b));
  check(2, set_difference, set_difference_workspace_size, a);
  check(3, set_symmetric_difference, set_symmetric_difference_workspace_size,
        a + b);
}

template <class View>
auto value_of(View const& count) {
  typename View::value_type value;
  Kokkos::deep_copy(value, count);
  return value;
}

/// All functions between guard zones, in poisoned workspaces of exact size.
template <class Layout = Kokkos::LayoutRight, class Keys, class Less,
          class... Order>
void check(Keys const& first, Keys const& second, Less const& less,
           Placement placement, Order const&... order) {
  using Key = typename Keys::value_type;
  SCOPED_TRACE(std::to_string(first.size()) + " and " +
               std::to_string(second.size()) + " keys");
  Exec const exec;
  auto const a_sorted = stable_reference(first, less);
  auto const b_sorted = stable_reference(second, less);
  Guarded<Key> const a(a_sorted, placement), b(b_sorted, placement);
  auto const a_view = a.template view<Layout, Key const>();
  auto const b_view = b.template view<Layout>();
  Kokkos::View<std::int32_t, Memory> const count("count");
  PoisonedWorkspace scratch;
  for_operations(
      first.size(), second.size(),
      [&](int operation, auto const& call, auto const& bytes,
          std::size_t room) {
        SCOPED_TRACE("operation " + std::to_string(operation));
        auto const right = set_by_standard(operation, a_sorted, b_sorted, less);
        Guarded<Key> const out(Keys(room, Key{}), placement);
        auto const to = out.template view<Layout>();
        call(exec, a_view, b_view, to, count, order...,
             scratch.prepare(bytes(exec, a_view, b_view, to, count, order...)));
        ASSERT_EQ(static_cast<std::size_t>(value_of(count)), right.size());
        auto expected = right;
        expected.resize(room, Key{});  // the others stay
        EXPECT_TRUE(same_sequence(out.values(), expected));
        EXPECT_TRUE(out.guards_hold());
        EXPECT_TRUE(scratch.guards_hold());
      });
  EXPECT_TRUE(a.untouched());
  EXPECT_TRUE(b.untouched());
}

template <class Key>
Array<Key> some(std::size_t n, Distribution distribution, std::uint64_t seed) {
  return input_keys<Key>(n, distribution, seed);
}

template <class Key>
class SetTypes : public testing::Test {};
#if defined(KOKKOSSORT_TEST_FEW_TYPES)
using Types =
    FewTypes<std::uint8_t, std::int32_t, std::uint64_t, double, Pair, WideKey>;
#else
using Types = testing::Types<std::int8_t, std::int32_t, double, Int128, bool,
                             Pair, WideKey>;
#endif
TYPED_TEST_SUITE(SetTypes, Types, );

TYPED_TEST(SetTypes, SmallSizes) {
  OracleLess<TypeParam> const less{};
  for (std::size_t const a : {0, 1, 2, 31, 70})
    for (std::size_t const b : {0, 1, 2, 33, 64})
      check(some<TypeParam>(a, Distribution::uniform, a),
            some<TypeParam>(b, Distribution::two_values, b + 100), less,
            {a % 4, 1});
}

TYPED_TEST(SetTypes, AroundTiles) {
  OracleLess<TypeParam> const less{};
  using Tuning           = Impl::MergeTuning<Exec, sizeof(TypeParam)>;
  std::size_t const tile = Tuning::is_staged
                               ? Tuning::team_size * Tuning::items_per_thread
                               : Tuning::direct_tile;
  for (std::size_t const n : {tile - 1, tile, tile + 1, 3 * tile + 1}) {
    for (std::size_t const a : {std::size_t{0}, n / 3, n / 2, n - 1}) {
      check(some<TypeParam>(a, Distribution::gaussian, n),
            some<TypeParam>(n - a, Distribution::gaussian, n), less, {1, 1});
      check(some<TypeParam>(a, Distribution::two_values, n),
            some<TypeParam>(n - a, Distribution::two_values, n + 1),
            Reversed<OracleLess<TypeParam>>{}, {2, 1}, descending);
    }
  }
}

TYPED_TEST(SetTypes, Strided) {
  check<Kokkos::LayoutStride>(some<TypeParam>(20011, Distribution::uniform, 1),
                              some<TypeParam>(30013, Distribution::uniform, 1),
                              OracleLess<TypeParam>{}, {3, 3});
}

TEST(SetOperations, Distributions) {
  for (auto const& entry : Workload::distributions) {
    SCOPED_TRACE(std::string(entry.name));
    check(some<std::uint32_t>(50021, entry.distribution, 1),
          some<std::uint32_t>(24001, entry.distribution, 1),
          OracleLess<std::uint32_t>{}, {2, 1});
  }
}

TEST(SetOperations, RunsAreLongerThanTiles) {
  for (std::uint32_t const length : {1u, 2u, 3u, 7000u, 40000u}) {
    std::vector<std::uint32_t> a(100000), b(120000);
    for (std::uint32_t i = 0; i < a.size(); ++i) a[i] = i / length;
    for (std::uint32_t i = 0; i < b.size(); ++i) b[i] = i / 9000;
    check(a, b, OracleLess<std::uint32_t>{}, {1, 1});
    check(b, a, OracleLess<std::uint32_t>{}, {1, 1});
  }
}

TEST(SetOperations, NotANumberIsLastAndZerosHaveSigns) {
  auto const [a, b] = RunInputs::zeros_and_nan();
  check(a, b, OracleLess<double>{}, {1, 1});
  check(a, b, Reversed<OracleLess<double>>{}, {1, 1}, descending);
}

TEST(SetOperations, ComparatorsProjectionsAndBits) {
  auto const [a, b] = RunInputs::records_of_few_keys();
  check(a, b, KeyLess{}, {3, 1}, KeyLess{});
  check(a, b, Reversed<KeyLess>{}, {3, 1}, by(KeyOf{}, descending));
  check(some<std::int32_t>(9001, Distribution::uniform, 1),
        some<std::int32_t>(9001, Distribution::uniform, 1), Greater{}, {3, 1},
        Greater{});
  auto const by_bits = [](std::uint32_t x, std::uint32_t y) {
    return (x >> 4 & 0xff) < (y >> 4 & 0xff);
  };
  check(some<std::uint32_t>(9001, Distribution::uniform, 1),
        some<std::uint32_t>(9001, Distribution::uniform, 2), by_bits, {3, 1},
        bits(4, 12));
}

TEST(SetOperations, ArrayAndItself) {
  auto const keys = to_device(
      RunInputs::sorted_input<std::uint32_t>(50000, Distribution::gaussian));
  DeviceView<std::uint32_t> const out("out", 100000);
  Kokkos::View<std::uint64_t, Memory> const count("count");
  set_union(keys, keys, out, count);
  EXPECT_EQ(value_of(count), 50000u);
  set_intersection(keys, keys, out, count);
  EXPECT_EQ(value_of(count), 50000u);
  set_difference(keys, keys, out, count);
  EXPECT_EQ(value_of(count), 0u);
  set_symmetric_difference(keys, keys, out, count);
  EXPECT_EQ(value_of(count), 0u);
}

TEST(SetOperations, FaultyComparatorsAndUnsortedInputsEndInBounds) {
  DeviceView<std::uint64_t> const calls("calls", 1);
  Guarded<std::uint32_t> const a(
      some<std::uint32_t>(50000, Distribution::uniform, 1));
  Guarded<std::uint32_t> const b(
      some<std::uint32_t>(30000, Distribution::uniform, 2));
  Kokkos::View<std::uint32_t, Memory> const count("count");
  for_operations(
      50000, 30000, [&](int, auto const& call, auto const&, std::size_t room) {
        Guarded<std::uint32_t> const out(std::vector<std::uint32_t>(room, 0));
        for (Fault const fault : faults) {
          call(a.view(), b.view(), out.view(), count,
               FaultyLess{fault, calls.data()});
          EXPECT_LE(value_of(count), room);
          EXPECT_TRUE(out.guards_hold());
        }
        call(a.view(), b.view(), out.view(), count);
        EXPECT_LE(value_of(count), room);
        EXPECT_TRUE(out.guards_hold());
      });
}

TEST(SetOperations, NeitherAllocatesNorFencesWithAWorkspace) {
  Exec const exec;
  for (std::size_t const n : {0, 100, 1000000}) {
    DeviceView<float> const a("a", n), b("b", n / 2), out("out", n + n / 2);
    Kokkos::View<int, Memory> const count("count");
    Workspace<Memory> const workspace(
        exec, set_difference_workspace_size(exec, a, b, out, count));
    exec.fence();
    Events const events;
    set_difference(exec, a, b, out, count, workspace);
    EXPECT_EQ(events.kernels().size(), n <= 100 ? 1u : 2u);
    EXPECT_EQ(events.allocations(), Events::Labels{});
    EXPECT_EQ(events.fences(), Events::Labels{});
    EXPECT_EQ(events.copies(), Events::Labels{});
    exec.fence();
  }
}

TEST(SetOperations, RefusesBadArguments) {
  Exec const exec;
  DeviceView<int> const a("a", 30000), b("b", 20000), out("out", 50000),
      less("less", 19999);
  Kokkos::View<int, Memory> const count("count");
  Kokkos::View<std::int16_t, Memory> const narrow("narrow");
  Workspace<Memory> const small(exec, 1);
  EXPECT_TRUE(refuses([&] { set_union(exec, a, b, a, count); },
                      {"set_union", "'out'", "30000", "50000"}));
  EXPECT_TRUE(refuses([&] { set_intersection(exec, a, b, less, count); },
                      {"set_intersection", "'out'", "19999", "20000"}));
  EXPECT_TRUE(refuses([&] { set_difference(exec, a, b, b, count); },
                      {"set_difference", "'out'", "20000", "30000"}));
  EXPECT_TRUE(refuses([&] { set_symmetric_difference(exec, a, b, a, count); },
                      {"set_symmetric_difference", "'out'", "30000", "50000"}));
  EXPECT_TRUE(refuses([&] { set_union(exec, a, b, out, narrow); },
                      {"set_union", "'count'", "50000"}));
  EXPECT_TRUE(refuses([&] { set_difference(exec, a, b, a, count); },
                      {"set_difference", "'out'", "overlaps 'a'"}));
  EXPECT_TRUE(refuses([&] { set_intersection(exec, a, b, b, count); },
                      {"set_intersection", "'out'", "overlaps 'b'"}));
  Kokkos::View<int, Memory> const inside(out.data() + 5);
  EXPECT_TRUE(refuses([&] { set_union(exec, a, b, out, inside); },
                      {"set_union", "'count'", "overlaps 'out'"}));
  EXPECT_TRUE(refuses([&] { set_union(exec, a, b, out, count, small); },
                      {"set_union", "'workspace'", "1 bytes"}));
  EXPECT_TRUE(refuses([&] { set_union(exec, a, b, out, count, bits(3, 40)); },
                      {"bits(3, 40)"}));
}

TEST(SetOperations, IsRepeatedByAPreparedCall) {
  Exec const exec;
  DeviceView<std::uint32_t> const a("a", 30000), b("b", 20000),
      out("out", 50000), other("other", 50000);
  Kokkos::View<int, Memory> const count("count");
  for_operations(
      30000, 20000,
      [&](int operation, auto const& call, auto const&, std::size_t) {
        auto const prepared = prepare(call, exec, a, b, out, count, descending);
        for (std::uint32_t round = 0; round < 3; ++round) {
          Kokkos::deep_copy(exec, a, 5u);
          Kokkos::deep_copy(exec, b, 4u + round % 2);
          prepared.run(a, b, out, count);
          int const same[]   = {30000, 20000, 10000, 10000};
          int const others[] = {50000, 0, 30000, 50000};
          EXPECT_EQ(value_of(count), (round == 1 ? same : others)[operation]);
        }
        EXPECT_TRUE(refuses([&] { prepared.run(a, b, other, count); },
                            {"'out'", "another address"}));
      });
  EXPECT_TRUE(refuses(
      [&] { static_cast<void>(prepare(set_union, exec, a, b, a, count)); },
      {"set_union", "'out'", "30000", "50000"}));
}

template <class... Arguments>
concept Accepted =
    requires(Arguments const&... arguments) { set_union(arguments...); };
using Ints  = DeviceView<int>;
using Count = Kokkos::View<int, Memory>;
static_assert(Accepted<Ints, Ints, Ints, Count>);
static_assert(
    Accepted<Exec, DeviceView<int const>, Ints, Ints, Count, Descending>);
static_assert(!Accepted<Exec, Ints, Ints, DeviceView<int const>, Count>);
static_assert(!Accepted<Exec, Ints, DeviceView<float>, Ints, Count>);
static_assert(!Accepted<Exec, Ints, Ints, Ints, Ints>);
static_assert(!Accepted<Exec, Ints, Ints, Ints, Count, Algorithm::Merge>);

}  // namespace
}  // namespace KokkosSort::Test::SetOperationsTest
