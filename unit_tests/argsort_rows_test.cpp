// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace KokkosSort::Test {

/// Sample sort that claims a megabyte more for fewer than 8,192 keys, and fails
/// if it does not get it.
struct Greedy : Impl::AlgorithmTag {};

}  // namespace KokkosSort::Test

namespace KokkosSort::Impl {

template <class Exec, class Order, class Value>
struct GreedySort : SampleSort<Exec, Order, Value> {
  using Base = SampleSort<Exec, Order, Value>;

  static std::size_t workspace_bytes(Exec const& exec, Order const& order,
                                     std::size_t n) {
    return Base::workspace_bytes(exec, order, n) +
           (n < 8192 ? std::size_t{1} << 20 : 0);
  }
  static void run(Exec const& exec, Order const& order,
                  Strided<typename Base::Key> keys, Strided<Value> values,
                  std::size_t n, Arena& arena) {
    ASSERT_LE(workspace_bytes(exec, order, n), arena.bytes() - arena.used());
    Base::run(exec, order, keys, values, n, arena);
  }
};

template <>
struct SorterTemplate<Test::Greedy> : Sorts<GreedySort> {};

}  // namespace KokkosSort::Impl

namespace KokkosSort::Test::ArgsortRowsTest {
namespace {

/// Rows of words on the host, row after row.
template <class Word>
struct Matrix {
  std::size_t rows, columns;
  std::vector<Word> words;

  Matrix(std::size_t n, std::size_t width)
      : rows(n), columns(width), words(n * width) {}

  Word& operator()(std::size_t row, std::size_t column) {
    return words[row * columns + column];
  }
  Word const* row(std::size_t i) const { return words.data() + i * columns; }

  bool less(std::size_t a, std::size_t b) const {
    return std::lexicographical_compare(row(a), row(a) + columns, row(b),
                                        row(b) + columns);
  }
};

/// Rows that agree in all words before `depth`, and rarely in the others.
template <class Word>
Matrix<Word> tied_rows(std::size_t n, std::size_t columns, std::size_t depth) {
  Matrix<Word> matrix(n, columns);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < columns; ++j)
      matrix(i, j) = static_cast<Word>(
          Workload::RandomStream(depth, j)(j < depth ? 0 : i));
  return matrix;
}

/// Rows of zeros, and in one word of four one of `values` numbers. The numbers
/// are small in odd columns and spread over the range of a word in the others.
/// They form many groups, tied at every depth, that differ in high and in low
/// bits.
template <class Word>
Matrix<Word> mixed_rows(std::size_t n, std::size_t columns,
                        std::uint64_t values) {
  Matrix<Word> matrix(n, columns);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < columns; ++j) {
      auto const random = Workload::RandomStream(values, j)(i);
      auto const spread =
          j % 2 == 1 ? 1 : std::numeric_limits<Word>::max() / values;
      if (random % 4 == 0)
        matrix(i, j) =
            static_cast<Word>((1 + (random >> 32) % values) * spread);
    }
  return matrix;
}

template <class Word>
std::vector<std::size_t> expected_order(Matrix<Word> const& matrix,
                                        bool is_descending) {
  std::vector<std::size_t> order(matrix.rows);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(
      order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return is_descending ? matrix.less(b, a) : matrix.less(a, b);
      });
  return order;
}

/// Distances between rows and between columns, in words.
struct Strides {
  std::size_t row, column;
};

/// Lays the rows out in guarded memory, and returns that and a view of them.
template <class Word>
auto lay_out(Matrix<Word> const& matrix, Strides strides) {
  std::size_t const span = matrix.words.empty()
                               ? 0
                               : (matrix.rows - 1) * strides.row +
                                     (matrix.columns - 1) * strides.column + 1;
  std::vector<Word> memory(span, Word{99});
  for (std::size_t i = 0; i < matrix.rows; ++i)
    for (std::size_t j = 0; j < matrix.columns; ++j)
      memory[i * strides.row + j * strides.column] = matrix.row(i)[j];
  Guarded<Word> const guarded(memory);
  using View = Kokkos::View<Word const**, Kokkos::LayoutStride, Memory,
                            Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  return std::pair(guarded,
                   View(guarded.data(),
                        Kokkos::LayoutStride(matrix.rows, strides.row,
                                             matrix.columns, strides.column)));
}

template <class Index = int, class Word, class... Options>
void check_as(Matrix<Word> const& matrix, Strides strides, bool is_descending,
              Options const&... options) {
  SCOPED_TRACE(std::to_string(matrix.rows) + " rows of " +
               std::to_string(matrix.columns) + " words of " +
               std::to_string(sizeof(Word)) + " bytes");
  auto const [memory, rows] = lay_out(matrix, strides);
  Guarded<Index> const permutation(std::vector<Index>(matrix.rows, Index{1}),
                                   {3, 2});
  auto const view = permutation.template view<Kokkos::LayoutStride>();
  PoisonedWorkspace workspace;
  auto const bytes =
      argsort_rows_workspace_size(Exec{}, view, rows, options...);
  argsort_rows(Exec{}, view, rows, workspace.prepare(bytes), options...);
  auto const order    = permutation.values();
  auto const expected = expected_order(matrix, is_descending);
  EXPECT_TRUE(std::equal(
      order.begin(), order.end(), expected.begin(),
      [](Index a, std::size_t b) { return static_cast<std::size_t>(a) == b; }));
  EXPECT_TRUE(memory.untouched());
  EXPECT_TRUE(permutation.guards_hold());
  EXPECT_TRUE(workspace.guards_hold());
}

template <class Word>
void check(Matrix<Word> const& matrix) {
  Strides const dense{matrix.columns, 1};
  check_as(matrix, dense, false);
  check_as(matrix, dense, true, descending);
}

template <class Word>
class ArgsortRows : public testing::Test {};
using Words =
    testing::Types<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(ArgsortRows, Words, );

TYPED_TEST(ArgsortRows, SmallNumbersOfRows) {
  for (std::size_t const n : {0, 1, 2, 3})
    for (std::size_t const columns : {1, 3, 13}) {
      check(tied_rows<TypeParam>(n, columns, 0));
      check(tied_rows<TypeParam>(n, columns, columns - 1));
    }
}

TYPED_TEST(ArgsortRows, TiesAtEveryDepth) {
  for (std::size_t const columns : {1, 3, 13})
    for (std::size_t depth = 0; depth <= columns; ++depth)
      check(tied_rows<TypeParam>(300, columns, depth));
}

TYPED_TEST(ArgsortRows, GroupsOfManySizes) {
  for (std::size_t const columns : {3, 13})
    for (std::uint64_t const values : {1, 2, 100})
      check(mixed_rows<TypeParam>(6000, columns, values));
}

TYPED_TEST(ArgsortRows, StridedLayouts) {
  auto const matrix = mixed_rows<TypeParam>(3000, 13, 20);
  check_as(matrix, {25, 1}, false);    // part of longer rows
  check_as(matrix, {1, 3000}, false);  // column after column
  check_as(matrix, {3, 9001}, true, descending);
}

TEST(ArgsortRowsCall, RowsWithoutWordsKeepTheirOrder) {
  Matrix<std::uint32_t> const matrix(100, 0);
  check_as(matrix, {1, 1}, false);
  check_as(matrix, {1, 1}, true, descending);
}

TEST(ArgsortRowsCall, IndexTypesAndStableAlgorithms) {
  auto const few = mixed_rows<std::uint8_t>(128, 10, 10);
  check_as<std::int8_t>(few, {100, 1}, false);
  auto const many = mixed_rows<std::uint8_t>(9000, 10, 10);
  check_as<std::uint16_t>(many, {100, 1}, false);
  check_as<std::uint64_t>(many, {100, 1}, true, Algorithm::merge, descending);
  check_as<std::uint64_t>(many, {10, 1}, false, Algorithm::radix);
}

TEST(ArgsortRowsCall, FewerTiesThatNeedMoreWorkspace) {
  // 8,177 rows tie in their first word.
  auto matrix = tied_rows<std::uint64_t>(8192, 2, 1);
  for (std::size_t i = 8177; i < 8192; ++i) matrix(i, 0) += i;
  check_as(matrix, {2, 1}, false, Greedy{});
}

TEST(ArgsortRowsCall, WithoutInstanceAndWorkspace) {
  auto const matrix         = mixed_rows<std::uint16_t>(500, 9, 10);
  auto const [memory, rows] = lay_out(matrix, {9, 1});
  Guarded<int> const permutation(std::vector<int>(500, 0));
  argsort_rows(permutation.view(), rows);
  auto const order    = permutation.values();
  auto const expected = expected_order(matrix, false);
  EXPECT_TRUE(std::equal(
      order.begin(), order.end(), expected.begin(),
      [](int a, std::size_t b) { return static_cast<std::size_t>(a) == b; }));
}

/// Rows as they sort ascending if the words of a mask are descending.
template <class Word>
Matrix<Word> flipped(Matrix<Word> matrix, std::uint64_t mask) {
  for (std::size_t i = 0; i < matrix.rows; ++i)
    for (std::size_t j = 0; j < matrix.columns && j < 64; ++j)
      if ((mask >> j & 1) != 0) matrix(i, j) = static_cast<Word>(~matrix(i, j));
  return matrix;
}

template <class Word>
void check_mixed(Matrix<Word> const& matrix, std::uint64_t mask) {
  auto const [memory, rows] = lay_out(matrix, {matrix.columns + 2, 1});
  Guarded<int> const permutation(std::vector<int>(matrix.rows, 1));
  DescendingWords const words{mask};
  PoisonedWorkspace workspace;
  auto const bytes =
      argsort_rows_workspace_size(Exec{}, permutation.view(), rows, words);
  argsort_rows(Exec{}, permutation.view(), rows, words,
               workspace.prepare(bytes));
  auto const order    = permutation.values();
  auto const expected = expected_order(flipped(matrix, mask), false);
  EXPECT_TRUE(std::equal(
      order.begin(), order.end(), expected.begin(),
      [](int a, std::size_t b) { return static_cast<std::size_t>(a) == b; }));
  EXPECT_TRUE(workspace.guards_hold());
}

TEST(ArgsortRowsCall, WordsOfDirectionsOfTheirOwn) {
  EXPECT_EQ(descending_words({}).mask, 0u);
  EXPECT_EQ(descending_words({0, 2, 63}).mask, 0x8000000000000005u);
  for (std::uint64_t const mask : {0u, 1u, 2u, 5u, 0x15u, 0x1fu}) {
    check_mixed(mixed_rows<std::uint8_t>(2000, 5, 3), mask);
    check_mixed(mixed_rows<std::uint8_t>(3000, 20, 3), mask);
    check_mixed(mixed_rows<std::uint32_t>(3000, 5, 20), mask);
    check_mixed(mixed_rows<std::uint64_t>(2000, 5, 3), mask);
  }
  check_mixed(mixed_rows<std::uint8_t>(3000, 70, 2), 0xf0f0f0f0f0f0f0f0u);
}

class Refused : public testing::Test {
 protected:
  using Rows = Kokkos::View<std::uint32_t**, Kokkos::LayoutRight, Memory,
                            Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  Guarded<std::uint32_t> m_words{tied_rows<std::uint32_t>(300, 10, 3).words};
  Rows m_rows{m_words.data(), 300, 10};
};

TEST_F(Refused, ExtentsThatDiffer) {
  Guarded<int> const permutation(std::vector<int>(299, 5));
  EXPECT_TRUE(
      refuses([&] { argsort_rows(permutation.view(), m_rows); },
              {"KokkosSort::argsort_rows:", "'permutation' has extent 299",
               "'rows' has extent 300"}));
  EXPECT_TRUE(permutation.untouched());
  EXPECT_TRUE(m_words.untouched());
}

TEST_F(Refused, TypesThatCannotHoldTheIndices) {
  Guarded<std::uint8_t> const permutation(std::vector<std::uint8_t>(300, 5));
  EXPECT_TRUE(
      refuses([&] { argsort_rows(Exec{}, permutation.view(), m_rows); },
              {"KokkosSort::argsort_rows:", "'permutation'", "1 bytes"}));
  EXPECT_TRUE(permutation.untouched());
}

TEST_F(Refused, WordsThatRowsDoNotHave) {
  Guarded<int> const permutation(std::vector<int>(300, 5));
  EXPECT_TRUE(refuses(
      [&] {
        argsort_rows(permutation.view(), m_rows, descending_words({2, 10}));
      },
      {"KokkosSort::argsort_rows:", "'descending_words' has word 10",
       "'rows' has extent 10"}));
  EXPECT_TRUE(permutation.untouched());
  EXPECT_TRUE(refuses([] { descending_words({1, 64}); },
                      {"descending_words", "word 64"}));
}

TEST_F(Refused, WorkspacesThatAreTooSmall) {
  Exec const exec;
  Guarded<int> const permutation(std::vector<int>(300, 5));
  auto const bytes =
      argsort_rows_workspace_size(exec, permutation.view(), m_rows);
  Workspace<Memory> const small(exec, bytes - 1);
  EXPECT_TRUE(refuses(
      [&] { argsort_rows(exec, permutation.view(), m_rows, small); },
      {"KokkosSort::argsort_rows:", "'workspace'", std::to_string(bytes - 1)}));
  EXPECT_TRUE(permutation.untouched());
}

TEST_F(Refused, PermutationsThatOverlapTheRows) {
  Kokkos::View<std::uint32_t*, Memory,
               Kokkos::MemoryTraits<Kokkos::Unmanaged>> const
      inside(m_words.data() + 1000, 300);
  EXPECT_TRUE(
      refuses([&] { argsort_rows(Exec{}, inside, m_rows); },
              {"KokkosSort::argsort_rows:", "'permutation'", "'rows'"}));
  EXPECT_TRUE(m_words.untouched());
}

}  // namespace
}  // namespace KokkosSort::Test::ArgsortRowsTest
