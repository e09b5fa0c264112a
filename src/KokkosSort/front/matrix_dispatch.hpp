// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_MATRIX_DISPATCH_HPP
#define KOKKOSSORT_FRONT_MATRIX_DISPATCH_HPP

#include <KokkosSort/algorithm/payload/gather.hpp>
#include <KokkosSort/algorithm/segmented/segments.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/front/option_kinds.hpp>
#include <KokkosSort/front/segmented_dispatch.hpp>
#include <KokkosSort/front/views.hpp>
#include <KokkosSort/front/with_workspace.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// Rank-2 view whose rows or columns are sorted in place.
template <class T>
concept MutableMatrixView =
    AnyView<T> && (T::rank == 2) && !std::is_const_v<typename T::value_type>;

/// The rows or columns of a matrix as lines of memory.
struct MatrixLines {
  std::size_t count;
  std::size_t length;
  std::ptrdiff_t line_stride;
  std::ptrdiff_t key_stride;

  /// Whether a rank-1 array holds the lines one after another, so that they
  /// are segments of it.
  bool are_segments() const {
    return key_stride > 0 &&
           (count == 1 || (line_stride % key_stride == 0 &&
                           distance() >= static_cast<std::ptrdiff_t>(length)));
  }
  std::ptrdiff_t distance() const {
    return count == 1 ? static_cast<std::ptrdiff_t>(length)
                      : line_stride / key_stride;
  }
  /// Keys of the array that is sorted: with the gaps between segments, or of a
  /// copy without gaps.
  std::size_t extent() const {
    return are_segments()
               ? (count - 1) * static_cast<std::size_t>(distance()) + length
               : count * length;
  }
  EqualSegments segments() const {
    return {length,
            are_segments() ? static_cast<std::uint64_t>(distance()) : length,
            count};
  }
};

template <class Matrix>
MatrixLines rows_in(Matrix const& matrix) {
  return {matrix.extent(0), matrix.extent(1),
          static_cast<std::ptrdiff_t>(matrix.stride(0)),
          matrix.extent(1) > 1 ? static_cast<std::ptrdiff_t>(matrix.stride(1))
                               : std::ptrdiff_t{1}};
}
template <class Matrix>
MatrixLines columns_in(Matrix const& matrix) {
  return {matrix.extent(1), matrix.extent(0),
          static_cast<std::ptrdiff_t>(matrix.stride(1)),
          matrix.extent(0) > 1 ? static_cast<std::ptrdiff_t>(matrix.stride(0))
                               : std::ptrdiff_t{1}};
}

template <class Exec, class Matrix, class... Options>
using ChosenLines = ChosenSegmented<Exec, typename Matrix::value_type, NoValue,
                                    EqualSegments, Options...>;

template <class Exec, class Matrix, class... Options>
std::size_t forward_lines_size(Exec const& exec, Matrix const&,
                               MatrixLines const& lines,
                               Options const&... options) {
  using Choice = ChosenLines<Exec, Matrix, Options...>;
  if (lines.count == 0 || lines.length < 2) return 0;
  std::size_t const n     = lines.extent();
  std::size_t const bytes = Choice::workspace_bytes(exec, n, options...);
  if (lines.are_segments()) return bytes;
  Arena measure;
  measure.take<typename Matrix::value_type>(n);
  return measure.used() + Arena::alignment + bytes;
}

/// Sorts each line. Lines that interleave in memory are sorted in a copy.
template <class Exec, class Matrix, class... Options>
void forward_sort_lines(char const* function, Exec const& exec,
                        Matrix const& matrix, MatrixLines const& lines,
                        Options const&... options) {
  using Choice = ChosenLines<Exec, Matrix, Options...>;
  using Key    = typename Matrix::value_type;
  using Sorted = typename Choice::SortedKey;
  static_assert(is_accessible_v<Exec, Matrix>,
                "the matrix must be accessible from the execution space");
  typename Choice::Both const order{pick_sorted_order<Key>(options...),
                                    lines.segments()};
  std::size_t const bytes = forward_lines_size(exec, matrix, lines, options...);
  constexpr OwnMemory own{};
  auto const& workspace = pick<IsWorkspace>(own, options...);
  check_workspace_option<Exec>(function, bytes, workspace);
  if (lines.count == 0 || lines.length < 2) return;
  std::size_t const n = lines.extent();
  with_workspace(function, exec, bytes, workspace, [&](Arena& arena) {
    auto const sort = [&](Key* keys, std::ptrdiff_t stride) {
      Choice::Sorter::run(
          exec, order, Strided<Sorted>{reinterpret_cast<Sorted*>(keys), stride},
          {}, n, arena);
    };
    if (lines.are_segments()) {
      sort(matrix.data(), lines.key_stride);
      return;
    }
    Key* const copy  = arena.take<Key>(n);
    auto const width = static_cast<std::ptrdiff_t>(lines.length);
    Rows<Key> const in_matrix{matrix.data(), lines.line_stride,
                              lines.key_stride, lines.length};
    Rows<Key> const in_copy{copy, width, 1, lines.length};
    auto const read_only = [](Rows<Key> const& rows) {
      return Rows<Key const>{rows.data, rows.row_stride, rows.column_stride,
                             rows.columns};
    };
    gather_rows("KokkosSort::sort_lines::copy", exec, SameRow{}, lines.count,
                move_list(Move<Key>{read_only(in_matrix), in_copy}));
    sort(copy, 1);
    gather_rows("KokkosSort::sort_lines::copy_back", exec, SameRow{},
                lines.count,
                move_list(Move<Key>{read_only(in_copy), in_matrix}));
  });
}

}  // namespace KokkosSort::Impl

#endif
