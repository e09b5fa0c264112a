// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/comparators.hpp>
#include <support/events.hpp>
#include <support/faults.hpp>
#include <support/guarded.hpp>
#include <support/keys.hpp>
#include <support/oracle.hpp>

#include <KokkosSort.hpp>
#include <KokkosSort/algorithm/small/small_sort.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace KokkosSort::Test {
namespace {

template <class Key, class Value>
using SmallOf = Impl::SmallSort<Exec, Impl::BitsOrder<Key>, Value>;
using Wide    = SmallOf<std::uint64_t, Impl::NoValue>;

/// Sorts by SmallSort with the workspace that it states, as many keys as it
/// takes. Checks the result with values 0, 1, … for stability.
template <class Order, class Value>
void check(Order const& order, std::vector<typename Order::key_type> input) {
  using Key   = typename Order::key_type;
  using Small = Impl::SmallSort<Exec, Order, Value>;
  if (input.size() > Small::max_keys) input.resize(Small::max_keys);
  std::size_t const n = input.size();
  Guarded<Key> const keys(input);
  Guarded<std::uint32_t> const tags(index_tags<std::uint32_t>(n));
  Exec const exec;
  std::size_t const bytes = Small::workspace_bytes(exec, order, n);
  DeviceView<std::byte> const workspace(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "workspace"), bytes);
  Impl::Arena arena(workspace.data(), bytes);
  Impl::Strided<Value> values{};
  if constexpr (Impl::is_value_v<Value>) values = {tags.data(), 1};
  Small::run(exec, order, {keys.data(), 1}, values, n, arena);
  exec.fence();
  auto const less = [&](Key const& a, Key const& b) {
    return order.less(order.encode(a), order.encode(b));
  };
  EXPECT_TRUE(keys.guards_hold());
  EXPECT_TRUE(tags.guards_hold());
  if constexpr (Impl::is_value_v<Value>) {
    EXPECT_TRUE(
        sorted_with_tags(keys.values(), tags.values(), input, less, true));
  } else {
    EXPECT_TRUE(sorted(keys.values(), input, less));
  }
}

template <class Key>
void check_all(std::vector<Key> const& input) {
  check<Impl::BitsOrder<Key>, Impl::NoValue>({}, input);
  check<Impl::BitsOrder<Key>, std::uint32_t>({}, input);
  check<Impl::LessOrder<Key, Greater>, Impl::NoValue>({}, input);
  check<Impl::LessOrder<Key, Greater>, std::uint32_t>({}, input);
}

/// One length per number of launches, not multiples of a tile, and the longest.
std::vector<std::size_t> lengths() {
  std::size_t const ranked = Wide::Tuning::max_ranked_keys;
  std::size_t const most   = Wide::max_keys;
  return {ranked - 77, ranked, ranked + 1, most / 4 - 77, most / 2 - 77, most};
}

template <class Make>
void check_keys(Make const& make) {
  for (std::size_t const n : lengths()) {
    SCOPED_TRACE("n = " + std::to_string(n));
    std::vector<std::uint64_t> keys(n);
    for (std::size_t i = 0; i < n; ++i) keys[i] = make(i, n);
    check_all(keys);
    check_all(std::vector<std::uint32_t>(keys.begin(), keys.end()));
  }
}

std::uint64_t random(std::size_t i) { return Impl::splitmix64(i); }

TEST(SmallSort, SanitizeUniformKeys) {
  check_keys([](std::size_t i, std::size_t) { return random(i); });
}

TEST(SmallSort, SanitizeOneHeavyValueFillsItsBuckets) {
  check_keys([](std::size_t i, std::size_t) {
    return random(i) % 3 != 0 ? 5u : random(i);
  });
}

TEST(SmallSort, AllEqual) {
  check_keys([](std::size_t, std::size_t) { return 77u; });
}

TEST(SmallSort, TwoValues) {
  check_keys([](std::size_t i, std::size_t) { return random(i) % 2; });
}

TEST(SmallSort, SortedAndReversed) {
  check_keys([](std::size_t i, std::size_t) { return i * 1000; });
  check_keys([](std::size_t i, std::size_t n) { return (n - i) * 1000; });
}

// Digits of a leaf crowd in one cell, whose keys differ.
TEST(SmallSort, ClustersInEachBucket) {
  check_keys([](std::size_t i, std::size_t) {
    return (random(i % 61) & ~0xffffull) + random(i) % 4096;
  });
}

// Compared keys of 4 bytes may be more than any others.
TEST(SmallSort, TheLongestOfComparedWords) {
  using Order         = Impl::LessOrder<std::uint32_t, Greater>;
  std::size_t const n = Impl::SmallSort<Exec, Order, Impl::NoValue>::max_keys;
  for (std::uint64_t const values : {std::uint64_t{1} << 32, n / 8}) {
    for (std::size_t const size : {n - 77, n}) {
      std::vector<std::uint32_t> keys(size);
      for (std::size_t i = 0; i < size; ++i)
        keys[i] = static_cast<std::uint32_t>(random(i) % values);
      check<Order, Impl::NoValue>({}, keys);
      check<Order, std::uint32_t>({}, keys);
    }
  }
}

/// Positions that the sample is drawn from.
std::vector<bool> sampled(std::size_t n) {
  std::vector<std::uint64_t> positions(n);
  for (std::size_t i = 0; i < n; ++i) positions[i] = i;
  Impl::Arena none;
  Impl::BitsOrder<std::uint64_t> const order{};
  auto state         = Wide::plan(n, order, none);
  state.data[0].keys = {positions.data(), 1};
  std::vector<bool> is_sampled(n);
  for (int k = 0; k < state.sample(); ++k) is_sampled[state.draw(k)] = true;
  return is_sampled;
}

// All keys that are no sample are in one bucket, far above a team's capacity.
TEST(SmallSort, OutliersAtTheSamplesForceTheFallback) {
  for (std::size_t const n : lengths()) {
    if (n / 2 <= Wide::BucketLeaf::capacity) continue;
    SCOPED_TRACE("n = " + std::to_string(n));
    auto const is_sampled = sampled(n);
    std::vector<std::uint64_t> keys(n);
    for (std::size_t i = 0; i < n; ++i)
      keys[i] = is_sampled[i] ? ~std::uint64_t{0} - i : random(i) % (8 * n);
    check_all(keys);
  }
}

// Two elements may take one place for a moment, which is a race if the order
// contradicts itself.
TEST(SmallSort, FaultyComparatorsEndAndKeepTheMultiset) {
  std::size_t const ranked = Wide::Tuning::max_ranked_keys;
  // With 7 keys per thread, the last of those compared at once is missing.
  std::vector<std::size_t> const sizes{
      Wide::min_keys + 2, 7 * Wide::Tuning::split_team, ranked - 5, 2 * ranked};
  check_faulty<std::uint32_t>(Impl::DeviceAutomatic{}, sizes);
  check_faulty<WideKey>(Impl::DeviceAutomatic{}, sizes);
}

// Behind a gate all kernels are launched, and none may write.
TEST(SmallSort, AClosedGateLeavesTheKeysAsTheyAre) {
  Guarded<std::uint32_t> const closed(std::vector<std::uint32_t>(1, 0));
  auto const leaves = [&]<class Order>(Order const& order, std::size_t n) {
    using Small = Impl::SmallSort<Exec, Order, Impl::NoValue>;
    std::vector<std::uint64_t> input(n);
    for (std::size_t i = 0; i < n; ++i) input[i] = random(i);
    Guarded<std::uint64_t> const keys(input);
    Exec const exec;
    Workspace<Memory> const workspace(exec,
                                      Small::workspace_bytes(exec, order, n));
    Impl::Arena arena(workspace.data(), workspace.bytes(),
                      [&] { return workspace.counter(exec); });
    Small::run(exec, order, {keys.data(), 1}, {}, n, arena,
               Impl::Gate{closed.data()});
    exec.fence();
    EXPECT_EQ(keys.values(), input) << n << " keys";
  };
  for (std::size_t const n : lengths()) {
    leaves(Impl::BitsOrder<std::uint64_t>{}, n);
    leaves(Impl::LessOrder<std::uint64_t, Greater>{}, n);
  }
}

// ----------------------------------------------------------- launches, memory

struct ByValue {
  KOKKOS_FUNCTION bool operator()(std::uint64_t a, std::uint64_t b) const {
    return a < b;
  }
};

template <class... Order>
std::size_t launches(std::size_t n, Order const&... order) {
  DeviceView<std::uint64_t> const keys("keys", n);
  Workspace<Memory> const workspace(
      Exec{},
      sort_workspace_size(Exec{}, keys, Impl::DeviceAutomatic{}, order...));
  Exec{}.fence();
  Events const events;
  sort(Exec{}, keys, Impl::DeviceAutomatic{}, workspace, order...);
  EXPECT_TRUE(events.allocations().empty());
  EXPECT_TRUE(events.fences().empty());
  return events.kernels().size();
}

TEST(SmallSort, LaunchesDependOnTheLengthAlone) {
  if (Wide::min_keys > 0) {
    EXPECT_EQ(launches(Wide::min_keys), 1u);
  }
  // Teams take turns to write. A comparator may contradict itself.
  EXPECT_EQ(launches(Wide::min_keys + 2), 1u);
  EXPECT_EQ(launches(Wide::min_keys + 2, ByValue{}), 2u);
  EXPECT_EQ(launches(Wide::Tuning::max_ranked_keys + 1), 2u);
  EXPECT_EQ(launches(Wide::max_keys),
            Wide::Tuning::split(Wide::max_keys).is_ranked ? 3u : 2u);
}

// One team sorts as many as it holds where two launches need memory.
TEST(SmallSort, FewKeysWithoutAWorkspaceAllocateNothing) {
  DeviceView<std::uint64_t> const keys("keys", Wide::min_keys + 100);
  EXPECT_GT(sort_workspace_size(Exec{}, keys, Impl::DeviceAutomatic{}), 0u);
  sort(Exec{}, keys, Impl::DeviceAutomatic{});  // Kokkos keeps scratch
  Events const events;
  sort(Exec{}, keys, Impl::DeviceAutomatic{});
  EXPECT_TRUE(events.allocations().empty());
  EXPECT_EQ(events.kernels().size(), 1u);
}

TEST(SmallSort, AWorkspaceForMoreKeysSuffices) {
  std::size_t before = 0;
  for (std::size_t n = 2; n < 3 * Wide::max_keys; n += n / 64 + 1) {
    DeviceView<std::uint64_t> const keys(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, "keys"), n);
    std::size_t const bytes =
        sort_workspace_size(Exec{}, keys, Impl::DeviceAutomatic{});
    EXPECT_GE(bytes, before) << n;
    before = bytes;
  }
}

/// Every split must fit the scratch and the widths of its tables.
template <class Small>
void check_splits() {
  using Tuning = typename Small::Tuning;
  for (std::size_t n = Tuning::max_ranked_keys + 1; n <= Small::max_keys;
       n += 97) {
    auto const split         = Tuning::split(n);
    std::size_t const sample = std::size_t{1}
                               << (split.log_buckets + split.log_oversampling);
    EXPECT_LE(split.log_buckets, Tuning::max_log_buckets);
    EXPECT_GE(split.log_oversampling, split.is_ranked ? 0 : 1);
    if (!split.is_ranked) {
      EXPECT_LE(sample, static_cast<std::size_t>(Tuning::max_sample));
    }
    EXPECT_LE(sample, n);
    EXPECT_LE(split.tile,
              Tuning::split_team * Tuning::long_split_items_per_thread);
    EXPECT_EQ(split.tile % Tuning::split_team, 0);
    EXPECT_LE(Impl::div_up(n, split.tile),
              static_cast<std::size_t>(Tuning::max_tiles));
  }
}

TEST(SmallSort, EverySplitIsWithinItsBounds) {
  using Words = Impl::LessOrder<std::uint32_t, Greater>;
  check_splits<Wide>();
  check_splits<SmallOf<std::uint32_t, std::uint32_t>>();
  check_splits<SmallOf<std::uint64_t, std::uint64_t>>();
  check_splits<Impl::SmallSort<Exec, Words, Impl::NoValue>>();
  check_splits<Impl::SmallSort<Exec, Words, std::uint32_t>>();
}

}  // namespace
}  // namespace KokkosSort::Test
