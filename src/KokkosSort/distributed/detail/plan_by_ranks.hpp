// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_DETAIL_PLAN_BY_RANKS_HPP
#define KOKKOSSORT_DISTRIBUTED_DETAIL_PLAN_BY_RANKS_HPP

#include <KokkosSort/bounds.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/distributed/comm/send_counts.hpp>
#include <KokkosSort/distributed/comm/space.hpp>
#include <KokkosSort/distributed/detail/plan_impl.hpp>
#include <KokkosSort/distributed/detail/to_ranks.hpp>
#include <KokkosSort/front/checks.hpp>
#include <KokkosSort/sort_by_key.hpp>

#include <Kokkos_Core.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace KokkosSort::Distributed::Impl {

/// Stands for the index of no element.
inline constexpr std::uint64_t no_element =
    std::numeric_limits<std::uint64_t>::max();

/// Copies destination ranks, with `ranks` for those to discard, and finds the
/// first one that is no rank.
template <class Rank>
struct ReadDestinations {
  Strided<Rank const> destinations;
  std::uint32_t* targets;
  std::uint32_t ranks;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& first) const {
    Rank const rank   = destinations[static_cast<std::size_t>(i)];
    bool is_discarded = false;
    if constexpr (std::is_signed_v<Rank>) is_discarded = rank < 0;
    bool const is_rank =
        !is_discarded && static_cast<std::uint64_t>(rank) < ranks;
    targets[i] = is_rank ? static_cast<std::uint32_t>(rank) : ranks;
    if (!is_rank && !is_discarded && i < first) first = i;
  }
};

/// Finds the first offset that does not fit: they rise from 0 to `end`.
template <class Offset>
struct CheckOffsets {
  Strided<Offset const> offsets;
  std::uint64_t rows;
  std::uint64_t end;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& first) const {
    auto const at = [&](std::uint64_t row) {
      return static_cast<std::uint64_t>(offsets[static_cast<std::size_t>(row)]);
    };
    bool const is_right = (i == 0 ? at(i) == 0 : at(i - 1) <= at(i)) &&
                          (i < rows || at(i) == end);
    if (!is_right && i < first) first = i;
  }
};

/// Replaces positions among the ranks of all elements by the elements.
template <class Index, class Offset>
struct ElementsOfCopies {
  Strided<Offset const> offsets;
  std::uint64_t rows;
  Index* index;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    // The last row that begins at or in front of the position.
    std::uint64_t low  = 0;
    std::uint64_t high = rows;
    while (high - low > 1) {
      std::uint64_t const middle = low + (high - low) / 2;
      if (static_cast<std::uint64_t>(
              offsets[static_cast<std::size_t>(middle)]) <= index[i])
        low = middle;
      else
        high = middle;
    }
    index[i] = static_cast<Index>(low);
  }
};

/// i, as a query for the begin of each rank's part.
struct FillRanks {
  std::uint32_t* ranks;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    ranks[i] = static_cast<std::uint32_t>(i);
  }
};

template <class MemorySpace>
template <class Exec, class Destinations>
class PlanImpl<MemorySpace>::RanksMaker {
  using Targets = Kokkos::View<std::uint32_t*, MemorySpace>;

 public:
  RanksMaker(Exec const& exec, Destinations const& to, int ranks)
      : m_exec(exec), m_to(to), m_ranks(static_cast<std::uint32_t>(ranks)) {}

  /// Fills `own.sent_from` and returns the parts of it per destination. A
  /// stable sort by destination keeps the elements of each in order. Not
  /// collective.
  template <class Index>
  SendCounts make(char const* function, Indices<Index> const& own) const {
    std::size_t const n = own.sent_from.extent(0);
    if constexpr (Destinations::has_copies) check_offsets(function, n);
    if (n == 0)
      return SendCounts(std::vector<std::uint64_t>(m_ranks + std::size_t{1}));
    Targets targets;
    allocate(m_exec, targets, "targets", n);
    read_destinations(function, targets);
    Kokkos::parallel_for(labeled("KokkosSort::Distributed::Plan::elements"),
                         LongRange<Exec>(m_exec, 0, n),
                         FillPositions<Index>{own.sent_from.data(), 0});
    KokkosSort::stable_sort_by_key(
        m_exec, targets, own.sent_from,
        bits(0, static_cast<int>(std::bit_width(m_ranks))));
    SendCounts parts = begins_in(targets);
    if constexpr (Destinations::has_copies) {
      using Offset = typename decltype(m_to.offsets)::non_const_value_type;
      if (parts.total() > 0)
        Kokkos::parallel_for(
            labeled("KokkosSort::Distributed::Plan::elements_of_copies"),
            LongRange<Exec>(m_exec, 0, parts.total()),
            ElementsOfCopies<Index, Offset>{
                KokkosSort::Impl::strided(read_only_view(m_to.offsets)),
                m_to.rows(), own.sent_from.data()});
    }
    m_exec.fence(
        labeled("KokkosSort::Distributed::Plan: the elements are grouped"));
    return parts;
  }

 private:
  template <class ViewType>
  static typename ViewType::const_type read_only_view(ViewType const& view) {
    return view;
  }

  /// Returns the least index that `kernel` finds among the first n.
  template <class Kernel>
  std::uint64_t first_of(char const* label, std::uint64_t n,
                         Kernel const& kernel) const {
    std::uint64_t first = no_element;
    Kokkos::parallel_reduce(labeled(label), LongRange<Exec>(m_exec, 0, n),
                            kernel, Kokkos::Min<std::uint64_t>(first));
    return first;
  }

  template <class ViewType>
  std::string element(ViewType const& view, std::uint64_t i) const {
    typename ViewType::non_const_value_type value{};
    copy_bytes<Kokkos::HostSpace, MemorySpace>(
        m_exec, &value,
        &KokkosSort::Impl::strided(view)[static_cast<std::size_t>(i)],
        sizeof(value));
    m_exec.fence(labeled("KokkosSort::Distributed::Plan: an element is there"));
    return "has " + std::to_string(value) + " at index " + std::to_string(i);
  }

  void read_destinations(char const* function, Targets const& targets) const {
    using Rank = typename decltype(m_to.ranks)::non_const_value_type;
    std::uint64_t const first = first_of(
        "KokkosSort::Distributed::Plan::read_destinations", targets.extent(0),
        ReadDestinations<Rank>{
            KokkosSort::Impl::strided(read_only_view(m_to.ranks)),
            targets.data(), m_ranks});
    if (first != no_element)
      KokkosSort::Impl::invalid_argument(
          function, "ranks",
          element(m_to.ranks, first) + ", but there are " +
              std::to_string(m_ranks) + " ranks");
  }

  void check_offsets(char const* function, std::size_t copies) const {
    using Offset = typename decltype(m_to.offsets)::non_const_value_type;
    std::string const range = ", but offsets rise from 0 to " +
                              std::to_string(copies) +
                              ", the extent of 'ranks'";
    if (m_to.offsets.extent(0) == 0)
      KokkosSort::Impl::invalid_argument(function, "offsets",
                                         "has extent 0" + range);
    std::uint64_t const first = first_of(
        "KokkosSort::Distributed::Plan::check_offsets", m_to.offsets.extent(0),
        CheckOffsets<Offset>{
            KokkosSort::Impl::strided(read_only_view(m_to.offsets)),
            m_to.rows(), copies});
    if (first != no_element)
      KokkosSort::Impl::invalid_argument(function, "offsets",
                                         element(m_to.offsets, first) + range);
  }

  SendCounts begins_in(Targets const& targets) const {
    std::size_t const count = m_ranks + std::size_t{1};
    Targets queries;
    Kokkos::View<std::uint64_t*, MemorySpace> begins;
    allocate(m_exec, queries, "queries", count);
    allocate(m_exec, begins, "begins", count);
    Kokkos::parallel_for(labeled("KokkosSort::Distributed::Plan::queries"),
                         LongRange<Exec>(m_exec, 0, count),
                         FillRanks{queries.data()});
    KokkosSort::lower_bound(m_exec, targets, queries, begins);
    std::vector<std::uint64_t> bounds(count);
    copy_bytes<Kokkos::HostSpace, MemorySpace>(
        m_exec, bounds.data(), begins.data(), count * sizeof(std::uint64_t));
    m_exec.fence(labeled("KokkosSort::Distributed::Plan: the parts are known"));
    return SendCounts(std::move(bounds));
  }

  Exec m_exec;
  Destinations m_to;
  std::uint32_t m_ranks;
};

}  // namespace KokkosSort::Distributed::Impl

#endif
