// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_BY_COLUMNS_CHECKS_HPP
#define KOKKOSSORT_UNIT_TESTS_BY_COLUMNS_CHECKS_HPP

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

inline std::uint64_t random(std::uint64_t seed, std::size_t i) {
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

inline constexpr std::size_t sizes[] = {0, 1, 2, 3, 257, 3000};
inline constexpr std::uint64_t any   = ~std::uint64_t{0};

}  // namespace KokkosSort::Test::ByColumnsTest

#endif
