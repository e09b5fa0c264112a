// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The test of a file that includes both <sys/mman.h> and KokkosSort.hpp, which
// declares madvise() for itself. Without an include guard: included once, after
// KOKKOSSORT_INCLUDE_ORDER_SUITE is defined.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace {

TEST(KOKKOSSORT_INCLUDE_ORDER_SUITE, AdviceLeavesMemoryAsItIs) {
  namespace Impl              = KokkosSort::Impl;
  constexpr std::size_t bytes = 3 * Impl::large_page_bytes;
  std::unique_ptr<char, decltype(&std::free)> const memory(
      static_cast<char*>(std::malloc(bytes)), &std::free);
  ASSERT_NE(memory, nullptr);
  Impl::advise_large_pages<Kokkos::HostSpace>(memory.get(), bytes);
  memory.get()[0]         = 1;
  memory.get()[bytes - 1] = 2;
  EXPECT_EQ(memory.get()[0], 1);
  EXPECT_EQ(memory.get()[bytes - 1], 2);
#if defined(__linux__)
  static_assert(Impl::advice_large_pages == MADV_HUGEPAGE);
  EXPECT_EQ(KokkosSort_Impl_madvise(memory.get() + 1, 1, MADV_NORMAL), -1)
      << "an address within a page must reach the system and be refused";
#endif
}

}  // namespace
