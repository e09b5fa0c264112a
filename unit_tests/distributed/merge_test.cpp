// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/keys.hpp>
#include <support/space.hpp>

#include <KokkosSort/distributed/detail/merge_passes.hpp>
#include <KokkosSort/order.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace KokkosSort::Test::MergeTest {

namespace Merging = Distributed::Impl;
using Workload::Distribution;

/// Merges runs of the given lengths, with the positions of all keys, and
/// compares the result with a stable sort of their concatenation.
template <class Key>
void check(std::vector<std::uint64_t> const& lengths,
           Distribution distribution) {
  using Less  = typename KeyTraits<Key>::Less;
  using Order = decltype(Impl::order_for<Key>(ascending));
  using Merge =
      Merging::MultiwayMerge<Exec, Order, Merging::WriteSource<std::uint32_t>>;
  auto const parts    = Merging::SendCounts::of_counts(lengths);
  std::size_t const n = parts.total();
  auto keys           = KeyTraits<Key>::make(n, distribution, 3);
  for (int r = 0; r < parts.ranks(); ++r)
    std::sort(keys.begin() + static_cast<std::ptrdiff_t>(parts.begin(r)),
              keys.begin() +
                  static_cast<std::ptrdiff_t>(parts.begin(r) + parts.count(r)),
              Less{});
  std::vector<std::uint32_t> expected(n);
  for (std::size_t i = 0; i < n; ++i)
    expected[i] = static_cast<std::uint32_t>(i);
  std::stable_sort(expected.begin(), expected.end(),
                   [&](std::uint32_t a, std::uint32_t b) {
                     return Less{}(keys[a], keys[b]);
                   });

  DeviceView<Key> const from("from", n), to("to", n);
  DeviceView<std::uint32_t> const places("places", n);
  auto const mirror = Kokkos::create_mirror_view(from);
  for (std::size_t i = 0; i < n; ++i) mirror(i) = keys[i];
  Kokkos::deep_copy(from, mirror);
  Impl::Arena measure;
  Merge::take(measure, n, parts.ranks());
  DeviceView<std::byte> const scratch("scratch", measure.used());
  Impl::Arena arena(scratch.data(), measure.used());
  Merge::run(Exec{}, Order{}, Merging::runs_of(parts), from.data(), to.data(),
             {places.data()}, arena);
  Exec{}.fence();
  ASSERT_LE(arena.used(), measure.used());
  auto const found =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, places);
  auto const merged =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, to);
  for (std::size_t i = 0; i < n; ++i) {
    ASSERT_EQ(found(i), expected[i]) << i << " of " << n;
    ASSERT_FALSE(Less{}(merged(i), keys[expected[i]]) ||
                 Less{}(keys[expected[i]], merged(i)));
  }
}

TEST(MultiwayMerge, AllCountsOfRuns) {
  for (std::uint64_t runs = 1; runs <= 16; ++runs) {
    std::vector<std::uint64_t> lengths;
    for (std::uint64_t r = 0; r < runs; ++r)
      lengths.push_back(r % 4 == 3 ? 0 : 1000 + 977 * ((r * 5) % 7));
    check<std::uint32_t>(lengths, Distribution::uniform);
    check<std::uint64_t>(lengths, Distribution::two_values);
  }
}

TEST(MultiwayMerge, ManyTiles) {
  check<std::uint64_t>(std::vector<std::uint64_t>(8, 40001),
                       Distribution::uniform);
  check<std::uint64_t>({200000, 1, 150000, 3}, Distribution::zipf);
  check<std::uint32_t>({1, 1, 300007}, Distribution::zero);
  check<double>({70001, 0, 0, 90001, 60001}, Distribution::specials);
  check<UInt128>({30001, 40001}, Distribution::uniform);
  check<std::uint8_t>(std::vector<std::uint64_t>(16, 20001),
                      Distribution::uniform);
}

TEST(MultiwayMerge, FewKeys) {
  check<std::int16_t>({0, 0}, Distribution::uniform);
  check<std::int16_t>({1}, Distribution::uniform);
  check<std::int16_t>({0, 1, 0}, Distribution::uniform);
  check<std::int16_t>(std::vector<std::uint64_t>(16, 1), Distribution::uniform);
}

/// Few runs, and more than one pass merges, keys with values: 300 runs take
/// three passes.
template <class Value>
void check_passes() {
  using Key   = std::uint32_t;
  using Less  = KeyTraits<Key>::Less;
  using Order = decltype(Impl::order_for<Key>(descending));
  using Merge = Merging::MergePasses<Exec, Order, Value>;
  for (std::size_t const runs : {2, 3, 4, 5, 16, 17, 300}) {
    std::vector<std::uint64_t> lengths;
    for (std::size_t r = 0; r < runs; ++r) lengths.push_back(r * 7 % 50 * 9);
    auto const parts    = Merging::SendCounts::of_counts(lengths);
    std::size_t const n = parts.total();
    auto keys           = KeyTraits<Key>::make(n, Distribution::sqrt_values, 5);
    for (int r = 0; r < parts.ranks(); ++r) {
      auto const begin =
          keys.begin() + static_cast<std::ptrdiff_t>(parts.begin(r));
      std::sort(begin, begin + static_cast<std::ptrdiff_t>(parts.count(r)),
                [](Key a, Key b) { return Less{}(b, a); });
    }
    std::vector<std::uint64_t> expected(n);
    for (std::size_t i = 0; i < n; ++i) expected[i] = i;
    // There are gaps between them, as between parts that arrive.
    std::vector<std::uint64_t> begins;
    for (std::size_t r = 0; r < runs; ++r) begins.push_back(r * 5);
    Merging::AlignedDisplacements const slots(begins, lengths);
    std::size_t const room =
        n + Merging::AlignedDisplacements::gaps(parts.ranks());
    DeviceView<Key> const from("from", room), to("to", n);
    DeviceView<Value> const values("values", room), moved("moved", n);
    auto const host_keys   = Kokkos::create_mirror_view(from);
    auto const host_values = Kokkos::create_mirror_view(values);
    for (int r = 0; r < parts.ranks(); ++r) {
      ASSERT_LE(slots.begin(r) + slots.count(r), room);
      ASSERT_EQ(slots.head(r, sizeof(Key)),
                begins[static_cast<std::size_t>(r)] * sizeof(Key) % 16);
      if (r > 0) {
        ASSERT_LE((slots.begin(r - 1) + slots.count(r - 1)) * sizeof(Key),
                  slots.begin(r) * sizeof(Key) - slots.head(r, sizeof(Key)));
      }
      for (std::uint64_t i = 0; i < parts.count(r); ++i) {
        host_keys(slots.begin(r) + i) = keys[parts.begin(r) + i];
        host_values(slots.begin(r) + i) =
            static_cast<Value>(parts.begin(r) + i);
      }
    }
    Kokkos::deep_copy(from, host_keys);
    Kokkos::deep_copy(values, host_values);
    std::stable_sort(expected.begin(), expected.end(),
                     [&](std::uint64_t a, std::uint64_t b) {
                       return Less{}(keys[b], keys[a]);
                     });
    Impl::Arena measure;
    Merge::take(measure, n, static_cast<int>(runs));
    DeviceView<std::byte> const scratch("scratch", measure.used());
    Impl::Arena arena(scratch.data(), measure.used());
    Merge::run(Exec{}, Impl::order_for<Key>(descending), slots,
               {n, from.data(), values.data()}, {n, to.data(), moved.data()},
               arena);
    Exec{}.fence();
    auto const result =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, to);
    auto const sources =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, moved);
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_EQ(sources(i), expected[i]) << i << " of " << n;
      ASSERT_EQ(result(i), keys[expected[i]]);
    }
  }
}

// Elements with padding and without take different merges on a device.
TEST(MultiwayMerge, SeveralPasses) {
  check_passes<std::uint32_t>();
  check_passes<std::uint64_t>();
}

/// Runs of separate ranges, in either order: tiles from one run each.
TEST(MultiwayMerge, SeparateRuns) {
  check<std::uint64_t>(std::vector<std::uint64_t>(4, 50001),
                       Distribution::sorted);
  check<std::uint64_t>(std::vector<std::uint64_t>(4, 50001),
                       Distribution::reversed);
}

}  // namespace KokkosSort::Test::MergeTest
