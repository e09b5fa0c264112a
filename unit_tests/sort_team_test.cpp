// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/comparators.hpp>
#include <support/few_types.hpp>
#include <support/guarded.hpp>
#include <support/kernel_teams.hpp>
#include <support/oracle.hpp>
#include <KokkosSort/sort_team.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace KokkosSort::Test::SortTeamTest {
namespace {

#if defined(KOKKOSSORT_TEST_ON_DEVICE)
std::vector<int> const team_sizes{1, 32, 96, 512};
std::vector<int> const few_team_sizes{96};
constexpr int sizes[] = {0, 1, 2, 31, 161, 600, 1700};
#else
std::vector<int> const team_sizes{1, 4};
// Barriers of several threads are slow on a host.
std::vector<int> const few_team_sizes{1};
constexpr int sizes[] = {0, 1, 2, 3, 5, 17, 18, 20, 21, 36, 37, 68, 69, 500};
#endif

#if defined(KOKKOSSORT_TEST_FEW_TYPES)
using Types = FewTypes<std::uint32_t, double, Pair>;
#else
using Types = testing::Types<std::int8_t, std::uint32_t, double, Int128, Pair,
                             Triple, WideKey>;
#endif

constexpr int rows = 3;

/// Keys of all rows; every row has its own.
template <class Key>
Array<Key> input_rows(int size, Distribution distribution) {
  return input_keys<Key>(static_cast<std::uint64_t>(size) * rows, distribution,
                         static_cast<std::uint64_t>(size) + 7);
}

template <class Keys, class Less>
void expect_sorted_rows(Keys const& result, Keys const& input, int size,
                        Less const& less) {
  for (int row = 0; row < rows; ++row) {
    auto const part = [&](Keys const& keys) {
      return Keys(keys.begin() + row * size, keys.begin() + (row + 1) * size);
    };
    EXPECT_TRUE(
        same_sequence(part(result), stable_reference(part(input), less)))
        << "row " << row;
  }
}

template <class Order, class View>
struct SortRowsBy {
  View keys;
  int size;
  Order order;
  KOKKOS_FUNCTION void operator()(TeamOfUser const& member,
                                  void* scratch) const {
    sort_team(member, row_of(keys, member.league_rank(), size), scratch, order);
  }
};

template <class Layout = Kokkos::LayoutRight, class Key, class Less,
          class Order>
void check_keys(std::vector<Key> const& input, int size, Less const& less,
                Order const& order, Placement placement = {},
                std::vector<int> const& teams = team_sizes) {
  for (int const team_size : teams) {
    SCOPED_TRACE(std::to_string(size) + " keys, teams of " +
                 std::to_string(team_size));
    Guarded<Key> const keys(input, placement);
    auto const view = keys.template view<Layout>();
    launch(rows, team_size, sort_team_scratch_size<Key>(size),
           SortRowsBy<Order, decltype(view)>{view, size, order});
    expect_sorted_rows(keys.values(), input, size, less);
    EXPECT_TRUE(keys.guards_hold());
  }
}

template <class Key>
class SortTeamTypes : public testing::Test {};
TYPED_TEST_SUITE(SortTeamTypes, Types, );

TYPED_TEST(SortTeamTypes, Sizes) {
  OracleLess<TypeParam> const less{};
  for (int const size : sizes) {
    check_keys(input_rows<TypeParam>(size, Distribution::uniform), size, less,
               ascending);
    check_keys(input_rows<TypeParam>(size, Distribution::uniform), size,
               Reversed<OracleLess<TypeParam>>{}, descending);
  }
}

TYPED_TEST(SortTeamTypes, Distributions) {
  for (auto const& entry : Workload::distributions) {
    SCOPED_TRACE(std::string(entry.name));
    check_keys(input_rows<TypeParam>(300, entry.distribution), 300,
               OracleLess<TypeParam>{}, ascending, {}, few_team_sizes);
  }
}

TYPED_TEST(SortTeamTypes, Strided) {
  check_keys<Kokkos::LayoutStride>(
      input_rows<TypeParam>(300, Distribution::gaussian), 300,
      OracleLess<TypeParam>{}, ascending, {3, 3});
}

TEST(SortTeam, ThreadsOfSeveralLanes) {
  auto const input = input_rows<std::uint32_t>(300, Distribution::uniform);
  int const lanes  = std::min(4, TeamPolicyOfUser::vector_length_max());
  Guarded<std::uint32_t> const keys(input);
  auto const view = keys.view();
  launch(rows, team_sizes.back() / lanes,
         sort_team_scratch_size<std::uint32_t>(300),
         SortRowsBy<Ascending, decltype(view)>{view, 300, ascending}, lanes);
  expect_sorted_rows(keys.values(), input, 300, std::less<>{});
  EXPECT_TRUE(keys.guards_hold());
}

TEST(SortTeam, ComparatorsAndProjectionsAreStable) {
  std::vector<Record> input(700 * rows);
  for (std::uint32_t i = 0; i < input.size(); ++i)
    input[i] = {(i * 7919) % 11, i};
  auto const by_key = [](Record const& a, Record const& b) {
    return a.key < b.key;
  };
  check_keys(input, 700, by_key, KeyLess{});
  check_keys(input, 700, by_key, by(KeyOf{}));
  check_keys(
      input, 700,
      [&](Record const& a, Record const& b) { return by_key(b, a); },
      by(KeyOf{}, descending));
}

template <class View>
struct SortFaultyRows {
  View keys;
  int size;
  FaultyLess less;
  KOKKOS_FUNCTION void operator()(TeamOfUser const& member,
                                  void* scratch) const {
    sort_team(member, row_of(keys, member.league_rank(), size), scratch, less);
  }
};

TEST(SortTeam, FaultyComparatorsLoseNoKey) {
  DeviceView<std::uint64_t> const calls("calls", 1);
  for (Fault const fault : faults) {
    for (int const team_size : team_sizes) {
      for (int const size : {40, 1300}) {
        auto const input =
            input_rows<std::uint32_t>(size, Distribution::uniform);
        Guarded<std::uint32_t> const keys(input);
        auto const view = keys.view();
        launch(
            rows, team_size, sort_team_scratch_size<std::uint32_t>(size),
            SortFaultyRows<decltype(view)>{view, size, {fault, calls.data()}});
        EXPECT_TRUE(same_multiset(keys.values(), input));
        EXPECT_TRUE(keys.guards_hold());
      }
    }
  }
}

template <class Keys, class Values>
struct SortRowsWithValues {
  Keys keys;
  Values values;
  int size;
  KOKKOS_FUNCTION void operator()(TeamOfUser const& member,
                                  void* scratch) const {
    int const row = member.league_rank();
    // Twice, since a call may use the scratch again.
    for (int i = 0; i < 2; ++i)
      sort_by_key_team(member, row_of(keys, row, size),
                       row_of(values, row, size), scratch);
  }
};

template <class Value>
void check_values(int size) {
  using Key        = std::uint16_t;
  auto const input = input_rows<Key>(size, Distribution::two_values);
  std::vector<Value> tags(input.size());
  for (std::size_t i = 0; i < tags.size(); ++i)
    tags[i] = Value(static_cast<std::uint8_t>(i % 251));
  for (int const team_size : team_sizes) {
    Guarded<Key> const keys(input);
    Guarded<Value> const values(tags);
    auto const view       = keys.view();
    auto const value_view = values.view();
    launch(rows, team_size, sort_by_key_team_scratch_size<Key, Value>(size),
           SortRowsWithValues<decltype(view), decltype(value_view)>{
               view, value_view, size});
    expect_sorted_rows(keys.values(), input, size, std::less<>{});
    for (int row = 0; row < rows; ++row) {
      auto index    = index_tags<int>(static_cast<std::size_t>(size));
      auto const at = [&](int i) {
        return static_cast<std::size_t>(row * size + i);
      };
      std::stable_sort(index.begin(), index.end(), [&](int a, int b) {
        return input[at(a)] < input[at(b)];
      });
      auto const found = values.values();
      for (int i = 0; i < size; ++i)
        ASSERT_TRUE(same_bytes(found[at(i)],
                               tags[at(index[static_cast<std::size_t>(i)])]));
    }
    EXPECT_TRUE(keys.guards_hold());
    EXPECT_TRUE(values.guards_hold());
  }
}

struct Wide {
  double tag     = 0;
  double more[4] = {};

  Wide() = default;
  KOKKOS_FUNCTION explicit Wide(std::uint8_t tag_) : tag(tag_) {}
};

TEST(SortTeam, ValuesFollowTheirKeys) {
  for (int const size : {0, 1, 33, 400}) {
    check_values<std::uint8_t>(size);
    check_values<double>(size);
    check_values<Wide>(size);
  }
}

/// Sorts keys in scratch, merges them with those of the next row.
template <class Keys, class Result>
struct MergeRows {
  Keys keys;
  Result result;
  int size;
  KOKKOS_FUNCTION void operator()(TeamOfUser const& member,
                                  void* scratch) const {
    using Scratch =
        Kokkos::View<std::uint64_t*, typename Exec::scratch_memory_space,
                     Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
    int const row = member.league_rank();
    Scratch const first(static_cast<std::uint64_t*>(scratch), size);
    Scratch const second(static_cast<std::uint64_t*>(scratch) + size, size);
    for (int i = member.team_rank(); i < size; i += member.team_size()) {
      first(i)  = keys(row * size + i);
      second(i) = keys((row + 1) % rows * size + i);
    }
    member.team_barrier();
    void* const more = static_cast<std::uint64_t*>(scratch) + 2 * size;
    sort_team(member, first, more, descending);
    sort_team(member, second, more, descending);
    merge_team(member, first, second, row_of(result, row, 2 * size),
               descending);
  }
};

TEST(SortTeam, KeysInScratchAreSortedAndMerged) {
  for (int const size : {0, 1, 7, 250}) {
    auto const input = input_rows<std::uint64_t>(size, Distribution::uniform);
    for (int const team_size : team_sizes) {
      Guarded<std::uint64_t> const keys(input);
      Guarded<std::uint64_t> const result(
          std::vector<std::uint64_t>(2 * input.size()));
      auto const view        = keys.view();
      auto const result_view = result.view();
      launch(rows, team_size,
             sort_team_scratch_size<std::uint64_t>(size) +
                 2 * static_cast<std::size_t>(size) * sizeof(std::uint64_t),
             MergeRows<decltype(view), decltype(result_view)>{view, result_view,
                                                              size});
      auto const found = result.values();
      for (int row = 0; row < rows; ++row) {
        std::vector<std::uint64_t> expected;
        for (int const of : {row, (row + 1) % rows})
          expected.insert(expected.end(), input.begin() + of * size,
                          input.begin() + (of + 1) * size);
        std::sort(expected.begin(), expected.end(), std::greater<>{});
        EXPECT_TRUE(same_sequence(
            std::vector<std::uint64_t>(found.begin() + 2 * row * size,
                                       found.begin() + 2 * (row + 1) * size),
            expected));
      }
      EXPECT_TRUE(result.guards_hold());
      EXPECT_TRUE(keys.untouched());
    }
  }
}

/// Sorts one row per thread.
template <class Keys, class Order>
struct SortThreadRows {
  Keys keys;
  int size;
  Order order;
  KOKKOS_FUNCTION void operator()(int row) const {
    sort_thread(row_of(keys, row, size), order);
  }
};

template <class Key, class Less, class Order>
void check_threads(Less const& less, Order const& order) {
  for (int const size : {0, 1, 2, 3, 31, 32, 33, 34, 100, 1001}) {
    for (auto const distribution :
         {Distribution::uniform, Distribution::two_values,
          Distribution::sorted}) {
      auto const input = input_rows<Key>(size, distribution);
      Guarded<Key> const keys(input);
      auto const view = keys.view();
      Kokkos::parallel_for(
          "rows", Kokkos::RangePolicy<Exec>(0, rows),
          SortThreadRows<decltype(view), Order>{view, size, order});
      expect_sorted_rows(keys.values(), input, size, less);
      EXPECT_TRUE(keys.guards_hold());
    }
  }
}

TEST(SortThread, SortsRows) {
  check_threads<std::int32_t>(OracleLess<std::int32_t>{}, ascending);
  check_threads<double>(Reversed<OracleLess<double>>{}, descending);
  check_threads<Pair>(Lexicographic{}, Lexicographic{});
}

TEST(SortThread, SortsAnArrayOfTheHost) {
  float const nan = std::numeric_limits<float>::quiet_NaN();
  float keys[]    = {nan, 3, -0.0f, 0, -0.0f};
  sort_thread(keys, 5);
  EXPECT_TRUE(std::signbit(keys[0]) && std::signbit(keys[1]));
  EXPECT_FALSE(std::signbit(keys[2]));
  EXPECT_EQ(keys[3], 3);
  EXPECT_NE(keys[4], keys[4]);
}

TEST(SortTeam, ScratchIsKnownAtCompileTime) {
  constexpr std::size_t bytes = sort_team_scratch_size<float>(4096);
  static_assert(bytes > 4 * 4096 && bytes < 5 * 4096);
  static_assert(sort_team_scratch_size<double>(1) == 0);
  static_assert(sort_by_key_team_scratch_size<float, int>(4096) < 9 * 4096);
}

}  // namespace
}  // namespace KokkosSort::Test::SortTeamTest
