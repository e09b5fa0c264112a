// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_ENGINE_SORT_PIECES_HPP
#define KOKKOSSORT_ALGORITHM_ENGINE_SORT_PIECES_HPP

#include <KokkosSort/algorithm/engine/bucket_queue.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/ticket_team.hpp>
#include <KokkosSort/core/launch.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Sorts the pieces, one team each: leaves in scratch; equal items only return
/// to the array of the result. Without levels the array itself is the only
/// piece, and there is no queue. Across a loop over the pieces the compiler
/// would keep more values than there are registers. Leaves of pairs then
/// spilled 1,648 bytes per thread, and took twice the time.
template <class Buckets>
struct SortPiecesOf {
  using State  = typename Buckets::State;
  using Member = typename Buckets::Member;
  using Leaf   = typename Buckets::LeafSort;

  State s;

  KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
    return Leaf::scratch_bytes();
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    Piece piece{0, s.n, s.source, PieceKind::leaf};
    if (s.queue.levels > 0) {
      auto const i = static_cast<std::uint32_t>(member.league_rank());
      if (i >= *s.queue.word(BucketQueue::pieces_listed)) return;
      piece = s.queue.pieces[i];
    } else if (s.gate.is_closed()) {
      return;
    }
    if (piece.kind == PieceKind::equal) {
      copy_all(member, s.data[1], s.data[0], piece.begin, piece.size);
      return;
    }
    Leaf::sort(member, team_scratch(member, scratch_bytes()), s.order,
               s.data[piece.array], s.data[0], piece.begin,
               static_cast<int>(piece.size));
  }
};

/// Sorts what no level could split, one team per piece, in device memory; and
/// the pieces beyond the usual number.
template <class Buckets>
struct SortRestOf {
  using State   = typename Buckets::State;
  using Member  = typename Buckets::Member;
  using RunSort = typename Buckets::LeafSort::RunSort;

  State s;
  std::uint32_t usual_pieces;

  KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
    return 16 + RunSort::scratch_bytes();
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    auto* const scratch = team_scratch(member, scratch_bytes());
    RunSort const sort(scratch + 16, s.order);
    std::uint32_t const excess = *s.queue.word(BucketQueue::excess_listed);
    std::uint32_t const pieces = *s.queue.word(BucketQueue::pieces_listed);
    std::uint32_t const total =
        excess + (pieces > usual_pieces ? pieces - usual_pieces : 0);
    while (true) {
      std::uint32_t const i =
          next_work_item(member, s.queue.word(BucketQueue::piece_ticket),
                         reinterpret_cast<std::uint32_t*>(scratch));
      if (i >= total) return;
      Piece const piece = i < excess
                              ? s.queue.excess[i]
                              : s.queue.pieces[usual_pieces + i - excess];
      if (piece.kind == PieceKind::equal) {
        copy_all(member, s.data[1], s.data[0], piece.begin, piece.size);
      } else {
        sort.sort(member, s.data, static_cast<int>(piece.array), piece.begin,
                  piece.size);
      }
    }
  }
};

}  // namespace KokkosSort::Impl

#endif
