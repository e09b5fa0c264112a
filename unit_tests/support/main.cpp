// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#if defined(KOKKOSSORT_ENABLE_HIGHWAY)
#include <hwy/targets.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>
#endif

namespace {

/// Hides what the processor has beyond SSE4 if KOKKOSSORT_TEST_VECTORS is sse4.
void limit_vectors() {
#if defined(KOKKOSSORT_ENABLE_HIGHWAY) && HWY_ARCH_X86
  char const* const limit = std::getenv("KOKKOSSORT_TEST_VECTORS");
  if (limit == nullptr || std::string_view(limit) != "sse4") return;
  hwy::SetSupportedTargetsForTest(HWY_SSE4 | HWY_SSSE3);
  if ((hwy::SupportedTargets() & (HWY_AVX2 | HWY_AVX3)) != 0) {
    std::fputs("KOKKOSSORT_TEST_VECTORS=sse4 has no effect\n", stderr);
    std::exit(1);
  }
#endif
}

}  // namespace

int main(int argc, char** argv) {
  limit_vectors();
  Kokkos::ScopeGuard const guard(argc, argv);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
