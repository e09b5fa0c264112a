// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sorts that the calling thread of a host does by itself: of few keys, and
// inside a kernel.

#include <support/call.hpp>
#include <support/events.hpp>
#include <support/records.hpp>
#include <KokkosSort/algorithm/host/host_alone.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <vector>

#if !defined(KOKKOSSORT_TEST_ON_DEVICE)

namespace KokkosSort::Test::HostThreadTest {
namespace {

using Key   = std::uint32_t;
using Views = std::vector<DeviceView<Key>>;

// ------------------------------------------------------- without Kokkos' help

TEST(HostThread, FewKeysTakeNoLaunchNoFenceAndNoMemory) {
  for (std::size_t const n : {2, 9, 700}) {
    auto const keys   = to_device(input_keys<Key>(n, Distribution::uniform));
    auto const values = to_device(input_keys<Key>(n, Distribution::uniform));
    EXPECT_EQ(sort_workspace_size(Exec{}, keys), 0u);
    EXPECT_EQ(argsort_workspace_size(Exec{}, values, keys), 0u);
    Events const events;
    sort(Exec{}, keys);
    sort_by_key(keys, values, descending);
    argsort(Exec{}, values, keys, std::less<Key>{});
    EXPECT_TRUE(events.kernels().empty()) << n;
    EXPECT_TRUE(events.fences().empty()) << n;
    EXPECT_TRUE(events.allocations().empty()) << n;
    EXPECT_TRUE(events.copies().empty()) << n;
  }
}

TEST(HostThread, ManyKeysAndNamedAlgorithmsAreLaunched) {
  auto const many = to_device(input_keys<Key>(10000, Distribution::uniform));
  auto const few  = to_device(input_keys<Key>(100, Distribution::uniform));
  EXPECT_GT(sort_workspace_size(Exec{}, many), Impl::max_stack_bytes);
  Events const events;
  sort(Exec{}, many);
  std::size_t const launches = events.kernels().size();
  EXPECT_GT(launches, 0u);
  EXPECT_FALSE(events.allocations().empty());
  sort(Exec{}, few, Algorithm::merge);
  EXPECT_GT(events.kernels().size(), launches);
}

// -------------------------------------------------------------------- result

/// Sizes on both sides of the stack's room, of a leaf and of a partition.
template <class Value>
void check_alone(std::vector<std::size_t> const& sizes) {
  using Order = Impl::BitsOrder<Key>;
  using Alone = Impl::HostAlone<Order, Value>;
  for (std::size_t const n : sizes) {
    auto const input = input_keys<Key>(n, Distribution::sqrt_values);
    auto keys        = input;
    std::vector<Value> values(n);
    for (std::size_t i = 0; i < n; ++i)
      values[i] = Value{static_cast<std::uint32_t>(i), {}};
    std::vector<std::uint32_t> expected(n);
    std::iota(expected.begin(), expected.end(), 0u);
    std::stable_sort(expected.begin(), expected.end(),
                     [&](auto a, auto b) { return input[a] < input[b]; });
    Alone::run(Order::directed(false), Impl::Strided<Key>{keys.data()},
               Impl::Strided<Value>{values.data()}, n);
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_EQ(keys[i], input[expected[i]]) << i << " of " << n;
      ASSERT_EQ(values[i].index, expected[i]) << i << " of " << n;
    }
  }
}

template <std::size_t Bytes>
struct Tag {
  std::uint32_t index;
  unsigned char rest[Bytes];
};

TEST(HostThread, AllSizesAreStable) {
  std::size_t const room = Impl::max_stack_bytes / 16;
  std::vector<std::size_t> sizes{room - 1, room, room + 1, 70000, 400001};
  for (std::size_t n = 2; n < 70; ++n) sizes.push_back(n);
  check_alone<Tag<4>>(sizes);
  check_alone<Tag<60>>(sizes);
}

TEST(HostThread, PublicFunctionsOfAllSizesUpToTheFirstLaunch) {
  for (std::size_t n = 2; n < 2600; n += 1 + n / 16) {
    auto const input = input_keys<float>(n, Distribution::specials);
    OracleLess<float> const less;
    EXPECT_TRUE(same_sequence(sort_guarded<float>(input),
                              stable_reference(input, less)));
    auto const result = sort_tagged<float>(input, descending);
    EXPECT_TRUE(sorted_with_tags(result.keys, result.tags, input,
                                 Reversed<OracleLess<float>>{less}, true));
    Guarded<float> const keys(input);
    Guarded<std::int64_t> const permutation(std::vector<std::int64_t>(n, 7));
    argsort(Exec{}, permutation.view(), keys.view());
    EXPECT_TRUE(keys.untouched());
    EXPECT_TRUE(permutation.guards_hold());
    auto const places = permutation.values();
    std::vector<float> gathered(n);
    for (std::size_t i = 0; i < n; ++i)
      gathered[i] = input[static_cast<std::size_t>(places[i])];
    EXPECT_TRUE(same_sequence(gathered, stable_reference(input, less)));
  }
}

// ------------------------------------------------------------ inside a kernel

/// Sorts each row inside a kernel; `sort_row` is given the row.
template <class SortRow>
void check_rows(std::size_t columns, SortRow const& sort_row) {
  std::size_t const rows = 6;
  Views views;
  std::vector<std::vector<Key>> inputs;
  for (std::size_t r = 0; r < rows; ++r) {
    inputs.push_back(input_keys<Key>(columns, Distribution::uniform, r + 1));
    views.push_back(to_device(inputs.back()));
  }
  auto const* const row = views.data();
  Kokkos::parallel_for(
      "rows", Kokkos::RangePolicy<Exec>(0, rows),
      KOKKOS_LAMBDA(std::size_t r) { sort_row(row[r]); });
  for (std::size_t r = 0; r < rows; ++r) {
    std::sort(inputs[r].begin(), inputs[r].end());
    EXPECT_TRUE(std::equal(inputs[r].begin(), inputs[r].end(), views[r].data()))
        << "row " << r;
  }
}

TEST(HostThread, RowsAreSortedInsideAKernel) {
  check_rows(100, [](auto const& row) { sort(row); });
#if !defined(KOKKOS_ENABLE_THREADS)  // Kokkos::Threads does not show it
  check_rows(50000, [](auto const& row) { sort(row); });
  check_rows(200000, [](auto const& row) { sort(Exec{}, row); });
  check_rows(50000, [](auto const& row) {
    std::vector<Key> places(row.extent(0));
    Kokkos::View<Key*, Kokkos::HostSpace,
                 Kokkos::MemoryTraits<Kokkos::Unmanaged>> const
        permutation(places.data(), places.size());
    argsort(permutation, row);
    std::vector<Key> sorted;
    for (Key const place : places) sorted.push_back(row(place));
    std::copy(sorted.begin(), sorted.end(), row.data());
  });
#endif
#if defined(KOKKOS_ENABLE_SERIAL)
  check_rows(100, [](auto const& row) { sort(Kokkos::Serial{}, row); });
  check_rows(50000, [](auto const& row) { sort(Kokkos::Serial{}, row); });
#endif
}

// ---------------------------------------------------- comparators that throw

struct ThrowingLess {
  std::size_t* calls_left;
  bool operator()(Key a, Key b) const {
    if ((*calls_left)-- == 0) throw std::runtime_error("a comparator threw");
    return a < b;
  }
};

TEST(HostThread, ThrowingComparatorOfFewKeysLeavesTheCallAndTheKeys) {
  auto const input = input_keys<Key>(500, Distribution::uniform);
  Guarded<Key> const keys(input);
  // A sort that a comparator merely confirms calls it once per key.
  std::size_t calls_left = 300;
  EXPECT_THROW(sort(Exec{}, keys.view(), ThrowingLess{&calls_left}),
               std::runtime_error);
  EXPECT_TRUE(keys.untouched());
  sort(Exec{}, keys.view());
  EXPECT_TRUE(sorted(keys.values(), input, std::less<Key>{}));
}

}  // namespace
}  // namespace KokkosSort::Test::HostThreadTest

#endif
