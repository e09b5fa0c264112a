// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/comparators.hpp>
#include <support/keys.hpp>
#include <support/oracle.hpp>
#include <support/team.hpp>
#include <KokkosSort/algorithm/quick/bitonic_leaf_team.hpp>
#include <KokkosSort/block/key_order.hpp>

#include <cstdint>
#include <functional>
#include <vector>

namespace KokkosSort::Test::BitonicLeafTest {
namespace {

template <class Order, class Value>
struct SortLeaf {
  using Key   = typename Order::key_type;
  using Block = Impl::TeamBitonicLeaf<Exec, Order, Value>;
  typename Block::Data from, to;
  std::uint64_t begin;
  int size;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    Block::sort(member, scratch, Order{}, from, to, begin, size);
  }
};

/// Sorts keys[3, 3 + size) with their positions as values, by an order under
/// which many keys are equivalent.
template <class Key, class Order, class Less>
void check(std::size_t size, Less const& less) {
  using Kernel = SortLeaf<Order, std::uint32_t>;
  SCOPED_TRACE(size);
  std::uint64_t const begin = 3;
  auto const input =
      input_keys<Key>(size + begin + 2, Distribution::sqrt_values, size);
  Guarded<Key> const keys(input), sorted_keys(input);
  auto const positions = index_tags<std::uint32_t>(input.size());
  Guarded<std::uint32_t> const tags(positions), sorted_tags(positions);
  run_team<Kernel::Block::team>(
      Kernel::Block::scratch_bytes(),
      Kernel{{strided(keys), strided(tags)},
             {strided(sorted_keys), strided(sorted_tags)},
             begin,
             static_cast<int>(size)});
  EXPECT_TRUE(keys.untouched());
  EXPECT_TRUE(tags.untouched());
  EXPECT_TRUE(sorted_keys.guards_hold());
  auto const result      = sorted_keys.values();
  auto const result_tags = sorted_tags.values();
  auto expected          = positions;
  std::stable_sort(expected.begin() + begin,
                   expected.begin() + static_cast<long>(begin + size),
                   [&](std::uint32_t a, std::uint32_t b) {
                     return less(input[a], input[b]);
                   });
  EXPECT_TRUE(same_sequence(result_tags, expected));
  for (std::size_t i = 0; i < input.size(); ++i)
    ASSERT_EQ(result[i], input[expected[i]]) << i;
}

TEST(TeamBitonicLeaf, IsStable) {
  using Key = std::uint32_t;
  constexpr std::size_t capacity =
      SortLeaf<Impl::BitsOrder<Key>, std::uint32_t>::Block::capacity;
  for (std::size_t const size : {std::size_t{0}, std::size_t{1}, std::size_t{2},
                                 std::size_t{3}, std::size_t{37}, capacity / 2,
                                 capacity / 2 + 1, capacity - 1, capacity}) {
    check<Key, Impl::BitsOrder<Key>>(size, std::less<>{});
    check<Key, Impl::LessOrder<Key, Greater>>(size, std::greater<>{});
  }
}

// The threshold of the paper is 1,024 keys.
TEST(TeamBitonicLeaf, TakesAsManyKeysAsThePaperOrMore) {
  using Numbers = Impl::TeamBitonicLeaf<Exec, Impl::BitsOrder<std::uint32_t>,
                                        Impl::NoValue>;
  if (Numbers::team == 1 || Numbers::team >= 256) {
    EXPECT_GE(Numbers::capacity, 1024u);
  }
  EXPECT_LE(Numbers::scratch_bytes(), 18u * 1024);
}

}  // namespace
}  // namespace KokkosSort::Test::BitonicLeafTest
