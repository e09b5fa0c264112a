// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_DETAIL_SORT_OVER_RANKS_HPP
#define KOKKOSSORT_DISTRIBUTED_DETAIL_SORT_OVER_RANKS_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/distributed/comm/agreement.hpp>
#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/transport/exchange.hpp>
#include <KokkosSort/distributed/partition/layout.hpp>
#include <KokkosSort/distributed/partition/levels.hpp>
#include <KokkosSort/distributed/detail/local_sort.hpp>
#include <KokkosSort/distributed/detail/merge_passes.hpp>
#include <KokkosSort/distributed/detail/peer_merge.hpp>
#include <KokkosSort/distributed/detail/span.hpp>
#include <KokkosSort/distributed/comm/distributed_options.hpp>
#include <KokkosSort/distributed/comm/progress.hpp>
#include <KokkosSort/distributed/comm/region.hpp>
#include <KokkosSort/distributed/transport/transport_choice.hpp>
#include <KokkosSort/distributed/partition/splitter_search.hpp>
#include <KokkosSort/workspace.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <initializer_list>
#include <optional>
#include <type_traits>
#include <utility>

namespace KokkosSort::Distributed::Impl {

using KokkosSort::Impl::Arena;

/// Returns the range of bits that the order compares, as one number.
template <class Order>
std::uint64_t bits_of(Order const&) {
  return 0;
}

template <bool IsDescending>
std::uint64_t bits_of(Bits<IsDescending> const& bits) {
  return std::uint64_t{static_cast<std::uint32_t>(bits.begin)} << 32 |
         static_cast<std::uint32_t>(bits.end);
}

/// Returns the properties of a call that must be equal on all ranks.
template <class Exec, class Key, class Value, class... Options>
Signature signature_of(char const* function, Exchange const& setting,
                       Options const&... options) {
  Signature own;
  auto& words                 = own.words;
  words[Signature::function]  = hash_of(function);
  words[Signature::keys]      = type_hash<Key>();
  words[Signature::key_bytes] = sizeof(Key);
  words[Signature::values]    = type_hash<Value>();
  auto const& order           = order_option(options...);
  words[Signature::order] = type_hash<std::remove_cvref_t<decltype(order)>>();
  words[Signature::bits]  = bits_of(order);
  words[Signature::algorithm] =
      type_hash<KokkosSort::Impl::PickedAlgorithm<Options...>>() +
      (wants_stable_v<Options...> ? 1 : 0) +
      (joins_equal_v<Options...> ? 2 : 0);
  // Spaces differ in samples per round and in whether they merge.
  words[Signature::space]       = type_hash<Exec>();
  words[Signature::transport]   = static_cast<std::uint64_t>(setting.transport);
  words[Signature::gpu_aware]   = static_cast<std::uint64_t>(setting.gpu_aware);
  words[Signature::chunk_bytes] = setting.chunk_bytes;
  words[Signature::levels]      = setting.levels;
  return own;
}

/// Sort over all ranks. Each rank sorts its own elements and finds exact split
/// points. One exchange sends contiguous parts. The runs that arrive, one per
/// rank, are merged, or sorted if there is no merge for the order. Two levels
/// run the last three phases twice, for fewer ranks each time.
template <class Exec, class Key, class Value, class... Options>
class SortOverRanks {
  using Space = typename Exec::memory_space;
  using Local = LocalSort<Exec, Key, Value, Options...>;
  using Order = decltype(KokkosSort::Impl::pick_order<Key>(
      std::declval<std::remove_cvref_t<decltype(order_option(
          std::declval<Options const&>()...))> const&>()));
  using Merge = MergePasses<Exec, Order, Value>;
  using Peers = PeerMerge<Exec, Key, Value, Options...>;

 public:
  using Own = Elements<Key, Value>;

  SortOverRanks(Exec const& exec, Options const&... options)
      : m_exec(exec), m_local(options...) {
    using KokkosSort::Impl::IsWorkspace;
    using KokkosSort::Impl::OwnMemory;
    OwnMemory const own;
    auto const& given = KokkosSort::Impl::pick<IsWorkspace>(own, options...);
    using Given       = std::remove_cvref_t<decltype(given)>;
    if constexpr (!std::is_same_v<Given, OwnMemory>) {
      static_assert(std::is_same_v<typename Given::memory_space, Space>,
                    "the workspace must be memory of the execution space's "
                    "own memory space");
      m_memory   = given;
      m_is_given = true;
    }
  }

  /// Bytes of the workspace, which is that of the local sort first and the
  /// receive buffer later.
  std::size_t bytes_needed(int ranks, std::size_t before,
                           std::size_t after) const {
    if (ranks == 1) return m_local.workspace_bytes(m_exec, before);
    Arena measure;
    take_received(measure, after, ranks);
    if (Merge::is_built) Merge::take(measure, after, ranks);
    std::size_t bytes = measure.used() + Arena::alignment;
    bytes = std::max(bytes, m_local.workspace_bytes(m_exec, before));
    if (!Merge::serves(ranks))
      bytes = std::max(bytes, m_local.workspace_bytes(m_exec, after));
    return bytes;
  }

  /// Checks or allocates the workspace, before the ranks agree to go on. If the
  /// ranks may read each other's memory instead, run() allocates.
  void reserve(char const* function, std::size_t bytes, int ranks,
               Exchange const& setting, bool in_place) {
    m_tries_peers =
        Peers::is_possible && in_place && Peers::suits(ranks, setting);
    if (m_is_given) {
      KokkosSort::Impl::check_workspace(function, m_memory.bytes(), bytes);
    } else if (m_tries_peers) {
      m_deferred = bytes;
    } else {
      m_memory.reserve(m_exec, bytes);
    }
  }

  /// Collective. `in` and `out` are the same arrays or do not overlap. Unless
  /// they are the same, `in` holds this rank's own elements, sorted, on return.
  void run(char const* function, Communicator& comm, Exchange const& setting,
           Layout const& layout, Own const& in, Own const& out) {
    if (comm.size() == 1) {
      sort_alone(comm, in, out);
      return;
    }
    TransportChoice const choice =
        choose_transport<Exec>(function, comm, setting);
    if constexpr (Peers::is_possible)
      if (m_tries_peers && sort_by_peers(comm, choice, layout, in)) return;
    auto const sort_own = [&] { sort_local(in); };
    if (!wants_two_levels(comm.size(), setting, layout)) {
      move(comm, choice, split(comm, comm.size(), layout, in, sort_own), in,
           out);
      return;
    }
    int const size    = row_size(comm.size());
    Communicator& row = *comm.grid(size).row;
    TransportChoice row_choice;
    agree_on_error(comm, capture_exception([&] {
                     row_choice =
                         choose_transport<Exec>(function, row, setting);
                   }));
    move(comm, choice, split(comm, size, layout, in, sort_own), in, out);
    Layout const left = layout_of_row(layout, comm.rank() / size, size);
    // The other rows must throw the error that the ranks of one row agree on.
    agree_on_error(comm, capture_exception([&] {
                     run_or_abort(function, row, [&] {
                       move(row, row_choice, split(row, size, left, out, [] {}),
                            out, out);
                     });
                   }));
  }

 private:
  /// Returns false, on all ranks, if the ranks cannot read each other's memory.
  /// Then each has a workspace of its own.
  bool sort_by_peers(Communicator& comm, TransportChoice const& choice,
                     Layout const& layout, Own const& own) {
    Peers const peers(m_exec, m_local);
    if (peers.provide(comm, choice, !m_is_given, own.count)) {
      peers.run(comm, layout, own);
      return true;
    }
    agree_on_error(comm, capture_exception([&] {
                     if (m_deferred > 0) m_memory.reserve(m_exec, m_deferred);
                   }));
    return false;
  }

  static bool wants_two_levels(int ranks, Exchange const& setting,
                               Layout const& layout) {
    if (setting.levels == 1 || row_size(ranks) == ranks) return false;
    if (setting.levels == 2) return true;
    std::uint64_t bytes = sizeof(Key);
    if constexpr (is_value_v<Value>) bytes += sizeof(Value);
    return Merge::is_built &&
           two_levels_pay(ranks, layout.sources.total() /
                                     static_cast<std::uint64_t>(ranks) * bytes);
  }

  /// Sends the parts `send` and puts the parts that arrive in order.
  void move(Communicator& comm, TransportChoice const& choice,
            SendCounts const& send, Own const& in, Own const& out) {
    // There may be gaps between runs to be merged, not between elements to be
    // sorted.
    bool const is_aligned = Merge::serves(comm.size());
    AlignedDisplacements const receive =
        is_aligned ? arriving(comm, send)
                   : AlignedDisplacements(incoming(comm, send), false);
    Arena arena(m_memory.data(), m_memory.bytes());
    Own const received = take_received(arena, out.count, comm.size());
    exchange_all(comm, choice, AlignedDisplacements(send, is_aligned), in,
                 receive, received);
    agree_on_error(comm, capture_exception([&] {
                     put_in_order(comm, receive, received, out, arena);
                   }));
  }

  void put_in_order(Communicator const& comm, AlignedDisplacements const& parts,
                    Own const& received, Own const& out, Arena& arena) {
    Region const region("KokkosSort::Distributed::merge");
    if (Merge::serves(parts.filled())) {
      Merge::run(m_exec, KokkosSort::Impl::pick_order<Key>(m_local.order()),
                 parts, received, out, arena);
    } else {
      copy(received.keys, out.keys, out.count);
      if constexpr (is_value_v<Value>)
        copy(received.values, out.values, out.count);
      m_local.run(m_exec, out, m_memory);
    }
    fence_with_progress(
        m_exec, comm.get(),
        "KokkosSort::Distributed: the received elements are in order");
  }

  static Own take_received(Arena& arena, std::size_t count, int ranks) {
    std::size_t const room =
        count + (Merge::serves(ranks) ? AlignedDisplacements::gaps(ranks) : 0);
    Own own{count, arena.take<Key>(room), nullptr};
    if constexpr (is_value_v<Value>) own.values = arena.take<Value>(room);
    return own;
  }

  /// Sorts without an exchange or a merge, on the only rank.
  void sort_alone(Communicator const& comm, Own const& in, Own const& out) {
    agree_on_error(
        comm, capture_exception([&] {
          sort_local(in);
          copy(in.keys, out.keys, in.count);
          if constexpr (is_value_v<Value>)
            copy(in.values, out.values, in.count);
          m_exec.fence(labeled("KokkosSort::Distributed: one rank has sorted"));
        }));
  }

  void sort_local(Own const& in) {
    Region const region("KokkosSort::Distributed::local_sort");
    m_local.run(m_exec, in, m_memory);
  }

  /// Partitions this rank's sorted keys by destination rank. With rows of fewer
  /// than all ranks, the destination is any rank of the right row.
  /// @param before sorts the keys
  template <class Before>
  SendCounts split(Communicator& comm, int row, Layout const& layout,
                   Own const& in, Before const& before) {
    if (row == comm.size())
      return split_by_rank(comm, m_exec, m_local.order(), in.keys, layout,
                           before);
    return deal_out(comm,
                    split_by_row(comm, row, m_exec, m_local.order(), in.keys,
                                 layout, before),
                    layout.destinations);
  }

  void exchange_all(Communicator& comm, TransportChoice const& choice,
                    AlignedDisplacements const& send, Own const& from,
                    AlignedDisplacements const& receive, Own const& to) {
    Region const region("KokkosSort::Distributed::exchange");
    exchange(comm, m_exec, choice, send, from.keys, receive, to.keys,
             sizeof(Key));
    if constexpr (is_value_v<Value>)
      exchange(comm, m_exec, choice, send, from.values, receive, to.values,
               sizeof(Value));
  }

  template <class T>
  void copy(T const* from, T* to, std::size_t count) const {
    copy_bytes<Space, Space>(m_exec, to, from, count * sizeof(T));
  }

  Exec m_exec;
  Local m_local;
  KokkosSort::Workspace<Space> m_memory;
  bool m_is_given        = false;
  bool m_tries_peers     = false;  // equal on all ranks
  std::size_t m_deferred = 0;  // bytes of the workspace that run() allocates
};

/// Views of keys and values, of the input or of the output.
template <class Keys, class Values>
struct Views {
  Keys keys;
  Values values;
};

template <class Exec, class ViewType>
inline constexpr bool is_accessible_v =
    Kokkos::SpaceAccessibility<Exec,
                               typename ViewType::memory_space>::accessible;

/// Checks the arguments, allocates, lets the ranks agree on the errors, and
/// sorts.
/// @param spans of the views that must not overlap
template <class Exec, class Key, class Value, class In, class Out,
          class... Options>
void forward_sort(char const* function, Exec const& exec, MPI_Comm user,
                  In const& in, Out const& out, bool in_place,
                  std::initializer_list<Span> spans,
                  Options const&... options) {
  Region const region("KokkosSort::", function);
  Communicator& comm = communicator_of(function, user);
  std::optional<SortOverRanks<Exec, Key, Value, Options...>> sorting;
  Exchange setting = exchange_option(options...);
  Dense<Exec, Key> keys_in, keys_out;
  Dense<Exec, Value> values_in, values_out;
  auto const prepare = [&] {
    // Copying an order may throw.
    sorting.emplace(exec, options...);
    setting = with_environment(function, setting);
    check_setting<Exec>(function, setting);
    for (auto span = spans.begin(); span != spans.end(); ++span)
      for (auto other = spans.begin(); other != span; ++other)
        check_apart(function, *span, *other);
    if constexpr (is_value_v<Value>) {
      KokkosSort::Impl::check_extent(function, "values", in.values.extent(0),
                                     "keys", in.keys.extent(0));
      KokkosSort::Impl::check_extent(function, "values_out",
                                     out.values.extent(0), "keys_out",
                                     out.keys.extent(0));
    }
    keys_in   = Dense<Exec, Key>(exec, in.keys);
    values_in = Dense<Exec, Value>(exec, in.values);
    if (!in_place) {
      keys_out   = Dense<Exec, Key>(exec, out.keys);
      values_out = Dense<Exec, Value>(exec, out.values);
    }
    sorting->reserve(function,
                     sorting->bytes_needed(comm.size(), in.keys.extent(0),
                                           out.keys.extent(0)),
                     comm.size(), setting, in_place);
  };
  std::exception_ptr const failure = capture_exception(prepare);
  agree_on_error(comm, failure, function,
                 signature_of<Exec, Key, Value>(function, setting, options...));
  run_or_abort(function, comm, [&] {
    Layout const layout =
        make_layout(function, comm, in.keys.extent(0), out.keys.extent(0));
    keys_in.load(exec);
    values_in.load(exec);
    Elements<Key, Value> const from{in.keys.extent(0), keys_in.data(),
                                    values_in.data()};
    Elements<Key, Value> const to{
        out.keys.extent(0), in_place ? keys_in.data() : keys_out.data(),
        in_place ? values_in.data() : values_out.data()};
    sorting->run(function, comm, setting, layout, from, to);
    keys_in.store(exec);
    values_in.store(exec);
    if (!in_place) {
      keys_out.store(exec);
      values_out.store(exec);
    }
    fence_with_progress(
        exec, comm.get(),
        "KokkosSort::Distributed: the memory of this call goes");
  });
}

}  // namespace KokkosSort::Distributed::Impl

#endif
