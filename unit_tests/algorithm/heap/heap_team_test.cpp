// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/comparators.hpp>
#include <support/oracle.hpp>
#include <support/records.hpp>
#include <support/team.hpp>
#include <KokkosSort/algorithm/heap/heap_team.hpp>

#include <cstdint>
#include <vector>

namespace KokkosSort::Test::HeapTest {
namespace {

constexpr int capacity = 300;

template <class Less>
struct SortByHeap {
  using Heap = Impl::TeamHeapSort<Exec, Record, capacity>;
  Record* items;
  int size;
  Less less;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    Heap const heap(scratch);
    for (int i = member.team_rank(); i < size; i += member.team_size())
      heap.elements()[i] = items[i];
    member.team_barrier();
    heap.sort(member, size, less);
    for (int k = member.team_rank(); k < size; k += member.team_size())
      items[k] = heap.sorted(k);
  }
};

template <int TeamSize, class Less>
std::vector<Record> heap_sorted(std::vector<Record> const& input,
                                Less const& less) {
  using Kernel = SortByHeap<Less>;
  Guarded<Record> const items(input);
  run_team<TeamSize>(
      Kernel::Heap::scratch_bytes(),
      Kernel{items.data(), static_cast<int>(input.size()), less});
  EXPECT_TRUE(items.guards_hold());
  return items.values();
}

/// Sizes of heaps whose last level is empty, begun and full.
std::vector<int> sizes() {
  std::vector<int> result;
  for (int size = 0; size <= 33; ++size) result.push_back(size);
  for (int const size : {62, 63, 64, 65, 100, 127, 128, 129, 254, 255, 256})
    result.push_back(size);
  result.push_back(capacity - 1);
  result.push_back(capacity);
  return result;
}

TEST(TeamHeap, HeightIsThatOfTheLastNode) {
  EXPECT_EQ(Impl::heap_height(0), 0);
  EXPECT_EQ(Impl::heap_height(1), 1);
  for (int height = 2; height < 16; ++height) {
    EXPECT_EQ(Impl::heap_height((1 << (height - 1)) - 1), height - 1);
    EXPECT_EQ(Impl::heap_height(1 << (height - 1)), height);
  }
}

TEST(TeamHeap, SortsAnySizeStably) {
  for_team_sizes([](auto team) {
    for (int const size : sizes()) {
      for (std::uint32_t const values : {1u, 4u, 1u << 30}) {
        auto const input = records(size, values);
        ASSERT_TRUE(same_sequence(heap_sorted<team()>(input, KeyLess{}),
                                  stable_reference(input, KeyLess{})))
            << "size " << size << " of " << values << " values";
      }
    }
  });
}

TEST(TeamHeap, FaultyComparatorsKeepTheMultiset) {
  Kokkos::View<std::uint64_t, Memory> const calls("calls");
  for_team_sizes([&](auto team) {
    for (Fault const fault : faults) {
      for (int const size : sizes()) {
        auto const input = records(size, 1u << 30);
        FaultyKeyLess const less{{fault, calls.data()}};
        ASSERT_TRUE(same_multiset(heap_sorted<team()>(input, less), input))
            << "size " << size << " by fault " << static_cast<int>(fault);
      }
    }
  });
}

}  // namespace
}  // namespace KokkosSort::Test::HeapTest
