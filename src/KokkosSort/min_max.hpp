// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_MIN_MAX_HPP
#define KOKKOSSORT_MIN_MAX_HPP

#include <KokkosSort/algorithm/butterfly/extremes.hpp>
#include <KokkosSort/front/checks.hpp>
#include <KokkosSort/front/options.hpp>
#include <KokkosSort/front/with_workspace.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Pair.hpp>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

namespace KokkosSort {

namespace Impl {

/// An order and a workspace at most.
template <class... Options>
concept SearchOptions = ValidOptions<Options...> &&
    ((!AnyView<Options> && !is_algorithm_v<Options>)&&...);

/// A view for two results.
template <class Result, class Keys>
concept ExtremesView = MutableRank1View<Result> &&
    std::is_same_v<typename Result::value_type,
                   typename Keys::non_const_value_type>;

template <class T>
concept PositionsView =
    MutableRank1View<T> && std::is_integral_v<typename T::value_type>;

/// The search that the options ask for; wide keys are compared where they lie.
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

/// Bytes of an arena: the search's, and two keys to return.
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
          class Counter, class... Options>
void search_min_max(Arena& arena, Counter const& counter, Exec const& exec,
                    Keys const& keys, ResultView const& result,
                    Options const&... options) {
  using Chosen = ChosenMinMax<Exec, Keys, typename ResultView::value_type,
                              sought, Options...>;
  using Key    = typename Chosen::Key;
  typename Chosen::Order const order{pick_order<Key>(options...)};
  Chosen::type::run(exec, order,
                    Strided<Key const>{keys.data(), stride_of(keys)},
                    keys.extent(0), strided(result), arena, counter);
}

template <class Exec, class Keys>
void check_min_max_keys(char const* function, Keys const& keys) {
  static_assert(is_accessible_v<Exec, Keys>,
                "the keys must be accessible from the execution space");
  static_assert(is_element_v<typename Keys::non_const_value_type>,
                "KokkosSort: the keys must be of a trivially copyable type, "
                "since their bytes are copied");
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
                 pick<IsWorkspace>(OwnMemory{}, options...),
                 [&](Arena& arena, auto const& counter) {
                   search_min_max<sought>(arena, counter, exec, keys, result,
                                          options...);
                 });
}

}  // namespace Impl

namespace Function {

/// Type of KokkosSort::min_max.
struct MinMax {
  /// Finds both extremes: result(0) becomes the first key in order, result(1)
  /// the last. The keys stay as they are.
  ///
  /// @param exec execution space instance; the work is enqueued on it
  /// @param keys rank-1 view of any layout, may be of const, accessible from
  ///   `exec`; n = extent(0) > 0
  /// @param result rank-1 view of extent 2 of the keys' type, accessible from
  ///   `exec`
  /// @param options in any order, each kind at most once: an order (as for
  ///   sort(); ascending is the default), a Workspace
  ///
  /// Order: see Ascending; NaN counts as greater than all numbers. Of
  /// equivalent keys the one of lowest index is the minimum, the one of highest
  /// index the maximum, in every run. About 3 n / 2 comparisons, each key read
  /// once, one launch (and, by the first of the calls that share a Workspace,
  /// one word set to 0).
  ///
  /// Extra memory: min_max_workspace_size(exec, keys, options...) bytes. Given
  /// a Workspace, the call is asynchronous, does not fence and does not
  /// allocate; without one it allocates and fences `exec` before it returns.
  ///
  /// Source: the min-max butterfly of B. Jan et al., "Parallel butterfly
  /// sorting algorithm on GPU" (2013), section 3.B.1.
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, when there is no key, the result has not room for two or the
  /// workspace is too small
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::ExtremesView<Keys> Result, class... Options>
  requires Impl::SearchOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Result const& result, Options const&... options) const {
    Impl::forward_min_max<Impl::Sought::keys>("min_max", "result", exec, keys,
                                              result, options...);
  }

  /// As above, on the default instance of the keys' execution space.
  template <Impl::Rank1View Keys, Impl::ExtremesView<Keys> Result,
            class... Options>
  requires Impl::SearchOptions<Options...>
  void operator()(Keys const& keys, Result const& result,
                  Options const&... options) const {
    (*this)(typename Keys::execution_space{}, keys, result, options...);
  }

  /// As min_max(), but returns the extremes, minimum first; so it fences. Of
  /// the workspace it needs as much, or allocates without one.
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
        [&](Impl::Arena& arena, auto const& counter) {
          Kokkos::View<Key*, Space, Traits> const found(arena.take<Key>(2), 2);
          Impl::search_min_max<Impl::Sought::keys>(arena, counter, exec, keys,
                                                   found, options...);
          Kokkos::deep_copy(
              exec, Kokkos::View<Key*, Kokkos::HostSpace, Traits>(both, 2),
              found);
          exec.fence(
              Impl::labeled("KokkosSort::min_max: the extremes are returned"));
        });
    return {both[0], both[1]};
  }

  /// As above, on the default instance of the keys' execution space.
  template <Impl::Rank1View Keys, class... Options>
  requires Impl::SearchOptions<Options...>
  [[nodiscard]] auto operator()(Keys const& keys,
                                Options const&... options) const {
    return (*this)(typename Keys::execution_space{}, keys, options...);
  }
};

/// Type of KokkosSort::arg_min_max.
struct ArgMinMax {
  /// Where the extremes are: positions(0) becomes the index of the first key in
  /// order, positions(1) that of the last; of equivalent keys the lowest and
  /// the highest index. Everything else as min_max() with a result.
  ///
  /// @param positions rank-1 view of extent 2 of an integral type that can hold
  ///   the indices
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::PositionsView Positions, Impl::Rank1View Keys,
            class... Options>
  requires Impl::SearchOptions<Options...>
  void operator()(ExecutionSpace const& exec, Positions const& positions,
                  Keys const& keys, Options const&... options) const {
    Impl::forward_min_max<Impl::Sought::positions>(
        "arg_min_max", "positions", exec, keys, positions, options...);
  }

  /// As above, on the default instance of the keys' execution space.
  template <Impl::PositionsView Positions, Impl::Rank1View Keys,
            class... Options>
  requires Impl::SearchOptions<Options...>
  void operator()(Positions const& positions, Keys const& keys,
                  Options const&... options) const {
    (*this)(typename Keys::execution_space{}, positions, keys, options...);
  }
};

/// Type of KokkosSort::min_max_workspace_size.
struct MinMaxWorkspaceSize {
  /// Bytes of workspace that min_max() and arg_min_max() need with these
  /// arguments. Depends on the extent of the keys, not on what they hold.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            class... Options>
  requires Impl::SearchOptions<Options...> std::size_t operator()(
      ExecutionSpace const& exec, Keys const& keys,
      Options const&... options) const {
    return Impl::min_max_bytes(exec, keys, options...);
  }
};

}  // namespace Function

/// Finds both extremes: see Function::MinMax.
inline constexpr Function::MinMax min_max{};
/// Finds where the extremes are: see Function::ArgMinMax.
inline constexpr Function::ArgMinMax arg_min_max{};
/// Bytes that both need: see Function::MinMaxWorkspaceSize.
inline constexpr Function::MinMaxWorkspaceSize min_max_workspace_size{};

}  // namespace KokkosSort

#endif
