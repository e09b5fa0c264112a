// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_SPLITTER_TREE_TEAM_HPP
#define KOKKOSSORT_BLOCK_SPLITTER_TREE_TEAM_HPP

#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Search tree over the splitters of one bucket, in scratch (Leischner, Osipov
/// & Sanders, section 5, algorithm 2). With k buckets there are k - 1 sorted
/// splitters. Bucket j has the items x with splitter[j-1] < x <= splitter[j].
///
/// A splitter that occurs several times leaves the buckets between its copies
/// empty. The first of these becomes the equality bucket of that splitter: its
/// items need no further sorting, and k stays a power of two. Without
/// HasEqualityBuckets the tree is the paper's.
template <class Item, bool HasEqualityBuckets = true>
class SplitterTree {
 public:
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(
      int buckets) {
    return buckets *
           (sizeof(Item) + (HasEqualityBuckets ? sizeof(std::uint8_t) : 0));
  }

  SplitterTree() = default;

  KOKKOS_INLINE_FUNCTION SplitterTree(void* scratch, int log_buckets)
      : m_log_buckets(log_buckets),
        m_tree(static_cast<Item*>(scratch)),
        m_repeats(
            reinterpret_cast<std::uint8_t*>(m_tree + (1 << log_buckets))) {}

  /// Builds the tree from k - 1 sorted splitters. Called by the whole team;
  /// begins and ends with a barrier.
  template <class Member, class Order>
  KOKKOS_INLINE_FUNCTION void load(Member const& member, Item const* splitters,
                                   Order const& order) {
    int const buckets = 1 << m_log_buckets;
    member.team_barrier();
    for (int i = member.team_rank(); i < buckets - 1; i += member.team_size()) {
      // Node i + 1 of the tree, level by level, and its rank among the sorted
      // splitters.
      int level = 0;
      while ((i + 1) >> (level + 1) != 0) ++level;
      int const in_level = i + 1 - (1 << level);
      int const rank     = (2 * in_level + 1) * (buckets >> (level + 1)) - 1;
      m_tree[i + 1]      = splitters[rank];
      if constexpr (HasEqualityBuckets)
        m_repeats[i] = is_repeated(splitters, i, buckets, order) ? 1 : 0;
    }
    if constexpr (HasEqualityBuckets)
      if (member.team_rank() == 0) m_repeats[buckets - 1] = 0;
    member.team_barrier();
  }

  /// Finds the buckets of N items at once: the descents are independent, which
  /// hides the latency of each.
  template <int N, class Number, class Order>
  KOKKOS_FORCEINLINE_FUNCTION void classify(Item const (&items)[N],
                                            Number (&buckets)[N],
                                            Order const& order) const {
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) buckets[i] = 1;
    for (int level = 0; level < m_log_buckets; ++level) {
      KOKKOSSORT_UNROLL
      for (int i = 0; i < N; ++i)
        buckets[i] =
            2 * buckets[i] + (order.less(m_tree[buckets[i]], items[i]) ? 1 : 0);
    }
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      int const bucket = static_cast<int>(buckets[i]) - (1 << m_log_buckets);
      if constexpr (HasEqualityBuckets) {
        bool const equal =
            m_repeats[bucket] != 0 && !order.less(items[i], splitter(bucket));
        buckets[i] = bucket + (equal ? 1 : 0);
      } else {
        buckets[i] = bucket;
      }
    }
  }

  /// Whether splitter i of `buckets` - 1 has an equal successor, so that bucket
  /// i + 1 is an equality bucket.
  template <class Order>
  KOKKOS_FORCEINLINE_FUNCTION static bool is_repeated(Item const* splitters,
                                                      int i, int buckets,
                                                      Order const& order) {
    return i + 2 < buckets && !order.less(splitters[i], splitters[i + 1]);
  }

 private:
  /// Returns splitter i: node (2 j + 1) 2^d - 1 of the sorted ones is number j
  /// of the tree's level above d others.
  KOKKOS_FORCEINLINE_FUNCTION Item const& splitter(int i) const {
    int below = 0;
    while (((i + 1) >> below) % 2 == 0) ++below;
    return m_tree[(1 << (m_log_buckets - 1 - below)) +
                  ((i + 1) >> (below + 1))];
  }

  int m_log_buckets       = 0;
  Item* m_tree            = nullptr;
  std::uint8_t* m_repeats = nullptr;
};

}  // namespace KokkosSort::Impl

#endif
