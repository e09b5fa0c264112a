// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_FAULTS_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_FAULTS_HPP

#include <support/comparators.hpp>
#include <support/guarded.hpp>
#include <support/oracle.hpp>
#include <KokkosSort.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace KokkosSort::Test {

/// Results of the calls for the same keys. Unstable sorts have no argsort().
template <class Key>
struct Results {
  Array<Key> alone;
  Array<Key> keys;
  std::vector<std::uint32_t> tags;     // of the keys
  std::vector<std::uint32_t> indices;  // of argsort()
};

template <class Tag, class Key, class Less>
constexpr bool is_stable_by = Impl::SorterTemplate<Tag>::template type<
    Exec, decltype(Impl::order_for<Key>(std::declval<Less>())),
    std::uint32_t>::is_stable;

/// Sorts between guard zones, with a poisoned workspace.
template <class Key, class Tag>
Results<Key> sort_guarded_by(FaultyLess const& less, Tag tag,
                             Array<Key> const& input) {
  Exec const exec;
  PoisonedWorkspace scratch;
  Guarded<Key> const alone(input), keys(input), kept(input);
  Guarded<std::uint32_t> const tags(index_tags<std::uint32_t>(input.size()));
  Guarded<std::uint32_t> const found(
      std::vector<std::uint32_t>(input.size(), ~0u));
  sort(exec, alone.view(), less, tag,
       scratch.prepare(sort_workspace_size(exec, alone.view(), less, tag)));
  EXPECT_TRUE(scratch.guards_hold());
  sort_by_key(exec, keys.view(), tags.view(), less, tag,
              scratch.prepare(sort_by_key_workspace_size(
                  exec, keys.view(), tags.view(), less, tag)));
  EXPECT_TRUE(scratch.guards_hold());
  if constexpr (is_stable_by<Tag, Key, FaultyLess>) {
    argsort(exec, found.view(), kept.view(), less, tag,
            scratch.prepare(argsort_workspace_size(exec, found.view(),
                                                   kept.view(), less, tag)));
    EXPECT_TRUE(scratch.guards_hold());
  }
  EXPECT_TRUE(kept.untouched());
  EXPECT_TRUE(alone.guards_hold());
  EXPECT_TRUE(keys.guards_hold());
  EXPECT_TRUE(tags.guards_hold());
  EXPECT_TRUE(found.guards_hold());
  return {alone.values(), keys.values(), tags.values(), found.values()};
}

/// Checks that a sort compares its keys alone. A comparator may follow them as
/// addresses, and other items in registers or scratch are no addresses.
template <class Tag>
void check_followed(Tag tag, std::size_t n) {
  SCOPED_TRACE("a permutation, n = " + std::to_string(n));
  DeviceView<std::uint64_t> const others("others", 1);
  auto const in_order = index_tags<std::uint32_t>(n);
  auto input          = in_order;
  std::reverse(input.begin(), input.end());
  std::rotate(input.begin(), input.begin() + n / 3, input.end());
  auto const result = sort_guarded_by<std::uint32_t>(
      {Fault::none, others.data(), n}, tag, input);
  EXPECT_TRUE(same_sequence(result.alone, in_order));
  EXPECT_TRUE(same_sequence(result.keys, in_order));
  EXPECT_TRUE(permuted(result.keys, result.tags, input));
  if (is_stable_by<Tag, std::uint32_t, FaultyLess>) {
    EXPECT_TRUE(same_sequence(result.indices, result.tags));
  }
  EXPECT_EQ(on_host(others)[0], 0u) << "comparisons of items that are no keys";
}

/// argsort() by a comparator that is no order gives each index once.
template <class Key>
void check_indices(std::vector<std::uint32_t> const& indices,
                   Array<Key> const& input, bool is_unchanged) {
  Array<Key> result(input.size());
  for (std::size_t i = 0; i < indices.size(); ++i) {
    ASSERT_LT(indices[i], input.size());
    result[i] = input[indices[i]];
  }
  EXPECT_TRUE(permuted(result, indices, input));
  if (is_unchanged) {
    EXPECT_TRUE(same_sequence(result, input));
  }
}

/// Checks that a sort by a comparator that is no order ends, stays in bounds
/// and keeps the multiset. A stable one changes nothing if all keys are
/// equivalent. Numbers are also sorted by a comparator that follows them.
template <class Key, class Tag>
void check_faulty(Tag tag, std::vector<std::size_t> const& sizes) {
  DeviceView<std::uint64_t> const calls("calls", 1);
  constexpr bool is_stable = is_stable_by<Tag, Key, FaultyLess>;
  for (std::size_t const n : sizes) {
    for (Fault const fault : faults) {
      SCOPED_TRACE("fault " + std::to_string(static_cast<int>(fault)) +
                   ", n = " + std::to_string(n));
      auto const input = input_keys<Key>(n, Distribution::uniform, n);
      auto const result =
          sort_guarded_by<Key>({fault, calls.data()}, tag, input);
      bool const is_unchanged = is_stable && fault == Fault::always_false;
      EXPECT_TRUE(same_multiset(result.alone, input));
      EXPECT_TRUE(permuted(result.keys, result.tags, input));
      if (is_unchanged) {
        EXPECT_TRUE(same_sequence(result.keys, input));
        EXPECT_TRUE(same_sequence(result.alone, input));
      }
      if (is_stable) check_indices<Key>(result.indices, input, is_unchanged);
    }
    if constexpr (std::is_same_v<Key, std::uint32_t>) check_followed(tag, n);
  }
}

}  // namespace KokkosSort::Test

#endif
