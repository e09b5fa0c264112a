// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_KEYS_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_KEYS_HPP

#include <workload/distribution.hpp>
#include <workload/order.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Pair.hpp>

#include <cstdint>
#include <deque>
#include <type_traits>
#include <vector>

namespace KokkosSort::Test {

using Workload::Distribution;
using Workload::Int128;
using Workload::UInt128;
using Half  = Kokkos::Experimental::half_t;
using Bhalf = Kokkos::Experimental::bhalf_t;

template <class... T>
struct TypeList {};

/// An array of the host; std::vector<bool> is none.
template <class T>
using Array = std::conditional_t<std::is_same_v<T, bool>, std::deque<bool>,
                                 std::vector<T>>;

/// A tuple of numbers of three types, without padding.
struct Triple {
  std::int64_t first;
  std::int32_t second;
  std::int16_t third;
  std::int16_t fourth;

  KOKKOS_FUNCTION friend bool operator<(Triple const& a, Triple const& b) {
    if (a.first != b.first) return a.first < b.first;
    if (a.second != b.second) return a.second < b.second;
    if (a.third != b.third) return a.third < b.third;
    return a.fourth < b.fourth;
  }
};

/// A key too wide to travel with every pass.
struct WideKey {
  std::uint64_t major;
  std::uint32_t minor;
  unsigned char filler[28];

  KOKKOS_FUNCTION friend bool operator<(WideKey const& a, WideKey const& b) {
    return a.major != b.major ? a.major < b.major : a.minor < b.minor;
  }
};
static_assert(sizeof(WideKey) == 40);

using Pair = Kokkos::pair<std::int32_t, std::uint32_t>;

/// Traits of a type of key for the tests: a name for the suite, keys of a
/// distribution, and the promised order. The order is written anew, so that a
/// fault in the library's own shows.
template <class Key>
struct KeyTraits;

/// Numbers: numeric, -0 before +0, every NaN last. Among NaNs the order of sign
/// and payload, as of numbers of sign and magnitude but positive ones first.
template <class Key>
struct NumberTraits {
  static Array<Key> make(std::uint64_t n, Distribution distribution,
                         std::uint64_t seed = Workload::default_seed) {
    return Workload::make_keys<Key>(n, distribution,
                                    {seed, Workload::default_blocks});
  }

  struct Less {
    bool operator()(Key const& a, Key const& b) const {
      if constexpr (Workload::is_floating_key<Key>) {
        if (!(a == a) && !(b == b)) return nan_place(a) < nan_place(b);
      }
      return Workload::ReferenceLess<Key>{}(a, b);
    }

   private:
    static UInt128 nan_place(Key const& nan) {
      auto const bits      = Workload::bits_of(nan);
      auto const sign      = bits >> (Workload::key_width<Key> - 1);
      UInt128 const middle = UInt128{1} << 64;
      UInt128 const magnitude =
          bits - (static_cast<UInt128>(sign) << (Workload::key_width<Key> - 1));
      return sign == 0 ? magnitude : 2 * middle - magnitude;
    }
  };
};

/// Classes with operator<, each made from a 64-bit number.
template <class Key, class Make>
struct ClassTraits {
  static Array<Key> make(std::uint64_t n, Distribution distribution,
                         std::uint64_t seed = Workload::default_seed) {
    auto const numbers =
        NumberTraits<std::uint64_t>::make(n, distribution, seed);
    Array<Key> keys(n);
    for (std::uint64_t i = 0; i < n; ++i) keys[i] = Make{}(numbers[i]);
    return keys;
  }

  struct Less {
    bool operator()(Key const& a, Key const& b) const { return a < b; }
  };
};

struct MakePair {
  Pair operator()(std::uint64_t number) const {
    return {static_cast<std::int32_t>(number >> 32),
            static_cast<std::uint32_t>(number)};
  }
};
struct MakeTriple {
  // The leading member takes few values, so that the others decide.
  Triple operator()(std::uint64_t number) const {
    return {static_cast<std::int64_t>(number >> 58) - 32,
            static_cast<std::int32_t>(number >> 26),
            static_cast<std::int16_t>(number >> 10),
            static_cast<std::int16_t>(number)};
  }
};
struct MakeWideKey {
  WideKey operator()(std::uint64_t number) const {
    WideKey key{number >> 20, static_cast<std::uint32_t>(number & 0xfffff), {}};
    for (int i = 0; i < 28; ++i)
      key.filler[i] = static_cast<unsigned char>(number >> i);
    return key;
  }
};
struct MakeBool {
  bool operator()(std::uint64_t number) const { return (number & 1) != 0; }
};

template <>
struct KeyTraits<bool> : ClassTraits<bool, MakeBool> {
  static constexpr char const* name = "Bool";
};
template <>
struct KeyTraits<Pair> : ClassTraits<Pair, MakePair> {
  static constexpr char const* name = "Pair";
};
template <>
struct KeyTraits<Triple> : ClassTraits<Triple, MakeTriple> {
  static constexpr char const* name = "Triple";
};
template <>
struct KeyTraits<WideKey> : ClassTraits<WideKey, MakeWideKey> {
  static constexpr char const* name = "WideKey";
};

#define KOKKOSSORT_TEST_NUMBER(Type, Name)      \
  template <>                                   \
  struct KeyTraits<Type> : NumberTraits<Type> { \
    static constexpr char const* name = Name;   \
  }
KOKKOSSORT_TEST_NUMBER(char, "Char");
KOKKOSSORT_TEST_NUMBER(std::int8_t, "I8");
KOKKOSSORT_TEST_NUMBER(std::uint8_t, "U8");
KOKKOSSORT_TEST_NUMBER(std::int16_t, "I16");
KOKKOSSORT_TEST_NUMBER(std::uint16_t, "U16");
KOKKOSSORT_TEST_NUMBER(std::int32_t, "I32");
KOKKOSSORT_TEST_NUMBER(std::uint32_t, "U32");
KOKKOSSORT_TEST_NUMBER(std::int64_t, "I64");
KOKKOSSORT_TEST_NUMBER(std::uint64_t, "U64");
KOKKOSSORT_TEST_NUMBER(Int128, "I128");
KOKKOSSORT_TEST_NUMBER(UInt128, "U128");
KOKKOSSORT_TEST_NUMBER(float, "F32");
KOKKOSSORT_TEST_NUMBER(double, "F64");
// If a backend lacks a half type, Kokkos makes its name an alias of float.
#if !KOKKOS_HALF_T_IS_FLOAT
KOKKOSSORT_TEST_NUMBER(Half, "Half");
#endif
#if !KOKKOS_BHALF_T_IS_FLOAT
KOKKOSSORT_TEST_NUMBER(Bhalf, "Bhalf");
#endif
#undef KOKKOSSORT_TEST_NUMBER

template <class Key>
Array<Key> input_keys(std::uint64_t n, Distribution distribution,
                      std::uint64_t seed = Workload::default_seed) {
  return KeyTraits<Key>::make(n, distribution, seed);
}

/// The order of the default sort, and its exact reverse.
template <class Key>
using OracleLess = typename KeyTraits<Key>::Less;

template <class Less>
struct Reversed {
  Less less;
  template <class T>
  bool operator()(T const& a, T const& b) const {
    return less(b, a);
  }
};

}  // namespace KokkosSort::Test

#endif
