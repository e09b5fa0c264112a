// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/comparators.hpp>
#include <support/segments.hpp>

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace KokkosSort::Test::SegmentedSortTest {
namespace {

template <class Offset>
std::vector<Offset> offsets_of(SegmentShape const& shape) {
  return {shape.offsets.begin(), shape.offsets.end()};
}

/// Checks keys alone, keys with tags and the permutation, all of them strided
/// and with workspaces of exactly their size.
template <class Offset, class Keys, class Less, class... Options>
void check(Keys const& input, SegmentShape const& shape, Less const& less,
           Options const&... options) {
  SCOPED_TRACE(shape.name + ", n = " + std::to_string(input.size()));
  using Key          = typename Keys::value_type;
  auto const indices = segmented_order(input, shape, less);
  auto const sorted  = in_order(input, indices);
  Guarded<Offset> const offsets(offsets_of<Offset>(shape), {1, 2});
  auto const rows = offsets.template view<Kokkos::LayoutStride, Offset const>();
  PoisonedWorkspace scratch;
  {
    Guarded<Key> const keys(input);
    auto const bytes =
        segmented_sort_workspace_size(Exec{}, keys.view(), rows, options...);
    segmented_sort(Exec{}, keys.view(), rows, scratch.prepare(bytes),
                   options...);
    ASSERT_TRUE(same_sequence(keys.values(), sorted));
    EXPECT_TRUE(keys.guards_hold());
    EXPECT_TRUE(scratch.guards_hold());
  }
  {
    Guarded<Key> const keys(input, {5, 3});
    Guarded<std::uint32_t> const tags(index_tags<std::uint32_t>(input.size()),
                                      {3, 2});
    auto const keys_view = keys.template view<Kokkos::LayoutStride>();
    auto const tags_view = tags.template view<Kokkos::LayoutStride>();
    auto const bytes     = segmented_sort_by_key_workspace_size(
        Exec{}, keys_view, tags_view, rows, options...);
    segmented_sort_by_key(Exec{}, keys_view, tags_view, rows, options...,
                          scratch.prepare(bytes));
    ASSERT_TRUE(same_sequence(keys.values(), sorted));
    EXPECT_TRUE(same_sequence(tags.values(), indices));
    EXPECT_TRUE(keys.guards_hold());
    EXPECT_TRUE(tags.guards_hold());
    EXPECT_TRUE(scratch.guards_hold());
  }
  Guarded<Key> const keys(input, {5, 2});
  Guarded<int> const permutation(std::vector<int>(input.size(), -1));
  auto const keys_view = keys.template view<Kokkos::LayoutStride, Key const>();
  auto const bytes     = segmented_argsort_workspace_size(
      Exec{}, permutation.view(), keys_view, rows, options...);
  segmented_argsort(Exec{}, permutation.view(), keys_view, rows,
                    scratch.prepare(bytes), options...);
  auto const found = permutation.values();
  EXPECT_TRUE(same_sequence(
      std::vector<std::uint32_t>(found.begin(), found.end()), indices));
  EXPECT_TRUE(keys.untouched());
  EXPECT_TRUE(permutation.guards_hold());
  EXPECT_TRUE(offsets.untouched());
  EXPECT_TRUE(scratch.guards_hold());
}

TEST(SegmentedSort, ShapesOf32Bits) {
  for (std::uint64_t const n : {0, 1, 2, 1000, 30000}) {
    auto const input = input_keys<std::uint32_t>(n, Distribution::uniform);
    for (auto const& shape : segment_shapes(n))
      check<int>(input, shape, OracleLess<std::uint32_t>{});
  }
}

TEST(SegmentedSort, ShapesOf64Bits) {
  constexpr std::uint64_t n = 70000;
  auto const input          = input_keys<double>(n, Distribution::specials);
  for (auto const& shape : segment_shapes(n))
    check<std::size_t>(input, shape, OracleLess<double>{});
}

// Threads of a host sort long segments together.
TEST(SegmentedSort, LongSegments) {
  constexpr std::uint64_t n = 600000;
  auto const input          = input_keys<std::uint64_t>(n, Distribution::zipf);
  SegmentShape const shapes[] = {{"one", {0, n}},
                                 {"halves", {0, n / 2, n}},
                                 {"one long", {0, 1, 5, n - 9, n - 3, n}},
                                 random_segments(n, 100000)};
  for (auto const& shape : shapes)
    check<std::int64_t>(input, shape, Reversed<OracleLess<std::uint64_t>>{},
                        descending);
}

TEST(SegmentedSort, KeysOfTheSameValue) {
  constexpr std::uint64_t n = 20000;
  for (auto const distribution :
       {Distribution::zero, Distribution::two_values,
        Distribution::ninety_five_percent_one_value, Distribution::sorted,
        Distribution::reversed}) {
    auto const input = input_keys<std::int32_t>(n, distribution);
    for (auto const& shape :
         {random_segments(n, 10), random_segments(n, 300), heavy_tail(n)})
      check<unsigned>(input, shape, OracleLess<std::int32_t>{});
  }
}

TEST(SegmentedSort, Comparators) {
  constexpr std::uint64_t n = 30000;
  auto const input          = input_keys<Pair>(n, Distribution::sqrt_values);
  auto const wide           = input_keys<WideKey>(n, Distribution::sqrt_values);
  for (auto const& shape :
       {random_segments(n, 4), random_segments(n, 100), heavy_tail(n)}) {
    check<int>(input, shape, Lexicographic{}, Lexicographic{});
    check<int>(wide, shape, OracleLess<WideKey>{});
  }
}

/// A value that is gathered through an index.
struct Payload {
  std::array<std::uint32_t, 12> words;
};

TEST(SegmentedSort, WideValues) {
  constexpr std::uint64_t n = 10000;
  auto const input = input_keys<std::uint32_t>(n, Distribution::sixteen_values);
  auto const shape = random_segments(n, 50);
  std::vector<Payload> payloads(n);
  for (std::uint32_t i = 0; i < n; ++i) payloads[i].words.fill(i);
  Guarded<std::uint32_t> const keys(input);
  Guarded<Payload> const values(payloads);
  auto const offsets = to_device(offsets_of<int>(shape));
  stable_segmented_sort_by_key(keys.view(), values.view(), offsets);
  auto const order = segmented_order(input, shape, OracleLess<std::uint32_t>{});
  EXPECT_TRUE(same_sequence(keys.values(), in_order(input, order)));
  EXPECT_TRUE(same_sequence(values.values(), in_order(payloads, order)));
  EXPECT_TRUE(values.guards_hold());
}

TEST(SegmentedSort, GapsBetweenSegments) {
  constexpr std::uint64_t n = 50000;
  auto const input          = input_keys<float>(n, Distribution::specials);
  std::mt19937 random(5);
  for (unsigned const mean : {3, 50, 700, 9000}) {
    SCOPED_TRACE(mean);
    std::vector<std::uint64_t> begins, ends;
    for (std::uint64_t at = random() % mean; at < n;) {
      begins.push_back(at);
      at = std::min(n, at + random() % (2 * mean));
      ends.push_back(at);
      at += random() % 3 * (random() % mean);
    }
    auto const order =
        segmented_order(input, begins, ends, OracleLess<float>{});
    Guarded<float> const keys(input);
    auto const both = segments(to_device(begins), to_device(ends));
    stable_segmented_sort(Exec{}, keys.view(), both);
    EXPECT_TRUE(same_sequence(keys.values(), in_order(input, order)));
    EXPECT_TRUE(keys.guards_hold());
    DeviceView<std::int64_t> const permutation("permutation", n);
    segmented_argsort(permutation, to_device(input), both);
    auto const found =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, permutation);
    for (std::uint64_t i = 0; i < n; ++i)
      ASSERT_EQ(static_cast<std::uint32_t>(found(i)), order[i]);
  }
}

TEST(SegmentedSort, AgreesWithSortOfOneSegment) {
  auto const input = input_keys<double>(100000, Distribution::gaussian);
  Guarded<double> const keys(input);
  segmented_sort(keys.view(), to_device(std::vector<int>{0, 100000}));
  EXPECT_TRUE(same_sequence(keys.values(), sort_guarded<double>(input)));
}

TEST(SegmentedSort, RefusesExtentsThatDiffer) {
  Guarded<float> const keys(input_keys<float>(9, Distribution::uniform));
  Guarded<int> const values(std::vector<int>(8, 5));
  auto const offsets = to_device(std::vector<int>{0, 4, 9});
  EXPECT_TRUE(refuses(
      [&] { segmented_sort_by_key(keys.view(), values.view(), offsets); },
      {"KokkosSort::segmented_sort_by_key:", "'values' has extent 8",
       "'keys' has extent 9"}));
  EXPECT_TRUE(
      refuses([&] { segmented_argsort(values.view(), keys.view(), offsets); },
              {"KokkosSort::segmented_argsort:", "'permutation' has extent 8",
               "'keys' has extent 9"}));
  EXPECT_TRUE(refuses(
      [&] {
        segmented_sort(keys.view(),
                       segments(offsets, to_device(std::vector<int>{4, 9})));
      },
      {"KokkosSort::segmented_sort:", "'segments.ends' has extent 2",
       "'segments.begins' has extent 3"}));
  EXPECT_TRUE(keys.untouched());
  EXPECT_TRUE(values.untouched());
}

TEST(SegmentedSort, RefusesViewsThatOverlap) {
  Guarded<int> const keys(std::vector<int>{0, 1, 3, 2, 4});
  auto const values  = keys.view();
  auto const offsets = to_device(std::vector<int>{0, 2, 5});
  EXPECT_TRUE(
      refuses([&] { segmented_sort(keys.view(), values); },
              {"KokkosSort::segmented_sort:", "'offsets' overlaps", "'keys'"}));
  EXPECT_TRUE(refuses(
      [&] { segmented_sort_by_key(keys.view(), values, offsets); },
      {"KokkosSort::segmented_sort_by_key:", "'values' overlaps", "'keys'"}));
  EXPECT_TRUE(refuses(
      [&] {
        segmented_argsort(values, to_device(std::vector<float>(5, 0.f)),
                          segments(offsets, keys.view()));
      },
      {"KokkosSort::segmented_argsort:"}));
  EXPECT_TRUE(keys.untouched());
}

TEST(SegmentedSort, RefusesAWorkspaceThatIsTooSmall) {
  Exec const exec;
  constexpr std::uint64_t n = 50000;
  Guarded<std::uint32_t> const keys(
      input_keys<std::uint32_t>(n, Distribution::uniform));
  auto const offsets = to_device(std::vector<std::uint64_t>{0, 7, n});
  auto const bytes = segmented_sort_workspace_size(exec, keys.view(), offsets);
  Workspace<Memory> const small(exec, bytes - 1);
  EXPECT_TRUE(refuses(
      [&] { segmented_sort(exec, keys.view(), offsets, small); },
      {"KokkosSort::segmented_sort:", "'workspace'", std::to_string(bytes)}));
  EXPECT_TRUE(keys.untouched());
}

TEST(SegmentedSort, TakesBitsOfKeys) {
  constexpr std::uint64_t n = 5000;
  auto const input = input_keys<std::uint32_t>(n, Distribution::uniform);
  check<int>(
      input, random_segments(n, 40),
      [](std::uint32_t a, std::uint32_t b) {
        return (a >> 8 & 0xffu) < (b >> 8 & 0xffu);
      },
      bits(8, 16));
}

/// Rounds of a prepared call, each with other keys.
constexpr int rounds = 50;

// The offsets of a round are those that the device has by then.
TEST(SegmentedSort, CanBePrepared) {
  constexpr std::uint64_t n = 20000;
  Exec const exec;
  auto const first = random_segments(n, 30);
  auto other       = heavy_tail(n);
  // The extent is the same, since the launches depend on it.
  other.offsets.resize(first.offsets.size(), n);
  Guarded<int> const offsets(offsets_of<int>(first));
  DeviceView<std::uint32_t> const keys("keys", n), values("values", n);
  Workspace<Memory> const workspace(
      exec,
      segmented_sort_by_key_workspace_size(exec, keys, values, offsets.view()));
  auto const call = prepare(segmented_sort_by_key, exec, keys, values,
                            offsets.view(), workspace);
  auto const tags = to_device(index_tags<std::uint32_t>(n));
  for (int round = 0; round < rounds; ++round) {
    auto const& shape = round % 2 == 0 ? first : other;
    auto const input =
        input_keys<std::uint32_t>(n, Distribution::uniform, round + 1u);
    Kokkos::deep_copy(exec, keys, to_device(input));
    Kokkos::deep_copy(exec, values, tags);
    Kokkos::deep_copy(offsets.view(), to_device(offsets_of<int>(shape)));
    exec.fence();
    call.run(keys, values, offsets.view());
    exec.fence();
    auto const found =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, values);
    auto const order =
        segmented_order(input, shape, OracleLess<std::uint32_t>{});
    for (std::uint64_t i = 0; i < n; ++i) ASSERT_EQ(found(i), order[i]);
  }
}

TEST(SegmentedSort, OtherFunctionsCanBePrepared) {
  Exec const exec;
  auto const offsets = to_device(std::vector<int>{0, 3, 5});
  auto const keys    = to_device(std::vector<int>{3, 1, 2, 5, 4});
  DeviceView<int> const order("order", 5);
  prepare(segmented_argsort, exec, order, keys, offsets).run();
  prepare(
      stable_segmented_sort, exec, keys,
      segments(to_device(std::vector<int>{0}), to_device(std::vector<int>{3})),
      descending)
      .run(keys);
  exec.fence();
  auto const host = [](auto const& view) {
    auto const mirror =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
    return std::vector<int>(mirror.data(), mirror.data() + 5);
  };
  EXPECT_EQ(host(order), (std::vector<int>{1, 2, 0, 4, 3}));
  EXPECT_EQ(host(keys), (std::vector<int>{3, 2, 1, 5, 4}));
}

}  // namespace
}  // namespace KokkosSort::Test::SegmentedSortTest
