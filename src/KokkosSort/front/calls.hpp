// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_CALLS_HPP
#define KOKKOSSORT_FRONT_CALLS_HPP

#include <KokkosSort/front/checks.hpp>
#include <KokkosSort/front/dynamic_keys.hpp>
#include <KokkosSort/front/option_kinds.hpp>
#include <KokkosSort/front/views.hpp>

#include <concepts>
#include <cstddef>
#include <tuple>

namespace KokkosSort::Impl {

/// Execution space of argument `place` among Arguments.
template <std::size_t place, class... Arguments>
  requires(place < sizeof...(Arguments))
using SpaceOf =
    typename std::tuple_element_t<place,
                                  std::tuple<Arguments...>>::execution_space;

template <class Function, std::size_t place, class... Arguments>
concept CallableOnDefault =
    requires(Function const& function, Arguments const&... arguments) {
      function(SpaceOf<place, Arguments...>{}, arguments...);
    };

/// Base of a function object that adds the calls without an execution space:
/// they run on the default instance of that of argument `place`.
template <class Function, std::size_t place = 0>
struct OnDefaultInstance {
  template <AnyView First, class... Rest>
    requires CallableOnDefault<Function, place, First, Rest...>
  [[nodiscard]] decltype(auto) operator()(First const& first,
                                          Rest const&... rest) const {
    return static_cast<Function const&>(*this)(SpaceOf<place, First, Rest...>{},
                                               first, rest...);
  }
};

/// Base that also adds the calls with a range of the keys. They run on that
/// subview, or on a copy if the keys are no view.
template <class Function>
struct OnRange : OnDefaultInstance<Function> {
  using OnDefaultInstance<Function>::operator();

  template <ExecutionSpaceInstance ExecutionSpace, MutableRank1View Keys,
            std::integral Begin, std::integral End, class... Options>
    requires ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys, Begin begin,
                  End end, Options const&... options) const {
    static_cast<Function const&>(*this)(
        exec, range_of(Function::name, keys, begin, end), options...);
  }

  template <ExecutionSpaceInstance ExecutionSpace, DynamicKeys Keys,
            std::integral Begin, std::integral End, class... Options>
    requires ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys, Begin begin,
                  End end, Options const&... options) const {
    sort_copy(static_cast<Function const&>(*this), exec, keys,
              static_cast<std::size_t>(begin), static_cast<std::size_t>(end),
              options...);
  }
};

}  // namespace KokkosSort::Impl

#endif
