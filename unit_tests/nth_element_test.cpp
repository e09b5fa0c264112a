// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/comparators.hpp>
#include <support/events.hpp>
#include <support/few_types.hpp>
#include <KokkosSort/nth_element.hpp>
#include <KokkosSort/quantiles.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace KokkosSort::Test::NthElementTest {
namespace {

template <class Keys>
Keys part(Keys const& keys, std::size_t begin, std::size_t end) {
  return Keys(keys.begin() + static_cast<std::ptrdiff_t>(begin),
              keys.begin() + static_cast<std::ptrdiff_t>(end));
}

/// Whether keys are partitioned as the sorted ones are.
template <class Keys>
testing::AssertionResult is_partitioned(Keys const& keys, Keys const& sorted,
                                        std::size_t nth) {
  if (!same_sequence(part(keys, nth, nth + 1), part(sorted, nth, nth + 1)))
    return testing::AssertionFailure() << "another key is at " << nth;
  if (!same_multiset(part(keys, 0, nth), part(sorted, 0, nth)))
    return testing::AssertionFailure() << "other keys are before " << nth;
  return same_multiset(keys, sorted);
}

/// Expected results of all functions for one input.
template <class Keys, class Less>
struct Expected {
  Less less;
  Keys sorted;
  std::vector<std::uint64_t> order;  // as argsort() leaves it

  Expected(Keys const& keys, Less const& less_)
      : less(less_),
        sorted(stable_reference(keys, less)),
        order(index_tags<std::uint64_t>(keys.size())) {
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint64_t a, std::uint64_t b) {
                       return less(keys[a], keys[b]);
                     });
  }
};

/// All functions at one rank, on views with guard zones, in a poisoned
/// workspace of exactly the bytes needed.
template <class Layout = Kokkos::LayoutRight, class Keys, class Less,
          class... Order>
void check(Keys const& input, Expected<Keys, Less> const& expected,
           std::size_t nth, Placement placement, Order const&... order) {
  using Key = typename Keys::value_type;
  SCOPED_TRACE(std::to_string(nth) + " of " + std::to_string(input.size()));
  Exec const exec;
  PoisonedWorkspace scratch;
  Guarded<Key> const keys(input, placement);
  auto const view = keys.template view<Layout>();
  nth_element(
      exec, view, nth, order...,
      scratch.prepare(nth_element_workspace_size(exec, view, nth, order...)));
  EXPECT_TRUE(is_partitioned(keys.values(), expected.sorted, nth));
  EXPECT_TRUE(keys.guards_hold());
  EXPECT_TRUE(scratch.guards_hold());

  Guarded<Key> const partial(input, placement);
  auto const partial_view = partial.template view<Layout>();
  std::size_t const k     = nth + 1;
  partial_sort(exec, partial_view, k,
               scratch.prepare(partial_sort_workspace_size(exec, partial_view,
                                                           k, order...)),
               order...);
  auto const first_k = part(partial.values(), 0, k);
  EXPECT_TRUE(same_multiset(first_k, part(expected.sorted, 0, k)));
  EXPECT_TRUE(std::is_sorted(first_k.begin(), first_k.end(), expected.less));
  EXPECT_TRUE(same_multiset(partial.values(), input));
  EXPECT_TRUE(partial.guards_hold());
  EXPECT_TRUE(scratch.guards_hold());

  Guarded<Key> const untouched(input, placement);
  auto const read = untouched.template view<Layout, Key const>();
  Guarded<std::uint64_t> const positions(
      std::vector<std::uint64_t>(input.size(), input.size()));
  argpartition(
      exec, positions.view(), read, nth,
      scratch.prepare(argpartition_workspace_size(exec, read, order...)),
      order...);
  EXPECT_TRUE(is_partitioned(positions.values(), expected.order, nth));
  EXPECT_TRUE(positions.guards_hold());
  EXPECT_TRUE(scratch.guards_hold());

  std::array<double, 2> const shares{
      static_cast<double>(nth + 1) / static_cast<double>(input.size()), 0.5};
  Guarded<Key> const found(Keys(2), placement);
  quantiles(exec, read, shares, found.template view<Layout>(),
            scratch.prepare(quantiles_workspace_size(exec, read, 2, order...)),
            order...);
  EXPECT_TRUE(same_sequence(
      found.values(),
      Keys{expected.sorted[nth], expected.sorted[(input.size() - 1) / 2]}));
  EXPECT_TRUE(found.guards_hold());
  EXPECT_TRUE(scratch.guards_hold());
  EXPECT_TRUE(untouched.untouched());
}

template <class Layout = Kokkos::LayoutRight, class Keys, class Less,
          class... Order>
void check_ranks(Keys const& input, std::vector<std::size_t> const& ranks,
                 Less const& less, Placement placement, Order const&... order) {
  Expected<Keys, Less> const expected(input, less);
  for (std::size_t const nth : ranks)
    check<Layout>(input, expected, nth, placement, order...);
}

using Tuning                     = Impl::SelectionTuning<Exec, 16>;
constexpr std::size_t one_round  = Tuning::rank_direct + 1;
constexpr std::size_t two_rounds = 16 * Tuning::rank_direct;
constexpr std::size_t tile =
    std::size_t{Tuning::team_size} * Tuning::partition_rows;

#if defined(KOKKOSSORT_TEST_FEW_TYPES)
using Types = FewTypes<std::uint32_t, double, Pair>;
#else
using Types = testing::Types<std::int8_t, std::uint32_t, double, Int128, Pair,
                             Triple, WideKey>;
#endif

template <class Key>
class NthElementTypes : public testing::Test {};
TYPED_TEST_SUITE(NthElementTypes, Types, );

TYPED_TEST(NthElementTypes, FewKeys) {
  OracleLess<TypeParam> const less{};
  for (std::size_t const n : {1, 2, 3, 5, 32, 33})
    check_ranks(input_keys<TypeParam>(n, Distribution::uniform, n),
                {0, n / 2, n - 1}, less, {1, 1});
}

TYPED_TEST(NthElementTypes, Ranks) {
  std::size_t const n = one_round;
  auto const input    = input_keys<TypeParam>(n, Distribution::uniform);
  check_ranks(input, {0, 1, 100, n / 9, n / 2, n - 100, n - 1},
              OracleLess<TypeParam>{}, {1, 1});
  check_ranks(input, {5, n / 3}, Reversed<OracleLess<TypeParam>>{}, {3, 1},
              descending);
}

TYPED_TEST(NthElementTypes, Rounds) {
  check_ranks(input_keys<TypeParam>(two_rounds, Distribution::gaussian),
              {two_rounds / 2}, OracleLess<TypeParam>{}, {2, 1});
}

TYPED_TEST(NthElementTypes, Tiles) {
  for (std::size_t const size : {tile, 3 * tile})
    for (std::size_t const n : {size - 1, size, size + 1})
      check_ranks(input_keys<TypeParam>(n, Distribution::uniform, n),
                  {n / 3, n - 1}, OracleLess<TypeParam>{}, {1, 1});
}

TYPED_TEST(NthElementTypes, Distributions) {
  for (auto const& entry : Workload::distributions) {
    SCOPED_TRACE(std::string(entry.name));
    check_ranks(input_keys<TypeParam>(one_round, entry.distribution),
                {one_round / 4}, OracleLess<TypeParam>{}, {2, 1});
  }
}

TYPED_TEST(NthElementTypes, AllKeysAreEqual) {
  check_ranks(Array<TypeParam>(one_round, input_keys<TypeParam>(
                                              1, Distribution::uniform)[0]),
              {one_round / 2}, OracleLess<TypeParam>{}, {2, 1});
}

// Each team has a tile of either side, and only one of both has misplaced keys.
TYPED_TEST(NthElementTypes, KeysThatNoTeamExchanges) {
  std::size_t const quarter = one_round / 4;
  auto const sorted         = stable_reference(
      input_keys<TypeParam>(4 * quarter, Distribution::uniform),
      OracleLess<TypeParam>{});
  auto input = sorted;
  for (std::size_t i = 0; i < quarter; ++i) {
    input[i]               = sorted[2 * quarter + i];
    input[quarter + i]     = sorted[i];
    input[2 * quarter + i] = sorted[3 * quarter + i];
    input[3 * quarter + i] = sorted[quarter + i];
  }
  check_ranks(input, {2 * quarter}, OracleLess<TypeParam>{}, {1, 1});
}

// Teams whose tiles in front are in place have two tiles of misplaced keys.
TYPED_TEST(NthElementTypes, KeysThatATeamReadsTwice) {
  std::size_t const part = one_round / 16;
  auto input =
      stable_reference(input_keys<TypeParam>(16 * part, Distribution::uniform),
                       OracleLess<TypeParam>{});
  for (std::size_t i = 0; i < part; ++i) {
    std::swap(input[2 * part + i], input[4 * part + i]);
    std::swap(input[3 * part + i], input[12 * part + i]);
  }
  check_ranks(input, {4 * part}, OracleLess<TypeParam>{}, {1, 1});
}

TYPED_TEST(NthElementTypes, Strided) {
  check_ranks<Kokkos::LayoutStride>(
      input_keys<TypeParam>(one_round, Distribution::uniform), {one_round / 5},
      OracleLess<TypeParam>{}, {3, 3});
}

/// Keys that lie exactly at the positions of the first sample.
template <class Key, class... Order>
void check_misled(Order const&... order) {
  std::size_t const n = one_round;
  for (bool const is_low : {false, true}) {
    std::vector<Key> input(n);
    for (std::size_t i = 0; i < n; ++i)
      input[i] = static_cast<Key>((is_low ? 500000 : 0) + i * 7919 % 400000);
    int const sample = static_cast<int>(Tuning::rank_sample);
    for (int i = 0; i < sample; ++i)
      input[Impl::sampled_position(0, i, sample, n)] =
          static_cast<Key>(is_low ? i : 1000000 + i);
    check_ranks(input, {n / 2, 9}, std::less<>{}, {1, 1}, order...);
  }
}

struct Itself {
  KOKKOS_FUNCTION std::uint64_t operator()(std::uint64_t key) const {
    return key;
  }
};

TEST(NthElement, ASampleThatMisleads) {
  check_misled<std::uint32_t>();
  check_misled<double>();
  check_misled<std::uint64_t>(by(Itself{}));
}

TEST(NthElement, NotANumberIsLast) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> input(3000, nan);
  input[17]   = -0.0;
  input[3]    = 0.0;
  input[200]  = std::copysign(nan, -1.0);
  input[2900] = -1;
  check_ranks(input, {1, 2, 3, 2999}, OracleLess<double>{}, {1, 1});
}

TEST(NthElement, ComparatorsAndProjections) {
  std::vector<Record> input(one_round);
  for (std::uint32_t i = 0; i < input.size(); ++i)
    input[i] = {(i * 7919) % 101, i};
  auto const by_key = [](Record const& a, Record const& b) {
    return a.key < b.key;
  };
  check_ranks(input, {1234}, by_key, {3, 1}, by(KeyOf{}));
  check_ranks(input, {1234, one_round - 7}, by_key, {3, 1}, KeyLess{});
  check_ranks(
      input_keys<std::uint32_t>(one_round, Distribution::uniform), {500},
      [](std::uint32_t a, std::uint32_t b) {
        return (a >> 4 & 63) < (b >> 4 & 63);
      },
      {3, 1}, bits(4, 10));
}

TEST(NthElement, FaultyComparatorsLoseNoKey) {
  DeviceView<std::uint64_t> const calls("calls", 1);
  for (Fault const fault : faults) {
    FaultyLess const less{fault, calls.data()};
    for (std::size_t const n : {std::size_t{1000}, one_round}) {
      auto const input = input_keys<std::uint32_t>(n, Distribution::uniform);
      Guarded<std::uint32_t> const keys(input), partial(input);
      Guarded<std::uint32_t> const positions(std::vector<std::uint32_t>(n, 0));
      nth_element(keys.view(), n / 9, less);
      EXPECT_TRUE(same_multiset(keys.values(), input));
      EXPECT_TRUE(keys.guards_hold());
      partial_sort(partial.view(), n / 2, less);
      EXPECT_TRUE(same_multiset(partial.values(), input));
      argpartition(positions.view(), keys.view(), n / 3, less);
      EXPECT_TRUE(
          same_multiset(positions.values(), index_tags<std::uint32_t>(n)));
      EXPECT_TRUE(positions.guards_hold());
    }
  }
}

TEST(NthElement, LeavesTheSameKeysInEveryRun) {
  auto const input =
      input_keys<std::uint32_t>(one_round, Distribution::uniform);
  Guarded<std::uint32_t> const first(input);
  nth_element(first.view(), one_round / 2);
  for (int run = 0; run < 5; ++run) {
    Guarded<std::uint32_t> const again(input);
    nth_element(again.view(), one_round / 2);
    EXPECT_EQ(again.values(), first.values());
  }
}

TEST(PartialSort, SortsTheFirstKeys) {
  auto const input  = input_keys<float>(one_round, Distribution::uniform);
  auto const sorted = stable_reference(input, OracleLess<float>{});
  for (std::size_t const k : {std::size_t{0}, std::size_t{1}, std::size_t{777},
                              one_round - 1, one_round}) {
    Guarded<float> const keys(input);
    partial_sort(keys.view(), k);
    EXPECT_TRUE(same_sequence(part(keys.values(), 0, k), part(sorted, 0, k)));
    EXPECT_TRUE(same_multiset(keys.values(), input));
    EXPECT_TRUE(keys.guards_hold());
  }
}

TEST(Quantiles, AreKeys) {
  std::vector<int> const input{40, 10, 30, 20};
  Guarded<int> const keys(input);
  std::vector<double> const shares{0, 0.25, 0.251, 0.5, 0.75, 0.9, 1};
  Guarded<int> const result(std::vector<int>(shares.size()));
  quantiles(keys.view(), shares, result.view());
  EXPECT_EQ(result.values(), (std::vector<int>{10, 10, 20, 20, 30, 40, 40}));
  // 0.07 * 100 is more than 7 in double precision.
  EXPECT_EQ(Impl::rank_of_quantile(0.07, 100), 6u);
  EXPECT_EQ(Impl::rank_of_quantile(0.0701, 100), 7u);
}

TEST(NthElement, NeitherAllocatesNorFencesWithAWorkspace) {
  Exec const exec;
  for (std::size_t const n : {std::size_t{100}, one_round}) {
    DeviceView<float> const keys("keys", n), result("result", 1);
    DeviceView<int> const positions("positions", n);
    std::vector<double> const median{0.5};
    Workspace<Memory> const workspace(
        exec, std::max({partial_sort_workspace_size(exec, keys, n / 2),
                        nth_element_workspace_size(exec, keys, n / 2),
                        argpartition_workspace_size(exec, keys),
                        quantiles_workspace_size(exec, keys, 1)}));
    exec.fence();
    Events const events;
    nth_element(exec, keys, n / 2, workspace);
    partial_sort(exec, keys, n / 2, workspace);
    argpartition(exec, positions, keys, n / 2, workspace);
    quantiles(exec, keys, median, result, workspace);
    EXPECT_EQ(events.allocations(), Events::Labels{});
    EXPECT_EQ(events.fences(), Events::Labels{});
    EXPECT_EQ(events.copies(), Events::Labels{});
    exec.fence();
  }
}

TEST(NthElement, CanBePrepared) {
  Exec const exec;
  std::size_t const n = one_round;
  DeviceView<float> const keys("keys", n), more("more", n), median("median", 1);
  DeviceView<int> const positions("positions", n);
  auto const first  = prepare(nth_element, exec, keys, 1);
  auto const second = prepare(partial_sort, exec, more, 2, descending);
  auto const third  = prepare(argpartition, exec, positions, keys, 0);
  auto const fourth =
      prepare(quantiles, exec, keys, std::vector<double>{1}, median);
  for (int i = 1; i < 4; ++i) {
    float const great = 10 * static_cast<float>(i);
    Kokkos::deep_copy(Kokkos::subview(keys, n - i), great);
    Kokkos::deep_copy(Kokkos::subview(keys, 9 * i), -great);
    Kokkos::deep_copy(more, keys);
    first.run(keys);
    second.run(more);
    third.run();
    fourth.run(keys, median);
    exec.fence();
    auto const on_host = [](auto const& view) {
      return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
    };
    EXPECT_EQ(on_host(keys)(0), -great);
    EXPECT_EQ(on_host(more)(0), great);
    EXPECT_EQ(on_host(positions)(0), 0);
    EXPECT_EQ(on_host(median)(0), great);
  }
  EXPECT_TRUE(
      refuses([&] { static_cast<void>(prepare(nth_element, exec, keys, n)); },
              {"nth_element", "'nth'"}));
}

TEST(NthElement, RefusesBadArguments) {
  Exec const exec;
  DeviceView<int> const keys("keys", 300), fewer("fewer", 299), none("none", 0),
      two("two", 2);
  DeviceView<std::int8_t> const narrow("narrow", 300);
  Workspace<Memory> const small(exec, 1);
  std::vector<double> const median{0.5}, wrong{0.5, 1.5},
      no_number{std::numeric_limits<double>::quiet_NaN(), 0};
  EXPECT_TRUE(refuses([&] { nth_element(exec, keys, 300); },
                      {"nth_element", "'nth'", "is 300", "300 keys"}));
  EXPECT_TRUE(refuses([&] { nth_element(exec, none, 0); },
                      {"nth_element", "'nth'", "0 keys"}));
  EXPECT_TRUE(refuses([&] { partial_sort(exec, keys, 301); },
                      {"partial_sort", "'k'", "is 301"}));
  EXPECT_TRUE(refuses([&] { argpartition(exec, fewer, keys, 3); },
                      {"argpartition", "'positions'", "extent 299"}));
  EXPECT_TRUE(refuses([&] { argpartition(exec, narrow, keys, 3); },
                      {"argpartition", "'positions'", "300"}));
  EXPECT_TRUE(refuses([&] { argpartition(exec, keys, keys, 3); },
                      {"argpartition", "'positions'", "overlaps 'keys'"}));
  EXPECT_TRUE(refuses([&] { quantiles(exec, keys, median, two); },
                      {"quantiles", "'result'", "extent 2"}));
  EXPECT_TRUE(refuses([&] { quantiles(exec, keys, wrong, two); },
                      {"quantiles", "'probabilities'", "element 1", "1.5"}));
  EXPECT_TRUE(refuses([&] { quantiles(exec, keys, no_number, two); },
                      {"quantiles", "'probabilities'", "element 0"}));
  EXPECT_TRUE(
      refuses([&] { quantiles(exec, none, median, DeviceView<int>("one", 1)); },
              {"quantiles", "'keys'", "extent 0"}));
  EXPECT_TRUE(refuses(
      [&] {
        quantiles(exec, keys, median,
                  Kokkos::subview(keys, Kokkos::pair(5, 6)));
      },
      {"quantiles", "'result'", "overlaps 'keys'"}));
  EXPECT_TRUE(
      refuses([&] { nth_element(exec, keys, 4, small); },
              {"nth_element", "'workspace'", "1 bytes",
               std::to_string(nth_element_workspace_size(exec, keys, 4))}));
}

template <class... Arguments>
concept Accepted =
    requires(Arguments const&... arguments) { nth_element(arguments...); };
using IntKeys = DeviceView<int>;
static_assert(Accepted<IntKeys, int> &&
              Accepted<Exec, IntKeys, std::size_t, Descending>);
static_assert(!Accepted<Exec, DeviceView<int const>, int>);
static_assert(!Accepted<Exec, IntKeys, int, Algorithm::Bitonic>);

}  // namespace
}  // namespace KokkosSort::Test::NthElementTest
