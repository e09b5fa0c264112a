// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BY_COLUMNS_HPP
#define KOKKOSSORT_BY_COLUMNS_HPP

#include <KokkosSort/front/columns.hpp>
#include <KokkosSort/order.hpp>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::by_columns.
struct ByColumns {
  /// Returns keys of several columns. argsort(), sort(), sort_by_key(),
  /// is_sorted() and the functions of their workspace take them in place of the
  /// keys. sort() and sort_by_key() move whole rows: all columns and any number
  /// of values, which are views of rank 1 or 2. The options are an Algorithm
  /// tag and a Workspace.
  ///
  /// @param columns views of rank 1, of equal extents and of any layout. They
  ///   hold integers of 8 to 128 bits, bool, float, double or a half type of
  ///   Kokkos. Views of const suffice for argsort() and is_sorted(). A matrix
  ///   whose number of columns is part of its type stands for all of its
  ///   columns. descending(view) reverses the order of a column
  ///
  /// Order and stability: lexicographic. The first columns in which two rows
  /// differ decide, each in the order of Ascending or its reverse. Stable; the
  /// algorithm must be so, except for sort() of up to 128 bits. It sorts the
  /// first 128 bits.
  ///
  /// Memory: that of the function of the workspace, about n (2 K + I) bytes for
  /// keys of K and indices of I bytes. K is 4, 8 or 16 bytes, into which a row
  /// or its first 128 bits are packed. Longer rows take n (I + 1) more, and on
  /// a device the memory of segmented_sort_by_key() if that is more. In place
  /// they take an index. A copy of several values, and of the columns behind
  /// the first 128 bits, counts if it is more.
  ///
  /// Launches and complexity: a launch packs rows of up to 128 bits into one
  /// integer each. One sort of these follows, and in place a launch that
  /// unpacks them. Longer rows are sorted by their first 128 bits. Rows that
  /// tie then become segments, which are sorted by their next 64 bits, and so
  /// on. It takes a segmented sort and 4 launches per 64 bits. In place
  /// the columns behind the first 128 bits, and several values, move by two
  /// launches. The launches depend on extents and types alone. The method is an
  /// MSD radix sort whose digits are integers (Knuth, The Art of Computer
  /// Programming 3, 5.2.5).
  ///
  /// Fences: none with a Workspace, except for is_sorted(). No call works
  /// inside a kernel.
  ///
  /// @throws std::invalid_argument from the function that takes the columns,
  /// before anything changes. It names the column by its number if extents
  /// differ, or if views overlap of which one is written (as far as contiguity
  /// shows). Other errors are those of that function for its other arguments.
  template <Impl::ColumnArgument... Arguments>
    requires(sizeof...(Arguments) > 0)
  Columns<Arguments...> operator()(Arguments const&... columns) const {
    return {{columns...}};
  }
};

}  // namespace Function

/// Returns keys of several columns: see Function::ByColumns.
inline constexpr Function::ByColumns by_columns{};

}  // namespace KokkosSort

#endif
