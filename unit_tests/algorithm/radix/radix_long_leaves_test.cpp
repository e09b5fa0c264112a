// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/matrix.hpp>
#include <support/radix_boundaries.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace KokkosSort::Test {
namespace {

/// Radix sort by MSD passes, however few keys there are.
using ByMsd = std::conditional_t<Impl::TeamShape<Exec>::is_host,
                                 Algorithm::Radix, RadixOtherStart>;

/// Returns 60 leaves of keys, of which `crowd` lie in `width` values that share
/// an MSD bin. All other keys are spread, but 1/16 of the range has
/// twice as many as the rest, so that several leaves are long.
template <class Key>
std::vector<Key> crowded_keys(std::size_t leaf, std::size_t crowd,
                              std::uint32_t width) {
  constexpr int up = 8 * sizeof(Key) - 32;
  auto const random =
      input_keys<std::uint32_t>(60 * leaf, Distribution::uniform);
  constexpr auto middle = std::uint32_t{1} << 31;
  constexpr auto gap    = std::uint32_t{1} << 28;
  std::vector<Key> keys;
  for (std::uint32_t const r : random)
    keys.push_back(static_cast<Key>(r - middle < gap ? r - gap : r) << up);
  for (std::size_t i = 0; i < crowd; ++i)
    keys[i * (keys.size() / crowd)] =
        (static_cast<Key>(middle + gap / 2) << up) + random[i] % width;
  return keys;
}

template <class Key>
void check_long_leaves(std::size_t capacities, std::size_t more,
                       std::uint32_t width) {
  using Limits      = Boundaries<Algorithm::Radix, Key, Impl::NoValue>;
  using Pairs       = Boundaries<Algorithm::Radix, Key, std::uint32_t>;
  auto const of_all = [&](std::size_t leaf) {
    return crowded_keys<Key>(leaf, capacities * leaf + more, width);
  };
  SCOPED_TRACE(std::to_string(capacities) + " capacities + " +
               std::to_string(more) + " keys of " + std::to_string(width) +
               " values");
  auto const keys = of_all(Limits::leaf);
  EXPECT_TRUE(
      sorted(sort_guarded<Key>(keys, ByMsd{}), keys, OracleLess<Key>{}));
  auto const pairs  = of_all(Pairs::leaf);
  auto const tagged = sort_tagged<Key>(pairs, ByMsd{});
  EXPECT_TRUE(sorted_with_tags(tagged.keys, tagged.tags, pairs,
                               OracleLess<Key>{}, true));
}

// One digit of the crowd differs, or several, or none.
TEST(RadixLongLeaves, CrowdsThatExceedATeam) {
  for (std::uint32_t const width : {1u, 200u, 100000u}) {
    check_long_leaves<std::uint32_t>(1, 1, width);
    check_long_leaves<std::uint32_t>(3, 7, width);
    check_long_leaves<std::uint64_t>(3, 7, width);
  }
}

// Longer leaves of several values require LSD passes over all keys.
TEST(RadixLongLeaves, TheLongestLeaf) {
  using Limits = Boundaries<Algorithm::Radix, std::uint32_t, Impl::NoValue>;
  auto const longest =
      Limits::Tuning::longest_leaf(60 * Limits::leaf, Limits::leaf) /
      Limits::leaf;
  for (std::size_t const more : {0, 1}) {
    check_long_leaves<std::uint32_t>(longest, more, 1);
    check_long_leaves<std::uint32_t>(longest, more, 100000);
  }
}

}  // namespace
}  // namespace KokkosSort::Test
