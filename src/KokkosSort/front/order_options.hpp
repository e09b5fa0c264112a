// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_ORDER_OPTIONS_HPP
#define KOKKOSSORT_FRONT_ORDER_OPTIONS_HPP

#include <KokkosSort/block/key_order.hpp>
#include <KokkosSort/core/invalid_argument.hpp>
#include <KokkosSort/front/option_kinds.hpp>

#include <Kokkos_Core.hpp>

#include <functional>
#include <string>
#include <type_traits>

namespace KokkosSort {

/// Option: the natural order of the keys, smallest first; the default. Integers
/// and floating-point numbers: numeric order, a total order of bit patterns
/// with -0 before +0 and every NaN (of any sign and payload) last. Other types:
/// operator<, which must be callable on the device. std::less and
/// std::ranges::less of integers have the same effect.
struct Ascending {};

/// A column of by_columns() in descending order. descending(view) returns it.
template <class View>
struct DescendingColumn {
  /// The keys of the rows.
  View column;
};

/// Option: the exact reverse of Ascending, NaN first. std::greater and
/// std::ranges::greater of integers have the same effect. Column of
/// by_columns(): descending(view).
struct Descending {
  /// Returns the view as a column in descending order.
  template <class View>
  DescendingColumn<View> operator()(View const& column) const {
    return {column};
  }
};

/// Option: keys are compared by their projections. by() returns it.
template <class Projection, bool IsDescending>
struct By {
  /// Applied to a key before it is compared.
  Projection projection;
};

/// Option: integers are compared by some of their bits. bits() returns it.
template <bool IsDescending>
struct Bits {
  /// The first bit compared, counted from the lowest.
  int begin;
  /// The bit after the last one compared.
  int end;
};

namespace Impl {

/// Comparators that order integers as the library does, which then reads their
/// bits. For floating-point numbers they take -0 and +0 as equivalent and give
/// no order to NaN.
template <class Key, class Option, template <class> class OfType, class OfRange>
inline constexpr bool is_standard_comparator_v =
    (std::is_integral_v<Key> || is_int128_v<Key>) &&
    (std::is_same_v<Option, OfType<Key>> ||
     std::is_same_v<Option, OfType<void>> || std::is_same_v<Option, OfRange>);

template <class Key, class Option>
inline constexpr bool is_ascending_v =
    std::is_same_v<Option, Ascending> ||
    is_standard_comparator_v<Key, Option, std::less, std::ranges::less>;
template <class Key, class Option>
inline constexpr bool is_descending_v =
    std::is_same_v<Option, Descending> ||
    is_standard_comparator_v<Key, Option, std::greater, std::ranges::greater>;

/// Rejects arguments in the place of an order that are no order.
template <class Option>
KOKKOS_INLINE_FUNCTION constexpr bool check_order() {
  static_assert(!Kokkos::is_view_v<Option>,
                "KokkosSort: a view was passed where only options may follow: "
                "an order, an Algorithm tag, a Workspace");
  static_assert(!Kokkos::is_execution_space_v<Option>,
                "KokkosSort: the execution space must be the first argument");
  static_assert(
      !Kokkos::is_space<Option>::value || Kokkos::is_execution_space_v<Option>,
      "KokkosSort: a memory space is no order");
  static_assert(!std::is_arithmetic_v<Option> && !std::is_enum_v<Option>,
                "KokkosSort: a number is no order; a range has two, (begin, "
                "end), behind the keys of sort() and stable_sort()");
  static_assert(std::is_arithmetic_v<Option> || std::is_enum_v<Option> ||
                    std::is_class_v<Option> ||
                    (std::is_pointer_v<Option> &&
                     std::is_function_v<std::remove_pointer_t<Option>>),
                "KokkosSort: an order is ascending, descending, by(), bits() "
                "or a comparator");
  return true;
}

/// From the option to the order that the kernels use, for keys of type Key.
template <class Key, class Option>
KOKKOS_INLINE_FUNCTION auto order_for(Option const& option) {
  static_assert(check_order<Option>());
  constexpr bool is_descending = is_descending_v<Key, Option>;
  if constexpr (is_descending || is_ascending_v<Key, Option>) {
    if constexpr (NumericKey<Key>) {
      return BitsOrder<Key>::directed(is_descending);
    } else {
      return LessOrder<Key, NaturalLess<is_descending>>{};
    }
  } else {
    return LessOrder<Key, Option>{option};
  }
}

template <class Key, class Projection, bool IsDescending>
KOKKOS_INLINE_FUNCTION auto order_for(
    By<Projection, IsDescending> const& option) {
  using Less = ProjectedLess<Projection, IsDescending>;
  return LessOrder<Key, Less>{Less{option.projection}};
}

template <class Key, bool IsDescending>
BitRangeOrder<Key> order_for(Bits<IsDescending> const& option) {
  static_assert(std::is_integral_v<Key> || is_int128_v<Key>,
                "KokkosSort: bits(begin, end) orders integers alone");
  constexpr int width = std::is_same_v<Key, bool> ? 1 : 8 * sizeof(Key);
  if (option.begin < 0 || option.begin >= option.end || option.end > width)
    invalid_argument("KokkosSort: option bits(" + std::to_string(option.begin) +
                     ", " + std::to_string(option.end) +
                     ") must hold 0 <= begin < end <= " +
                     std::to_string(width) + ", the bits of a key");
  using Item = typename BitRangeOrder<Key>::item_type;
  return {BitsOrder<Key>::directed(IsDescending), option.begin,
          static_cast<Item>(static_cast<Item>(~Item{0}) >>
                            (8 * sizeof(Item) - (option.end - option.begin)))};
}

inline constexpr Ascending default_order{};

/// The order among the options, as the kernels use it.
template <class Key, class... Options>
auto pick_order(Options const&... options) {
  return order_for<Key>(pick<IsOrder>(default_order, options...));
}

}  // namespace Impl

}  // namespace KokkosSort

#endif
