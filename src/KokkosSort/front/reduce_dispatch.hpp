// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_REDUCE_DISPATCH_HPP
#define KOKKOSSORT_FRONT_REDUCE_DISPATCH_HPP

#include <KokkosSort/algorithm/sorted/reduce_runs.hpp>
#include <KokkosSort/front/sorted_data.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstddef>

namespace KokkosSort {

/// Combination of two values of a run. reduction() returns it.
template <class Combine>
struct Reduction {
  /// Called on the device with the values of earlier and of later keys.
  Combine combine;
};

namespace Impl {

struct Plus {
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(T const& a, T const& b) const {
    return a + b;
  }
};

template <class T>
inline constexpr bool is_reduction_v = false;
template <class Combine>
inline constexpr bool is_reduction_v<Reduction<Combine>> = true;

/// An order and a workspace at most.
template <class... Options>
concept ReduceOptions =
    OrderAndWorkspace<Options...> && (!is_reduction_v<Options> && ...);

/// A view of sums that values of another view can become.
template <class Sums, class Values>
concept SumsOf = MutableRank1View<Sums> &&
                 std::convertible_to<typename Values::non_const_value_type,
                                     typename Sums::value_type>;

/// The kernels of a reduction. Values keep their type, since it is the
/// caller's function that combines them.
template <class Exec, class Keys, class Values, class Sums, class Count,
          class Combine, class... Options>
using ReduceFor =
    ReduceRuns<Exec, ComparedOrder<Keys, Options...>,
               typename Values::non_const_value_type, typename Sums::value_type,
               typename Count::value_type, Combine>;

template <class Exec, class Keys, class Values, class Sums, class Count,
          class Combine, class... Options>
std::size_t reduce_bytes(Keys const& keys, Values const&, Sums const&,
                         Count const&, Reduction<Combine> const&,
                         Options const&... options) {
  static_cast<void>(compared_order<Keys>(options...));  // checks bits()
  return ReduceFor<Exec, Keys, Values, Sums, Count, Combine,
                   Options...>::workspace_bytes(keys.extent(0));
}

template <class Keys, class Values, class Out, class Sums, class Count>
void check_reduce_views(Keys const& keys, Values const& values, Out const& out,
                        Sums const& sums, Count const& count) {
  char const* const function = "reduce_by_key";
  std::size_t const n        = keys.extent(0);
  check_extent(function, "values", values.extent(0), "keys", n);
  check_room(function, "out", out.extent(0), "keys", n);
  check_room(function, "sums", sums.extent(0), "keys", n);
  check_number<typename Count::value_type>(function, "count", n);
  Named const named_keys{"keys", keys};
  Named const named_values{"values", values};
  Named const named_out{"out", out};
  Named const named_sums{"sums", sums};
  check_apart_from(function, named_out, named_keys, named_values);
  check_apart_from(function, named_sums, named_keys, named_values, named_out);
  check_apart_from(function, Named{"count", count}, named_keys, named_values,
                   named_out, named_sums);
}

template <class Exec, class Keys, class Values, class Out, class Sums,
          class Count, class Combine, class... Options>
void forward_reduce_by_key(Exec const& exec, Keys const& keys,
                           Values const& values, Out const& out,
                           Sums const& sums, Count const& count,
                           Reduction<Combine> const& reduction,
                           Options const&... options) {
  static_assert(check_data<Exec, Keys, Values, Out, Sums, Count>());
  using Reduce =
      ReduceFor<Exec, Keys, Values, Sums, Count, Combine, Options...>;
  check_reduce_views(keys, values, out, sums, count);
  auto const order = compared_order<Keys>(options...);
  std::size_t const needed =
      reduce_bytes<Exec>(keys, values, sums, count, reduction, options...);
  typename Reduce::Data const data{
      keys_as<ComparedKey<Keys, Options...> const>(keys),
      {values.data(), stride_of(values)},
      keys.extent(0),
      keys_as<ComparedKey<Keys, Options...>>(out),
      strided(sums),
      count.data()};
  constexpr OwnMemory own{};
  with_workspace("reduce_by_key", exec, needed,
                 pick<IsWorkspace>(own, options...), [&](Arena& arena) {
                   Reduce::run(exec, order, reduction.combine, data, arena);
                 });
}

}  // namespace Impl

}  // namespace KokkosSort

#endif
