// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SMALL_LARGEST_FIRST_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_SMALL_LARGEST_FIRST_TEAM_HPP

#include <KokkosSort/block/scan_team.hpp>
#include <KokkosSort/block/ticket_team.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/relaxed.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Lists buckets so that large ones go first, while the tiles that fill them
/// are grouped. A large bucket that is sorted last leaves the other
/// multiprocessors idle.
///
/// A first launch clears the sizes. Teams of a second one add their counts, and
/// the last of them writes the list. Sizes have a few classes, each with 12
/// bits of a word, so that one scan finds the ranks.
template <class Exec, int TeamSize>
class TeamLargestFirst {
  using Scan                      = TeamScan<Exec, TeamSize, std::uint64_t>;
  static constexpr int log_class  = 12;
  static constexpr int classes    = 5;
  static constexpr int class_mask = (1 << log_class) - 1;

 public:
  static constexpr int max_buckets = class_mask;

  /// Sizes of the buckets, and a counter of teams.
  static constexpr std::size_t words(std::size_t buckets) {
    return buckets + 1;
  }
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return round_up(Scan::scratch_bytes(), 8) + 8;
  }

  /// Clears every `stride`-th word from `first` on.
  KOKKOS_FORCEINLINE_FUNCTION static void clear(std::uint32_t* sizes,
                                                int buckets, int first,
                                                int stride) {
    for (int w = first; w <= buckets; w += stride) sizes[w] = 0;
  }

  KOKKOS_FORCEINLINE_FUNCTION static void add(std::uint32_t* sizes, int b,
                                              int count) {
    if (count > 0)
      Kokkos::atomic_add(&sizes[b], static_cast<std::uint32_t>(count));
  }

  /// Called by all threads of all teams after add(). `mean` is the size of a
  /// usual bucket. A bucket with is_small(b) takes less time than its size
  /// suggests. Contains barriers.
  template <class Member, class IsSmall>
  KOKKOS_INLINE_FUNCTION static void list(Member const& member,
                                          std::byte* scratch,
                                          std::uint32_t* sizes, int buckets,
                                          std::uint32_t mean,
                                          IsSmall const& is_small,
                                          std::uint16_t* bucket_of) {
    auto* const sums = reinterpret_cast<std::uint64_t*>(scratch);
    auto* const shared =
        reinterpret_cast<std::uint32_t*>(scratch + scratch_bytes() - 8);
    SharedWords::fence();
    std::uint32_t const ticket =
        next_work_item(member, &sizes[buckets], shared);
    if (ticket + 1 != static_cast<std::uint32_t>(member.league_size())) return;
    int const share     = div_up(buckets, TeamSize);
    int const begin     = member.team_rank() * share;
    int const end       = begin + share < buckets ? begin + share : buckets;
    auto const field_of = [&](int b) {
      std::uint32_t const size = SharedWords::load(&sizes[b]);
      return log_class * (is_small(b) ? 0 : class_of(size, mean));
    };
    std::uint64_t counts = 0;
    for (int b = begin; b < end; ++b) counts += std::uint64_t{1} << field_of(b);
    std::uint64_t total;
    std::uint64_t before = Scan::exclusive(member, counts, sums, total);
    for (int b = begin; b < end; ++b) {
      int const field = field_of(b);
      auto rank       = static_cast<int>(before >> field) & class_mask;
      for (int larger = field + log_class; larger < classes * log_class;
           larger += log_class)
        rank += static_cast<int>(total >> larger) & class_mask;
      bucket_of[rank] = static_cast<std::uint16_t>(b);
      before += std::uint64_t{1} << field;
    }
  }

 private:
  /// With 8 samples per bucket the classes hold 3, 11, 31, 42 and 13 % of the
  /// buckets, from the largest on.
  KOKKOS_FORCEINLINE_FUNCTION static int class_of(std::uint32_t size,
                                                  std::uint32_t mean) {
    std::uint32_t const eighths = 8 * size / mean;
    return eighths >= 14   ? 4
           : eighths >= 11 ? 3
           : eighths >= 8  ? 2
           : eighths >= 5  ? 1
                           : 0;
  }
};

}  // namespace KokkosSort::Impl

#endif
