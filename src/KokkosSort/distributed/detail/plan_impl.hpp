// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_DETAIL_PLAN_IMPL_HPP
#define KOKKOSSORT_DISTRIBUTED_DETAIL_PLAN_IMPL_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/algorithm/payload/gather.hpp>
#include <KokkosSort/argsort.hpp>
#include <KokkosSort/front/permute_dispatch.hpp>
#include <KokkosSort/distributed/transport/peer_put.hpp>
#include <KokkosSort/distributed/transport/exchange.hpp>
#include <KokkosSort/distributed/partition/layout.hpp>
#include <KokkosSort/distributed/detail/multiway_merge.hpp>
#include <KokkosSort/distributed/transport/payload_exchange.hpp>
#include <KokkosSort/distributed/comm/progress.hpp>
#include <KokkosSort/distributed/comm/region.hpp>
#include <KokkosSort/distributed/detail/sort_over_ranks.hpp>
#include <KokkosSort/distributed/partition/splitter_search.hpp>
#include <KokkosSort/workspace.hpp>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>

namespace KokkosSort::Distributed::Impl {

/// index(i) = first + i
template <class Index>
struct FillPositions {
  Index* positions;
  std::uint64_t first;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::uint64_t i) const {
    positions[i] = static_cast<Index>(first + i);
  }
};

/// positions(order(i)) = i
template <class Index>
struct InvertOrder {
  Index const* order;
  Index* positions;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::uint64_t i) const {
    positions[order[i]] = static_cast<Index>(i);
  }
};

/// Indices of a plan, and the transports that use them. `sent_from` has the
/// element of this rank per position in the send buffer; `sent_at` is its
/// inverse. `received_at` has the position in the receive buffer per element of
/// the result.
template <class MemorySpace>
class PlanImpl {
  template <class Index>
  struct Indices {
    Kokkos::View<Index*, MemorySpace> sent_from;
    Kokkos::View<Index*, MemorySpace> sent_at;
    Kokkos::View<Index*, MemorySpace> received_at;
  };
  using ShortIndices = Indices<std::uint32_t>;
  using LongIndices  = Indices<std::uint64_t>;

 public:
  template <class Exec, class Keys, class... Options>
  PlanImpl(char const* function, Exec const& exec, MPI_Comm user,
           Keys const& keys, std::size_t extent_out, Options const&... options)
      : m_comm(&communicator_of(function, user)),
        m_extent_in(keys.extent(0)),
        m_extent_out(extent_out) {
    Region const region("KokkosSort::", function);
    using Key = typename Keys::non_const_value_type;
    m_setting = exchange_option(options...);
    std::optional<Maker<Exec, Key, Options...>> maker;
    std::exception_ptr const failure = capture_exception([&] {
      maker.emplace(exec, options...);
      m_setting = with_environment(function, m_setting);
      check_setting<Exec>(function, m_setting);
      reserve_indices(exec);
      std::visit([&](auto& own) { maker->reserve(own, keys, *m_comm); },
                 m_indices);
    });
    agree_on_error(
        *m_comm, failure, function,
        signature_of<Exec, Key, NoValue>(function, m_setting, options...));
    run_or_abort(function, *m_comm, [&] {
      m_layout = make_layout(function, *m_comm, m_extent_in, m_extent_out);
      m_choice = choose_transport<Exec>(function, *m_comm, m_setting);
      std::visit([&](auto& own) { maker->make(own, keys, *this); }, m_indices);
      fence_with_progress(exec, m_comm->get(),
                          "KokkosSort::Distributed::Plan: made");
    });
  }

  std::size_t extent_in() const { return m_extent_in; }
  std::size_t extent_out() const { return m_extent_out; }
  std::uint64_t first_in() const {
    return m_layout.sources.begin(m_comm->rank());
  }
  std::uint64_t first_out() const {
    return m_layout.destinations.begin(m_comm->rank());
  }
  std::uint64_t total() const { return m_layout.sources.total(); }

  template <class Exec, class In, class Out>
  void forward(char const* function, Exec const& exec, In const& in,
               Out const& out) {
    move(
        function, exec, in, m_extent_in, out, m_extent_out,
        [&](auto const& own, auto const& payload) {
          payload.forward(*m_comm, m_choice, own.sent_from.data(), m_send,
                          own.received_at.data(), m_receive);
        },
        [&](auto const& own, auto const& from, auto const& to,
            std::size_t width) {
          if (!m_peer_put.prepare(*m_comm, exec, m_setting.chunk_bytes, width,
                                  own.received_at.data(), m_receive))
            return false;
          m_peer_put.forward(*m_comm, exec, from, own.sent_from.data(), m_send,
                             own.received_at.data(), m_receive, to,
                             apart_everywhere(*m_comm, span_of("payload", in),
                                              span_of("payload_out", out)));
          return true;
        });
  }

  template <class Exec, class In, class Out>
  void inverse(char const* function, Exec const& exec, In const& in,
               Out const& out) {
    move(
        function, exec, in, m_extent_out, out, m_extent_in,
        [&](auto const& own, auto const& payload) {
          payload.inverse(*m_comm, m_choice, own.received_at.data(), m_receive,
                          own.sent_at.data(), m_send);
        },
        NoPeerPut{});
  }

 private:
  template <class Exec>
  void reserve_indices(Exec const& exec) {
    constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
    if (m_extent_in > most || m_extent_out > most)
      m_indices.template emplace<LongIndices>();
    std::visit(
        [&](auto& own) {
          using View          = decltype(own.sent_at);
          auto const allocate = [&](char const* name, std::size_t n) {
            return View(
                Kokkos::view_alloc(
                    exec, Kokkos::WithoutInitializing,
                    labeled(std::string("KokkosSort::Distributed::Plan::") +
                            name)),
                n);
          };
          own.sent_from   = allocate("sent_from", m_extent_in);
          own.sent_at     = allocate("sent_at", m_extent_in);
          own.received_at = allocate("received_at", m_extent_out);
        },
        m_indices);
  }

  /// Makes the indices by a sort of the keys that carries them.
  template <class Exec, class Key, class... Options>
  class Maker;

  template <class ViewType>
  static std::size_t columns_of(ViewType const& view) {
    return ViewType::rank == 1 ? 1 : view.extent(1);
  }

  struct NoPeerPut {};

  std::size_t bytes_per_rank(std::size_t width) const {
    return total() / static_cast<std::size_t>(m_comm->size()) * width;
  }

  /// Checks a payload, lets the ranks agree, and moves it.
  /// @param staged moves it through the send and receive buffers
  /// @param direct moves it without; returns false if it cannot
  template <class Exec, class In, class Out, class Staged, class Direct>
  void move(char const* function, Exec const& exec, In const& in,
            std::size_t rows_in, Out const& out, std::size_t rows_out,
            Staged const& staged, Direct const& direct) {
    using T = typename Out::value_type;
    static_assert((In::rank == 1 || In::rank == 2) && In::rank == Out::rank,
                  "payloads are views of rank 1 or 2, both of the same rank");
    static_assert(std::is_same_v<typename In::non_const_value_type, T>,
                  "payload and payload_out must have the same type");
    using KokkosSort::Impl::Arena;
    using KokkosSort::Impl::check_extent;
    Region const region("KokkosSort::", function);
    std::size_t const columns = columns_of(out);
    std::size_t const width   = columns * sizeof(T);
    auto const take           = [&](Arena& arena, std::size_t rows) {
      return Rows<T>{arena.take<T>(rows * columns),
                     static_cast<std::ptrdiff_t>(columns), 1, columns};
    };
    auto const reserve = [&] {
      Arena measure;
      take(measure, rows_in);
      take(measure, rows_out);
      m_buffers.reserve(exec, measure.used());
    };
    constexpr bool has_peer_put =
        nccl_is_built_v<Exec> && !std::is_same_v<Direct, NoPeerPut>;
    bool tries_peer_put = false;
    if constexpr (has_peer_put)
      tries_peer_put = PeerPut::suits(*m_comm, m_choice, bytes_per_rank(width));
    std::exception_ptr const failure = capture_exception([&] {
      check_extent(function, "payload", in.extent(0), "the plan", rows_in);
      check_extent(function, "payload_out", out.extent(0), "the plan",
                   rows_out);
      if (columns_of(in) != columns)
        KokkosSort::Impl::invalid_argument(
            function, "payload",
            "has " + std::to_string(columns_of(in)) +
                " columns, but 'payload_out' has " + std::to_string(columns));
      if (!tries_peer_put) reserve();
    });
    Signature signature;
    signature.words[Signature::function]  = hash_of(function);
    signature.words[Signature::keys]      = type_hash<T>();
    signature.words[Signature::key_bytes] = width;
    signature.words[Signature::space]     = type_hash<Exec>();
    agree_on_error(*m_comm, failure, function, signature);
    run_or_abort(function, *m_comm, [&] {
      auto const from = KokkosSort::Impl::rows_of<T const>(in);
      auto const to   = KokkosSort::Impl::rows_of<T>(out);
      bool is_moved   = false;
      if constexpr (has_peer_put) {
        if (tries_peer_put) {
          is_moved = std::visit(
              [&](auto const& own) { return direct(own, from, to, width); },
              m_indices);
          if (!is_moved) agree_on_error(*m_comm, capture_exception(reserve));
        }
      }
      if (!is_moved) {
        Arena arena(m_buffers.data(), m_buffers.bytes());
        Rows<T> const sent     = take(arena, rows_in);
        Rows<T> const received = take(arena, rows_out);
        PayloadExchange<Exec, T> const payload(exec, from, sent, received, to);
        std::visit([&](auto const& own) { staged(own, payload); }, m_indices);
      }
      fence_with_progress(
          exec, m_comm->get(),
          "KokkosSort::Distributed::Plan: the payload has arrived");
    });
  }

  Communicator* m_comm;
  std::size_t m_extent_in;
  std::size_t m_extent_out;
  Exchange m_setting;
  TransportChoice m_choice;
  Layout m_layout;
  SendCounts m_send;
  SendCounts m_receive;
  PeerPut m_peer_put;
  std::variant<ShortIndices, LongIndices> m_indices;
  KokkosSort::Workspace<MemorySpace> m_buffers;
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
  void reserve(Indices<Index> const& own, KeysIn const& keys,
               Communicator const& comm) {
    std::size_t const before = own.sent_from.extent(0);
    std::size_t const after  = own.received_at.extent(0);
    m_sorted                 = allocate("sorted_keys", before);
    m_received               = allocate("received_keys", after);
    std::size_t bytes        = KokkosSort::argsort_workspace_size(
        m_exec, own.sent_from, keys, m_option, Algorithm{});
    if (merges(comm)) {
      KokkosSort::Impl::Arena measure;
      Merge<Index>::take(measure, after, comm.size());
      bytes = std::max(bytes, measure.used());
    } else {
      bytes = std::max(bytes, KokkosSort::argsort_workspace_size(
                                  m_exec, own.received_at, m_received, m_option,
                                  Algorithm{}));
    }
    m_memory.reserve(m_exec, bytes);
  }

  template <class Index, class KeysIn>
  void make(Indices<Index> const& own, KeysIn const& keys, PlanImpl& plan) {
    Communicator& comm = *plan.m_comm;
    plan.m_send        = split_by_rank(comm, m_exec, m_option, m_sorted.data(),
                                       plan.m_layout, [&] { sort_own(own, keys); });
    plan.m_receive     = incoming(comm, plan.m_send);
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
    plan.forward(function, exec, own, positions);
  } else {
    plan.inverse(function, exec, own, positions);
  }
}

}  // namespace KokkosSort::Distributed::Impl

#endif
