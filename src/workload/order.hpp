// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_WORKLOAD_ORDER_HPP
#define KOKKOSSORT_WORKLOAD_ORDER_HPP

#include <workload/key_mapping.hpp>
#include <cstdint>
#include <cstring>

namespace KokkosSort::Workload {

/// The documented order of keys, implemented independently of the library, so
/// that a fault in its order is detected. Numeric, -0 before +0, every NaN
/// after every number and equivalent to every other NaN.
template <class Key>
struct ReferenceLess {
  bool operator()(const Key& a, const Key& b) const {
    if constexpr (is_floating_key<Key>) {
      const bool a_is_nan = !(a == a), b_is_nan = !(b == b);
      if (a_is_nan || b_is_nan) return !a_is_nan && b_is_nan;
      if (a == b) return is_negative(a) && !is_negative(b);
      return a < b;
    } else {
      return a < b;
    }
  }

 private:
  static bool is_negative(const Key& key) {
    return (bits_of(key) >> (key_width<Key> - 1)) != 0;
  }
};

template <class Key>
struct ReferenceGreater {
  bool operator()(const Key& a, const Key& b) const {
    return ReferenceLess<Key>{}(b, a);
  }
};

/// Order of keys that are bytes in memory, from the first to the last.
struct BytesLess {
  std::size_t m_size;
  bool operator()(const unsigned char* a, const unsigned char* b) const {
    return std::memcmp(a, b, m_size) < 0;
  }
};

/// Order of one part of a sequence. Each part but the first is checked together
/// with the element before it, and the reports are added.
struct OrderReport {
  std::uint64_t out_of_order =
      0;  ///< elements that belong before their predecessor
  std::uint64_t duplicates = 0;  ///< elements equivalent to their predecessor
  std::uint64_t first_fault =
      ~std::uint64_t(0);  ///< smallest index of an element out of order

  bool is_ordered() const { return out_of_order == 0; }

  OrderReport& operator+=(const OrderReport& other) {
    out_of_order += other.out_of_order;
    duplicates += other.duplicates;
    first_fault =
        first_fault < other.first_fault ? first_fault : other.first_fault;
    return *this;
  }

  /// Adds element `index` and its predecessor.
  template <class T, class Less>
  void add(std::uint64_t index, const T& previous, const T& current,
           const Less& less) {
    if (less(current, previous)) {
      ++out_of_order;
      first_fault = index < first_fault ? index : first_fault;
    } else if (!less(previous, current)) {
      ++duplicates;
    }
  }
};

/// Checks elements begin ... end - 1 of a sequence against their predecessors
/// (element 0 has none).
template <class Sequence, class Less>
OrderReport check_order(const Sequence& sequence, std::uint64_t begin,
                        std::uint64_t end, const Less& less) {
  OrderReport report;
  for (std::uint64_t i = begin == 0 ? 1 : begin; i < end; ++i)
    report.add(i, sequence[i - 1], sequence[i], less);
  return report;
}

}  // namespace KokkosSort::Workload

#endif
