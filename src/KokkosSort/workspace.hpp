// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_WORKSPACE_HPP
#define KOKKOSSORT_WORKSPACE_HPP

#include <KokkosSort/label_prefix.hpp>
#include <KokkosSort/core/large_pages.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort {

namespace Impl {

struct SetToZero {
  std::uint32_t* word;
  KOKKOS_FUNCTION void operator()(int) const { *word = 0; }
};

}  // namespace Impl

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
      exec.fence(Impl::labelled("KokkosSort::Workspace::reserve"));
      m_block = Block();
      m_bytes = 0;  // remains so if the allocation below throws
    }
    std::size_t const counter = sizeof(std::uint32_t);
    m_block = Block(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing,
                                       Impl::labelled("KokkosSort::Workspace")),
                    (bytes + counter - 1) / counter * counter + counter);
    Impl::ask_for_large_pages<MemorySpace>(m_block.data(), m_block.extent(0));
    m_bytes           = bytes;
    m_is_counter_zero = false;
  }

  /// Bytes it holds.
  std::size_t bytes() const { return m_bytes; }

  /// The memory itself, for the library's own use.
  void* data() const { return m_block.data(); }

  /// A word beside it, for the library's own use: 0 when work on `exec` begins
  /// with it, which must leave it so.
  template <class ExecutionSpace>
  std::uint32_t* counter(ExecutionSpace const& exec) const {
    auto* const word = reinterpret_cast<std::uint32_t*>(
        m_block.data() + m_block.extent(0) - sizeof(std::uint32_t));
    if (!m_is_counter_zero) {
      Kokkos::parallel_for(Impl::labelled("KokkosSort::Workspace::counter"),
                           Kokkos::RangePolicy<ExecutionSpace>(exec, 0, 1),
                           Impl::SetToZero{word});
      m_is_counter_zero = true;
    }
    return word;
  }

 private:
  using Block = Kokkos::View<std::byte*, MemorySpace>;
  Block m_block;
  std::size_t m_bytes            = 0;
  mutable bool m_is_counter_zero = false;
};

}  // namespace KokkosSort

#endif
