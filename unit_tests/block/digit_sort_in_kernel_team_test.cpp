// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/oracle.hpp>
#include <support/team.hpp>
#include <KokkosSort/block/digit_sort_in_kernel_team.hpp>
#include <KokkosSort/block/key_order.hpp>
#include <KokkosSort/block/sort_in_kernel_team.hpp>
#include <KokkosSort/core/caller_member.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace KokkosSort::Test::DigitSortTest {
namespace {

// One thread of a host sorts as many keys as all threads of a device.
constexpr int most = Impl::TeamShape<Exec>::is_host ? 1024 : 17;

template <class Key>
using Sort = Impl::KernelDigitSort<Exec, Impl::BitsOrder<Key>, most>;

enum class Outcome { not_taken = 1, given_up, sorted };

template <class Key>
struct SortKeys {
  Impl::BitsOrder<Key> order;
  Impl::Strided<Key> keys;
  int size;
  Outcome* outcomes;  // of each thread

  KOKKOS_FUNCTION void operator()(Member const& own, std::byte* scratch) const {
    Impl::CallerMember<Exec, Member> const member(own);
    auto& outcome = outcomes[member.team_rank()];
    outcome       = Outcome::not_taken;
    if (!Sort<Key>::takes(member, size)) return;
    outcome = Sort<Key>(scratch, size).sort(member, order, {keys, {}})
                  ? Outcome::sorted
                  : Outcome::given_up;
  }
};

/// Expects that all threads end alike, and that nothing but a sort changes the
/// keys.
template <int TeamSize, class Key>
void check(std::vector<Key> const& input, Outcome expected,
           bool is_descending = false, std::size_t stride = 1) {
  SCOPED_TRACE(std::to_string(input.size()) + " keys");
  Guarded<Key> const keys(input, {7, stride});
  Guarded<Outcome> const outcomes(
      std::vector<Outcome>(TeamSize, Outcome::not_taken));
  auto const size = static_cast<int>(input.size());
  run_team<TeamSize>(
      Sort<Key>::scratch_bytes(input.size()),
      SortKeys<Key>{Impl::BitsOrder<Key>::directed(is_descending),
                    {keys.data(), static_cast<std::ptrdiff_t>(stride)},
                    size,
                    outcomes.data()});
  EXPECT_TRUE(same_sequence(outcomes.values(),
                            std::vector<Outcome>(TeamSize, expected)));
  auto result = input;
  if (expected == Outcome::sorted) {
    std::sort(result.begin(), result.end(), OracleLess<Key>{});
    if (is_descending) std::reverse(result.begin(), result.end());
  }
  EXPECT_TRUE(same_sequence(keys.values(), result));
  EXPECT_TRUE(keys.guards_hold());
}

template <int TeamSize>
constexpr int capacity = TeamSize * most;

template <class Key, int TeamSize>
void check_spread() {
  for (int const size : {64, 65, 200, 777, capacity<TeamSize>}) {
    for (auto const distribution :
         {Distribution::uniform, Distribution::sorted, Distribution::reversed})
      check<TeamSize>(input_keys<Key>(size, distribution), Outcome::sorted,
                      distribution == Distribution::uniform);
    check<TeamSize>(std::vector<Key>(static_cast<std::size_t>(size), Key{5}),
                    Outcome::sorted);
  }
}

TEST(DigitSortInKernel, SpreadAndEqualKeysAreSorted) {
  for_team_sizes([](auto team) {
    check_spread<std::uint32_t, team()>();
    check_spread<std::int64_t, team()>();
  });
}

TEST(DigitSortInKernel, DoublesOfOneExponent) {
  std::vector<double> keys;
  for (auto const key : input_keys<std::uint32_t>(500, Distribution::uniform))
    keys.push_back(-1 - key * 0x1p-32);
  for_team_sizes(
      [&](auto team) { check<team()>(keys, Outcome::sorted, true); });
}

TEST(DigitSortInKernel, NarrowKeysFillFewCells) {
  for_team_sizes([](auto team) {
    // 64 keys of 16 bits, or 512 of 8 bits: fewer than 32 of each value.
    check<team()>(input_keys<std::int16_t>(500, Distribution::uniform),
                  Outcome::sorted);
    check<team()>(input_keys<std::uint8_t>(512, Distribution::uniform),
                  Outcome::sorted);
  });
}

TEST(DigitSortInKernel, StridedKeys) {
  for_team_sizes([](auto team) {
    check<team()>(input_keys<std::uint32_t>(300, Distribution::uniform),
                  Outcome::sorted, false, 3);
  });
}

TEST(DigitSortInKernel, CrowdedKeysStayUntouched) {
  for_team_sizes([](auto team) {
    check<team()>(input_keys<std::uint32_t>(300, Distribution::two_values),
                  Outcome::given_up);
    check<team()>(input_keys<std::uint64_t>(1000, Distribution::zipf),
                  Outcome::given_up);
    // Only the last warp finds its cell crowded.
    auto keys = input_keys<std::uint32_t>(400, Distribution::uniform);
    std::fill(keys.end() - 40, keys.end(), keys.front());
    check<team()>(keys, Outcome::given_up);
  });
}

TEST(DigitSortInKernel, TakesWhatRegistersHold) {
  for_team_sizes([](auto team) {
    check<team()>(input_keys<std::uint32_t>(63, Distribution::uniform),
                  Outcome::not_taken);
    check<team()>(
        input_keys<std::uint32_t>(capacity<team()> + 1, Distribution::uniform),
        Outcome::not_taken);
  });
}

template <class Key>
void check_room() {
  using Digits = Sort<Key>;
  using Merges = Impl::KernelSort<Impl::BitsOrder<Key>, Impl::NoValue>;
  for (std::size_t n = 64; n < 20'000; ++n)
    ASSERT_LE(16 + Digits::scratch_bytes(n), Merges::scratch_bytes(n)) << n;
}

TEST(DigitSortInKernel, MergesHaveRoomForTheCounters) {
  check_room<std::uint8_t>();
  check_room<std::uint16_t>();
  check_room<std::uint32_t>();
  check_room<std::uint64_t>();
}

}  // namespace
}  // namespace KokkosSort::Test::DigitSortTest
