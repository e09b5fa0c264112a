// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_COMM_PROGRESS_HPP
#define KOKKOSSORT_DISTRIBUTED_COMM_PROGRESS_HPP

#include <KokkosSort/distributed/comm/region.hpp>
#include <KokkosSort/core/instance_query.hpp>

#include <mpi.h>

namespace KokkosSort::Distributed::Impl {

/// Lets MPI make progress once. Messages of other ranks may need it: most
/// implementations move large ones only inside a call of the receiver.
inline void progress(MPI_Comm comm) {
  int has_message = 0;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &has_message,
             MPI_STATUS_IGNORE);
}

/// Waits until is_done() holds and lets MPI make progress meanwhile.
template <class IsDone>
void progress_until(MPI_Comm comm, IsDone const& is_done) {
  while (!is_done()) progress(comm);
}

/// Fences the instance and lets MPI make progress meanwhile.
template <class Exec>
void fence_with_progress(Exec const& exec, MPI_Comm comm, char const* label) {
  progress_until(comm, [&] {
    return KokkosSort::Impl::InstanceQuery<Exec>::is_idle(exec);
  });
  exec.fence(labeled(label));
}

}  // namespace KokkosSort::Distributed::Impl

#endif
