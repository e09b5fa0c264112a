// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_CALLS_HPP
#define KOKKOSSORT_FRONT_CALLS_HPP

#include <KokkosSort/front/views.hpp>

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
  template <KeysArgument First, class... Rest>
    requires CallableOnDefault<Function, place, First, Rest...>
  [[nodiscard]] decltype(auto) operator()(First const& first,
                                          Rest const&... rest) const {
    return static_cast<Function const&>(*this)(SpaceOf<place, First, Rest...>{},
                                               first, rest...);
  }
};

}  // namespace KokkosSort::Impl

#endif
