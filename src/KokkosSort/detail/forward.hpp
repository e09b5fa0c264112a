// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DETAIL_FORWARD_HPP
#define KOKKOSSORT_DETAIL_FORWARD_HPP

#include <KokkosSort/algorithm/carry.hpp>
#include <KokkosSort/algorithm/gather.hpp>
#include <KokkosSort/detail/checks.hpp>
#include <KokkosSort/detail/options.hpp>
#include <KokkosSort/detail/scratch.hpp>
#include <KokkosSort/detail/serves.hpp>
#include <KokkosSort/thread/strided.hpp>

#include <cstddef>
#include <type_traits>

namespace KokkosSort::Impl {

/// Stands for the values where only keys are sorted.
struct NoView {
  using value_type = NoValue;
};

/// What a view holds, under the type by which it is sorted.
template <class To, class ViewType>
Strided<To> strided_as(ViewType const& view) {
  if constexpr (is_value_v<To>) {
    return {reinterpret_cast<To*>(view.data()), stride_of(view)};
  } else {
    return {};
  }
}

template <class Key, class... Options>
auto pick_sorted_order(Options const&... options) {
  return sorted_as(pick_order<Key>(options...));
}

/// The sorter that the options ask for.
template <class Exec, class Keys, class Values, class... Options>
struct Chosen {
  using Key   = typename Keys::value_type;
  using Value = sorted_as_t<typename Values::value_type>;
  using Order =
      decltype(pick_sorted_order<Key>(std::declval<Options const&>()...));
  using type = CarriedSort<SorterTemplate<PickedAlgorithm<Options...>>, Exec,
                           Order, Value>;
  using SortedKey = typename Order::key_type;
};

template <class Exec, class Keys, class Values, class... Options>
std::size_t forward_workspace_size(Exec const& exec, Keys const& keys,
                                   Values const&, Options const&... options) {
  using Sorter = typename Chosen<Exec, Keys, Values, Options...>::type;
  using Key    = typename Keys::value_type;
  if (keys.extent(0) < 2) return 0;
  return Sorter::scratch_bytes(exec, pick_sorted_order<Key>(options...),
                               keys.extent(0));
}

template <Promise promise, class Exec, class Keys, class Values,
          class... Options>
void forward_sort(char const* function, Exec const& exec, Keys const& keys,
                  Values const& values, Options const&... options) {
  using Choice = Chosen<Exec, Keys, Values, Options...>;
  using Sorter = typename Choice::type;
  using Key    = typename Keys::value_type;
  static_assert(
      Kokkos::SpaceAccessibility<Exec, typename Keys::memory_space>::accessible,
      "the keys must be accessible from the execution space");
  static_assert(check_stability<PickedAlgorithm<Options...>, promise>());
  static_assert(promise == Promise::none || Sorter::is_stable);
  if constexpr (is_value_v<typename Values::value_type>)
    check_extent(function, "values", values.extent(0), "keys", keys.extent(0));
  std::size_t const n = keys.extent(0);
  if (n < 2) return;
  auto const order = pick_sorted_order<Key>(options...);
  with_scratch(function, exec, Sorter::scratch_bytes(exec, order, n),
               pick<IsWorkspace>(OwnMemory{}, options...), [&](Arena& arena) {
                 Sorter::run(
                     exec, order, strided_as<typename Choice::SortedKey>(keys),
                     strided_as<typename Choice::Value>(values), n, arena);
               });
}

// argsort() is a sort of a copy of the keys that carries the permutation.

template <class Exec, class Permutation, class Keys, class... Options>
std::size_t forward_argsort_workspace_size(Exec const& exec, Permutation const&,
                                           Keys const& keys,
                                           Options const&... options) {
  using Sorter        = typename Chosen<Exec, typename Keys::non_const_type,
                                 Permutation, Options...>::type;
  using Key           = typename Keys::non_const_value_type;
  std::size_t const n = keys.extent(0);
  if (n < 2) return 0;
  Arena measure;
  measure.take<Key>(n);
  return measure.used() + Arena::alignment +
         Sorter::scratch_bytes(exec, pick_sorted_order<Key>(options...), n);
}

template <class Exec, class Permutation, class Keys, class... Options>
void forward_argsort(Exec const& exec, Permutation const& permutation,
                     Keys const& keys, Options const&... options) {
  using Choice =
      Chosen<Exec, typename Keys::non_const_type, Permutation, Options...>;
  using Sorter = typename Choice::type;
  using Key    = typename Keys::non_const_value_type;
  using Sorted = typename Choice::SortedKey;
  using Index  = typename Permutation::value_type;
  static_assert(std::is_integral_v<Index>,
                "the permutation must be a view of an integral type");
  static_assert(
      check_stability<PickedAlgorithm<Options...>, Promise::stable>());
  static_assert(Sorter::is_stable);
  std::size_t const n = keys.extent(0);
  check_extent("argsort", "permutation", permutation.extent(0), "keys", n);
  check_index<Index>("argsort", "permutation", n);
  if (n == 0) return;
  auto const order = pick_sorted_order<Key>(options...);
  with_scratch(
      "argsort", exec,
      forward_argsort_workspace_size(exec, permutation, keys, options...),
      pick<IsWorkspace>(OwnMemory{}, options...), [&](Arena& arena) {
        fill_iota(exec, strided(permutation), n);
        if (n < 2) return;
        Key* const copy = arena.take<Key>(n);
        gather_rows("KokkosSort::argsort::copy_keys", exec, SameRow{}, n,
                    move_list(Move<Key>{
                        Rows<Key const>{keys.data(), stride_of(keys), 1, 1},
                        Rows<Key>{copy, 1, 1, 1}}));
        Sorter::run(exec, order,
                    Strided<Sorted>{reinterpret_cast<Sorted*>(copy)},
                    strided_as<typename Choice::Value>(permutation), n, arena);
      });
}

}  // namespace KokkosSort::Impl

#endif
