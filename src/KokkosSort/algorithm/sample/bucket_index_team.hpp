// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SAMPLE_BUCKET_INDEX_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_SAMPLE_BUCKET_INDEX_TEAM_HPP

#include <KokkosSort/block/splitter_tree_team.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Bucket index of an item by the paper's search tree, without equality
/// buckets. It is the branch-free descent of an implicit heap in scratch
/// (Leischner, Osipov & Sanders, section 5, algorithm 2).
///
/// If all splitters are one value, the paper's buckets would leave nearly all
/// items together on every further level. Then there are three buckets instead:
/// less, equal and greater.
template <class Order, int LogBuckets>
class TeamBucketIndex {
  using Item = typename Order::item_type;
  using Tree = SplitterTree<Item, false>;

 public:
  static constexpr int buckets = 1 << LogBuckets;

  /// Bucket of the items that equal the only splitter.
  static constexpr int of_equal = 1;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return Tree::scratch_bytes(buckets);
  }

  KOKKOS_INLINE_FUNCTION TeamBucketIndex(void* scratch, Order const& order)
      : m_order(order), m_tree(scratch, LogBuckets) {}

  /// Whether k - 1 sorted splitters are equivalent.
  KOKKOS_FORCEINLINE_FUNCTION static bool holds_one(Item const* splitters,
                                                    Order const& order) {
    return !order.less(splitters[0], splitters[buckets - 2]);
  }

  /// Loads k - 1 sorted splitters, which must stay in place. Called by the
  /// whole team; begins and ends with a barrier.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void load(Member const& member, Item const* splitters,
                                   bool holds_one) {
    m_only = holds_one ? splitters : nullptr;
    m_tree.load(member, splitters, m_order);
  }

  /// Finds the buckets of N items.
  template <int N>
  KOKKOS_FORCEINLINE_FUNCTION void find(Item const (&items)[N],
                                        std::uint32_t (&found)[N]) const {
    if (m_only == nullptr) {
      m_tree.classify(items, found, m_order);
      return;
    }
    Item const only = *m_only;
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i)
      found[i] = m_order.less(items[i], only)   ? 0
                 : m_order.less(only, items[i]) ? of_equal + 1
                                                : of_equal;
  }

 private:
  Order m_order;
  Tree m_tree;
  Item const* m_only = nullptr;
};

}  // namespace KokkosSort::Impl

#endif
