// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_DISPATCH_HPP
#define KOKKOSSORT_FRONT_DISPATCH_HPP

#include <KokkosSort/algorithm/payload/gather.hpp>
#include <KokkosSort/algorithm/host/host_alone.hpp>
#include <KokkosSort/block/sorted_as.hpp>
#include <KokkosSort/front/checks.hpp>
#include <KokkosSort/front/compiled_sorts.hpp>
#include <KokkosSort/front/options.hpp>
#include <KokkosSort/front/overlap.hpp>
#include <KokkosSort/front/with_workspace.hpp>
#include <KokkosSort/front/sorters.hpp>
#include <KokkosSort/front/sorter.hpp>
#include <KokkosSort/core/strided.hpp>

#include <cstddef>
#include <type_traits>

namespace KokkosSort::Impl {

/// Stands for the values if only keys are sorted.
struct NoView {
  using value_type = NoValue;
};

/// Returns the elements of a view under the type by which they are sorted.
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

/// Rejects the element types of a sort before a sorter is instantiated.
template <class Key, class Value>
constexpr bool check_elements() {
  static_assert(check_key_type<Key>());
  static_assert(is_element_v<Value>,
                "KokkosSort: the values must be of a trivially copyable type, "
                "since their bytes are copied; sort an index by argsort() and "
                "move others by it");
  return true;
}

/// Rejects a stable function with an algorithm that is not stable. The message
/// cannot hold the algorithm's name: the compiler prints it as Tag.
template <class Tag, Promise promise, bool is_stable>
constexpr bool check_stability() {
  static_assert(promise == Promise::none || is_stable,
                "KokkosSort: the algorithm Tag is not stable, which "
                "stable_sort, stable_sort_by_key and argsort promise");
  return true;
}

/// The sorter that the options select.
template <Promise promise, class Exec, class Keys, class Values,
          class... Options>
struct Chosen {
  using Key = typename Keys::value_type;
  static_assert(check_elements<Key, typename Values::value_type>());
  using Value = sorted_as_t<typename Values::value_type>;
  using Order =
      decltype(pick_sorted_order<Key>(std::declval<Options const&>()...));
  using Tag  = PickedAlgorithm<Options...>;
  using type = SorterFor<Tag, promise, Exec, Order, Value>;
  static_assert(Impl::Sorter<typename type::Direct, Exec, Order, Value>);
  using SortedKey = typename Order::key_type;
};

/// True if the calling thread may sort by itself: on hosts, unless the caller
/// names an algorithm.
template <class Exec, class... Options>
inline constexpr bool may_sort_alone_v =
    caller_may_work_v<Exec> &&
    std::is_same_v<PickedAlgorithm<Options...>, Algorithm::Automatic>;

template <class Choice, bool reads_keys = false>
using AloneFor =
    HostAlone<typename Choice::Order, typename Choice::Value, reads_keys>;

/// The workspace of the function without a promise suffices for the stable one.
template <class Exec, class Keys, class Values, class... Options>
std::size_t forward_workspace_size(Exec const& exec, Keys const& keys,
                                   Values const&, Options const&... options) {
  using Choice = Chosen<Promise::none, Exec, Keys, Values, Options...>;
  using Sorter = typename Choice::type;
  using Key    = typename Keys::value_type;
  if (keys.extent(0) < 2) return 0;
  if constexpr (may_sort_alone_v<Exec, Options...>)
    if (AloneFor<Choice>::fits_stack(keys.extent(0))) return 0;
  return Sorter::workspace_bytes(exec, pick_sorted_order<Key>(options...),
                                 keys.extent(0));
}

/// The checks of the views of a sort.
template <class Keys, class Values>
void check_sort_views(char const* function, Keys const& keys,
                      Values const& values) {
  if constexpr (is_value_v<typename Values::value_type>) {
    check_extent(function, "values", values.extent(0), "keys", keys.extent(0));
    check_apart(function, "values", values, "keys", keys);
  }
}

template <Promise promise, class Exec, class Keys, class Values,
          class... Options>
void forward_sort(char const* function, Exec const& exec, Keys const& keys,
                  Values const& values, Options const&... options) {
  using Choice = Chosen<promise, Exec, Keys, Values, Options...>;
  using Sorter = typename Choice::type;
  using Key    = typename Keys::value_type;
  static_assert(check_keys_accessible<Exec, Keys>());
  static_assert(
      check_stability<typename Choice::Tag, promise, Sorter::is_stable>());
  if constexpr (is_value_v<typename Values::value_type>)
    static_assert(is_accessible_v<Exec, Values>,
                  "the values must be accessible from the execution space");
  check_sort_views(function, keys, values);
  std::size_t const n = keys.extent(0);
  if (n < 2) return;
  auto const order         = pick_sorted_order<Key>(options...);
  auto const sorted_keys   = strided_as<typename Choice::SortedKey>(keys);
  auto const sorted_values = strided_as<typename Choice::Value>(values);
  constexpr OwnMemory own{};
  auto const& workspace = pick<IsWorkspace>(own, options...);
  std::size_t needed = forward_workspace_size(exec, keys, values, options...);
  if constexpr (may_sort_alone_v<Exec, Options...>) {
    if (needed == 0 || may_be_in_host_kernel(exec)) {
      check_workspace_option<Exec>(function, needed, workspace);
      AloneFor<Choice>::run(order, sorted_keys, sorted_values, n);
      return;
    }
  }
  if constexpr (std::is_same_v<decltype(workspace), OwnMemory const&>)
    needed = Sorter::least_bytes(exec, order, n);
  with_workspace(function, exec, needed, workspace, [&](Arena& arena) {
    run_sorter<Sorter>(exec, order, sorted_keys, sorted_values, n, arena);
  });
}

// argsort() is a sort of a copy of the keys that carries the permutation.

template <class Exec, class Permutation, class Keys, class... Options>
std::size_t forward_argsort_workspace_size(Exec const& exec, Permutation const&,
                                           Keys const& keys,
                                           Options const&... options) {
  using Choice = Chosen<Promise::stable, Exec, typename Keys::non_const_type,
                        Permutation, Options...>;
  using Sorter = typename Choice::type;
  using Key    = typename Keys::non_const_value_type;
  std::size_t const n = keys.extent(0);
  if (n < 2) return 0;
  if constexpr (may_sort_alone_v<Exec, Options...>)
    if (AloneFor<Choice, true>::fits_stack(n)) return 0;
  Arena measure;
  measure.take<Key>(n);
  return measure.used() + Arena::alignment +
         Sorter::workspace_bytes(exec, pick_sorted_order<Key>(options...), n);
}

/// The checks of the views of an argsort: `keys` is the argument `name`.
template <class Permutation, class Keys>
void check_argsort_views(char const* function, Permutation const& permutation,
                         char const* name, Keys const& keys) {
  using Index = typename Permutation::value_type;
  static_assert(std::is_integral_v<Index>,
                "the permutation must be a view of an integral type");
  std::size_t const n = keys.extent(0);
  check_extent(function, "permutation", permutation.extent(0), name, n);
  check_index<Index>(function, "permutation", n);
  check_apart(function, "permutation", permutation, name, keys);
}

template <class Exec, class Permutation, class Keys, class... Options>
void forward_argsort(Exec const& exec, Permutation const& permutation,
                     Keys const& keys, Options const&... options) {
  using Choice = Chosen<Promise::stable, Exec, typename Keys::non_const_type,
                        Permutation, Options...>;
  using Sorter = typename Choice::type;
  using Key    = typename Keys::non_const_value_type;
  using Sorted = typename Choice::SortedKey;
  using Index  = typename Permutation::value_type;
  static_assert(check_permutation_accessible<Exec, Permutation>());
  static_assert(check_keys_accessible<Exec, Keys>());
  static_assert(check_stability<typename Choice::Tag, Promise::stable,
                                Sorter::is_stable>());
  check_argsort_views("argsort", permutation, "keys", keys);
  std::size_t const n = keys.extent(0);
  if (n == 0) return;
  auto const order  = pick_sorted_order<Key>(options...);
  auto const values = strided_as<typename Choice::Value>(permutation);
  constexpr OwnMemory own{};
  auto const& workspace = pick<IsWorkspace>(own, options...);
  std::size_t const needed =
      forward_argsort_workspace_size(exec, permutation, keys, options...);
  if constexpr (may_sort_alone_v<Exec, Options...>) {
    if (needed == 0 || may_be_in_host_kernel(exec)) {
      check_workspace_option<Exec>("argsort", needed, workspace);
      for (std::size_t i = 0; i < n; ++i)
        permutation(i) = static_cast<Index>(i);
      AloneFor<Choice, true>::run(order, strided_as<Sorted const>(keys), values,
                                  n);
      return;
    }
  }
  with_workspace("argsort", exec, needed, workspace, [&](Arena& arena) {
    fill_iota(exec, strided(permutation), n);
    if (n < 2) return;
    Key* const copy = arena.take<Key>(n);
    gather_rows(
        "KokkosSort::argsort::copy_keys", exec, SameRow{}, n,
        move_list(Move<Key>{Rows<Key const>{keys.data(), stride_of(keys), 1, 1},
                            Rows<Key>{copy, 1, 1, 1}}));
    run_sorter<Sorter>(exec, order,
                       Strided<Sorted>{reinterpret_cast<Sorted*>(copy)}, values,
                       n, arena);
  });
}

}  // namespace KokkosSort::Impl

#endif
