// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_WITH_WORKSPACE_HPP
#define KOKKOSSORT_FRONT_WITH_WORKSPACE_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/front/checks.hpp>
#include <KokkosSort/front/option_kinds.hpp>
#include <KokkosSort/core/label.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace KokkosSort::Impl {

template <class Exec, class Space, class Work>
void work_in(Exec const& exec, MemoryBlock<Space> const& workspace,
             Work const& work) {
  Arena arena(workspace.data(), workspace.bytes(),
              [&] { return workspace.counter(exec); });
  work(arena);
}

/// Checks the workspace of a call that may leave it unused.
template <class Exec, class Space>
void check_workspace_option(char const* function, std::size_t needed,
                            MemoryBlock<Space> const& workspace) {
  static_assert(Kokkos::SpaceAccessibility<Exec, Space>::accessible,
                "the workspace's memory must be accessible from the execution "
                "space");
  check_workspace(function, workspace.bytes(), needed);
}
template <class Exec>
void check_workspace_option(char const*, std::size_t, OwnMemory const&) {}

/// Calls work(arena) with an arena over `needed` bytes. These are the caller's
/// workspace, without a fence, or memory of this call, with a fence before it
/// is freed.
template <class Exec, class Space, class Work>
void with_workspace(char const* function, Exec const& exec, std::size_t needed,
                    MemoryBlock<Space> const& workspace, Work const& work) {
  check_workspace_option<Exec>(function, needed, workspace);
  work_in(exec, workspace, work);
}

template <class Exec, class Work>
void with_workspace(char const*, Exec const& exec, std::size_t needed,
                    OwnMemory const&, Work const& work) {
  MemoryBlock<typename Exec::memory_space> own;
  if (needed > 0) own.reserve(exec, needed);
  work_in(exec, own, work);
  exec.fence(labeled("KokkosSort: scratch of this call is no longer in use"));
}

}  // namespace KokkosSort::Impl

#endif
