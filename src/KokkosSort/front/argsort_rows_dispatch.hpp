// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_ARGSORT_ROWS_DISPATCH_HPP
#define KOKKOSSORT_FRONT_ARGSORT_ROWS_DISPATCH_HPP

#include <KokkosSort/algorithm/payload/row_sort.hpp>
#include <KokkosSort/block/key_order.hpp>
#include <KokkosSort/front/checks.hpp>
#include <KokkosSort/front/dispatch.hpp>
#include <KokkosSort/front/options.hpp>
#include <KokkosSort/front/overlap.hpp>
#include <KokkosSort/front/permute_dispatch.hpp>
#include <KokkosSort/front/with_workspace.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// Rank-2 view of unsigned words.
template <class T>
concept RowsView = AnyView<T> && (T::rank == 2) &&
                   std::unsigned_integral<typename T::non_const_value_type> &&
                   !std::is_same_v<typename T::non_const_value_type, bool>;

/// The sorter behind a call of argsort_rows(): one of 64-bit keys.
template <class Exec, class Permutation, class RowWords, class... Options>
struct RowsChoice {
  using Key    = std::uint64_t;
  using Word   = typename RowWords::non_const_value_type;
  using Choice = Chosen<Promise::stable, Exec, Kokkos::View<Key*, Exec>,
                        Permutation, Options...>;
  using Order  = typename Choice::Order;
  using Sorter = typename Choice::type;
  using Index  = typename Choice::Value;
  using type   = RowSort<Sorter, Exec, Index, Word>;

  static_assert(std::is_same_v<Order, BitsOrder<Key>>,
                "KokkosSort: rows are compared word by word, ascending or "
                "descending; argsort_rows takes no other order");
  static_assert(check_stability<typename Choice::Tag, Promise::stable,
                                Sorter::is_stable>());
};

template <class RowWords>
auto row_bits(RowWords const& rows) {
  using Word = typename RowWords::non_const_value_type;
  return RowBits<Word>{rows_of<Word const>(rows)};
}

template <class Exec, class Permutation, class RowWords, class... Options>
std::size_t forward_argsort_rows_workspace_size(Exec const& exec,
                                                Permutation const&,
                                                RowWords const& rows,
                                                Options const&...) {
  using Choice = RowsChoice<Exec, Permutation, RowWords, Options...>;
  if (rows.extent(0) < 2 || rows.extent(1) == 0) return 0;
  return Choice::type::workspace_bytes(exec, row_bits(rows), rows.extent(0));
}

template <class Exec, class Permutation, class RowWords, class... Options>
void forward_argsort_rows(Exec const& exec, Permutation const& permutation,
                          RowWords const& rows, Options const&... options) {
  using Choice = RowsChoice<Exec, Permutation, RowWords, Options...>;
  static_assert(check_permutation_accessible<Exec, Permutation>());
  static_assert(is_accessible_v<Exec, RowWords>,
                "the rows must be accessible from the execution space");
  std::size_t const n        = rows.extent(0);
  char const* const function = "argsort_rows";
  check_argsort_views(function, permutation, "rows", rows);
  if (n == 0) return;
  auto const order = pick_sorted_order<std::uint64_t>(options...);
  auto const index = strided_as<typename Choice::Index>(permutation);
  with_workspace(
      function, exec,
      forward_argsort_rows_workspace_size(exec, permutation, rows, options...),
      pick<IsWorkspace>(OwnMemory{}, options...), [&](Arena& arena) {
        if (n < 2 || rows.extent(1) == 0) {
          fill_iota(exec, index, n);
        } else {
          Choice::type::run(exec, order.m_flipped != 0, row_bits(rows), index,
                            n, arena);
        }
      });
}

}  // namespace KokkosSort::Impl

#endif
