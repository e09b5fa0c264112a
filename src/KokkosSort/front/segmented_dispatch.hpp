// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_SEGMENTED_DISPATCH_HPP
#define KOKKOSSORT_FRONT_SEGMENTED_DISPATCH_HPP

#include <KokkosSort/algorithm/payload/gather.hpp>
#include <KokkosSort/algorithm/payload/indirect_sort.hpp>
#include <KokkosSort/algorithm/sample/sample_sort.hpp>
#include <KokkosSort/algorithm/segmented/host_segments.hpp>
#include <KokkosSort/algorithm/segmented/sort_segments.hpp>
#include <KokkosSort/algorithm/segmented/segments.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/team_shape.hpp>
#include <KokkosSort/front/checks.hpp>
#include <KokkosSort/front/dispatch.hpp>
#include <KokkosSort/front/options.hpp>
#include <KokkosSort/front/overlap.hpp>
#include <KokkosSort/front/segment_views.hpp>
#include <KokkosSort/front/views.hpp>
#include <KokkosSort/front/with_workspace.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace KokkosSort::Impl {

/// The sorter of segments. Long segments on devices are partitioned by the
/// engine of the library's sample sort.
template <class Exec, class Order, class Value, class Segments,
          bool is_host = TeamShape<Exec>::is_host>
struct SegmentedChoice {
  static constexpr bool of_numbers =
      is_bits_order_v<Order> && sizeof(typename Order::key_type) <= 8;
  using Engine =
      typename SampleSort<Exec, Order, Value, SampleParameters{},
                          of_numbers ? Classifiers::splitters_and_digits
                                     : Classifiers::splitters>::Buckets;
  using type = SegmentedSort<Exec, Order, Value, Segments, Engine>;
};
template <class Exec, class Order, class Value, class Segments>
struct SegmentedChoice<Exec, Order, Value, Segments, true> {
  using type = HostSegments<Exec, Order, Value, Segments>;
};

/// Order of the keys of a segmented sort, together with the segments. So
/// IndirectSort serves these sorts as well.
template <class Order, class Segments>
struct SegmentedOrder {
  using key_type = typename Order::key_type;

  Order m_order;
  Segments m_segments;

  Order const& order() const { return m_order; }
  Segments const& segments() const { return m_segments; }
};

template <class Order, class Segments>
Order plain_order(SegmentedOrder<Order, Segments> const& order) {
  return order.m_order;
}
template <class Order, class Segments, class Index>
IndirectOrder<Order, Index> plain_order(
    IndirectOrder<SegmentedOrder<Order, Segments>, Index> const& order) {
  return {order.m_order.m_order, order.m_keys};
}
template <class Order, class Segments>
Segments segments_in(SegmentedOrder<Order, Segments> const& order) {
  return order.m_segments;
}
template <class Order, class Segments, class Index>
Segments segments_in(
    IndirectOrder<SegmentedOrder<Order, Segments>, Index> const& order) {
  return order.m_order.m_segments;
}

/// Sorter in the form that IndirectSort takes.
struct SegmentedSorter {
  template <class Exec, class Order, class Value>
  struct type {
    using Plain    = decltype(plain_order(std::declval<Order const&>()));
    using Segments = decltype(segments_in(std::declval<Order const&>()));
    using Sorter = typename SegmentedChoice<Exec, Plain, Value, Segments>::type;

    static constexpr bool is_stable = true;

    static std::size_t workspace_bytes(Exec const& exec, Order const& order,
                                       std::size_t n) {
      return Sorter::workspace_bytes(exec, plain_order(order), n);
    }
    static void run(Exec const& exec, Order const& order,
                    Strided<typename Order::key_type> keys,
                    Strided<Value> values, std::size_t n, Arena& arena) {
      Sorter::run(exec, plain_order(order), segments_in(order), keys, values, n,
                  arena);
    }
  };
};

/// The types of a segmented sort.
template <class Exec, class Key, class Value, class Segments, class... Options>
struct ChosenSegmented {
  static_assert(check_elements<Key, Value>());
  static_assert(
      std::is_same_v<PickedAlgorithm<Options...>, Algorithm::Automatic>,
      "KokkosSort: a segmented sort takes no Algorithm tag");
  using Sorted = sorted_as_t<Value>;
  using Order =
      decltype(pick_sorted_order<Key>(std::declval<Options const&>()...));
  using Both      = SegmentedOrder<Order, Segments>;
  using Sorter    = IndirectSort<SegmentedSorter, Exec, Both, Sorted>;
  using SortedKey = typename Order::key_type;

  static std::size_t workspace_bytes(Exec const& exec, std::size_t n,
                                     Options const&... options) {
    if (n < 2) return 0;
    return Sorter::workspace_bytes(
        exec, Both{pick_sorted_order<Key>(options...), Segments{}}, n);
  }
};

template <class Exec, class Keys, class Values, class Offsets, class... Options>
using ChosenSegmentedOf =
    ChosenSegmented<Exec, typename Keys::non_const_value_type,
                    typename Values::value_type, SegmentsOf<Offsets>,
                    Options...>;

template <class Exec, class Keys, class Values, class Offsets, class... Options>
std::size_t forward_segmented_size(Exec const& exec, Keys const& keys,
                                   Values const&, Offsets const&,
                                   Options const&... options) {
  return ChosenSegmentedOf<Exec, Keys, Values, Offsets,
                           Options...>::workspace_bytes(exec, keys.extent(0),
                                                        options...);
}

/// The checks of the views of a segmented sort.
template <class Keys, class Values, class Offsets>
void check_segmented_views(char const* function, Keys const& keys,
                           Values const& values, Offsets const& offsets) {
  check_sort_views(function, keys, values);
  check_segments(function, offsets, "keys", keys);
  if constexpr (is_value_v<typename Values::value_type>)
    check_segments(function, offsets, "values", values);
}

template <class Exec, class Keys, class Values, class Offsets, class... Options>
void forward_segmented_sort(char const* function, Exec const& exec,
                            Keys const& keys, Values const& values,
                            Offsets const& offsets, Options const&... options) {
  using Choice = ChosenSegmentedOf<Exec, Keys, Values, Offsets, Options...>;
  using Key    = typename Keys::value_type;
  static_assert(check_keys_accessible<Exec, Keys>());
  static_assert(check_segments_accessible<Exec, Offsets>());
  if constexpr (is_value_v<typename Values::value_type>)
    static_assert(is_accessible_v<Exec, Values>,
                  "the values must be accessible from the execution space");
  check_segmented_views(function, keys, values, offsets);
  std::size_t const n = keys.extent(0);
  typename Choice::Both const order{pick_sorted_order<Key>(options...),
                                    segments_of(offsets)};
  if (n < 2 || order.m_segments.count == 0) return;
  constexpr OwnMemory own{};
  with_workspace(function, exec, Choice::workspace_bytes(exec, n, options...),
                 pick<IsWorkspace>(own, options...), [&](Arena& arena) {
                   Choice::Sorter::run(
                       exec, order,
                       strided_as<typename Choice::SortedKey>(keys),
                       strided_as<typename Choice::Sorted>(values), n, arena);
                 });
}

// segmented_argsort() is a sort of a copy of the keys that carries the
// permutation.

template <class Exec, class Permutation, class Keys, class Offsets,
          class... Options>
std::size_t forward_segmented_argsort_size(Exec const& exec, Permutation const&,
                                           Keys const& keys, Offsets const&,
                                           Options const&... options) {
  using Choice =
      ChosenSegmentedOf<Exec, Keys, Permutation, Offsets, Options...>;
  std::size_t const n = keys.extent(0);
  if (n < 2) return 0;
  Arena measure;
  measure.take<typename Keys::non_const_value_type>(n);
  return measure.used() + Arena::alignment +
         Choice::workspace_bytes(exec, n, options...);
}

template <class Permutation, class Keys, class Offsets>
void check_segmented_argsort_views(char const* function,
                                   Permutation const& permutation,
                                   Keys const& keys, Offsets const& offsets) {
  check_argsort_views(function, permutation, "keys", keys);
  check_segments(function, offsets, "permutation", permutation);
}

template <class Exec, class Permutation, class Keys, class Offsets,
          class... Options>
void forward_segmented_argsort(char const* function, Exec const& exec,
                               Permutation const& permutation, Keys const& keys,
                               Offsets const& offsets,
                               Options const&... options) {
  using Choice =
      ChosenSegmentedOf<Exec, Keys, Permutation, Offsets, Options...>;
  using Key    = typename Keys::non_const_value_type;
  using Sorted = typename Choice::SortedKey;
  static_assert(check_permutation_accessible<Exec, Permutation>());
  static_assert(check_keys_accessible<Exec, Keys>());
  static_assert(check_segments_accessible<Exec, Offsets>());
  check_segmented_argsort_views(function, permutation, keys, offsets);
  std::size_t const n = keys.extent(0);
  if (n == 0) return;
  typename Choice::Both const order{pick_sorted_order<Key>(options...),
                                    segments_of(offsets)};
  constexpr OwnMemory own{};
  with_workspace(
      function, exec,
      forward_segmented_argsort_size(exec, permutation, keys, offsets,
                                     options...),
      pick<IsWorkspace>(own, options...), [&](Arena& arena) {
        fill_iota(exec, strided(permutation), n);
        if (n < 2 || order.m_segments.count == 0) return;
        Key* const copy = arena.take<Key>(n);
        gather_rows("KokkosSort::segmented_argsort::copy_keys", exec, SameRow{},
                    n,
                    move_list(Move<Key>{
                        Rows<Key const>{keys.data(), stride_of(keys), 1, 1},
                        Rows<Key>{copy, 1, 1, 1}}));
        Choice::Sorter::run(
            exec, order, Strided<Sorted>{reinterpret_cast<Sorted*>(copy)},
            strided_as<typename Choice::Sorted>(permutation), n, arena);
      });
}

}  // namespace KokkosSort::Impl

#endif
