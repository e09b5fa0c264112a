// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SEGMENTED_SELECT_SEGMENTS_HPP
#define KOKKOSSORT_ALGORITHM_SEGMENTED_SELECT_SEGMENTS_HPP

#include <KokkosSort/algorithm/segmented/segmented_tuning.hpp>
#include <KokkosSort/algorithm/segmented/segments.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/top_k_in_kernel_team.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/team_shape.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Rank-2 array that receives a row per segment.
template <class T>
struct SegmentRows {
  Strided<T> rows;  // steps from row to row
  std::ptrdiff_t column_stride = 1;

  KOKKOS_FORCEINLINE_FUNCTION Strided<T> row(std::uint64_t i) const {
    return {&rows[i], column_stride};
  }
};

/// The first keys of each segment, with their values, by one team per segment.
/// Each is a row of the result.
template <class Exec, class Order, class Segments, class Value = NoValue>
struct SelectSegments {
  using Key  = typename Order::key_type;
  using TopK = KernelTopK<Order, Value>;

  static constexpr int team = TeamShape<Exec>::size;
  /// As many teams as Kokkos launches on every backend, at most.
  static constexpr std::size_t most_teams = 65535;

  Order order;
  Strided<Key const> keys;
  std::uint64_t n;
  Segments segments;
  SegmentRows<Key> result;
  std::size_t k;
  Strided<Value const> values;
  SegmentRows<Value> result_values;

  static void run(Exec const& exec, SelectSegments const& select) {
    launch_teams<team, selecting_teams>(
        "KokkosSort::segmented_top_k::select", exec,
        std::min(select.segments.count, most_teams), select);
  }

  KOKKOS_INLINE_FUNCTION std::size_t scratch_bytes() const {
    return TopK::scratch_bytes(k);
  }

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    std::byte* const scratch  = team_scratch(member, scratch_bytes());
    std::uint64_t const count = segments.used();
    for (auto i = static_cast<std::uint64_t>(member.league_rank()); i < count;
         i += static_cast<std::uint64_t>(member.league_size())) {
      SegmentBounds const bounds = segments.bounds(i, n);
      Strided<Value const> from{};
      Arrays<Key, Value> to{result.row(i), {}};
      if constexpr (is_value_v<Value>) {
        from      = {&values[bounds.begin], values.stride};
        to.values = result_values.row(i);
      }
      TopK::select(member, scratch, order, {&keys[bounds.begin], keys.stride},
                   from, bounds.size(), to,
                   bounds.size() < k ? bounds.size() : k);
    }
  }
};

}  // namespace KokkosSort::Impl

#endif
