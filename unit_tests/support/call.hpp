// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_CALL_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_CALL_HPP

#include <support/guarded.hpp>
#include <support/oracle.hpp>
#include <KokkosSort.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace KokkosSort::Test {

/// Sorts keys alone between guard zones and returns them.
template <class Key, class... Options>
Array<Key> sort_guarded(Array<Key> const& input, Options const&... options) {
  Guarded<Key> const keys(input);
  stable_sort(Exec{}, keys.view(), options...);
  EXPECT_TRUE(keys.guards_hold());
  return keys.values();
}

/// Keys with index tags as values.
template <class Key>
struct Tagged {
  Array<Key> keys;
  std::vector<std::uint32_t> tags;
};

template <class Key, class... Options>
Tagged<Key> sort_tagged(Array<Key> const& input, Options const&... options) {
  Guarded<Key> const keys(input);
  Guarded<std::uint32_t> const tags(index_tags<std::uint32_t>(input.size()));
  stable_sort_by_key(Exec{}, keys.view(), tags.view(), options...);
  EXPECT_TRUE(keys.guards_hold());
  EXPECT_TRUE(tags.guards_hold());
  return {keys.values(), tags.values()};
}

/// The call throws std::invalid_argument, and its text holds all the parts.
template <class Call>
testing::AssertionResult refuses(Call const& call,
                                 std::vector<std::string> const& parts) {
  try {
    call();
  } catch (std::invalid_argument const& error) {
    for (auto const& part : parts)
      if (std::string(error.what()).find(part) == std::string::npos)
        return testing::AssertionFailure()
               << "'" << error.what() << "' does not contain '" << part << "'";
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << "the call was not refused";
}

}  // namespace KokkosSort::Test

#endif
