// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_TRANSPORT_TRANSPORT_CHOICE_HPP
#define KOKKOSSORT_DISTRIBUTED_TRANSPORT_TRANSPORT_CHOICE_HPP

#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/comm/distributed_options.hpp>
#include <KokkosSort/distributed/comm/space.hpp>
#include <KokkosSort/distributed/transport/point_to_point.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace KokkosSort::Distributed::Impl {

/// Transport of one call: resolved, and equal on all ranks.
struct TransportChoice {
  Transport transport = Transport::mpi;
  std::size_t chunk   = longest_message;
};

/// Properties of an execution space that decide its transport.
struct TransportTraits {
  char const* name;
  bool is_host_memory;
  bool has_cuda_stream;
  bool has_nccl;
  Pinning pinning;
};

template <class Exec>
TransportTraits transport_traits() {
  return {Exec::name(), is_host_memory_v<Exec>, HasCudaStream<Exec>,
          nccl_is_built_v<Exec>, pinning_of<Exec>()};
}

/// Completes the option from the environment.
/// @throws std::invalid_argument for a word or number that is not known
Exchange with_environment(char const* function, Exchange setting);

/// Whether MPI reports that it takes memory of this backend.
bool mpi_takes_memory_of(std::string_view backend);

/// Throws std::invalid_argument for a setting that this build cannot serve.
void check_setting(char const* function, TransportTraits const& traits,
                   Exchange const& setting);

/// Chooses the transport. Collective, after an agreement on `setting`; an error
/// is the same on all ranks.
TransportChoice choose_transport(char const* function,
                                 TransportTraits const& traits,
                                 Communicator& comm, Exchange const& setting);

/// Returns the words for a choice: the transport, and its reason.
/// @param given,complete option of the call, without and with the environment
std::string text_of_choice(TransportTraits const& traits, NcclLink const& nccl,
                           Exchange const& given, Exchange const& complete,
                           Transport taken);

template <class Exec>
void check_setting(char const* function, Exchange const& setting) {
  check_setting(function, transport_traits<Exec>(), setting);
}

template <class Exec>
TransportChoice choose_transport(char const* function, Communicator& comm,
                                 Exchange const& setting) {
  return choose_transport(function, transport_traits<Exec>(), comm, setting);
}

}  // namespace KokkosSort::Distributed::Impl

#endif
