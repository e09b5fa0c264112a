// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_MEMORY_BLOCK_HPP
#define KOKKOSSORT_CORE_MEMORY_BLOCK_HPP

#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/large_pages.hpp>
#include <KokkosSort/core/integer.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

struct SetToZero {
  std::uint32_t* word;
  KOKKOS_FUNCTION void operator()(int) const { *word = 0; }
};

/// Memory of a call, with a counter beside it.
template <class MemorySpace>
class MemoryBlock {
 public:
  /// Grows to at least `bytes` bytes. Fences `exec` before it releases memory
  /// that earlier calls may still use.
  template <class ExecutionSpace>
  void reserve(ExecutionSpace const& exec, std::size_t bytes) {
    if (bytes <= this->bytes()) return;
    if (this->bytes() > 0) {
      exec.fence(labeled("KokkosSort::Workspace::reserve"));
      m_block = Block();
      m_bytes = 0;  // remains so if the allocation below throws
    }
    std::size_t const counter = sizeof(std::uint32_t);
    m_block = Block(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing,
                                       labeled("KokkosSort::Workspace")),
                    round_up(bytes, counter) + counter);
    advise_large_pages<MemorySpace>(m_block.data(), m_block.extent(0));
    m_bytes           = bytes;
    m_is_counter_zero = false;
  }

  std::size_t bytes() const { return m_bytes; }

  void* data() const { return m_block.data(); }

  /// Returns a word that is 0 when work on `exec` starts. The work must leave
  /// it at 0. Null if there is no memory.
  template <class ExecutionSpace>
  std::uint32_t* counter(ExecutionSpace const& exec) const {
    if (m_block.extent(0) == 0) return nullptr;
    auto* const word = reinterpret_cast<std::uint32_t*>(
        m_block.data() + m_block.extent(0) - sizeof(std::uint32_t));
    if (!m_is_counter_zero) {
      Kokkos::parallel_for(labeled("KokkosSort::Workspace::counter"),
                           Kokkos::RangePolicy<ExecutionSpace>(exec, 0, 1),
                           SetToZero{word});
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

}  // namespace KokkosSort::Impl

#endif
