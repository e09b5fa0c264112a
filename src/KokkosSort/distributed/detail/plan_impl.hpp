// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_DETAIL_PLAN_IMPL_HPP
#define KOKKOSSORT_DISTRIBUTED_DETAIL_PLAN_IMPL_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/distributed/comm/agreement.hpp>
#include <KokkosSort/distributed/comm/progress.hpp>
#include <KokkosSort/distributed/comm/region.hpp>
#include <KokkosSort/distributed/detail/sort_over_ranks.hpp>
#include <KokkosSort/distributed/detail/started_move.hpp>
#include <KokkosSort/distributed/partition/layout.hpp>
#include <KokkosSort/distributed/transport/exchange.hpp>
#include <KokkosSort/distributed/transport/payload_exchange.hpp>
#include <KokkosSort/distributed/transport/peer_put.hpp>
#include <KokkosSort/front/permute_dispatch.hpp>
#include <KokkosSort/permute.hpp>
#include <KokkosSort/workspace.hpp>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
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

/// Indices of a plan, and the transports that use them. `sent_from` has the
/// element of this rank per position in the send buffer. In a plan by ranks the
/// result is the receive buffer. A plan by keys has two more indices: `sent_at`
/// is the inverse of `sent_from`. `received_at` has the position in the receive
/// buffer per element of the result.
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
  /// Plans by keys.
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
      select_index(std::max(m_extent_in, m_extent_out));
      std::visit(
          [&](auto& own) {
            allocate(exec, own.sent_from, "sent_from", m_extent_in);
            allocate(exec, own.sent_at, "sent_at", m_extent_in);
            maker->reserve(own, keys);
            if constexpr (!joins_equal_v<Options...>)
              maker->reserve_result(own, *this);
          },
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

  /// Plans by the destination ranks of the elements. A failure of one rank
  /// comes before the first message, so all agree on it.
  template <class Exec, class Destinations>
  PlanImpl(char const* function, Exec const& exec, MPI_Comm user,
           Destinations const& to, Exchange const& setting)
      : m_comm(&communicator_of(function, user)),
        m_extent_in(to.rows()),
        m_is_by_ranks(true),
        m_has_copies(Destinations::has_copies),
        m_setting(setting) {
    Region const region("KokkosSort::", function);
    std::exception_ptr const failure = capture_exception([&] {
      m_setting = with_environment(function, m_setting);
      check_setting<Exec>(function, m_setting);
      std::size_t const copies = to.ranks.extent(0);
      select_index(std::max(m_extent_in, copies));
      std::visit(
          [&](auto& own) {
            allocate(exec, own.sent_from, "sent_from", copies);
            m_send = RanksMaker<Exec, Destinations>(exec, to, m_comm->size())
                         .make(function, own);
          },
          m_indices);
    });
    Signature signature =
        signature_of<Exec, NoValue, NoValue>(function, m_setting);
    signature.words[Signature::function] =
        hash_of(m_has_copies ? "to_ranks(offsets, ranks)" : "to_ranks(ranks)");
    agree_on_error(*m_comm, failure, function, signature);
    run_or_abort(function, *m_comm, [&] {
      m_choice     = choose_transport<Exec>(function, *m_comm, m_setting);
      m_receive    = incoming(*m_comm, m_send);
      m_extent_out = m_receive.total();
      m_layout     = gather_layout(*m_comm, m_extent_in, m_extent_out);
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
  SendCounts const& sent() const { return m_send; }
  SendCounts const& received() const { return m_receive; }

  template <class Exec, class... Payloads>
  void forward(char const* function, Exec const& exec,
               Payloads const&... payloads) {
    move<Way{true, true}>(function, exec, payloads...);
  }
  template <class Exec, class... Payloads>
  void inverse(char const* function, Exec const& exec,
               Payloads const&... payloads) {
    move<Way{false, true}>(function, exec, payloads...);
  }
  template <class Exec, class... Payloads>
  void start_forward(char const* function, Exec const& exec,
                     Payloads const&... payloads) {
    move<Way{true, false}>(function, exec, payloads...);
  }
  template <class Exec, class... Payloads>
  void start_inverse(char const* function, Exec const& exec,
                     Payloads const&... payloads) {
    move<Way{false, false}>(function, exec, payloads...);
  }

  void wait(char const* function) {
    Region const region("KokkosSort::", function);
    if (!m_started->is_open())
      throw std::logic_error(std::string("KokkosSort::") + function +
                             ": the plan has started no move");
    run_or_abort(function, *m_comm, [&] { m_started->wait(); });
  }

 private:
  /// Makes the indices by a sort of the keys that carries them.
  template <class Exec, class Key, class... Options>
  class Maker;

  /// Makes the indices by a sort of the destination ranks that carries them.
  template <class Exec, class Destinations>
  class RanksMaker;

  /// Direction of a move, and whether it ends in the call.
  struct Way {
    bool is_forward;
    bool is_whole;
  };

  static constexpr char const* has_arrived =
      "KokkosSort::Distributed::Plan: the payload has arrived";

  template <class Payload>
  using ElementOf = typename decltype(Payload::destination)::value_type;

  void select_index(std::size_t elements) {
    if (elements > std::numeric_limits<std::uint32_t>::max())
      m_indices.template emplace<LongIndices>();
  }

  template <class Exec, class View>
  static void allocate(Exec const& exec, View& view, char const* name,
                       std::size_t n) {
    view = View(
        Kokkos::view_alloc(
            exec, Kokkos::WithoutInitializing,
            labeled(std::string("KokkosSort::Distributed::Plan::") + name)),
        n);
  }

  template <class ViewType>
  static std::size_t columns_of(ViewType const& view) {
    return ViewType::rank == 1 ? 1 : view.extent(1);
  }

  /// @param name of the payload if there are several, otherwise empty
  template <class Payload>
  static void check_payload(char const* function, std::string const& name,
                            Payload const& payload, std::size_t rows_in,
                            std::size_t rows_out) {
    using KokkosSort::Impl::check_extent;
    std::string const in = name.empty() ? "payload" : name + ".source";
    std::string const out =
        name.empty() ? "payload_out" : name + ".destination";
    check_extent(function, in.c_str(), payload.source.extent(0), "the plan",
                 rows_in);
    check_extent(function, out.c_str(), payload.destination.extent(0),
                 "the plan", rows_out);
    if (columns_of(payload.source) != columns_of(payload.destination))
      KokkosSort::Impl::invalid_argument(
          function, in.c_str(),
          "has " + std::to_string(columns_of(payload.source)) +
              " columns, but '" + out + "' has " +
              std::to_string(columns_of(payload.destination)));
  }

  /// Checks payloads, lets the ranks agree, and moves them or starts to.
  template <Way way, class Exec, class... Payloads>
  void move(char const* function, Exec const& exec,
            Payloads const&... payloads) {
    constexpr std::size_t count = sizeof...(Payloads);
    SendCounts const& send      = way.is_forward ? m_send : m_receive;
    SendCounts const& receive   = way.is_forward ? m_receive : m_send;
    std::size_t const rows_in   = way.is_forward ? m_extent_in : m_extent_out;
    std::size_t const rows_out  = way.is_forward ? m_extent_out : m_extent_in;
    Region const region("KokkosSort::", function);
    RecordLayout<count> const records(
        {columns_of(payloads.destination) * sizeof(ElementOf<Payloads>)...},
        {alignof(ElementOf<Payloads>)...});
    auto const take = [&](KokkosSort::Impl::Arena& arena,
                          SendCounts const& parts) {
      return arena.take<std::byte>(parts.total() * records.bytes);
    };
    auto const reserve = [&] {
      KokkosSort::Impl::Arena measure;
      take(measure, send);
      take(measure, receive);
      m_buffers.reserve(exec, measure.used());
    };
    bool const tries_peer_put =
        way.is_forward && way.is_whole && count == 1 && nccl_is_built_v<Exec> &&
        !m_is_by_ranks &&
        PeerPut::suits(
            *m_comm, m_choice,
            total() / static_cast<std::size_t>(m_comm->size()) * records.bytes);
    std::exception_ptr const failure = capture_exception([&] {
      if (m_started->is_open())
        KokkosSort::Impl::invalid_argument(
            function, "the plan",
            "has started a move, so it takes wait() next");
      if (!way.is_forward && m_has_copies)
        KokkosSort::Impl::invalid_argument(
            function, "the plan",
            "sends elements to several ranks, so it has no inverse");
      std::size_t number = 0;
      (check_payload(
           function,
           count == 1 ? "" : "payloads[" + std::to_string(number++) + "]",
           payloads, rows_in, rows_out),
       ...);
      if (!tries_peer_put) reserve();
    });
    agree_on_error(*m_comm, failure, function,
                   payload_signature<Exec>(function, payloads...));
    run_or_abort(function, *m_comm, [&] {
      bool is_moved = false;
      if constexpr (way.is_forward && way.is_whole && count == 1 &&
                    nccl_is_built_v<Exec>) {
        if (tries_peer_put) {
          is_moved = put(exec, records.bytes, payloads...);
          if (!is_moved) agree_on_error(*m_comm, capture_exception(reserve));
        }
      }
      if (!is_moved) {
        KokkosSort::Impl::Arena arena(m_buffers.data(), m_buffers.bytes());
        std::byte* const packed  = take(arena, send);
        std::byte* const arrived = take(arena, receive);
        constexpr std::index_sequence_for<Payloads...> numbers{};
        pack_records<way.is_forward>(exec, send.total(), packed, records,
                                     numbers, payloads...);
        // Independent of this object, which may move before wait().
        auto const unpack = [=, comm = m_comm->get(), indices = m_indices,
                             is_by_ranks = m_is_by_ranks,
                             rows = receive.total(), buffers = m_buffers] {
          unpack_records<way.is_forward>(exec, indices, is_by_ranks, rows,
                                         arrived, records, numbers,
                                         payloads...);
          fence_with_progress(exec, comm, has_arrived);
        };
        if constexpr (way.is_whole) {
          exchange(*m_comm, exec, m_choice, send, packed, receive, arrived,
                   records.bytes);
          unpack();
        } else {
          start_exchange(*m_comm, exec, m_choice, send, packed, receive,
                         arrived, records.bytes, m_started->messages());
          m_started->open(unpack);
        }
      } else {
        fence_with_progress(exec, m_comm->get(), has_arrived);
      }
    });
  }

  template <class Exec, class... Payloads>
  static Signature payload_signature(char const* function,
                                     Payloads const&... payloads) {
    Signature own;
    own.words[Signature::function] = hash_of(function);
    own.words[Signature::keys]     = type_hash<void(ElementOf<Payloads>...)>();
    for (std::size_t const bytes :
         {columns_of(payloads.destination) * sizeof(ElementOf<Payloads>)...})
      own.words[Signature::key_bytes] =
          own.words[Signature::key_bytes] * 0x100000001b3ull + bytes;
    own.words[Signature::space] = type_hash<Exec>();
    return own;
  }

  template <bool Forward, class Exec, std::size_t Count, std::size_t... Number,
            class... Payloads>
  void pack_records(Exec const& exec, std::uint64_t rows, std::byte* packed,
                    RecordLayout<Count> const& records,
                    std::index_sequence<Number...>,
                    Payloads const&... payloads) const {
    using KokkosSort::Impl::rows_of;
    using KokkosSort::Impl::strided;
    auto const moves = move_list(
        to_records(rows_of<ElementOf<Payloads> const>(payloads.source),
                   packed + records.offsets[Number], records.bytes)...);
    std::visit(
        [&](auto const& own) {
          if constexpr (Forward) {
            gather_records(exec, strided(own.sent_from), rows, moves);
          } else if (m_is_by_ranks) {
            gather_records(exec, SameRow{}, rows, moves);
          } else {
            scatter_records(exec, strided(own.received_at), rows, moves);
          }
        },
        m_indices);
  }

  template <bool Forward, class Exec, std::size_t Count, std::size_t... Number,
            class... Payloads>
  static void unpack_records(
      Exec const& exec, std::variant<ShortIndices, LongIndices> const& indices,
      bool is_by_ranks, std::uint64_t rows, std::byte const* arrived,
      RecordLayout<Count> const& records, std::index_sequence<Number...>,
      Payloads const&... payloads) {
    using KokkosSort::Impl::rows_of;
    using KokkosSort::Impl::strided;
    auto const moves = move_list(
        from_records(arrived + records.offsets[Number], records.bytes,
                     rows_of<ElementOf<Payloads>>(payloads.destination))...);
    std::visit(
        [&](auto const& own) {
          if constexpr (Forward) {
            if (is_by_ranks) {
              gather_records(exec, SameRow{}, rows, moves);
            } else {
              gather_records(exec, strided(own.received_at), rows, moves);
            }
          } else if (is_by_ranks) {
            scatter_records(exec, strided(own.sent_from), rows, moves);
          } else {
            gather_records(exec, strided(own.sent_at), rows, moves);
          }
        },
        indices);
  }

  /// Moves a payload without buffers. Returns false, on all ranks, if these
  /// ranks cannot.
  template <class Exec, class Payload>
  bool put(Exec const& exec, std::size_t width, Payload const& payload) {
    using T = ElementOf<Payload>;
    return std::visit(
        [&](auto const& own) {
          if (!m_peer_put.prepare(*m_comm, exec, m_setting.chunk_bytes, width,
                                  own.received_at.data(), m_receive))
            return false;
          m_peer_put.forward(
              *m_comm, exec, KokkosSort::Impl::rows_of<T const>(payload.source),
              own.sent_from.data(), m_send, own.received_at.data(), m_receive,
              KokkosSort::Impl::rows_of<T>(payload.destination),
              apart_everywhere(*m_comm, span_of("payload", payload.source),
                               span_of("payload_out", payload.destination)));
          return true;
        },
        m_indices);
  }

  Communicator* m_comm;
  std::size_t m_extent_in;
  std::size_t m_extent_out = 0;
  bool m_is_by_ranks       = false;
  bool m_has_copies        = false;
  Exchange m_setting;
  TransportChoice m_choice;
  Layout m_layout;
  SendCounts m_send;
  SendCounts m_receive;
  PeerPut m_peer_put;
  std::variant<ShortIndices, LongIndices> m_indices;
  KokkosSort::Workspace<MemorySpace> m_buffers;
  // Copies of a plan share it, as they share the buffers.
  std::shared_ptr<StartedMove> m_started = std::make_shared<StartedMove>();
};

}  // namespace KokkosSort::Distributed::Impl

#endif
