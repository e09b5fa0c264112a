// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/comparators.hpp>
#include <support/oracle.hpp>
#include <support/team.hpp>
#include <KokkosSort/algorithm/leaf/merge_runs_team.hpp>
#include <KokkosSort/block/key_order.hpp>

#include <cstdint>
#include <vector>

namespace KokkosSort::Test::MergeRunsTest {
namespace {

using Value = std::uint32_t;
using Data  = Impl::Arrays<std::uint32_t, Value>;

template <int TeamSize, class Order>
struct SortInMemory {
  using Element = typename Impl::Elements<Order, Value>::type;
  using InTeam  = Impl::TeamMergeSort<Element, TeamSize, 3>;
  using Sort    = Impl::TeamMergeRuns<Order, Value, InTeam>;
  Order order;
  Data arrays[2];
  int from;
  std::uint64_t begin;
  std::uint64_t size;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    Sort(scratch, order).sort(member, arrays, from, begin, size);
  }
};

/// Sorts a stretch in the middle of `input`, which is in arrays[from].
template <int TeamSize, class Order>
void check_stretch(Order const& order, std::size_t size, int from,
                   bool is_order) {
  SCOPED_TRACE("size " + std::to_string(size));
  constexpr std::size_t begin = 5;
  std::size_t const n         = size + begin + 4;
  auto const input =
      input_keys<std::uint32_t>(n, Distribution::sqrt_values, size);
  auto const tags = index_tags<Value>(n);
  std::vector<std::uint32_t> const blank(n, 0xdeadbeef);
  Guarded<std::uint32_t> const keys[2] = {
      Guarded<std::uint32_t>(from == 0 ? input : blank),
      Guarded<std::uint32_t>(from == 0 ? blank : input)};
  Guarded<Value> const values[2] = {Guarded<Value>(from == 0 ? tags : blank),
                                    Guarded<Value>(from == 0 ? blank : tags)};
  using Kernel                   = SortInMemory<TeamSize, Order>;
  run_team<TeamSize>(Kernel::Sort::scratch_bytes(),
                     Kernel{order,
                            {{strided(keys[0]), strided(values[0])},
                             {strided(keys[1]), strided(values[1])}},
                            from,
                            begin,
                            size});
  auto const stretch = [&](std::vector<std::uint32_t> const& all) {
    return std::vector<std::uint32_t>(all.begin() + begin,
                                      all.begin() + begin + size);
  };
  auto const result = stretch(keys[0].values());
  auto result_tags  = stretch(values[0].values());
  for (auto& tag : result_tags) tag -= begin;
  if (is_order) {
    ASSERT_TRUE(sorted_with_tags(result, result_tags, stretch(input),
                                 std::less<std::uint32_t>{}, true));
  } else {
    ASSERT_TRUE(permuted(result, result_tags, stretch(input)));
  }
  // Elements beside the stretch must not change.
  for (int which = 0; which < 2; ++which) {
    auto const all     = keys[which].values();
    auto const& before = which == from ? input : blank;
    for (std::size_t i = 0; i < n; ++i) {
      if (i < begin || i >= begin + size) {
        ASSERT_EQ(all[i], before[i]);
      }
    }
    ASSERT_TRUE(keys[which].guards_hold());
    ASSERT_TRUE(values[which].guards_hold());
  }
}

template <int TeamSize>
std::vector<std::size_t> sizes() {
  std::size_t const run = 3 * TeamSize;
  return {
      0,           1,           2,       run - 1, run,          run + 1,
      2 * run - 1, 2 * run + 1, 4 * run, 5 * run, 11 * run + 2, 64 * run + 1};
}

TEST(TeamMergeRuns, SortsAnySizeStablyFromEitherArray) {
  for_team_sizes([](auto team) {
    for (std::size_t const size : sizes<team()>()) {
      for (int const from : {0, 1})
        check_stretch<team()>(Impl::BitsOrder<std::uint32_t>{}, size, from,
                              true);
      if (testing::Test::HasFatalFailure()) return;
    }
  });
}

TEST(TeamMergeRuns, FaultyComparatorsKeepTheMultiset) {
  Kokkos::View<std::uint64_t, Memory> const calls("calls");
  for_team_sizes([&](auto team) {
    for (Fault const fault : faults) {
      for (std::size_t const size : sizes<team()>()) {
        check_stretch<team()>(
            Impl::LessOrder<std::uint32_t, FaultyLess>{{fault, calls.data()}},
            size, static_cast<int>(size % 2), false);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  });
}

}  // namespace
}  // namespace KokkosSort::Test::MergeRunsTest
