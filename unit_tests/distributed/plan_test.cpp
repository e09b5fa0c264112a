// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <distributed/ranks.hpp>

// argsort, global_rank, and plans applied to payloads.

namespace KokkosSort::Test::PlanTest {

using Workload::Distribution;
using Key = double;

/// The same sort in one process: the positions in the input, in sorted order.
struct Reference {
  std::vector<std::uint64_t> order;

  Reference(std::size_t n, Distribution distribution) {
    auto const keys = KeyTraits<Key>::make(n, distribution, 1);
    for (std::size_t i = 0; i < n; ++i) order.push_back(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint64_t a, std::uint64_t b) {
                       return KeyTraits<Key>::Less{}(keys[a], keys[b]);
                     });
  }
};

static void check_places(Ranks const& ranks, std::size_t n, Share before,
                         Share after, Distribution distribution) {
  Reference const reference(n, distribution);
  Part const in(before, n, ranks);
  Part const out(after, n, ranks);
  Input<Key> const input(n, in, distribution);
  auto const keys                                 = to_device(input.keys);
  Kokkos::View<Key const*, Memory> const constant = keys;

  DeviceView<std::uint32_t> const permutation("permutation", out.count);
  Distributed::argsort(Exec{}, ranks.comm, permutation, constant);
  auto const result = to_host(permutation);
  for (std::size_t i = 0; i < out.count; ++i)
    ASSERT_EQ(result[i], reference.order[out.begin + i]);

  DeviceView<std::int64_t> const places("places", in.count);
  Distributed::global_rank(Exec{}, ranks.comm, places, constant);
  auto const found = to_host(places);
  for (std::size_t i = 0; i < in.count; ++i)
    ASSERT_EQ(reference.order[static_cast<std::size_t>(found[i])],
              in.begin + i);
  EXPECT_TRUE(to_host(keys) == input.keys);
}

TEST(DistributedPlaces, ArgsortAndGlobalRank) {
  Ranks const ranks;
  check_places(ranks, 8009, Share::balanced, Share::balanced,
               Distribution::uniform);
  check_places(ranks, 8009, Share::slope, Share::one_has_all,
               Distribution::two_values);
  check_places(ranks, 8009, Share::one_has_all, Share::alternating,
               Distribution::zipf);
  check_places(ranks, 3, Share::balanced, Share::last_few,
               Distribution::uniform);
  check_places(ranks, 200003, Share::last_few, Share::balanced,
               Distribution::sqrt_values);
}

/// Value that encodes its position and column.
static std::uint64_t cell(std::uint64_t place, std::size_t column) {
  return place * 8 + column;
}

TEST(DistributedPlan, Payloads) {
  Ranks const ranks;
  std::size_t const n = 10007;
  for (auto const distribution :
       {Distribution::uniform, Distribution::two_values}) {
    Reference const reference(n, distribution);
    Part const in(Share::slope, n, ranks);
    Part const out(Share::balanced, n, ranks);
    Input<Key> const input(n, in, distribution);
    auto const keys = to_device(input.keys);
    Distributed::Plan<Memory> plan(Exec{}, ranks.comm, keys, out.count);
    EXPECT_EQ(plan.extent_in(), in.count);
    EXPECT_EQ(plan.extent_out(), out.count);
    EXPECT_EQ(plan.first_in(), in.begin);
    EXPECT_EQ(plan.first_out(), out.begin);

    Kokkos::View<std::uint64_t**, Kokkos::LayoutRight, Memory> const rows(
        "rows", in.count, 3);
    auto const host_rows = Kokkos::create_mirror_view(rows);
    for (std::size_t i = 0; i < in.count; ++i)
      for (std::size_t c = 0; c < 3; ++c)
        host_rows(i, c) = cell(input.places[i], c);
    Kokkos::deep_copy(rows, host_rows);
    Kokkos::View<std::uint64_t**, Kokkos::LayoutLeft, Memory> const moved(
        "moved", out.count, 3);
    plan.apply(Exec{}, rows, moved);
    auto const host_moved =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, moved);
    for (std::size_t i = 0; i < out.count; ++i)
      for (std::size_t c = 0; c < 3; ++c)
        ASSERT_EQ(host_moved(i, c), cell(reference.order[out.begin + i], c));

    Kokkos::deep_copy(rows, 0);
    plan.apply_inverse(Exec{}, moved, rows);
    auto const host_back =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, rows);
    for (std::size_t i = 0; i < in.count; ++i)
      for (std::size_t c = 0; c < 3; ++c)
        ASSERT_EQ(host_back(i, c), cell(input.places[i], c));

    // The keys themselves are a payload like others.
    DeviceView<Key> const sorted("sorted", out.count);
    plan.apply(Exec{}, keys, sorted);
    EXPECT_TRUE(Distributed::is_sorted(Exec{}, ranks.comm, sorted));
  }
}

/// Applies a plan to rows of `columns` 64-bit words that encode their position.
template <class View>
static void check_large(Ranks const& ranks, std::size_t columns,
                        Distribution distribution, Share before, bool in_place,
                        Distributed::Exchange const& exchange) {
  SCOPED_TRACE(std::to_string(columns) + " columns");
  // From 1 MiB per rank on, devices of one node use another transport.
  std::size_t const n = 100003 * static_cast<std::size_t>(ranks.size);
  Part const in(before, n, ranks);
  Part const out(in_place ? before : Share::balanced, n, ranks);
  Input<Key> const input(n, in, distribution);
  auto const keys = to_device(input.keys);
  Distributed::Plan<Memory> plan(Exec{}, ranks.comm, keys, out.count, exchange);
  View const rows("rows", in.count, columns);
  // A copy, also on a host.
  auto const host_rows = Kokkos::create_mirror(rows);
  for (std::size_t i = 0; i < in.count; ++i)
    for (std::size_t c = 0; c < columns; ++c)
      host_rows(i, c) = cell(input.places[i], c);
  Kokkos::deep_copy(rows, host_rows);
  View moved = rows;
  if (!in_place) moved = View("moved", out.count, columns);
  DeviceView<Key> const sorted("sorted", out.count);
  // The second call reuses the buffers of the first one.
  for (int round = 0; round < 2; ++round) {
    if (in_place) Kokkos::deep_copy(rows, host_rows);
    plan.apply(Exec{}, rows, moved);
    plan.apply(Exec{}, keys, sorted);
    auto const host_moved =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, moved);
    std::vector<std::uint64_t> places(out.count);
    for (std::size_t i = 0; i < out.count; ++i) {
      places[i] = host_moved(i, 0) / 8;
      for (std::size_t c = 0; c < columns; ++c)
        ASSERT_EQ(host_moved(i, c), cell(places[i], c));
    }
    expect_sorted(ranks, to_host(sorted), places,
                  ranks.sum(fingerprint_of(input.keys, input.places)),
                  KeyTraits<Key>::Less{});
  }
}

TEST(DistributedPlan, LargePayloads) {
  Ranks const ranks;
  using Right = Kokkos::View<std::uint64_t**, Kokkos::LayoutRight, Memory>;
  using Left  = Kokkos::View<std::uint64_t**, Kokkos::LayoutLeft, Memory>;
  Distributed::Exchange const whole;
  Distributed::Exchange stretches;
  stretches.chunk_bytes = 16384;
  check_large<Right>(ranks, 2, Distribution::uniform, Share::balanced, false,
                     whole);
  check_large<Right>(ranks, 2, Distribution::uniform, Share::slope, false,
                     stretches);
  check_large<Right>(ranks, 3, Distribution::zipf, Share::balanced, true,
                     stretches);
  check_large<Left>(ranks, 2, Distribution::sorted, Share::alternating, false,
                    stretches);
  // In place, and some ranks have no rows that could overlap.
  check_large<Right>(ranks, 2, Distribution::uniform, Share::alternating, true,
                     stretches);
}

/// If the payload of any rank is overwritten, ranks without rows or with
/// another view for the result act as if theirs were. Otherwise the ranks would
/// meet a different number of times.
TEST(DistributedPlan, OverlapIsAgreed) {
  namespace Impl = Distributed::Impl;
  Ranks const ranks;
  Impl::Communicator const& comm = Impl::communicator_of("f", ranks.comm);
  auto const is_apart            = [&](bool has_rows, bool in_place) {
    DeviceView<Key> const rows("rows", has_rows ? 10 : 0);
    DeviceView<Key> const others("others", has_rows ? 10 : 0);
    return Impl::apart_everywhere(
        comm, Impl::span_of("payload", rows),
        Impl::span_of("payload_out", in_place ? rows : others));
  };
  bool const last = ranks.rank == ranks.size - 1;
  EXPECT_FALSE(is_apart(true, true));
  EXPECT_TRUE(is_apart(true, false));
  EXPECT_TRUE(is_apart(false, true));
  EXPECT_FALSE(is_apart(last, true));
  EXPECT_FALSE(is_apart(true, last));
}

TEST(DistributedPlan, InPlace) {
  Ranks const ranks;
  std::size_t const n = 4001;
  Part const part(Share::balanced, n, ranks);
  Input<Key> const input(n, part, Distribution::uniform);
  auto const keys = to_device(input.keys);
  Distributed::Plan<Memory> plan(Exec{}, ranks.comm, keys, Distributed::stable,
                                 descending);
  plan.apply(Exec{}, keys, keys);
  EXPECT_TRUE(Distributed::is_sorted(Exec{}, ranks.comm, keys, descending));
  plan.apply_inverse(Exec{}, keys, keys);
  EXPECT_TRUE(to_host(keys) == input.keys);
}

}  // namespace KokkosSort::Test::PlanTest
