// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <kit/comparators.hpp>
#include <kit/oracle.hpp>
#include <KokkosSort/thread/merge.hpp>

#include <cstdint>
#include <vector>

namespace KokkosSort::Test {
namespace {

struct KeyLess {
  bool operator()(Record const& a, Record const& b) const {
    return a.key < b.key;
  }
};

/// `size` records with keys below `values`, tagged in order from `first` on.
std::vector<Record> records(std::size_t size, std::uint32_t values,
                            std::uint32_t first, std::uint64_t seed) {
  Workload::RandomStream const draw(seed, 1);
  std::vector<Record> result(size);
  for (std::uint32_t i = 0; i < size; ++i)
    result[i] = {static_cast<std::uint32_t>(draw(i) % values), first + i};
  return result;
}

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

TEST(MergePath, CountsWhatComesFromTheFirstRunOnEveryDiagonal) {
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
    }
  });
}

TEST(MergePath, StaysInBoundsWhateverTheComparatorSays) {
  for (Fault const fault : faults) {
    std::uint64_t calls = 0;
    FaultyLess const less{fault, &calls};
    for_all_runs([&](auto const& a, auto const& b) {
      for (std::size_t diagonal = 0; diagonal <= a.size() + b.size();
           ++diagonal) {
        // at() throws beyond the ends.
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
    // A run may lie anywhere; what is round it must not get into the result.
    std::vector<Record> memory(2, Record{0, 999});
    memory          = concatenated(memory, a);
    int const a_end = static_cast<int>(memory.size());
    memory.push_back({0, 999});
    int const b_begin = static_cast<int>(memory.size());
    memory            = concatenated(memory, b);
    int const b_end   = static_cast<int>(memory.size());
    memory.resize(b_end + 7, Record{0, 999});
    Record merged[7];
    int const filled = Impl::merge_to_registers(
        memory.data(), 2, a_end, b_begin, b_end, merged, KeyLess{});
    auto expected = stable_reference(concatenated(a, b), KeyLess{});
    ASSERT_EQ(filled, std::min<int>(7, static_cast<int>(expected.size())));
    expected.resize(filled);
    ASSERT_TRUE(
        same_sequence(std::vector<Record>(merged, merged + filled), expected));
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
      // The array's end and the buffer's show what is written beyond.
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
}  // namespace KokkosSort::Test
