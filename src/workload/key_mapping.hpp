// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_WORKLOAD_KEY_MAPPING_HPP
#define KOKKOSSORT_WORKLOAD_KEY_MAPPING_HPP

#include <workload/random.hpp>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace KokkosSort::Workload {

/// Meaning of the w-bit number v that a distribution draws, for a key of w
/// bits.
enum class Meaning {
  ordinal,  ///< place in the whole range of the type, smallest first; [-1, 1)
            ///< for floating types
  number,   ///< the number itself, below 2^(w-1); v / 2^(w-1) in [0, 1) for
            ///< floating types
  count,    ///< the number itself for every type
  bits,     ///< the bit pattern
  special   ///< random bits that choose among the extreme values of the type
};

template <class Key>
inline constexpr bool is_unsigned_key =
    std::is_unsigned_v<Key> || std::is_same_v<Key, UInt128>;
template <class Key>
inline constexpr bool is_signed_key =
    (std::is_integral_v<Key> && std::is_signed_v<Key>) ||
    std::is_same_v<Key, Int128>;
/// float, double, and classes that behave like one (half, bfloat16).
template <class Key>
inline constexpr bool is_floating_key =
    !is_unsigned_key<Key> && !is_signed_key<Key>;

template <std::size_t Bytes>
struct UnsignedOfSize;
template <>
struct UnsignedOfSize<1> {
  using type = std::uint8_t;
};
template <>
struct UnsignedOfSize<2> {
  using type = std::uint16_t;
};
template <>
struct UnsignedOfSize<4> {
  using type = std::uint32_t;
};
template <>
struct UnsignedOfSize<8> {
  using type = std::uint64_t;
};
template <>
struct UnsignedOfSize<16> {
  using type = UInt128;
};

template <class Key>
using KeyBits = typename UnsignedOfSize<sizeof(Key)>::type;

template <class Key>
inline constexpr int key_width = 8 * static_cast<int>(sizeof(Key));

template <class Key>
KeyBits<Key> bits_of(const Key& key) {
  KeyBits<Key> bits;
  std::memcpy(&bits, &key, sizeof(Key));
  return bits;
}

template <class Key>
Key key_of_bits(KeyBits<Key> bits) {
  Key key;
  std::memcpy(static_cast<void*>(&key), &bits, sizeof(Key));
  return key;
}

/// Returns v / 2^(w-1) for a signed number v, exact up to the rounding of Key.
template <class Key>
Key floating_fraction(std::int64_t v) {
  static_assert(key_width<Key> <= 64,
                "floating keys of more than 64 bits have no mapping");
  using Wide = std::conditional_t<std::is_same_v<Key, double>, double, float>;
  return static_cast<Key>(
      static_cast<Wide>(v) /
      static_cast<Wide>(std::uint64_t(1) << (key_width<Key> - 1)));
}

template <class Key>
Key key_of_ordinal(UInt128 v) {
  constexpr UInt128 half = UInt128(1) << (key_width<Key> - 1);
  if constexpr (is_unsigned_key<Key>) {
    return static_cast<Key>(v);
  } else if constexpr (is_signed_key<Key>) {
    return key_of_bits<Key>(static_cast<KeyBits<Key>>(v ^ half));
  } else {
    return floating_fraction<Key>(static_cast<std::int64_t>(v - half));
  }
}

template <class Key>
Key key_of_number(UInt128 v) {
  if constexpr (is_floating_key<Key>) {
    return floating_fraction<Key>(static_cast<std::int64_t>(v));
  } else {
    return static_cast<Key>(v);
  }
}

template <class Key>
Key key_of_count(UInt128 v) {
  if constexpr (is_floating_key<Key>) {
    return static_cast<Key>(static_cast<float>(v));
  } else {
    return static_cast<Key>(v);
  }
}

/// Half of the keys at the edges of an integer type, half anywhere.
template <class Key>
Key special_integer(UInt128 random) {
  constexpr auto top =
      static_cast<KeyBits<Key>>(KeyBits<Key>(1) << (key_width<Key> - 1));
  switch (static_cast<unsigned>(random >> 64) & 15u) {
    case 0: return static_cast<Key>(0);
    case 1: return static_cast<Key>(1);
    case 2: return static_cast<Key>(-1);
    case 3: return static_cast<Key>(-2);
    case 4: return key_of_bits<Key>(top);
    case 5: return key_of_bits<Key>(static_cast<KeyBits<Key>>(top - 1));
    case 6: return key_of_bits<Key>(static_cast<KeyBits<Key>>(top + 1));
    default: return key_of_bits<Key>(static_cast<KeyBits<Key>>(random));
  }
}

/// NaN of either sign and several payloads, quiet and signaling, +-0, +-inf,
/// denormals, the finite extremes; a quarter of the keys are ordinary.
template <class Key>
Key special_floating(UInt128 random) {
  using Bits = KeyBits<Key>;
  // The one bits of 1.0 begin right above the mantissa in every IEEE-like
  // format.
  const int mantissa_bits = std::countr_zero(bits_of(static_cast<Key>(1.0f)));
  const Bits sign         = static_cast<Bits>(
      Bits(static_cast<unsigned>(random >> 68) & 1u) << (key_width<Key> - 1));
  const Bits mantissa = static_cast<Bits>((Bits(1) << mantissa_bits) - 1);
  const Bits infinity =
      static_cast<Bits>(static_cast<Bits>(~mantissa) << 1) >> 1;
  const Bits quiet   = static_cast<Bits>(Bits(1) << (mantissa_bits - 1));
  const Bits payload = static_cast<Bits>(static_cast<Bits>(random) & mantissa);
  const auto signed_key = [&](Bits magnitude) {
    return key_of_bits<Key>(static_cast<Bits>(sign | magnitude));
  };
  switch (static_cast<unsigned>(random >> 64) & 15u) {
    case 0:
    case 1: return signed_key(0);
    case 2: return signed_key(infinity);
    case 3: return signed_key(infinity | quiet);
    case 4: return signed_key(infinity | quiet | payload);
    case 5: return signed_key(infinity | 1);
    case 6: return signed_key(infinity | mantissa);
    case 7: return signed_key(1);
    case 8: return signed_key(payload);
    case 9: return signed_key(mantissa);
    case 10: return signed_key(static_cast<Bits>(infinity - 1));
    case 11: return signed_key(static_cast<Bits>(mantissa + 1));
    default: return key_of_ordinal<Key>(static_cast<Bits>(random));
  }
}

/// Returns the key for the drawn number v.
template <class Key>
Key make_key(Meaning meaning, UInt128 v) {
  switch (meaning) {
    case Meaning::number: return key_of_number<Key>(v);
    case Meaning::count: return key_of_count<Key>(v);
    case Meaning::bits: return key_of_bits<Key>(static_cast<KeyBits<Key>>(v));
    case Meaning::special:
      if constexpr (is_floating_key<Key>) {
        return special_floating<Key>(v);
      } else {
        return special_integer<Key>(v);
      }
    case Meaning::ordinal: break;
  }
  return key_of_ordinal<Key>(v);
}

}  // namespace KokkosSort::Workload

#endif
