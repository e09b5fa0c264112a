// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_CHUNKS_DISPATCH_HPP
#define KOKKOSSORT_FRONT_CHUNKS_DISPATCH_HPP

#include <KokkosSort/algorithm/chunks/chunked_sort.hpp>
#include <KokkosSort/core/copy_bytes.hpp>
#include <KokkosSort/core/memory_block.hpp>
#include <KokkosSort/front/device_memory.hpp>
#include <KokkosSort/front/dispatch.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <string>
#include <type_traits>

namespace KokkosSort::Impl {

// sort() and its siblings with the option DeviceMemory.

template <class ViewType>
constexpr bool check_host_view() {
  static_assert(is_accessible_v<Kokkos::HostSpace, ViewType>,
                "KokkosSort: with DeviceMemory the views are memory of the "
                "host");
  return true;
}

template <class ViewType>
void check_contiguous(char const* function, char const* argument,
                      ViewType const& view) {
  if (stride_of(view) != 1)
    invalid_argument(function, argument,
                     "has stride " + std::to_string(stride_of(view)) +
                         ", but chunks are copied from contiguous memory");
}

template <Promise promise, class Exec, class Keys, class Values,
          class... Options>
struct ChunkedCall {
  using Choice  = Chosen<promise, Exec, Keys, Values, Options...>;
  using Sorter  = typename Choice::type;
  using Order   = typename Choice::Order;
  using Value   = typename Choice::Value;
  using Chunked = ChunkedSort<Sorter, Exec, Order, Value>;

  static auto plan(char const* function, Exec const& exec, Order const& order,
                   std::size_t n, DeviceMemory const& memory) {
    std::size_t const needed = Chunked::smallest(exec, order, n).bytes();
    if (memory.bytes < needed)
      invalid_argument(function, "device_memory",
                       "allows " + std::to_string(memory.bytes) +
                           " bytes, but " + std::to_string(needed) +
                           " are needed");
    return Chunked::plan(exec, order, n, memory.bytes);
  }

  /// Calls run(scratch) with memory of the host.
  template <class Run>
  static void on_host_memory(char const*, Exec const& exec, std::size_t needed,
                             OwnMemory const&, Run const& run) {
    MemoryBlock<std::conditional_t<is_host_memory_v<Exec>, Kokkos::HostSpace,
                                   PinnedSpace>>
        own;
    if (needed > 0) own.reserve(exec, needed);
    Arena arena(own.data(), own.bytes());
    run(arena);
  }
  template <class Space, class Run>
  static void on_host_memory(char const* function, Exec const&,
                             std::size_t needed,
                             MemoryBlock<Space> const& workspace,
                             Run const& run) {
    static_assert(
        Kokkos::SpaceAccessibility<Kokkos::HostSpace, Space>::accessible,
        "KokkosSort: with DeviceMemory the workspace is memory of the host");
    check_workspace(function, workspace.bytes(), needed);
    Arena arena(workspace.data(), workspace.bytes());
    run(arena);
  }
};

template <class Exec, class Keys, class Values, class... Options>
std::size_t forward_chunked_size(char const* function, Exec const& exec,
                                 Keys const& keys, Values const&,
                                 DeviceMemory const& memory,
                                 Options const&... options) {
  using Call = ChunkedCall<Promise::none, Exec, Keys, Values, Options...>;
  std::size_t const n = keys.extent(0);
  if (n < 2) return 0;
  auto const order = pick_sorted_order<typename Keys::value_type>(options...);
  return Call::Chunked::scratch_bytes(
      n, Call::plan(function, exec, order, n, memory));
}

template <Promise promise, class Exec, class Keys, class Values,
          class... Options>
void forward_chunked_sort(char const* function, Exec const& exec,
                          Keys const& keys, Values const& values,
                          DeviceMemory const& memory,
                          Options const&... options) {
  using Call   = ChunkedCall<promise, Exec, Keys, Values, Options...>;
  using Choice = typename Call::Choice;
  static_assert(check_host_view<Keys>());
  static_assert(check_stability<typename Choice::Tag, promise,
                                Call::Sorter::is_stable>());
  check_sort_views(function, keys, values);
  check_contiguous(function, "keys", keys);
  if constexpr (is_value_v<typename Values::value_type>) {
    static_assert(check_host_view<Values>());
    check_contiguous(function, "values", values);
  }
  std::size_t const n = keys.extent(0);
  if (n < 2) return;
  auto const order = pick_sorted_order<typename Keys::value_type>(options...);
  auto const plan  = Call::plan(function, exec, order, n, memory);
  constexpr OwnMemory own{};
  Call::on_host_memory(function, exec, Call::Chunked::scratch_bytes(n, plan),
                       pick<IsWorkspace>(own, options...), [&](Arena& scratch) {
                         MemoryBlock<typename Exec::memory_space> device;
                         device.reserve(exec, plan.bytes());
                         Call::Chunked::run(
                             exec, order,
                             {strided_as<typename Choice::SortedKey>(keys),
                              strided_as<typename Choice::Value>(values)},
                             n, plan, device.data(), scratch);
                       });
}

}  // namespace KokkosSort::Impl

#endif
