// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/comparators.hpp>
#include <support/few_types.hpp>
#include <support/guarded.hpp>
#include <support/kernel_teams.hpp>
#include <support/oracle.hpp>
#include <KokkosSort/top_k_team.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace KokkosSort::Test::TopKTeamTest {
namespace {

#if defined(KOKKOSSORT_TEST_ON_DEVICE)
std::vector<int> const team_sizes{1, 96, 256};
#else
// Barriers of several threads are slow on a host, so one test has them all.
std::vector<int> const team_sizes{1};
#endif

#if defined(KOKKOSSORT_TEST_FEW_TYPES)
using Types = FewTypes<std::uint32_t, double>;
#else
using Types = testing::Types<std::int8_t, std::uint32_t, double, Int128, Pair,
                             Triple, WideKey>;
#endif

constexpr int rows = 3;

template <class Keys, class Result, class Order>
struct FindInRows {
  Keys keys;
  Result result;
  int size;
  int k;
  Order order;
  KOKKOS_FUNCTION void operator()(TeamOfUser const& member,
                                  void* scratch) const {
    int const row = member.league_rank();
    // Twice, since a call may use the scratch again.
    for (int i = 0; i < 2; ++i)
      top_k_team(member, row_of(keys, row, size), row_of(result, row, k),
                 scratch, order);
  }
};

template <class Layout = Kokkos::LayoutRight, class Key, class Less,
          class Order>
void check(std::vector<Key> const& input, int size, int k, Less const& less,
           Order const& order, Placement placement = {},
           std::vector<int> const& teams = team_sizes) {
  std::vector<Key> expected;
  for (int row = 0; row < rows; ++row) {
    auto const sorted =
        stable_reference(std::vector<Key>(input.begin() + row * size,
                                          input.begin() + (row + 1) * size),
                         less);
    expected.insert(expected.end(), sorted.begin(), sorted.begin() + k);
  }
  for (int const team_size : teams) {
    SCOPED_TRACE(std::to_string(k) + " of " + std::to_string(size) +
                 " keys, teams of " + std::to_string(team_size));
    Guarded<Key> const keys(input, placement);
    Guarded<Key> const result(std::vector<Key>(expected.size()), placement);
    auto const view        = keys.template view<Layout, Key const>();
    auto const result_view = result.template view<Layout>();
    launch(rows, team_size,
           top_k_team_scratch_size<Key>(static_cast<std::size_t>(k)),
           FindInRows<decltype(view), decltype(result_view), Order>{
               view, result_view, size, k, order});
    EXPECT_TRUE(same_sequence(result.values(), expected));
    EXPECT_TRUE(result.guards_hold());
    EXPECT_TRUE(keys.untouched());
  }
}

template <class Key>
std::vector<Key> input_rows(int size, Distribution distribution) {
  return input_keys<Key>(static_cast<std::uint64_t>(size) * rows, distribution,
                         static_cast<std::uint64_t>(size) + 7);
}

template <class Key>
class TopKTeamTypes : public testing::Test {};
TYPED_TEST_SUITE(TopKTeamTypes, Types, );

TYPED_TEST(TopKTeamTypes, Sizes) {
  for (int const k : {0, 1, 8, 100}) {
    // Around the sizes at which keys enter in one, two and three parts.
    for (int const size : {0, 1, 2, 33, 2 * k + 512, 2 * k + 513, 3 * k + 1024,
                           3 * k + 1025, 3000}) {
      if (k > size) continue;
      auto const input = input_rows<TypeParam>(size, Distribution::uniform);
      check(input, size, k, OracleLess<TypeParam>{}, ascending);
      check(input, size, k, Reversed<OracleLess<TypeParam>>{}, descending);
    }
  }
  check(input_rows<TypeParam>(600, Distribution::gaussian), 600, 600,
        OracleLess<TypeParam>{}, ascending);
}

TYPED_TEST(TopKTeamTypes, Distributions) {
  for (auto const& entry : Workload::distributions) {
    SCOPED_TRACE(std::string(entry.name));
    check(input_rows<TypeParam>(1300, entry.distribution), 1300, 20,
          OracleLess<TypeParam>{}, ascending);
  }
}

TYPED_TEST(TopKTeamTypes, Strided) {
  check<Kokkos::LayoutStride>(
      input_rows<TypeParam>(1300, Distribution::uniform), 1300, 20,
      OracleLess<TypeParam>{}, ascending, {3, 3});
}

TEST(TopKTeam, TeamsOfAnySize) {
  for (int const size : {9, 50, 1300})
    check(input_rows<float>(size, Distribution::uniform), size, 9,
          OracleLess<float>{}, ascending, {}, {2, 3, 4});
}

TEST(TopKTeam, ComparatorsAndProjectionsAreStable) {
  std::vector<Record> input(1700 * rows);
  for (std::uint32_t i = 0; i < input.size(); ++i)
    input[i] = {(i * 7919) % 11, i};
  auto const by_key = [](Record const& a, Record const& b) {
    return a.key < b.key;
  };
  check(input, 1700, 300, by_key, KeyLess{});
  check(input, 1700, 300, by_key, by(KeyOf{}));
}

template <class Keys, class Values, class ResultKeys, class ResultValues>
struct FindWithValues {
  Keys keys;
  Values values;
  ResultKeys result_keys;
  ResultValues result_values;
  int size;
  int k;
  KOKKOS_FUNCTION void operator()(TeamOfUser const& member,
                                  void* scratch) const {
    int const row = member.league_rank();
    top_k_by_key_team(member, row_of(keys, row, size),
                      row_of(values, row, size), row_of(result_keys, row, k),
                      row_of(result_values, row, k), scratch);
  }
};

TEST(TopKTeam, ValuesFollowTheirKeys) {
  int const size   = 1300;
  int const k      = 77;
  auto const input = input_rows<std::uint16_t>(size, Distribution::two_values);
  auto const tags  = index_tags<double>(input.size());
  for (int const team_size : team_sizes) {
    Guarded<std::uint16_t> const keys(input);
    Guarded<std::uint16_t> const found(std::vector<std::uint16_t>(k * rows));
    Guarded<double> const values(tags);
    Guarded<double> const found_values(std::vector<double>(k * rows));
    auto const view = keys.view<Kokkos::LayoutRight, std::uint16_t const>();
    auto const value_view  = values.view<Kokkos::LayoutRight, double const>();
    auto const found_view  = found.view();
    auto const result_view = found_values.view();
    launch(rows, team_size,
           top_k_by_key_team_scratch_size<std::uint16_t, double>(k),
           FindWithValues<decltype(view), decltype(value_view),
                          decltype(found_view), decltype(result_view)>{
               view, value_view, found_view, result_view, size, k});
    auto const key_results   = found.values();
    auto const value_results = found_values.values();
    for (int row = 0; row < rows; ++row) {
      auto index = index_tags<int>(static_cast<std::size_t>(size));
      std::stable_sort(index.begin(), index.end(), [&](int a, int b) {
        return input[static_cast<std::size_t>(row * size + a)] <
               input[static_cast<std::size_t>(row * size + b)];
      });
      for (int i = 0; i < k; ++i) {
        auto const at   = static_cast<std::size_t>(row * k + i);
        auto const from = static_cast<std::size_t>(
            row * size + index[static_cast<std::size_t>(i)]);
        ASSERT_EQ(key_results[at], input[from]);
        ASSERT_EQ(value_results[at], tags[from]);
      }
    }
    EXPECT_TRUE(found.guards_hold());
    EXPECT_TRUE(found_values.guards_hold());
    EXPECT_TRUE(keys.untouched());
    EXPECT_TRUE(values.untouched());
  }
}

TEST(TopKTeam, ScratchIsKnownAtCompileTime) {
  static_assert(top_k_team_scratch_size<float>(0) == 0);
  static_assert(top_k_team_scratch_size<float>(8) < 5000);
  static_assert(top_k_by_key_team_scratch_size<float, int>(8) < 11000);
}

}  // namespace
}  // namespace KokkosSort::Test::TopKTeamTest
