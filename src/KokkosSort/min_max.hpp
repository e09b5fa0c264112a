// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_MIN_MAX_HPP
#define KOKKOSSORT_MIN_MAX_HPP

#include <KokkosSort/algorithm/butterfly/extremes.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/order_options.hpp>
#include <KokkosSort/front/with_workspace.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/workspace.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Pair.hpp>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

namespace KokkosSort {

namespace Impl {

/// A view for two results.
template <class Result, class Keys>
concept ExtremesView = MutableRank1View<Result> &&
                       std::is_same_v<typename Result::value_type,
                                      typename Keys::non_const_value_type>;

template <class T>
concept PositionsView =
    MutableRank1View<T> && std::is_integral_v<typename T::value_type>;

/// The search that the options select. Wide keys are compared in place.
template <class Exec, class Keys, class Result, Sought sought, class... Options>
struct ChosenMinMax {
  // A candidate of this size still fits the registers and the scratch.
  static constexpr std::size_t max_held_key = 32;

  using Key   = typename Keys::non_const_value_type;
  using Given = decltype(pick_order<Key>(std::declval<Options const&>()...));
  using Order =
      std::conditional_t<(sizeof(Key) > max_held_key), ByAddress<Given>, Given>;
  using type = MinMaxSearch<Exec, Order, Result, sought>;
};

/// Bytes of an arena for the search and for two keys to return.
template <class Exec, class Keys, class... Options>
std::size_t min_max_bytes(Exec const& exec, Keys const& keys,
                          Options const&...) {
  using Chosen =
      ChosenMinMax<Exec, Keys, std::size_t, Sought::positions, Options...>;
  Arena measure;
  measure.take<typename Chosen::Key>(2);
  return measure.used() + Arena::alignment +
         Chosen::type::workspace_bytes(exec, keys.extent(0));
}

template <Sought sought, class Exec, class Keys, class ResultView,
          class... Options>
void search_min_max(Arena& arena, Exec const& exec, Keys const& keys,
                    ResultView const& result, Options const&... options) {
  using Chosen = ChosenMinMax<Exec, Keys, typename ResultView::value_type,
                              sought, Options...>;
  using Key    = typename Chosen::Key;
  typename Chosen::Order const order{pick_order<Key>(options...)};
  Chosen::type::run(exec, order,
                    Strided<Key const>{keys.data(), stride_of(keys)},
                    keys.extent(0), strided(result), arena);
}

template <class Exec, class Keys>
void check_min_max_keys(char const* function, Keys const& keys) {
  static_assert(check_keys_accessible<Exec, Keys>());
  static_assert(check_key_type<typename Keys::non_const_value_type>());
  if (keys.extent(0) == 0)
    invalid_argument(function, "keys", "has extent 0: it has no extremes");
}

template <Sought sought, class Exec, class Keys, class ResultView,
          class... Options>
void forward_min_max(char const* function, char const* result_name,
                     Exec const& exec, Keys const& keys,
                     ResultView const& result, Options const&... options) {
  static_assert(is_accessible_v<Exec, ResultView>,
                "the result must be accessible from the execution space");
  check_min_max_keys<Exec>(function, keys);
  if (result.extent(0) != 2)
    invalid_argument(
        function, result_name,
        "has extent " + std::to_string(result.extent(0)) + ", not 2");
  if constexpr (sought == Sought::positions)
    check_index<typename ResultView::value_type>(function, result_name,
                                                 keys.extent(0));
  with_workspace(function, exec, min_max_bytes(exec, keys, options...),
                 pick<IsWorkspace>(OwnMemory{}, options...), [&](Arena& arena) {
                   search_min_max<sought>(arena, exec, keys, result,
                                          options...);
                 });
}

}  // namespace Impl

namespace Function {

/// Type of KokkosSort::min_max.
struct MinMax : Impl::OnDefaultInstance<MinMax> {
  using Impl::OnDefaultInstance<MinMax>::operator();

  /// Finds both extremes: result(0) becomes the first key in order, result(1)
  /// the last. The keys stay as they are. The call also goes without `exec`, on
  /// the default instance of the keys' execution space.
  ///
  /// @param exec execution space instance; the work is enqueued on it
  /// @param keys rank-1 view of any layout, may be of const, accessible from
  ///   `exec`; n = extent(0) > 0
  /// @param result rank-1 view of extent 2 of the keys' type, accessible from
  ///   `exec`
  /// @param options in any order, each kind at most once: an order (as for
  ///   sort(); ascending is the default), a Workspace
  ///
  /// Order and stability: see Ascending; NaN counts as greater than all
  /// numbers. The minimum is the equivalent key of lowest index, the maximum
  /// that of highest index, in every run.
  ///
  /// Memory: min_max_workspace_size(exec, keys, options...) bytes. A call with
  /// a Workspace allocates nothing.
  ///
  /// Launches and complexity: one launch, and one more without a Workspace if
  /// several teams search; about 3 n / 2 comparisons, each key read once.
  /// Source: the min-max butterfly of B. Jan et al., "Parallel
  /// butterfly sorting algorithm on GPU" (2013), section 3.B.1.
  ///
  /// Fences: none with a Workspace, the call is asynchronous. Without one it
  /// fences `exec` before it returns.
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, if there is no key or the extent of the result is not 2.
  /// Workspace and bits(begin, end) as for sort()
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::ExtremesView<Keys> Result, class... Options>
    requires Impl::SearchOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Result const& result, Options const&... options) const {
    Impl::forward_min_max<Impl::Sought::keys>("min_max", "result", exec, keys,
                                              result, options...);
  }

  /// Returns both extremes, minimum first. It fences `exec`, since it returns
  /// values; everything else is as above.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            class... Options>
    requires Impl::SearchOptions<Options...>
  [[nodiscard]] Kokkos::pair<typename Keys::non_const_value_type,
                             typename Keys::non_const_value_type>
  operator()(ExecutionSpace const& exec, Keys const& keys,
             Options const&... options) const {
    using Key    = typename Keys::non_const_value_type;
    using Space  = typename ExecutionSpace::memory_space;
    using Traits = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
    Impl::check_min_max_keys<ExecutionSpace>("min_max", keys);
    Key both[2];
    Impl::with_workspace(
        "min_max", exec, Impl::min_max_bytes(exec, keys, options...),
        Impl::pick<Impl::IsWorkspace>(Impl::OwnMemory{}, options...),
        [&](Impl::Arena& arena) {
          Kokkos::View<Key*, Space, Traits> const found(arena.take<Key>(2), 2);
          Impl::search_min_max<Impl::Sought::keys>(arena, exec, keys, found,
                                                   options...);
          Kokkos::deep_copy(
              exec, Kokkos::View<Key*, Kokkos::HostSpace, Traits>(both, 2),
              found);
          exec.fence(
              Impl::labeled("KokkosSort::min_max: the extremes are returned"));
        });
    return {both[0], both[1]};
  }
};

/// Type of KokkosSort::arg_min_max.
struct ArgMinMax : Impl::OnDefaultInstance<ArgMinMax, 1> {
  using Impl::OnDefaultInstance<ArgMinMax, 1>::operator();

  /// Finds the indices of both extremes: positions(0) becomes that of the first
  /// key in order, positions(1) that of the last. Everything else is as
  /// min_max() with a result.
  ///
  /// @param positions rank-1 view of extent 2 of an integral type that can hold
  ///   the indices; accessible from `exec`
  ///
  /// @throws std::invalid_argument as min_max(), and if the type of `positions`
  /// cannot hold the indices
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::PositionsView Positions, Impl::Rank1View Keys,
            class... Options>
    requires Impl::SearchOptions<Options...>
  void operator()(ExecutionSpace const& exec, Positions const& positions,
                  Keys const& keys, Options const&... options) const {
    Impl::forward_min_max<Impl::Sought::positions>(
        "arg_min_max", "positions", exec, keys, positions, options...);
  }
};

/// Type of KokkosSort::min_max_workspace_size.
struct MinMaxWorkspaceSize {
  /// Returns the bytes of workspace that min_max() and arg_min_max() need with
  /// these arguments. The result depends on the extent of the keys, not on
  /// their values. No launch, no fence, no allocation.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            class... Options>
    requires Impl::SearchOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec, Keys const& keys,
                         Options const&... options) const {
    return Impl::min_max_bytes(exec, keys, options...);
  }
};

}  // namespace Function

/// Finds both extremes: see Function::MinMax.
inline constexpr Function::MinMax min_max{};
/// Finds the indices of both extremes: see Function::ArgMinMax.
inline constexpr Function::ArgMinMax arg_min_max{};
/// Returns the bytes that both need: see Function::MinMaxWorkspaceSize.
inline constexpr Function::MinMaxWorkspaceSize min_max_workspace_size{};

}  // namespace KokkosSort

#endif
