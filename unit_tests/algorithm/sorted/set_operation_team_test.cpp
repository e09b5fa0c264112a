// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/comparators.hpp>
#include <support/guarded.hpp>
#include <support/set_oracle.hpp>
#include <support/team.hpp>
#include <KokkosSort/algorithm/sorted/set_operation.hpp>
#include <KokkosSort/block/key_order.hpp>
#include <KokkosSort/workspace.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

// Set operations by short tiles, in scratch and in memory, so that runs of
// equivalent keys cross the ends of threads and tiles.

namespace KokkosSort::Test::SetOperationTeamTest {
namespace {

using Records = std::vector<Record>;

template <int TeamSize, bool staged>
struct ShortTiles {
  static constexpr int team_size        = TeamSize;
  static constexpr bool is_staged       = staged;
  static constexpr int items_per_thread = 3;
  static constexpr int direct_tile      = 3 * TeamSize;
  static constexpr int min_teams        = 1;
};

constexpr Impl::SetRule rules[] = {
    Impl::rule_of_union, Impl::rule_of_intersection, Impl::rule_of_difference,
    Impl::rule_of_symmetric_difference};

/// Sorted keys in [0, range), the odd ones `weight` times as often.
Records draw(std::mt19937& random, std::size_t n, std::uint32_t range,
             std::uint32_t weight, std::uint32_t first_tag) {
  Records records(n);
  for (auto& record : records) {
    std::uint32_t const key = static_cast<std::uint32_t>(random()) % range;
    bool const keeps        = key % 2 == 1 || random() % weight == 0;
    record                  = {keeps ? key : key | 1, first_tag++};
  }
  std::stable_sort(records.begin(), records.end(), KeyLess{});
  for (auto& record : records) record.tag = first_tag++;
  return records;
}

template <class Tuning>
void check(Records const& a, Records const& b) {
  using Order = Impl::LessOrder<Record, KeyLess>;
  using Set   = Impl::SetOperation<Exec, Order, std::uint32_t, Tuning>;
  Exec const exec;
  std::size_t const n = a.size() + b.size();
  auto const of_a = to_device(a), of_b = to_device(b);
  Workspace<Memory> const workspace(exec, Set::workspace_bytes(n));
  for (int operation = 0; operation < set_operations; ++operation) {
    auto const right = set_by_standard(operation, a, b, KeyLess{});
    auto const room =
        static_cast<std::size_t>(rules[operation].most(a.size(), b.size()));
    Guarded<Record> const out(Records(room, Record{77, 77}));
    Kokkos::View<std::uint32_t, Memory> const count("count");
    Impl::Arena arena(workspace.data(), workspace.bytes());
    Set::run(exec, Order{}, {{of_a.data(), 1}, {}, a.size()},
             {{of_b.data(), 1}, {}, b.size()}, rules[operation],
             {out.view().data(), 1}, count.data(), arena);
    exec.fence();
    std::uint32_t found;
    Kokkos::deep_copy(found, count);
    auto const result = out.values();
    ASSERT_TRUE(out.guards_hold());
    ASSERT_EQ(found, right.size())
        << operation << ": " << a.size() << ", " << b.size();
    for (std::size_t i = 0; i < room; ++i) {
      Record const expected = i < found ? right[i] : Record{77, 77};
      ASSERT_TRUE(result[i].key == expected.key &&
                  result[i].tag == expected.tag)
          << operation << ": " << i << " of " << found;
    }
  }
}

TEST(SetOperationTeam, RunsAcrossThreadsAndTiles) {
  for_team_sizes([](auto team) {
    std::mt19937 random(7);
    for (int round = 0; round < (team == 1 ? 40 : 10); ++round) {
      std::uint32_t const range = 1u + random() % (1u << round % 9);
      auto const n              = static_cast<std::size_t>(random() % 200);
      auto const m =
          static_cast<std::size_t>(random() % (round % 3 ? 200 : 20));
      auto const a = draw(random, n, range, 1 + round % 4, 0);
      auto const b = draw(random, m, range, 1 + round % 7, 1u << 20);
      check<ShortTiles<team, true>>(a, b);
      check<ShortTiles<team, false>>(a, b);
      if (testing::Test::HasFatalFailure()) return;
    }
  });
}

TEST(SetOperationTeam, OneRunOfAnyLengths) {
  for_team_sizes([](auto team) {
    for (std::size_t n = 0; n < 40; n += 13)
      for (std::size_t m = 0; m < 90; m += 17) {
        Records a(n, Record{5, 0}), b(m, Record{5, 1});
        for (std::size_t i = 0; i < n; ++i) a[i].tag += 2 * i;
        for (std::size_t i = 0; i < m; ++i) b[i].tag += 2 * i;
        check<ShortTiles<team, true>>(a, b);
        check<ShortTiles<team, false>>(b, a);
        if (testing::Test::HasFatalFailure()) return;
      }
  });
}

/// A comparator that contradicts itself, also from call to call.
TEST(SetOperationTeam, FaultyComparatorsStayInBounds) {
  for_team_sizes([](auto team) {
    std::mt19937 random(8);
    DeviceView<std::uint64_t> const calls("calls", 1);
    auto const a = to_device(draw(random, 300, 100, 1, 0));
    auto const b = to_device(draw(random, 200, 100, 1, 0));
    for (Fault const fault : faults) {
      using Order = Impl::LessOrder<Record, FaultyKeyLess>;
      using Set   = Impl::SetOperation<Exec, Order, std::uint32_t,
                                       ShortTiles<team, true>>;
      Workspace<Memory> const workspace(Exec{}, Set::workspace_bytes(500));
      for (auto const& rule : rules) {
        std::size_t const room = rule.most(300, 200);
        Guarded<Record> const out((Records(room)));
        Kokkos::View<std::uint32_t, Memory> const count("count");
        Impl::Arena arena(workspace.data(), workspace.bytes());
        Set::run(Exec{}, Order{FaultyKeyLess{{fault, calls.data()}}},
                 {{a.data(), 1}, {}, 300}, {{b.data(), 1}, {}, 200}, rule,
                 {out.view().data(), 1}, count.data(), arena);
        Exec{}.fence();
        std::uint32_t found;
        Kokkos::deep_copy(found, count);
        EXPECT_LE(found, room);
        EXPECT_TRUE(out.guards_hold());
      }
    }
  });
}

}  // namespace
}  // namespace KokkosSort::Test::SetOperationTeamTest
