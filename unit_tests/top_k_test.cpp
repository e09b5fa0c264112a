// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/comparators.hpp>
#include <support/events.hpp>
#include <support/few_types.hpp>
#include <KokkosSort/top_k.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace KokkosSort::Test::TopKTest {
namespace {

/// The indices of the first k keys by the standard library.
template <class Keys, class Less>
std::vector<std::uint64_t> expected(Keys const& keys, std::size_t k,
                                    Less const& less) {
  auto index = index_tags<std::uint64_t>(keys.size());
  std::stable_sort(
      index.begin(), index.end(),
      [&](std::uint64_t a, std::uint64_t b) { return less(keys[a], keys[b]); });
  index.resize(k);
  return index;
}

template <class Keys>
Keys at(Keys const& keys, std::vector<std::uint64_t> const& index) {
  Keys result;
  for (std::uint64_t const i : index) result.push_back(keys[i]);
  return result;
}

/// All three functions, on views with guard zones, in a poisoned workspace of
/// exactly the bytes needed.
template <class Layout = Kokkos::LayoutRight, class Keys, class Less,
          class... Order>
void check(Keys const& input, std::size_t k, Less const& less,
           Placement placement, Order const&... order) {
  using Key = typename Keys::value_type;
  SCOPED_TRACE(std::to_string(k) + " of " + std::to_string(input.size()));
  Exec const exec;
  Guarded<Key> const keys(input, placement);
  auto const view = keys.template view<Layout, Key const>();
  std::vector<double> numbers(input.size());
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = static_cast<double>(i) + 0.5;
  Guarded<double> const values(numbers, placement);
  auto const wanted      = expected(input, k, less);
  auto const wanted_keys = at(input, wanted);

  PoisonedWorkspace scratch;
  Guarded<Key> const result(Keys(k), placement);
  top_k(exec, view, result.template view<Layout>(), order...,
        scratch.prepare(top_k_workspace_size(exec, view, k, order...)));
  EXPECT_TRUE(same_sequence(result.values(), wanted_keys));
  EXPECT_TRUE(result.guards_hold());
  EXPECT_TRUE(scratch.guards_hold());

  auto const bytes = top_k_by_key_workspace_size(exec, view, k, order...);
  Guarded<Key> const result_keys(Keys(k), placement);
  Guarded<double> const result_values(std::vector<double>(k), placement);
  top_k_by_key(exec, view, values.template view<Layout, double const>(),
               result_keys.template view<Layout>(),
               result_values.template view<Layout>(), scratch.prepare(bytes),
               order...);
  EXPECT_TRUE(same_sequence(result_keys.values(), wanted_keys));
  EXPECT_TRUE(same_sequence(result_values.values(), at(numbers, wanted)));
  EXPECT_TRUE(result_keys.guards_hold());
  EXPECT_TRUE(result_values.guards_hold());
  EXPECT_TRUE(scratch.guards_hold());

  Guarded<std::uint64_t> const positions(std::vector<std::uint64_t>(k, 7));
  arg_top_k(exec, positions.view(), view, scratch.prepare(bytes), order...);
  EXPECT_EQ(positions.values(), wanted);
  EXPECT_TRUE(positions.guards_hold());
  EXPECT_TRUE(scratch.guards_hold());
  EXPECT_TRUE(keys.untouched());
  EXPECT_TRUE(values.untouched());
}

#if defined(KOKKOSSORT_TEST_ON_DEVICE)
constexpr std::size_t large = 1u << 20;
#else
constexpr std::size_t large = 1u << 17;
#endif
#if defined(KOKKOSSORT_TEST_FEW_TYPES)
using Types = FewTypes<std::uint32_t, double, Pair>;
#else
using Types = testing::Types<std::int8_t, std::uint32_t, double, Int128, Pair,
                             Triple, WideKey>;
#endif

template <class Key>
class TopKTypes : public testing::Test {};
TYPED_TEST_SUITE(TopKTypes, Types, );

TYPED_TEST(TopKTypes, FewKeys) {
  OracleLess<TypeParam> const less{};
  for (std::size_t n = 0; n < 34; n += n < 5 ? 1 : 7)
    for (std::size_t k = 0; k <= n; k += k < 3 ? 1 : 5)
      check(input_keys<TypeParam>(n, Distribution::uniform, n), k, less,
            {1, 1});
}

TYPED_TEST(TopKTypes, NumbersOfResults) {
  OracleLess<TypeParam> const less{};
  auto const input = input_keys<TypeParam>(large + 5, Distribution::uniform);
  for (std::size_t const k :
       {std::size_t{1}, std::size_t{10}, std::size_t{1000}, large / 50,
        large / 9, large / 3, large, large + 5}) {
    check(input, k, less, {1, 1});
    check(input, k, Reversed<OracleLess<TypeParam>>{}, {3, 1}, descending);
  }
}

TYPED_TEST(TopKTypes, Sizes) {
  using Tuning = Impl::SelectionTuning<Exec, 16>;
  for (std::size_t const size :
       {Tuning::direct, 2 * Tuning::direct, std::size_t{9} * Tuning::staged})
    for (std::size_t const n : {size - 1, size, size + 1})
      check(input_keys<TypeParam>(n, Distribution::gaussian, n), 77,
            OracleLess<TypeParam>{}, {2, 1});
}

TYPED_TEST(TopKTypes, Distributions) {
  for (auto const& entry : Workload::distributions) {
    SCOPED_TRACE(std::string(entry.name));
    check(input_keys<TypeParam>(large, entry.distribution), 300,
          OracleLess<TypeParam>{}, {2, 1});
  }
}

TYPED_TEST(TopKTypes, AllKeysAreEqual) {
  check(Array<TypeParam>(large,
                         input_keys<TypeParam>(1, Distribution::uniform)[0]),
        5000, OracleLess<TypeParam>{}, {2, 1});
}

TYPED_TEST(TopKTypes, Strided) {
  check<Kokkos::LayoutStride>(
      input_keys<TypeParam>(large / 2, Distribution::uniform), 100,
      OracleLess<TypeParam>{}, {3, 3});
}

/// Keys that lie exactly at the positions of the first sample, in which a
/// limit is then too low.
template <class Key, class... Order>
void check_misled(Order const&... order) {
  using View = DeviceView<Key>;
  using Selection =
      typename Impl::ChosenSelection<Exec, View, false, Order...>::type;
  using Choose        = Impl::ChooseBracket<Selection, true>;
  std::size_t const n = large;
  for (bool const is_low : {false, true}) {
    std::vector<Key> input(n);
    for (std::size_t i = 0; i < n; ++i)
      input[i] = static_cast<Key>((is_low ? 100000 : 0) + i * 7919 % 90000);
    for (int i = 0; i < Choose::sample; ++i)
      input[Choose::position(0, i, n)] =
          static_cast<Key>(is_low ? i : 200000 + i);
    check(input, 4000, std::less<>{}, {1, 1}, order...);
  }
}

struct Itself {
  KOKKOS_FUNCTION std::uint64_t operator()(std::uint64_t key) const {
    return key;
  }
};

TEST(TopK, ASampleThatMisleads) {
  check_misled<std::uint32_t>();
  check_misled<double>();
  check_misled<std::uint64_t>(by(Itself{}));
}

TEST(TopK, NotANumberIsLast) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> input(30000, nan);
  input[17]    = -0.0;
  input[3]     = 0.0;
  input[2000]  = std::copysign(nan, -1.0);
  input[29000] = -1;
  check(input, 5, OracleLess<double>{}, {1, 1});
  check(input, 5, Reversed<OracleLess<double>>{}, {1, 1}, descending);
}

TEST(TopK, ComparatorsAndProjections) {
  std::vector<Record> input(70001);
  for (std::uint32_t i = 0; i < input.size(); ++i)
    input[i] = {(i * 7919) % 101, i};
  auto const by_key = [](Record const& a, Record const& b) {
    return a.key < b.key;
  };
  check(input, 1234, by_key, {3, 1}, by(KeyOf{}));
  check(input, 1234, by_key, {3, 1}, KeyLess{});
  check(
      input, 1234,
      [&](Record const& a, Record const& b) { return by_key(b, a); }, {3, 1},
      by(KeyOf{}, descending));
  check(
      input_keys<std::uint32_t>(70001, Distribution::uniform), 500,
      [](std::uint32_t a, std::uint32_t b) {
        return (a >> 4 & 63) < (b >> 4 & 63);
      },
      {3, 1}, bits(4, 10));
}

TEST(TopK, FaultyComparatorsEndInBounds) {
  DeviceView<std::uint64_t> const calls("calls", 1);
  for (Fault const fault : faults) {
    for (std::size_t const n : {std::size_t{1000}, large / 2}) {
      Guarded<std::uint32_t> const keys(
          input_keys<std::uint32_t>(n, Distribution::uniform));
      Guarded<std::uint32_t> const positions(
          std::vector<std::uint32_t>(n / 9, static_cast<std::uint32_t>(n)));
      arg_top_k(positions.view(), keys.view(), FaultyLess{fault, calls.data()});
      for (std::uint32_t const position : positions.values())
        EXPECT_LT(position, n);
      EXPECT_TRUE(positions.guards_hold());
    }
  }
}

TEST(TopK, NeitherAllocatesNorFencesWithAWorkspace) {
  Exec const exec;
  for (std::size_t const n : {std::size_t{100}, large}) {
    DeviceView<float> const keys("keys", n), result("result", 10);
    Workspace<Memory> const workspace(exec,
                                      top_k_workspace_size(exec, keys, 10));
    exec.fence();
    Events const events;
    top_k(exec, keys, result, workspace);
    EXPECT_EQ(events.allocations(), Events::Labels{});
    EXPECT_EQ(events.fences(), Events::Labels{});
    EXPECT_EQ(events.copies(), Events::Labels{});
    exec.fence();
  }
}

TEST(TopK, CanBePrepared) {
  Exec const exec;
  std::size_t const n = large;
  DeviceView<float> const keys("keys", n), result("result", 3),
      result_keys("result_keys", 3);
  DeviceView<int> const values("values", n), result_values("values", 3),
      positions("positions", 3);
  auto const first  = prepare(top_k, exec, keys, result);
  auto const second = prepare(top_k_by_key, exec, keys, values, result_keys,
                              result_values, descending);
  auto const third  = prepare(arg_top_k, exec, positions, keys);
  for (int i = 1; i < 4; ++i) {
    float const great = 10 * static_cast<float>(i);
    Kokkos::deep_copy(Kokkos::subview(keys, 99 * i), -great);
    Kokkos::deep_copy(Kokkos::subview(keys, n - i), great);
    Kokkos::deep_copy(Kokkos::subview(values, n - i), i);
    first.run(keys, result);
    second.run();
    third.run();
    exec.fence();
    auto const least =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, result);
    auto const value =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, result_values);
    auto const position =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, positions);
    EXPECT_EQ(least(0), -great);
    EXPECT_EQ(value(0), i);
    EXPECT_EQ(position(0), 99 * i);
  }
}

TEST(TopK, TakesFewCandidatesOfManyKeys) {
  DeviceView<std::uint32_t> const keys(
      Kokkos::view_alloc("keys", Kokkos::WithoutInitializing), 1 << 24);
  EXPECT_LT(top_k_workspace_size(Exec{}, keys, 10), 4 * keys.extent(0) / 10);
}

TEST(TopK, RefusesBadArguments) {
  Exec const exec;
  DeviceView<int> const keys("keys", 3000), four("four", 4), more("more", 3001);
  DeviceView<float> const values("values", 3000), few("few", 3),
      four_values("four_values", 4);
  DeviceView<std::int8_t> const narrow("narrow", 2);
  Workspace<Memory> const small(exec, 1);
  EXPECT_TRUE(refuses([&] { top_k(exec, keys, more); },
                      {"top_k", "'result'", "extent 3001", "3000 keys"}));
  EXPECT_TRUE(refuses([&] { arg_top_k(exec, more, keys); },
                      {"arg_top_k", "'positions'", "extent 3001"}));
  EXPECT_TRUE(refuses([&] { arg_top_k(exec, narrow, keys); },
                      {"arg_top_k", "'positions'", "3000"}));
  EXPECT_TRUE(refuses(
      [&] { top_k(exec, keys, Kokkos::subview(keys, Kokkos::pair(5, 9))); },
      {"top_k", "'result'", "overlaps 'keys'"}));
  EXPECT_TRUE(
      refuses([&] { top_k_by_key(exec, keys, few, four, four_values); },
              {"top_k_by_key", "'values'", "extent 3", "'keys'", "3000"}));
  EXPECT_TRUE(refuses([&] { top_k_by_key(exec, keys, values, four, few); },
                      {"top_k_by_key", "'result_values'", "extent 3"}));
  EXPECT_TRUE(
      refuses([&] { top_k_by_key(exec, keys, keys, four, four); },
              {"top_k_by_key", "'result_values'", "overlaps 'result_keys'"}));
  EXPECT_TRUE(refuses([&] { top_k(exec, keys, four, small); },
                      {"top_k", "'workspace'", "1 bytes",
                       std::to_string(top_k_workspace_size(exec, keys, 4))}));
}

template <class... Arguments>
concept Accepted =
    requires(Arguments const&... arguments) { top_k(arguments...); };
using IntKeys = DeviceView<int>;
static_assert(Accepted<IntKeys, IntKeys> &&
              Accepted<Exec, DeviceView<int const>, IntKeys, Descending>);
static_assert(!Accepted<Exec, IntKeys, DeviceView<float>>);
static_assert(!Accepted<Exec, IntKeys, DeviceView<int const>>);
static_assert(!Accepted<Exec, IntKeys, IntKeys, Algorithm::Bitonic>);
static_assert(!Accepted<Exec, IntKeys, IntKeys, Ascending, Descending>);

}  // namespace
}  // namespace KokkosSort::Test::TopKTest
