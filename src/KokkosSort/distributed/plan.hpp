// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_PLAN_HPP
#define KOKKOSSORT_DISTRIBUTED_PLAN_HPP

#include <KokkosSort/distributed/options.hpp>
#include <KokkosSort/distributed/detail/plan_by_keys.hpp>
#include <KokkosSort/distributed/detail/plan_by_ranks.hpp>
#include <KokkosSort/distributed/detail/plan_impl.hpp>
#include <KokkosSort/distributed/detail/to_ranks.hpp>
#include <KokkosSort/permute.hpp>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Distributed {

/// One order of the elements of all ranks, by keys or by destination ranks,
/// applied to any number of payloads, forward and inverse. The communicator
/// must outlive it.
///
/// Memory: by keys, two indices per element of this rank before the sort and
/// one per element after it; by ranks, one index per element. In addition the
/// payloads' buffers, which later calls reuse. An index has 4 bytes, or 8 bytes
/// for more than 2^32 elements per rank.
template <class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
class Plan {
 public:
  /// Plans the sort of `keys`. Collective over `comm`.
  ///
  /// @param exec execution space instance that does the work
  /// @param keys rank-1 view, may be of const, of any extent and layout;
  ///   untouched
  /// @param extent_out number of elements of this rank afterwards. Over all
  ///   ranks they add up to the keys; balanced_extent() returns the balanced
  ///   ones
  /// @param options as for Distributed::sort(), without a Workspace. The
  ///   Exchange among them applies to the payloads too. With
  ///   equal_keys_on_one_rank, equivalent keys go to the first rank that
  ///   `extent_out` gives any of them, and extent_out() returns the extent. A
  ///   rank may then have many more elements than it gave, or none
  ///
  /// Order and stability: as Distributed::sort(); always stable.
  ///
  /// Memory: in addition, during the call, a sorted copy of the keys, the keys
  /// that arrive, and the workspace of KokkosSort::argsort() for them.
  ///
  /// Launches and complexity, messages: those of Distributed::sort() in one
  /// level, with an index per key.
  ///
  /// Fences: waits for `exec`.
  ///
  /// @throws as Distributed::sort(); also if equal_keys_on_one_rank brings a
  /// rank more than 2^32 - 1 elements, and before it had no more
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            class... Options>
    requires Impl::ValidPlanOptions<Options...>
  Plan(ExecutionSpace const& exec, MPI_Comm comm, Keys const& keys,
       std::size_t extent_out, Options const&... options)
      : m_impl("Distributed::Plan", exec, comm, keys, extent_out, options...) {
    check_spaces<ExecutionSpace, Keys>();
  }

  /// Plans a sort after which every rank has as many elements as before.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            class... Options>
    requires Impl::ValidPlanOptions<Options...>
  Plan(ExecutionSpace const& exec, MPI_Comm comm, Keys const& keys,
       Options const&... options)
      : Plan(exec, comm, keys, keys.extent(0), options...) {}

  /// Plans that each element moves to the ranks that `to` has for it: the
  /// migration of particles, or the import of ghosts. Collective over `comm`.
  ///
  /// @param exec execution space instance that does the work
  /// @param to to_ranks(ranks) with one rank per element, or
  ///   to_ranks(offsets, ranks) with any number; untouched. Elements with a
  ///   negative rank are discarded
  /// @param exchange applies to the payloads, equal on all ranks
  ///
  /// Order and stability: (source rank, source index). extent_out() is the
  /// number of elements that this rank receives.
  ///
  /// Memory: in addition, during the call, 4 bytes per element and the
  /// workspace of KokkosSort::stable_sort_by_key() for them.
  ///
  /// Launches and complexity, messages: that sort of the ranks' few bits, and
  /// one count to and from every rank.
  ///
  /// Fences: waits for `exec`.
  ///
  /// @throws as Distributed::sort(); also if a rank is too large, or if the
  /// offsets do not rise from 0 to the extent of the ranks
  template <Impl::ExecutionSpaceInstance ExecutionSpace, class Ranks>
  Plan(ExecutionSpace const& exec, MPI_Comm comm, ToRanks<Ranks> const& to,
       Exchange const& exchange = {})
      : m_impl("Distributed::Plan", exec, comm, to, exchange) {
    check_spaces<ExecutionSpace, Ranks>();
  }

  /// Plans as above with any number of destinations per element.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, class Offsets,
            class Ranks>
  Plan(ExecutionSpace const& exec, MPI_Comm comm,
       ToSeveralRanks<Offsets, Ranks> const& to, Exchange const& exchange = {})
      : m_impl("Distributed::Plan", exec, comm, to, exchange) {
    check_spaces<ExecutionSpace, Offsets, Ranks>();
  }

  /// Elements of this rank in the input.
  std::size_t extent_in() const { return m_impl.extent_in(); }
  /// Elements of this rank in the output.
  std::size_t extent_out() const { return m_impl.extent_out(); }
  /// Position of this rank's first element in the input of all ranks.
  std::uint64_t first_in() const { return m_impl.first_in(); }
  /// Position of this rank's first element in the global order.
  std::uint64_t first_out() const { return m_impl.first_out(); }
  /// Elements that this rank receives from rank `source`.
  std::size_t count_from(int source) const {
    return m_impl.received().count(source);
  }
  /// Elements that this rank sends to rank `destination`.
  std::size_t count_to(int destination) const {
    return m_impl.sent().count(destination);
  }

  /// Moves the rows of `payload` as the plan moves its elements. Collective.
  ///
  /// @param exec execution space instance that does the work
  /// @param payload view of rank 1 or 2, of any layout, of extent_in() rows,
  /// may
  ///   be of const. Its type is trivially copyable and, like the number of
  ///   columns, equal on all ranks
  /// @param payload_out view of the same rank, type and columns, of
  ///   extent_out() rows; overwritten. May overlap `payload`
  ///
  /// Order and stability: that of the plan.
  ///
  /// Memory: the payload's rows before and after, kept for later calls. With
  /// NCCL and 1 MiB per rank or more, devices of one node write into each
  /// other's memory. Then it is the rows after alone, kept with the
  /// communicator.
  ///
  /// Launches and complexity, messages: two gathers and one exchange, or one
  /// write and one gather per stretch.
  ///
  /// Fences: waits for `exec`.
  ///
  /// @throws std::invalid_argument or std::runtime_error, the same on all
  /// ranks, before anything changes
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            KokkosSort::Impl::PayloadView Payload,
            KokkosSort::Impl::PayloadView PayloadOut>
    requires KokkosSort::Impl::Gatherable<Payload, PayloadOut>
  void apply(ExecutionSpace const& exec, Payload const& payload,
             PayloadOut const& payload_out) {
    check_spaces<ExecutionSpace, Payload, PayloadOut>();
    m_impl.forward("Distributed::Plan::apply", exec,
                   KokkosSort::gather(payload, payload_out));
  }

  /// Moves several payloads of any types and ranks in one exchange, with one
  /// message per partner unless chunk_bytes splits it. Collective.
  ///
  /// @param payloads KokkosSort::gather(payload, payload_out) of each, with the
  ///   properties of the form above. Results must not overlap each other
  ///
  /// Memory: the rows of all payloads before and after, kept for later calls.
  /// The other properties are those of the form above.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, class... In,
            class... Out>
    requires(sizeof...(In) > 0)
  void apply(ExecutionSpace const& exec, Gather<In, Out> const&... payloads) {
    check_spaces<ExecutionSpace, In..., Out...>();
    m_impl.forward("Distributed::Plan::apply", exec, payloads...);
  }

  /// Starts apply() and returns while rows are in flight; wait() ends it.
  /// Collective. Meanwhile any other call of the library may follow, also over
  /// the same communicator, but no move of this plan.
  ///
  /// @param payload may change after the call, in the order of work on `exec`
  /// @param payload_out not to be read or written before wait()
  ///
  /// Order and stability, memory, launches: those of apply() through buffers.
  ///
  /// Messages: over MPI all are in flight on return. MPI may move long ones
  /// within later calls only, at the latest in wait(). NCCL moves them in the
  /// order of work on `exec`. Staging moves them within the call.
  ///
  /// Fences: over MPI waits for `exec` until rows are packed.
  ///
  /// @throws as apply(); also if a move has started and not ended
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            KokkosSort::Impl::PayloadView Payload,
            KokkosSort::Impl::PayloadView PayloadOut>
    requires KokkosSort::Impl::Gatherable<Payload, PayloadOut>
  void start(ExecutionSpace const& exec, Payload const& payload,
             PayloadOut const& payload_out) {
    start(exec, KokkosSort::gather(payload, payload_out));
  }

  /// Starts apply() of several payloads in one exchange.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, class... In,
            class... Out>
    requires(sizeof...(In) > 0)
  void start(ExecutionSpace const& exec, Gather<In, Out> const&... payloads) {
    check_spaces<ExecutionSpace, In..., Out...>();
    m_impl.start_forward("Distributed::Plan::start", exec, payloads...);
  }

  /// Starts apply_inverse() of one or more payloads, likewise.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, class... In,
            class... Out>
    requires(sizeof...(In) > 0)
  void start_inverse(ExecutionSpace const& exec,
                     Gather<In, Out> const&... payloads) {
    check_spaces<ExecutionSpace, In..., Out...>();
    m_impl.start_inverse("Distributed::Plan::start_inverse", exec, payloads...);
  }

  /// Ends the move that start() or start_inverse() began: waits for the rows
  /// and writes the results. To be called on all ranks.
  ///
  /// Memory: none. Launches: one gather or scatter. Fences: waits for the
  /// instance given to start().
  ///
  /// @throws std::logic_error if no move has started
  void wait() { m_impl.wait("Distributed::Plan::wait"); }

  /// Moves rows back to the ranks and positions from which apply() takes them.
  /// The properties are those of apply(), with extent_out() rows in and
  /// extent_in() rows out. Rows of discarded elements stay as they are.
  ///
  /// @throws also if the plan sends elements to several ranks
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            KokkosSort::Impl::PayloadView Payload,
            KokkosSort::Impl::PayloadView PayloadOut>
    requires KokkosSort::Impl::Gatherable<Payload, PayloadOut>
  void apply_inverse(ExecutionSpace const& exec, Payload const& payload,
                     PayloadOut const& payload_out) {
    check_spaces<ExecutionSpace, Payload, PayloadOut>();
    m_impl.inverse("Distributed::Plan::apply_inverse", exec,
                   KokkosSort::gather(payload, payload_out));
  }

  /// Moves several payloads back in one exchange; see the forms above.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, class... In,
            class... Out>
    requires(sizeof...(In) > 0)
  void apply_inverse(ExecutionSpace const& exec,
                     Gather<In, Out> const&... payloads) {
    check_spaces<ExecutionSpace, In..., Out...>();
    m_impl.inverse("Distributed::Plan::apply_inverse", exec, payloads...);
  }

 private:
  template <class ExecutionSpace, class... Views>
  static void check_spaces() {
    static_assert(
        std::is_same_v<typename ExecutionSpace::memory_space, MemorySpace>,
        "the plan's memory space must be the execution space's own");
    static_assert((Impl::is_accessible_v<ExecutionSpace, Views> && ...),
                  "the views must be accessible from the execution space");
  }

  Impl::PlanImpl<MemorySpace> m_impl;
};

/// Writes the order of all ranks' keys. The entries of `permutation`, over all
/// ranks, become the positions of the keys in the input. Positions count over
/// all ranks, rank by rank. Collective. To move payloads too, use a Plan.
///
/// @param permutation rank-1 view of an integral type, overwritten. Its extents
///   on all ranks add up to those of `keys` and determine the partition of the
///   order
/// @param keys rank-1 view, may be of const; untouched
///
/// Order and stability, memory, messages, fences: those of a Plan and of one
/// apply() to the positions.
///
/// @throws as Distributed::sort(); also if the permutation's type cannot hold
/// the positions
template <Impl::ExecutionSpaceInstance ExecutionSpace,
          Impl::MutableRank1View Permutation, Impl::Rank1View Keys,
          class... Options>
  requires Impl::ValidPlacesOptions<Options...>
void argsort(ExecutionSpace const& exec, MPI_Comm comm,
             Permutation const& permutation, Keys const& keys,
             Options const&... options) {
  Impl::exchange_positions<true>("Distributed::argsort", exec, comm,
                                 permutation, keys, permutation.extent(0),
                                 options...);
}

/// Writes each key's position in the global order of all ranks' keys: ranks(i)
/// becomes that of keys(i). The inverse of argsort(). Collective.
///
/// @param ranks rank-1 view of an integral type, as long as `keys`; overwritten
/// @param keys rank-1 view, may be of const; untouched
///
/// The other properties are those of argsort().
template <Impl::ExecutionSpaceInstance ExecutionSpace,
          Impl::MutableRank1View Ranks, Impl::Rank1View Keys, class... Options>
  requires Impl::ValidPlacesOptions<Options...>
void global_rank(ExecutionSpace const& exec, MPI_Comm comm, Ranks const& ranks,
                 Keys const& keys, Options const&... options) {
  Impl::exchange_positions<false>("Distributed::global_rank", exec, comm, ranks,
                                  keys, keys.extent(0), options...);
}

}  // namespace KokkosSort::Distributed

#endif
