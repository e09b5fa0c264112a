// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_KEY_BITS_HPP
#define KOKKOSSORT_BLOCK_KEY_BITS_HPP

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

// Kokkos defines half_t as an alias of float if a backend has no half type. The
// rules of float apply then.
template <class T>
inline constexpr bool is_half_v =
    !std::is_same_v<T, float> &&
    (std::is_same_v<T, Kokkos::Experimental::half_t> ||
     std::is_same_v<T, Kokkos::Experimental::bhalf_t>);

#if defined(__SIZEOF_INT128__)
__extension__ using Int128  = __int128;
__extension__ using UInt128 = unsigned __int128;
template <class T>
inline constexpr bool is_int128_v =
    std::is_same_v<T, Int128> || std::is_same_v<T, UInt128>;
#else
using UInt128 = void;
template <class T>
inline constexpr bool is_int128_v = false;
#endif

/// Keys whose order is that of an unsigned integer of the same size.
template <class T>
concept NumericKey =
    std::is_integral_v<T> || std::is_same_v<T, float> ||
    std::is_same_v<T, double> || is_half_v<T> || is_int128_v<T>;

/// Unsigned integer of Bytes bytes.
template <std::size_t Bytes>
using UnsignedOf = std::conditional_t<
    Bytes == 1, std::uint8_t,
    std::conditional_t<
        Bytes == 2, std::uint16_t,
        std::conditional_t<
            Bytes == 4, std::uint32_t,
            std::conditional_t<Bytes == 8, std::uint64_t, UInt128>>>>;

/// Returns the number of mantissa bits of a floating type, which distinguish
/// infinity from NaN.
template <class T>
KOKKOS_INLINE_FUNCTION constexpr int mantissa_bits() {
  if constexpr (std::is_same_v<T, double>) {
    return 52;
  } else if constexpr (std::is_same_v<T, float>) {
    return 23;
  } else if constexpr (std::is_same_v<T, Kokkos::Experimental::half_t>) {
    return 10;
  } else {
    return 7;
  }
}

/// Bijection between keys and unsigned integers that turns the order of the
/// library (numeric, -0 before +0, every NaN last) into integer order.
template <NumericKey T>
struct KeyBits {
  using type = UnsignedOf<sizeof(T)>;

  static constexpr bool is_floating =
      std::is_same_v<T, float> || std::is_same_v<T, double> || is_half_v<T>;
  static constexpr type sign_bit =
      static_cast<type>(static_cast<type>(1) << (8 * sizeof(T) - 1));
  // Number of codes that NaNs of negative sign occupy below -infinity once the
  // sign is folded in. Subtracting it wraps these codes round to the top.
  KOKKOS_INLINE_FUNCTION static constexpr type negative_nans() {
    return static_cast<type>((static_cast<type>(1) << mantissa_bits<T>()) - 1);
  }
  static constexpr bool is_signed_integer =
      !is_floating && static_cast<T>(-1) < static_cast<T>(1) &&
      !std::is_same_v<T, bool>;

  /// Returns the bits that encode() flips: all of a negative number, the sign
  /// of others.
  KOKKOS_FORCEINLINE_FUNCTION static type sign_mask(type raw) {
    // GCC turns a conditional of 64 bits into a branch, which keys of random
    // signs mispredict: counting takes twice the time.
    KOKKOS_IF_ON_HOST(
        (return static_cast<type>(
                    static_cast<type>(0 - (raw >> (8 * sizeof(T) - 1))) |
                    sign_bit);))
    KOKKOS_IF_ON_DEVICE((
        return (raw & sign_bit) != 0 ? static_cast<type>(~type{0}) : sign_bit;))
  }

  KOKKOS_FORCEINLINE_FUNCTION static type encode(T key) {
    if constexpr (is_floating) {
      type const raw = Kokkos::bit_cast<type>(key);
      return static_cast<type>((raw ^ sign_mask(raw)) - negative_nans());
    } else if constexpr (is_signed_integer) {
      return static_cast<type>(static_cast<type>(key) ^ sign_bit);
    } else {
      return static_cast<type>(key);
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION static T decode(type bits) {
    if constexpr (is_floating) {
      type const folded = static_cast<type>(bits + negative_nans());
      type const mask =
          (folded & sign_bit) != 0 ? sign_bit : static_cast<type>(~type{0});
      return Kokkos::bit_cast<T>(static_cast<type>(folded ^ mask));
    } else if constexpr (is_signed_integer) {
      return static_cast<T>(static_cast<type>(bits ^ sign_bit));
    } else {
      return static_cast<T>(bits);
    }
  }
};

}  // namespace KokkosSort::Impl

#endif
