// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SELECTION_CANDIDATE_ORDER_THREAD_HPP
#define KOKKOSSORT_ALGORITHM_SELECTION_CANDIDATE_ORDER_THREAD_HPP

#include <KokkosSort/block/key_order.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// Index of no key.
inline constexpr std::uint64_t no_index = ~std::uint64_t{0};

template <class Item>
struct IndexedItem {
  Item item;
  std::uint64_t index;
};

/// A key that is compared in place.
struct IndexOnly {
  std::uint64_t index;
};

/// Total order of the keys of a selection: equivalent keys by index. Hence all
/// elements differ, and a selected set is the same in every run.
///
/// An entry is an element with its index. A candidate is an entry in the form
/// that is stored. Numbers alone are stored without an index, since equal ones
/// are identical. Their index is then the position among the candidates, which
/// any run may permute. HasShortIndices: indices have 32 bits. Then a number of
/// up to 32 bits and its index are the two halves of one number, by whose
/// digits candidates are sorted.
template <class Order, bool WithIndex, bool HasShortIndices = false>
struct CandidateOrder {
  using Key  = typename Order::key_type;
  using Item = typename Order::item_type;

  // Wider keys take more memory traffic as candidates than as keys.
  static constexpr std::size_t max_held_item = 24;
  static constexpr bool is_held =
      sizeof(Item) <= max_held_item && alignof(Item) <= 16;
  static constexpr bool is_indexed =
      WithIndex || !is_held || !Order::equal_is_identical;
  static constexpr bool is_packed = WithIndex && HasShortIndices &&
                                    Order::equal_is_identical &&
                                    sizeof(Item) <= 4;
  /// A candidate is a number, and is sorted as such.
  static constexpr bool is_number = is_packed || !is_indexed;

  using Entry = std::conditional_t<is_held, IndexedItem<Item>, IndexOnly>;
  using Candidate =
      std::conditional_t<is_packed, std::uint64_t,
                         std::conditional_t<is_indexed, Entry, Item>>;

  Order m_order;
  Strided<Key const> m_keys;

  /// Less of entries.
  struct EntryLess {
    static constexpr bool never_contradicts = Order::equal_is_identical;

    CandidateOrder m_by;
    KOKKOS_FORCEINLINE_FUNCTION bool operator()(Entry const& a,
                                                Entry const& b) const {
      return m_by.less(a, b);
    }
  };

  /// Less of indexed candidates. Those without a key come last.
  struct CandidateLess {
    CandidateOrder m_by;
    KOKKOS_FORCEINLINE_FUNCTION bool operator()(Entry const& a,
                                                Entry const& b) const {
      if (a.index == no_index || b.index == no_index) return a.index < b.index;
      return m_by.less(a, b);
    }
  };

  /// Order by which candidates are sorted.
  static constexpr auto sorted_type() {
    if constexpr (!is_number) {
      return std::type_identity<LessOrder<Candidate, CandidateLess>>{};
    } else {
      return std::type_identity<BitsOrder<Candidate>>{};
    }
  }
  using Sorted = typename decltype(sorted_type())::type;

  Sorted sorted() const {
    if constexpr (!is_number) {
      return Sorted{CandidateLess{*this}};
    } else {
      return Sorted{};
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION bool less_item(Entry const& a,
                                             Entry const& b) const {
    if constexpr (is_held) {
      return m_order.less(a.item, b.item);
    } else {
      return m_order.less(m_order.encode(m_keys[a.index]),
                          m_order.encode(m_keys[b.index]));
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION bool less(Entry const& a, Entry const& b) const {
    return less_item(a, b) || (a.index < b.index && !less_item(b, a));
  }

  KOKKOS_FORCEINLINE_FUNCTION Entry entry(Key const& key,
                                          std::uint64_t index) const {
    if constexpr (is_held) {
      return {m_order.encode(key), index};
    } else {
      return {index};
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION static Entry entry_of(Candidate const& candidate,
                                                    std::uint64_t position) {
    if constexpr (is_packed) {
      return {static_cast<Item>(candidate >> 32), candidate & 0xffffffff};
    } else if constexpr (is_indexed) {
      return candidate;
    } else {
      return {candidate, position};
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION static Candidate candidate(Entry const& entry) {
    if constexpr (is_packed) {
      return std::uint64_t{entry.item} << 32 | entry.index;
    } else if constexpr (is_indexed) {
      return entry;
    } else {
      return entry.item;
    }
  }
  /// Returns a candidate that no other one follows.
  KOKKOS_FORCEINLINE_FUNCTION Candidate padding() const {
    if constexpr (is_number) {
      return static_cast<Candidate>(~Candidate{0});
    } else if constexpr (is_held) {
      return {m_order.encode(m_keys[0]), no_index};
    } else {
      return {no_index};
    }
  }
};

/// Source of the first round: the keys. Stride is UnitStride or an integer.
template <class By, class Stride>
struct KeySource {
  using Key  = typename By::Key;
  using Held = std::conditional_t<By::is_held, Key, std::uint64_t>;

  By by;
  Stride stride;

  KOKKOS_FORCEINLINE_FUNCTION Held held(std::uint64_t i) const {
    if constexpr (By::is_held) {
      return by.m_keys.data[static_cast<std::ptrdiff_t>(i) * stride];
    } else {
      return i;
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION typename By::Entry entry(Held const& held,
                                                       std::uint64_t i) const {
    if constexpr (By::is_held) {
      return by.entry(held, i);
    } else {
      return {i};
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION typename By::Entry operator[](
      std::uint64_t i) const {
    return entry(held(i), i);
  }
};

/// Source of later rounds: the candidates of the round before.
template <class By>
struct CandidateSource {
  using Held = typename By::Candidate;

  Held const* candidates;

  KOKKOS_FORCEINLINE_FUNCTION Held const& held(std::uint64_t i) const {
    return candidates[i];
  }
  KOKKOS_FORCEINLINE_FUNCTION static typename By::Entry entry(Held const& held,
                                                              std::uint64_t i) {
    return By::entry_of(held, i);
  }
  KOKKOS_FORCEINLINE_FUNCTION typename By::Entry operator[](
      std::uint64_t i) const {
    return entry(held(i), i);
  }
};

}  // namespace KokkosSort::Impl

#endif
