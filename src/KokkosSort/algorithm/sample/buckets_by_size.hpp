// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SAMPLE_BUCKETS_BY_SIZE_HPP
#define KOKKOSSORT_ALGORITHM_SAMPLE_BUCKETS_BY_SIZE_HPP

#include <KokkosSort/algorithm/quick/sequence_queue.hpp>
#include <KokkosSort/algorithm/sample/paper_bucket_list.hpp>
#include <KokkosSort/block/scan_team.hpp>
#include <KokkosSort/core/launch.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Hands the done buckets to quicksort, the largest first, to balance the load
/// of the teams (Leischner, Osipov & Sanders, section 5, "Sorting buckets").
/// They are ordered by class of size. Quick is a QuickState.
template <class Exec, int TeamSize, class Quick>
struct BucketsBySize {
  using Member = TeamMember<Exec>;
  using Scan   = TeamScan<Exec, TeamSize, std::uint32_t>;
  using Whole  = typename Quick::Whole;
  using Bound  = typename Quick::Bound;

  static constexpr int classes = SizeClass::count;

  PaperBucketList list;
  Quick quick;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return classes * sizeof(std::uint32_t) + Scan::scratch_bytes();
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    auto* const begins =
        reinterpret_cast<std::uint32_t*>(team_scratch(member, scratch_bytes()));
    for (int c = member.team_rank(); c < classes; c += TeamSize)
      begins[c] = list.class_sizes()[c];
    member.team_barrier();
    std::uint32_t const total =
        Scan::exclusive_array(member, begins, classes, begins + classes);
    if (member.league_rank() == 0) prepare(member, total);
    auto const step =
        static_cast<std::uint32_t>(member.league_size() * TeamSize);
    for (auto i = static_cast<std::uint32_t>(member.league_rank() * TeamSize +
                                             member.team_rank());
         i < total; i += step) {
      DoneBucket const bucket = list.done[i];
      std::uint32_t const c   = SizeClass::of(bucket.size);
      quick.queue.done[begins[c] +
                       Kokkos::atomic_fetch_add(list.class_cursors() + c, 1u)] =
          whole(bucket);
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void prepare(Member const& member,
                                           std::uint32_t total) const {
    for (std::uint32_t i = member.team_rank(); i < quick.queue.control_words();
         i += TeamSize)
      quick.queue.control[i] = 0;
    member.team_barrier();
    if (member.team_rank() == 0) *quick.queue.done_total() = total;
  }

  /// Quicksort needs the key of equal keys if it writes them itself.
  KOKKOS_FORCEINLINE_FUNCTION Whole whole(DoneBucket const& bucket) const {
    Whole whole{
        bucket.begin,
        bucket.size,
        0,
        0,
        bucket.array,
        bucket.is_equal != 0 ? SequenceKind::equal : SequenceKind::split};
    if constexpr (Quick::is_free)
      if (bucket.is_equal != 0)
        whole.low = static_cast<Bound>(
            quick.order.encode(quick.data[bucket.array].keys[bucket.begin]));
    return whole;
  }
};

}  // namespace KokkosSort::Impl

#endif
