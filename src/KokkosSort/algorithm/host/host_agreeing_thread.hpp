// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HOST_HOST_AGREEING_THREAD_HPP
#define KOKKOSSORT_ALGORITHM_HOST_HOST_AGREEING_THREAD_HPP

#include <KokkosSort/algorithm/host/host_vector_thread.hpp>
#include <KokkosSort/block/key_bits.hpp>
#include <KokkosSort/block/key_order.hpp>

#include <cstddef>
#include <cstring>
#include <type_traits>

namespace KokkosSort::Impl {

/// Sort of numbers by a comparator that agrees with their bits, such as `a < b`
/// or `a > b`, in cache and by one thread. Vector instructions sort the bits.
/// The comparator then confirms the order of all neighbors, with n calls
/// instead of n log n.
///
/// Neighbors of different bits must be in order strictly. Then no two keys are
/// equivalent that differ, and the order is the only one, which is stable. NaN,
/// zeros of both signs and every other disagreement are found so.
template <class Order>
class HostAgreeingSort {
 public:
  static constexpr bool exists = false;
};

template <NumericKey Key, class Less>
  requires has_vector_sort_v<typename BitsOrder<Key>::item_type>
class HostAgreeingSort<LessOrder<Key, Less>> {
  using Order  = LessOrder<Key, Less>;
  using Bits   = BitsOrder<Key>;
  using Item   = typename Bits::item_type;
  using Vector = HostVectorSort<Item>;
  static_assert(sizeof(Key) == sizeof(Item));

 public:
  static constexpr bool exists = true;

  /// Returns whether it takes less time than merging n keys.
  static bool is_faster(std::size_t n) { return Vector::is_fast(n); }

  /// Sorts n keys, at least one, into `buffer`, which has room for them, and
  /// returns it. Returns null if the comparator disagrees. The keys do not
  /// change.
  static Key* sort(Order const& order, Key const* keys, Key* buffer,
                   std::size_t n) {
    Bits bits{};
    if (!probe(order, keys, n, bits)) return nullptr;
    Item* const items = reinterpret_cast<Item*>(buffer);
    for (std::size_t i = 0; i < n; ++i) items[i] = bits.encode(keys[i]);
    Vector::sort(items, n);
    Item last = items[0];
    store(buffer, 0, bits.decode(last));
    for (std::size_t i = 1; i < n; ++i) {
      Item const item = items[i];
      Key const key   = bits.decode(item);
      if (item != last && !order.less(bits.decode(last), key)) return nullptr;
      store(buffer, i, key);
      last = item;
    }
    return buffer;
  }

 private:
  /// Pairs of keys that are compared first: a comparator without regard to the
  /// bits passes with 2^-15.
  static constexpr std::size_t pairs = 16;

  /// Sets the direction in which the comparator agrees with the bits of some
  /// pairs. Returns whether there is one.
  static bool probe(Order const& order, Key const* keys, std::size_t n,
                    Bits& bits) {
    std::size_t const step = n / pairs;
    int rising = 0, falling = 0;
    for (std::size_t i = 0; i < pairs; ++i) {
      Key const a = keys[i * step], b = keys[i * step + step / 2];
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

  /// The place may hold an item, which has another type.
  static void store(Key* to, std::size_t i, Key const& key) {
    std::memcpy(static_cast<void*>(to + i), &key, sizeof(Key));
  }
};

}  // namespace KokkosSort::Impl

#endif
