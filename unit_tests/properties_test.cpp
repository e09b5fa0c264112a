// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/comparators.hpp>
#include <workload/random.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

// Relations between calls that hold for every input.

namespace KokkosSort::Test::PropertiesTest {
namespace {

// One size of each of the paths for few, some and many keys.
constexpr std::size_t sizes[] = {0, 1, 2, 33, 1000, 4097, 20011};

template <class Check>
void for_inputs(Check const& check) {
  for (std::size_t const n : sizes)
    for (auto const distribution :
         {Distribution::sqrt_values, Distribution::specials}) {
      SCOPED_TRACE(std::string(Workload::name_of(distribution)) + ", n " +
                   std::to_string(n));
      check(n, distribution);
    }
}

template <class T>
void shuffle(Array<T>& values, std::uint64_t seed) {
  Workload::RandomStream const draw(seed, 0);
  for (std::size_t i = values.size(); i > 1; --i)
    std::swap(values[i - 1],
              values[static_cast<std::size_t>(Workload::bounded(draw(i), i))]);
}

/// sort(permuted) equals sort: keys that are equivalent are identical.
template <class Key, class... Options>
void check_permuted(Options const&... options) {
  for_inputs([&](std::size_t n, Distribution distribution) {
    auto keys           = input_keys<Key>(n, distribution);
    auto const expected = sort_guarded<Key>(keys, options...);
    EXPECT_TRUE(same_multiset(expected, keys));
    for (std::uint64_t seed = 0; seed < 2; ++seed) {
      shuffle<Key>(keys, seed);
      EXPECT_TRUE(same_sequence(sort_guarded<Key>(keys, options...), expected));
    }
  });
}

TEST(Properties, SortOfPermutedKeysIsTheSame) {
  check_permuted<std::uint32_t>();
  check_permuted<std::int16_t>(descending);
  check_permuted<double>();
  check_permuted<Triple>(Algorithm::merge);
  check_permuted<float>(Algorithm::radix, descending);
  check_permuted<std::int64_t>(Algorithm::quick);
}

/// sort_by_key() of indices leaves the keys sorted and what argsort() finds.
template <class Key, class... Options>
void check_argsort(Options const&... options) {
  for_inputs([&](std::size_t n, Distribution distribution) {
    auto const input  = input_keys<Key>(n, distribution);
    auto const tagged = sort_tagged<Key>(input, options...);
    Guarded<Key> const keys(input);
    Guarded<std::uint32_t> const permutation(
        std::vector<std::uint32_t>(n, 12345));
    argsort(Exec{}, permutation.view(), keys.view(), options...);
    EXPECT_TRUE(keys.untouched());
    EXPECT_TRUE(permutation.guards_hold());
    EXPECT_TRUE(same_sequence(permutation.values(), tagged.tags));
    EXPECT_TRUE(
        same_sequence(sort_guarded<Key>(input, options...), tagged.keys));
  });
}

TEST(Properties, SortByKeyOfIndicesEqualsArgsort) {
  check_argsort<std::uint32_t>();
  check_argsort<double>(descending);
  check_argsort<Triple>();
  check_argsort<std::int32_t>(Greater{});
  check_argsort<std::uint64_t>(Algorithm::radix, bits(3, 11));
  check_argsort<float>(Algorithm::sample);
}

/// A stable sort has one result: that of the standard library.
template <class Key, class Less, class... Options>
void check_stable(Less const& less, Options const&... options) {
  for_inputs([&](std::size_t n, Distribution distribution) {
    auto const input = input_keys<Key>(n, distribution);
    auto expected    = index_tags<std::uint32_t>(n);
    std::stable_sort(expected.begin(), expected.end(),
                     [&](std::uint32_t a, std::uint32_t b) {
                       return less(input[a], input[b]);
                     });
    EXPECT_TRUE(
        same_sequence(sort_tagged<Key>(input, options...).tags, expected));
  });
}

/// The last two decimal digits of a key, as a projection.
struct LastDigits {
  KOKKOS_FUNCTION std::uint32_t operator()(std::uint32_t key) const {
    return key % 100;
  }
};

TEST(Properties, StableSortEqualsThatOfTheStandardLibrary) {
  check_stable<std::uint8_t>(std::less<std::uint8_t>{});
  check_stable<float>(Reversed<OracleLess<float>>{}, descending);
  check_stable<WideKey>(OracleLess<WideKey>{});
  auto const by_digits = [](std::uint32_t a, std::uint32_t b) {
    return a % 100 < b % 100;
  };
  check_stable<std::uint32_t>(by_digits, by(LastDigits{}));
  check_stable<std::uint32_t>(by_digits, by(LastDigits{}), Algorithm::merge);
  auto const by_low_bits = [](std::int32_t a, std::int32_t b) {
    return (a & 0xff) < (b & 0xff);
  };
  check_stable<std::int32_t>(by_low_bits, bits(0, 8));
}

/// Parts that are sorted each by itself and then merged are the sort of all.
template <class Key, class... Options>
void check_merged(Options const&... options) {
  for_inputs([&](std::size_t n, Distribution distribution) {
    auto const input = input_keys<Key>(n, distribution);
    Array<Key> merged;
    for (std::size_t const parts : {2, 7}) {
      merged.clear();
      for (std::size_t part = 0; part < parts; ++part) {
        Array<Key> const own(
            input.begin() + static_cast<std::ptrdiff_t>(n * part / parts),
            input.begin() +
                static_cast<std::ptrdiff_t>(n * (part + 1) / parts));
        auto const sorted = sort_guarded<Key>(own, options...);
        auto const middle = static_cast<std::ptrdiff_t>(merged.size());
        merged.insert(merged.end(), sorted.begin(), sorted.end());
        std::inplace_merge(merged.begin(), merged.begin() + middle,
                           merged.end(), OracleLess<Key>{});
      }
      EXPECT_TRUE(same_sequence(sort_guarded<Key>(input, options...), merged));
    }
  });
}

TEST(Properties, MergedSortsOfPartsEqualTheSortOfAll) {
  check_merged<std::uint32_t>();
  check_merged<double>();
  check_merged<Pair>();
  check_merged<float>(Algorithm::heap);
}

}  // namespace
}  // namespace KokkosSort::Test::PropertiesTest
