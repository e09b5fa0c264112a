// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_SET_DISPATCH_HPP
#define KOKKOSSORT_FRONT_SET_DISPATCH_HPP

#include <KokkosSort/algorithm/sorted/set_operation.hpp>
#include <KokkosSort/front/sorted_data.hpp>

#include <cstddef>
#include <string>

namespace KokkosSort::Impl {

// set_union(), set_intersection(), set_difference() and
// set_symmetric_difference().

template <class Exec, class Out, class Count, class... Options>
using SetOperationFor = SetOperation<Exec, ComparedOrder<Out, Options...>,
                                     typename Count::value_type>;

template <class A, class B, class Out, class Count>
void check_set_views(char const* function, SetRule const& rule, A const& a,
                     B const& b, Out const& out, Count const& count) {
  std::size_t const most = rule.most(a.extent(0), b.extent(0));
  if (out.extent(0) < most)
    invalid_argument(function, "out",
                     "has extent " + std::to_string(out.extent(0)) +
                         ", but must have room for " + std::to_string(most) +
                         " elements of the result");
  check_number<typename Count::value_type>(function, "count", most);
  check_apart_from(function, Named{"out", out}, Named{"a", a}, Named{"b", b});
  check_apart_from(function, Named{"count", count}, Named{"a", a},
                   Named{"b", b}, Named{"out", out});
}

template <class Exec, class A, class B, class Out, class Count,
          class... Options>
std::size_t set_bytes(A const& a, B const& b, Out const&, Count const&,
                      Options const&... options) {
  static_cast<void>(compared_order<Out>(options...));  // checks bits()
  return SetOperationFor<Exec, Out, Count, Options...>::workspace_bytes(
      a.extent(0) + b.extent(0));
}

template <class Exec, class A, class B, class Out, class Count,
          class... Options>
void forward_set_operation(char const* function, SetRule const& rule,
                           Exec const& exec, A const& a, B const& b,
                           Out const& out, Count const& count,
                           Options const&... options) {
  static_assert(check_data<Exec, A, B, Out, Count>());
  check_set_views(function, rule, a, b, out, count);
  auto const order         = compared_order<Out>(options...);
  std::size_t const needed = set_bytes<Exec>(a, b, out, count, options...);
  constexpr OwnMemory own{};
  using Set    = SetOperationFor<Exec, Out, Count, Options...>;
  using Key    = typename Set::Key;
  using Source = typename Set::Source;
  with_workspace(function, exec, needed, pick<IsWorkspace>(own, options...),
                 [&](Arena& arena) {
                   Set::run(exec, order,
                            Source{keys_as<Key const>(a), {}, a.extent(0)},
                            Source{keys_as<Key const>(b), {}, b.extent(0)},
                            rule, keys_as<Key>(out), count.data(), arena);
                 });
}

}  // namespace KokkosSort::Impl

#endif
