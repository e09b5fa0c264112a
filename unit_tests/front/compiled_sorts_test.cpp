// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// This source declares the sorts that a library has compiled. The test
// compiled_sorts.object sees that it compiled none of them again.

#include <KokkosSort.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

namespace KokkosSort::Test::CompiledSortsTest {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;

// On the calling thread of a host, and by teams.
constexpr std::size_t sizes[] = {1, 2, 100, 5000, 300001};

template <class Key>
std::vector<Key> few_values(std::size_t n) {
  std::mt19937_64 random(n);
  std::vector<Key> keys(n);
  for (Key& key : keys)
    key = static_cast<Key>(static_cast<std::int64_t>(random() % (n / 2 + 1)) -
                           static_cast<std::int64_t>(n / 4));
  return keys;
}

template <class T>
Kokkos::View<T*, Exec> on_device(std::vector<T> const& values) {
  Kokkos::View<T*, Exec> const view("values", values.size());
  Kokkos::deep_copy(view, Kokkos::View<T const*, Kokkos::HostSpace>(
                              values.data(), values.size()));
  return view;
}

template <class T>
std::vector<T> on_host(Kokkos::View<T*, Exec> const& view) {
  std::vector<T> values(view.extent(0));
  Kokkos::deep_copy(
      Kokkos::View<T*, Kokkos::HostSpace>(values.data(), values.size()), view);
  return values;
}

TEST(CompiledSorts, SortKeysInEitherDirection) {
  for (std::size_t const n : sizes) {
    auto expected   = few_values<std::uint32_t>(n);
    auto const keys = on_device(expected);
    sort(keys);
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(on_host(keys), expected) << n;

    auto falling            = few_values<int>(n);
    auto const falling_keys = on_device(falling);
    stable_sort(falling_keys, descending);
    std::sort(falling.begin(), falling.end(), std::greater<>{});
    EXPECT_EQ(on_host(falling_keys), falling) << n;
  }
}

TEST(CompiledSorts, MoveValues) {
  for (std::size_t const n : sizes) {
    auto const keys = few_values<std::uint64_t>(n);
    std::vector<std::uint32_t> expected(n);
    std::iota(expected.begin(), expected.end(), 0u);
    auto const values = on_device(expected);
    std::stable_sort(
        expected.begin(), expected.end(),
        [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });

    auto const stable_keys = on_device(keys);
    stable_sort_by_key(stable_keys, values);
    EXPECT_EQ(on_host(values), expected) << n;

    Kokkos::View<std::uint32_t*, Exec> const permutation("permutation", n);
    argsort(permutation, on_device(keys));
    EXPECT_EQ(on_host(permutation), expected) << n;
  }
}

}  // namespace
}  // namespace KokkosSort::Test::CompiledSortsTest
