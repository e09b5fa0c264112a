// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_ORACLE_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_ORACLE_HPP

#include <workload/fingerprint.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <vector>

// Verdicts on a finished sort. Elements are the same where their bytes are:
// payloads of NaN and the sign of zero count.

namespace KokkosSort::Test {

template <class T>
bool same_bytes(T const& a, T const& b) {
  return std::memcmp(static_cast<void const*>(&a), static_cast<void const*>(&b),
                     sizeof(T)) == 0;
}

/// Element by element the same, byte by byte.
template <class Elements>
testing::AssertionResult same_sequence(Elements const& result,
                                       Elements const& expected) {
  if (result.size() != expected.size())
    return testing::AssertionFailure()
           << result.size() << " elements, not " << expected.size();
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (!same_bytes(result[i], expected[i]))
      return testing::AssertionFailure()
             << "element " << i << " of " << result.size() << " differs";
  }
  return testing::AssertionSuccess();
}

/// Count and independent order-independent hashes.
template <class Elements>
testing::AssertionResult same_multiset(Elements const& result,
                                       Elements const& input) {
  if (!(Workload::fingerprint(result) == Workload::fingerprint(input)))
    return testing::AssertionFailure()
           << result.size() << " elements are no permutation of the input's "
           << input.size();
  return testing::AssertionSuccess();
}

template <class Keys, class Less>
testing::AssertionResult ordered(Keys const& keys, Less const& less) {
  for (std::size_t i = 1; i < keys.size(); ++i) {
    if (less(keys[i], keys[i - 1]))
      return testing::AssertionFailure() << "key " << i << " of " << keys.size()
                                         << " belongs before its predecessor";
  }
  return testing::AssertionSuccess();
}

/// Keys alone: in order and a permutation of the input.
template <class Keys, class Less>
testing::AssertionResult sorted(Keys const& result, Keys const& input,
                                Less const& less) {
  if (auto verdict = ordered(result, less); !verdict) return verdict;
  return same_multiset(result, input);
}

/// Tags name each key's place in the input, each once.
template <class Keys, class Tag>
testing::AssertionResult permuted(Keys const& result,
                                  std::vector<Tag> const& tags,
                                  Keys const& input) {
  std::vector<bool> met(input.size());
  if (result.size() != input.size() || tags.size() != input.size())
    return testing::AssertionFailure() << "the extents differ";
  for (std::size_t i = 0; i < tags.size(); ++i) {
    auto const tag = static_cast<std::size_t>(tags[i]);
    if (tag >= input.size())
      return testing::AssertionFailure() << "tag " << i << " is no index";
    if (met[tag])
      return testing::AssertionFailure()
             << "element " << tag << " of the input occurs twice";
    met[tag] = true;
    if (!same_bytes(result[i], input[tag]))
      return testing::AssertionFailure()
             << "key " << i << " is not the one that came with its value";
  }
  return testing::AssertionSuccess();
}

/// Checks keys and tags: in order, a permutation of the input, and stable if
/// that is promised. These three together determine the result.
template <class Keys, class Tag, class Less>
testing::AssertionResult sorted_with_tags(Keys const& result,
                                          std::vector<Tag> const& tags,
                                          Keys const& input, Less const& less,
                                          bool is_stable) {
  if (auto verdict = permuted(result, tags, input); !verdict) return verdict;
  if (auto verdict = ordered(result, less); !verdict) return verdict;
  for (std::size_t i = 1; is_stable && i < result.size(); ++i) {
    if (tags[i] < tags[i - 1] && !less(result[i - 1], result[i]))
      return testing::AssertionFailure()
             << "keys " << i - 1 << " and " << i
             << " are equivalent and have changed places";
  }
  return testing::AssertionSuccess();
}

/// The result of a stable sort by the standard library.
template <class Keys, class Less>
Keys stable_reference(Keys keys, Less const& less) {
  std::stable_sort(keys.begin(), keys.end(), less);
  return keys;
}

template <class Tag>
std::vector<Tag> index_tags(std::size_t n) {
  std::vector<Tag> tags(n);
  std::iota(tags.begin(), tags.end(), Tag{0});
  return tags;
}

}  // namespace KokkosSort::Test

#endif
