// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_ENGINE_PLACE_ITEMS_HPP
#define KOKKOSSORT_ALGORITHM_ENGINE_PLACE_ITEMS_HPP

#include <KokkosSort/algorithm/engine/bucket_queue.hpp>
#include <KokkosSort/algorithm/engine/classifier_team.hpp>
#include <KokkosSort/algorithm/engine/tile_team.hpp>
#include <KokkosSort/block/look_back.hpp>
#include <KokkosSort/block/ticket_team.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Moves the items of a level to their children. Teams take tiles in order. The
/// counts of the tiles before it give a tile its offsets. If the order of a
/// child's items is free, a cursor per child does.
///
/// If the first level saw items that are in order, there is nothing to move,
/// unless the result belongs elsewhere. If they are in reverse order, the first
/// level reverses them.
///
/// Rounds: tiles that a team moves at once. Two must belong to one bucket, as
/// all do on the first level.
template <class Buckets, int Rounds>
struct PlaceItemsOf {
  using State   = typename Buckets::State;
  using Cells   = typename Buckets::Cells;
  using Member  = typename Buckets::Member;
  using Item    = typename Buckets::Item;
  using Stored  = typename Buckets::Stored;
  using Scatter = typename Buckets::template Scatter<Rounds>;

  static constexpr int team             = Buckets::team;
  static constexpr int max_log_children = Buckets::max_log_children;
  static constexpr int max_cells = Buckets::cells_per_child << max_log_children;
  static constexpr bool is_stable = Buckets::is_stable;

  using Classifier =
      TeamClassifier<typename Buckets::SortOrder, Buckets::may_use_digits,
                     !Buckets::stores_cells>;

  State s;
  int level;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t children_bytes() {
    return round_up(max_cells * sizeof(std::uint16_t), 16);
  }
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    std::size_t const moving = Scatter::scratch_bytes(max_log_children);
    std::size_t const finding =
        Classifier::scratch_bytes(1 << max_log_children);
    return 16 + children_bytes() + (moving > finding ? moving : finding);
  }

  /// The child of an item is that of its cell.
  struct ChildOf {
    typename Buckets::SortOrder const& order;
    Classifier const& classifier;
    std::uint16_t const* child;
    Stored stored;
    bool is_stored;
    bool occupies_scratch;

    template <int N, class Position>
    KOKKOS_FORCEINLINE_FUNCTION void find(Item const (&items)[N],
                                          std::uint32_t (&children)[N],
                                          Position const& position) const {
      if (is_stored) {
        KOKKOSSORT_UNROLL
        for (int i = 0; i < N; ++i)
          children[i] = stored.cell(order, items[i], position(i));
      } else {
        classifier.find(items, children);
      }
      KOKKOSSORT_UNROLL
      for (int i = 0; i < N; ++i) children[i] = child[children[i]];
    }
  };

  struct Offsets {
    LookBack back;
    std::uint64_t* next;  // of each child
    std::uint32_t tile;   // within the bucket

    KOKKOS_FORCEINLINE_FUNCTION void count(int d, std::uint32_t count) const {
      if constexpr (is_stable) back.publish(tile, d, next[d], count);
    }
    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t begin(int d,
                                                    std::uint32_t count) const {
      if constexpr (is_stable) {
        return back.begin_of(tile, d, next[d], count);
      } else {
        return count == 0
                   ? 0
                   : Kokkos::atomic_fetch_add(&next[d], std::uint64_t{count});
      }
    }
  };

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    if (level == 0 && s.queue.has_order()) {
      if (s.source == 1) {
        copy_ordered(member, s.data[1], s.data[0], s.n,
                     s.queue.seen->is_reversed());
      } else if (s.queue.seen->is_reversed()) {
        reverse_all(member, s.data[0], s.n);
      }
      return;
    }
    std::byte* scratch = team_scratch(member, scratch_bytes());
    auto* const shared = reinterpret_cast<std::uint32_t*>(scratch);
    auto* const child  = reinterpret_cast<std::uint16_t*>(scratch + 16);
    scratch += 16 + children_bytes();
    Classifier classifier(scratch, s.order);
    std::uint32_t const tiles = *s.queue.word(level, BucketQueue::tiles_listed);
    std::uint32_t const total = div_up<std::uint32_t>(tiles, Rounds);
    std::uint32_t loaded      = ~std::uint32_t{0};
    while (true) {
      std::uint32_t const t = next_work_item(
          member, s.queue.word(level, BucketQueue::ticket), shared);
      if (t >= total) return;
      std::uint32_t const index = s.queue.bucket_of(level, t);
      Bucket const bucket       = s.queue.bucket(level, index);
      Cells const cells         = s.cells(level, bucket);
      if (index != loaded) {
        for (std::uint32_t c = member.team_rank(); c < s.queue.cells_of(bucket);
             c += team)
          child[c] = cells.child[c];
        loaded = index;
      }
      // The items of the tile will overwrite it.
      if (Buckets::stores_cells_of(bucket)) {
        member.team_barrier();
      } else {
        classifier.load(member, bucket, cells.definition);
      }
      place(member, scratch, classifier, child, bucket, t, tiles);
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void place(Member const& member,
                                         std::byte* scratch,
                                         Classifier const& classifier,
                                         std::uint16_t const* child,
                                         Bucket const& bucket, std::uint32_t t,
                                         std::uint32_t tiles) const {
    std::uint64_t begin;
    int size = tile_at<Buckets::tile>(bucket, t * Rounds, begin);
    if (Rounds == 2 && t * Rounds + 1 < tiles) {
      std::uint64_t second;
      size += tile_at<Buckets::tile>(bucket, t * Rounds + 1, second);
    }
    Cells const cells    = s.cells(level, bucket);
    bool const is_stored = Buckets::stores_cells_of(bucket);
    ChildOf const child_of{
        s.order,   classifier,
        child,     Stored(bucket, cells.definition, s.cell_of + begin),
        is_stored, !is_stored && bucket.cells_by != CellsBy::digits};
    Offsets offsets{
        {nullptr, 1 << max_log_children, static_cast<std::uint32_t>(level)},
        cells.count,
        t - bucket.first_tile};
    // Each tile has a row of words. Tile 0 of a bucket looks no further back.
    if constexpr (is_stable)
      offsets.back.words =
          s.look_back +
          (static_cast<std::size_t>(bucket.first_tile) << max_log_children);
    Scatter const scatter(scratch, static_cast<int>(bucket.log_children));
    scatter.move(member, s.order, child_of, s.from(level), s.to(level), begin,
                 size, offsets);
  }
};

}  // namespace KokkosSort::Impl

#endif
