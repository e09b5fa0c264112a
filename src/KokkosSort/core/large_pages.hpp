// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_LARGE_PAGES_HPP
#define KOKKOSSORT_CORE_LARGE_PAGES_HPP

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace KokkosSort::Impl {

/// What Linux gives on x86-64 and, with small pages of 4 KiB, on Arm. Where
/// its large pages are larger it rounds towards none.
inline constexpr std::size_t large_page_bytes = std::size_t{2} << 20;

/// Asks for large pages under memory of a host that nobody has written to yet.
/// A call without a workspace touches its memory once: with pages of 4 KiB the
/// faults took a quarter of a sort (2^24 keys on two cores of a virtual
/// machine, large pages instead: u32 98 to 137 Mkeys/s, u64 60 to 78). A hint:
/// whether anything comes of it is the system's choice.
template <class MemorySpace>
void ask_for_large_pages([[maybe_unused]] void* memory,
                         [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)
  if constexpr (std::is_same_v<MemorySpace, Kokkos::HostSpace>) {
    auto const begin = reinterpret_cast<std::uintptr_t>(memory);
    auto const first =
        (begin + large_page_bytes - 1) / large_page_bytes * large_page_bytes;
    auto const end = (begin + bytes) / large_page_bytes * large_page_bytes;
    if (first < end)
      static_cast<void>(
          madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE));
  }
#endif
}

}  // namespace KokkosSort::Impl

#endif
