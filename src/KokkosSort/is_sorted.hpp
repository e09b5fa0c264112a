// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_IS_SORTED_HPP
#define KOKKOSSORT_IS_SORTED_HPP

#include <KokkosSort/block/descents.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/front/columns.hpp>
#include <KokkosSort/front/order_options.hpp>
#include <KokkosSort/front/range_calls.hpp>
#include <KokkosSort/order.hpp>

#include <cstddef>

namespace KokkosSort {

namespace Impl {

/// An order or nothing.
template <class... Options>
concept OrderOption = sizeof...(Options) <= 1 && (is_order_v<Options> && ...);

}  // namespace Impl

namespace Function {

/// Type of KokkosSort::is_sorted.
struct IsSorted : Impl::OnReadRange<IsSorted> {
  static constexpr char const* name = "is_sorted";  ///< Name in messages.

  using Impl::OnReadRange<IsSorted>::operator();

  /// Returns true if no key comes before its predecessor, as sort() with the
  /// same order leaves them. The call also goes without `exec`, on the default
  /// instance of the keys' execution space. is_sorted(exec, keys, begin, end,
  /// order) inspects the keys from index `begin` to in front of `end` alone.
  /// is_sorted(exec, first, last, order) takes random access iterators, such as
  /// those of Kokkos::Experimental::begin, over memory that `exec` reaches.
  ///
  /// @param exec execution space instance that does the work
  /// @param keys rank-1 view of any layout, may be of const, accessible from
  ///   `exec`; untouched
  /// @param option an order (ascending, the default; descending; a comparator
  ///   callable on the device; by(projection); bits(begin, end))
  ///
  /// Order and stability: see Ascending; equivalent keys may stand in any
  /// order.
  ///
  /// Memory: none, hence no Workspace.
  ///
  /// Launches and complexity: one launch and n - 1 comparisons; no launch for
  /// fewer than two keys.
  ///
  /// Fences: the launch is waited for, since the call returns a value.
  ///
  /// @throws std::invalid_argument naming the argument if bits(begin, end) does
  /// not fit the keys, or a range does not hold 0 <= begin <= end <= n
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            class... Option>
    requires Impl::OrderOption<Option...>
  [[nodiscard]] bool operator()(ExecutionSpace const& exec, Keys const& keys,
                                Option const&... option) const {
    static_assert(Impl::check_keys_accessible<ExecutionSpace, Keys>());
    using Key = typename Keys::non_const_value_type;
    return Impl::count_descents(
               exec, Impl::pick_order<Key>(option...),
               Impl::Strided<Key const>{keys.data(), Impl::stride_of(keys)},
               keys.extent(0)) == 0;
  }

  /// Returns the same for the rows of by_columns().
  ///
  /// @throws std::invalid_argument naming the column if the extents differ
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::ColumnsArgument Keys>
  [[nodiscard]] bool operator()(ExecutionSpace const& exec,
                                Keys const& columns) const {
    static_assert(Impl::check_columns_accessible<ExecutionSpace, Keys>());
    Impl::check_column_extents("is_sorted", columns);
    using Order = Impl::RowOrder<Impl::ColumnListOf<Keys>>;
    return Impl::count_descents(exec, Order{Impl::kernel_columns(columns)},
                                Impl::RowNumbers{},
                                Impl::count_rows(columns)) == 0;
  }
};

/// Type of KokkosSort::is_sorted_until.
struct IsSortedUntil : Impl::OnReadRange<IsSortedUntil> {
  static constexpr char const* name = "is_sorted_until";  ///< Name in messages.

  using Impl::OnReadRange<IsSortedUntil>::operator();

  /// Returns the number of leading keys that are in order. It is the index of
  /// the first key that comes before its predecessor, or n if there is none.
  /// The call also goes without `exec`. A range or iterators may be given, and
  /// the index then counts from the first key of the range. Everything that is
  /// not stated here is as for is_sorted().
  ///
  /// Order and stability: as is_sorted().
  ///
  /// Memory: none, hence no Workspace.
  ///
  /// Launches and complexity: one launch and at most n - 1 comparisons; no
  /// launch for fewer than two keys.
  ///
  /// Fences: the launch is waited for, since the call returns a value.
  ///
  /// @throws std::invalid_argument as is_sorted()
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            class... Option>
    requires Impl::OrderOption<Option...>
  [[nodiscard]] std::size_t operator()(ExecutionSpace const& exec,
                                       Keys const& keys,
                                       Option const&... option) const {
    static_assert(Impl::check_keys_accessible<ExecutionSpace, Keys>());
    using Key = typename Keys::non_const_value_type;
    return static_cast<std::size_t>(Impl::first_descent(
        exec, Impl::pick_order<Key>(option...),
        Impl::Strided<Key const>{keys.data(), Impl::stride_of(keys)},
        keys.extent(0)));
  }
};

}  // namespace Function

/// Whether the keys are in order: see Function::IsSorted.
inline constexpr Function::IsSorted is_sorted{};
/// Returns the number of leading keys in order: see Function::IsSortedUntil.
inline constexpr Function::IsSortedUntil is_sorted_until{};

}  // namespace KokkosSort

#endif
