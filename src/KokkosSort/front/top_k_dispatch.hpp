// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_TOP_K_DISPATCH_HPP
#define KOKKOSSORT_FRONT_TOP_K_DISPATCH_HPP

#include <KokkosSort/algorithm/selection/bracket_selection.hpp>
#include <KokkosSort/block/number_of_keys.hpp>
#include <KokkosSort/block/sorted_as.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/front/checks.hpp>
#include <KokkosSort/front/choice.hpp>
#include <KokkosSort/front/dispatch.hpp>
#include <KokkosSort/front/options.hpp>
#include <KokkosSort/front/overlap.hpp>
#include <KokkosSort/front/segment_views.hpp>
#include <KokkosSort/front/with_workspace.hpp>

#include <cstddef>
#include <string>
#include <type_traits>

namespace KokkosSort::Impl {

/// The library's own choice of a sorter for candidates.
template <class Exec, class Order, class Value>
using CandidateSorter =
    Choice<Exec, Order, Value, MemoryBudget::ample, Promise::stable>;

/// The selection for keys and options.
template <class Exec, class Keys, bool WithIndex, class... Options>
struct ChosenSelection {
  using Key = typename Keys::non_const_value_type;
  static_assert(check_key_type<Key>());
  using Order =
      decltype(pick_sorted_order<Key>(std::declval<Options const&>()...));
  template <class Counted>
  using Of = BracketSelection<Exec, Order, WithIndex, CandidateSorter, Counted>;
  using type      = Of<AllKeys>;
  using SortedKey = typename Order::key_type;
};

template <bool with_index, class Exec, class Keys, class... Options>
std::size_t top_k_bytes(Exec const& exec, Keys const& keys, std::size_t k,
                        Options const&... options) {
  using Chosen = ChosenSelection<Exec, Keys, with_index, Options...>;
  if (k == 0) return 0;
  return Chosen::type::workspace_bytes(
      exec, pick_sorted_order<typename Chosen::Key>(options...), keys.extent(0),
      k);
}

/// Throws unless there are at least k keys.
template <class Result>
void check_k(char const* function, char const* name, Result const& result,
             std::size_t n) {
  if (result.extent(0) > n)
    invalid_argument(function, name,
                     "has extent " + std::to_string(result.extent(0)) +
                         ", but there are only " + std::to_string(n) + " keys");
}

template <bool with_index, class Exec, class Keys, class Counted, class Write,
          class... Options>
void run_top_k(char const* function, Exec const& exec, Keys const& keys,
               Counted const& counted, std::size_t k, Write const& write,
               Options const&... options) {
  using Chosen = ChosenSelection<Exec, Keys, with_index, Options...>;
  static_assert(check_keys_accessible<Exec, Keys>());
  if (k == 0) return;
  auto const order = pick_sorted_order<typename Chosen::Key>(options...);
  constexpr OwnMemory own{};
  with_workspace(
      function, exec, top_k_bytes<with_index>(exec, keys, k, options...),
      pick<IsWorkspace>(own, options...), [&](Arena& arena) {
        Chosen::template Of<Counted>::run(
            exec, order, strided_as<typename Chosen::SortedKey const>(keys),
            keys.extent(0), k, arena, write, counted);
      });
}

template <class Keys, class Result>
void check_top_k(Keys const& keys, Result const& result) {
  check_k("top_k", "result", result, keys.extent(0));
  check_apart("top_k", "result", result, "keys", keys);
}

template <class Exec, class Keys, class Result, class... Options>
void forward_top_k(Exec const& exec, Keys const& keys, Result const& result,
                   Options const&... options) {
  using Key =
      typename ChosenSelection<Exec, Keys, false, Options...>::SortedKey;
  static_assert(is_accessible_v<Exec, Result>,
                "the result must be accessible from the execution space");
  check_top_k(keys, result);
  run_top_k<false>("top_k", exec, keys, AllKeys{}, result.extent(0),
                   WriteKeys<Key>{strided_as<Key>(result)}, options...);
}

template <class Keys, class Count, class Result>
void check_top_k_counted(Keys const& keys, Count const& count,
                         Result const& result) {
  char const* const name = "top_k_counted";
  check_k(name, "result", result, keys.extent(0));
  check_apart(name, "result", result, "keys", keys);
  check_apart(name, "result", result, "count", count);
}

template <class Exec, class Keys, class Count, class Result, class... Options>
void forward_top_k_counted(Exec const& exec, Keys const& keys,
                           Count const& count, Result const& result,
                           Options const&... options) {
  using Key =
      typename ChosenSelection<Exec, Keys, false, Options...>::SortedKey;
  static_assert(is_accessible_v<Exec, Result> && is_accessible_v<Exec, Count>,
                "the result and the count must be accessible from the "
                "execution space");
  check_top_k_counted(keys, count, result);
  using Number = typename Count::non_const_value_type;
  run_top_k<false>("top_k_counted", exec, keys, FirstKeys<Number>{count.data()},
                   result.extent(0), WriteKeys<Key>{strided_as<Key>(result)},
                   options...);
}

template <class Keys, class Values, class ResultKeys, class ResultValues>
void check_top_k_by_key(Keys const& keys, Values const& values,
                        ResultKeys const& result_keys,
                        ResultValues const& result_values) {
  char const* const name = "top_k_by_key";
  check_extent(name, "values", values.extent(0), "keys", keys.extent(0));
  check_k(name, "result_keys", result_keys, keys.extent(0));
  check_extent(name, "result_values", result_values.extent(0), "result_keys",
               result_keys.extent(0));
  check_apart(name, "result_keys", result_keys, "keys", keys);
  check_apart(name, "result_keys", result_keys, "values", values);
  check_apart(name, "result_values", result_values, "keys", keys);
  check_apart(name, "result_values", result_values, "values", values);
  check_apart(name, "result_values", result_values, "result_keys", result_keys);
}

template <class Exec, class Keys, class Values, class ResultKeys,
          class ResultValues, class... Options>
void forward_top_k_by_key(Exec const& exec, Keys const& keys,
                          Values const& values, ResultKeys const& result_keys,
                          ResultValues const& result_values,
                          Options const&... options) {
  using Key = typename ChosenSelection<Exec, Keys, true, Options...>::SortedKey;
  using Given = typename Values::non_const_value_type;
  using Value = sorted_as_t<Given>;
  static_assert(check_elements<typename Keys::non_const_value_type, Given>());
  static_assert(is_accessible_v<Exec, Values> &&
                    is_accessible_v<Exec, ResultKeys> &&
                    is_accessible_v<Exec, ResultValues>,
                "values and results must be accessible from the execution "
                "space");
  check_top_k_by_key(keys, values, result_keys, result_values);
  run_top_k<true>("top_k_by_key", exec, keys, AllKeys{}, result_keys.extent(0),
                  WritePairs<Key, Value>{strided_as<Key>(result_keys),
                                         strided_as<Value>(result_values),
                                         strided_as<Value const>(values)},
                  options...);
}

template <class Positions, class Keys>
void check_arg_top_k(Positions const& positions, Keys const& keys) {
  using Index = typename Positions::value_type;
  check_k("arg_top_k", "positions", positions, keys.extent(0));
  check_index<Index>("arg_top_k", "positions", keys.extent(0));
  check_apart("arg_top_k", "positions", positions, "keys", keys);
}

template <class Exec, class Positions, class Keys, class... Options>
void forward_arg_top_k(Exec const& exec, Positions const& positions,
                       Keys const& keys, Options const&... options) {
  static_assert(is_accessible_v<Exec, Positions>,
                "the positions must be accessible from the execution space");
  check_arg_top_k(positions, keys);
  using Index = typename Positions::value_type;
  run_top_k<true>("arg_top_k", exec, keys, AllKeys{}, positions.extent(0),
                  WritePositions<Index>{strided(positions)}, options...);
}

}  // namespace KokkosSort::Impl

#endif
