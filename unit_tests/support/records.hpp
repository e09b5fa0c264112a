// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_RECORDS_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_RECORDS_HPP

#include <support/comparators.hpp>
#include <workload/random.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace KokkosSort::Test {

/// `size` records with random keys below `values`, tagged in order from `first`
/// on.
inline std::vector<Record> records(std::size_t size, std::uint32_t values,
                                   std::uint32_t first = 0,
                                   std::uint64_t seed  = 0) {
  Workload::RandomStream const draw(seed, 1);
  std::vector<Record> result(size);
  for (std::uint32_t i = 0; i < size; ++i)
    result[i] = {static_cast<std::uint32_t>(draw(i) % values), first + i};
  return result;
}

/// Numbers of the records in the order of a stable sort by key.
inline std::vector<std::uint32_t> sorted_numbers(
    std::vector<Record> const& input) {
  std::vector<std::uint32_t> numbers(input.size());
  std::iota(numbers.begin(), numbers.end(), 0u);
  std::stable_sort(numbers.begin(), numbers.end(),
                   [&](std::uint32_t a, std::uint32_t b) {
                     return input[a].key < input[b].key;
                   });
  return numbers;
}

/// Rank of each record in a stable sort by key.
inline std::vector<int> stable_ranks(std::vector<Record> const& input) {
  std::vector<std::uint32_t> const numbers = sorted_numbers(input);
  std::vector<int> ranks(numbers.size());
  for (std::size_t r = 0; r < numbers.size(); ++r)
    ranks[numbers[r]] = static_cast<int>(r);
  return ranks;
}

}  // namespace KokkosSort::Test

#endif
