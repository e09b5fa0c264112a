// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/comparators.hpp>
#include <support/events.hpp>
#include <KokkosSort/prepare.hpp>
#include <KokkosSort/top_k.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

// top_k_counted() against a stable sort of the first keys.

namespace KokkosSort::Test::TopKCountedTest {
namespace {

template <class Layout = Kokkos::LayoutRight, class Keys, class Less,
          class... Order>
void check(Keys const& input, std::int64_t number, std::size_t k,
           Less const& less, Placement placement, Order const&... order) {
  using Key = typename Keys::value_type;
  SCOPED_TRACE(std::to_string(k) + " of " + std::to_string(number) + " of " +
               std::to_string(input.size()));
  Exec const exec;
  std::size_t const used =
      std::min(input.size(),
               static_cast<std::size_t>(std::max(number, std::int64_t{0})));
  auto const middle = input.begin() + static_cast<std::ptrdiff_t>(used);
  auto expected     = stable_reference(Keys(input.begin(), middle), less);
  expected.resize(std::min(k, used));
  expected.resize(k, Key{});  // the others stay
  Guarded<Key> const keys(input, placement);
  auto const view = keys.template view<Layout, Key const>();
  Kokkos::View<std::int64_t, Memory> const count("count");
  Kokkos::deep_copy(count, number);
  PoisonedWorkspace scratch;
  Guarded<Key> const result(Keys(k, Key{}), placement);
  top_k_counted(exec, view, count, result.template view<Layout>(), order...,
                scratch.prepare(top_k_workspace_size(exec, view, k, order...)));
  EXPECT_TRUE(same_sequence(result.values(), expected));
  EXPECT_TRUE(result.guards_hold());
  EXPECT_TRUE(scratch.guards_hold());
  EXPECT_TRUE(keys.untouched());
}

template <class Key>
class TopKCountedTypes : public testing::Test {};
using Types = testing::Types<std::uint32_t, double, WideKey>;
TYPED_TEST_SUITE(TopKCountedTypes, Types, );

TYPED_TEST(TopKCountedTypes, CountsAndRounds) {
  OracleLess<TypeParam> const less{};
  for (std::size_t const n : {1, 40, 5000, 1 << 17}) {
    auto const input = input_keys<TypeParam>(n, Distribution::uniform, n);
    auto const most  = static_cast<std::int64_t>(n);
    for (std::size_t const k : {std::size_t{1}, n / 200, n / 3, n})
      for (std::int64_t const count :
           {std::int64_t{-1}, std::int64_t{0}, std::int64_t{1}, most / 150,
            most / 4, most - 1, most, most + 5})
        check(input, count, k, less, {1, 1});
  }
}

TEST(TopKCounted, OrdersLayoutsAndTies) {
  constexpr std::int64_t counts[] = {3, 700, 30000, 100000};
  auto const floats = input_keys<float>(1 << 17, Distribution::specials);
  std::vector<Record> records(1 << 17);
  for (std::uint32_t i = 0; i < records.size(); ++i)
    records[i] = {i * 7919 % 101, i};
  for (std::int64_t const count : counts) {
    check<Kokkos::LayoutStride>(
        floats, count, 900, Reversed<OracleLess<float>>{}, {3, 3}, descending);
    check(records, count, 900, KeyLess{}, {1, 1}, KeyLess{});
    check(records, count, 20, KeyLess{}, {1, 1}, by(KeyOf{}));
  }
}

TEST(TopKCounted, NeitherAllocatesNorFencesWithAWorkspace) {
  Exec const exec;
  DeviceView<float> const keys("keys", 300000), result("result", 100);
  Kokkos::View<int, Memory> const count("count");
  Workspace<Memory> const workspace(exec,
                                    top_k_workspace_size(exec, keys, 100));
  exec.fence();
  Events const events;
  top_k_counted(exec, keys, count, result, workspace);
  EXPECT_EQ(events.allocations(), Events::Labels{});
  EXPECT_EQ(events.fences(), Events::Labels{});
  EXPECT_EQ(events.copies(), Events::Labels{});
  exec.fence();
}

TEST(TopKCounted, IsRepeatedByAPreparedCall) {
  Exec const exec;
  DeviceView<std::uint32_t> const keys("keys", 200000), result("result", 50);
  Kokkos::View<std::uint16_t, Memory> const count("count");
  auto const repeat =
      prepare(top_k_counted, exec, keys, count, result, descending);
  for (std::uint32_t const key : {7u, 5u}) {
    Kokkos::deep_copy(exec, keys, key);
    Kokkos::deep_copy(exec, count, static_cast<std::uint16_t>(key));
    Kokkos::deep_copy(exec, result, 9u);
    repeat.run(keys, count, result);
    auto const found =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, result);
    for (std::uint32_t i = 0; i < 50; ++i)
      EXPECT_EQ(found(i), i < key ? key : 9u);
  }
}

TEST(TopKCounted, RefusesBadArguments) {
  DeviceView<int> const keys("keys", 1000), more("more", 1001),
      result("result", 10);
  Kokkos::View<int, Memory> const count("count"), inside(result.data() + 3);
  EXPECT_TRUE(refuses([&] { top_k_counted(keys, count, more); },
                      {"top_k_counted", "'result'", "1001", "1000"}));
  EXPECT_TRUE(refuses([&] { top_k_counted(keys, count, keys); },
                      {"top_k_counted", "'result'", "overlaps 'keys'"}));
  EXPECT_TRUE(refuses([&] { top_k_counted(keys, inside, result); },
                      {"top_k_counted", "'result'", "overlaps 'count'"}));
}

}  // namespace
}  // namespace KokkosSort::Test::TopKCountedTest
