// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_ENGINE_GROUP_CELLS_HPP
#define KOKKOSSORT_ALGORITHM_ENGINE_GROUP_CELLS_HPP

#include <KokkosSort/algorithm/engine/bucket_queue.hpp>
#include <KokkosSort/block/scan_team.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Joins the cells of each bucket to children, and lists them: as buckets of
/// the next level or as pieces. Cells join as long as the child is at most as
/// large as wanted. A cell of equivalent items that fills a good part of a leaf
/// stays alone, since it needs no sorting.
template <class Buckets>
struct GroupCellsOf {
  using State  = typename Buckets::State;
  using Exec   = typename Buckets::Execution;
  using Cells  = typename Buckets::Cells;
  using Member = typename Buckets::Member;

  static constexpr int team = Buckets::team;
  using Scan                = TeamScan<Exec, team, std::uint64_t>;

  static constexpr int max_children = 1 << Buckets::max_log_children;
  static constexpr int max_cells    = Buckets::cells_per_child * max_children;

  State s;
  int level;

  /// Scratch of a team.
  struct Shared {
    std::uint64_t starts[max_cells + 1];   // of the cells in the bucket
    std::uint64_t weights[max_cells + 1];  // sums that limit a child
    std::uint64_t scan[Scan::scratch_bytes() / sizeof(std::uint64_t)];
    std::uint32_t first_piece[max_children];
    std::uint16_t next[max_cells];               // first cell after a child
    std::uint16_t far[max_cells];                // after `stride` children
    std::uint16_t first_cell[max_children + 1];  // of each child
    std::uint32_t children;
    std::uint32_t pieces;     // where those of the bucket begin
    std::uint64_t left_over;  // items of a last child that takes the rest
  };

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return sizeof(Shared);
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    if (level == 0 && s.queue.has_order()) return;
    auto& shared =
        *reinterpret_cast<Shared*>(team_scratch(member, scratch_bytes()));
    std::uint32_t const total =
        *s.queue.word(level, BucketQueue::buckets_listed);
    for (std::uint32_t i = member.league_rank(); i < total;
         i += member.league_size())
      group(member, s.queue.bucket(level, i), shared);
  }

 private:
  KOKKOS_INLINE_FUNCTION void group(Member const& member, Bucket const& bucket,
                                    Shared& shared) const {
    Cells const cells = s.cells(level, bucket);
    int const size    = static_cast<int>(s.queue.cells_of(bucket));
    // A cell that stays alone weighs more than any child may.
    bool stays_alone = false;
    for (int c = member.team_rank(); c < size; c += team) {
      std::uint64_t const count = cells.count[c];
      bool const alone          = is_alone(cells, c, count);
      shared.starts[c]          = count;
      shared.weights[c]         = alone ? 4 * bucket.size : count;
      stays_alone               = stays_alone || alone;
    }
    bool const weighs = Warp<Exec>::any_in_team(member, stays_alone);
    sum_up(member, shared.starts, size, shared.scan);
    if (weighs) sum_up(member, shared.weights, size, shared.scan);
    // As large as wanted or, if that leaves too much to the last child, larger.
    std::uint64_t target =
        s.queue.fan_out.target(bucket.size, s.queue.levels - level);
    std::uint64_t const most = most_left_over(bucket, target);
    do {
      join(member, bucket, weighs ? shared.weights : shared.starts, size,
           target, shared);
      target += target / 4;
    } while (shared.left_over > most && target < 2 * bucket.size);
    list(member, bucket, cells, size, shared);
  }

  /// Returns how many items the last child may have if there are more groups
  /// of cells than children. The next level splits them. It moves less than if
  /// all children were larger, above all if those should be leaves. Digits of
  /// even numbers make a group too many if the sample misses the least numbers,
  /// which adds them to the first cell. Larger children for all then took 1.17
  /// times as long for 3 x 10^8 pairs on an H100.
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t most_left_over(
      Bucket const& bucket, std::uint64_t target) const {
    if (level + 1 == s.queue.levels) return 0;
    return target <= s.queue.fan_out.capacity ? bucket.size : 2 * target;
  }

  KOKKOS_INLINE_FUNCTION void join(Member const& member, Bucket const& bucket,
                                   std::uint64_t const* weights, int size,
                                   std::uint64_t target, Shared& shared) const {
    for (int c = member.team_rank(); c < size; c += team)
      shared.next[c] = end_of_child(weights, c, size, target);
    member.team_barrier();
    follow(member, bucket, size, shared);
  }

  KOKKOS_FORCEINLINE_FUNCTION bool is_alone(Cells const& cells, int c,
                                            std::uint64_t count) const {
    return cells.holds_equal[c] != 0 && count > s.queue.fan_out.capacity / 4;
  }

  KOKKOS_INLINE_FUNCTION static void sum_up(Member const& member,
                                            std::uint64_t* array, int size,
                                            std::uint64_t* scan) {
    std::uint64_t const sum = Scan::exclusive_array(member, array, size, scan);
    if (member.team_rank() == 0) array[size] = sum;
    member.team_barrier();
  }

  /// Returns the end of the child that begins with cell c.
  KOKKOS_INLINE_FUNCTION static std::uint16_t end_of_child(
      std::uint64_t const* weights, int c, int size, std::uint64_t target) {
    int low  = c + 1;
    int high = size;
    while (low < high) {
      int const middle = (low + high + 1) / 2;
      if (weights[middle] - weights[c] <= target) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return static_cast<std::uint16_t>(low);
  }

  /// Finds the children, of which one begins where the one before it ends. The
  /// last that is possible takes all cells that are left. Called by the whole
  /// team after a barrier; ends with one.
  ///
  /// All threads find the ends of `stride` children in a row, one thread
  /// follows these, and several fill in the children between them. The words
  /// that a thread reads one after another are 8 + 64 + 8 for 512 children. A
  /// thread that follows all of them reads 512.
  KOKKOS_INLINE_FUNCTION static void follow(Member const& member,
                                            Bucket const& bucket, int size,
                                            Shared& shared) {
    int const stride          = 1 << (bucket.log_children / 2 - 1);
    int const most            = 1 << bucket.log_children;
    std::uint32_t* const from = shared.first_piece;  // not needed yet
    for (int c = member.team_rank(); c < size; c += team) {
      int end = c;
      for (int i = 0; i < stride && end < size; ++i) end = shared.next[end];
      shared.far[c] = static_cast<std::uint16_t>(end);
    }
    member.team_barrier();
    if (member.team_rank() == 0) {
      shared.left_over = 0;
      int c            = 0;
      for (int i = 0; i * stride < most; ++i) {
        from[i] = static_cast<std::uint32_t>(c);
        if (c < size) c = shared.far[c];
      }
    }
    member.team_barrier();
    for (int i = member.team_rank(); i * stride < most; i += team)
      fill_in(i * stride, (i + 1) * stride < most ? (i + 1) * stride : most,
              most, static_cast<int>(from[i]), size, shared);
    member.team_barrier();
  }

  /// Sets the children from `child` to `end`, of which the first begins with
  /// cell c, as far as there are cells.
  KOKKOS_INLINE_FUNCTION static void fill_in(int child, int end, int most,
                                             int c, int size, Shared& shared) {
    for (; child < end && c < size; ++child) {
      shared.first_cell[child] = static_cast<std::uint16_t>(c);
      int next                 = shared.next[c];
      if (child + 1 == most && next < size) {
        shared.left_over = shared.starts[size] - shared.starts[c];
        next             = size;
      }
      if (next == size) {
        shared.first_cell[child + 1] = static_cast<std::uint16_t>(size);
        shared.children              = static_cast<std::uint32_t>(child) + 1;
      }
      c = next;
    }
  }

  KOKKOS_INLINE_FUNCTION void list(Member const& member, Bucket const& bucket,
                                   Cells const& cells, int size,
                                   Shared& shared) const {
    int const children = static_cast<int>(shared.children);
    for (int k = member.team_rank(); k < children; k += team)
      shared.first_piece[k] = pieces_of(piece(bucket, cells, shared, k));
    for (int c = member.team_rank(); c < size; c += team)
      cells.child[c] = child_of(shared.first_cell, children, c);
    member.team_barrier();
    std::uint64_t const pieces = Scan::exclusive_array(
        member, shared.first_piece, children, shared.scan);
    if (member.team_rank() == 0)
      shared.pieces =
          Kokkos::atomic_fetch_add(s.queue.word(BucketQueue::pieces_listed),
                                   static_cast<std::uint32_t>(pieces));
    member.team_barrier();
    for (int k = member.team_rank(); k < children; k += team) {
      Piece const whole = piece(bucket, cells, shared, k);
      list_child(whole, shared.pieces + shared.first_piece[k]);
    }
    member.team_barrier();
    // The counts are in scratch; their place has the cursors from here on.
    for (int k = member.team_rank(); k < children; k += team)
      cells.count[k] = bucket.begin + shared.starts[shared.first_cell[k]];
    member.team_barrier();
  }

  /// Returns the child that cell c belongs to: the last that does not begin
  /// behind it.
  KOKKOS_INLINE_FUNCTION static std::uint16_t child_of(
      std::uint16_t const* first_cell, int children, int c) {
    int low  = 0;
    int high = children - 1;
    while (low < high) {
      int const middle = (low + high + 1) / 2;
      if (first_cell[middle] <= c) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return static_cast<std::uint16_t>(low);
  }

  /// Returns child k as if no level were left to partition it.
  KOKKOS_INLINE_FUNCTION Piece piece(Bucket const& bucket, Cells const& cells,
                                     Shared const& shared, int k) const {
    int const first           = shared.first_cell[k];
    int const end             = shared.first_cell[k + 1];
    std::uint64_t const size  = shared.starts[end] - shared.starts[first];
    std::uint32_t const array = s.array_at(level + 1);
    bool const is_equal  = first + 1 == end && cells.holds_equal[first] != 0;
    PieceKind const kind = is_equal ? PieceKind::equal
                           : size <= s.queue.fan_out.capacity
                               ? PieceKind::leaf
                               : PieceKind::excess;
    return {bucket.begin + shared.starts[first], size, array, kind};
  }

  /// Returns the number of pieces that a child is listed as. Equal items are
  /// in order: those that are in the array of the result are done.
  KOKKOS_INLINE_FUNCTION std::uint32_t pieces_of(Piece const& whole) const {
    switch (whole.kind) {
      case PieceKind::leaf: return whole.size > 0 ? 1 : 0;
      case PieceKind::equal:
        return whole.array == 0 ? 0
                                : static_cast<std::uint32_t>(div_up(
                                      whole.size, s.queue.piece_items()));
      default: return 0;
    }
  }

  KOKKOS_INLINE_FUNCTION void list_child(Piece const& whole,
                                         std::uint32_t first) const {
    BucketQueue const& q = s.queue;
    if (whole.kind == PieceKind::excess) {
      if (level + 1 < q.levels) {
        q.add_bucket(level + 1, whole.begin, whole.size);
      } else {
        q.excess[Kokkos::atomic_fetch_add(q.word(BucketQueue::excess_listed),
                                          1u)] = whole;
      }
      return;
    }
    std::uint32_t const pieces = pieces_of(whole);
    std::uint64_t const step =
        whole.kind == PieceKind::leaf ? whole.size : q.piece_items();
    for (std::uint32_t p = 0; p < pieces; ++p) {
      std::uint64_t const left = whole.size - p * step;
      q.pieces[first + p] = {whole.begin + p * step, left < step ? left : step,
                             whole.array, whole.kind};
    }
  }
};

}  // namespace KokkosSort::Impl

#endif
