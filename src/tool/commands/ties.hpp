// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_COMMANDS_TIES_HPP
#define KOKKOSSORT_TOOL_COMMANDS_TIES_HPP

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <string>

namespace KokkosSort::Tool {

using Space   = Kokkos::DefaultExecutionSpace;
using Device  = Space::device_type;
using Numbers = Kokkos::View<std::uint64_t*, Device>;

inline Numbers make_numbers(const std::string& label, std::uint64_t n) {
  return Numbers(Kokkos::view_alloc(Kokkos::WithoutInitializing, label), n);
}

inline auto device_range(std::uint64_t n) {
  return Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>(
      0, static_cast<std::int64_t>(n));
}

/// Elements that are equal to a neighbor in all parts of the key compared so
/// far, in order.
struct Ties {
  Numbers slot;   ///< place in the order of all elements
  Numbers index;  ///< the element at that place
  Numbers group;  ///< number that equal elements share; ascending

  std::uint64_t count() const { return index.extent(0); }
};

/// Which elements of a sorted sequence are tied: those whose key and group are
/// a neighbor's.
struct IsTied {
  Numbers key, group;
  std::int64_t count;

  KOKKOS_FUNCTION bool same_as_before(std::int64_t i) const {
    return key(i) == key(i - 1) && group(i) == group(i - 1);
  }
  KOKKOS_FUNCTION bool operator()(std::int64_t i) const {
    return (i > 0 && same_as_before(i)) ||
           (i + 1 < count && same_as_before(i + 1));
  }
};

inline std::uint64_t count_ties(const IsTied& is_tied) {
  std::uint64_t count = 0;
  Kokkos::parallel_reduce(
      "kokkos-sort: count ties",
      device_range(static_cast<std::uint64_t>(is_tied.count)),
      KOKKOS_LAMBDA(const std::int64_t i, std::uint64_t& sum) {
        sum += is_tied(i) ? 1 : 0;
      },
      count);
  return count;
}

/// The `count` elements that are still tied of those in `before`.
inline Ties collect_ties(const IsTied& is_tied, const Ties& before,
                         std::uint64_t count) {
  const Ties ties{make_numbers("kokkos-sort: tied slots", count),
                  make_numbers("kokkos-sort: tied elements", count),
                  make_numbers("kokkos-sort: tied groups", count)};
  Kokkos::parallel_scan(
      "kokkos-sort: collect ties", device_range(before.count()),
      KOKKOS_LAMBDA(const std::int64_t i, std::uint64_t& place,
                    const bool is_final) {
        if (!is_tied(i)) return;
        if (is_final) {
          ties.slot(place)  = before.slot(i);
          ties.index(place) = before.index(i);
          // 1 where a group begins: the sum of these, below, numbers the
          // groups.
          ties.group(place) = i > 0 && is_tied.same_as_before(i) ? 0 : 1;
        }
        ++place;
      });
  Kokkos::parallel_scan(
      "kokkos-sort: number the groups", device_range(count),
      KOKKOS_LAMBDA(const std::int64_t i, std::uint64_t& sum,
                    const bool is_final) {
        sum += ties.group(i);
        if (is_final) ties.group(i) = sum;
      });
  return ties;
}

/// values(i) = i
inline void number(const Numbers& values) {
  Kokkos::parallel_for(
      "kokkos-sort: number", device_range(values.extent(0)),
      KOKKOS_LAMBDA(const std::int64_t i) {
        values(i) = static_cast<std::uint64_t>(i);
      });
}

/// target(i) = source(position(i))
inline void fetch(const Numbers& target, const Numbers& source,
                  const Numbers& position) {
  Kokkos::parallel_for(
      "kokkos-sort: fetch", device_range(position.extent(0)),
      KOKKOS_LAMBDA(const std::int64_t i) { target(i) = source(position(i)); });
}

/// target(position(i)) = source(i)
inline void place(const Numbers& target, const Numbers& source,
                  const Numbers& position) {
  Kokkos::parallel_for(
      "kokkos-sort: place", device_range(position.extent(0)),
      KOKKOS_LAMBDA(const std::int64_t i) { target(position(i)) = source(i); });
}

}  // namespace KokkosSort::Tool

#endif
