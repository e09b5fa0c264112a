// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "by_columns_checks.hpp"

namespace KokkosSort::Test::ByColumnsTest {
namespace {

TEST(ByColumns, OneColumn) {
  for (std::size_t const n : sizes) {
    check(up(some<std::uint32_t>(n, any, 1)));
    check(down(some<double>(n, 20, 1)));
    check(up(some<bool>(n, any, 1)));
    check(down(some<Int128>(n, 50, 1)));
  }
}

TEST(ByColumns, MixedTypesAndDirections) {
  for (std::size_t const n : sizes)
    for (std::uint64_t const values : {std::uint64_t{1}, std::uint64_t{9}, any})
      check(down(some<std::uint32_t>(n, values, 1)),
            up(some<double>(n, values, 2)),
            up(some<std::int16_t>(n, values, 3)));
}

TEST(ByColumns, SpecialNumbersInEachPlace) {
  std::size_t const n = 2000;
  check(up(some<float>(n, 9, 1)), up(some<float>(n, 9, 2)),
        up(some<float>(n, 9, 3)));
  check(down(some<float>(n, 9, 1)), up(some<double>(n, 9, 2)),
        down(some<float>(n, 9, 3)));
  check(down(some<double>(n, 9, 1)), down(some<double>(n, 9, 2)),
        up(some<double>(n, 9, 3)));
  check(up(some<Half>(n, 9, 1)), down(some<Bhalf>(n, 9, 2)),
        down(some<bool>(n, 9, 3)));
}

// The widths of the integers that hold a row are 32, 64 and 128 bits.
TEST(ByColumns, WidthsThatJustFitAndJustDoNot) {
  std::size_t const n = 2000;
  for (std::uint64_t const v : {std::uint64_t{12}, any}) {
    auto const bit   = down(some<bool>(n, v, 1));
    auto const byte  = up(some<std::int8_t>(n, v, 2));
    auto const half  = down(some<std::uint16_t>(n, v, 3));
    auto const word  = up(some<std::int32_t>(n, v, 4));
    auto const wide  = down(some<std::uint64_t>(n, v, 5));
    auto const wider = up(some<Int128>(n, v, 6));
    check(half, byte, byte);
    check(half, bit, half);
    check(word, half, byte, byte);
    check(byte, word, half, bit, byte);
    check(wide, wide);
    check(bit, wide, up(some<double>(n, v, 8)));
    check(wide, up(some<double>(n, v, 8)), bit);
    check(wider);
    check(wider, bit);
    check(byte, wider);
    check(wider, down(some<UInt128>(n, v, 7)));
  }
}

TEST(ByColumns, EightColumns) {
  for (std::size_t const n : {2, 1500})
    for (std::uint64_t const v : {std::uint64_t{2}, std::uint64_t{9}, any}) {
      check(up(some<std::uint16_t>(n, v, 1)), up(some<std::int16_t>(n, v, 2)),
            up(some<std::uint16_t>(n, v, 3)), down(some<std::int16_t>(n, v, 4)),
            up(some<std::uint16_t>(n, v, 5)), down(some<Half>(n, v, 6)),
            up(some<std::uint16_t>(n, v, 7)), up(some<std::int16_t>(n, v, 8)));
      check(down(some<std::int8_t>(n, v, 1)), up(some<float>(n, v, 2)),
            up(some<std::uint64_t>(n, v, 3)), down(some<double>(n, v, 4)),
            up(some<bool>(n, v, 5)), down(some<UInt128>(n, v, 6)),
            up(some<Bhalf>(n, v, 7)), up(some<std::uint32_t>(n, v, 8)));
    }
}

/// Rows in runs whose lengths are 1 to `longest`, most of them short.
template <class Key>
Array<Key> runs(std::size_t n, std::size_t longest) {
  Array<Key> keys(n);
  std::size_t run = 0;
  for (std::size_t i = 0, left = 0; i < n; ++i, --left) {
    if (left == 0) {
      left = 1 + (random(11, i) % 8 == 0 ? random(12, i) % longest : 0);
      ++run;
    }
    keys[i] = static_cast<Key>(random(13, run));
  }
  return keys;
}

TEST(ByColumns, EqualPrefixes) {
  std::size_t const n = 20000;
  auto const same     = up(Array<std::uint64_t>(n, 7));
  auto const last     = down(some<std::uint32_t>(n, any, 1));
  check(same, same, last);
  check(same, same, same, same);
  check(same, last, same, up(some<std::int64_t>(n, any, 2)));
  for (std::size_t const longest : {std::size_t{30}, std::size_t{15000}}) {
    auto const run = up(runs<std::uint64_t>(n, longest));
    check(run, same, last);
    check(run, same, up(some<std::uint64_t>(n, 3, 4)), last, same,
          up(some<double>(n, 9, 5)));
    check(same, run, down(runs<std::int64_t>(n, 100)), last);
  }
}

TEST(ByColumns, RowsInOrderAndInReverseOrder) {
  std::size_t const n = 5000;
  Array<std::uint64_t> rising(n);
  std::iota(rising.begin(), rising.end(), std::uint64_t{0});
  Array<std::int32_t> falling(n);
  for (std::size_t i = 0; i < n; ++i)
    falling[i] = 10 - static_cast<std::int32_t>(i / 3);
  check(up(rising), down(falling));
  check(down(falling), up(rising));
  check(up(falling), up(rising), up(rising));
  check(down(falling), up(rising), up(rising));
}

TEST(ByColumns, ManyRows) {
  std::size_t const n = 300000;
  check(down(some<std::uint32_t>(n, 100, 1)), up(some<double>(n, any, 2)),
        up(some<std::int16_t>(n, any, 3)));
  check(down(some<std::uint32_t>(n, 100, 1)), up(some<double>(n, 1000, 2)),
        up(some<std::int64_t>(n, 4, 3)), up(some<std::uint8_t>(n, any, 3)));
}

using Matrix = Kokkos::View<float* [3], Memory>;

TEST(ByColumns, MatricesStandForTheirColumns) {
  std::size_t const n = 3000;
  auto const a = some<float>(n, 9, 1), b = some<float>(n, 9, 2),
             c     = some<float>(n, 9, 3);
  auto const order = expected_order(n, up(a), up(b), up(c));
  Matrix const matrix("matrix", n);
  auto const host = Kokkos::create_mirror_view(matrix);
  for (std::size_t i = 0; i < n; ++i) {
    host(i, 0) = a[i];
    host(i, 1) = b[i];
    host(i, 2) = c[i];
  }
  Kokkos::deep_copy(matrix, host);
  Guarded<std::uint32_t> const permutation(index_tags<std::uint32_t>(n));
  argsort(permutation.view(), by_columns(matrix));
  EXPECT_EQ(permutation.values(), order);
  argsort(permutation.view(), by_columns(descending(matrix)));
  EXPECT_EQ(permutation.values(), expected_order(n, down(a), down(b), down(c)));
  Guarded<std::uint32_t> const tags(index_tags<std::uint32_t>(n));
  // 97 bits: the row is unpacked; 161: it moves.
  sort_by_key(by_columns(matrix, Kokkos::View<bool*, Memory>("zeros", n)),
              tags.view());
  EXPECT_EQ(tags.values(), order);
  EXPECT_TRUE(is_sorted(by_columns(matrix)));
  Kokkos::deep_copy(matrix, host);
  sort(by_columns(matrix, Kokkos::View<std::uint64_t*, Memory>("zeros", n)));
  Kokkos::deep_copy(host, matrix);
  for (std::size_t i = 0; i < n; ++i)
    ASSERT_EQ(std::memcmp(&host(i, 2), &c[order[i]], sizeof(float)), 0);
}

TEST(ByColumns, AlgorithmsAndCallsWithoutAWorkspace) {
  std::size_t const n = 3000;
  auto const a        = some<std::uint32_t>(n, 9, 1);
  auto const b        = some<double>(n, 9, 2);
  auto const order    = expected_order(n, down(a), up(b));
  Guarded<std::uint32_t> const first(a);
  Guarded<double> const second(b);
  auto const columns = by_columns(descending(first.view()), second.view());
  Guarded<std::uint16_t> const permutation(std::vector<std::uint16_t>(n, 1));
  auto const check_order = [&] {
    auto const found = permutation.values();
    EXPECT_TRUE(std::equal(found.begin(), found.end(), order.begin()));
  };
  argsort(permutation.view(), columns, Algorithm::merge);
  check_order();
  argsort(Exec{}, permutation.view(), columns, Algorithm::radix);
  check_order();
  sort(columns, Algorithm::bitonic);
  EXPECT_TRUE(is_sorted(Exec{}, columns));
  EXPECT_TRUE(has_order(first.values(), a, order));
  EXPECT_TRUE(has_order(second.values(), b, order));
}

}  // namespace
}  // namespace KokkosSort::Test::ByColumnsTest
