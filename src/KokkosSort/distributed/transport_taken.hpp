// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_TRANSPORT_TAKEN_HPP
#define KOKKOSSORT_DISTRIBUTED_TRANSPORT_TAKEN_HPP

#include <KokkosSort/distributed/comm/agreement.hpp>
#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/options.hpp>
#include <KokkosSort/distributed/transport/transport_choice.hpp>
#include <KokkosSort/distributed/detail/sort_over_ranks.hpp>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <exception>
#include <string>

namespace KokkosSort::Distributed {

/// Returns the transport that calls with this instance, communicator and
/// setting use, with `automatic` and the environment resolved. Collective over
/// `comm`; the result is the same on all ranks.
///
/// @param exec execution space instance of the calls
/// @param exchange the option of the calls, equal on all ranks
///
/// Memory: the buffers of the transport, kept for later calls. Messages: those
/// of the agreement and of the transport's set-up. Fences: none.
///
/// @throws as Distributed::sort(), if that transport is not available
template <Impl::ExecutionSpaceInstance ExecutionSpace>
[[nodiscard]] Transport transport_taken(
    [[maybe_unused]] ExecutionSpace const& exec, MPI_Comm comm,
    Exchange const& exchange = {}) {
  constexpr char const* function   = "Distributed::transport_taken";
  Impl::Communicator& own          = Impl::communicator_of(function, comm);
  Exchange setting                 = exchange;
  std::exception_ptr const failure = Impl::capture_exception([&] {
    setting = Impl::with_environment(function, exchange);
    Impl::check_setting<ExecutionSpace>(function, setting);
  });
  Impl::agree_on_error(
      own, failure, function,
      Impl::signature_of<ExecutionSpace, Impl::NoValue, Impl::NoValue>(
          function, setting));
  Transport taken = setting.transport;
  Impl::run_or_abort(function, own, [&] {
    taken = Impl::choose_transport<ExecutionSpace>(function, own, setting)
                .transport;
  });
  return taken;
}

/// Returns the same transport in words, with the reason for it, to be logged:
/// "mpi, for memory of the host". Collective over `comm`. With NCCL the words
/// about its problem may differ between ranks; all else is as above.
template <Impl::ExecutionSpaceInstance ExecutionSpace>
[[nodiscard]] std::string transport_reason(ExecutionSpace const& exec,
                                           MPI_Comm comm,
                                           Exchange const& exchange = {}) {
  constexpr char const* function = "Distributed::transport_reason";
  Transport const taken = Distributed::transport_taken(exec, comm, exchange);
  return Impl::text_of_choice(
      Impl::transport_traits<ExecutionSpace>(),
      Impl::communicator_of(function, comm).nccl(), exchange,
      Impl::with_environment(function, exchange), taken);
}

}  // namespace KokkosSort::Distributed

#endif
