// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_WORKSPACE_HPP
#define KOKKOSSORT_WORKSPACE_HPP

#include <KokkosSort/core/memory_block.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace KokkosSort {

/// Option: memory that calls use instead of allocating their own. A call with a
/// workspace neither allocates nor fences, except for a sort by
/// Algorithm::gpu_quick_two_kernels, which fences. It throws
/// std::invalid_argument before anything changes if the workspace is too small.
/// sort_workspace_size() and its siblings return the bytes that a call needs.
///
/// Any number of calls may use one workspace, one after another on the same
/// execution space instance. Calls that may overlap in time need one each. It
/// must outlive the work of these calls.
template <class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
class Workspace : public Impl::MemoryBlock<MemorySpace> {
  using Base = Impl::MemoryBlock<MemorySpace>;

 public:
  /// Memory space of the workspace.
  using memory_space = MemorySpace;

  /// An empty workspace.
  Workspace() = default;

  /// Allocates `bytes` bytes, on `exec`, and fences it.
  template <class ExecutionSpace>
  Workspace(ExecutionSpace const& exec, std::size_t bytes) {
    reserve(exec, bytes);
  }

  /// Grows to at least `bytes` bytes; does nothing if it has them. It fences
  /// `exec` if it grows: earlier calls may still use the old memory, and later
  /// ones may use the new memory on another instance.
  template <class ExecutionSpace>
  void reserve(ExecutionSpace const& exec, std::size_t bytes) {
    if (bytes <= Base::bytes()) return;
    Base::reserve(exec, bytes);
    // Calls find the counter at 0, so that a graph that captures one does not
    // set it.
    Base::counter(exec);
    exec.fence(Impl::labeled("KokkosSort::Workspace::reserve"));
  }

  /// Returns the size in bytes.
  std::size_t bytes() const { return Base::bytes(); }

  /// Returns the memory itself, for the library's own use.
  void* data() const { return Base::data(); }
};

}  // namespace KokkosSort

#endif
