// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_MERGE_DISPATCH_HPP
#define KOKKOSSORT_FRONT_MERGE_DISPATCH_HPP

#include <KokkosSort/algorithm/sorted/merge_two.hpp>
#include <KokkosSort/front/sorted_data.hpp>

#include <cstddef>
#include <string>

namespace KokkosSort::Impl {

// merge() and merge_by_key(). Values are absent, or views of the two arrays
// and of the result.

template <class Exec, class Keys, class Value, class... Options>
using MergeFor = MergeTwo<Exec, ComparedOrder<Keys, Options...>, Value>;

/// Throws unless the result `name` is as long as both arrays.
inline void check_merged_extent(char const* function, char const* name,
                                std::size_t extent, std::size_t a,
                                std::size_t b) {
  if (extent != a + b)
    invalid_argument(function, name,
                     "has extent " + std::to_string(extent) + ", but " +
                         std::to_string(a) + " + " + std::to_string(b) +
                         " elements are merged");
}

template <class A, class B, class Out>
void check_merge_views(char const* function, A const& a, B const& b,
                       Out const& out) {
  check_merged_extent(function, "out", out.extent(0), a.extent(0), b.extent(0));
  check_apart_from(function, Named{"out", out}, Named{"a", a}, Named{"b", b});
}

template <class AKeys, class AValues, class BKeys, class BValues, class OutKeys,
          class OutValues>
void check_merge_views(char const* function, AKeys const& a_keys,
                       AValues const& a_values, BKeys const& b_keys,
                       BValues const& b_values, OutKeys const& out_keys,
                       OutValues const& out_values) {
  std::size_t const a = a_keys.extent(0);
  std::size_t const b = b_keys.extent(0);
  check_extent(function, "a_values", a_values.extent(0), "a_keys", a);
  check_extent(function, "b_values", b_values.extent(0), "b_keys", b);
  check_merged_extent(function, "out_keys", out_keys.extent(0), a, b);
  check_merged_extent(function, "out_values", out_values.extent(0), a, b);
  Named const of_a{"a_keys", a_keys};
  Named const of_b{"b_keys", b_keys};
  Named const with_a{"a_values", a_values};
  Named const with_b{"b_values", b_values};
  check_apart_from(function, Named{"out_keys", out_keys}, of_a, of_b, with_a,
                   with_b);
  check_apart_from(function, Named{"out_values", out_values}, of_a, of_b,
                   with_a, with_b, Named{"out_keys", out_keys});
}

template <class Exec, class Keys, class Value, class... Options>
std::size_t merge_bytes(Keys const& out, Options const&... options) {
  static_cast<void>(compared_order<Keys>(options...));  // checks bits()
  return MergeFor<Exec, Keys, Value, Options...>::workspace_bytes(
      out.extent(0));
}

/// Merges arrays whose views are checked.
template <class Value, class Exec, class Keys, class Source, class Data,
          class... Options>
void run_merge(char const* function, Exec const& exec, Keys const& out,
               Source const& a, Source const& b, Data const& to,
               Options const&... options) {
  auto const order         = compared_order<Keys>(options...);
  std::size_t const needed = merge_bytes<Exec, Keys, Value>(out, options...);
  if (out.extent(0) == 0) return;
  constexpr OwnMemory own{};
  with_workspace(function, exec, needed, pick<IsWorkspace>(own, options...),
                 [&](Arena& arena) {
                   MergeFor<Exec, Keys, Value, Options...>::run(exec, order, a,
                                                                b, to, arena);
                 });
}

template <class Exec, class A, class B, class Out, class... Options>
void forward_merge(Exec const& exec, A const& a, B const& b, Out const& out,
                   Options const&... options) {
  static_assert(check_data<Exec, A, B, Out>());
  check_merge_views("merge", a, b, out);
  using Key    = ComparedKey<Out, Options...>;
  using Source = SortedArray<Key, NoValue>;
  run_merge<NoValue>("merge", exec, out,
                     Source{keys_as<Key const>(a), {}, a.extent(0)},
                     Source{keys_as<Key const>(b), {}, b.extent(0)},
                     Arrays<Key, NoValue>{keys_as<Key>(out), {}}, options...);
}

template <class Exec, class AKeys, class AValues, class BKeys, class BValues,
          class OutKeys, class OutValues, class... Options>
void forward_merge_by_key(Exec const& exec, AKeys const& a_keys,
                          AValues const& a_values, BKeys const& b_keys,
                          BValues const& b_values, OutKeys const& out_keys,
                          OutValues const& out_values,
                          Options const&... options) {
  static_assert(
      check_data<Exec, AKeys, AValues, BKeys, BValues, OutKeys, OutValues>());
  check_merge_views("merge_by_key", a_keys, a_values, b_keys, b_values,
                    out_keys, out_values);
  using Value  = MovedType<OutValues>;
  using Key    = ComparedKey<OutKeys, Options...>;
  using Source = SortedArray<Key, Value>;
  run_merge<Value>(
      "merge_by_key", exec, out_keys,
      Source{keys_as<Key const>(a_keys), read_only(a_values), a_keys.extent(0)},
      Source{keys_as<Key const>(b_keys), read_only(b_values), b_keys.extent(0)},
      Arrays<Key, Value>{keys_as<Key>(out_keys), written(out_values)},
      options...);
}

}  // namespace KokkosSort::Impl

#endif
