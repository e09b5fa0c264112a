// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_STRINGS_DISPATCH_HPP
#define KOKKOSSORT_FRONT_STRINGS_DISPATCH_HPP

#include <KokkosSort/algorithm/columns/string_keys.hpp>
#include <KokkosSort/front/checks.hpp>
#include <KokkosSort/front/columns_dispatch.hpp>
#include <KokkosSort/front/overlap.hpp>
#include <KokkosSort/front/segment_views.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace KokkosSort::Impl {

/// Rank-1 view of bytes: a character type, an integer of 8 bits or std::byte.
template <class T>
concept BytesView =
    Rank1View<T> && sizeof(typename T::value_type) == 1 &&
    (std::is_integral_v<typename T::non_const_value_type> ||
     std::is_same_v<typename T::non_const_value_type, std::byte>) &&
    !std::is_same_v<typename T::non_const_value_type, bool>;

template <class Offsets, class Bytes>
auto string_list(Offsets const& offsets, Bytes const& bytes, bool is_descending,
                 std::uint64_t* shared) {
  return StringList<typename SegmentsOf<Offsets>::offset_type>{
      segments_of(offsets),
      {reinterpret_cast<std::uint8_t const*>(bytes.data()), stride_of(bytes)},
      bytes.extent(0),
      is_descending,
      shared};
}

template <class Exec, class Offset, class Index>
struct RestChoice<Exec, StringList<Offset>, Index> {
  using type = SegmentedChoice<Exec, StringOrder<Index, Offset>, NoValue,
                               TiedRows<Index>>;
};

/// The sort behind a call of argsort_strings().
template <class Exec, class Permutation, class Offsets, class Bytes,
          class... Options>
struct StringsChoice
    : ListChoice<
          Exec,
          decltype(string_list(std::declval<Offsets const&>(),
                               std::declval<Bytes const&>(), true, nullptr)),
          PickedAlgorithm<Options...>, typename Permutation::value_type, true> {
  using Order =
      decltype(pick_order<std::uint8_t>(std::declval<Options const&>()...));
  static_assert(std::is_same_v<Order, BitsOrder<std::uint8_t>>,
                "KokkosSort: strings are compared byte by byte, ascending or "
                "descending; argsort_strings takes no other order");
};

template <class Permutation, class Offsets, class Bytes>
void check_argsort_strings(Permutation const& permutation,
                           Offsets const& offsets, Bytes const& bytes) {
  using Index = typename Permutation::value_type;
  static_assert(std::is_integral_v<Index>,
                "the permutation must be a view of an integral type");
  char const* const function = "argsort_strings";
  std::size_t const n        = segments_of(offsets).count;
  if (permutation.extent(0) != n)
    invalid_argument(function, "permutation",
                     "has extent " + std::to_string(permutation.extent(0)) +
                         ", but 'offsets' has those of " + std::to_string(n) +
                         " strings");
  check_index<Index>(function, "permutation", n);
  check_apart(function, "permutation", permutation, "bytes", bytes);
  check_segments(function, offsets, "permutation", permutation);
}

template <class Exec, class Permutation, class Offsets, class Bytes,
          class... Options>
std::size_t forward_argsort_strings_size(Exec const& exec, Permutation const&,
                                         Offsets const& offsets, Bytes const&,
                                         Options const&...) {
  using Choice = StringsChoice<Exec, Permutation, Offsets, Bytes, Options...>;
  std::size_t const n = segments_of(offsets).count;
  if (n < 2) return 0;
  Arena arena;
  arena.take<std::uint64_t>(1);
  return arena.used() + Arena::alignment +
         Choice::type::workspace_bytes(exec, n);
}

template <class Exec, class Permutation, class Offsets, class Bytes,
          class... Options>
void forward_argsort_strings(Exec const& exec, Permutation const& permutation,
                             Offsets const& offsets, Bytes const& bytes,
                             Options const&... options) {
  using Choice = StringsChoice<Exec, Permutation, Offsets, Bytes, Options...>;
  static_assert(check_permutation_accessible<Exec, Permutation>());
  static_assert(check_segments_accessible<Exec, Offsets>());
  static_assert(is_accessible_v<Exec, Bytes>,
                "the bytes must be accessible from the execution space");
  check_argsort_strings(permutation, offsets, bytes);
  std::size_t const n = permutation.extent(0);
  if (n == 0) return;
  constexpr OwnMemory own{};
  bool const is_descending =
      pick_order<std::uint8_t>(options...).m_flipped != 0;
  with_workspace(
      "argsort_strings", exec,
      forward_argsort_strings_size(exec, permutation, offsets, bytes,
                                   options...),
      pick<IsWorkspace>(own, options...), [&](Arena& arena) {
        if (n < 2) return fill_iota(exec, strided(permutation), n);
        auto const strings = string_list(offsets, bytes, is_descending,
                                         arena.take<std::uint64_t>(1));
        find_shared_bytes(exec, strings, n);
        Choice::type::run(exec, strings,
                          strided_as<typename Choice::Value>(permutation), n,
                          arena);
      });
}

}  // namespace KokkosSort::Impl

#endif
