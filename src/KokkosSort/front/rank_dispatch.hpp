// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_RANK_DISPATCH_HPP
#define KOKKOSSORT_FRONT_RANK_DISPATCH_HPP

#include <KokkosSort/algorithm/selection/rank_partition.hpp>
#include <KokkosSort/block/sorted_as.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/front/checks.hpp>
#include <KokkosSort/front/dispatch.hpp>
#include <KokkosSort/front/options.hpp>
#include <KokkosSort/front/overlap.hpp>
#include <KokkosSort/front/top_k_dispatch.hpp>
#include <KokkosSort/front/with_workspace.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <type_traits>

namespace KokkosSort::Impl {

/// The partition for keys and options.
template <class Exec, class Keys, class... Options>
struct ChosenRanks {
  using Key = typename Keys::non_const_value_type;
  static_assert(check_key_type<Key>());
  using Order =
      decltype(pick_sorted_order<Key>(std::declval<Options const&>()...));
  using type      = RankPartition<Exec, Order, CandidateSorter>;
  using SortedKey = typename Order::key_type;
};

/// Throws unless there is a key of rank nth.
inline void check_nth(char const* function, std::size_t nth, std::size_t n) {
  if (nth >= n)
    invalid_argument(function, "nth",
                     "is " + std::to_string(nth) + ", but there are only " +
                         std::to_string(n) + " keys");
}

template <class Exec, class Keys, class... Options>
std::size_t nth_element_bytes(char const* function, Exec const& exec,
                              Keys const& keys, std::size_t nth,
                              Options const&... options) {
  using Chosen = ChosenRanks<Exec, Keys, Options...>;
  check_nth(function, nth, keys.extent(0));
  return Chosen::type::nth_bytes(
      exec, pick_sorted_order<typename Chosen::Key>(options...), keys.extent(0),
      nth);
}

template <class Exec, class Keys, class... Options>
void forward_nth_element(Exec const& exec, Keys const& keys, std::size_t nth,
                         Options const&... options) {
  using Chosen = ChosenRanks<Exec, Keys, Options...>;
  static_assert(check_keys_accessible<Exec, Keys>());
  char const* const name = "nth_element";
  std::size_t const needed =
      nth_element_bytes(name, exec, keys, nth, options...);
  auto const order = pick_sorted_order<typename Chosen::Key>(options...);
  constexpr OwnMemory own{};
  with_workspace(name, exec, needed, pick<IsWorkspace>(own, options...),
                 [&](Arena& arena) {
                   Chosen::type::run_nth(
                       exec, order,
                       strided_as<typename Chosen::SortedKey>(keys),
                       keys.extent(0), nth, arena);
                 });
}

/// Throws unless there are at least k keys.
inline void check_partial(std::size_t k, std::size_t n) {
  if (k > n)
    invalid_argument("partial_sort", "k",
                     "is " + std::to_string(k) + ", but there are only " +
                         std::to_string(n) + " keys");
}

template <class Exec, class Keys, class... Options>
std::size_t partial_sort_bytes(Exec const& exec, Keys const& keys,
                               std::size_t k, Options const&... options) {
  using Ranks         = ChosenRanks<Exec, Keys, Options...>;
  using Sorter        = typename Impl::Chosen<Promise::none, Exec, Keys, NoView,
                                              Options...>::type;
  std::size_t const n = keys.extent(0);
  check_partial(k, n);
  auto const order = pick_sorted_order<typename Ranks::Key>(options...);
  return std::max(
      k == 0 || k == n ? 0 : Ranks::type::nth_bytes(exec, order, n, k),
      k < 2 ? 0 : Sorter::workspace_bytes(exec, order, k));
}

template <class Exec, class Keys, class... Options>
void forward_partial_sort(Exec const& exec, Keys const& keys, std::size_t k,
                          Options const&... options) {
  using Ranks         = ChosenRanks<Exec, Keys, Options...>;
  using Sorter        = typename Impl::Chosen<Promise::none, Exec, Keys, NoView,
                                              Options...>::type;
  std::size_t const n = keys.extent(0);
  static_assert(check_keys_accessible<Exec, Keys>());
  std::size_t const needed = partial_sort_bytes(exec, keys, k, options...);
  auto const order         = pick_sorted_order<typename Ranks::Key>(options...);
  auto const given_keys    = strided_as<typename Ranks::SortedKey>(keys);
  constexpr OwnMemory own{};
  auto const& workspace = pick<IsWorkspace>(own, options...);
  check_workspace_option<Exec>("partial_sort", needed, workspace);
  if (k == 0 || n < 2) return;
  with_workspace("partial_sort", exec, needed, workspace, [&](Arena& arena) {
    if (k < n) Ranks::type::run_nth(exec, order, given_keys, n, k, arena);
    if (k > 1) Sorter::run(exec, order, given_keys, {}, k, arena);
  });
}

template <class Positions, class Keys>
void check_argpartition(Positions const& positions, Keys const& keys,
                        std::size_t nth) {
  char const* const name = "argpartition";
  check_extent(name, "positions", positions.extent(0), "keys", keys.extent(0));
  check_nth(name, nth, keys.extent(0));
  check_index<typename Positions::value_type>(name, "positions",
                                              keys.extent(0));
  check_apart(name, "positions", positions, "keys", keys);
}

template <class Exec, class Keys, class... Options>
std::size_t argpartition_bytes(Exec const& exec, Keys const& keys,
                               Options const&... options) {
  using Chosen = ChosenRanks<Exec, Keys, Options...>;
  if (keys.extent(0) == 0) return 0;
  return Chosen::type::indices_bytes(
      exec, pick_sorted_order<typename Chosen::Key>(options...),
      keys.extent(0));
}

template <class Exec, class Positions, class Keys, class... Options>
void forward_argpartition(Exec const& exec, Positions const& positions,
                          Keys const& keys, std::size_t nth,
                          Options const&... options) {
  using Chosen = ChosenRanks<Exec, Keys, Options...>;
  static_assert(check_keys_accessible<Exec, Keys>());
  static_assert(is_accessible_v<Exec, Positions>,
                "the positions must be accessible from the execution space");
  check_argpartition(positions, keys, nth);
  auto const order = pick_sorted_order<typename Chosen::Key>(options...);
  constexpr OwnMemory own{};
  with_workspace(
      "argpartition", exec, argpartition_bytes(exec, keys, options...),
      pick<IsWorkspace>(own, options...), [&](Arena& arena) {
        Chosen::type::run_indices(
            exec, order, strided_as<typename Chosen::SortedKey const>(keys),
            keys.extent(0), nth, strided(positions), arena);
      });
}

/// Returns the rank of a quantile: the least one with at least that share of
/// the keys up to it.
inline std::size_t rank_of_quantile(double probability, std::size_t n) {
  double const exact   = probability * static_cast<double>(n);
  double const nearest = std::round(exact);
  // 0.07 * 100 exceeds 7 by a rounding error.
  bool const is_whole = std::abs(exact - nearest) <=
                        4 * std::numeric_limits<double>::epsilon() * nearest;
  double const count = is_whole ? nearest : std::ceil(exact);
  if (count < 1) return 0;
  return std::min(n, static_cast<std::size_t>(count)) - 1;
}

template <class Result>
void check_shares(char const* name, std::span<double const> probabilities,
                  Result const& result) {
  check_extent(name, "result", result.extent(0), "probabilities",
               probabilities.size());
  for (std::size_t i = 0; i < probabilities.size(); ++i)
    if (!(probabilities[i] >= 0 && probabilities[i] <= 1))
      invalid_argument(name, "probabilities",
                       "has element " + std::to_string(i) + " of " +
                           std::to_string(probabilities[i]) +
                           ", which is not in [0, 1]");
}

template <class Keys, class Result>
void check_quantiles(Keys const& keys, std::span<double const> probabilities,
                     Result const& result) {
  char const* const name = "quantiles";
  check_shares(name, probabilities, result);
  if (keys.extent(0) == 0 && probabilities.size() > 0)
    invalid_argument(name, "keys", "has extent 0: it has no quantiles");
  check_apart(name, "result", result, "keys", keys);
}

template <class Exec, class Keys, class... Options>
std::size_t quantiles_bytes(Exec const& exec, Keys const& keys,
                            std::size_t count, Options const&... options) {
  using Chosen = ChosenRanks<Exec, Keys, Options...>;
  if (count == 0 || keys.extent(0) == 0) return 0;
  return Chosen::type::ranks_bytes(
      exec, pick_sorted_order<typename Chosen::Key>(options...), keys.extent(0),
      count);
}

template <class Exec, class Keys, class Result, class... Options>
void forward_quantiles(Exec const& exec, Keys const& keys,
                       std::span<double const> probabilities,
                       Result const& result, Options const&... options) {
  using Chosen = ChosenRanks<Exec, Keys, Options...>;
  using Key    = typename Chosen::SortedKey;
  static_assert(check_keys_accessible<Exec, Keys>());
  static_assert(is_accessible_v<Exec, Result>,
                "the result must be accessible from the execution space");
  check_quantiles(keys, probabilities, result);
  std::size_t const n     = keys.extent(0);
  std::size_t const count = probabilities.size();
  if (count == 0) return;
  auto const order = pick_sorted_order<typename Chosen::Key>(options...);
  constexpr OwnMemory own{};
  with_workspace("quantiles", exec,
                 quantiles_bytes(exec, keys, count, options...),
                 pick<IsWorkspace>(own, options...), [&](Arena& arena) {
                   Chosen::type::run_ranks(
                       exec, order, strided_as<Key const>(keys), n, count,
                       [&](std::size_t i) {
                         return rank_of_quantile(probabilities[i], n);
                       },
                       strided_as<Key>(result), arena);
                 });
}

}  // namespace KokkosSort::Impl

#endif
