// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/oracle.hpp>
#include <support/team.hpp>
#include <KokkosSort/block/scan_team.hpp>

#include <cstdint>
#include <numeric>
#include <vector>

namespace KokkosSort::Test::ScanTest {
namespace {

template <int TeamSize, class T>
struct ScanValues {
  using Scan = Impl::TeamScan<Exec, TeamSize, T>;
  T* before;
  T* totals;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    int const rank = member.team_rank();
    T const value  = static_cast<T>(rank * rank + 3);
    before[rank] = Scan::exclusive(member, value, reinterpret_cast<T*>(scratch),
                                   totals[rank]);
  }
};

template <int TeamSize, class T>
void check_values() {
  Guarded<T> const before(std::vector<T>(TeamSize, T{9}));
  Guarded<T> const totals(std::vector<T>(TeamSize, T{9}));
  run_team<TeamSize>(ScanValues<TeamSize, T>::Scan::scratch_bytes(),
                     ScanValues<TeamSize, T>{before.data(), totals.data()});
  std::vector<T> expected;
  T sum = 0;
  for (int rank = 0; rank < TeamSize; ++rank) {
    expected.push_back(sum);
    sum += static_cast<T>(rank * rank + 3);
  }
  EXPECT_TRUE(same_sequence(before.values(), expected));
  EXPECT_TRUE(same_sequence(totals.values(), std::vector<T>(TeamSize, sum)));
}

TEST(TeamScan, ValuesOfTheThreads) {
  for_team_sizes([](auto team) {
    check_values<team(), std::uint32_t>();
    check_values<team(), std::uint64_t>();
  });
}

template <int TeamSize, class T, class U>
struct ScanArray {
  using Scan = Impl::TeamScan<Exec, TeamSize, T>;
  U* items;
  int size;
  T* totals;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    totals[member.team_rank()] = Scan::exclusive_array(
        member, items, size, reinterpret_cast<T*>(scratch));
  }
};

template <int TeamSize, class T, class U>
void check_array(int size) {
  SCOPED_TRACE("size " + std::to_string(size));
  auto const input =
      input_keys<U>(size, Distribution::deterministic_duplicates);
  Guarded<U> const items(input);
  Guarded<T> const totals(std::vector<T>(TeamSize, T{9}));
  run_team<TeamSize>(
      Impl::TeamScan<Exec, TeamSize, T>::scratch_bytes(),
      ScanArray<TeamSize, T, U>{items.data(), size, totals.data()});
  std::vector<U> expected(size);
  std::exclusive_scan(input.begin(), input.end(), expected.begin(), U{0});
  T const sum = std::accumulate(input.begin(), input.end(), T{0});
  EXPECT_TRUE(same_sequence(items.values(), expected));
  EXPECT_TRUE(same_sequence(totals.values(), std::vector<T>(TeamSize, sum)));
  EXPECT_TRUE(items.guards_hold());
}

TEST(TeamScan, ArraysOfAnySize) {
  for_team_sizes([](auto team) {
    constexpr int size = team();
    for (int const n :
         {0, 1, 2, size - 1, size, size + 1, 3 * size + 1, 5000}) {
      check_array<size, std::uint32_t, std::uint32_t>(n);
      check_array<size, std::uint64_t, std::uint64_t>(n);
    }
  });
}

}  // namespace
}  // namespace KokkosSort::Test::ScanTest
