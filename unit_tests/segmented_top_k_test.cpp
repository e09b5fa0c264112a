// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/comparators.hpp>
#include <support/events.hpp>
#include <support/few_types.hpp>
#include <support/segments.hpp>
#include <KokkosSort/segmented_top_k.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

// segmented_top_k() against a stable sort of each segment.

namespace KokkosSort::Test::SegmentedTopKTest {
namespace {

/// The rows are parts of longer ones, whose other elements remain 0.
template <class Layout = Kokkos::LayoutRight, class Keys, class Less,
          class... Options>
void check(Keys const& input, SegmentShape const& shape, std::size_t k,
           Less const& less, Options const&... options) {
  SCOPED_TRACE(shape.name + ", n = " + std::to_string(input.size()) +
               ", k = " + std::to_string(k));
  using Key         = typename Keys::value_type;
  auto const sorted = in_order(input, segmented_order(input, shape, less));
  Guarded<Key> const keys(input, {2, 3});
  Kokkos::View<Key**, Layout, Memory> const rows("rows", shape.count(), k + 3);
  auto const result =
      Kokkos::subview(rows, Kokkos::ALL, Kokkos::pair(std::size_t{1}, k + 1));
  std::vector<int> const offsets(shape.offsets.begin(), shape.offsets.end());
  segmented_top_k(Exec{}, keys.template view<Kokkos::LayoutStride, Key const>(),
                  to_device(offsets), result, options...);
  auto const found =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, rows);
  Key const blank{};
  for (std::size_t i = 0; i < shape.count(); ++i)
    for (std::size_t j = 0; j < k + 3; ++j) {
      bool const is_found =
          j >= 1 && j <= k && j <= shape.offsets[i + 1] - shape.offsets[i];
      ASSERT_TRUE(same_bytes<Key>(
          found(i, j), is_found ? sorted[shape.offsets[i] + j - 1] : blank))
          << "segment " << i << ", column " << j;
    }
  EXPECT_TRUE(keys.untouched());
}

template <class Key>
class SegmentedTopKTypes : public testing::Test {};
#if defined(KOKKOSSORT_TEST_FEW_TYPES)
using Types = FewTypes<std::uint32_t, double, Pair>;
#else
using Types = testing::Types<std::int8_t, std::uint32_t, double, Pair>;
#endif
TYPED_TEST_SUITE(SegmentedTopKTypes, Types, );

TYPED_TEST(SegmentedTopKTypes, Shapes) {
  constexpr std::uint64_t n = 20000;
  auto const input          = input_keys<TypeParam>(n, Distribution::gaussian);
  for (auto const& shape : segment_shapes(n))
    for (std::size_t const k : {0, 1, 8})
      check(input, shape, k, OracleLess<TypeParam>{});
}

TEST(SegmentedTopK, ManyFirstKeysAndLayouts) {
  constexpr std::uint64_t n = 30000;
  auto const input          = input_keys<float>(n, Distribution::specials);
  for (std::size_t const k : {100, 600, 2000}) {
    check(input, random_segments(n, 1000), k, OracleLess<float>{});
    check<Kokkos::LayoutLeft>(input, random_segments(n, 3000), k,
                              Reversed<OracleLess<float>>{}, descending);
  }
}

TEST(SegmentedTopK, IsStable) {
  std::vector<Record> records(10000);
  for (std::uint32_t i = 0; i < 10000; ++i) records[i] = {i * 7919 % 5, i};
  check(records, random_segments(10000, 300), 20, KeyLess{}, KeyLess{});
  check(records, random_segments(10000, 300), 20, KeyLess{}, by(KeyOf{}));
}

// More segments than teams.
TEST(SegmentedTopK, ManySegments) {
  constexpr std::uint64_t n = 150000;
  auto const input = input_keys<std::uint32_t>(n, Distribution::uniform);
  check(input, segments_by("length 2", n, [] { return 2; }), 1,
        OracleLess<std::uint32_t>{});
}

TEST(SegmentedTopK, FirstSegmentsThatAViewCounts) {
  auto const keys    = to_device(std::vector<int>{5, 3, 4, 2, 9, 1});
  auto const offsets = to_device(std::vector<int>{0, 3, 4, 6});
  Kokkos::View<int, Memory> const count("count");
  for (int const used : {-1, 0, 2, 3, 7}) {
    Kokkos::View<int**, Memory> const rows("rows", 3, 2);
    Kokkos::deep_copy(count, used);
    segmented_top_k(Exec{}, keys, counted(offsets, count), rows);
    auto const found =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, rows);
    int const all[3][2] = {{3, 4}, {2, 0}, {1, 9}};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 2; ++j)
        EXPECT_EQ(found(i, j), i < used ? all[i][j] : 0) << used;
  }
}

TEST(SegmentedTopK, NeitherAllocatesNorFences) {
  Exec const exec;
  DeviceView<float> const keys("keys", 1000);
  auto const offsets = to_device(std::vector<int>{0, 400, 1000});
  Kokkos::View<float**, Memory> const result("result", 2, 8);
  exec.fence();
  Events const events;
  segmented_top_k(exec, keys, offsets, result);
  EXPECT_EQ(events.kernels().size(), 1u);
  EXPECT_EQ(events.allocations(), Events::Labels{});
  EXPECT_EQ(events.fences(), Events::Labels{});
  EXPECT_EQ(events.copies(), Events::Labels{});
  exec.fence();
}

TEST(SegmentedTopK, RefusesBadArguments) {
  Exec const exec;
  DeviceView<int> const keys("keys", 1000), offsets("offsets", 4);
  Kokkos::View<int**, Memory> const two("two", 2, 8), long_rows("", 3, 3000);
  EXPECT_TRUE(refuses([&] { segmented_top_k(exec, keys, offsets, two); },
                      {"segmented_top_k", "'result'", "2 rows", "3 segments"}));
  EXPECT_TRUE(
      refuses([&] { segmented_top_k(exec, keys, offsets, long_rows); },
              {"segmented_top_k", "'result'", "3000 columns", "40960"}));
  Kokkos::View<int**, Kokkos::LayoutRight, Memory,
               Kokkos::MemoryTraits<Kokkos::Unmanaged>> const same(keys.data(),
                                                                   3, 8);
  EXPECT_TRUE(refuses([&] { segmented_top_k(exec, keys, offsets, same); },
                      {"segmented_top_k", "'result'", "overlaps 'keys'"}));
}

TEST(SegmentedTopK, IsRepeatedByAPreparedCall) {
  Exec const exec;
  DeviceView<int> const keys("keys", 1000);
  auto const offsets = to_device(std::vector<int>{0, 400, 1000});
  Kokkos::View<int**, Memory> const result("result", 2, 3);
  auto const repeat = prepare(segmented_top_k, exec, keys, offsets, result);
  for (int const key : {5, -1}) {
    Kokkos::deep_copy(exec, keys, key);
    repeat.run(keys, offsets, result);
    int last;
    Kokkos::deep_copy(last, Kokkos::subview(result, 1, 2));
    EXPECT_EQ(last, key);
  }
}

/// The values are the indices of the keys.
template <class Layout = Kokkos::LayoutRight, class Keys, class Less,
          class... Options>
void check_by_key(Keys const& input, SegmentShape const& shape, std::size_t k,
                  Less const& less, Options const&... options) {
  SCOPED_TRACE(shape.name + ", k = " + std::to_string(k));
  using Key        = typename Keys::value_type;
  auto const order = segmented_order(input, shape, less);
  Guarded<Key> const keys(input, {2, 3});
  Guarded<std::uint32_t> const values(index_tags<std::uint32_t>(input.size()),
                                      {1, 2});
  std::size_t const count = shape.count();
  Kokkos::View<Key**, Layout, Memory> const result("result", count, k);
  Kokkos::View<std::uint32_t**, Memory> const wide("wide", count, k + 2);
  auto const tags =
      Kokkos::subview(wide, Kokkos::ALL, Kokkos::pair(std::size_t{1}, k + 1));
  std::vector<int> const offsets(shape.offsets.begin(), shape.offsets.end());
  segmented_top_k_by_key(
      Exec{}, keys.template view<Kokkos::LayoutStride, Key const>(),
      values.view<Kokkos::LayoutStride, std::uint32_t const>(),
      to_device(offsets), result, tags, options...);
  auto const found =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, result);
  auto const found_tags =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, wide);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < k; ++j) {
      bool const is_found     = j < shape.offsets[i + 1] - shape.offsets[i];
      std::uint32_t const tag = is_found ? order[shape.offsets[i] + j] : 0;
      ASSERT_EQ(found_tags(i, j + 1), tag) << i << ", " << j;
      ASSERT_TRUE(same_bytes<Key>(found(i, j), is_found ? input[tag] : Key{}));
    }
  for (std::size_t i = 0; i < count; ++i)
    ASSERT_TRUE(found_tags(i, 0) == 0 && found_tags(i, k + 1) == 0);
  EXPECT_TRUE(keys.untouched());
  EXPECT_TRUE(values.untouched());
}

TEST(SegmentedTopKByKey, ValuesFollowTheirKeys) {
  constexpr std::uint64_t n = 20000;
  auto const input = input_keys<std::uint32_t>(n, Distribution::two_values);
  for (auto const& shape : segment_shapes(n))
    for (std::size_t const k : {0, 1, 8})
      check_by_key(input, shape, k, OracleLess<std::uint32_t>{});
  auto const numbers = input_keys<double>(n, Distribution::specials);
  for (std::size_t const k : {100, 400})
    check_by_key<Kokkos::LayoutLeft>(numbers, random_segments(n, 1000), k,
                                     Reversed<OracleLess<double>>{},
                                     descending);
}

TEST(SegmentedTopKByKey, RefusesBadArguments) {
  DeviceView<int> const keys("keys", 1000), offsets("offsets", 4);
  DeviceView<float> const values("values", 1000), few("few", 999);
  Kokkos::View<int**, Memory> const result("result", 3, 8);
  Kokkos::View<float**, Memory> const right("right", 3, 8),
      narrow("narrow", 3, 7), low("low", 2, 8);
  auto const refuse = [&](auto const& with, auto const& tags,
                          std::string const& argument,
                          std::string const& problem) {
    EXPECT_TRUE(refuses(
        [&] { segmented_top_k_by_key(keys, with, offsets, result, tags); },
        {"segmented_top_k_by_key", "'" + argument + "'", problem}));
  };
  refuse(few, right, "values", "has extent 999");
  refuse(values, narrow, "result_values", "has extent 7");
  refuse(values, low, "result_values", "has extent 2");
  Kokkos::View<float**, Kokkos::LayoutRight, Memory,
               Kokkos::MemoryTraits<Kokkos::Unmanaged>> const
      same(values.data(), 3, 8);
  refuse(values, same, "result_values", "overlaps 'values'");
}

TEST(SegmentedTopKByKey, IsRepeatedByAPreparedCall) {
  Exec const exec;
  auto const keys    = to_device(std::vector<int>{3, 1, 2, 9, 8});
  auto const values  = to_device(std::vector<float>{0, 1, 2, 3, 4});
  auto const offsets = to_device(std::vector<int>{0, 3, 5});
  Kokkos::View<int**, Memory> const result("result", 2, 2);
  Kokkos::View<float**, Memory> const tags("tags", 2, 2);
  prepare(segmented_top_k_by_key, exec, keys, values, offsets, result, tags)
      .run();
  exec.fence();
  auto const found =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, tags);
  EXPECT_EQ(found(0, 0), 1);
  EXPECT_EQ(found(0, 1), 2);
  EXPECT_EQ(found(1, 0), 4);
  EXPECT_EQ(found(1, 1), 3);
}

template <class... Arguments>
concept Accepted =
    requires(Arguments const&... arguments) { segmented_top_k(arguments...); };
using Ints = DeviceView<int>;
using Rows = Kokkos::View<int**, Memory>;
static_assert(Accepted<DeviceView<int const>, Ints, Rows, Descending>);
static_assert(!Accepted<Exec, Ints, Ints, Ints>);
static_assert(!Accepted<Exec, Ints, Ints, Kokkos::View<float**, Memory>>);

}  // namespace
}  // namespace KokkosSort::Test::SegmentedTopKTest
