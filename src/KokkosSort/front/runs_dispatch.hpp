// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_RUNS_DISPATCH_HPP
#define KOKKOSSORT_FRONT_RUNS_DISPATCH_HPP

#include <KokkosSort/algorithm/sorted/compact_runs.hpp>
#include <KokkosSort/front/sorted_data.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

// unique(), unique_by_key(), run_length_encode() and group_by(): one kernel
// finds the runs of equivalent keys, with another result per run.

template <class Exec, class Keys, class Result, class Count, class... Options>
using CompactFor = CompactRuns<Exec, ComparedOrder<Keys, Options...>, Result,
                               typename Count::value_type>;

template <class Exec, class Result, class Keys, class Count, class... Options>
std::size_t runs_bytes(Keys const& keys, Count const&,
                       Options const&... options) {
  static_cast<void>(compared_order<Keys>(options...));  // checks bits()
  return CompactFor<Exec, Keys, Result, Count, Options...>::workspace_bytes(
      keys.extent(0));
}

/// Finds the runs of keys whose views are checked.
template <class Result, class Exec, class Keys, class Count, class... Options>
void run_compact(char const* function, Exec const& exec, Keys const& keys,
                 Strided<ComparedKey<Keys, Options...>> const& out,
                 Result const& result, Count const& count,
                 Options const&... options) {
  auto const order         = compared_order<Keys>(options...);
  std::size_t const needed = runs_bytes<Exec, Result>(keys, count, options...);
  constexpr OwnMemory own{};
  with_workspace(function, exec, needed, pick<IsWorkspace>(own, options...),
                 [&](Arena& arena) {
                   CompactFor<Exec, Keys, Result, Count, Options...>::run(
                       exec, order,
                       keys_as<ComparedKey<Keys, Options...> const>(keys),
                       keys.extent(0), out, result, count.data(), arena);
                 });
}

/// Checks the keys, a result `name` with room for one element per key, and the
/// count.
template <class Keys, class Out, class Count>
void check_runs_result(char const* function, Keys const& keys, char const* name,
                       Out const& out, Count const& count) {
  std::size_t const n = keys.extent(0);
  check_room(function, name, out.extent(0), "keys", n);
  check_number<typename Count::value_type>(function, "count", n);
  check_apart_from(function, Named{name, out}, Named{"keys", keys});
  check_apart_from(function, Named{"count", count}, Named{"keys", keys},
                   Named{name, out});
}

template <class Exec, class Keys, class Out, class Count, class... Options>
void forward_unique(Exec const& exec, Keys const& keys, Out const& out,
                    Count const& count, Options const&... options) {
  static_assert(check_data<Exec, Keys, Out, Count>());
  check_runs_result("unique", keys, "out", out, count);
  run_compact("unique", exec, keys, keys_as<ComparedKey<Keys, Options...>>(out),
              NoRunResult{}, count, options...);
}

template <class Keys, class Values, class OutKeys, class OutValues, class Count>
void check_unique_views(Keys const& keys, Values const& values,
                        OutKeys const& out_keys, OutValues const& out_values,
                        Count const& count) {
  char const* const function = "unique_by_key";
  check_extent(function, "values", values.extent(0), "keys", keys.extent(0));
  check_runs_result(function, keys, "out_keys", out_keys, count);
  check_runs_result(function, keys, "out_values", out_values, count);
  check_apart_from(function, Named{"out_keys", out_keys},
                   Named{"values", values});
  check_apart_from(function, Named{"out_values", out_values},
                   Named{"values", values}, Named{"out_keys", out_keys});
  check_apart_from(function, Named{"count", count}, Named{"values", values});
}

template <class Exec, class Keys, class Values, class OutKeys, class OutValues,
          class Count, class... Options>
void forward_unique_by_key(Exec const& exec, Keys const& keys,
                           Values const& values, OutKeys const& out_keys,
                           OutValues const& out_values, Count const& count,
                           Options const&... options) {
  static_assert(check_data<Exec, Keys, Values, OutKeys, OutValues, Count>());
  check_unique_views(keys, values, out_keys, out_values, count);
  run_compact(
      "unique_by_key", exec, keys,
      keys_as<ComparedKey<Keys, Options...>>(out_keys),
      FirstValues<MovedType<OutValues>>(read_only(values), written(out_values)),
      count, options...);
}

template <class Keys, class Out, class Lengths, class Count>
void check_lengths_views(Keys const& keys, Out const& out,
                         Lengths const& lengths, Count const& count) {
  char const* const function = "run_length_encode";
  check_runs_result(function, keys, "out", out, count);
  check_runs_result(function, keys, "lengths", lengths, count);
  check_number<typename Lengths::value_type>(function, "lengths",
                                             keys.extent(0));
  check_apart_from(function, Named{"lengths", lengths}, Named{"out", out});
}

template <class Exec, class Keys, class Out, class Lengths, class Count,
          class... Options>
void forward_run_length_encode(Exec const& exec, Keys const& keys,
                               Out const& out, Lengths const& lengths,
                               Count const& count, Options const&... options) {
  static_assert(check_data<Exec, Keys, Out, Lengths, Count>());
  check_lengths_views(keys, out, lengths, count);
  run_compact("run_length_encode", exec, keys,
              keys_as<ComparedKey<Keys, Options...>>(out),
              RunLengths<MovedType<Lengths>>(written(lengths)), count,
              options...);
}

template <class Keys, class Offsets, class Count>
void check_group_views(Keys const& keys, Offsets const& offsets,
                       Count const& count) {
  char const* const function = "group_by";
  check_room(function, "offsets", offsets.extent(0), "keys",
             keys.extent(0) + 1);
  check_runs_result(function, keys, "offsets", offsets, count);
  check_number<typename Offsets::value_type>(function, "offsets",
                                             keys.extent(0));
}

template <class Exec, class Keys, class Offsets, class Count, class... Options>
void forward_group_by(Exec const& exec, Keys const& keys,
                      Offsets const& offsets, Count const& count,
                      Options const&... options) {
  static_assert(check_data<Exec, Keys, Offsets, Count>());
  check_group_views(keys, offsets, count);
  run_compact("group_by", exec, keys, Strided<ComparedKey<Keys, Options...>>{},
              RunOffsets<MovedType<Offsets>>(written(offsets)), count,
              options...);
}

}  // namespace KokkosSort::Impl

#endif
