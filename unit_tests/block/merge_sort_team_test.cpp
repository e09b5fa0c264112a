// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/comparators.hpp>
#include <support/oracle.hpp>
#include <support/records.hpp>
#include <support/team.hpp>
#include <KokkosSort/block/merge_sort_team.hpp>
#include <KokkosSort/block/splitmix64.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test::MergeSortTest {
namespace {

constexpr int items_per_thread = 7;

/// Sorts items[0, size) or, if ends[0] is not negative, merges the runs that
/// end there.
template <int TeamSize, class Element, class Less, int Runs, int ItemsPerThread>
struct SortInScratch {
  using Sort = Impl::TeamMergeSort<Element, TeamSize, ItemsPerThread>;
  Element* items;
  int size;
  Kokkos::Array<int, Runs> ends;
  Less less;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    Sort const sort(scratch);
    for (int i = member.team_rank(); i < size; i += member.team_size())
      sort.elements()[i] = items[i];
    member.team_barrier();
    if (ends[0] < 0) {
      sort.sort(member, size, less);
    } else {
      int copy[Runs];
      for (int r = 0; r < Runs; ++r) copy[r] = ends[r];
      sort.merge(member, copy, less);
    }
    for (int i = member.team_rank(); i < size; i += member.team_size())
      items[i] = sort.elements()[i];
  }
};

template <int TeamSize, int ItemsPerThread = items_per_thread, class Element,
          std::size_t Runs, class Less>
std::vector<Element> run(std::vector<Element> const& input,
                         Kokkos::Array<int, Runs> const& ends,
                         Less const& less) {
  using Kernel = SortInScratch<TeamSize, Element, Less, static_cast<int>(Runs),
                               ItemsPerThread>;
  Guarded<Element> const items(input);
  run_team<TeamSize>(
      Kernel::Sort::scratch_bytes(),
      Kernel{items.data(), static_cast<int>(input.size()), ends, less});
  EXPECT_TRUE(items.guards_hold());
  return items.values();
}

constexpr Kokkos::Array<int, 2> unsorted{-1, -1};

/// Sorts the runs of `input` and checks that the team merges them stably.
template <int TeamSize, std::size_t Runs>
void check_merge(std::vector<Record> input,
                 Kokkos::Array<int, Runs> const& ends) {
  for (std::size_t r = 0; r < Runs; ++r)
    std::stable_sort(input.begin() + (r == 0 ? 0 : ends[r - 1]),
                     input.begin() + ends[r], KeyLess{});
  ASSERT_TRUE(same_sequence(run<TeamSize>(input, ends, KeyLess{}),
                            stable_reference(input, KeyLess{})))
      << "size " << input.size() << ", first run " << ends[0];
}

/// Returns four runs of lengths that all differ, some of them empty.
std::vector<Kokkos::Array<int, 4>> ends_of_four(int size) {
  return {{0, 0, 0, size},
          {size, size, size, size},
          {0, size / 2, size / 2, size},
          {size / 4, size / 2, size - size / 4, size},
          {size / 7, size / 7 * 2 + size % 7, size - size / 9, size},
          {size / 2, size - size / 3, size - size / 5, size}};
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
        ASSERT_TRUE(same_sequence(run<team()>(input, unsorted, KeyLess{}),
                                  stable_reference(input, KeyLess{})))
            << "size " << size;
      }
    }
  });
}

template <int ItemsPerThread>
void check_capacity() {
  for_team_sizes([](auto team) {
    constexpr int capacity = team() * ItemsPerThread;
    for (int const size : {capacity / 2 + 1, capacity - 1, capacity}) {
      auto const input = records(size, 1000);
      ASSERT_TRUE(
          same_sequence(run<team(), ItemsPerThread>(input, unsorted, KeyLess{}),
                        stable_reference(input, KeyLess{})))
          << "size " << size << " of " << ItemsPerThread << " per thread";
    }
  });
}

// Threads take one item more than the capacity is made for.
TEST(TeamMergeSort, SortsEvenNumbersOfItemsPerThread) {
  check_capacity<2>();
  check_capacity<4>();
  check_capacity<8>();
}

/// Element of an odd number of bytes, after which nothing else is aligned
/// without padding.
struct ThreeBytes {
  std::uint8_t bytes[3];
};
struct ThreeBytesLess {
  KOKKOS_FUNCTION bool operator()(ThreeBytes const& a,
                                  ThreeBytes const& b) const {
    return a.bytes[1] < b.bytes[1];
  }
};

TEST(TeamMergeSort, SortsElementsOfOddSize) {
  for_team_sizes([](auto team) {
    int const size = team() * items_per_thread;
    std::vector<ThreeBytes> input(size);
    for (int i = 0; i < size; ++i) {
      auto const low = static_cast<std::uint8_t>(i % 256);
      input[i] = {{low, static_cast<std::uint8_t>(Impl::splitmix64(i) % 50),
                   static_cast<std::uint8_t>(i / 256)}};
    }
    auto expected = input;
    std::stable_sort(expected.begin(), expected.end(), ThreeBytesLess{});
    auto const sorted = run<team()>(input, unsorted, ThreeBytesLess{});
    for (int i = 0; i < size; ++i)
      for (int b = 0; b < 3; ++b)
        ASSERT_EQ(sorted[i].bytes[b], expected[i].bytes[b]) << "item " << i;
  });
}

TEST(TeamMergeSort, MergesRunsOfAnyLength) {
  for_team_sizes([](auto team) {
    for (int const size : sizes<team()>()) {
      for (int const middle : {0, 1, size / 3, size / 2, size - 1, size}) {
        if (middle < 0 || middle > size) continue;
        check_merge<team()>(records(size, 9),
                            Kokkos::Array<int, 2>{middle, size});
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  });
}

TEST(TeamMergeSort, MergesFourRunsOfAnyLength) {
  for_team_sizes([](auto team) {
    using Sort = Impl::TeamMergeSort<Record, team(), items_per_thread>;
    std::vector<int> all = sizes<team()>();
    all.push_back(Sort::template merge_capacity<4>);
    for (int const size : all) {
      if (size > Sort::template merge_capacity<4>) continue;
      for (auto const& ends : ends_of_four(size)) {
        for (std::uint32_t const values : {9u, 1u << 30})
          check_merge<team()>(records(size, values), ends);
        if (testing::Test::HasFatalFailure()) return;
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
        ASSERT_TRUE(same_multiset(run<team()>(input, unsorted, less), input));
        ASSERT_TRUE(same_multiset(
            run<team()>(input, Kokkos::Array<int, 2>{size / 2, size}, less),
            input));
        using Sort = Impl::TeamMergeSort<Record, team(), items_per_thread>;
        if (size > Sort::template merge_capacity<4>) continue;
        for (auto const& ends : ends_of_four(size))
          ASSERT_TRUE(same_multiset(run<team()>(input, ends, less), input));
      }
    }
  });
}

}  // namespace
}  // namespace KokkosSort::Test::MergeSortTest
