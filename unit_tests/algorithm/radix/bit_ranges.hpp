// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_ALGORITHM_RADIX_BIT_RANGES_HPP
#define KOKKOSSORT_UNIT_TESTS_ALGORITHM_RADIX_BIT_RANGES_HPP

#include <support/call.hpp>
#include <support/matrix.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

/// Checks of sorts by a range of the bits of keys.
namespace KokkosSort::Test {

template <class Key>
struct BitsLess {
  int begin;
  int end;
  bool descend;

  /// Compares bit by bit, the highest first.
  bool operator()(Key a, Key b) const {
    if (descend) std::swap(a, b);
    for (int bit = end - 1; bit >= begin; --bit) {
      bool const of_a = bit_of(a, bit);
      bool const of_b = bit_of(b, bit);
      if (of_a != of_b) return of_b;
    }
    return false;
  }

 private:
  static bool bit_of(Key key, int bit) {
    bool const set      = ((key >> bit) & 1) != 0;
    bool const is_sign  = bit == 8 * static_cast<int>(sizeof(Key)) - 1;
    bool const negative = static_cast<Key>(-1) < Key{0};
    return is_sign && negative ? !set : set;
  }
};

template <class Key, class Algorithm, class Option>
void check_bits(Array<Key> const& input, Option const& option, bool descend,
                Algorithm algorithm) {
  BitsLess<Key> const less{option.begin, option.end, descend};
  auto const expected = stable_reference(input, less);
  ASSERT_TRUE(
      same_sequence(sort_guarded<Key>(input, option, algorithm), expected));
  auto const tagged = sort_tagged<Key>(input, option, algorithm);
  ASSERT_TRUE(same_sequence(tagged.keys, expected));
  ASSERT_TRUE(sorted_with_tags(tagged.keys, tagged.tags, input, less, true));
}

template <class Key, class Tag = Algorithm::Radix>
void check_ranges(std::size_t n, Distribution distribution,
                  Tag algorithm = {}) {
  int const width  = 8 * static_cast<int>(sizeof(Key));
  auto const input = input_keys<Key>(n, distribution);
  for (auto const& [begin, end] :
       std::vector<std::pair<int, int>>{{0, width},
                                        {0, 1},
                                        {width - 1, width},
                                        {3, 7},
                                        {1, width - 2},
                                        {width / 2, width}}) {
    SCOPED_TRACE(std::to_string(n) + " keys of " + std::to_string(width) +
                 " bits, range " + std::to_string(begin) + ", " +
                 std::to_string(end));
    check_bits<Key>(input, bits(begin, end), false, algorithm);
    check_bits<Key>(input, bits(begin, end, descending), true, algorithm);
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace KokkosSort::Test

#endif  // KOKKOSSORT_UNIT_TESTS_ALGORITHM_RADIX_BIT_RANGES_HPP
