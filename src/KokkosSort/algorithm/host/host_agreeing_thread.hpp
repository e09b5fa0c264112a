// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HOST_HOST_AGREEING_THREAD_HPP
#define KOKKOSSORT_ALGORITHM_HOST_HOST_AGREEING_THREAD_HPP

#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/key_bits.hpp>
#include <KokkosSort/block/key_order.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>

namespace KokkosSort::Impl {

/// Sort of numbers by a comparator that agrees with their bits, such as `a < b`
/// or `a > b`, in cache and by one thread. The bits are sorted, by digits or by
/// vector instructions. The comparator then confirms the order of all
/// neighbors, with n calls instead of n log n.
///
/// Neighbors of different bits must be in order strictly. Then no two keys are
/// equivalent that differ, and only equal keys can exchange their places, which
/// a stable sort of the bits prevents. NaN, zeros of both signs and every other
/// disagreement are found so.
template <class Order, class Value>
class HostAgreeingSort {
 public:
  static constexpr bool exists = false;
};

template <NumericKey Key, class Less, class Value>
  requires std::is_trivially_copyable_v<Value>
class HostAgreeingSort<LessOrder<Key, Less>, Value> {
  using Order = LessOrder<Key, Less>;
  using Bits  = BitsOrder<Key>;
  using Item  = typename Bits::item_type;

 public:
  using Element     = typename Elements<Order, Value>::type;
  using BitsElement = typename Elements<Bits, Value>::type;

  static constexpr bool exists = sizeof(Element) == sizeof(BitsElement) &&
                                 alignof(Element) == alignof(BitsElement);

  /// Returns whether it takes less time than merging n elements. A sort of
  /// fewer by their bits does not save the time of the comparisons.
  static bool is_faster(std::size_t n) { return n >= 64; }

  /// Sorts n elements, at least 2 * pairs, with a buffer of the same size.
  /// Returns the array that holds the result. Returns null if the comparator
  /// disagrees; the elements then remain, in any order.
  ///
  /// sort_bits(elements, buffer): sorts n elements by their items, and returns
  /// the array that holds the result.
  template <class SortBits>
  static Element* sort(Order const& order, Element* elements, Element* buffer,
                       std::size_t n, SortBits const& sort_bits) {
    Bits bits{};
    if (!probe(order, elements, n, bits)) return nullptr;
    auto* const places = reinterpret_cast<BitsElement*>(buffer);
    for (std::size_t i = 0; i < n; ++i)
      put(places + i, with_item<BitsElement>(elements[i],
                                             bits.encode(key_of(elements[i]))));
    BitsElement* const sorted =
        sort_bits(places, reinterpret_cast<BitsElement*>(elements));
    auto* const result = reinterpret_cast<Element*>(sorted);
    bool agrees        = true;
    Item last{};
    for (std::size_t i = 0; i < n; ++i) {
      BitsElement const element = get<BitsElement>(sorted + i);
      Item const item           = key_of(element);
      Key const key             = bits.decode(item);
      agrees                    = agrees &&
               (i == 0 || item == last || order.less(bits.decode(last), key));
      put(result + i, with_item<Element>(element, key));
      last = item;
    }
    if (agrees) return result;
    if (result != elements) std::copy_n(result, n, elements);
    return nullptr;
  }

  /// Pairs of keys that are compared first: a comparator without regard to the
  /// bits passes with 2^-15.
  static constexpr std::size_t pairs = 16;

 private:
  /// Sets the direction in which the comparator agrees with the bits of some
  /// pairs. Returns whether there is one.
  static bool probe(Order const& order, Element const* elements, std::size_t n,
                    Bits& bits) {
    std::size_t const step = n / pairs;
    int rising = 0, falling = 0;
    for (std::size_t i = 0; i < pairs; ++i) {
      Key const a     = key_of(elements[i * step]);
      Key const b     = key_of(elements[i * step + step / 2]);
      Item const of_a = Bits{}.encode(a), of_b = Bits{}.encode(b);
      if (of_a == of_b) continue;
      bool const is_less = order.less(a, b);
      if (is_less == (of_a < of_b)) {
        ++rising;
      } else {
        ++falling;
      }
    }
    bits = Bits::directed(falling > 0);
    return rising == 0 || falling == 0;
  }

  template <class AnyElement>
  static auto key_of(AnyElement const& element) {
    if constexpr (is_value_v<Value>) {
      return element.item;
    } else {
      return element;
    }
  }
  /// Returns the element with another form of its key.
  template <class To, class From, class KeyForm>
  static To with_item(From const& element, KeyForm const& item) {
    if constexpr (is_value_v<Value>) {
      return To{item, element.value};
    } else {
      return item;
    }
  }

  // A place holds an element of either type.
  template <class AnyElement>
  static void put(AnyElement* to, AnyElement const& element) {
    std::memcpy(static_cast<void*>(to), &element, sizeof(element));
  }
  template <class AnyElement>
  static AnyElement get(AnyElement const* from) {
    AnyElement element;
    std::memcpy(static_cast<void*>(&element), from, sizeof(element));
    return element;
  }
};

}  // namespace KokkosSort::Impl

#endif
