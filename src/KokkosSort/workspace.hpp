// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_WORKSPACE_HPP
#define KOKKOSSORT_WORKSPACE_HPP

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace KokkosSort {

/// Option: memory that calls use instead of allocating their own. A call that
/// is given one neither allocates nor fences, and throws std::invalid_argument
/// before anything changes when it is too small; sort_workspace_size() and its
/// siblings tell what a call needs.
///
/// A workspace may serve any number of calls, one after another on the same
/// execution space instance; calls that may overlap in time need one each. It
/// must outlive the work it was given to.
template <class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
class Workspace {
 public:
  /// Where the memory lies.
  using memory_space = MemorySpace;

  /// An empty workspace.
  Workspace() = default;

  /// Allocates `bytes` bytes, on `exec`.
  template <class ExecutionSpace>
  Workspace(ExecutionSpace const& exec, std::size_t bytes) {
    reserve(exec, bytes);
  }

  /// Grows to at least `bytes` bytes; does nothing if it has them. Fences
  /// `exec` if it grows, since earlier calls may still use what it gives up.
  template <class ExecutionSpace>
  void reserve(ExecutionSpace const& exec, std::size_t bytes) {
    if (bytes <= this->bytes()) return;
    if (this->bytes() > 0) {
      exec.fence("KokkosSort::Workspace::reserve");
      m_block = Block();
    }
    m_block = Block(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing,
                                       "KokkosSort::Workspace"),
                    bytes);
  }

  /// Bytes it holds.
  std::size_t bytes() const { return m_block.extent(0); }

  /// The memory itself, for the library's own use.
  void* data() const { return m_block.data(); }

 private:
  using Block = Kokkos::View<std::byte*, MemorySpace>;
  Block m_block;
};

}  // namespace KokkosSort

#endif
