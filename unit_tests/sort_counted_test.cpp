// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/comparators.hpp>
#include <support/events.hpp>
#include <support/few_types.hpp>
#include <support/segments.hpp>
#include <KokkosSort/sort_counted.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

// Sorts of as many keys or segments as a number on the device states.

namespace KokkosSort::Test::SortCountedTest {
namespace {

template <class Number>
Kokkos::View<Number, Memory> number_of(Number value) {
  Kokkos::View<Number, Memory> const number("number");
  Kokkos::deep_copy(number, value);
  return number;
}

/// Checks keys alone, and strided keys with tags. `first` of them are sorted.
template <class Number, class Keys, class Less, class... Options>
void check(Keys const& input, Number number, std::size_t first,
           Less const& less, Options const&... options) {
  SCOPED_TRACE("the first " + std::to_string(first) + " of " +
               std::to_string(input.size()));
  using Key          = typename Keys::value_type;
  auto const indices = segmented_order(input, {0}, {first}, less);
  auto const sorted  = in_order(input, indices);
  Kokkos::View<Number const, Memory> const count = number_of(number);
  PoisonedWorkspace scratch;
  {
    Guarded<Key> const keys(input, {1, 1});
    auto const bytes =
        sort_counted_workspace_size(Exec{}, keys.view(), count, options...);
    sort_counted(Exec{}, keys.view(), count, scratch.prepare(bytes),
                 options...);
    ASSERT_TRUE(same_sequence(keys.values(), sorted));
    EXPECT_TRUE(keys.guards_hold());
    EXPECT_TRUE(scratch.guards_hold());
  }
  Guarded<Key> const keys(input, {5, 3});
  Guarded<std::uint32_t> const tags(index_tags<std::uint32_t>(input.size()),
                                    {3, 2});
  auto const keys_view = keys.template view<Kokkos::LayoutStride>();
  auto const tags_view = tags.template view<Kokkos::LayoutStride>();
  auto const bytes     = sort_counted_by_key_workspace_size(
      Exec{}, keys_view, tags_view, count, options...);
  sort_counted_by_key(Exec{}, keys_view, tags_view, count, options...,
                      scratch.prepare(bytes));
  ASSERT_TRUE(same_sequence(keys.values(), sorted));
  EXPECT_TRUE(same_sequence(tags.values(), indices));
  EXPECT_TRUE(keys.guards_hold());
  EXPECT_TRUE(tags.guards_hold());
  EXPECT_TRUE(scratch.guards_hold());
}

template <class Key>
class SortCountedTypes : public testing::Test {};
#if defined(KOKKOSSORT_TEST_FEW_TYPES)
using Types = FewTypes<std::uint32_t, double, WideKey>;
#else
using Types =
    testing::Types<std::int8_t, std::uint32_t, double, Int128, Triple, WideKey>;
#endif
TYPED_TEST_SUITE(SortCountedTypes, Types, );

TYPED_TEST(SortCountedTypes, CountsAndSizes) {
  for (std::size_t const n : {0, 1, 2, 33, 5000, 100000}) {
    auto const input = input_keys<TypeParam>(n, Distribution::gaussian);
    for (std::size_t const first :
         {std::size_t{0}, std::size_t{1}, std::size_t{2}, n / 3, n - n / 50, n})
      if (first <= n)
        check<std::uint64_t>(input, first, first, OracleLess<TypeParam>{});
  }
}

TEST(SortCounted, NumbersBeyondTheExtents) {
  auto const input = input_keys<float>(3000, Distribution::specials);
  OracleLess<float> const less{};
  check<int>(input, 3001, 3000, less);
  check<int>(input, -1, 0, less);
  check<std::int64_t>(input, std::int64_t{1} << 40, 3000, less);
  check<std::int64_t>(input, -(std::int64_t{1} << 40), 0, less);
  check<std::uint8_t>(input, 200, 200, less);
}

TEST(SortCounted, Orders) {
  auto const input =
      input_keys<std::uint32_t>(200000, Distribution::two_values);
  check<int>(input, 150001, 150001, Reversed<OracleLess<std::uint32_t>>{},
             descending);
  std::vector<Record> records(40000);
  for (std::uint32_t i = 0; i < 40000; ++i)
    records[i] = {i * 2654435761u >> 20, i};
  check<int>(records, 30000, 30000, KeyLess{}, KeyLess{});
  check<int>(records, 30000, 30000, KeyLess{}, by(KeyOf{}));
}

// Offsets behind the counted segments are nonsense.
TEST(SortCounted, FirstSegments) {
  constexpr std::uint64_t n = 60000;
  auto const input = input_keys<std::uint32_t>(n, Distribution::uniform);
  for (auto const& shape : segment_shapes(n)) {
    std::size_t const count = shape.count();
    for (std::size_t const used : {std::size_t{0}, count / 2, count}) {
      SCOPED_TRACE(shape.name + ", " + std::to_string(used) + " segments");
      auto some = shape;
      if (!some.offsets.empty()) some.offsets.resize(used + 1);
      auto const sorted = in_order(
          input, segmented_order(input, some, OracleLess<std::uint32_t>{}));
      std::vector<int> offsets(shape.offsets.begin(), shape.offsets.end());
      for (std::size_t i = used + 1; i < offsets.size(); ++i)
        offsets[i] = i % 2 == 0 ? -7 : 1000000;
      auto const first =
          counted(to_device(offsets), number_of(static_cast<unsigned>(used)));
      Guarded<std::uint32_t> const keys(input);
      segmented_sort(Exec{}, keys.view(), first);
      ASSERT_TRUE(same_sequence(keys.values(), sorted));
      EXPECT_TRUE(keys.guards_hold());
    }
  }
}

TEST(SortCounted, FirstSegmentsByBeginsAndEnds) {
  auto const input  = input_keys<std::uint32_t>(100, Distribution::uniform);
  auto const bounds = segments(to_device(std::vector<int>{3, 20, 50}),
                               to_device(std::vector<int>{15, 40, 90}));
  Guarded<std::uint32_t> const keys(input);
  DeviceView<int> const values("values", 100);
  segmented_sort_by_key(Exec{}, keys.view(), values,
                        counted(bounds, number_of<std::int64_t>(2)));
  EXPECT_TRUE(same_sequence(
      keys.values(),
      in_order(input, segmented_order(input, {3, 20}, {15, 40},
                                      OracleLess<std::uint32_t>{}))));
}

TEST(SortCounted, NeitherAllocatesNorFencesWithAWorkspace) {
  Exec const exec;
  for (std::size_t const n : {0, 100, 30000}) {
    DeviceView<float> const keys("keys", n), values("values", n);
    auto const count = number_of(static_cast<int>(n / 2));
    Workspace<Memory> const workspace(
        exec, sort_counted_by_key_workspace_size(exec, keys, values, count));
    exec.fence();
    Events const events;
    sort_counted_by_key(exec, keys, values, count, workspace);
    EXPECT_EQ(events.allocations(), Events::Labels{});
    EXPECT_EQ(events.fences(), Events::Labels{});
    EXPECT_EQ(events.copies(), Events::Labels{});
    exec.fence();
  }
}

TEST(SortCounted, RefusesBadArguments) {
  Exec const exec;
  DeviceView<int> const keys("keys", 30000), few("few", 29999);
  auto const count = number_of(5);
  Workspace<Memory> const small(exec, 1);
  EXPECT_TRUE(
      refuses([&] { sort_counted(exec, keys, Kokkos::subview(keys, 3)); },
              {"sort_counted", "'count'", "overlaps 'keys'"}));
  EXPECT_TRUE(refuses([&] { sort_counted_by_key(exec, keys, few, count); },
                      {"sort_counted_by_key", "'values'", "29999", "30000"}));
  EXPECT_TRUE(refuses([&] { sort_counted(exec, keys, count, small); },
                      {"sort_counted", "'workspace'", "1 bytes"}));
  EXPECT_TRUE(refuses(
      [&] {
        segmented_sort(exec, keys, counted(few, Kokkos::subview(keys, 3)));
      },
      {"segmented_sort", "'count'", "overlaps 'keys'"}));
  EXPECT_TRUE(refuses([&] { segmented_sort(exec, keys, counted(keys, count)); },
                      {"segmented_sort", "'offsets'", "overlaps 'keys'"}));
}

// A recorded call reads the number each time that it runs.
TEST(SortCounted, IsRepeatedByAPreparedCall) {
  Exec const exec;
  auto const input = input_keys<std::uint32_t>(30000, Distribution::uniform);
  Guarded<std::uint32_t> const keys(input);
  DeviceView<int> const values("values", 30000);
  auto const count  = number_of(0);
  auto const view   = keys.view();
  auto const sorts  = prepare(sort_counted, exec, view, count);
  auto const by_key = prepare(sort_counted_by_key, exec, view, values, count);
  for (int const first : {5, 20000, 1, 30000}) {
    Kokkos::deep_copy(count, first);
    first == 20000 ? by_key.run(view, values, count) : sorts.run(view, count);
    exec.fence();
    auto expected = input;
    std::sort(expected.begin(), expected.begin() + std::max(first, 5));
    if (first == 1) std::sort(expected.begin(), expected.begin() + 20000);
    EXPECT_TRUE(same_sequence(keys.values(), expected)) << first;
  }
}

template <class... Arguments>
concept Accepted =
    requires(Arguments const&... arguments) { sort_counted(arguments...); };
using Ints = DeviceView<int>;
static_assert(Accepted<Ints, Kokkos::View<long const, Memory>, Descending>);
static_assert(!Accepted<Exec, Ints, Ints>);
static_assert(!Accepted<Exec, Ints, Kokkos::View<float, Memory>>);
static_assert(
    !Accepted<Exec, DeviceView<int const>, Kokkos::View<int, Memory>>);

}  // namespace
}  // namespace KokkosSort::Test::SortCountedTest
