// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DETAIL_SCRATCH_HPP
#define KOKKOSSORT_DETAIL_SCRATCH_HPP

#include <KokkosSort/algorithm/arena.hpp>
#include <KokkosSort/detail/checks.hpp>
#include <KokkosSort/detail/options.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace KokkosSort::Impl {

/// Calls work(arena) over `needed` bytes: the caller's workspace, unfenced, or
/// memory allocated for this call, fenced before it goes.
template <class Exec, class Space, class Work>
void with_scratch(char const* function, Exec const&, std::size_t needed,
                  Workspace<Space> const& workspace, Work const& work) {
  static_assert(Kokkos::SpaceAccessibility<Exec, Space>::accessible,
                "the workspace's memory must be accessible from the execution "
                "space");
  check_workspace(function, workspace.bytes(), needed);
  Arena arena(workspace.data(), workspace.bytes());
  work(arena);
}

template <class Exec, class Work>
void with_scratch(char const*, Exec const& exec, std::size_t needed,
                  OwnMemory const&, Work const& work) {
  Workspace<typename Exec::memory_space> own;
  if (needed > 0) own.reserve(exec, needed);
  Arena arena(own.data(), own.bytes());
  work(arena);
  exec.fence("KokkosSort: scratch of this call is no longer in use");
}

}  // namespace KokkosSort::Impl

#endif
