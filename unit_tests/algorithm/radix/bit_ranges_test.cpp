// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm/radix/bit_ranges.hpp>

#include <cstdint>

namespace KokkosSort::Test {
namespace {

bool const other_is_registered = register_matrix<RadixOtherStart>(
    "radix_other_start", TypeList<void, std::uint32_t, double>{});

// An odd number of digits ends in the scratch array.
TEST(RadixSortBits, SanitizeRanges) {
  using Limits = Boundaries<Algorithm::Radix, std::int32_t, Impl::NoValue>;
  check_ranges<std::int32_t>(Limits::leaf + 100, Distribution::uniform);
  check_ranges<std::int32_t>(Limits::leaf + 100, Distribution::uniform,
                             RadixOtherStart{});
}

}  // namespace
}  // namespace KokkosSort::Test
