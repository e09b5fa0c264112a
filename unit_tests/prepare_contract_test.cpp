// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/events.hpp>
#include <support/rounds.hpp>
#include <KokkosSort.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <utility>

// Promises of prepare() and run() beside the result.

namespace KokkosSort::Test::PrepareContractTest {
namespace {

using namespace Rounds;

TEST(PrepareContract, LeavesTheArraysUntouched) {
  for (std::size_t const n : sizes) {
    Arrays const a(n);
    a.refresh(3);
    auto const first  = prepare(sort_by_key, a.exec, a.keys, a.values);
    auto const second = prepare(argsort, a.exec, a.values, a.keys);
    a.exec.fence();
    EXPECT_EQ(to_host(a.keys), keys_of(3, n));
    EXPECT_EQ(to_host(a.values).back(), n - 1);
  }
}

TEST(PrepareContract, NeitherAllocatesNorFencesInARun) {
  for (std::size_t const n : sizes) {
    Arrays const a(n);
    auto const sorts  = prepare(sort, a.exec, a.keys);
    auto const pairs  = prepare(sort_by_key, a.exec, a.keys, a.values);
    auto const orders = prepare(argsort, a.exec, a.values, a.keys);
    auto const moves  = prepare(permute, a.exec, a.values, a.keys);
    a.refresh(5);
    a.exec.fence();
    {
      Events const events;
      sorts.run();
      pairs.run(a.keys, a.values);
      orders.run();
      moves.run();
      EXPECT_EQ(events.allocations(), Events::Labels{});
      EXPECT_EQ(events.deallocations(), Events::Labels{});
      EXPECT_EQ(events.fences(), Events::Labels{});
      EXPECT_EQ(events.copies(), Events::Labels{});
    }
    EXPECT_TRUE(a.has_sorted(5));
  }
}

// A tool sees each launch, which a graph would hide from it.
TEST(PrepareContract, CallsTheFunctionIfAToolIsLoaded) {
  Arrays const a(sizes[1]);
  Workspace<Memory> const workspace(a.exec,
                                    sort_workspace_size(a.exec, a.keys));
  Events const events;
  auto const call = prepare(sort, a.exec, a.keys, workspace);
  EXPECT_FALSE(call.replays_graph());
  EXPECT_EQ(events.allocations(), Events::Labels{});
  EXPECT_EQ(events.fences(), Events::Labels{});
  EXPECT_EQ(events.kernels(), Events::Labels{});
  call.run();
  EXPECT_NE(events.kernels(), Events::Labels{});
}

TEST(PrepareContract, HoldsItsMemory) {
  Exec const exec;
  std::size_t const n = sizes[1];
  auto const make     = [&] {
    Arrays const a(n, exec);
    Workspace<Memory> workspace(exec, sort_workspace_size(exec, a.keys));
    auto call = prepare(sort, exec, a.keys, workspace);
    // The call must keep to the memory from before.
    workspace.reserve(exec, 2 * workspace.bytes());
    a.refresh(4);
    return std::pair(std::move(call), Kokkos::View<Key*, Memory>(a.keys));
  };
  auto const [call, keys] = make();
  EXPECT_EQ(keys.use_count(), 2);  // here and in the call
  call.run();
  exec.fence();
  EXPECT_EQ(to_host(keys), sorted_keys(4, n));
}

TEST(PrepareContract, MovesAndShares) {
  Arrays const a(sizes[1]);
  std::size_t round       = 0;
  auto const expect_sorts = [&](auto const& call) {
    a.refresh(++round);
    call.run();
    EXPECT_TRUE(a.has_sorted(round));
  };
  auto first      = prepare(sort, a.exec, a.keys);
  long const held = a.keys.use_count();
  auto second     = std::move(first);
  EXPECT_EQ(a.keys.use_count(), held);
  auto const third = second;
  EXPECT_EQ(a.keys.use_count(), held);
  first = prepare(sort, a.exec, a.keys);
  expect_sorts(second);
  second = std::move(first);
  expect_sorts(second);
  expect_sorts(third);
}

TEST(PrepareContract, RefusesOtherViews) {
  std::size_t const n = 1000;
  Arrays const a(n), other(n);
  a.refresh(2);
  auto const first = Kokkos::pair<std::size_t, std::size_t>(0, n - 1);
  auto const call  = prepare(sort_by_key, a.exec, a.keys, a.values);
  EXPECT_TRUE(refuses([&] { call.run(other.keys, a.values); },
                      {"Prepared::run", "'keys'", "address"}));
  EXPECT_TRUE(refuses([&] { call.run(a.keys, other.values); },
                      {"'values'", "address"}));
  EXPECT_TRUE(
      refuses([&] { call.run(Kokkos::subview(a.keys, first), a.values); },
              {"'keys'", "extent 999", "1000"}));
  EXPECT_TRUE(
      refuses([&] { call.run(a.keys, Kokkos::subview(a.values, first)); },
              {"'values'", "extent 999", "1000"}));
  a.exec.fence();
  EXPECT_EQ(to_host(a.keys), keys_of(2, n));

  using Strided = Kokkos::View<Key*, Kokkos::LayoutStride, Memory>;
  Strided const by_two(a.keys.data(), Kokkos::LayoutStride(n / 2, 2));
  Strided const by_one(a.keys.data(), Kokkos::LayoutStride(n / 2, 1));
  auto const strided = prepare(sort, a.exec, by_two);
  EXPECT_TRUE(
      refuses([&] { strided.run(by_one); }, {"'keys'", "stride 1", "has 2"}));
  strided.run(by_two);
  a.exec.fence();
  EXPECT_NE(to_host(a.keys), keys_of(2, n));
}

TEST(PrepareContract, RefusesOtherPayloads) {
  Arrays const a(100), other(100);
  auto const order = prepare(argsort, a.exec, a.values, a.keys);
  EXPECT_TRUE(refuses([&] { order.run(other.values, a.keys); },
                      {"'permutation'", "address"}));
  EXPECT_TRUE(
      refuses([&] { order.run(a.values, other.keys); }, {"'keys'", "address"}));
  auto const call =
      prepare(permute, a.exec, a.values, a.keys, gather(a.keys, other.keys));
  EXPECT_TRUE(refuses(
      [&] { call.run(a.values, other.keys, gather(a.keys, other.keys)); },
      {"'payloads[0]'", "address"}));
  EXPECT_TRUE(refuses(
      [&] { call.run(a.values, a.keys, gather(other.keys, other.keys)); },
      {"'payloads[1].source'", "address"}));
  EXPECT_TRUE(
      refuses([&] { call.run(a.values, a.keys, gather(a.keys, a.keys)); },
              {"'payloads[1].destination'", "address"}));
}

TEST(PrepareContract, RefusesWhatTheFunctionsRefuse) {
  Exec const exec;
  Arrays const a(sizes[1]), shorter(10);
  Kokkos::View<Key**, Memory> const rows("rows", 10, 1);
  DeviceView<std::int8_t> const narrow("narrow", sizes[1]);
  EXPECT_TRUE(refuses(
      [&] {
        auto const call = prepare(sort_by_key, exec, a.keys, shorter.values);
      },
      {"KokkosSort::sort_by_key: argument 'values'", "extent 10"}));
  EXPECT_TRUE(refuses(
      [&] {
        auto const call = prepare(stable_sort_by_key, exec, a.keys, a.keys);
      },
      {"KokkosSort::stable_sort_by_key: argument 'values'", "overlaps"}));
  EXPECT_TRUE(
      refuses([&] { auto const call = prepare(argsort, exec, narrow, a.keys); },
              {"KokkosSort::argsort: argument 'permutation'", "1 bytes"}));
  EXPECT_TRUE(refuses(
      [&] { auto const call = prepare(argsort_rows, exec, a.values, rows); },
      {"KokkosSort::argsort_rows: argument 'permutation'", "'rows'"}));
  EXPECT_TRUE(refuses(
      [&] { auto const call = prepare(permute, exec, a.values, shorter.keys); },
      {"KokkosSort::permute: argument 'payloads[0]'", "extent 10"}));
  EXPECT_TRUE(refuses(
      [&] { auto const call = prepare(sort, exec, a.keys, bits(0, 40)); },
      {"bits(0, 40)"}));
  Workspace<Memory> const small(exec, 8);
  EXPECT_TRUE(refuses(
      [&] { auto const call = prepare(stable_sort, exec, a.keys, small); },
      {"KokkosSort::stable_sort: argument 'workspace' has 8 bytes"}));
  // The instance can still be used.
  a.refresh(1);
  prepare(sort, exec, a.keys).run();
  EXPECT_TRUE(a.has_sorted(1));
}

template <class... Arguments>
concept CanPrepare =
    requires(Arguments const&... arguments) { prepare(arguments...); };
static_assert(CanPrepare<Function::Sort, Exec, DeviceView<Key>>);
static_assert(!CanPrepare<Function::Sort, Exec, DeviceView<Key>, int, int>);
static_assert(!CanPrepare<Function::IsSorted, Exec, DeviceView<Key>>);

}  // namespace
}  // namespace KokkosSort::Test::PrepareContractTest
