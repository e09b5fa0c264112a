// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_ARENA_HPP
#define KOKKOSSORT_CORE_ARENA_HPP

#include <KokkosSort/core/integer.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

namespace KokkosSort::Impl {

/// Block of memory that is handed out piece by piece. Over a null block it only
/// counts, so that an algorithm's size query runs the code that takes the
/// memory.
class Arena {
 public:
  // One line of device memory, so that a warp's access to a piece is aligned.
  static constexpr std::size_t alignment = 128;

  /// Returns the counter of a block of memory (MemoryBlock::counter).
  using Counter = std::function<std::uint32_t*()>;

  Arena() = default;
  Arena(void* block, std::size_t bytes, Counter counter = {})
      : m_block(static_cast<std::byte*>(block)),
        m_bytes(bytes),
        m_counter(std::move(counter)) {}

  template <class T>
  T* take(std::size_t count) {
    m_used = round_up(m_used, alignment);
    T* const here =
        m_block == nullptr ? nullptr : reinterpret_cast<T*>(m_block + m_used);
    m_used += count * sizeof(T);
    return here;
  }

  std::size_t used() const { return m_used; }
  std::size_t bytes() const { return m_bytes; }

  /// Returns a word that is 0 when the work of the call starts, and that it
  /// must leave at 0. Null if the block has none.
  std::uint32_t* counter() const { return m_counter ? m_counter() : nullptr; }

 private:
  std::byte* m_block  = nullptr;
  std::size_t m_bytes = 0;
  std::size_t m_used  = 0;
  Counter m_counter;
};

/// Returns the bytes that `plan(arena)` takes from an arena.
template <class Plan>
std::size_t measured_bytes(Plan const& plan) {
  Arena counting;
  plan(counting);
  return counting.used();
}

}  // namespace KokkosSort::Impl

#endif
