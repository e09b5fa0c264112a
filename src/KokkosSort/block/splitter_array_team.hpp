// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_SPLITTER_ARRAY_TEAM_HPP
#define KOKKOSSORT_BLOCK_SPLITTER_ARRAY_TEAM_HPP

#include <KokkosSort/block/splitter_tree_team.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Sorted splitters of one bucket, in scratch, for numbers of up to 64 bits.
/// They define the buckets of SplitterTree, and its equality buckets. With k
/// buckets there are k - 1 splitters. Bucket j has the items x with
/// splitter[j-1] < x <= splitter[j].
///
/// A search halves the splitters that are left. It may go on behind the middle,
/// then it adds a constant to its position in bytes. A tree takes two more
/// instructions per step. The searches of a warp would meet in few banks of
/// scratch, since each step probes positions at a distance of a power of two.
/// A gap behind each row of items spreads them.
///
/// On an H200 the first count of 2^28 u64 keys, the and of three words each,
/// takes 1.16 ms, and 1.36 ms with the tree. By 32 bits of each key, Morton
/// codes take 0.80 ms, and 1.12 ms with the tree. Comparators have the tree:
/// their comparisons take longer, and the steps are not unrolled. With this
/// array their count takes 1.05 to 1.2 of the time.
template <class Item>
class SplitterArray {
  static_assert(sizeof(Item) <= 8);

  /// Items between gaps of one item. Strides of 32 to 256 items, those of 512
  /// buckets, then differ by 1, 2, 4 and 8 items in the banks. 16 items of 8
  /// bytes lie side by side there.
  static constexpr int row = 32;

  /// Position of splitter i. The position of a sum of different powers of two
  /// is the sum of their positions.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int position(int i) {
    return i + i / row;
  }
  KOKKOS_FORCEINLINE_FUNCTION static constexpr std::uint32_t byte(int i) {
    return static_cast<std::uint32_t>(position(i)) *
           static_cast<std::uint32_t>(sizeof(Item));
  }

 public:
  /// The steps are unrolled, so that their constants are part of the code.
  static constexpr int max_log_buckets = 9;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(
      int buckets) {
    return byte(buckets) + (buckets + 1) * sizeof(std::uint8_t);
  }

  KOKKOS_INLINE_FUNCTION SplitterArray(void* scratch, int log_buckets)
      : m_log_buckets(log_buckets), m_bytes(static_cast<std::byte*>(scratch)) {}

  KOKKOS_FORCEINLINE_FUNCTION Item& operator[](int i) const {
    return at(byte(i));
  }

  /// Stores k - 1 sorted splitters, and which of them have equality buckets.
  /// Called by the whole team; begins and ends with a barrier.
  template <class Member, class Order>
  KOKKOS_INLINE_FUNCTION void load(Member const& member, Item const* splitters,
                                   Order const& order) const {
    int const buckets = 1 << m_log_buckets;
    member.team_barrier();
    if (member.team_rank() == 0)
      repeats()[buckets - 1] = repeats()[buckets] = 0;
    member.team_barrier();
    for (int i = member.team_rank(); i < buckets - 1; i += member.team_size()) {
      (*this)[i] = splitters[i];
      bool const has_own =
          SplitterTree<Item>::is_repeated(splitters, i, buckets, order);
      repeats()[i] = has_own ? 1 : 0;
      if (has_own) repeats()[buckets] = 1;
    }
    member.team_barrier();
  }

  /// Finds the buckets of N items. The searches are independent, which hides
  /// the latency of each.
  template <int N, class Order>
  KOKKOS_FORCEINLINE_FUNCTION void classify(Item const (&items)[N],
                                            std::uint32_t (&buckets)[N],
                                            Order const& order) const {
    count_below(items, buckets, order);
    if (repeats()[1 << m_log_buckets] == 0) return;
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i)
      if (repeats()[buckets[i]] != 0 &&
          !order.less(items[i], (*this)[static_cast<int>(buckets[i])]))
        ++buckets[i];
  }

  /// Counts the splitters below each of N items.
  template <int N, class Order>
  KOKKOS_FORCEINLINE_FUNCTION void count_below(Item const (&items)[N],
                                               std::uint32_t (&below)[N],
                                               Order const& order) const {
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) below[i] = 0;
    KOKKOSSORT_UNROLL
    for (int log = max_log_buckets - 1; log >= 0; --log)
      if (log < m_log_buckets) step(items, below, order, log);
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      below[i] /= static_cast<std::uint32_t>(sizeof(Item));
      below[i] -= below[i] / static_cast<std::uint32_t>(row + 1);
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION Item& at(std::uint32_t byte) const {
    return *reinterpret_cast<Item*>(m_bytes + byte);
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint8_t* repeats() const {
    return reinterpret_cast<std::uint8_t*>(m_bytes + byte(1 << m_log_buckets));
  }

  /// Compares with the middle of 2^(log + 1) - 1 splitters.
  template <int N, class Order>
  KOKKOS_FORCEINLINE_FUNCTION void step(Item const (&items)[N],
                                        std::uint32_t (&passed)[N],
                                        Order const& order, int log) const {
    // Not a sum with a selected constant: then the compiler computes more
    // addresses (Morton codes 1.05 of the time).
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i)
      if (order.less(at(passed[i] + byte((1 << log) - 1)), items[i]))
        passed[i] += byte(1 << log);
  }

  int m_log_buckets;
  std::byte* m_bytes;
};

}  // namespace KokkosSort::Impl

#endif
