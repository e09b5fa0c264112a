// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/bin_sort.hpp>
#include <support/space.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_DynamicView.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace KokkosSort::Test::BinSortTest {
namespace {

/// Bins of ten numbers each. Within a bin the greatest is first.
struct Tens {
  int count;

  KOKKOS_FUNCTION int max_bins() const { return count; }
  template <class Keys>
  KOKKOS_FUNCTION int bin(Keys& keys, int const& i) const {
    return keys(i) < 0 ? -1 : keys(i) / 10;
  }
  template <class Keys, class I, class J>
  KOKKOS_FUNCTION bool operator()(Keys& keys, I& i, J& j) const {
    return keys(i) > keys(j);
  }
};

using Sorter = BinSort<DeviceView<int>, Tens>;

std::vector<int> make_keys(std::size_t n, int range) {
  std::vector<int> keys(n);
  std::uint32_t state = 12345;
  for (int& key : keys) {
    state = state * 1664525u + 1013904223u;
    key   = static_cast<int>((state >> 8) % static_cast<unsigned>(range));
  }
  return keys;
}

template <class ViewType>
auto to_host(ViewType const& view) {
  auto const host = Kokkos::create_mirror_view_and_copy(
      Kokkos::HostSpace{},
      Kokkos::View<typename ViewType::non_const_value_type const*,
                   typename ViewType::array_layout,
                   typename ViewType::device_type>(view));
  std::vector<typename ViewType::non_const_value_type> values(host.extent(0));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = host(i);
  return values;
}

/// The indices from `begin` to in front of `end` by bin, and within bins.
std::vector<std::size_t> expected_order(std::vector<int> const& keys,
                                        std::size_t begin, std::size_t end,
                                        int bins, bool within) {
  std::vector<std::size_t> order(end - begin);
  std::iota(order.begin(), order.end(), begin);
  auto const bin = [&](std::size_t i) {
    return keys[i] < 0 || keys[i] / 10 >= bins ? bins : keys[i] / 10;
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) {
                     if (bin(a) != bin(b)) return bin(a) < bin(b);
                     return within && bin(a) < bins && keys[a] > keys[b];
                   });
  return order;
}

void check(std::vector<int> const& keys, std::size_t begin, std::size_t end,
           int bins, bool within) {
  SCOPED_TRACE(std::to_string(keys.size()) + " keys, " + std::to_string(bins) +
               " bins");
  Exec const exec;
  auto const device = to_device(keys);
  Sorter sorter(exec, device, static_cast<int>(begin), static_cast<int>(end),
                Tens{bins}, within);
  sorter.create_permute_vector(exec);
  auto const order    = expected_order(keys, begin, end, bins, within);
  auto const result   = to_host(sorter.get_permute_vector());
  auto const offsets  = to_host(sorter.get_bin_offsets());
  auto const counts   = to_host(sorter.get_bin_count());
  std::size_t counted = 0;
  ASSERT_EQ(result.size(), order.size());
  ASSERT_EQ(offsets.size(), static_cast<std::size_t>(bins));
  ASSERT_EQ(counts.size(), static_cast<std::size_t>(bins));
  EXPECT_TRUE(std::equal(order.begin(), order.end(), result.begin()));
  for (int b = 0; b < bins; ++b) {
    auto const at    = static_cast<std::size_t>(b);
    auto const count = static_cast<std::size_t>(
        std::count_if(keys.begin() + static_cast<std::ptrdiff_t>(begin),
                      keys.begin() + static_cast<std::ptrdiff_t>(end),
                      [&](int key) { return key >= 0 && key / 10 == b; }));
    EXPECT_EQ(offsets[at], counted) << b;
    EXPECT_EQ(static_cast<std::size_t>(counts[at]), count) << b;
    counted += count;
  }
  // The values of another range, and the keys themselves.
  std::vector<int> values(end - begin + 3);
  std::iota(values.begin(), values.end(), 0);
  auto const others = to_device(values);
  sorter.sort(exec, others, 3, static_cast<int>(values.size()));
  sorter.sort(exec, device, static_cast<int>(begin), static_cast<int>(end));
  auto const moved  = to_host(others);
  auto const sorted = to_host(device);
  std::vector<int> wanted(keys);
  for (std::size_t i = 0; i < order.size(); ++i) {
    values[3 + i]     = static_cast<int>(3 + order[i] - begin);
    wanted[begin + i] = keys[order[i]];
  }
  EXPECT_EQ(moved, values);
  EXPECT_EQ(sorted, wanted);
}

TEST(BinSort, EverySize) {
  for (std::size_t const n : {1u, 2u, 3u, 31u, 1000u, 4097u, 100000u})
    for (int const range : {1, 10, 11, 1000})
      for (bool const within : {false, true}) {
        check(make_keys(n, range), 0, n, (range + 9) / 10, within);
        check(make_keys(n, range), n / 3, n - n / 4, range, within);
      }
}

TEST(BinSort, KeysInNoBinComeLast) {
  auto keys = make_keys(5000, 1000);
  for (std::size_t i = 0; i < keys.size(); i += 7) keys[i] = -1;
  check(keys, 0, keys.size(), 50, false);
  check(keys, 10, 4000, 1, false);
}

TEST(BinSort, NoKeys) {
  check({}, 0, 0, 3, true);
  check({5, 15}, 1, 1, 3, false);
}

TEST(BinSort, KeysMayChangeBetweenTwoPermutations) {
  Exec const exec;
  auto const keys = to_device(make_keys(3000, 500));
  Sorter sorter(keys, Tens{50});
  sorter.create_permute_vector();
  auto const changed = make_keys(3000, 77);
  Kokkos::deep_copy(keys, to_device(changed));
  sorter.create_permute_vector();
  auto const order  = expected_order(changed, 0, changed.size(), 50, false);
  auto const result = to_host(sorter.get_permute_vector());
  EXPECT_TRUE(std::equal(order.begin(), order.end(), result.begin()));
}

struct FillRows {
  using Cube   = Kokkos::View<double***, Memory>;
  using Matrix = Kokkos::View<int* [4], Kokkos::LayoutLeft, Memory>;
  using Chunks = Kokkos::Experimental::DynamicView<int*, Memory>;
  Cube cube;
  Matrix matrix;
  Chunks chunks;
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 2; ++k)
        cube(i, j, k) = static_cast<double>(6 * i + 2 * j + k);
    for (std::size_t j = 0; j < 4; ++j)
      matrix(i, j) = static_cast<int>(4 * i + j);
    chunks(i) = static_cast<int>(i);
  }
};

/// Counts the rows that are not those of the permutation.
struct WrongRows {
  FillRows rows;
  Sorter::offset_type order;
  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& wrong) const {
    auto const from = static_cast<std::size_t>(order(i));
    bool good       = rows.chunks(i) == static_cast<int>(from);
    for (std::size_t j = 0; j < 4; ++j)
      good = good && rows.matrix(i, j) == static_cast<int>(4 * from + j);
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 2; ++k)
        good = good &&
               rows.cube(i, j, k) == static_cast<double>(6 * from + 2 * j + k);
    if (!good) ++wrong;
  }
};

TEST(BinSort, ValuesOfEveryShape) {
  Exec const exec;
  std::size_t const n = 3000;
  Sorter sorter(exec, to_device(make_keys(n, 100)), Tens{10}, true);
  sorter.create_permute_vector(exec);
  FillRows::Chunks chunks("chunks", 1024, 4096);
  chunks.resize_serial(n);
  FillRows const filled{FillRows::Cube("cube", n, 3, 2),
                        FillRows::Matrix("matrix", n), chunks};
  Kokkos::parallel_for("fill", Kokkos::RangePolicy<Exec>(exec, 0, n), filled);
  sorter.sort(exec, filled.cube);
  sorter.sort(exec, filled.matrix);
  sorter.sort(exec, filled.chunks);
  std::size_t wrong = 0;
  Kokkos::parallel_reduce("check", Kokkos::RangePolicy<Exec>(exec, 0, n),
                          WrongRows{filled, sorter.get_permute_vector()},
                          wrong);
  EXPECT_EQ(wrong, 0u);
}

TEST(BinSort, Misuse) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  auto const keys = to_device(make_keys(10, 10));
  EXPECT_DEATH(Sorter(keys, Tens{0}), "the number of bins must be positive");
  Sorter sorter(keys, Tens{1});
  EXPECT_DEATH(sorter.sort(keys, 0, 9), "not as long as that of the keys");
}

}  // namespace
}  // namespace KokkosSort::Test::BinSortTest
