// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_FUZZ_TYPES_HPP
#define KOKKOSSORT_UNIT_TESTS_FUZZ_TYPES_HPP

#include <fuzz/parameters.hpp>
#include <support/comparators.hpp>
#include <support/keys.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

/// Short names, as the fuzzer prints them.
namespace KokkosSort::Test::Fuzz::Types {

using none   = void;
using i8     = std::int8_t;
using u8     = std::uint8_t;
using i16    = std::int16_t;
using u16    = std::uint16_t;
using i32    = std::int32_t;
using u32    = std::uint32_t;
using i64    = std::int64_t;
using u64    = std::uint64_t;
using u128   = Workload::UInt128;
using f16    = Half;
using bf16   = Bhalf;
using f32    = float;
using f64    = double;
using pair   = Pair;
using triple = Triple;
using wide   = WideKey;
using record = Record;
using bytes1 = std::uint8_t;
using bytes4 = std::uint32_t;
using bytes8 = std::uint64_t;
/// Key of several words, as argsort_rows takes it.
template <class Word, int columns>
struct Row {
  using word_type = Word;
  Word words[columns];

  friend bool operator<(Row const& a, Row const& b) {
    return std::lexicographical_compare(a.words, a.words + columns, b.words,
                                        b.words + columns);
  }
};
using row_2_u8  = Row<std::uint8_t, 2>;
using row_10_u8 = Row<std::uint8_t, 10>;
using row_3_u16 = Row<std::uint16_t, 3>;
using row_5_u32 = Row<std::uint32_t, 5>;
using row_2_u64 = Row<std::uint64_t, 2>;
struct bytes12 {
  std::uint32_t words[3];
};
struct bytes16 {
  std::uint64_t words[2];
};
struct bytes20 {
  std::uint32_t words[5];
};
struct bytes96 {
  std::uint64_t words[12];
};

}  // namespace KokkosSort::Test::Fuzz::Types

namespace KokkosSort::Test::Fuzz {

/// work(layout) with a layout of views.
template <class Work>
void with_layout(Layout layout, Work const& work) {
  switch (layout) {
    case Layout::right: return work(Kokkos::LayoutRight{});
    case Layout::left: return work(Kokkos::LayoutLeft{});
    case Layout::stride: return work(Kokkos::LayoutStride{});
  }
}

/// Returns the number that stands for a key in comparators and projections.
template <class Key>
KOKKOS_FUNCTION std::uint64_t number_of(Key const& key) {
  if constexpr (std::is_integral_v<Key> || std::is_same_v<Key, Types::u128>) {
    return static_cast<std::uint64_t>(key);
  } else if constexpr (std::is_same_v<Key, double>) {
    return Kokkos::bit_cast<std::uint64_t>(key);
  } else {
    static_assert(std::is_same_v<Key, float>);
    return Kokkos::bit_cast<std::uint32_t>(key);
  }
}
KOKKOS_FUNCTION inline std::uint64_t number_of(Pair const& key) {
  return static_cast<std::uint64_t>(key.first);
}
KOKKOS_FUNCTION inline std::uint64_t number_of(Triple const& key) {
  return static_cast<std::uint64_t>(key.first + key.fourth);
}
KOKKOS_FUNCTION inline std::uint64_t number_of(WideKey const& key) {
  return key.major << 20 | key.minor;
}
KOKKOS_FUNCTION inline std::uint64_t number_of(Record const& key) {
  return key.key;
}
template <class Word, int columns>
KOKKOS_FUNCTION std::uint64_t number_of(Types::Row<Word, columns> const& key) {
  return key.words[0];
}

/// A comparator of any kind, so that all share the kernels.
struct Compared {
  Comparison comparison;
  std::uint32_t modulus;

  template <class Key>
  KOKKOS_FUNCTION bool operator()(Key const& a, Key const& b) const {
    std::uint64_t const x = number_of(a), y = number_of(b);
    switch (comparison) {
      case Comparison::greater: return y < x;
      case Comparison::by_remainder: return x % modulus < y % modulus;
      case Comparison::all_equivalent: return false;
      case Comparison::always_true: return true;
      case Comparison::flipped_1_percent: return (x < y) != (hash(x, y) < 1);
      case Comparison::flipped_33_percent: break;
    }
    return (x < y) != (hash(x, y) < 33);
  }

 private:
  /// In [0, 100), the same for the same two numbers.
  KOKKOS_FUNCTION static std::uint64_t hash(std::uint64_t x, std::uint64_t y) {
    return Impl::splitmix64(x ^ Impl::splitmix64(y)) % 100;
  }
};

struct Remainder {
  std::uint32_t modulus;

  template <class Key>
  KOKKOS_FUNCTION std::uint32_t operator()(Key const& key) const {
    return static_cast<std::uint32_t>(number_of(key) % modulus);
  }
};

}  // namespace KokkosSort::Test::Fuzz

#endif
