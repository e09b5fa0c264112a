// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_COMMANDS_KEY_CODE_HPP
#define KOKKOSSORT_TOOL_COMMANDS_KEY_CODE_HPP

#include <tool/job.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace KokkosSort::Tool {

/// Turns numbers, as the bits that a file holds, into unsigned integers of
/// their size whose ascending order is the order asked for; and back. So one
/// sort for each size serves every type and direction, and equal codes are
/// equal bits: how the sort treats them cannot be seen.
template <class Bits>
class KeyCode {
 public:
  KeyCode(ElementType type, bool descending)
      : m_complement(descending ? static_cast<Bits>(~Bits{0}) : Bits{0}) {
    switch (type) {
      case ElementType::f32: m_negative_nans = bits_below(23); break;
      case ElementType::f64: m_negative_nans = bits_below(52); break;
      case ElementType::i8:
      case ElementType::i16:
      case ElementType::i32:
      case ElementType::i64: m_sign = sign_bit; break;
      default: break;
    }
  }

  bool is_identity() const {
    return m_sign == 0 && m_negative_nans == 0 && m_complement == 0;
  }

  Bits encode(Bits bits) const {
    if (m_negative_nans != 0) {
      const Bits mask = (bits & sign_bit) != 0 ? everything : sign_bit;
      return static_cast<Bits>(((bits ^ mask) - m_negative_nans) ^
                               m_complement);
    }
    return static_cast<Bits>(bits ^ m_sign ^ m_complement);
  }

  Bits decode(Bits code) const {
    const auto plain = static_cast<Bits>(code ^ m_complement);
    if (m_negative_nans == 0) return static_cast<Bits>(plain ^ m_sign);
    const auto folded = static_cast<Bits>(plain + m_negative_nans);
    return static_cast<Bits>(
        folded ^ ((folded & sign_bit) != 0 ? sign_bit : everything));
  }

 private:
  static constexpr Bits everything = std::numeric_limits<Bits>::max();
  static constexpr Bits sign_bit   = static_cast<Bits>(everything / 2 + 1);

  static Bits bits_below(int bit) {
    return static_cast<Bits>((std::uint64_t(1) << bit) - 1);
  }

  Bits m_sign = 0;
  // Floating types: what the NaNs of negative sign occupy below -infinity once
  // the sign is folded in. Subtracting it wraps them round to the top.
  Bits m_negative_nans = 0;
  Bits m_complement;
};

}  // namespace KokkosSort::Tool

#endif
