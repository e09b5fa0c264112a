// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_DETAIL_PLAN_BY_KEYS_HPP
#define KOKKOSSORT_DISTRIBUTED_DETAIL_PLAN_BY_KEYS_HPP

#include <KokkosSort/argsort.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/distributed/comm/agreement.hpp>
#include <KokkosSort/distributed/detail/equal_keys.hpp>
#include <KokkosSort/distributed/detail/local_sort.hpp>
#include <KokkosSort/distributed/detail/multiway_merge.hpp>
#include <KokkosSort/distributed/detail/plan_impl.hpp>
#include <KokkosSort/distributed/partition/splitter_search.hpp>
#include <KokkosSort/distributed/transport/exchange.hpp>
#include <KokkosSort/front/permute_dispatch.hpp>
#include <KokkosSort/permute.hpp>
#include <KokkosSort/workspace.hpp>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace KokkosSort::Distributed::Impl {

using KokkosSort::Impl::Move;

/// positions(order(i)) = i
template <class Index>
struct InvertOrder {
  Index const* order;
  Index* positions;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::uint64_t i) const {
    positions[order[i]] = static_cast<Index>(i);
  }
};

template <class MemorySpace>
template <class Exec, class Key, class... Options>
class PlanImpl<MemorySpace>::Maker {
  using Option    = std::remove_cvref_t<decltype(order_option(
      std::declval<Options const&>()...))>;
  using Order     = decltype(KokkosSort::Impl::pick_order<Key>(
      std::declval<Option const&>()));
  using Algorithm = typename LocalAlgorithm<Exec, Key, Options...>::type;
  using Keys      = Kokkos::View<Key*, MemorySpace>;
  template <class Index>
  using Merge = MultiwayMerge<Exec, Order, WriteSource<Index>>;

 public:
  explicit Maker(Exec const& exec, Options const&... options)
      : m_exec(exec), m_option(order_option(options...)) {}

  template <class Index, class KeysIn>
  void reserve(Indices<Index> const& own, KeysIn const& keys) {
    m_sorted = allocate("sorted_keys", own.sent_from.extent(0));
    m_memory.reserve(
        m_exec, KokkosSort::argsort_workspace_size(m_exec, own.sent_from, keys,
                                                   m_option, Algorithm{}));
  }

  /// Reserves memory for the elements that arrive.
  template <class Index>
  void reserve_result(Indices<Index>& own, PlanImpl const& plan) {
    std::size_t const after = plan.m_extent_out;
    PlanImpl::allocate(m_exec, own.received_at, "received_at", after);
    m_received = allocate("received_keys", after);
    if (merges(*plan.m_comm)) {
      KokkosSort::Impl::Arena measure;
      Merge<Index>::take(measure, after, plan.m_comm->size());
      m_memory.reserve(m_exec, measure.used());
    } else {
      m_memory.reserve(m_exec, KokkosSort::argsort_workspace_size(
                                   m_exec, own.received_at, m_received,
                                   m_option, Algorithm{}));
    }
  }

  template <class Index, class KeysIn>
  void make(Indices<Index>& own, KeysIn const& keys, PlanImpl& plan) {
    Communicator& comm = *plan.m_comm;
    plan.m_send        = split_by_rank(comm, m_exec, m_option, m_sorted.data(),
                                       plan.m_layout, [&] { sort_own(own, keys); });
    if constexpr (joins_equal_v<Options...>)
      plan.m_send =
          EqualKeys<Exec, Key, Option>(comm, m_exec, m_option, m_sorted)
              .join(plan.m_send);
    plan.m_receive = incoming(comm, plan.m_send);
    if constexpr (joins_equal_v<Options...>) take_extent(own, plan);
    exchange(comm, m_exec, plan.m_choice, plan.m_send, m_sorted.data(),
             plan.m_receive, m_received.data(), sizeof(Key));
    agree_on_error(comm, capture_exception([&] {
                     if (merges(comm)) {
                       merge(own, plan.m_receive);
                     } else {
                       KokkosSort::argsort(m_exec, own.received_at, m_received,
                                           m_option, Algorithm{}, m_memory);
                     }
                   }));
  }

 private:
  /// The extents follow from the keys.
  template <class Index>
  void take_extent(Indices<Index>& own, PlanImpl& plan) {
    plan.m_extent_out = plan.m_receive.total();
    agree_on_error(*plan.m_comm, capture_exception([&] {
      KokkosSort::Impl::check_index<Index>("Distributed::Plan", "extent_out",
                                           plan.m_extent_out);
      reserve_result(own, plan);
    }));
    plan.m_layout =
        gather_layout(*plan.m_comm, plan.m_extent_in, plan.m_extent_out);
  }

  template <class Index, class KeysIn>
  void sort_own(Indices<Index> const& own, KeysIn const& keys) {
    KokkosSort::argsort(m_exec, own.sent_from, keys, m_option, Algorithm{},
                        m_memory);
    if (keys.extent(0) > 0)
      Kokkos::parallel_for(
          labeled("KokkosSort::Distributed::Plan::invert"),
          LongRange<Exec>(m_exec, 0, keys.extent(0)),
          InvertOrder<Index>{own.sent_from.data(), own.sent_at.data()});
    KokkosSort::Impl::gather_rows(
        "KokkosSort::Distributed::Plan::sort_keys", m_exec,
        KokkosSort::Impl::strided(own.sent_from), keys.extent(0),
        move_list(Move<Key>{KokkosSort::Impl::rows_of<Key const>(keys),
                            KokkosSort::Impl::rows_of<Key>(m_sorted)}));
  }

  /// Whether one pass merges the runs. Otherwise the keys are sorted again.
  static bool merges(Communicator const& comm) {
    return Order::equal_is_identical && comm.size() <= Runs::most;
  }

  template <class Index>
  void merge(Indices<Index> const& own, SendCounts const& parts) {
    KokkosSort::Impl::Arena arena(m_memory.data(), m_memory.bytes());
    Merge<Index>::run(m_exec, KokkosSort::Impl::pick_order<Key>(m_option),
                      runs_of(parts), m_received.data(),
                      static_cast<Key*>(nullptr),
                      WriteSource<Index>{own.received_at.data()}, arena);
  }

  Keys allocate(char const* name, std::size_t n) const {
    return Keys(Kokkos::view_alloc(
                    m_exec, Kokkos::WithoutInitializing,
                    labeled(std::string("KokkosSort::Distributed::") + name)),
                n);
  }

  Exec m_exec;
  Option m_option;
  Keys m_sorted;
  Keys m_received;
  KokkosSort::Workspace<MemorySpace> m_memory;
};

/// Runs argsort() or global_rank(): positions are the payload of a plan.
template <bool Forward, class Exec, class Positions, class Keys,
          class... Options>
void exchange_positions(char const* function, Exec const& exec, MPI_Comm user,
                        Positions const& positions, Keys const& keys,
                        std::size_t extent_out, Options const&... options) {
  using Index = typename Positions::value_type;
  using Space = typename Exec::memory_space;
  static_assert(std::is_integral_v<Index>,
                "positions are written to a view of an integral type");
  static_assert(is_accessible_v<Exec, Positions> && is_accessible_v<Exec, Keys>,
                "the views must be accessible from the execution space");
  PlanImpl<Space> plan(function, exec, user, keys, extent_out, options...);
  Communicator const& comm = communicator_of(function, user);
  std::size_t const rows   = Forward ? plan.extent_in() : plan.extent_out();
  Kokkos::View<Index*, Space> own;
  agree_on_error(
      comm, capture_exception([&] {
        KokkosSort::Impl::check_index<Index>(
            function, Forward ? "permutation" : "ranks", plan.total());
        own = Kokkos::View<Index*, Space>(
            Kokkos::view_alloc(exec, Kokkos::WithoutInitializing,
                               labeled("KokkosSort::Distributed::places")),
            rows);
      }));
  std::uint64_t const first = Forward ? plan.first_in() : plan.first_out();
  if (rows > 0)
    Kokkos::parallel_for(labeled("KokkosSort::Distributed::fill_places"),
                         LongRange<Exec>(exec, 0, rows),
                         FillPositions<Index>{own.data(), first});
  if constexpr (Forward) {
    plan.forward(function, exec, KokkosSort::gather(own, positions));
  } else {
    plan.inverse(function, exec, KokkosSort::gather(own, positions));
  }
}

}  // namespace KokkosSort::Distributed::Impl

#endif
