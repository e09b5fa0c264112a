// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_DYNAMIC_KEYS_HPP
#define KOKKOSSORT_FRONT_DYNAMIC_KEYS_HPP

#include <KokkosSort/core/label.hpp>
#include <KokkosSort/front/checks.hpp>
#include <KokkosSort/front/views.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace KokkosSort::Impl {

/// Checks 0 <= begin <= end <= extent. An index below 0 becomes larger than any
/// extent.
inline void check_range(char const* function, std::size_t extent,
                        std::size_t begin, std::size_t end) {
  auto const text = [](std::size_t index) {
    return std::to_string(static_cast<std::ptrdiff_t>(index));
  };
  if (end > extent)
    invalid_argument(function, "end",
                     "is " + text(end) + ", but 'keys' has extent " +
                         std::to_string(extent));
  if (begin > end)
    invalid_argument(function, "begin",
                     "is " + text(begin) + ", but 'end' is " + text(end));
}

/// Keys whose indices begin at any number, such as those of
/// Kokkos::Experimental::OffsetView.
template <class T>
concept OffsetKeys = !AnyView<T> && requires(T const& keys) {
  { keys.view() } -> MutableRank1View;
  { keys.begin(0) } -> std::convertible_to<std::ptrdiff_t>;
};

/// Keys in two memory spaces, such as those of Kokkos::DualView.
template <class T>
concept DualKeys = !AnyView<T> && requires {
  typename T::t_dev;
  typename T::t_host;
} && MutableRank1View<typename T::t_dev>;

/// Keys in chunks without a common stride, such as those of
/// Kokkos::Experimental::DynamicView.
template <class T>
concept DynamicKeys = !AnyView<T> && !OffsetKeys<T> && requires(T const& keys) {
  typename T::traits::memory_space;
  { keys(std::size_t{0}) } -> std::same_as<typename T::value_type&>;
  { keys.extent(0) } -> std::convertible_to<std::size_t>;
} && !std::is_const_v<typename T::value_type>;

template <class From, class To>
struct CopyRange {
  From from;
  To to;
  std::uint64_t from_begin, to_begin;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    to(to_begin + i) = from(from_begin + i);
  }
};

template <class Exec, class From, class To>
void copy_range(char const* label, Exec const& exec, From const& from,
                std::uint64_t from_begin, To const& to, std::uint64_t to_begin,
                std::uint64_t n) {
  Kokkos::parallel_for(
      labeled(label),
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::uint64_t>>(exec, 0, n),
      CopyRange<From, To>{from, to, from_begin, to_begin});
}

/// Sorts the keys from index `begin` to in front of `end` in a contiguous copy.
/// Allocates the copy and fences `exec`.
template <class Function, class Exec, class Keys, class... Options>
void sort_copy(Function const& function, Exec const& exec, Keys const& keys,
               std::size_t begin, std::size_t end, Options const&... options) {
  using Copy = Kokkos::View<typename Keys::value_type*,
                            typename Keys::traits::memory_space>;
  check_range(Function::name, keys.extent(0), begin, end);
  std::size_t const n = end - begin;
  if (n < 2) return;
  Copy const copy(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing,
                                     labeled("KokkosSort::dynamic_keys")),
                  n);
  copy_range("KokkosSort::dynamic_keys::gather", exec, keys, begin, copy, 0, n);
  function(exec, copy, options...);
  copy_range("KokkosSort::dynamic_keys::scatter", exec, copy, 0, keys, begin,
             n);
  exec.fence(labeled("KokkosSort::dynamic_keys: the copy is not in use"));
}

}  // namespace KokkosSort::Impl

#endif
