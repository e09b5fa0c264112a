// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/oracle.hpp>
#include <support/team.hpp>
#include <KokkosSort/block/warp_rank_team.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

// Every warp of a team ranks its items of the same digits.

namespace KokkosSort::Test::WarpRankTest {
namespace {

constexpr int log_digits     = 6;
constexpr int digits         = 1 << log_digits;
constexpr int items_per_lane = 3;

enum class Way { in_order, any_order };

template <int TeamSize, Way way>
struct RankItems {
  static constexpr int lanes = Impl::Warp<Exec>::size;

  std::uint32_t const* digit;  // of each item; `digits` stands for none
  std::uint32_t* rank;
  std::uint32_t* count;  // [warp][digit]

  static constexpr std::size_t scratch_bytes() {
    return digits * (TeamSize / lanes) * sizeof(std::uint32_t);
  }

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    int const warp = member.team_rank() / lanes;
    int const lane = member.team_rank() % lanes;
    std::uint32_t* const counters =
        reinterpret_cast<std::uint32_t*>(scratch) + digits * warp;
    if (lane == 0)
      for (int d = 0; d < digits; ++d) counters[d] = 0;
    member.team_barrier();
    auto const position = [&](int i) {
      return (warp * items_per_lane + i) * lanes + lane;
    };
    std::uint32_t own[items_per_lane];
    for (int i = 0; i < items_per_lane; ++i) own[i] = digit[position(i)];
    auto const body = [&](int i, std::uint32_t, std::uint32_t found) {
      rank[position(i)] = found;
    };
    Impl::WarpRank<Exec> const ranks(counters, lane);
    if constexpr (way == Way::any_order) {
      ranks.template rank_in_any_order<log_digits + 1>(own, body);
    } else {
      ranks.template rank_in_order<log_digits + 1>(
          own, [&](int i) { return own[i] < digits; }, body);
    }
    member.team_barrier();
    if (lane != 0) return;
    for (int d = 0; d < digits; ++d) count[warp * digits + d] = counters[d];
  }
};

template <int TeamSize, Way way>
void check(std::vector<std::uint32_t> const& digit) {
  using Kernel        = RankItems<TeamSize, way>;
  constexpr int warps = TeamSize / Kernel::lanes;
  Guarded<std::uint32_t> const input(digit);
  Guarded<std::uint32_t> const rank(std::vector<std::uint32_t>(digit.size()));
  Guarded<std::uint32_t> const count(
      std::vector<std::uint32_t>(warps * digits));
  run_team<TeamSize>(Kernel::scratch_bytes(),
                     Kernel{input.data(), rank.data(), count.data()});
  std::vector<std::uint32_t> counted(warps * digits);
  std::vector<std::vector<std::uint32_t>> found(warps * digits);
  std::vector<std::vector<std::uint32_t>> wanted(warps * digits);
  auto const ranks = rank.values();
  std::size_t at   = 0;
  for (int w = 0; w < warps; ++w)
    for (int i = 0; i < items_per_lane * Kernel::lanes; ++i, ++at) {
      if (digit[at] >= digits) continue;
      std::size_t const of = w * digits + digit[at];
      found[of].push_back(ranks[at]);
      wanted[of].push_back(counted[of]++);
    }
  if (way == Way::any_order)
    for (auto& of : found) std::sort(of.begin(), of.end());
  EXPECT_EQ(found, wanted);
  EXPECT_EQ(count.values(), counted);
}

/// Items of `different` digits, of which every so many are absent.
template <int TeamSize>
std::vector<std::uint32_t> some_digits(std::uint32_t different,
                                       std::uint32_t absent) {
  std::vector<std::uint32_t> digit(TeamSize * items_per_lane);
  for (std::uint32_t i = 0; i < digit.size(); ++i)
    digit[i] = absent != 0 && i % absent == 0
                   ? digits
                   : i * 2654435761u / 65536 % different;
  return digit;
}

TEST(WarpRank, CountsEarlierItemsOfTheDigit) {
  for_team_sizes([](auto team) {
    for (std::uint32_t const different : {1u, 2u, 7u, 64u})
      for (std::uint32_t const absent : {0u, 5u, 1u}) {
        SCOPED_TRACE(std::to_string(different) + " digits, every " +
                     std::to_string(absent) + "th item absent");
        auto const digit = some_digits<team()>(different, absent);
        check<team(), Way::in_order>(digit);
      }
  });
}

TEST(WarpRank, GivesEachItemOfTheDigitARank) {
  for_team_sizes([](auto team) {
    for (std::uint32_t const different : {1u, 2u, 7u, 64u}) {
      SCOPED_TRACE(std::to_string(different) + " digits");
      check<team(), Way::any_order>(some_digits<team()>(different, 0));
    }
    // All lanes have the same digit, but not all the first.
    auto digit = some_digits<team()>(2, 0);
    for (std::size_t i = 0; i < digit.size(); ++i)
      if (i / Impl::Warp<Exec>::size % items_per_lane != 0) digit[i] = 3;
    check<team(), Way::any_order>(digit);
  });
}

}  // namespace
}  // namespace KokkosSort::Test::WarpRankTest
