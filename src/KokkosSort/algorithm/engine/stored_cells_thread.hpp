// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_ENGINE_STORED_CELLS_THREAD_HPP
#define KOKKOSSORT_ALGORITHM_ENGINE_STORED_CELLS_THREAD_HPP

#include <KokkosSort/algorithm/engine/bucket_queue.hpp>
#include <KokkosSort/algorithm/engine/classifier_team.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// The cells that the count of a level found by splitters, for the pass
/// that moves the items.
///
/// A second search takes longer than a byte to write and to read. On an H100
/// 2^28 u64 keys of a Zipf distribution take 0.84 of the time. A comparator may
/// contradict itself, so cells of such items are stored whole.
template <class Order>
class StoredCells {
  using Item = typename Order::item_type;

 public:
  static constexpr bool are_whole =
      !has_ordinals_v<Order> || sizeof(typename Order::item_type) > 8;
  using Word = std::conditional_t<are_whole, std::uint16_t, std::uint8_t>;

  /// Cells of splitters with a byte each: a comparison with the middle one
  /// finds the ninth bit. Short splitters are rounded for that.
  static constexpr int max_log_cells = are_whole ? 16 : 9;

  /// Begins to read the cells of a bucket's items at `words`.
  KOKKOS_FORCEINLINE_FUNCTION StoredCells(Bucket const& bucket,
                                          Item const* splitters,
                                          Word const* words)
      : m_words(words) {
    if constexpr (!are_whole) {
      int const cells = 1 << bucket.log_children;
      m_is_halved     = cells > 256;
      if (m_is_halved) m_middle = splitters[cells / 2 - 1];
    }
  }

  /// Returns the word to store for a cell.
  KOKKOS_FORCEINLINE_FUNCTION static Word word(std::uint32_t cell) {
    return static_cast<Word>(cell);
  }

  /// Returns the cell of an item whose word is at position `at`. The cell of
  /// items that equal the middle splitter is 256 if they have their own, and
  /// then its byte is zero. Otherwise it is one to 255.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t cell(Order const& order,
                                                 Item const& item,
                                                 std::uint64_t at) const {
    std::uint32_t const stored = m_words[at];
    if constexpr (!are_whole) {
      if (m_is_halved) {
        bool const is_above = stored == 0 ? !order.less(item, m_middle)
                                          : order.less(m_middle, item);
        return stored + (is_above ? 256u : 0u);
      }
    }
    return stored;
  }

 private:
  struct NoItem {};

  Word const* m_words;
  bool m_is_halved = false;
  std::conditional_t<are_whole, NoItem, Item> m_middle{};
};

}  // namespace KokkosSort::Impl

#endif
