// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <kit/comparators.hpp>
#include <kit/oracle.hpp>
#include <kit/team.hpp>
#include <KokkosSort/team/merge_sort.hpp>

#include <cstdint>
#include <vector>

namespace KokkosSort::Test {
namespace {

constexpr int items_per_thread = 7;

struct KeyLess {
  KOKKOS_FUNCTION bool operator()(Record const& a, Record const& b) const {
    return a.key < b.key;
  }
};
struct FaultyKeyLess {
  FaultyLess less;
  KOKKOS_FUNCTION bool operator()(Record const& a, Record const& b) const {
    return less(a.key, b.key);
  }
};

/// Sorts items[0, size), or where `middle` is not negative merges the two runs
/// that meet there.
template <int TeamSize, class Less>
struct SortInScratch {
  using Sort = Impl::TeamMergeSort<Record, TeamSize, items_per_thread>;
  Record* items;
  int size;
  int middle;
  Less less;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    Sort const sort(scratch);
    for (int i = member.team_rank(); i < size; i += member.team_size())
      sort.elements()[i] = items[i];
    member.team_barrier();
    if (middle < 0) {
      sort.sort(member, size, less);
    } else {
      sort.merge(member, middle, size, less);
    }
    for (int i = member.team_rank(); i < size; i += member.team_size())
      items[i] = sort.elements()[i];
  }
};

std::vector<Record> records(int size, std::uint32_t values) {
  auto const keys = input_keys<std::uint32_t>(size, Distribution::uniform);
  std::vector<Record> result(size);
  for (int i = 0; i < size; ++i)
    result[i] = {keys[i] % values, static_cast<std::uint32_t>(i)};
  return result;
}

template <int TeamSize, class Less>
std::vector<Record> run(std::vector<Record> const& input, int middle,
                        Less const& less) {
  using Kernel = SortInScratch<TeamSize, Less>;
  Guarded<Record> const items(input);
  run_team<TeamSize>(
      Kernel::Sort::scratch_bytes(),
      Kernel{items.data(), static_cast<int>(input.size()), middle, less});
  EXPECT_TRUE(items.guards_hold());
  return items.values();
}

template <int TeamSize>
std::vector<int> sizes() {
  constexpr int capacity = TeamSize * items_per_thread;
  std::vector<int> result{0, 1, 2, 3, capacity - 1, capacity};
  for (int size = 4; size < capacity - 1; size += 1 + size / 6)
    result.push_back(size);
  return result;
}

TEST(TeamMergeSort, SortsAnySizeStably) {
  for_team_sizes([](auto team) {
    for (int const size : sizes<team()>()) {
      for (std::uint32_t const values : {1u, 4u, 1u << 30}) {
        auto const input = records(size, values);
        ASSERT_TRUE(same_sequence(run<team()>(input, -1, KeyLess{}),
                                  stable_reference(input, KeyLess{})))
            << "size " << size;
      }
    }
  });
}

TEST(TeamMergeSort, MergesRunsOfAnyLength) {
  for_team_sizes([](auto team) {
    for (int const size : sizes<team()>()) {
      for (int const middle : {0, 1, size / 3, size / 2, size - 1, size}) {
        if (middle < 0 || middle > size) continue;
        auto input = records(size, 9);
        std::stable_sort(input.begin(), input.begin() + middle, KeyLess{});
        std::stable_sort(input.begin() + middle, input.end(), KeyLess{});
        ASSERT_TRUE(same_sequence(run<team()>(input, middle, KeyLess{}),
                                  stable_reference(input, KeyLess{})))
            << "size " << size << ", middle " << middle;
      }
    }
  });
}

TEST(TeamMergeSort, FaultyComparatorsKeepTheMultiset) {
  Kokkos::View<std::uint64_t, Memory> const calls("calls");
  for_team_sizes([&](auto team) {
    for (Fault const fault : faults) {
      for (int const size : sizes<team()>()) {
        auto const input = records(size, 1u << 30);
        FaultyKeyLess const less{{fault, calls.data()}};
        ASSERT_TRUE(same_multiset(run<team()>(input, -1, less), input));
        ASSERT_TRUE(same_multiset(run<team()>(input, size / 2, less), input));
      }
    }
  });
}

}  // namespace
}  // namespace KokkosSort::Test
