// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_PERMUTE_DISPATCH_HPP
#define KOKKOSSORT_FRONT_PERMUTE_DISPATCH_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/algorithm/payload/gather.hpp>
#include <KokkosSort/front/option_kinds.hpp>
#include <KokkosSort/front/permute_checks.hpp>
#include <KokkosSort/front/views.hpp>
#include <KokkosSort/front/with_workspace.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>

#include <array>
#include <cstddef>
#include <type_traits>

namespace KokkosSort {

template <class Source, class Destination>
struct Gather;
template <class T, class Accessor>
struct ElementAccess;

namespace Impl {

template <class T>
inline constexpr bool is_elements_v = false;
template <class T, class Accessor>
inline constexpr bool is_elements_v<ElementAccess<T, Accessor>> = true;

template <class T>
concept PayloadView = AnyView<T> && (T::rank == 1 || T::rank == 2);

template <class T>
concept MutablePayloadView =
    PayloadView<T> && !std::is_const_v<typename T::value_type>;

template <class T>
concept PayloadRows = PayloadView<T> || is_elements_v<T>;

template <class T>
concept MutableRows =
    PayloadRows<T> && !std::is_const_v<typename T::value_type>;

template <class Source, class Destination>
concept Gatherable = PayloadRows<Source> && MutableRows<Destination> &&
                     (Source::rank == Destination::rank) &&
                     std::is_same_v<typename Source::non_const_value_type,
                                    typename Destination::value_type>;

template <class T>
inline constexpr bool is_gather_v = false;
template <class Source, class Destination>
  requires Gatherable<Source, Destination>
inline constexpr bool is_gather_v<Gather<Source, Destination>> = true;

template <class T>
concept Payload = MutableRows<T> || is_gather_v<T>;

/// One payload or more, and a workspace at most.
template <class... Arguments>
concept PermuteArguments =
    ((Payload<Arguments> || is_workspace_v<Arguments>) && ...) &&
    ((Payload<Arguments> ? 1 : 0) + ... + 0) >= 1 &&
    ((is_workspace_v<Arguments> ? 1 : 0) + ... + 0) <= 1;

template <class Exec, class T>
constexpr bool payload_is_accessible() {
  if constexpr (is_workspace_v<T> || is_elements_v<T>) {
    return true;  // with_workspace checks it, an accessor is unchecked
  } else if constexpr (is_gather_v<T>) {
    return payload_is_accessible<Exec, decltype(T::source)>() &&
           payload_is_accessible<Exec, decltype(T::destination)>();
  } else {
    return is_accessible_v<Exec, T>;
  }
}

template <class T>
constexpr bool payload_is_copyable() {
  if constexpr (is_workspace_v<T>) {
    return true;
  } else if constexpr (is_gather_v<T>) {
    return is_element_v<typename decltype(T::destination)::value_type>;
  } else {
    return is_element_v<typename T::value_type>;
  }
}

/// A permutation of which every entry is checked before it is used.
template <class Index>
struct CheckedIndex {
  Strided<Index const> m_index;
  std::size_t m_limit;

  KOKKOS_FORCEINLINE_FUNCTION std::size_t operator[](std::size_t i) const {
    auto const at = static_cast<std::size_t>(m_index[i]);
    if (at >= m_limit)
      Kokkos::abort(
          "KokkosSort::permute: argument 'permutation' holds an index that is "
          "not below the extent of a payload");
    return at;
  }
};

/// The check costs one comparison per element, so only builds with bounds
/// checks have it.
template <class Permutation>
auto permutation_index(Permutation const& permutation,
                       [[maybe_unused]] std::size_t limit) {
  using Index = typename Permutation::non_const_value_type;
  Strided<Index const> const index{permutation.data(), stride_of(permutation)};
#if defined(KOKKOS_ENABLE_DEBUG_BOUNDS_CHECK)
  return CheckedIndex<Index>{index, limit};
#else
  return index;
#endif
}

template <class T, AnyView ViewType>
Rows<T> rows_of(ViewType const& view) {
  if constexpr (ViewType::rank == 1) {
    return {view.data(), stride_of(view), 1, 1};
  } else {
    return {view.data(), static_cast<std::ptrdiff_t>(view.stride(0)),
            static_cast<std::ptrdiff_t>(view.stride(1)), view.extent(1)};
  }
}
template <class T, class Accessor>
AccessorRows<Accessor> rows_of(
    ElementAccess<std::remove_const_t<T>, Accessor> const& elements) {
  return {elements.accessor};
}

template <class T>
Rows<T const> read_only(Rows<T> const& rows) {
  return {rows.data, rows.row_stride, rows.column_stride, rows.columns};
}
template <class Accessor>
AccessorRows<Accessor> read_only(AccessorRows<Accessor> const& rows) {
  return rows;
}

/// Dense memory for n rows, in the direction in which `like` is dense.
template <class T>
Rows<T> room_for(Arena& arena, std::size_t n, Rows<T> const& like) {
  T* const data    = arena.take<T>(n * like.columns);
  auto const count = static_cast<std::ptrdiff_t>(n);
  auto const width = static_cast<std::ptrdiff_t>(like.columns);
  return like.column_stride > like.row_stride
             ? Rows<T>{data, 1, count, like.columns}
             : Rows<T>{data, width, 1, like.columns};
}
template <class T, class Accessor>
Rows<T> room_for(Arena& arena, std::size_t n, AccessorRows<Accessor> const&) {
  return {arena.take<T>(n), 1, 1, 1};
}

/// The two launches: one moves every payload's rows to their positions or, in
/// place, to temporary memory; one copies those back.
template <class Gathers, class CopiesBack>
struct PermutePlan {
  Gathers gathers;
  CopiesBack copies_back;
};

template <class Gathers, class CopiesBack>
PermutePlan(Gathers, CopiesBack) -> PermutePlan<Gathers, CopiesBack>;

template <class First, class... Rest>
MoveList<First, Rest...> prepend(First const& first,
                                 MoveList<Rest...> const& rest) {
  return {first, rest};
}

inline PermutePlan<MoveList<>, MoveList<>> plan_permute(Arena&, std::size_t) {
  return {};
}

template <class First, class... Rest>
auto plan_permute(Arena& arena, std::size_t n, First const& first,
                  Rest const&... rest) {
  if constexpr (is_workspace_v<First>) {
    return plan_permute(arena, n, rest...);
  } else if constexpr (is_gather_v<First>) {
    using T = typename decltype(first.destination)::value_type;
    MoveRows const move{rows_of<T const>(first.source),
                        rows_of<T>(first.destination)};
    auto const others = plan_permute(arena, n, rest...);
    return PermutePlan{prepend(move, others.gathers), others.copies_back};
  } else {
    using T            = typename First::value_type;
    auto const own     = rows_of<T>(first);
    Rows<T> const room = room_for<T>(arena, n, own);
    MoveRows const out{read_only(own), room};
    MoveRows const back{read_only(room), own};
    auto const others = plan_permute(arena, n, rest...);
    return PermutePlan{prepend(out, others.gathers),
                       prepend(back, others.copies_back)};
  }
}

template <class T>
inline constexpr std::size_t views_of_v =
    is_workspace_v<T> ? 0 : (is_gather_v<T> ? 2 : 1);

/// The permutation and after it the views of all payloads.
template <class Permutation, class... Arguments>
auto describe_all(Permutation const& permutation,
                  Arguments const&... arguments) {
  std::array<PermuteView, 1 + (views_of_v<Arguments> + ...)> views;
  views[0]            = describe(PermuteRole::permutation, 0, permutation);
  std::size_t count   = 1;
  std::size_t payload = 0;
  auto const add      = [&](auto const& argument) {
    using Argument = std::remove_cvref_t<decltype(argument)>;
    if constexpr (is_gather_v<Argument>) {
      views[count++] = describe(PermuteRole::source, payload, argument.source);
      views[count++] =
          describe(PermuteRole::destination, payload++, argument.destination);
    } else if constexpr (!is_workspace_v<Argument>) {
      views[count++] = describe(PermuteRole::in_place, payload++, argument);
    }
  };
  (add(arguments), ...);
  return views;
}

template <class Permutation, class... Arguments>
std::size_t forward_permute_workspace_size(Permutation const& permutation,
                                           Arguments const&... arguments) {
  Arena measure;
  plan_permute(measure, permutation.extent(0), arguments...);
  return measure.used();
}

/// Moves the payloads' n rows by an index, without a check. The workspace is
/// the caller's or OwnMemory.
template <class Exec, class Index, class Space, class... Payloads>
void run_permute(Exec const& exec, Index const& index, std::size_t n,
                 std::size_t needed, Space const& workspace,
                 Payloads const&... payloads) {
  auto const work = [&](Arena& arena) {
    auto const plan = plan_permute(arena, n, payloads...);
    gather_rows("KokkosSort::permute::gather", exec, index, n, plan.gathers);
    if constexpr ((MutableRows<Payloads> || ...))
      gather_rows("KokkosSort::permute::copy_back", exec, SameRow{}, n,
                  plan.copies_back);
  };
  if constexpr ((MutableRows<Payloads> || ...)) {
    with_workspace("permute", exec, needed, workspace, work);
  } else {
    Arena none;  // nothing to keep alive, hence nothing to wait for
    work(none);
  }
}

template <class Exec, class Permutation, class... Arguments>
void forward_permute(Exec const& exec, Permutation const& permutation,
                     Arguments const&... arguments) {
  static_assert(check_permutation_accessible<Exec, Permutation>());
  static_assert((payload_is_accessible<Exec, Arguments>() && ...),
                "the payloads must be accessible from the execution space");
  static_assert((payload_is_copyable<Arguments>() && ...),
                "KokkosSort: the payloads must be of a trivially copyable "
                "type");
  auto const views = describe_all(permutation, arguments...);
  check_permute(views);
  std::size_t const n = permutation.extent(0);
  if (n == 0) return;
  run_permute(exec, permutation_index(permutation, index_limit(views)), n,
              forward_permute_workspace_size(permutation, arguments...),
              pick<IsWorkspace>(OwnMemory{}, arguments...), arguments...);
}

}  // namespace Impl
}  // namespace KokkosSort

#endif
