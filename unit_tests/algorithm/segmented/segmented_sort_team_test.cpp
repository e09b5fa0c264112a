// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The segmented sort of devices, which hosts run as well, by teams of one.

#include <support/comparators.hpp>
#include <support/guarded.hpp>
#include <support/segments.hpp>
#include <support/space.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/front/segmented_dispatch.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

namespace KokkosSort::Test::SegmentedTeamsTest {
namespace {

using Impl::NoValue;
using Impl::Strided;

template <class Order, class Value>
using TeamsSort = typename Impl::SegmentedChoice<
    Exec, Order, Value, Impl::ListedSegments<std::uint64_t>, false>::type;

/// Sorts by the teams' algorithm in a workspace of exactly its size.
template <class Order, class Value>
void sort_by_teams(Order const& order, SegmentShape const& shape,
                   Strided<typename Order::key_type> keys,
                   Strided<Value> values, std::size_t n) {
  using Sort = TeamsSort<Order, Value>;
  Guarded<std::uint64_t> const offsets(shape.offsets);
  std::size_t const bytes = Sort::workspace_bytes(Exec{}, order, n);
  PoisonedWorkspace scratch;
  auto const& workspace = scratch.prepare(bytes);
  Impl::Arena arena(workspace.data(), bytes);
  Sort::run(Exec{}, order,
            {{offsets.data()}, {offsets.data() + 1}, shape.count()}, keys,
            values, n, arena);
  Exec{}.fence();
  EXPECT_TRUE(offsets.untouched());
  EXPECT_TRUE(scratch.guards_hold());
}

template <class Key, class Less, class Option>
void check(Array<Key> const& input, SegmentShape const& shape, Less const& less,
           Option const& option) {
  SCOPED_TRACE(shape.name + ", n = " + std::to_string(input.size()));
  auto const order   = Impl::sorted_as(Impl::order_for<Key>(option));
  using Order        = std::remove_const_t<decltype(order)>;
  using Sorted       = typename Order::key_type;
  auto const indices = segmented_order(input, shape, less);
  auto const sorted  = in_order(input, indices);
  {
    Guarded<Key> const keys(input);
    sort_by_teams<Order, NoValue>(order, shape,
                                  {reinterpret_cast<Sorted*>(keys.data()), 1},
                                  {}, input.size());
    ASSERT_TRUE(same_sequence(keys.values(), sorted));
    EXPECT_TRUE(keys.guards_hold());
  }
  Guarded<Key> const keys(input, {3, 2});
  Guarded<std::uint32_t> const tags(index_tags<std::uint32_t>(input.size()));
  sort_by_teams<Order, std::uint32_t>(
      order, shape, {reinterpret_cast<Sorted*>(keys.data()), 2},
      {tags.data(), 1}, input.size());
  ASSERT_TRUE(same_sequence(keys.values(), sorted));
  EXPECT_TRUE(same_sequence(tags.values(), indices));
  EXPECT_TRUE(keys.guards_hold());
  EXPECT_TRUE(tags.guards_hold());
}

template <class Key>
void check_shapes(std::uint64_t n, Distribution distribution) {
  auto const input = input_keys<Key>(n, distribution);
  for (auto const& shape : segment_shapes(n))
    check<Key>(input, shape, OracleLess<Key>{}, ascending);
}

TEST(SegmentedTeams, EveryShape) {
  for (std::uint64_t const n : {0, 1, 2, 3, 127, 128, 129, 1000, 20000}) {
    check_shapes<std::uint32_t>(n, Distribution::uniform);
    check_shapes<std::uint64_t>(n, Distribution::uniform);
  }
  // Teams of hosts hold 256 keys, those of devices thousands.
  constexpr std::uint64_t many =
      Impl::TeamShape<Exec>::is_host ? 40000 : 300000;
  check_shapes<double>(many, Distribution::specials);
  check_shapes<std::uint64_t>(many, Distribution::uniform);
}

TEST(SegmentedTeams, EveryDistribution) {
  constexpr std::uint64_t n = 50000;
  for (auto const distribution :
       {Distribution::zero, Distribution::sorted, Distribution::reversed,
        Distribution::two_values, Distribution::sixteen_values,
        Distribution::zipf, Distribution::ninety_five_percent_one_value,
        Distribution::and_of_3, Distribution::low_byte_only,
        Distribution::exponential}) {
    for (auto const& shape : {random_segments(n, 20), random_segments(n, 100),
                              random_segments(n, 1000), heavy_tail(n)}) {
      check<std::uint32_t>(input_keys<std::uint32_t>(n, distribution), shape,
                           OracleLess<std::uint32_t>{}, ascending);
      check<std::uint64_t>(input_keys<std::uint64_t>(n, distribution), shape,
                           Reversed<OracleLess<std::uint64_t>>{}, descending);
    }
  }
}

/// Sorts segments of up to `most` keys with gaps of up to `gap` between them.
template <class Key>
void check_gaps(std::uint64_t n, unsigned most, unsigned gap) {
  SCOPED_TRACE("segments of up to " + std::to_string(most) +
               ", gaps of up to " + std::to_string(gap));
  using Sort = TeamsSort<Impl::BitsOrder<Key>, NoValue>;
  std::mt19937 random(most + gap);
  std::vector<std::uint64_t> begins;
  std::vector<std::uint64_t> ends;
  for (std::uint64_t at = random() % (gap + 1); at < n;
       at               = ends.back() + random() % (gap + 1)) {
    begins.push_back(at);
    ends.push_back(std::min(n, at + random() % (most + 1)));
    if (at == ends.back() && gap == 0) ++ends.back();
  }
  auto const input = input_keys<Key>(n, Distribution::uniform);
  Guarded<Key> const keys(input);
  Guarded<std::uint64_t> const first(begins);
  Guarded<std::uint64_t> const last(ends);
  std::size_t const bytes = Sort::workspace_bytes(Exec{}, {}, n);
  PoisonedWorkspace scratch;
  Impl::Arena arena(scratch.prepare(bytes).data(), bytes);
  Sort::run(Exec{}, {}, {{first.data()}, {last.data()}, begins.size()},
            {keys.data(), 1}, {}, n, arena);
  Exec{}.fence();
  auto const indices = segmented_order(input, begins, ends, OracleLess<Key>{});
  EXPECT_TRUE(same_sequence(keys.values(), in_order(input, indices)));
  EXPECT_TRUE(keys.guards_hold());
}

TEST(SegmentedTeams, Gaps) {
  for (unsigned const most : {1, 2, 8, 20, 100, 1000, 10000}) {
    for (unsigned const gap : {0, 1, 3, 50, 3000}) {
      check_gaps<std::uint32_t>(30000, most, gap);
      check_gaps<std::uint64_t>(30000, most, gap);
      check_gaps<std::uint8_t>(30000, most, gap);
    }
  }
}

struct LowBitsLess {
  KOKKOS_FUNCTION bool operator()(std::uint32_t a, std::uint32_t b) const {
    return (a & 0xffffu) < (b & 0xffffu);
  }
};

TEST(SegmentedTeams, Comparators) {
  for (std::uint64_t const n : {1000, 30000}) {
    auto const input = input_keys<std::uint32_t>(n, Distribution::uniform);
    for (auto const& shape : segment_shapes(n)) {
      check<std::uint32_t>(input, shape, LowBitsLess{}, LowBitsLess{});
      check<std::uint32_t>(input, shape, LowBitsLess{}, bits(0, 16));
    }
  }
}

TEST(SegmentedTeams, ComparatorsThatContradictThemselves) {
  constexpr std::uint64_t n = 20000;
  auto const input = input_keys<std::uint32_t>(n, Distribution::uniform);
  Guarded<std::uint64_t> const calls(std::vector<std::uint64_t>(1, 0));
  for (auto const fault : faults) {
    SCOPED_TRACE(static_cast<int>(fault));
    FaultyLess const less{fault, calls.data()};
    using Order = Impl::LessOrder<std::uint32_t, FaultyLess>;
    for (auto const& shape : {random_segments(n, 2), random_segments(n, 20),
                              heavy_tail(n), random_segments(n, 5000)}) {
      Guarded<std::uint32_t> const keys(input);
      Guarded<std::uint32_t> const tags(
          index_tags<std::uint32_t>(input.size()));
      sort_by_teams<Order, std::uint32_t>(Order{less}, shape, {keys.data(), 1},
                                          {tags.data(), 1}, n);
      EXPECT_TRUE(permuted(keys.values(), tags.values(), input));
      auto const found = tags.values();
      for (std::size_t i = 0; i < shape.count(); ++i)
        for (auto at = shape.offsets[i]; at < shape.offsets[i + 1]; ++at)
          ASSERT_TRUE(found[at] >= shape.offsets[i] &&
                      found[at] < shape.offsets[i + 1])
              << "key " << at << " comes from another segment";
    }
  }
}

// Offsets that decrease break the contract. The keys are any then, but no
// memory beyond them is written.
TEST(SegmentedTeams, OffsetsThatDecreaseStayInBounds) {
#if defined(KOKKOS_ENABLE_DEBUG_BOUNDS_CHECK)
  GTEST_SKIP() << "a build with bounds checks ends at the first bad offset";
#endif
  constexpr std::uint64_t n = 20000;
  using Order               = Impl::BitsOrder<std::uint32_t>;
  std::mt19937_64 random(3);
  for (int const range : {40, 1000, 20000, 100000}) {
    SegmentShape shape{"random", {}};
    for (int i = 0; i < 3000; ++i)
      shape.offsets.push_back(random() % static_cast<unsigned>(range));
    Guarded<std::uint32_t> const keys(
        input_keys<std::uint32_t>(n, Distribution::uniform));
    sort_by_teams<Order, NoValue>(Order{}, shape, {keys.data(), 1}, {}, n);
    EXPECT_TRUE(keys.guards_hold());
  }
}

}  // namespace
}  // namespace KokkosSort::Test::SegmentedTeamsTest
