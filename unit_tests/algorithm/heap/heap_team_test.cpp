// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/comparators.hpp>
#include <support/oracle.hpp>
#include <support/records.hpp>
#include <support/team.hpp>
#include <KokkosSort/algorithm/heap/heap_team.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace KokkosSort::Test::HeapTest {
namespace {

constexpr int capacity = 300;

template <Impl::HeapBuild build, class Less>
struct SortByHeap {
  using Heap = Impl::TeamHeapSort<Exec, Record, capacity, build>;
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

template <int TeamSize, Impl::HeapBuild build = Impl::HeapBuild::bottom_up,
          class Less>
std::vector<Record> heap_sorted(std::vector<Record> const& input,
                                Less const& less) {
  using Kernel = SortByHeap<build, Less>;
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
  using Impl::HeapBuild;
  for_team_sizes([](auto team) {
    for (int const size : sizes()) {
      for (std::uint32_t const values : {1u, 4u, 1u << 30}) {
        auto const input    = records(size, values);
        auto const expected = stable_reference(input, KeyLess{});
        ASSERT_TRUE(
            same_sequence(heap_sorted<team()>(input, KeyLess{}), expected))
            << "size " << size << " of " << values << " values";
        ASSERT_TRUE(same_sequence(
            heap_sorted<team(), HeapBuild::insertions>(input, KeyLess{}),
            expected))
            << "size " << size << " of " << values << " values, by insertions";
      }
    }
  });
}

using Nodes = std::vector<std::uint16_t>;

/// Inserts elements 0, 1, … into a heap of keys.
struct Insert {
  std::uint16_t* nodes;
  std::uint32_t const* keys;
  int size;

  KOKKOS_FUNCTION void operator()(Member const& member, std::byte*) const {
    for (int i = 1 + member.team_rank(); i <= size; i += member.team_size())
      nodes[i] = static_cast<std::uint16_t>(i - 1);
    member.team_barrier();
    Impl::insert_in_pipeline<Exec>(
        member, nodes, size,
        [&](std::uint16_t a, std::uint16_t b) { return keys[a] < keys[b]; });
  }
};

/// The same, one insertion after another.
Nodes inserted(std::vector<std::uint32_t> const& keys) {
  Nodes nodes(keys.size() + 1);
  for (std::size_t k = 0; k < keys.size(); ++k) {
    std::size_t node = k + 1;
    nodes[node]      = static_cast<std::uint16_t>(k);
    for (; node > 1 && keys[nodes[node]] < keys[nodes[node / 2]]; node /= 2)
      std::swap(nodes[node], nodes[node / 2]);
  }
  return nodes;
}

TEST(TeamHeap, PipelineOfInsertionsIsOneAfterAnother) {
  for_team_sizes([](auto team) {
    for (int const size : sizes()) {
      for (auto const distribution :
           {Distribution::uniform, Distribution::reversed}) {
        auto const keys = input_keys<std::uint32_t>(size, distribution, size);
        Guarded<std::uint16_t> const nodes(Nodes(keys.size() + 1));
        auto const on_device = to_device(keys);
        run_team<team()>(0, Insert{nodes.data(), on_device.data(), size});
        ASSERT_TRUE(same_sequence(nodes.values(), inserted(keys)))
            << "size " << size;
        ASSERT_TRUE(nodes.guards_hold());
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
        ASSERT_TRUE(same_multiset(
            heap_sorted<team(), Impl::HeapBuild::insertions>(input, less),
            input))
            << "size " << size << " by fault " << static_cast<int>(fault);
      }
    }
  });
}

}  // namespace
}  // namespace KokkosSort::Test::HeapTest
