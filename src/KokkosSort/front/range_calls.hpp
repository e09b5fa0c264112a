// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_RANGE_CALLS_HPP
#define KOKKOSSORT_FRONT_RANGE_CALLS_HPP

#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/dynamic_keys.hpp>
#include <KokkosSort/front/option_kinds.hpp>
#include <KokkosSort/front/views.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Pair.hpp>

#include <concepts>
#include <cstddef>

namespace KokkosSort::Impl {

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
    Kokkos::pair const range(static_cast<std::size_t>(begin),
                             static_cast<std::size_t>(end));
    check_range(Function::name, keys.extent(0), range.first, range.second);
    static_cast<Function const&>(*this)(exec, Kokkos::subview(keys, range),
                                        options...);
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
