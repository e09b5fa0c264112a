// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ARGSORT_ROWS_HPP
#define KOKKOSSORT_ARGSORT_ROWS_HPP

#include <KokkosSort/algorithm.hpp>
#include <KokkosSort/front/argsort_rows_dispatch.hpp>
#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/checks.hpp>
#include <KokkosSort/front/options.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/workspace.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::argsort_rows.
struct ArgsortRows : Impl::OnDefaultInstance<ArgsortRows, 1> {
  using Impl::OnDefaultInstance<ArgsortRows, 1>::operator();

  /// Finds the order of keys of several words each and leaves them untouched:
  /// permutation(i) becomes the index of the row that belongs at position i.
  /// permute() then brings any payloads into that order. The call also goes
  /// without `exec`, on the default instance of the rows' execution space.
  ///
  /// @param exec execution space instance that does the work
  /// @param permutation rank-1 view of an integral type, of the extent of
  ///   `rows`, accessible from `exec`; overwritten, need not be initialized
  /// @param rows rank-2 view of an unsigned integral type of 8 to 64 bits, may
  ///   be of const, of any layout, accessible from `exec`. Row i holds the
  ///   words of key i: rows(i, 0), rows(i, 1), and so on. A view of bytes with
  ///   LayoutStride reads byte strings in place, such as the first 10 bytes of
  ///   records of 100 bytes.
  /// @param options in any order, each kind at most once: ascending (the
  ///   default), descending or descending_words({word, ...}), an Algorithm tag
  ///   of a stable algorithm, a Workspace
  ///
  /// Order and stability: lexicographic. The first words that differ decide,
  /// and bytes compare as by std::memcmp. With descending_words() each word has
  /// a direction of its own. Always stable: the lower index of
  /// equal rows comes first, also if descending. The result is the same in
  /// every run.
  ///
  /// Memory: argsort_rows_workspace_size() bytes. They hold a key of 8 bytes
  /// per row and the workspace of one sort of these keys with an index each.
  /// Rows of more than 64 bits take two more indices each.
  ///
  /// Launches and complexity: one sort of the first 64 bits of all rows. Tie
  /// rounds then sort the rows that are still equal to another one. A round
  /// takes the next 64 bits of these, or, if there are g groups of equal rows,
  /// log2(g) bits less. The call ends when no ties or no bits are left.
  ///
  /// Fences: rows of up to 64 bits, or fewer than two rows: as argsort().
  /// Longer rows: the call waits for the number of ties before each round and
  /// never is asynchronous. Given a Workspace, it does not allocate.
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes. Either the extents differ, or the type of the permutation cannot
  /// hold the indices, or the workspace is too small. Or the permutation
  /// overlaps the rows in memory (as far as contiguity shows).
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Permutation, Impl::RowsView RowWords,
            class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Permutation const& permutation,
                  RowWords const& rows, Options const&... options) const {
    Impl::forward_argsort_rows(exec, permutation, rows, options...);
  }
};

/// Type of KokkosSort::argsort_rows_workspace_size.
struct ArgsortRowsWorkspaceSize {
  /// Returns the bytes of workspace that argsort_rows() needs with these
  /// arguments. They depend on the extents, not on the contents of the views.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Permutation, Impl::RowsView RowWords,
            class... Options>
    requires Impl::ValidOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec,
                         Permutation const& permutation, RowWords const& rows,
                         Options const&... options) const {
    return Impl::forward_argsort_rows_workspace_size(exec, permutation, rows,
                                                     options...);
  }
};

}  // namespace Function

/// Option of argsort_rows(): these words of each row are in descending order,
/// and the others ascending. Words are counted from 0.
///
/// @throws std::invalid_argument if a word is above 63
inline DescendingWords descending_words(
    std::initializer_list<std::size_t> words) {
  std::uint64_t mask = 0;
  for (std::size_t const word : words) {
    if (word > 63)
      Impl::invalid_argument("descending_words", "words",
                             "has word " + std::to_string(word) +
                                 ", but must have words 0 to 63 alone");
    mask |= std::uint64_t{1} << word;
  }
  return {mask};
}

/// Finds the order of rows of words: see Function::ArgsortRows.
inline constexpr Function::ArgsortRows argsort_rows{};
/// Bytes that argsort_rows() needs: see Function::ArgsortRowsWorkspaceSize.
inline constexpr Function::ArgsortRowsWorkspaceSize
    argsort_rows_workspace_size{};

}  // namespace KokkosSort

#endif
