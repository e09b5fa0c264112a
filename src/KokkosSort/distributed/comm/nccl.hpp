// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_COMM_NCCL_HPP
#define KOKKOSSORT_DISTRIBUTED_COMM_NCCL_HPP

#include <mpi.h>

#include <cstddef>
#include <string>

// Handles of NCCL and CUDA, whose headers stay out of users' files.
struct ncclComm;
struct CUstream_st;

namespace KokkosSort::Distributed::Impl {

/// Execution spaces on whose stream NCCL can work: the CUDA backend's alone.
template <class Exec>
concept HasCudaStream = requires(Exec const& exec) { exec.cuda_stream(); };

#if defined(KOKKOSSORT_ENABLE_NCCL)
template <class Exec>
inline constexpr bool nccl_is_built_v = HasCudaStream<Exec>;
#else
template <class Exec>
inline constexpr bool nccl_is_built_v = false;
#endif

/// NCCL's communicator over the ranks of one of MPI, made on first use. If any
/// rank cannot join (two ranks on one device, for example), it is unavailable
/// on all. In a build without NCCL it always is.
class NcclLink {
 public:
  /// Collective.
  bool is_available(MPI_Comm comm);
  std::string const& problem() const { return m_problem; }

  /// Reports on rank 0, once, that another transport replaces NCCL.
  void report_fall_back(int rank);

  void release();

  /// Enqueues one group of sends and receives on the stream of `exec`.
  template <class Exec, class Counts>
  void exchange(Exec const& exec, int self, Counts const& send,
                std::byte const* from, Counts const& receive, std::byte* to,
                std::size_t width) {
    int const size = send.ranks();
    start_group();
    // Each rank starts with the one behind it. If all started with rank 0, they
    // would compete for its links.
    for (int step = 1; step < size; ++step) {
      int const target = (self + step) % size;
      int const source = (self + size - step) % size;
      if (send.count(target) > 0) {
        std::size_t const head = head_of(send, target, width);
        enqueue_send(from + send.begin(target) * width - head,
                     send.count(target) * width + head, target,
                     exec.cuda_stream());
      }
      if (receive.count(source) > 0) {
        std::size_t const head = head_of(receive, source, width);
        enqueue_receive(to + receive.begin(source) * width - head,
                        receive.count(source) * width + head, source,
                        exec.cuda_stream());
      }
    }
    end_group();
  }

 private:
  enum class State { untried, ready, failed };

  template <class Counts>
  static std::size_t head_of(Counts const& counts, int rank,
                             std::size_t width) {
    if constexpr (requires { counts.head(rank, width); }) {
      return counts.head(rank, width);
    } else {
      return 0;
    }
  }

  void connect(MPI_Comm comm);
  void start_group();
  void enqueue_send(std::byte const* data, std::size_t bytes, int target,
                    CUstream_st* stream);
  void enqueue_receive(std::byte* data, std::size_t bytes, int source,
                       CUstream_st* stream);
  void end_group();

  State m_state    = State::untried;
  ncclComm* m_comm = nullptr;
  std::string m_problem;
  bool m_is_reported = false;
};

}  // namespace KokkosSort::Distributed::Impl

#endif
