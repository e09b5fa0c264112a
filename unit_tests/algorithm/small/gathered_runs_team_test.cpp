// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/guarded.hpp>
#include <support/team.hpp>
#include <KokkosSort/algorithm/small/gathered_runs_team.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/key_order.hpp>
#include <KokkosSort/block/splitmix64.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace KokkosSort::Test::GatheredRunsTest {
namespace {

using Key     = std::uint32_t;
using Order   = Impl::BitsOrder<Key>;
using Runs    = Impl::GatheredRuns<Exec, Order, Key>;
using Element = Impl::Elements<Order, Key>::type;
using Data    = Impl::Arrays<Key, Key>;

constexpr int items_per_thread = 5;

/// Bucket of runs of given lengths. Each begins at a random position of memory,
/// whose keys are their positions.
struct Bucket {
  std::vector<std::uint32_t> first, shift, begins, expected;
  std::vector<Key> memory;

  explicit Bucket(std::vector<int> const& lengths) {
    int const size = std::accumulate(lengths.begin(), lengths.end(), 0);
    memory.resize(static_cast<std::size_t>(size) + 1000);
    std::iota(memory.begin(), memory.end(), 0u);
    begins.resize(Impl::RunTable::words(size) + 1);
    for (int const length : lengths) {
      if (length == 0) continue;
      auto const here = static_cast<std::uint32_t>(expected.size());
      auto const from = static_cast<std::uint32_t>(
          Impl::splitmix64(first.size()) % (memory.size() - length + 1));
      first.push_back(here);
      shift.push_back(from - here);
      begins[here / 32] |= std::uint32_t{1} << here % 32;
      for (int i = 0; i < length; ++i) expected.push_back(memory[from + i]);
    }
  }
  int size() const { return static_cast<int>(expected.size()); }
};

/// Reads the bucket in each way. The first two arrays get keys and values, the
/// next two elements by way of scratch, and the last two a copy.
template <int TeamSize>
struct ReadAll {
  Data memory;
  Impl::RunTable table;
  int size;
  Data results[3];

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    Runs const runs(memory, table);
    auto const position = [&](int i) {
      return i * TeamSize + member.team_rank();
    };
    runs.template load_keys<TeamSize, items_per_thread>(
        member, size, [&](int i, Key const& key) {
          results[0].keys.data[position(i)] = key;
        });
    runs.template load_values<TeamSize, items_per_thread>(
        member, size, [&](int i, Key const& value) {
          results[0].values.data[position(i)] = value;
        });
    auto* const elements = reinterpret_cast<Element*>(scratch);
    runs.template load_elements<TeamSize, items_per_thread>(member, Order{},
                                                            size, elements);
    member.team_barrier();
    Impl::Elements<Order, Key>::store_all(member, Order{}, results[1], 0, size,
                                          elements);
    runs.copy(member, results[2], 0, size);
  }
};

template <int TeamSize>
void check(std::vector<int> const& lengths) {
  Bucket const bucket(lengths);
  int const size = bucket.size();
  ASSERT_LE(size, TeamSize * items_per_thread);
  std::vector<Key> negated(bucket.memory);
  for (Key& key : negated) key = ~key;
  Guarded<Key> const keys(bucket.memory);
  Guarded<Key> const values(negated);
  Guarded<std::uint32_t> const first(bucket.first);
  Guarded<std::uint32_t> const shift(bucket.shift);
  // Rows of a warp end behind the bucket.
  std::vector<std::uint32_t> bits(bucket.begins);
  bits.resize(Impl::RunTable::words(TeamSize * items_per_thread) + 1);
  Guarded<std::uint32_t> const begins(bits);
  std::vector<Guarded<Key>> results;
  for (int r = 0; r < 6; ++r)
    results.emplace_back(std::vector<Key>(static_cast<std::size_t>(size)));
  auto const data = [&](int r) {
    return Data{strided(results[r]), strided(results[r + 1])};
  };
  run_team<TeamSize>(
      size * sizeof(Element),
      ReadAll<TeamSize>{{strided(keys), strided(values)},
                        {first.data(), shift.data(), begins.data(),
                         static_cast<int>(bucket.first.size())},
                        size,
                        {data(0), data(2), data(4)}});
  std::vector<Key> expected_values(bucket.expected);
  for (Key& key : expected_values) key = ~key;
  for (int r = 0; r < 6; ++r) {
    EXPECT_TRUE(results[r].guards_hold());
    EXPECT_EQ(results[r].values(),
              r % 2 == 0 ? bucket.expected : expected_values)
        << "result " << r << " of " << lengths.size() << " runs, " << size
        << " elements";
  }
}

TEST(GatheredRuns, FindTheElementsOfEveryRun) {
  for_team_sizes([](auto team) {
    constexpr int most = team() * items_per_thread;
    check<team()>({1});
    check<team()>({most});
    check<team()>(std::vector<int>(most, 1));
    check<team()>({0, 0, 1, 0, most - 1, 0});
    // Lengths from 0 to 4, and one that ends within a word.
    std::vector<int> lengths;
    int left = most - most / 7;
    for (int r = 0; left > 0; ++r) {
      auto const wanted = static_cast<int>(Impl::splitmix64(r) % 5);
      lengths.push_back(wanted < left ? wanted : left);
      left -= lengths.back();
    }
    check<team()>(lengths);
  });
}

}  // namespace
}  // namespace KokkosSort::Test::GatheredRunsTest
