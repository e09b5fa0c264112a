// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <block/splitter_checks.hpp>
#include <KokkosSort/block/splitter_array_team.hpp>

#include <cstdint>

namespace KokkosSort::Test::SplitterArrayTest {
namespace {

TEST(SplitterArray, BucketsOfEverySplitterAndItsNeighbors) {
  check_all_splitters<Impl::SplitterArray<std::uint32_t>, std::uint32_t>();
  check_all_splitters<Impl::SplitterArray<std::uint64_t>, std::uint64_t>();
}

}  // namespace
}  // namespace KokkosSort::Test::SplitterArrayTest
