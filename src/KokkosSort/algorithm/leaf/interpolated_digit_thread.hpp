// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_LEAF_INTERPOLATED_DIGIT_THREAD_HPP
#define KOKKOSSORT_ALGORITHM_LEAF_INTERPOLATED_DIGIT_THREAD_HPP

#include <KokkosSort/block/digit_thread.hpp>
#include <KokkosSort/core/multiply_high.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Impl {

/// Digits that hold about the same number of items each, also where digits of
/// equal width crowd. `begins` lists how many items precede each section of
/// equal width. The rank of an item is interpolated within its section, and
/// divided by the mean size of the new digits. Equal items have the same digit,
/// and greater items never a lower one.
template <class Item>
class InterpolatedDigit {
 public:
  /// 2^log_sections sections consist of 2^(log_cells - log_sections) cells
  /// each, as `cells` numbers them. Fewer than 2^14 items get 2^log_digits
  /// digits, or 2^15 per item if these are fewer.
  KOKKOS_FORCEINLINE_FUNCTION InterpolatedDigit(Digit<Item> const& cells,
                                                int log_cells, int log_sections,
                                                std::uint16_t const* begins,
                                                int size, int log_digits)
      : m_cells(cells),
        m_log_merged(log_cells - log_sections),
        m_begins(begins),
        m_scale(scale(log_digits, static_cast<std::uint32_t>(size))) {}

  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t operator()(Item item) const {
    std::uint64_t const cell =
        std::uint64_t{Digit<Item>::window(static_cast<Item>(item - m_cells.low),
                                          m_cells.up)} *
        m_cells.scale;
    // The section in the upper half, the fraction of it in the lower half.
    std::uint64_t const section = cell >> m_log_merged;
    auto const at               = static_cast<std::uint32_t>(section >> 32);
    std::uint32_t const begin   = m_begins[at];
    std::uint32_t const count   = m_begins[at + 1] - begin;
    std::uint32_t const rank =
        (begin << log_fraction) +
        multiply_high(static_cast<std::uint32_t>(section),
                      count << log_fraction);
    return multiply_high(rank, m_scale);
  }

 private:
  /// Ranks have so many bits behind the point.
  static constexpr int log_fraction = 16;

  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t scale(int log_digits,
                                                         std::uint32_t size) {
    // 2^(log_fraction + log_digits) over the size, with 32 bits at most.
    if (log_fraction + log_digits < 32)
      return (std::uint32_t{1} << (log_fraction + log_digits)) / size;
    std::uint32_t const whole = ~std::uint32_t{0} / size;
    int const shift           = log_fraction + log_digits - 32;
    return whole >> (32 - shift) != 0 ? ~std::uint32_t{0} : whole << shift;
  }

  Digit<Item> m_cells;
  int m_log_merged;
  std::uint16_t const* m_begins;
  std::uint32_t m_scale;
};

}  // namespace KokkosSort::Impl

#endif
