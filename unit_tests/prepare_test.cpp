// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/instances.hpp>
#include <support/rounds.hpp>
#include <KokkosSort.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

// Prepared calls have the effect of the functions, in each of many rounds.

namespace KokkosSort::Test::PrepareTest {
namespace {

using namespace Rounds;

/// Runs a prepared call so often on fresh data, and looks at a sample.
template <class Call, class IsRight>
void replay(Arrays const& arrays, std::size_t rounds, Call const& call,
            IsRight const& is_right) {
  EXPECT_EQ(call.replays_graph(), has_graphs);
  for (std::size_t round = 0; round < rounds; ++round) {
    arrays.refresh(round);
    call.run();
    if (is_sampled(round, rounds)) {
      EXPECT_TRUE(is_right(round)) << "round " << round;
    }
  }
}

TEST(Prepare, SortsInEachOf1000Rounds) {
  for (std::size_t const n : sizes) {
    Arrays const a(n);
    replay(a, 1000, prepare(sort, a.exec, a.keys),
           [&](std::size_t round) { return a.has_sorted(round); });
    replay(a, 100, prepare(stable_sort, a.exec, a.keys, Algorithm::merge),
           [&](std::size_t round) { return a.has_sorted(round); });
  }
}

TEST(Prepare, SortsValuesAlongInEachOf1000Rounds) {
  for (std::size_t const n : sizes) {
    Arrays const a(n);
    replay(a, 1000, prepare(stable_sort_by_key, a.exec, a.keys, a.values),
           [&](std::size_t round) { return a.has_sorted_stably(round); });
    replay(a, 100,
           prepare(sort_by_key, a.exec, a.keys, a.values, Algorithm::sample),
           [&](std::size_t round) { return a.has_sorted_stably(round); });
  }
}

TEST(Prepare, FindsTheOrderInEachOf1000Rounds) {
  for (std::size_t const n : sizes) {
    Arrays const a(n);
    replay(a, 1000, prepare(argsort, a.exec, a.values, a.keys),
           [&](std::size_t round) { return a.has_ordered(round); });
  }
}

TEST(Prepare, FindsTheOrderOfRows) {
  for (std::size_t const columns : {1, 2, 3}) {
    std::size_t const n = 3000;
    Arrays const a(n);
    Kokkos::View<Key**, Memory> const rows("rows", n, columns);
    auto const last = Kokkos::subview(rows, Kokkos::ALL, columns - 1);
    auto const call = prepare(argsort_rows, a.exec, a.values, rows);
    EXPECT_EQ(call.replays_graph(), has_graphs && columns < 3);
    for (std::size_t round = 0; round < 50; ++round) {
      refresh(a.exec, a.keys, round);
      Kokkos::deep_copy(a.exec, last, a.keys);
      call.run(a.values, rows);
      a.exec.fence();
      EXPECT_EQ(to_host(a.values), order_of(round, n));
    }
  }
}

TEST(Prepare, PermutesPayloads) {
  std::size_t const n = 5000;
  Arrays const a(n);
  DeviceView<Key> const gathered("gathered", n);
  auto const order = prepare(argsort, a.exec, a.values, a.keys);
  auto const call =
      prepare(permute, a.exec, a.values, a.keys, gather(a.keys, gathered));
  EXPECT_EQ(call.replays_graph(), has_graphs);
  for (std::size_t round = 0; round < 50; ++round) {
    refresh(a.exec, a.keys, round);
    order.run();
    call.run(a.values, a.keys, gather(a.keys, gathered));
    EXPECT_TRUE(a.has_sorted(round));
    EXPECT_EQ(to_host(gathered), sorted_keys(round, n));
  }
}

/// A comparator with a table of so many bytes, all of one number.
template <std::size_t bytes>
struct GreaterByTable {
  Key table[bytes / sizeof(Key)];

  explicit GreaterByTable(Key number) {
    for (Key& entry : table) entry = number;
  }
  KOKKOS_FUNCTION bool operator()(Key a, Key b) const {
    return a + table[a % (bytes / sizeof(Key))] >
           b + table[b % (bytes / sizeof(Key))];
  }
};

TEST(Prepare, KeepsAComparatorOf600Bytes) {
  for (std::size_t const n : sizes) {
    Arrays const a(n);
    // The table must not be read from here again.
    auto less       = std::make_unique<GreaterByTable<600>>(7);
    auto const call = prepare(sort_by_key, a.exec, a.keys, a.values, *less);
    *less           = GreaterByTable<600>(0xffffffff);
    less.reset();
    replay(a, 100, call, [&](std::size_t round) {
      a.exec.fence();
      std::greater<Key> const greater;
      return to_host(a.keys) == sorted_keys(round, n, greater) &&
             to_host(a.values) == order_of(round, n, greater);
    });
  }
}

TEST(Prepare, TakesNoKeysAndOne) {
  for (std::size_t const n : {0, 1}) {
    Arrays const a(n);
    a.refresh(0);
    prepare(sort, a.exec, a.keys).run();
    prepare(sort_by_key, a.exec, a.keys, a.values).run(a.keys, a.values);
    EXPECT_TRUE(a.has_sorted_stably(0));
    Kokkos::deep_copy(a.values, 9u);
    prepare(argsort, a.exec, a.values, a.keys).run();
    EXPECT_TRUE(a.has_ordered(0));
    prepare(permute, a.exec, a.values, a.keys).run();
    EXPECT_TRUE(a.has_sorted(0));
  }
}

TEST(Prepare, SeveralShareAWorkspace) {
  Exec const exec;
  Arrays const a(sizes[1], exec), b(sizes[1] / 2, exec);
  Workspace<Memory> const workspace(
      exec, std::max(sort_by_key_workspace_size(exec, a.keys, a.values),
                     argsort_workspace_size(exec, b.values, b.keys)));
  auto const first  = prepare(sort_by_key, exec, a.keys, a.values, workspace);
  auto const second = prepare(argsort, exec, b.values, b.keys, workspace);
  for (std::size_t round = 0; round < 100; ++round) {
    a.refresh(round);
    b.refresh(round);
    first.run();
    second.run();
    sort(exec, b.keys, workspace);
    if (!is_sampled(round, 100)) continue;
    EXPECT_TRUE(a.has_sorted_stably(round));
    EXPECT_TRUE(b.has_sorted(round));
    EXPECT_EQ(to_host(b.values), order_of(round, sizes[1] / 2));
  }
}

TEST(Prepare, RunsOnItsInstance) {
  std::vector<std::unique_ptr<Arrays>> arrays;
  std::vector<decltype(prepare(sort, Exec(), DeviceView<Key>()))> calls;
  for (Exec const& exec : instances()) {
    arrays.push_back(std::make_unique<Arrays>(sizes[1], exec));
    calls.push_back(prepare(sort, exec, arrays.back()->keys));
  }
  for (std::size_t round = 0; round < 50; ++round)
    for (std::size_t i = 0; i < calls.size(); ++i) {
      arrays[i]->refresh(round + i);
      calls[i].run();
    }
  for (std::size_t i = 0; i < calls.size(); ++i)
    EXPECT_TRUE(arrays[i]->has_sorted(49 + i));
}

}  // namespace
}  // namespace KokkosSort::Test::PrepareTest
