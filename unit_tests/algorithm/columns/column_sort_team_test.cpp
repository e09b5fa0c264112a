// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Rows that tie, sorted by the segmented sort of devices, which hosts run as
// well, by teams of one.

#include <support/guarded.hpp>
#include <support/oracle.hpp>
#include <support/space.hpp>
#include <KokkosSort/front/columns_dispatch.hpp>
#include <workload/random.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace KokkosSort::Test::ColumnSortTest {
namespace {

using Word   = std::uint64_t;
using Index  = std::uint32_t;
using Column = Impl::Column<Word const, false>;
using List   = Impl::ColumnList<Column, Column, Column, Column>;
using First =
    Impl::SampleSort<Exec, Impl::BitsOrder<Impl::PackedKey<256>::type>, Index>;
using Ties = Impl::SegmentedChoice<Exec, Impl::BitsOrder<Word>, Index,
                                   Impl::TiedRows<Index>, false>;
using Sort = Impl::ColumnSort<First, Ties, Exec, List, Index, true>;

constexpr std::size_t words = 4;

/// Words of the rows, column after column.
using Words = std::vector<Word>;

void check(char const* name, Words const& input) {
  std::size_t const n = input.size() / words;
  SCOPED_TRACE(std::string(name) + ", n = " + std::to_string(n));
  auto expected = index_tags<Index>(n);
  std::stable_sort(expected.begin(), expected.end(), [&](Index a, Index b) {
    for (std::size_t k = 0; k < words; ++k)
      if (input[k * n + a] != input[k * n + b])
        return input[k * n + a] < input[k * n + b];
    return false;
  });
  Guarded<Word> const memory(input);
  Guarded<Index> const index(std::vector<Index>(n, 1));
  auto const column = [&](std::size_t k) {
    return Column{{memory.data() + k * n, 1}};
  };
  List const columns{column(0), {column(1), {column(2), {column(3), {}}}}};
  PoisonedWorkspace scratch;
  std::size_t const bytes = Sort::workspace_bytes(Exec{}, n);
  auto const& workspace   = scratch.prepare(bytes);
  Impl::Arena arena(workspace.data(), bytes);
  Sort::run(Exec{}, columns, {index.data()}, n, arena);
  Exec{}.fence();
  EXPECT_EQ(index.values(), expected);
  EXPECT_TRUE(memory.untouched());
  EXPECT_TRUE(index.guards_hold());
  EXPECT_TRUE(scratch.guards_hold());
}

/// draw(row, column) for all words.
template <class Draw>
void check_drawn(char const* name, std::size_t n, Draw const& draw) {
  Words input(words * n);
  for (std::size_t k = 0; k < words; ++k)
    for (std::size_t i = 0; i < n; ++i) input[k * n + i] = draw(i, k);
  check(name, input);
}

std::uint64_t random(std::size_t i, std::size_t k) {
  return Workload::RandomStream(5, k)(i);
}

TEST(ColumnSortTeams, TiesOfEveryDepth) {
  for (std::size_t const n : {2, 3, 255, 256, 257, 4097, 30000}) {
    for (std::size_t depth = 0; depth <= words; ++depth)
      check_drawn("tied up to a depth", n, [&](std::size_t i, std::size_t k) {
        return k < depth ? 7 : random(i, k);
      });
    for (std::uint64_t const values : {2, 10, 3000})
      check_drawn("few values", n, [&](std::size_t i, std::size_t k) {
        return random(i, k) % values << (k % 2 == 0 ? 0 : 40);
      });
  }
}

TEST(ColumnSortTeams, RunsOfVeryDifferentLengths) {
  std::size_t const n = 60000;
  // Run r begins at row r^3, so that the first are single rows.
  auto const run = [](std::size_t i) {
    std::size_t r = 0;
    while ((r + 1) * (r + 1) * (r + 1) <= i) ++r;
    return r;
  };
  check_drawn("cubes", n, [&](std::size_t i, std::size_t k) {
    return k < 2 ? 40 - run(i) : random(i, k) % 1000;
  });
  check_drawn("one long run among single rows", n,
              [&](std::size_t i, std::size_t k) {
                bool const is_long = i > 1000 && i < 50000;
                return k < 3 ? (is_long ? 3 : random(i, k)) : random(i, k);
              });
}

}  // namespace
}  // namespace KokkosSort::Test::ColumnSortTest
