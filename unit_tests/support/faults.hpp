// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_FAULTS_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_FAULTS_HPP

#include <support/comparators.hpp>
#include <support/guarded.hpp>
#include <support/oracle.hpp>
#include <KokkosSort.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace KokkosSort::Test {

/// argsort() by a comparator that is no order gives each index once and leaves
/// the keys alone.
template <class Key, class Tag>
void check_faulty_argsort(Tag tag, Array<Key> const& input,
                          FaultyLess const& less) {
  Exec const exec;
  Guarded<Key> const keys(input);
  Guarded<std::uint32_t> const found(
      std::vector<std::uint32_t>(input.size(), ~0u));
  PoisonedWorkspace scratch;
  argsort(exec, found.view(), keys.view(), less, tag,
          scratch.prepare(argsort_workspace_size(exec, found.view(),
                                                 keys.view(), less, tag)));
  auto const indices = found.values();
  Array<Key> result(input.size());
  for (std::size_t i = 0; i < indices.size(); ++i) {
    ASSERT_LT(indices[i], input.size());
    result[i] = input[indices[i]];
  }
  EXPECT_TRUE(permuted(result, indices, input));
  if (less.fault == Fault::always_false) {
    EXPECT_TRUE(same_sequence(result, input));
  }
  EXPECT_TRUE(keys.untouched());
  EXPECT_TRUE(found.guards_hold());
  EXPECT_TRUE(scratch.guards_hold());
}

/// Checks that a sort by a comparator that is no order ends, stays in bounds
/// and keeps the multiset. A stable one changes nothing if all keys are
/// equivalent.
template <class Key, class Tag>
void check_faulty(Tag tag, std::vector<std::size_t> const& sizes) {
  DeviceView<std::uint64_t> const calls("calls", 1);
  Exec const exec;
  using Order = decltype(Impl::order_for<Key>(FaultyLess{}));
  constexpr bool is_stable =
      Impl::SorterTemplate<Tag>::template type<Exec, Order,
                                               std::uint32_t>::is_stable;
  for (Fault const fault : faults) {
    for (std::size_t const n : sizes) {
      SCOPED_TRACE("fault " + std::to_string(static_cast<int>(fault)) +
                   ", n = " + std::to_string(n));
      FaultyLess const less{fault, calls.data()};
      auto const input = input_keys<Key>(n, Distribution::uniform, n);
      PoisonedWorkspace scratch;
      Guarded<Key> const alone(input);
      sort(exec, alone.view(), less, tag,
           scratch.prepare(sort_workspace_size(exec, alone.view(), less, tag)));
      EXPECT_TRUE(same_multiset(alone.values(), input));
      EXPECT_TRUE(alone.guards_hold());
      EXPECT_TRUE(scratch.guards_hold());
      Guarded<Key> const keys(input);
      Guarded<std::uint32_t> const tags(index_tags<std::uint32_t>(n));
      sort_by_key(exec, keys.view(), tags.view(), less, tag,
                  scratch.prepare(sort_by_key_workspace_size(
                      exec, keys.view(), tags.view(), less, tag)));
      EXPECT_TRUE(permuted(keys.values(), tags.values(), input));
      if (is_stable && fault == Fault::always_false) {
        EXPECT_TRUE(same_sequence(keys.values(), input));
        EXPECT_TRUE(same_sequence(alone.values(), input));
      }
      EXPECT_TRUE(keys.guards_hold());
      EXPECT_TRUE(tags.guards_hold());
      EXPECT_TRUE(scratch.guards_hold());
      if constexpr (is_stable) check_faulty_argsort<Key>(tag, input, less);
    }
  }
}

}  // namespace KokkosSort::Test

#endif
