// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_BOUNDS_DISPATCH_HPP
#define KOKKOSSORT_FRONT_BOUNDS_DISPATCH_HPP

#include <KokkosSort/algorithm/sorted/search_bounds.hpp>
#include <KokkosSort/front/sorted_data.hpp>

#include <cstddef>

namespace KokkosSort::Impl {

template <class Keys, class Queries, class Positions>
void check_bounds_views(char const* function, Keys const& keys,
                        Queries const& queries, char const* name,
                        Positions const& positions) {
  check_extent(function, name, positions.extent(0), "queries",
               queries.extent(0));
  check_number<typename Positions::value_type>(function, name, keys.extent(0));
  check_apart_from(function, Named{name, positions}, Named{"keys", keys},
                   Named{"queries", queries});
}

template <class Keys, class Queries, class First, class Last>
void check_range_views(Keys const& keys, Queries const& queries,
                       First const& first, Last const& last) {
  char const* const function = "equal_range";
  check_bounds_views(function, keys, queries, "first", first);
  check_bounds_views(function, keys, queries, "last", last);
  check_apart_from(function, Named{"last", last}, Named{"first", first});
}

/// Searches in keys whose views are checked. The search needs no memory, so a
/// workspace remains unused.
template <class Exec, class Keys, class Queries, class Index, class... Options>
void run_bounds(char const* label, Exec const& exec, Keys const& keys,
                Queries const& queries, Strided<Index> const& lower,
                Strided<Index> const& upper, Options const&... options) {
  using Search = SearchBounds<Exec, ComparedOrder<Keys, Options...>, Index>;
  Search::run(
      label, exec,
      Search{compared_order<Keys>(options...),
             keys_as<ComparedKey<Keys, Options...> const>(keys), keys.extent(0),
             keys_as<ComparedKey<Keys, Options...> const>(queries),
             queries.extent(0), lower, upper});
}

template <Bound bound, class Exec, class Keys, class Queries, class Positions,
          class... Options>
void forward_bound(char const* function, char const* label, Exec const& exec,
                   Keys const& keys, Queries const& queries,
                   Positions const& positions, Options const&... options) {
  static_assert(check_data<Exec, Keys, Queries, Positions>());
  check_bounds_views(function, keys, queries, "positions", positions);
  using Index   = Strided<MovedType<Positions>>;
  auto const to = written(positions);
  run_bounds(label, exec, keys, queries, bound == Bound::lower ? to : Index{},
             bound == Bound::upper ? to : Index{}, options...);
}

template <class Exec, class Keys, class Queries, class First, class Last,
          class... Options>
void forward_equal_range(Exec const& exec, Keys const& keys,
                         Queries const& queries, First const& first,
                         Last const& last, Options const&... options) {
  static_assert(check_data<Exec, Keys, Queries, First, Last>());
  check_range_views(keys, queries, first, last);
  run_bounds("KokkosSort::equal_range", exec, keys, queries, written(first),
             written(last), options...);
}

}  // namespace KokkosSort::Impl

#endif
