// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_TRANSPORT_TRANSPORT_CHOICE_HPP
#define KOKKOSSORT_DISTRIBUTED_TRANSPORT_TRANSPORT_CHOICE_HPP

#include <KokkosSort/distributed/comm/agreement.hpp>
#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/comm/distributed_options.hpp>
#include <KokkosSort/distributed/transport/point_to_point.hpp>
#include <KokkosSort/distributed/comm/space.hpp>
#include <KokkosSort/distributed/transport/staging.hpp>

#include <Kokkos_Core.hpp>
#include <mpi.h>
#if defined(OPEN_MPI) && __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

namespace KokkosSort::Distributed::Impl {

/// How the data of one call goes: resolved, and the same on all ranks.
struct TransportChoice {
  Transport transport = Transport::mpi;
  std::size_t chunk   = longest_message;
};

/// A word of the environment as one of a few values.
template <class Value, std::size_t N>
Value from_environment(char const* function, char const* variable,
                       Value otherwise,
                       std::pair<std::string_view, Value> const (&words)[N]) {
  char const* const text = std::getenv(variable);
  if (text == nullptr || *text == '\0') return otherwise;
  std::string known;
  for (auto const& [word, value] : words) {
    if (word == text) return value;
    known += (known.empty() ? "" : ", ") + std::string(word);
  }
  KokkosSort::Impl::invalid_argument(
      function, variable,
      "of the environment is '" + std::string(text) + "', known are: " + known);
}

/// The same for a number.
inline std::size_t from_environment(char const* function, char const* variable,
                                    std::size_t otherwise) {
  char const* const text = std::getenv(variable);
  if (text == nullptr || *text == '\0') return otherwise;
  std::string_view const digits(text);
  auto const [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), otherwise);
  if (error != std::errc() || end != digits.data() + digits.size())
    KokkosSort::Impl::invalid_argument(
        function, variable,
        "of the environment is '" + std::string(text) + "', not a number");
  return otherwise;
}

/// The option, completed from the environment.
inline Exchange with_environment(char const* function, Exchange setting) {
  if (setting.transport == Transport::automatic)
    setting.transport = from_environment<Transport>(
        function, "KOKKOSSORT_TRANSPORT", setting.transport,
        {{"automatic", Transport::automatic},
         {"mpi", Transport::mpi},
         {"staging", Transport::staging},
         {"nccl", Transport::nccl}});
  if (setting.gpu_aware == GpuAware::automatic)
    setting.gpu_aware = from_environment<GpuAware>(
        function, "KOKKOSSORT_GPU_AWARE", setting.gpu_aware,
        {{"automatic", GpuAware::automatic},
         {"on", GpuAware::on},
         {"off", GpuAware::off}});
  if (setting.chunk_bytes == 0)
    setting.chunk_bytes =
        from_environment(function, "KOKKOSSORT_CHUNK_BYTES", std::size_t{0});
  if (setting.levels == 0)
    setting.levels =
        from_environment(function, "KOKKOSSORT_LEVELS", std::size_t{0});
  return setting;
}

/// What MPI says about itself: whether it takes memory of this backend.
inline bool mpi_takes_memory_of(std::string_view backend) {
#if defined(MPIX_CUDA_AWARE_SUPPORT) && defined(OPEN_MPI)
  if (backend == "Cuda") return MPIX_Query_cuda_support() == 1;
#endif
#if defined(OMPI_HAVE_MPI_EXT_ROCM) && OMPI_HAVE_MPI_EXT_ROCM
  if (backend == "HIP") return MPIX_Query_rocm_support() == 1;
#endif
#if defined(MPIX_GPU_SUPPORT_CUDA)
  int const kind = backend == "Cuda"  ? MPIX_GPU_SUPPORT_CUDA
                   : backend == "HIP" ? MPIX_GPU_SUPPORT_HIP
                                      : MPIX_GPU_SUPPORT_ZE;
  int is_there   = 0;
  return MPIX_GPU_query_support(kind, &is_there) == MPI_SUCCESS &&
         is_there != 0;
#endif
  static_cast<void>(backend);
  return false;
}

/// Refuses a setting that this build can never serve.
template <class Exec>
void check_setting(char const* function, Exchange const& setting) {
  using KokkosSort::Impl::invalid_argument;
  if (setting.levels > 2)
    invalid_argument(function, "exchange",
                     "has " + std::to_string(setting.levels) +
                         " levels, but 2 are the most");
  if (setting.transport == Transport::nccl && !nccl_is_built_v<Exec>)
    invalid_argument(
        function, "exchange",
        std::string("has transport nccl, which ") +
            (HasCudaStream<Exec> ? "this program was built without "
                                   "(KokkosSort_ENABLE_NCCL)"
                                 : "moves memory of CUDA devices only"));
}

/// Chooses the way. Collective, after an agreement on `setting`; throws on all
/// ranks alike.
template <class Exec>
TransportChoice choose_transport(char const* function, Communicator& comm,
                                 Exchange const& setting) {
  TransportChoice route{setting.transport, setting.chunk_bytes};
  bool const automatic = setting.transport == Transport::automatic;
  bool is_direct       = is_host_memory_v<Exec>;
#if defined(KOKKOSSORT_ENABLE_NCCL)
  if constexpr (nccl_is_built_v<Exec>) {
    // Asked for by name it moves unified memory, too.
    if (setting.transport == Transport::nccl ||
        (automatic && !is_host_memory_v<Exec>)) {
      if (comm.nccl().is_available(comm.get())) return {Transport::nccl, 0};
      if (automatic)
        comm.nccl().report_fall_back(comm.rank());
      else
        throw_agreed(ErrorKind::other,
                     ErrorText("KokkosSort::")
                         .add(function)
                         .add(": NCCL cannot connect the ranks: ")
                         .add(comm.nccl().problem()));
    }
  }
#endif
  if (!is_direct && setting.transport != Transport::staging) {
    int aware = setting.gpu_aware == GpuAware::automatic
                    ? (mpi_takes_memory_of(Exec::name()) ? 1 : 0)
                    : (setting.gpu_aware == GpuAware::on ? 1 : 0);
    MPI_Allreduce(MPI_IN_PLACE, &aware, 1, MPI_INT, MPI_MIN, comm.get());
    is_direct = aware == 1;
  }
  if (automatic)
    route.transport = is_direct ? Transport::mpi : Transport::staging;
  if (route.transport == Transport::mpi && !is_direct)
    throw_agreed(ErrorKind::argument,
                 ErrorText("KokkosSort::")
                     .add(function)
                     .add(": argument 'exchange' has transport mpi, but this "
                          "MPI does not say that it takes device memory; "
                          "gpu_aware = on insists"));
  if (route.transport == Transport::staging) {
    if (route.chunk == 0) route.chunk = StagedBuffers<Exec>::default_chunk;
    agree_on_error(
        comm, capture_exception([&] {
          comm.pinned(StagedBuffers<Exec>::pinned_bytes(route.chunk));
        }));
    comm.rings().connect<Exec>(comm.get(), route.chunk);
  } else if (route.chunk == 0 || route.chunk > longest_message) {
    route.chunk = longest_message;
  }
  return route;
}

}  // namespace KokkosSort::Distributed::Impl

#endif
