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

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace KokkosSort {

/// Option of argsort_rows(): some words of each row are in descending order.
/// descending_words() returns it.
struct DescendingWords {
  /// One bit per word, from the lowest on: 1 if the word is descending.
  std::uint64_t mask;
};

namespace Impl {

/// Rank-2 view of unsigned words.
template <class T>
concept RowsView = AnyView<T> && (T::rank == 2) &&
                   std::unsigned_integral<typename T::non_const_value_type> &&
                   !std::is_same_v<typename T::non_const_value_type, bool>;

/// Words that descend by an order: all, none, or those of descending_words().
template <class Order>
std::uint64_t words_descending(Order const& order) {
  using Bits = decltype(order_for<std::uint64_t>(order));
  static_assert(std::is_same_v<Bits, BitsOrder<std::uint64_t>>,
                "KokkosSort: rows are compared word by word, ascending or "
                "descending; argsort_rows takes no other order");
  return order_for<std::uint64_t>(order).m_flipped;
}
inline std::uint64_t words_descending(DescendingWords const& words) {
  return words.mask;
}

template <class... Options>
inline constexpr bool has_mixed_words =
    (std::is_same_v<Options, DescendingWords> || ...);

/// The sorter behind a call of argsort_rows(): one of 64-bit keys.
template <class Exec, class Permutation, class RowWords, class... Options>
struct RowsChoice {
  using Key    = std::uint64_t;
  using Word   = typename RowWords::non_const_value_type;
  using Choice = Chosen<Promise::stable, Exec, Kokkos::View<Key*, Exec>,
                        Permutation, PickedAlgorithm<Options...>>;
  using Sorter = typename Choice::type;
  using Index  = typename Choice::Value;
  using Bits   = RowBits<Word, has_mixed_words<Options...>>;
  using type   = RowSort<Sorter, Exec, Index, Bits>;

  static_assert(check_stability<typename Choice::Tag, Promise::stable,
                                Sorter::is_stable>());
};

template <class RowWords, class... Options>
auto row_bits(RowWords const& rows, Options const&... options) {
  using Word = typename RowWords::non_const_value_type;
  return RowBits<Word, has_mixed_words<Options...>>{
      rows_of<Word const>(rows),
      words_descending(pick<IsOrder>(default_order, options...))};
}

/// The checks of the arguments, in front of any change.
template <class Permutation, class RowWords, class... Options>
void check_argsort_rows(Permutation const& permutation, RowWords const& rows,
                        Options const&... options) {
  check_argsort_views("argsort_rows", permutation, "rows", rows);
  if constexpr (has_mixed_words<Options...>) {
    std::size_t const width = rows.extent(1);
    std::uint64_t const mask =
        words_descending(pick<IsOrder>(default_order, options...));
    if (width < 64 && mask >> width != 0)
      invalid_argument("argsort_rows", "descending_words",
                       "has word " + std::to_string(std::bit_width(mask) - 1) +
                           ", but 'rows' has extent " + std::to_string(width) +
                           " of words");
  }
}

template <class Exec, class Permutation, class RowWords, class... Options>
std::size_t forward_argsort_rows_workspace_size(Exec const& exec,
                                                Permutation const&,
                                                RowWords const& rows,
                                                Options const&... options) {
  using Choice = RowsChoice<Exec, Permutation, RowWords, Options...>;
  if (rows.extent(0) < 2 || rows.extent(1) == 0) return 0;
  return Choice::type::workspace_bytes(exec, row_bits(rows, options...),
                                       rows.extent(0));
}

template <class Exec, class Permutation, class RowWords, class... Options>
void forward_argsort_rows(Exec const& exec, Permutation const& permutation,
                          RowWords const& rows, Options const&... options) {
  using Choice = RowsChoice<Exec, Permutation, RowWords, Options...>;
  static_assert(check_permutation_accessible<Exec, Permutation>());
  static_assert(is_accessible_v<Exec, RowWords>,
                "the rows must be accessible from the execution space");
  std::size_t const n = rows.extent(0);
  check_argsort_rows(permutation, rows, options...);
  if (n == 0) return;
  auto const bits  = row_bits(rows, options...);
  auto const index = strided_as<typename Choice::Index>(permutation);
  with_workspace(
      "argsort_rows", exec,
      forward_argsort_rows_workspace_size(exec, permutation, rows, options...),
      pick<IsWorkspace>(OwnMemory{}, options...), [&](Arena& arena) {
        if (n < 2 || rows.extent(1) == 0) {
          fill_iota(exec, index, n);
        } else {
          constexpr bool is_mixed = has_mixed_words<Options...>;
          Choice::type::run(exec, !is_mixed && bits.flipped_words != 0, bits,
                            index, n, arena);
        }
      });
}

}  // namespace Impl
}  // namespace KokkosSort

#endif
