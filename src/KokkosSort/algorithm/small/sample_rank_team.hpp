// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SMALL_SAMPLE_RANK_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_SMALL_SAMPLE_RANK_TEAM_HPP

#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace KokkosSort::Impl {

/// Merge sort of a sample by a team, for the least latency. A warp sorts as
/// many items as it has lanes in registers, by a bitonic network. Runs are then
/// merged pairwise. Each item finds its rank in the other run by a binary
/// search, and moves there. A merge is one search and one barrier.
///
/// Both buffers begin with the sample. If the order contradicts itself, two
/// items may move to one position; the other position keeps an older item.
template <class Exec, int TeamSize, int MaxSize, class Order>
class TeamSampleRank {
  using Item = typename Order::item_type;

  static constexpr int lanes = Warp<Exec>::size;
  /// Lanes exchange numbers of one or two registers only.
  static constexpr int first_run =
      std::is_integral_v<Item> && sizeof(Item) <= 8 ? lanes : 1;

 public:
  /// Sorts buffers[0][0, size) for a power of two size of at least one warp.
  /// Returns which buffer holds the result. Called by the whole team; ends with
  /// a barrier.
  template <class Member>
  KOKKOS_INLINE_FUNCTION static int sort(Member const& member,
                                         Item* const (&buffers)[2], int size,
                                         Order const& order) {
    if (size <= TeamSize) return sort_by<1>(member, buffers, size, order);
    if (size <= 2 * TeamSize) return sort_by<2>(member, buffers, size, order);
    return sort_by<(MaxSize + TeamSize - 1) / TeamSize>(member, buffers, size,
                                                        order);
  }

 private:
  /// Sorts with N items per thread, which hides the latency of a search.
  template <int N, class Member>
  KOKKOS_INLINE_FUNCTION static int sort_by(Member const& member,
                                            Item* const (&buffers)[2], int size,
                                            Order const& order) {
    Item own[N];
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      int const at = i * TeamSize + member.team_rank();
      // A warp has items for all lanes or for none.
      if (at >= size) continue;
      own[i] = buffers[0][at];
      if constexpr (first_run > 1) sort_lanes(member, own[i], order);
      buffers[0][at] = own[i];
    }
    member.team_barrier();
    int from = 0;
    KOKKOSSORT_NO_UNROLL
    for (int width = first_run; width < size; width *= 2) {
      Item const* const items = buffers[from];
      Item* const merged      = buffers[1 - from];
      int before[N];
      KOKKOSSORT_UNROLL
      for (int i = 0; i < N; ++i) {
        int const at = i * TeamSize + member.team_rank();
        own[i]       = items[at < size ? at : size - 1];
        before[i]    = 0;
      }
      for (int step = width / 2; step >= 0; step = step > 1    ? step / 2
                                                   : step == 1 ? 0
                                                               : -1) {
        // The last step, 0, tests one more item.
        int const probe = step > 0 ? step - 1 : 0;
        int const gain  = step > 0 ? step : 1;
        KOKKOSSORT_UNROLL
        for (int i = 0; i < N; ++i) {
          int const at   = i * TeamSize + member.team_rank();
          int const run  = (at < size ? at : size - 1) / width;
          Item const& it = items[(run ^ 1) * width + before[i] + probe];
          bool const less =
              run % 2 == 0 ? order.less(it, own[i]) : !order.less(own[i], it);
          before[i] += less ? gain : 0;
        }
      }
      KOKKOSSORT_UNROLL
      for (int i = 0; i < N; ++i) {
        int const at = i * TeamSize + member.team_rank();
        if (at < size)
          merged[at / (2 * width) * (2 * width) + at % width + before[i]] =
              own[i];
      }
      member.team_barrier();
      from = 1 - from;
    }
    return from;
  }

  /// Sorts the items of a warp's lanes, one each.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static void sort_lanes(Member const& member,
                                                     Item& own,
                                                     Order const& order) {
    int const lane = member.team_rank() % lanes;
    KOKKOSSORT_UNROLL
    for (int run = 2; run <= lanes; run *= 2) {
      KOKKOSSORT_UNROLL
      for (int distance = run / 2; distance > 0; distance /= 2) {
        Item const other    = Warp<Exec>::shuffle_xor(own, distance);
        bool const is_lower = (lane & distance) == 0;
        // The same two items are compared in both lanes, in the same order.
        bool const swap = is_lower == ((lane & run) == 0 || run == lanes)
                              ? order.less(other, own)
                              : order.less(own, other);
        own             = swap ? other : own;
      }
    }
  }
};

}  // namespace KokkosSort::Impl

#endif
