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
#include <iterator>
#include <type_traits>

namespace KokkosSort::Impl {

/// Calls function(exec, keys, options...) on the keys from `begin` to in front
/// of `end`, after a check of the range.
template <class Function, class Exec, class Keys, class... Options>
decltype(auto) call_on_range(Function const& function, char const* name,
                             Exec const& exec, Keys const& keys,
                             std::size_t begin, std::size_t end,
                             Options const&... options) {
  check_range(name, keys.extent(0), begin, end);
  return function(exec, Kokkos::subview(keys, Kokkos::pair(begin, end)),
                  options...);
}

/// Base that also adds the calls with a range of the keys, and those with keys
/// that are no view. They run on a subview, on the view behind the keys, or on
/// a copy.
template <class Function>
struct OnRange : OnDefaultInstance<Function> {
  using OnDefaultInstance<Function>::operator();

  template <ExecutionSpaceInstance ExecutionSpace, MutableRank1View Keys,
            std::integral Begin, std::integral End, class... Options>
    requires ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys, Begin begin,
                  End end, Options const&... options) const {
    call_on_range(static_cast<Function const&>(*this), Function::name, exec,
                  keys, static_cast<std::size_t>(begin),
                  static_cast<std::size_t>(end), options...);
  }

  template <ExecutionSpaceInstance ExecutionSpace, OffsetKeys Keys,
            std::integral Begin, std::integral End, class... Options>
    requires ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys, Begin begin,
                  End end, Options const&... options) const {
    // Modulo 2^64, so that an index may be negative.
    auto const first = static_cast<std::size_t>(keys.begin(0));
    call_on_range(static_cast<Function const&>(*this), Function::name, exec,
                  keys.view(), static_cast<std::size_t>(begin) - first,
                  static_cast<std::size_t>(end) - first, options...);
  }

  template <ExecutionSpaceInstance ExecutionSpace, DualKeys Keys,
            class... Options>
  void operator()(ExecutionSpace const& exec, Keys keys,
                  Options const&... options) const {
    using Space = typename ExecutionSpace::memory_space;
    keys.template sync<Space>();
    static_cast<Function const&>(*this)(exec, keys.template view<Space>(),
                                        options...);
    keys.template modify<Space>();
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

/// Base of a function that reads sorted keys. It adds the calls with a range of
/// the keys, and with iterators in the place of keys.
template <class Function>
struct OnReadRange : OnDefaultInstance<Function> {
  using OnDefaultInstance<Function>::operator();

  template <ExecutionSpaceInstance ExecutionSpace, Rank1View Keys,
            std::integral Begin, std::integral End, class... Options>
  [[nodiscard]] auto operator()(ExecutionSpace const& exec, Keys const& keys,
                                Begin begin, End end,
                                Options const&... options) const {
    return call_on_range(static_cast<Function const&>(*this), Function::name,
                         exec, keys, static_cast<std::size_t>(begin),
                         static_cast<std::size_t>(end), options...);
  }

  template <ExecutionSpaceInstance ExecutionSpace,
            std::random_access_iterator Iterator, class... Options>
  [[nodiscard]] auto operator()(ExecutionSpace const& exec, Iterator first,
                                Iterator last,
                                Options const&... options) const {
    using Key    = std::remove_reference_t<decltype(*first)>;
    using Keys   = Kokkos::View<Key*, Kokkos::LayoutStride,
                                typename ExecutionSpace::memory_space,
                                Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
    auto const n = static_cast<std::size_t>(last - first);
    // The address alone is taken: the host may not reach the keys.
    auto const stride = n > 1 ? &first[1] - &first[0] : 1;
    return static_cast<Function const&>(*this)(
        exec,
        n == 0 ? Keys{}
               : Keys(&*first, Kokkos::LayoutStride(
                                   n, static_cast<std::size_t>(stride))),
        options...);
  }
};

}  // namespace KokkosSort::Impl

#endif
