// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/guarded.hpp>
#include <support/keys.hpp>
#include <support/space.hpp>
#include <KokkosSort.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <vector>

// Nothing else may use the device meanwhile (scripts/test_gpu).

#if defined(KOKKOSSORT_TEST_ON_DEVICE)

namespace KokkosSort::Test {
namespace {

/// All of the device's memory but less than a megabyte.
class AllMemory {
 public:
  AllMemory() {
    for (std::size_t bytes = std::size_t{1} << 36; bytes >= 1u << 19;) {
      try {
        m_blocks.push_back(Kokkos::kokkos_malloc<Memory>("filler", bytes));
      } catch (std::exception const&) {
        bytes /= 2;
      }
    }
  }
  AllMemory(AllMemory const&) = delete;
  ~AllMemory() {
    for (void* const block : m_blocks) Kokkos::kokkos_free<Memory>(block);
  }
  std::size_t blocks() const { return m_blocks.size(); }

 private:
  std::vector<void*> m_blocks;
};

TEST(DeviceMemory, ExhaustedMemoryThrowsAndLeavesTheKeysAlone) {
  constexpr std::size_t n = 1 << 24;
  Exec const exec;
  auto const input = input_keys<std::uint32_t>(n, Distribution::uniform);
  Guarded<std::uint32_t> const keys(input);
  Guarded<std::uint32_t> const values(input);
  {
    AllMemory const all;
    ASSERT_GT(all.blocks(), 0u);
    EXPECT_ANY_THROW(sort(exec, keys.view()));
    EXPECT_ANY_THROW(sort(exec, keys.view(), Algorithm::sample));
    EXPECT_ANY_THROW(sort_by_key(exec, keys.view(), values.view()));
    EXPECT_ANY_THROW(argsort(exec, values.view(), keys.view()));
    EXPECT_ANY_THROW((Workspace<Memory>(exec, std::size_t{1} << 26)));
    exec.fence();
  }
  EXPECT_EQ(keys.values(), input);
  EXPECT_EQ(values.values(), input);
  sort(exec, keys.view());
  auto expected = input;
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(keys.values(), expected);
}

}  // namespace
}  // namespace KokkosSort::Test

#endif
