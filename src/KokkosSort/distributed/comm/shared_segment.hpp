// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_COMM_SHARED_SEGMENT_HPP
#define KOKKOSSORT_DISTRIBUTED_COMM_SHARED_SEGMENT_HPP

#include <mpi.h>

#include <cstddef>

namespace KokkosSort::Distributed::Impl {

/// Memory that the processes of a node share, all zero at first. Its name is
/// removed as soon as all have mapped it, so no file remains, however the job
/// ends.
class SharedSegment {
 public:
  SharedSegment() = default;
  ~SharedSegment() { release(); }
  SharedSegment(SharedSegment const&)            = delete;
  SharedSegment& operator=(SharedSegment const&) = delete;

  /// Maps `bytes` bytes. Collective over `node`, whose ranks must be able to
  /// share memory. Returns false, on all of them, if any cannot map it.
  bool map(MPI_Comm node, std::size_t bytes);

  std::byte* data() const { return m_memory; }
  std::size_t bytes() const { return m_bytes; }

  void release();

 private:
  std::byte* m_memory = nullptr;
  std::size_t m_bytes = 0;
};

}  // namespace KokkosSort::Distributed::Impl

#endif
