// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_ARENA_HPP
#define KOKKOSSORT_CORE_ARENA_HPP

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Deals out one block of memory piece by piece. Over a null block it only
/// measures, so that an algorithm states its scratch by the very code that
/// takes it.
class Arena {
 public:
  // One line of device memory: pieces start where a warp's access wants them.
  static constexpr std::size_t alignment = 128;

  Arena() = default;
  Arena(void* block, std::size_t bytes)
      : m_block(static_cast<std::byte*>(block)), m_bytes(bytes) {}

  template <class T>
  T* take(std::size_t count) {
    m_used = (m_used + alignment - 1) / alignment * alignment;
    T* const here =
        m_block == nullptr ? nullptr : reinterpret_cast<T*>(m_block + m_used);
    m_used += count * sizeof(T);
    return here;
  }

  std::size_t used() const { return m_used; }
  std::size_t bytes() const { return m_bytes; }

 private:
  std::byte* m_block  = nullptr;
  std::size_t m_bytes = 0;
  std::size_t m_used  = 0;
};

}  // namespace KokkosSort::Impl

#endif
