// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_GUARDED_KERNEL_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_GUARDED_KERNEL_HPP

#include <support/space.hpp>
#include <KokkosSort/core/launch.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#define KOKKOSSORT_TEST_POISONS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define KOKKOSSORT_TEST_POISONS 1
#endif
#endif
#if defined(KOKKOSSORT_TEST_POISONS)
#include <sanitizer/asan_interface.h>
#endif

namespace KokkosSort::Test {

using Member = Impl::TeamMember<Exec>;

/// A block of a team gets its scratch between guards, which it must leave as
/// they are: `overrun` counts the bytes that it did not. With AddressSanitizer
/// it must not read them either.
class ScratchGuards {
 public:
  static constexpr std::size_t bytes = 64;

  KOKKOS_FUNCTION ScratchGuards(std::byte* memory, std::size_t size)
      : m_memory(memory), m_size(size) {}

  /// The block's part, in the middle.
  KOKKOS_FUNCTION std::byte* block() const { return m_memory + bytes; }

  KOKKOS_FUNCTION void set(Member const& member) const {
    for (std::size_t i = member.team_rank(); i < 2 * bytes + m_size;
         i += member.team_size())
      m_memory[i] = std::byte{0xa5};
    member.team_barrier();
    if (member.team_rank() == 0) forbid(true);
    member.team_barrier();
  }
  KOKKOS_FUNCTION void check(Member const& member, int* overrun) const {
    member.team_barrier();
    if (member.team_rank() == 0) forbid(false);
    member.team_barrier();
    for (std::size_t i = member.team_rank(); i < bytes;
         i += member.team_size()) {
      if (m_memory[i] != std::byte{0xa5}) Kokkos::atomic_add(overrun, 1);
      if (m_memory[bytes + m_size + i] != std::byte{0xa5})
        Kokkos::atomic_add(overrun, 1);
    }
    member.team_barrier();
  }

 private:
  KOKKOS_FUNCTION void forbid([[maybe_unused]] bool is_forbidden) const {
#if defined(KOKKOSSORT_TEST_POISONS)
    for (std::byte* const guard : {m_memory, m_memory + bytes + m_size}) {
      if (is_forbidden) {
        __asan_poison_memory_region(guard, bytes);
      } else {
        __asan_unpoison_memory_region(guard, bytes);
      }
    }
#endif
  }

  std::byte* m_memory;
  std::size_t m_size;
};

/// Runs body(member, scratch) in one team, with guarded scratch.
template <class Body>
struct GuardedKernel {
  Body body;
  std::size_t bytes;
  int* overrun;

  KOKKOS_FUNCTION std::size_t scratch_bytes() const {
    return bytes + 2 * ScratchGuards::bytes;
  }
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    ScratchGuards const guards(Impl::team_scratch(member, scratch_bytes()),
                               bytes);
    guards.set(member);
    body(member, guards.block());
    guards.check(member, overrun);
  }
};

}  // namespace KokkosSort::Test

#endif
