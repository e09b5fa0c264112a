// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/core/streamed_line.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>

namespace KokkosSort::Test {
namespace {

using Words = std::array<std::uint32_t, 48>;

TEST(StreamedLine, IsCopiedWholeAndAlone) {
  alignas(64) Words from;
  std::iota(from.begin(), from.end(), 1000u);
  // Lines begin at multiples of 16 bytes, also within a cache line.
  for (std::size_t const at : {0, 4, 16, 20}) {
    alignas(64) Words to{};
    Impl::stream_line(to.data() + at, from.data() + 8);
    Impl::finish_streamed_lines();
    for (std::size_t i = 0; i < to.size(); ++i)
      ASSERT_EQ(to[i], i >= at && i < at + 16 ? 1008 + i - at : 0) << i;
  }
}

}  // namespace
}  // namespace KokkosSort::Test
