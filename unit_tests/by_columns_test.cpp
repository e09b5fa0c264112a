// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/events.hpp>
#include <workload/random.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace KokkosSort::Test::ByColumnsTest {
namespace {

/// Keys of a column and their direction.
template <class Key, bool is_descending>
struct Table {
  using key_type = Key;
  Array<Key> keys;

  bool less(std::size_t a, std::size_t b) const {
    typename KeyTraits<Key>::Less const less;
    return is_descending ? less(keys[b], keys[a]) : less(keys[a], keys[b]);
  }
  template <class View>
  static auto column(View const& view) {
    if constexpr (is_descending) {
      return descending(view);
    } else {
      return view;
    }
  }
};
template <class Keys>
Table<typename Keys::value_type, false> up(Keys keys) {
  return {std::move(keys)};
}
template <class Keys>
Table<typename Keys::value_type, true> down(Keys keys) {
  return {std::move(keys)};
}

std::uint64_t random(std::uint64_t seed, std::size_t i) {
  return Workload::RandomStream(seed, 7)(i);
}

/// One of `values` numbers per row, in no order; floating-point ones also NaN
/// of both signs, zeros of both signs and infinities.
template <class Key>
Array<Key> some(std::size_t n, std::uint64_t values, std::uint64_t seed) {
  Array<Key> keys(n);
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t const draw = random(seed, i) % values;
    if constexpr (Workload::is_floating_key<Key>) {
      float const special[] = {std::numeric_limits<float>::quiet_NaN(),
                               -std::numeric_limits<float>::quiet_NaN(),
                               -0.0f,
                               0.0f,
                               std::numeric_limits<float>::infinity(),
                               -std::numeric_limits<float>::infinity()};
      keys[i]               = draw < 6 ? static_cast<Key>(special[draw])
                                       : static_cast<Key>(static_cast<float>(draw) - 8.5f);
    } else {
      // High and low bits differ.
      std::uint64_t const spread = random(99, draw);
      keys[i]                    = static_cast<Key>(spread);
      if constexpr (sizeof(Key) == 16)
        keys[i] = static_cast<Key>(
            static_cast<Key>(static_cast<Key>(spread) << 64) | keys[i] % 3);
    }
  }
  return keys;
}

template <class... Tables>
std::vector<std::uint32_t> expected_order(std::size_t n,
                                          Tables const&... tables) {
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(
      order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        bool is_less = false;
        static_cast<void>(((tables.less(a, b) || tables.less(b, a)
                                ? (is_less = tables.less(a, b), true)
                                : false) ||
                           ...));
        return is_less;
      });
  return order;
}

/// The result has the rows of the input in the expected order, bit by bit.
template <class Keys>
bool has_order(Keys const& sorted, Keys const& input,
               std::vector<std::uint32_t> const& order) {
  for (std::size_t i = 0; i < order.size(); ++i)
    if (std::memcmp(static_cast<void const*>(&sorted[i]),
                    static_cast<void const*>(&input[order[i]]),
                    sizeof(sorted[i])) != 0)
      return false;
  return true;
}

/// Keys of all columns in guarded memory. Every second column is strided.
template <class... Tables>
struct Memories {
  std::tuple<Guarded<typename Tables::key_type>...> arrays;

  static Memories of(std::tuple<Tables...> const& tables) {
    return std::apply(
        [](Tables const&... each) {
          std::size_t i = 0;
          // Braces evaluate from left to right.
          return Memories{{Guarded<typename Tables::key_type>(
              each.keys, {5, 1 + 2 * (i++ % 2)})...}};
        },
        tables);
  }

  auto columns() const {
    return std::apply(
        [](auto const&... each) {
          return by_columns(
              Tables::column(each.template view<Kokkos::LayoutStride>())...);
        },
        arrays);
  }
  auto const_columns() const {
    return std::apply(
        [](auto const&... each) {
          return by_columns(Tables::column(
              each.template view<Kokkos::LayoutStride,
                                 typename Tables::key_type const>())...);
        },
        arrays);
  }

  bool untouched() const {
    return std::apply(
        [](auto const&... each) { return (bool(each.untouched()) && ...); },
        arrays);
  }
  bool guards_hold() const {
    return std::apply(
        [](auto const&... each) { return (bool(each.guards_hold()) && ...); },
        arrays);
  }
  bool have_order(std::tuple<Tables...> const& input,
                  std::vector<std::uint32_t> const& order) const {
    return [&]<std::size_t... k>(std::index_sequence<k...>) {
      return (has_order(std::get<k>(arrays).values(), std::get<k>(input).keys,
                        order) &&
              ...);
    }(std::index_sequence_for<Tables...>{});
  }
};

template <class Index, class... Tables>
void check_argsort(std::tuple<Tables...> const& tables,
                   std::vector<std::uint32_t> const& order) {
  auto const memory  = Memories<Tables...>::of(tables);
  auto const columns = memory.const_columns();
  Guarded<Index> const permutation(std::vector<Index>(order.size(), Index{1}),
                                   {3, 2});
  auto const view = permutation.template view<Kokkos::LayoutStride>();
  PoisonedWorkspace workspace;
  auto const bytes = argsort_workspace_size(Exec{}, view, columns);
  argsort(Exec{}, view, columns, workspace.prepare(bytes));
  auto const found = permutation.values();
  EXPECT_TRUE(std::equal(found.begin(), found.end(), order.begin(),
                         [](Index a, std::uint32_t b) {
                           return static_cast<std::uint32_t>(a) == b;
                         }));
  EXPECT_TRUE(memory.untouched());
  EXPECT_TRUE(permutation.guards_hold());
  EXPECT_TRUE(workspace.guards_hold());
}

/// function(columns, values...) in an exact workspace.
template <class Function, class Size, class... Tables, class... Values>
void check_in_place(Function const& function, Size const& size,
                    std::tuple<Tables...> const& tables,
                    std::vector<std::uint32_t> const& order,
                    Values const&... values) {
  auto const memory  = Memories<Tables...>::of(tables);
  auto const columns = memory.columns();
  PoisonedWorkspace workspace;
  auto const bytes = size(Exec{}, columns, values...);
  function(Exec{}, columns, values..., workspace.prepare(bytes));
  EXPECT_TRUE(memory.have_order(tables, order));
  EXPECT_TRUE(memory.guards_hold());
  EXPECT_TRUE(workspace.guards_hold());
  EXPECT_TRUE(is_sorted(Exec{}, columns));
}

template <class... Tables>
void check_values(std::tuple<Tables...> const& tables,
                  std::vector<std::uint32_t> const& order) {
  std::size_t const n = order.size();
  Guarded<std::uint32_t> const tags(index_tags<std::uint32_t>(n), {3, 2});
  check_in_place(sort_by_key, sort_by_key_workspace_size, tables, order,
                 tags.view<Kokkos::LayoutStride>());
  EXPECT_EQ(tags.values(), order);
  EXPECT_TRUE(tags.guards_hold());

  Guarded<std::uint32_t> const others(index_tags<std::uint32_t>(n));
  Guarded<std::uint64_t> const words(index_tags<std::uint64_t>(2 * n));
  Kokkos::View<std::uint64_t**, Kokkos::LayoutRight, Memory,
               Kokkos::MemoryTraits<Kokkos::Unmanaged>> const rows(words.data(),
                                                                   n, 2);
  check_in_place(sort_by_key, sort_by_key_workspace_size, tables, order,
                 others.view(), rows);
  EXPECT_EQ(others.values(), order);
  auto const moved = words.values();
  for (std::size_t i = 0; i < n; ++i)
    ASSERT_TRUE(moved[2 * i] == 2 * std::uint64_t{order[i]} &&
                moved[2 * i + 1] == 2 * std::uint64_t{order[i]} + 1);
  EXPECT_TRUE(others.guards_hold());
  EXPECT_TRUE(words.guards_hold());
}

template <class... Tables>
void check(Tables const&... tables) {
  std::tuple<Tables...> const all(tables...);
  std::size_t const n = std::get<0>(all).keys.size();
  SCOPED_TRACE(std::to_string(n) + " rows of " +
               std::to_string(sizeof...(Tables)) + " columns");
  auto const order       = expected_order(n, tables...);
  bool const is_in_order = std::is_sorted(order.begin(), order.end());
  EXPECT_EQ(is_sorted(Exec{}, Memories<Tables...>::of(all).const_columns()),
            is_in_order);
  check_argsort<std::uint32_t>(all, order);
  check_argsort<std::int64_t>(all, order);
  check_in_place(sort, sort_workspace_size, all, order);
  check_values(all, order);
}

constexpr std::size_t sizes[] = {0, 1, 2, 3, 257, 3000};
constexpr std::uint64_t any   = ~std::uint64_t{0};

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

TEST(ByColumns, CallsWithAWorkspaceAreQuiet) {
  Exec const exec;
  std::size_t const n = 50000;
  Kokkos::View<std::uint64_t*, Memory> const a("a", n), b("b", n), c("c", n);
  Kokkos::View<float*, Memory> const values("values", n), more("more", n);
  Kokkos::View<int*, Memory> const permutation("permutation", n);
  auto const narrow = by_columns(a, descending(b));
  auto const wide   = by_columns(a, descending(b), c);
  auto const look   = [&](auto const& columns) {
    Workspace<Memory> const workspace(
        exec,
        std::max({argsort_workspace_size(exec, permutation, columns),
                  sort_workspace_size(exec, columns),
                  sort_by_key_workspace_size(exec, columns, values),
                  sort_by_key_workspace_size(exec, columns, values, more)}));
    check_quiet("argsort",
                  [&] { argsort(exec, permutation, columns, workspace); });
    check_quiet("sort", [&] { sort(exec, columns, workspace); });
    check_quiet("one value",
                  [&] { sort_by_key(exec, columns, values, workspace); });
    check_quiet("two values",
                  [&] { sort_by_key(exec, columns, values, more, workspace); });
  };
  look(narrow);
  look(wide);
}

TEST(ByColumns, PreparedCalls) {
  Exec const exec;
  std::size_t const n = 5000;
  for (std::uint64_t const seed : {1, 2}) {
    auto const a     = some<std::uint64_t>(n, 9, seed);
    auto const b     = some<double>(n, 9, seed + 2);
    auto const c     = some<std::uint32_t>(n, any, seed + 4);
    auto const order = expected_order(n, up(a), down(b), up(c));
    Guarded<std::uint64_t> const first(a);
    Guarded<double> const second(b);
    Guarded<std::uint32_t> const third(c);
    Guarded<std::uint32_t> const tags(index_tags<std::uint32_t>(n));
    Guarded<int> const permutation(std::vector<int>(n, 0));
    auto const columns =
        by_columns(first.view(), descending(second.view()), third.view());
    auto const find = prepare(argsort, exec, permutation.view(), columns);
    find.run(permutation.view(), columns);
    exec.fence();
    auto const found = permutation.values();
    EXPECT_TRUE(std::equal(found.begin(), found.end(), order.begin(),
                           [](int x, std::uint32_t y) {
                             return static_cast<std::uint32_t>(x) == y;
                           }));
    EXPECT_TRUE(refuses(
        [&] {
          find.run(
              permutation.view(),
              by_columns(first.view(), descending(Guarded<double>(b).view()),
                         third.view()));
        },
        {"KokkosSort::Prepared::run: argument 'columns[1]'", "address"}));
    prepare(sort_by_key, exec, columns, tags.view()).run();
    EXPECT_EQ(tags.values(), order);
    prepare(sort, exec, by_columns(third.view(), first.view())).run();
    EXPECT_TRUE(is_sorted(by_columns(third.view(), first.view())));
  }
}

class ByColumnsRefused : public testing::Test {
 protected:
  using Words = Guarded<std::uint32_t>;
  Words m_first{some<std::uint32_t>(300, any, 1)};
  Words m_second{some<std::uint32_t>(300, any, 2)};
  Words m_shorter{some<std::uint32_t>(299, any, 3)};
  Guarded<int> m_permutation{std::vector<int>(300, 5)};
  Words m_values{index_tags<std::uint32_t>(300)};

  void TearDown() override {
    for (auto const* words : {&m_first, &m_second, &m_shorter, &m_values})
      EXPECT_TRUE(words->untouched());
    EXPECT_TRUE(m_permutation.untouched());
  }
};

TEST_F(ByColumnsRefused, ColumnsWhoseExtentsDiffer) {
  auto const columns =
      by_columns(m_first.view(), m_second.view(), descending(m_shorter.view()));
  std::vector<std::string> const parts{"argument 'columns[2]' has extent 299",
                                       "'columns[0]' has extent 300"};
  EXPECT_TRUE(refuses([&] { argsort(m_permutation.view(), columns); }, parts));
  EXPECT_TRUE(refuses([&] { sort(columns); }, parts));
  EXPECT_TRUE(refuses([&] { sort_by_key(columns, m_values.view()); }, parts));
  EXPECT_TRUE(refuses([&] { static_cast<void>(is_sorted(columns)); }, parts));
  EXPECT_TRUE(refuses([&] { auto const call = prepare(sort, Exec{}, columns); },
                      parts));
}

TEST_F(ByColumnsRefused, PermutationsAndValuesOfOtherExtents) {
  auto const columns = by_columns(m_first.view(), m_second.view());
  EXPECT_TRUE(refuses(
      [&] { argsort(Guarded<int>(std::vector<int>(301, 1)).view(), columns); },
      {"KokkosSort::argsort: argument 'permutation' has extent 301",
       "'columns[0]' has extent 300"}));
  EXPECT_TRUE(
      refuses([&] { sort_by_key(columns, m_shorter.view()); },
              {"KokkosSort::sort_by_key: argument 'values' has extent 299"}));
  EXPECT_TRUE(refuses(
      [&] { sort_by_key(columns, m_values.view(), m_shorter.view()); },
      {"KokkosSort::sort_by_key: argument 'values[1]' has extent 299"}));
}

TEST_F(ByColumnsRefused, TypesThatCannotHoldTheIndices) {
  Guarded<std::uint8_t> const permutation(std::vector<std::uint8_t>(300, 5));
  EXPECT_TRUE(
      refuses([&] { argsort(permutation.view(), by_columns(m_first.view())); },
              {"KokkosSort::argsort: argument 'permutation'", "1 bytes"}));
  EXPECT_TRUE(permutation.untouched());
}

TEST_F(ByColumnsRefused, ViewsThatOverlap) {
  auto const a = m_first.view(), b = m_second.view(), v = m_values.view();
  EXPECT_TRUE(refuses([&] { argsort(b, by_columns(a, b)); },
                      {"'permutation' overlaps 'columns[1]'"}));
  EXPECT_TRUE(refuses([&] { sort(by_columns(a, b, descending(a))); },
                      {"'columns[2]' overlaps 'columns[0]'"}));
  EXPECT_TRUE(refuses([&] { sort_by_key(by_columns(a, b), b); },
                      {"'values' overlaps 'columns[1]'"}));
  EXPECT_TRUE(refuses([&] { sort_by_key(by_columns(a, b), v, v); },
                      {"'values[1]' overlaps 'values[0]'"}));
}

TEST_F(ByColumnsRefused, WorkspacesThatAreTooSmall) {
  Exec const exec;
  auto const a = m_first.view(), b = m_second.view();
  auto const columns = by_columns(a, b, a);
  std::size_t const bytes =
      argsort_workspace_size(exec, m_permutation.view(), columns);
  Workspace<Memory> const small(exec, bytes - 1);
  EXPECT_TRUE(
      refuses([&] { argsort(exec, m_permutation.view(), columns, small); },
              {"KokkosSort::argsort: argument 'workspace'",
               std::to_string(bytes - 1)}));
  Workspace<Memory> const tiny(exec, 16);
  EXPECT_TRUE(refuses([&] { sort(exec, by_columns(a, b), tiny); },
                      {"KokkosSort::sort: argument 'workspace'"}));
}

}  // namespace
}  // namespace KokkosSort::Test::ByColumnsTest
