// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/comparators.hpp>
#include <support/oracle.hpp>
#include <support/records.hpp>
#include <KokkosSort/block/merge_thread.hpp>

#include <cstdint>
#include <vector>

namespace KokkosSort::Test::MergeTest {
namespace {

std::vector<Record> concatenated(std::vector<Record> a,
                                 std::vector<Record> const& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// Calls check(a, b) with sorted runs of all small sizes.
template <class Check>
void for_all_runs(Check const& check) {
  for (std::uint32_t a_size = 0; a_size <= 12; ++a_size) {
    for (std::uint32_t b_size = 0; b_size <= 12; ++b_size) {
      for (std::uint32_t const values : {1, 2, 5, 1000}) {
        check(stable_reference(records(a_size, values, 0, a_size), KeyLess{}),
              stable_reference(records(b_size, values, a_size, 100 + b_size),
                               KeyLess{}));
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(MergePath, CountsItemsOfTheFirstRunOnEveryDiagonal) {
  for_all_runs([](auto const& a, auto const& b) {
    auto const merged = stable_reference(concatenated(a, b), KeyLess{});
    for (std::size_t diagonal = 0; diagonal <= merged.size(); ++diagonal) {
      std::size_t from_a = 0;
      for (std::size_t i = 0; i < diagonal; ++i)
        from_a += merged[i].tag < a.size() ? 1 : 0;
      ASSERT_EQ(
          Impl::merge_path([&](std::size_t i) { return a.at(i); }, a.size(),
                           [&](std::size_t i) { return b.at(i); }, b.size(),
                           diagonal, KeyLess{}),
          from_a);
      // Runs in memory: steps that reach past the shorter run.
      int step = 1;
      while (2 * step <= static_cast<int>(std::min(a.size(), b.size())))
        step *= 2;
      ASSERT_EQ(Impl::merge_path(a.data(), static_cast<int>(a.size()), b.data(),
                                 static_cast<int>(b.size()),
                                 static_cast<int>(diagonal), step, KeyLess{}),
                static_cast<int>(from_a));
    }
  });
}

/// Returns sorted runs of the given sizes, tagged in order.
template <int Runs>
std::vector<std::vector<Record>> runs_of(std::size_t const (&sizes)[Runs],
                                         std::uint32_t values,
                                         std::uint64_t seed) {
  std::vector<std::vector<Record>> runs;
  std::uint32_t first = 0;
  for (std::size_t const size : sizes) {
    runs.push_back(
        stable_reference(records(size, values, first, ++seed), KeyLess{}));
    first += static_cast<std::uint32_t>(size);
  }
  return runs;
}

constexpr std::size_t sizes_of_four[][4] = {
    {0, 0, 0, 0},    {1, 0, 0, 0},   {0, 0, 0, 3},     {1, 1, 1, 1},
    {2, 3, 1, 2},    {5, 5, 5, 5},   {16, 16, 16, 16}, {17, 0, 33, 2},
    {40, 40, 40, 1}, {64, 1, 1, 64}, {31, 7, 64, 100}, {100, 100, 100, 99}};

TEST(MergePathOfFour, CountsItemsOfEachRunOnEveryDiagonal) {
  for (auto const& sizes : sizes_of_four) {
    for (std::uint32_t const values : {1, 3, 50, 100000}) {
      auto const runs = runs_of(sizes, values, sizes[0]);
      std::vector<Record> all;
      for (auto const& run : runs) all = concatenated(all, run);
      auto const merged       = stable_reference(all, KeyLess{});
      std::size_t ends[4]     = {};
      std::size_t expected[4] = {};
      for (int r = 0; r < 4; ++r)
        ends[r] = (r == 0 ? 0 : ends[r - 1]) + sizes[r];
      for (std::size_t diagonal = 0; diagonal <= merged.size(); ++diagonal) {
        std::size_t taken[4];
        Impl::merge_path([&](int r, std::size_t i) { return runs[r].at(i); },
                         sizes, diagonal, taken, KeyLess{});
        for (int r = 0; r < 4; ++r) ASSERT_EQ(taken[r], expected[r]);
        if (diagonal == merged.size()) break;
        int run = 0;
        while (merged[diagonal].tag >= ends[run]) ++run;
        ++expected[run];
      }
    }
  }
}

TEST(MergePathOfFour, StaysInBoundsForEveryComparator) {
  for (Fault const fault : faults) {
    std::uint64_t calls = 0;
    FaultyLess const less{fault, &calls};
    for (auto const& sizes : sizes_of_four) {
      auto const runs         = runs_of(sizes, 100, 7);
      std::size_t const total = sizes[0] + sizes[1] + sizes[2] + sizes[3];
      for (std::size_t diagonal = 0; diagonal <= total; ++diagonal) {
        std::size_t taken[4];
        std::size_t sum = 0;
        // at() throws past the ends.
        Impl::merge_path(
            [&](int r, std::size_t i) { return runs[r].at(i).key; }, sizes,
            diagonal, taken, less);
        for (int r = 0; r < 4; ++r) {
          ASSERT_LE(taken[r], sizes[r]);
          sum += taken[r];
        }
        ASSERT_EQ(sum, diagonal);
      }
    }
  }
}

TEST(MergePath, StaysInBoundsForEveryComparator) {
  for (Fault const fault : faults) {
    std::uint64_t calls = 0;
    FaultyLess const less{fault, &calls};
    for_all_runs([&](auto const& a, auto const& b) {
      for (std::size_t diagonal = 0; diagonal <= a.size() + b.size();
           ++diagonal) {
        // at() throws past the ends.
        std::size_t const from_a = Impl::merge_path(
            [&](std::size_t i) { return a.at(i).key; }, a.size(),
            [&](std::size_t i) { return b.at(i).key; }, b.size(), diagonal,
            less);
        ASSERT_LE(from_a, std::min(a.size(), diagonal));
        ASSERT_LE(diagonal - from_a, b.size());
      }
    });
  }
}

TEST(MergeToRegisters, FillsRegistersWithTheFirstOfTheMerge) {
  for_all_runs([](auto const& a, auto const& b) {
    if (a.empty() && b.empty()) return;
    // A run may be anywhere; its surroundings must not get into the result.
    std::vector<Record> memory(2, Record{0, 999});
    memory          = concatenated(memory, a);
    int const a_end = static_cast<int>(memory.size());
    memory.push_back({0, 999});
    int const b_begin = static_cast<int>(memory.size());
    memory            = concatenated(memory, b);
    int const b_end   = static_cast<int>(memory.size());
    memory.resize(b_end + 7, Record{0, 999});
    Record merged[7];
    int a_next    = Impl::merge_to_registers(memory.data(), 2, a_end, b_begin,
                                             b_end, merged, KeyLess{});
    auto expected = stable_reference(concatenated(a, b), KeyLess{});
    expected.resize(std::min<std::size_t>(7, expected.size()));
    ASSERT_TRUE(same_sequence(
        std::vector<Record>(merged, merged + expected.size()), expected));
    if (expected.size() < 7) return;
    int from_a = 0;
    for (Record const& record : expected) from_a += record.tag < a.size();
    ASSERT_EQ(a_next, 2 + from_a);
    if (a.size() < 7 || b.size() < 7) return;
    a_next =
        Impl::merge_to_registers(memory.data(), 2, b_begin, merged, KeyLess{});
    ASSERT_EQ(a_next, 2 + from_a);
    ASSERT_TRUE(
        same_sequence(std::vector<Record>(merged, merged + 7), expected));
  });
}

TEST(SerialMerge, MergesStably) {
  for_all_runs([](auto const& a, auto const& b) {
    auto const input = concatenated(a, b);
    std::vector<Record> result(input.size());
    Impl::serial_merge(input.data(), static_cast<int>(a.size()),
                       static_cast<int>(input.size()), result.data(),
                       KeyLess{});
    ASSERT_TRUE(same_sequence(result, stable_reference(input, KeyLess{})));
  });
}

TEST(SerialMergeSort, EverySizeIsStable) {
  for (std::uint32_t size = 0; size <= 300; ++size) {
    for (std::uint32_t const values : {1, 3, 100000}) {
      auto items       = records(size, values, 0, size);
      auto const input = items;
      // The ends of the array and of the buffer show any write past them.
      items.push_back({0, 777});
      std::vector<Record> buffer(size + 1, Record{0, 888});
      Impl::serial_merge_sort(items.data(), buffer.data(),
                              static_cast<int>(size), KeyLess{});
      ASSERT_EQ(items.back().tag, 777u);
      ASSERT_EQ(buffer.back().tag, 888u);
      items.pop_back();
      ASSERT_TRUE(same_sequence(items, stable_reference(input, KeyLess{})));
    }
  }
}

TEST(SerialMergeSort, FaultyComparatorsKeepTheMultiset) {
  for (Fault const fault : faults) {
    std::uint64_t calls = 0;
    auto const input = input_keys<std::uint32_t>(1000, Distribution::uniform);
    auto items       = input;
    std::vector<std::uint32_t> buffer(items.size());
    Impl::serial_merge_sort(items.data(), buffer.data(), 1000,
                            FaultyLess{fault, &calls});
    EXPECT_TRUE(same_multiset(items, input));
  }
}

}  // namespace
}  // namespace KokkosSort::Test::MergeTest
