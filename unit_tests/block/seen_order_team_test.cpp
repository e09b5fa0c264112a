// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/block/seen_order.hpp>
#include <KokkosSort/block/key_order.hpp>
#include <support/call.hpp>
#include <support/space.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

namespace KokkosSort::Test {
namespace {

using Key = std::uint32_t;

/// Member of a team of one thread of the host.
struct Alone {
  using execution_space = Exec;
  template <class Reducer>
  void team_reduce(Reducer const&) const {}
  int team_rank() const { return 0; }
};

template <bool EqualIsIdentical>
Impl::SeenOrder seen_in(std::vector<Key> const& input) {
  using Order = Impl::BitsOrder<Key>;
  Impl::OrderWatch<Order, EqualIsIdentical> watch;
  Impl::SeenOrder seen{0, 0};
  std::vector<Key> keys = input;
  Impl::Strided<Key> const view{keys.data()};
  for (std::size_t i = 0; i < keys.size(); ++i)
    watch.see(Order{}, view, i, keys[i]);
  watch.report(Alone{}, seen);
  return seen;
}

TEST(SeenOrder, SortedReversedAndOther) {
  std::vector<std::vector<Key>> const sorted{{7}, {3, 3}, {1, 2}, {1, 2, 2, 9}};
  for (auto const& keys : sorted) {
    EXPECT_TRUE(seen_in<true>(keys).is_sorted());
    EXPECT_TRUE(seen_in<false>(keys).is_sorted());
    EXPECT_FALSE(seen_in<false>(keys).is_reversed());
  }
  std::vector<Key> const falling{9, 8, 5, 1};
  EXPECT_TRUE(seen_in<true>(falling).is_reversed());
  EXPECT_TRUE(seen_in<false>(falling).is_reversed());
  std::vector<Key> const with_ties{9, 8, 8, 1};
  EXPECT_TRUE(seen_in<true>(with_ties).is_reversed());
  EXPECT_FALSE(seen_in<false>(with_ties).is_reversed());
  for (std::size_t const place : {0, 1, 50, 97, 98}) {
    std::vector<Key> keys(100);
    std::iota(keys.begin(), keys.end(), Key{5});
    std::swap(keys[place], keys[place + 1]);
    EXPECT_FALSE(seen_in<true>(keys).is_sorted()) << place;
    EXPECT_FALSE(seen_in<true>(keys).is_reversed()) << place;
    std::reverse(keys.begin(), keys.end());
    EXPECT_FALSE(seen_in<false>(keys).is_sorted()) << place;
    EXPECT_FALSE(seen_in<false>(keys).is_reversed()) << place;
  }
}

/// Memory in which a call has changed less than half of a second array of the
/// keys, which every pass over unsorted keys fills.
template <class Tag>
bool leaves_second_array(std::vector<std::uint64_t> const& input, Tag tag) {
  auto const keys = to_device(input);
  Exec const exec;
  Workspace<Memory> const workspace(exec, sort_workspace_size(exec, keys, tag));
  Kokkos::View<std::uint8_t*, Memory, Kokkos::MemoryUnmanaged> const bytes(
      static_cast<std::uint8_t*>(workspace.data()), workspace.bytes());
  Kokkos::deep_copy(exec, bytes, std::uint8_t{0xa7});
  sort(exec, keys, tag, workspace);
  exec.fence();
  auto expected = input;
  std::sort(expected.begin(), expected.end());
  auto const host =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, keys);
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), host.data()));
  auto const after =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, bytes);
  std::size_t same = 0;
  for (std::size_t i = 0; i < after.size(); ++i)
    if (after(i) == 0xa7) ++same;
  return 2 * same > input.size() * sizeof(std::uint64_t);
}

template <class Tag>
void check_orders(std::size_t n, Tag tag) {
  std::vector<std::uint64_t> keys(n);
  for (std::size_t i = 0; i < n; ++i) keys[i] = i / 3 * 1000003;
  EXPECT_TRUE(leaves_second_array(keys, tag)) << "sorted";
  std::reverse(keys.begin(), keys.end());
  EXPECT_TRUE(leaves_second_array(keys, tag)) << "reversed";
  std::swap(keys[n / 2], keys[n / 3]);
  EXPECT_FALSE(leaves_second_array(keys, tag)) << "two keys swapped";
  std::fill(keys.begin(), keys.end(), std::uint64_t{42});
  EXPECT_TRUE(leaves_second_array(keys, tag)) << "equal";
}

TEST(SeenOrder, AnOrderedArrayIsNotMoved) {
  // An odd number, so that the middle key stays where it is.
  std::size_t const n = Impl::TeamShape<Exec>::is_host ? 60001 : 3000001;
  check_orders(n, Algorithm::sample);
  check_orders(n, Algorithm::radix);
}

}  // namespace
}  // namespace KokkosSort::Test
