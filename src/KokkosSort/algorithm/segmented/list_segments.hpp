// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SEGMENTED_LIST_SEGMENTS_HPP
#define KOKKOSSORT_ALGORITHM_SEGMENTED_LIST_SEGMENTS_HPP

#include <KokkosSort/algorithm/engine/bucket_queue.hpp>
#include <KokkosSort/algorithm/engine/clear_words_team.hpp>
#include <KokkosSort/algorithm/segmented/segments.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Clears the lists that ListSegments fills.
template <class Sort>
struct ClearSegments {
  using State  = typename Sort::State;
  using Member = TeamMember<typename Sort::Execution>;

  State s;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    Sort::Engine::clear_for_roots(member, s.engine);
    clear_words(member, s.first_segment, s.stretches);
    clear_words(member, s.listed, State::words_listed);
  }
};

/// Reads the bounds of all segments, and lists them by length. Long ones are
/// buckets of the engine's first level, and middle ones are leaves of one team
/// each. Each stretch of the keys notes which segments begin in it.
template <class Sort>
struct ListSegments {
  using State  = typename Sort::State;
  using Exec   = typename Sort::Execution;
  using Tuning = typename Sort::Tuning;
  using Member = TeamMember<Exec>;
  using Mask   = typename Warp<Exec>::mask_type;

  static constexpr int team = Sort::Engine::team;

  State s;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    std::uint64_t const count = s.segments.used();
    std::uint64_t const step =
        static_cast<std::uint64_t>(member.league_size()) * team;
    // All lanes of a warp take part in each vote.
    for (std::uint64_t first =
             static_cast<std::uint64_t>(member.league_rank()) * team;
         first < count; first += step) {
      std::uint64_t const i = first + member.team_rank();
      SegmentBounds bounds{0, 0};
      if (i < count) {
        bounds = s.segments.bounds(i, s.n);
        note_stretch(i, count, bounds);
      }
      std::uint64_t const size = bounds.size();
      bool const is_long       = size > s.engine.queue.fan_out.capacity;
      if (is_long) list_bucket(bounds);
      list_leaves(member, bounds, !is_long && size > Tuning::most);
    }
  }

 private:
  /// Notes the first and the last segment that begins in each stretch. The
  /// thread of the next segment notes the last one.
  KOKKOS_FORCEINLINE_FUNCTION void note_stretch(
      std::uint64_t i, std::uint64_t count, SegmentBounds const& bounds) const {
    std::uint64_t const stretch = bounds.begin / Tuning::stretch;
    if (i + 1 == count) s.last_segment[stretch] = i + 1;
    if (i > 0) {
      std::uint64_t const before =
          s.segments.bounds(i - 1, s.n).begin / Tuning::stretch;
      if (before == stretch) return;
      s.last_segment[before] = i;
    }
    s.first_segment[stretch] = i + 1;
  }

  /// Lists a long segment. Offsets that overlap could list more keys than there
  /// are; the lists have no room for these.
  KOKKOS_FORCEINLINE_FUNCTION void list_bucket(
      SegmentBounds const& bounds) const {
    if (Kokkos::atomic_fetch_add(&s.listed[State::long_keys], bounds.size()) +
            bounds.size() <=
        s.n)
      s.engine.queue.add_bucket(BucketQueue::roots_level, bounds.begin,
                                bounds.size());
  }

  /// Lists the leaves among a warp's segments, by atomic operations of one
  /// lane. Offsets that overlap could list more leaves than there is room for.
  KOKKOS_FORCEINLINE_FUNCTION void list_leaves(Member const& member,
                                               SegmentBounds const& bounds,
                                               bool is_leaf) const {
    Mask const leaves = Warp<Exec>::ballot(is_leaf);
    if (leaves == 0) return;
    BucketQueue const& queue = s.engine.queue;
    int const lane           = member.team_rank() % Warp<Exec>::size;
    int const leader         = Warp<Exec>::last(leaves);
    std::uint32_t listed     = 0;
    std::uint32_t first      = 0;
    if (lane == leader) {
      auto const wanted = static_cast<std::uint64_t>(Warp<Exec>::count(leaves));
      std::uint64_t const before =
          Kokkos::atomic_fetch_add(&s.listed[State::leaves], wanted);
      std::uint64_t const room =
          before < queue.root_pieces ? queue.root_pieces - before : 0;
      listed = static_cast<std::uint32_t>(wanted < room ? wanted : room);
      first  = Kokkos::atomic_fetch_add(queue.word(BucketQueue::pieces_listed),
                                        listed);
    }
    listed         = Warp<Exec>::shuffle(listed, leader);
    first          = Warp<Exec>::shuffle(first, leader);
    auto const own = static_cast<std::uint32_t>(
        Warp<Exec>::count(leaves & ((Mask{1} << lane) - 1)));
    if (is_leaf && own < listed)
      queue.pieces[first + own] = {bounds.begin, bounds.size(), 0,
                                   PieceKind::leaf};
  }
};

}  // namespace KokkosSort::Impl

#endif
