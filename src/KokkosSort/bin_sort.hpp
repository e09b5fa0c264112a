// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BIN_SORT_HPP
#define KOKKOSSORT_BIN_SORT_HPP

#include <KokkosSort/core/label.hpp>
#include <KokkosSort/front/bin_sort_parts.hpp>
#include <KokkosSort/front/views.hpp>
#include <KokkosSort/permute.hpp>
#include <KokkosSort/segmented_sort.hpp>
#include <KokkosSort/sort.hpp>
#include <KokkosSort/workspace.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace KokkosSort {

/// Sorts views by the bins that a functor gives their keys, with the interface
/// of Kokkos::BinSort. Such functors are Kokkos::BinOp1D and Kokkos::BinOp3D,
/// and any object with bin(keys, i), max_bins() and operator()(keys, i, j), the
/// order within a bin.
///
/// Order and stability: by bin, and within bins by the functor if they are
/// sorted; stable. The result is the same in every run. Elements whose bin is
/// not in 0 … max_bins() - 1 come last, in no bin.
///
/// Memory: the permutation, offsets and counts, and about 12 bytes per key that
/// the first create_permute_vector() allocates. sort() allocates a copy of the
/// values.
///
/// Launches and complexity: create_permute_vector() as bin_by(), and on devices
/// as segmented_sort() within bins; sort() as permute().
///
/// Fences: those of the calls of Kokkos. Without an instance, calls fence
/// before and after. With one, the first create_permute_vector() may fence it,
/// and sort() does.
template <class KeyViewType, class BinSortOp,
          class Space    = typename KeyViewType::device_type,
          class SizeType = typename KeyViewType::memory_space::size_type>
class BinSort {
  template <class ExecutionSpace>
  static constexpr bool check_space() {
    static_assert(
        Kokkos::SpaceAccessibility<ExecutionSpace,
                                   typename Space::memory_space>::accessible,
        "KokkosSort: the execution space must access the memory of BinSort");
    return true;
  }

 public:
  using exec_space     = typename Space::execution_space;  ///< Default space.
  using bin_op_type    = BinSortOp;                        ///< The functor.
  using size_type      = SizeType;                         ///< An index.
  using value_type     = size_type;                        ///< Likewise.
  using offset_type    = Kokkos::View<size_type*, Space>;  ///< Indices.
  using bin_count_type = Kokkos::View<int const*, Space>;  ///< Counts.
  /// Keys as they are read.
  using const_key_view_type = typename KeyViewType::const_type;

  /// Prepares to sort by the keys from index `begin` to in front of `end`.
  template <Impl::ExecutionSpaceInstance ExecutionSpace>
  BinSort(ExecutionSpace const& exec, const_key_view_type keys, int begin,
          int end, BinSortOp op, bool within_bins = false)
      : bin_op(op),
        range_begin(begin),
        range_end(end),
        sort_within_bins(within_bins),
        m_keys(keys) {
    static_assert(check_space<ExecutionSpace>());
    if (op.max_bins() <= 0)
      Kokkos::abort("KokkosSort::BinSort: the number of bins must be positive");
    auto const bins = static_cast<std::size_t>(op.max_bins());
    auto const make = [&exec](char const* label) {
      return Kokkos::view_alloc(exec, Kokkos::WithoutInitializing,
                                Impl::labeled(label));
    };
    m_offsets   = offset_type(make("KokkosSort::BinSort::offsets"), bins + 1);
    bin_offsets = Kokkos::subview(
        m_offsets, Kokkos::pair<std::size_t, std::size_t>(0, bins));
    m_counts = Kokkos::View<int*, Space>(
        Kokkos::view_alloc(exec, Impl::labeled("KokkosSort::BinSort::counts")),
        bins);
    bin_count_const = m_counts;
    sort_order      = offset_type(make("KokkosSort::BinSort::permutation"),
                                  static_cast<std::size_t>(end - begin));
  }

  /// Prepares on the default instance.
  BinSort(const_key_view_type keys, int begin, int end, BinSortOp op,
          bool within_bins = false)
      : BinSort(exec_space{}, keys, begin, end, op, within_bins) {}

  /// Prepares to sort by all keys.
  template <Impl::ExecutionSpaceInstance ExecutionSpace>
  BinSort(ExecutionSpace const& exec, const_key_view_type keys, BinSortOp op,
          bool within_bins = false)
      : BinSort(exec, keys, 0, static_cast<int>(keys.extent(0)), op,
                within_bins) {}

  /// Prepares to sort by all keys, on the default instance.
  BinSort(const_key_view_type keys, BinSortOp op, bool within_bins = false)
      : BinSort(exec_space{}, keys, op, within_bins) {}

  /// Finds the permutation, the offsets and the counts of the keys as they are
  /// now.
  template <Impl::ExecutionSpaceInstance ExecutionSpace>
  void create_permute_vector(ExecutionSpace const& exec) {
    static_assert(check_space<ExecutionSpace>());
    using Bins          = Impl::BinsSort<ExecutionSpace, offset_type>;
    using Compare       = Impl::WithinBin<const_key_view_type, BinSortOp>;
    auto const first    = static_cast<std::size_t>(range_begin);
    std::size_t const n = sort_order.extent(0);
    Compare const compare{m_keys, bin_op};
    constexpr bool is_host = Impl::TeamShape<ExecutionSpace>::is_host;
    std::size_t bytes      = Bins::workspace_bytes(exec, n);
    if constexpr (!is_host)
      if (sort_within_bins)
        bytes = std::max(bytes, segmented_sort_workspace_size(
                                    exec, sort_order, m_offsets, compare));
    m_workspace.reserve(exec, bytes);
    Impl::Arena arena(m_workspace.data(), m_workspace.bytes());
    Bins::run(exec,
              Impl::BinFromOp<const_key_view_type, BinSortOp>{m_keys, bin_op},
              first, sort_order, m_offsets, arena);
    Impl::count_bins(exec, m_offsets, m_counts);
    if (!sort_within_bins) return;
    if constexpr (is_host) {
      Impl::sort_bins_on_host(exec, m_offsets, sort_order, compare,
                              [&](size_type begin, size_type end) {
                                KokkosSort::stable_sort(exec, sort_order, begin,
                                                        end, compare);
                              });
    } else {
      segmented_sort(exec, sort_order, m_offsets, compare, m_workspace);
    }
  }

  /// Finds them on the default instance. Fences before and after.
  void create_permute_vector() {
    Kokkos::fence(Impl::labeled("KokkosSort::BinSort: before the bins"));
    exec_space const exec;
    create_permute_vector(exec);
    exec.fence(Impl::labeled("KokkosSort::BinSort: after the bins"));
  }

  /// Brings the rows of values from index `begin` to in front of `end` into the
  /// order of the keys. These are as many as the keys of the range; both ranges
  /// may begin at different indices. Values have rank 1 to 3, or are an object
  /// with values(i) such as a DynamicView.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, class Values>
  void sort(ExecutionSpace const& exec, Values const& values, int begin,
            int end) const {
    static_assert(check_space<ExecutionSpace>());
    static_assert(Impl::is_accessible_v<ExecutionSpace, Values>,
                  "KokkosSort: the execution space must access the values");
    if (values.extent(0) == 0) return;
    if (end - begin != range_end - range_begin)
      Kokkos::abort(
          "KokkosSort::BinSort::sort: the range of the values is not as long "
          "as that of the keys");
    Impl::sort_rows(exec, sort_order, range_begin, values,
                    static_cast<std::size_t>(begin));
  }

  /// Sorts rows on the default instance. Fences before and after.
  template <class Values>
    requires(!Impl::ExecutionSpaceInstance<Values>)
  void sort(Values const& values, int begin, int end) const {
    Kokkos::fence(Impl::labeled("KokkosSort::BinSort: before the sort"));
    exec_space const exec;
    sort(exec, values, begin, end);
    exec.fence(Impl::labeled("KokkosSort::BinSort: after the sort"));
  }

  /// Sorts the first rows, as many as there are keys in the range.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, class Values>
  void sort(ExecutionSpace const& exec, Values const& values) const {
    sort(exec, values, 0, range_end - range_begin);
  }

  /// Sorts the first rows, on the default instance.
  template <class Values>
  void sort(Values const& values) const {
    sort(values, 0, range_end - range_begin);
  }

  /// Returns the index of each key in the order of the bins.
  KOKKOS_INLINE_FUNCTION offset_type get_permute_vector() const {
    return sort_order;
  }
  /// Returns the position of the first key of each bin.
  KOKKOS_INLINE_FUNCTION offset_type get_bin_offsets() const {
    return bin_offsets;
  }
  /// Returns the number of keys of each bin.
  KOKKOS_INLINE_FUNCTION bin_count_type get_bin_count() const {
    return bin_count_const;
  }

  BinSortOp bin_op;                ///< The functor.
  offset_type bin_offsets;         ///< See get_bin_offsets().
  bin_count_type bin_count_const;  ///< See get_bin_count().
  offset_type sort_order;          ///< See get_permute_vector().
  int range_begin;                 ///< First key.
  int range_end;                   ///< Index behind the last key.
  bool sort_within_bins;           ///< Whether bins are sorted as well.

 private:
  const_key_view_type m_keys;
  offset_type m_offsets;  // one more than bins
  Kokkos::View<int*, Space> m_counts;
  Workspace<typename Space::memory_space> m_workspace;
};

}  // namespace KokkosSort

#endif
