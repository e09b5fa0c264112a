// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/distributed/detail/span.hpp>

#include <KokkosSort/front/checks.hpp>

#include <mpi.h>

#include <functional>
#include <string>

namespace KokkosSort::Distributed::Impl {

namespace {

bool overlap(Span const& a, Span const& b) {
  std::less<std::byte const*> const before;
  return a.bytes > 0 && b.bytes > 0 && before(a.begin, b.begin + b.bytes) &&
         before(b.begin, a.begin + a.bytes);
}

}  // namespace

bool apart_everywhere(Communicator const& comm, Span const& a, Span const& b) {
  int any = overlap(a, b) ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX, comm.get());
  return any == 0;
}

void check_apart(char const* function, Span const& a, Span const& b) {
  if (overlap(a, b) &&
      (a.begin == b.begin || (a.is_contiguous && b.is_contiguous)))
    KokkosSort::Impl::invalid_argument(
        function, a.name, std::string("overlaps argument '") + b.name + "'");
}

}  // namespace KokkosSort::Distributed::Impl
