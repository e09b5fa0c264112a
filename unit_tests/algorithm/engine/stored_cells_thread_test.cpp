// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/guarded.hpp>
#include <support/keys.hpp>
#include <support/space.hpp>
#include <KokkosSort/algorithm/engine/stored_cells_thread.hpp>
#include <KokkosSort/block/key_order.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace KokkosSort::Test {
namespace {

using Item   = std::uint64_t;
using Order  = Impl::BitsOrder<Item>;
using Stored = Impl::StoredCells<Order>;

/// Cell j has splitter[j-1] < x <= splitter[j]. Items that equal a splitter
/// which occurs twice have the cell after its first copy.
std::uint32_t cell_of(std::vector<Item> const& splitters, Item item) {
  auto const [first, last] =
      std::equal_range(splitters.begin(), splitters.end(), item);
  return static_cast<std::uint32_t>(first - splitters.begin() +
                                    (last - first > 1 ? 1 : 0));
}

/// Every splitter, its neighbors, and the extremes.
std::vector<Item> items_round(std::vector<Item> const& splitters) {
  std::vector<Item> items{0, ~Item{0}};
  for (Item const splitter : splitters)
    for (Item const item : {splitter - 1, splitter, splitter + 1})
      items.push_back(item);
  return items;
}

void expect_same_cells(std::vector<Item> const& splitters) {
  auto const items = items_round(splitters);
  std::vector<std::uint32_t> expected;
  std::vector<Stored::Word> words;
  for (Item const item : items) {
    expected.push_back(cell_of(splitters, item));
    words.push_back(Stored::word(expected.back()));
  }
  Impl::Bucket bucket{};
  bucket.cells_by = Impl::CellsBy::splitters;
  while (std::size_t{1} << bucket.log_children <= splitters.size())
    ++bucket.log_children;
  Guarded<Item> const given(items), tree(splitters);
  Guarded<Stored::Word> const stored(words);
  Guarded<std::uint32_t> const cells(
      std::vector<std::uint32_t>(items.size(), ~0u));
  auto const *const item = given.data(), *const splitter = tree.data();
  auto const* const word = stored.data();
  auto* const cell       = cells.data();
  Kokkos::parallel_for(
      Kokkos::RangePolicy<Exec>(0, items.size()), KOKKOS_LAMBDA(std::size_t i) {
        cell[i] = Stored(bucket, splitter, word).cell(Order{}, item[i], i);
      });
  Kokkos::fence();
  EXPECT_EQ(cells.values(), expected);
  EXPECT_TRUE(cells.guards_hold());
}

TEST(StoredCells, AByteAndTheMiddleSplitterGiveTheCell) {
  for (int log = 2; log <= Stored::max_log_cells; ++log)
    for (Item const values : {~Item{0} / 4, Item{100}, Item{3}, Item{1}}) {
      SCOPED_TRACE(std::to_string(log) + ", " + std::to_string(values));
      auto splitters =
          input_keys<Item>((std::size_t{1} << log) - 1, Distribution::uniform);
      for (Item& splitter : splitters) splitter = splitter % values * 3 + 5;
      std::sort(splitters.begin(), splitters.end());
      expect_same_cells(splitters);
    }
}

TEST(StoredCells, CopiesOfTheMiddleSplitterMayBeginAndEndAnywhere) {
  constexpr std::size_t middle = 255;
  for (std::size_t const before : {0u, 1u, 2u, 254u, 255u})
    for (std::size_t const after : {0u, 1u, 2u, 254u, 255u}) {
      SCOPED_TRACE(std::to_string(before) + ", " + std::to_string(after));
      std::vector<Item> splitters;
      for (Item i = 0; i < 511; ++i) splitters.push_back(10 * i + 10);
      for (std::size_t i = middle - before; i <= middle + after; ++i)
        splitters[i] = splitters[middle];
      expect_same_cells(splitters);
    }
}

TEST(StoredCells, ItemsThatAreComparedKeepTheirCellsWhole) {
  static_assert(std::is_same_v<Stored::Word, std::uint8_t>);
  using Compared = Impl::StoredCells<Impl::BitsOrder<Impl::UInt128>>;
  static_assert(std::is_same_v<Compared::Word, std::uint16_t>);
  EXPECT_EQ(Compared::word(511), 511u);
}

}  // namespace
}  // namespace KokkosSort::Test
