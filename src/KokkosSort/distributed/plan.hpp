// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_PLAN_HPP
#define KOKKOSSORT_DISTRIBUTED_PLAN_HPP

#include <KokkosSort/distributed/options.hpp>
#include <KokkosSort/distributed/detail/plan_impl.hpp>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Distributed {

/// One sort of the keys of all ranks, applied to any number of payloads,
/// forward and inverse. The communicator must outlive it.
///
/// Memory: two indices per element of this rank before the sort and one per
/// element after it, and the payloads' buffers, which later calls reuse. An
/// index has 4 bytes, or 8 bytes for more than 2^32 elements per rank.
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
  ///   Exchange among them applies to the payloads too
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
  /// @throws as Distributed::sort()
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

  /// Elements of this rank in the input.
  std::size_t extent_in() const { return m_impl.extent_in(); }
  /// Elements of this rank in the output.
  std::size_t extent_out() const { return m_impl.extent_out(); }
  /// Position of this rank's first element in the input of all ranks.
  std::uint64_t first_in() const { return m_impl.first_in(); }
  /// Position of this rank's first element in the global order.
  std::uint64_t first_out() const { return m_impl.first_out(); }

  /// Moves the rows of `payload` as the plan moves its keys. Collective.
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
  template <Impl::ExecutionSpaceInstance ExecutionSpace, class Payload,
            class PayloadOut>
  void apply(ExecutionSpace const& exec, Payload const& payload,
             PayloadOut const& payload_out) {
    check_spaces<ExecutionSpace, Payload, PayloadOut>();
    m_impl.forward("Distributed::Plan::apply", exec, payload, payload_out);
  }

  /// Moves rows in the sorted order back to the ranks and positions of their
  /// keys: undoes apply(). The properties are those of apply(), with
  /// extent_out() rows in and extent_in() rows out.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, class Payload,
            class PayloadOut>
  void apply_inverse(ExecutionSpace const& exec, Payload const& payload,
                     PayloadOut const& payload_out) {
    check_spaces<ExecutionSpace, Payload, PayloadOut>();
    m_impl.inverse("Distributed::Plan::apply_inverse", exec, payload,
                   payload_out);
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
  requires Impl::ValidPlanOptions<Options...>
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
  requires Impl::ValidPlanOptions<Options...>
void global_rank(ExecutionSpace const& exec, MPI_Comm comm, Ranks const& ranks,
                 Keys const& keys, Options const&... options) {
  Impl::exchange_positions<false>("Distributed::global_rank", exec, comm, ranks,
                                  keys, keys.extent(0), options...);
}

}  // namespace KokkosSort::Distributed

#endif
