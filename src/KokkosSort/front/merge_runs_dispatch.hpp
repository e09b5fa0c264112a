// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_MERGE_RUNS_DISPATCH_HPP
#define KOKKOSSORT_FRONT_MERGE_RUNS_DISPATCH_HPP

#include <KokkosSort/algorithm/sorted/merge_many.hpp>
#include <KokkosSort/front/sorted_data.hpp>

#include <cstddef>
#include <type_traits>

namespace KokkosSort::Impl {

/// Rank-1 view of an integral type, which is read.
template <class T>
concept IntegerView =
    Rank1View<T> && std::is_integral_v<typename T::non_const_value_type>;

// merge_runs() and merge_runs_by_key().

template <class Exec, class Keys, class Value, class Offsets, class... Options>
using MergeRunsFor = MergeMany<Exec, ComparedOrder<Keys, Options...>, Value,
                               Strided<typename Offsets::const_value_type>>;

/// Returns the number of runs.
template <class Offsets>
std::size_t runs_of(Offsets const& offsets) {
  return offsets.extent(0) == 0 ? 0 : offsets.extent(0) - 1;
}

template <class Exec, class Value, class Keys, class Offsets, class... Options>
std::size_t merge_runs_bytes(Keys const& keys, Offsets const& offsets,
                             Options const&... options) {
  static_cast<void>(compared_order<Keys>(options...));  // checks bits()
  using Merge = MergeRunsFor<Exec, Keys, Value, Offsets, Options...>;
  if (keys.extent(0) == 0 || runs_of(offsets) == 0) return 0;
  return Merge::workspace_bytes({keys.extent(0), {}, runs_of(offsets)});
}

template <class Keys, class Offsets, class Out>
void check_merge_runs_views(char const* function, char const* name,
                            Keys const& keys, Offsets const& offsets,
                            Out const& out) {
  check_extent(function, name, out.extent(0), "keys", keys.extent(0));
  check_number<typename Offsets::non_const_value_type>(function, "offsets",
                                                       keys.extent(0));
  check_apart_from(function, Named{name, out}, Named{"keys", keys},
                   Named{"offsets", offsets});
}

template <class Keys, class Values, class Offsets, class OutKeys,
          class OutValues>
void check_merge_runs_views(Keys const& keys, Values const& values,
                            Offsets const& offsets, OutKeys const& out_keys,
                            OutValues const& out_values) {
  char const* const function = "merge_runs_by_key";
  check_extent(function, "values", values.extent(0), "keys", keys.extent(0));
  check_merge_runs_views(function, "out_keys", keys, offsets, out_keys);
  check_merge_runs_views(function, "out_values", keys, offsets, out_values);
  check_apart_from(function, Named{"out_keys", out_keys},
                   Named{"values", values});
  check_apart_from(function, Named{"out_values", out_values},
                   Named{"values", values}, Named{"out_keys", out_keys});
}

/// Returns the elements of a view that is read, in the type that passes between
/// arrays have: the first one reads them, none writes them.
template <class T, class ViewType>
Strided<T> source_of(ViewType const& view) {
  auto const elements = keys_as<T const>(view);
  return {const_cast<T*>(elements.data), elements.stride};
}

/// Merges runs whose views are checked.
template <class Value, class Exec, class Keys, class Offsets, class Data,
          class... Options>
void run_merge_runs(char const* function, Exec const& exec, Keys const& keys,
                    Offsets const& offsets, Data const& from, Data const& to,
                    Options const&... options) {
  using Merge      = MergeRunsFor<Exec, Keys, Value, Offsets, Options...>;
  auto const order = compared_order<Keys>(options...);
  std::size_t const needed =
      merge_runs_bytes<Exec, Value>(keys, offsets, options...);
  if (keys.extent(0) == 0 || runs_of(offsets) == 0) return;
  constexpr OwnMemory own{};
  with_workspace(function, exec, needed, pick<IsWorkspace>(own, options...),
                 [&](Arena& arena) {
                   Merge::run(exec, order,
                              {keys.extent(0),
                               {offsets.data(), stride_of(offsets)},
                               runs_of(offsets)},
                              from, to, arena);
                 });
}

template <class Exec, class Keys, class Offsets, class Out, class... Options>
void forward_merge_runs(Exec const& exec, Keys const& keys,
                        Offsets const& offsets, Out const& out,
                        Options const&... options) {
  static_assert(check_data<Exec, Keys, Offsets, Out>());
  check_merge_runs_views("merge_runs", "out", keys, offsets, out);
  using Key  = ComparedKey<Keys, Options...>;
  using Data = Arrays<Key, NoValue>;
  run_merge_runs<NoValue>("merge_runs", exec, keys, offsets,
                          Data{source_of<Key>(keys), {}},
                          Data{keys_as<Key>(out), {}}, options...);
}

template <class Exec, class Keys, class Values, class Offsets, class OutKeys,
          class OutValues, class... Options>
void forward_merge_runs_by_key(Exec const& exec, Keys const& keys,
                               Values const& values, Offsets const& offsets,
                               OutKeys const& out_keys,
                               OutValues const& out_values,
                               Options const&... options) {
  static_assert(check_data<Exec, Keys, Values, Offsets, OutKeys, OutValues>());
  check_merge_runs_views(keys, values, offsets, out_keys, out_values);
  using Value = MovedType<Values>;
  using Key   = ComparedKey<Keys, Options...>;
  using Data  = Arrays<Key, Value>;
  run_merge_runs<Value>("merge_runs_by_key", exec, keys, offsets,
                        Data{source_of<Key>(keys), source_of<Value>(values)},
                        Data{keys_as<Key>(out_keys), written(out_values)},
                        options...);
}

}  // namespace KokkosSort::Impl

#endif
