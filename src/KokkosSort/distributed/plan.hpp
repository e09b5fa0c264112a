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

/// One sort of the keys of all ranks, to be applied to any number of payloads,
/// forth and back. Holds, for each rank, two indices for each of its elements
/// before and one after (4 bytes up to 2^32 elements a rank, otherwise 8) and
/// the payloads' buffers, which later calls use again. The communicator must
/// outlive it.
template <class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
class Plan {
 public:
  /// Plans the sort of `keys`. Collective over `comm`.
  ///
  /// @param exec execution space instance that does the work; waited for
  /// @param keys rank-1 view, may be of const, of any extent and layout;
  ///   untouched
  /// @param extent_out elements this rank is to have afterwards; over all ranks
  ///   they add up to the keys. balanced_extent() gives the balanced ones.
  /// @param options as for Distributed::sort(), but no Workspace; always
  /// stable.
  ///   The Exchange among them serves the payloads too.
  ///
  /// Extra memory while it is made: a sorted copy of the keys, the keys that
  /// arrive, and the workspace of KokkosSort::argsort() for them.
  ///
  /// @throws as Distributed::sort()
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            class... Options>
  requires Impl::ValidPlanOptions<Options...> Plan(ExecutionSpace const& exec,
                                                   MPI_Comm comm,
                                                   Keys const& keys,
                                                   std::size_t extent_out,
                                                   Options const&... options)
      : m_moves("Distributed::Plan", exec, comm, keys, extent_out, options...) {
    check_spaces<ExecutionSpace, Keys>();
  }

  /// As above; every rank has as many elements afterwards as before.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            class... Options>
  requires Impl::ValidPlanOptions<Options...> Plan(ExecutionSpace const& exec,
                                                   MPI_Comm comm,
                                                   Keys const& keys,
                                                   Options const&... options)
      : Plan(exec, comm, keys, keys.extent(0), options...) {}

  /// Elements of this rank in the input.
  std::size_t extent_in() const { return m_moves.extent_in(); }
  /// Elements of this rank in the output.
  std::size_t extent_out() const { return m_moves.extent_out(); }
  /// Position of this rank's first element in the input of all ranks.
  std::uint64_t first_in() const { return m_moves.first_in(); }
  /// Position of this rank's first element in the global order.
  std::uint64_t first_out() const { return m_moves.first_out(); }

  /// Sends the rows of `payload` where the keys of the plan went. Collective.
  ///
  /// @param exec waited for
  /// @param payload view of rank 1 or 2, any layout, of extent_in() rows, may
  ///   be of const; of a type whose bytes may be copied, the same on all ranks,
  ///   as is the number of columns
  /// @param payload_out view of the same rank, type and columns, of
  ///   extent_out() rows; overwritten. May overlap `payload`.
  ///
  /// Extra memory: the payload's rows before and after, kept for later calls;
  /// where devices of one node write into one another's memory (a MiB a rank
  /// and more by NCCL) the rows after alone, kept with the communicator.
  ///
  /// @throws std::invalid_argument or std::runtime_error, the same on all
  /// ranks, before anything changes
  template <Impl::ExecutionSpaceInstance ExecutionSpace, class Payload,
            class PayloadOut>
  void apply(ExecutionSpace const& exec, Payload const& payload,
             PayloadOut const& payload_out) {
    check_spaces<ExecutionSpace, Payload, PayloadOut>();
    m_moves.forth("Distributed::Plan::apply", exec, payload, payload_out);
  }

  /// Sends rows in the sorted order back to where their keys came from: undoes
  /// apply(). Everything else as there, with extent_out() rows in and
  /// extent_in() rows out.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, class Payload,
            class PayloadOut>
  void apply_inverse(ExecutionSpace const& exec, Payload const& payload,
                     PayloadOut const& payload_out) {
    check_spaces<ExecutionSpace, Payload, PayloadOut>();
    m_moves.back("Distributed::Plan::apply_inverse", exec, payload,
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

  Impl::PlanImpl<MemorySpace> m_moves;
};

/// Finds the order of all ranks' keys and leaves them untouched: the entries of
/// `permutation`, over all ranks, become the places in the input of all ranks
/// (rank by rank) of the keys in the global order. Always stable. Collective.
///
/// @param permutation rank-1 view of an integral type, overwritten; its extents
///   on all ranks add up to those of `keys` and say how the order is dealt out
/// @param keys rank-1 view, may be of const
///
/// Everything else as for Plan, which does the work; to move payloads too, make
/// one.
///
/// @throws as Distributed::sort(); also when the permutation's type cannot hold
/// the places
template <Impl::ExecutionSpaceInstance ExecutionSpace,
          Impl::MutableRank1View Permutation, Impl::Rank1View Keys,
          class... Options>
requires Impl::ValidPlanOptions<Options...>
void argsort(ExecutionSpace const& exec, MPI_Comm comm,
             Permutation const& permutation, Keys const& keys,
             Options const&... options) {
  Impl::forward_places<true>("Distributed::argsort", exec, comm, permutation,
                             keys, permutation.extent(0), options...);
}

/// Tells each key's place in the global order of all ranks' keys, to the rank
/// that has the key: ranks(i) becomes the place of keys(i). The inverse of what
/// argsort() gives. Collective.
///
/// @param ranks rank-1 view of an integral type, as long as `keys`; overwritten
/// @param keys rank-1 view, may be of const; untouched
///
/// Everything else as for argsort().
template <Impl::ExecutionSpaceInstance ExecutionSpace,
          Impl::MutableRank1View Ranks, Impl::Rank1View Keys, class... Options>
requires Impl::ValidPlanOptions<Options...>
void global_rank(ExecutionSpace const& exec, MPI_Comm comm, Ranks const& ranks,
                 Keys const& keys, Options const&... options) {
  Impl::forward_places<false>("Distributed::global_rank", exec, comm, ranks,
                              keys, keys.extent(0), options...);
}

}  // namespace KokkosSort::Distributed

#endif
