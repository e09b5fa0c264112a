// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/distributed/transport/transport_choice.hpp>

#include <KokkosSort/distributed/comm/agreement.hpp>
#include <KokkosSort/distributed/transport/staging.hpp>
#include <KokkosSort/front/checks.hpp>

#include <mpi.h>
#if defined(OPEN_MPI) && __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#include <charconv>
#include <cstdlib>
#include <string>
#include <utility>

namespace KokkosSort::Distributed::Impl {

namespace {

using KokkosSort::Impl::invalid_argument;

/// Reads a word of the environment that must be one of `words`.
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
  invalid_argument(
      function, variable,
      "of the environment is '" + std::string(text) + "', known are: " + known);
}

/// Reads a number of the environment, 0 by default.
std::size_t from_environment(char const* function, char const* variable) {
  char const* const text = std::getenv(variable);
  if (text == nullptr || *text == '\0') return 0;
  std::string_view const digits(text);
  std::size_t number = 0;
  auto const [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size())
    invalid_argument(
        function, variable,
        "of the environment is '" + std::string(text) + "', not a number");
  return number;
}

}  // namespace

Exchange with_environment(char const* function, Exchange setting) {
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
    setting.chunk_bytes = from_environment(function, "KOKKOSSORT_CHUNK_BYTES");
  if (setting.levels == 0)
    setting.levels = from_environment(function, "KOKKOSSORT_LEVELS");
  return setting;
}

bool mpi_takes_memory_of(std::string_view backend) {
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
  int is_taken   = 0;
  return MPIX_GPU_query_support(kind, &is_taken) == MPI_SUCCESS &&
         is_taken != 0;
#endif
  static_cast<void>(backend);
  return false;
}

void check_setting(char const* function, TransportTraits const& traits,
                   Exchange const& setting) {
  if (setting.levels > 2)
    invalid_argument(function, "exchange",
                     "has " + std::to_string(setting.levels) +
                         " levels, but 2 are the most");
  if (setting.transport == Transport::nccl && !traits.has_nccl)
    invalid_argument(
        function, "exchange",
        std::string("has transport nccl, which ") +
            (traits.has_cuda_stream ? "this program was built without "
                                      "(KokkosSort_ENABLE_NCCL)"
                                    : "moves memory of CUDA devices only"));
}

TransportChoice choose_transport(char const* function,
                                 TransportTraits const& traits,
                                 Communicator& comm, Exchange const& setting) {
  TransportChoice choice{setting.transport, setting.chunk_bytes};
  bool const automatic = setting.transport == Transport::automatic;
  bool is_direct       = traits.is_host_memory;
  // On request NCCL moves unified memory, too.
  if (traits.has_nccl && (setting.transport == Transport::nccl ||
                          (automatic && !traits.is_host_memory))) {
    if (comm.nccl().is_available(comm.get())) return {Transport::nccl, 0};
    if (!automatic)
      throw_agreed(ErrorKind::other,
                   ErrorText("KokkosSort::")
                       .add(function)
                       .add(": NCCL cannot connect the ranks: ")
                       .add(comm.nccl().problem()));
    comm.nccl().report_fall_back(comm.rank());
  }
  if (!is_direct && setting.transport != Transport::staging) {
    int aware = setting.gpu_aware == GpuAware::automatic
                    ? (mpi_takes_memory_of(traits.name) ? 1 : 0)
                    : (setting.gpu_aware == GpuAware::on ? 1 : 0);
    MPI_Allreduce(MPI_IN_PLACE, &aware, 1, MPI_INT, MPI_MIN, comm.get());
    is_direct = aware == 1;
  }
  if (automatic)
    choice.transport = is_direct ? Transport::mpi : Transport::staging;
  if (choice.transport == Transport::mpi && !is_direct)
    throw_agreed(ErrorKind::argument,
                 ErrorText("KokkosSort::")
                     .add(function)
                     .add(": argument 'exchange' has transport mpi, but this "
                          "MPI does not report that it takes device memory; "
                          "gpu_aware = on overrides its report"));
  if (choice.transport == Transport::staging) {
    if (choice.chunk == 0) choice.chunk = StagingShape::default_chunk;
    agree_on_error(comm, capture_exception([&] {
                     comm.pinned(StagingShape::pinned_bytes(choice.chunk));
                   }));
    comm.rings().connect(comm.get(), choice.chunk, traits.pinning);
  } else if (choice.chunk == 0 || choice.chunk > longest_message) {
    choice.chunk = longest_message;
  }
  return choice;
}

std::string text_of_choice(TransportTraits const& traits, NcclLink const& nccl,
                           Exchange const& given, Exchange const& complete,
                           Transport taken) {
  std::string const name = taken == Transport::nccl  ? "nccl"
                           : taken == Transport::mpi ? "mpi"
                                                     : "staging";
  if (given.transport != Transport::automatic)
    return name + ", by the option of the call";
  if (complete.transport != Transport::automatic)
    return name + ", by KOKKOSSORT_TRANSPORT";
  if (traits.is_host_memory) return name + ", for memory of the host";
  if (taken == Transport::nccl) return name + ", which connects the ranks";
  std::string const without =
      traits.has_nccl
          ? "; NCCL cannot connect the ranks: " + std::string(nccl.problem())
      : traits.has_cuda_stream ? "; the build has no NCCL"
                               : "";
  if (complete.gpu_aware != GpuAware::automatic)
    return name + ", by gpu_aware" + without;
  return name +
         (taken == Transport::mpi
              ? ", which reports that it takes device memory"
              : ", since MPI does not report that it takes "
                "device memory") +
         without;
}

}  // namespace KokkosSort::Distributed::Impl
