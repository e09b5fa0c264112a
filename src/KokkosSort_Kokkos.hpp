// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_KOKKOS_HPP
#define KOKKOSSORT_KOKKOS_HPP

// Calls of Kokkos::sort, Kokkos::Experimental::sort_by_key and Kokkos::BinSort
// run on this library in every source that includes this header, before or
// after <Kokkos_Sort.hpp>. Nothing else of the source changes.
//
// The functions below are those of Kokkos with a constraint, so that overload
// resolution prefers them to the unconstrained originals. Their inline
// namespace keeps their symbols apart from those of sources without this
// header. Views whose elements the library does not take, such as those of
// std::string, and comparators that are not const remain with Kokkos.
// docs/migrating.md has the differences.

#include <KokkosSort/bin_sort.hpp>
#include <KokkosSort/sort.hpp>
#include <KokkosSort/sort_by_key.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Sort.hpp>

#include <cstddef>
#include <string>
#include <type_traits>

namespace KokkosSort::Impl {

/// A view that the library sorts in the place of Kokkos.
template <class ViewType>
concept ReplacedView =
    MutableRank1View<ViewType> && is_element_v<typename ViewType::value_type>;

/// Likewise, and objects such as DynamicView and OffsetView.
template <class Keys>
concept ReplacedRange =
    ReplacedView<Keys> || ((DynamicKeys<Keys> || OffsetKeys<Keys>) &&
                           is_element_v<typename Keys::value_type>);

template <class Comparator, class Key>
concept ReplacedComparator =
    std::is_class_v<Comparator> &&
    std::is_invocable_r_v<bool, Comparator const&, Key const&, Key const&>;

/// Ends the program as Kokkos does, with its message.
inline void check_lengths_of_kokkos(std::size_t values, std::size_t keys) {
  if (values != keys)
    Kokkos::abort(("values and keys extents must be the same. The values "
                   "extent is " +
                   std::to_string(values) + ", and the keys extent is " +
                   std::to_string(keys) + ".")
                      .c_str());
}

/// Calls sort(keys, arguments...) on the default instance, between the fences
/// of Kokkos.
template <class Keys, class... Arguments>
void sort_between_fences(Keys const& keys, Arguments const&... arguments) {
  Kokkos::fence(labeled("KokkosSort: before Kokkos::sort"));
  typename Keys::execution_space const exec;
  KokkosSort::sort(exec, keys, arguments...);
  exec.fence(labeled("KokkosSort: after Kokkos::sort"));
}

}  // namespace KokkosSort::Impl

namespace Kokkos {
inline namespace KokkosSortReplaces {

// The lists of template parameters must be those of Kokkos: otherwise neither
// function is preferred.

/// Sorts a view by KokkosSort::sort.
template <class ExecutionSpace, class DataType, class... Properties>
  requires KokkosSort::Impl::ExecutionSpaceInstance<ExecutionSpace> &&
           KokkosSort::Impl::ReplacedView<View<DataType, Properties...>>
void sort(const ExecutionSpace& exec,
          const View<DataType, Properties...>& view) {
  KokkosSort::sort(exec, view);
}

/// Sorts a view on the default instance.
template <class DataType, class... Properties>
  requires KokkosSort::Impl::ReplacedView<View<DataType, Properties...>>
void sort(const View<DataType, Properties...>& view) {
  KokkosSort::Impl::sort_between_fences(view);
}

/// Sorts a view by a comparator.
template <class ExecutionSpace, class ComparatorType, class DataType,
          class... Properties>
  requires KokkosSort::Impl::ExecutionSpaceInstance<ExecutionSpace> &&
           KokkosSort::Impl::ReplacedView<View<DataType, Properties...>> &&
           KokkosSort::Impl::ReplacedComparator<
               ComparatorType,
               typename View<DataType, Properties...>::value_type>
void sort(const ExecutionSpace& exec, const View<DataType, Properties...>& view,
          const ComparatorType& comparator) {
  KokkosSort::sort(exec, view, comparator);
}

/// Sorts a view by a comparator on the default instance.
template <class ComparatorType, class DataType, class... Properties>
  requires KokkosSort::Impl::ReplacedView<View<DataType, Properties...>> &&
           KokkosSort::Impl::ReplacedComparator<
               ComparatorType,
               typename View<DataType, Properties...>::value_type>
void sort(const View<DataType, Properties...>& view,
          const ComparatorType& comparator) {
  KokkosSort::Impl::sort_between_fences(view, comparator);
}

/// Sorts the keys from index `begin` to in front of `end`.
template <class ExecutionSpace, class ViewType>
  requires KokkosSort::Impl::ExecutionSpaceInstance<ExecutionSpace> &&
           KokkosSort::Impl::ReplacedRange<ViewType>
void sort(const ExecutionSpace& exec, ViewType view, size_t const begin,
          size_t const end) {
  KokkosSort::sort(exec, view, begin, end);
}

/// Sorts a range of the keys on the default instance.
template <class ViewType>
  requires KokkosSort::Impl::ReplacedRange<ViewType>
void sort(ViewType view, size_t const begin, size_t const end) {
  KokkosSort::Impl::sort_between_fences(view, begin, end);
}

}  // namespace KokkosSortReplaces

/// Kokkos::BinSort as KokkosSort::BinSort has it.
template <class KeyViewType, class BinSortOp, class Space, class SizeType>
  requires KokkosSort::Impl::AnyView<KeyViewType>
class BinSort<KeyViewType, BinSortOp, Space, SizeType>
    : public KokkosSort::BinSort<KeyViewType, BinSortOp, Space, SizeType> {
  using Base = KokkosSort::BinSort<KeyViewType, BinSortOp, Space, SizeType>;

 public:
  using Base::Base;
};

namespace Experimental {
inline namespace KokkosSortReplaces {

/// Sorts keys and values by KokkosSort::sort_by_key.
template <class ExecutionSpace, class KeysDataType, class... KeysProperties,
          class ValuesDataType, class... ValuesProperties>
  requires KokkosSort::Impl::ExecutionSpaceInstance<ExecutionSpace> &&
           KokkosSort::Impl::ReplacedView<
               View<KeysDataType, KeysProperties...>> &&
           KokkosSort::Impl::ReplacedView<
               View<ValuesDataType, ValuesProperties...>>
void sort_by_key(const ExecutionSpace& exec,
                 const View<KeysDataType, KeysProperties...>& keys,
                 const View<ValuesDataType, ValuesProperties...>& values) {
  KokkosSort::Impl::check_lengths_of_kokkos(values.extent(0), keys.extent(0));
  KokkosSort::sort_by_key(exec, keys, values);
}

/// Sorts keys and values by a comparator.
template <class ExecutionSpace, class ComparatorType, class KeysDataType,
          class... KeysProperties, class ValuesDataType,
          class... ValuesProperties>
  requires KokkosSort::Impl::ExecutionSpaceInstance<ExecutionSpace> &&
           KokkosSort::Impl::ReplacedView<
               View<KeysDataType, KeysProperties...>> &&
           KokkosSort::Impl::ReplacedView<
               View<ValuesDataType, ValuesProperties...>> &&
           KokkosSort::Impl::ReplacedComparator<
               ComparatorType,
               typename View<KeysDataType, KeysProperties...>::value_type>
void sort_by_key(const ExecutionSpace& exec,
                 const View<KeysDataType, KeysProperties...>& keys,
                 const View<ValuesDataType, ValuesProperties...>& values,
                 const ComparatorType& comparator) {
  KokkosSort::Impl::check_lengths_of_kokkos(values.extent(0), keys.extent(0));
  KokkosSort::sort_by_key(exec, keys, values, comparator);
}

}  // namespace KokkosSortReplaces
}  // namespace Experimental
}  // namespace Kokkos

#endif
