// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Keys and values with a stricter alignment than a team's scratch.

#include <support/call.hpp>

#include <KokkosSort/core/launch.hpp>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace KokkosSort::Test::AlignmentTest {
namespace {

struct alignas(32) Aligned {
  std::uint32_t key;
  std::uint32_t tag;
};
static_assert(sizeof(Aligned) == 32);

/// By key; counts the operands that are not aligned as their type.
struct CountingLess {
  Kokkos::View<std::uint64_t, Memory> misplaced;

  KOKKOS_FUNCTION static bool is_misplaced(Aligned const& a) {
    // A compiler takes the remainder for 0, since the type promises its
    // alignment. The volatile address hides its origin.
    auto volatile address = reinterpret_cast<std::uintptr_t>(&a);
    return address % alignof(Aligned) != 0;
  }

  KOKKOS_FUNCTION bool operator()(Aligned const& a, Aligned const& b) const {
    if (is_misplaced(a) || is_misplaced(b)) Kokkos::atomic_inc(&misplaced());
    return a.key < b.key;
  }
};

std::vector<Aligned> tagged(std::size_t n) {
  auto const keys = input_keys<std::uint32_t>(n, Distribution::zipf, n);
  std::vector<Aligned> all(n);
  for (std::size_t i = 0; i < n; ++i)
    all[i] = {keys[i], static_cast<std::uint32_t>(i)};
  return all;
}

template <class Tag>
void check_keys(std::size_t n, Tag tag) {
  auto const input = tagged(n);
  Kokkos::View<Aligned*, Memory> const keys("keys", n);
  Kokkos::View<Aligned*, Kokkos::HostSpace> const host("host", n);
  for (std::size_t i = 0; i < n; ++i) host(i) = input[i];
  Kokkos::deep_copy(keys, host);
  CountingLess const less{Kokkos::View<std::uint64_t, Memory>("misplaced")};
  sort(Exec{}, keys, less, tag);
  Kokkos::deep_copy(host, keys);
  std::uint64_t misplaced = 0;
  Kokkos::deep_copy(misplaced, less.misplaced);
  EXPECT_EQ(misplaced, 0u);
  std::vector<std::uint32_t> seen(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    ASSERT_LT(host(i).tag, n);
    EXPECT_EQ(host(i).key, input[host(i).tag].key);
    ++seen[host(i).tag];
    if (i > 0) {
      ASSERT_LE(host(i - 1).key, host(i).key) << i;
    }
  }
  EXPECT_EQ(seen, std::vector<std::uint32_t>(n, 1));
}

TEST(Alignment, KeysOfThirtyTwoBytesKeepTheAlignmentOfTheirType) {
  for (std::size_t const n : {2u, 1000u, 70000u}) {
    SCOPED_TRACE("n = " + std::to_string(n));
    check_keys(n, Algorithm::automatic);
    check_keys(n, Algorithm::sample);
    check_keys(n, Algorithm::merge);
    check_keys(n, Algorithm::bitonic);
    check_keys(n, Algorithm::heap);
  }
}

struct Nothing {
  KOKKOS_FUNCTION static std::size_t scratch_bytes() { return 0; }
  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const&) const {}
};

TEST(Launch, RefusesMoreTeamsThanKokkosCounts) {
  try {
    Impl::launch_teams<Impl::TeamShape<Exec>::size>(
        "too many", Exec{}, std::size_t{Impl::max_league} + 1, Nothing{});
    FAIL() << "a league of 2^31 was launched";
  } catch (std::invalid_argument const& error) {
    EXPECT_STREQ(error.what(),
                 "too many: 2147483648 teams, but Kokkos counts them in int");
  }
}

}  // namespace
}  // namespace KokkosSort::Test::AlignmentTest
