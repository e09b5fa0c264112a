// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/oracle.hpp>
#include <support/team.hpp>
#include <KokkosSort/algorithm/leaf/msd_rank_sort_team.hpp>
#include <KokkosSort/algorithm/leaf/stretch_team.hpp>
#include <KokkosSort/block/key_order.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace KokkosSort::Test::CountSortTest {
namespace {

constexpr int few_items = 6;
constexpr int begin     = 3;

// Items per thread with which any team can fill a digit.
template <int TeamSize>
constexpr int many_items = (400 + TeamSize - 1) / TeamSize;

template <class Key, class Value, int TeamSize, int ItemsPerThread,
          Impl::LeafNetwork Network>
struct CountInScratch {
  using Order = Impl::BitsOrder<Key>;
  using Sort  = Impl::TeamMsdRankSort<Exec, Order, Value, TeamSize,
                                      ItemsPerThread, Network>;
  Impl::Arrays<Key, Value> from;
  Impl::Arrays<Key, Value> to;
  int size;
  int* has_sorted;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    Sort const sort(scratch);
    Impl::StretchSource<Order, Value> const source(from, begin);
    bool done = sort.sort(member, Order{}, source, to, begin, size);
    if constexpr (Sort::has_last_network)
      done =
          done || sort.sort_crowded(member, Order{}, source, to, begin, size);
    if (done) Kokkos::atomic_add(has_sorted, 1);
  }
};

template <class T>
std::vector<T> stretch(std::vector<T> const& all, int size) {
  return {all.begin() + begin, all.begin() + begin + size};
}

/// Returns whether the keys were sorted; if not, nothing may have been written.
template <int TeamSize, class Key, class Value, int ItemsPerThread = few_items,
          Impl::LeafNetwork Network = Impl::LeafNetwork::none>
bool check(Array<Key> const& input) {
  int const size = static_cast<int>(input.size()) - 2 * begin;
  using Kernel = CountInScratch<Key, Value, TeamSize, ItemsPerThread, Network>;
  Guarded<Key> const from_keys(input);
  Guarded<Key> const to_keys(Array<Key>(input.size(), Key(1)));
  Guarded<std::uint32_t> const from_values(
      index_tags<std::uint32_t>(input.size()));
  Guarded<std::uint32_t> const to_values(
      std::vector<std::uint32_t>(input.size(), 9));
  Guarded<int> const has_sorted(std::vector<int>(1, 0));
  Impl::Arrays<Key, Value> from{strided(from_keys), {}};
  Impl::Arrays<Key, Value> to{strided(to_keys), {}};
  if constexpr (Impl::is_value_v<Value>) {
    from.values = strided(from_values);
    to.values   = strided(to_values);
  }
  run_team<TeamSize>(Kernel::Sort::scratch_bytes(),
                     Kernel{from, to, size, has_sorted.data()});
  EXPECT_TRUE(from_keys.untouched());
  EXPECT_TRUE(from_values.untouched());
  EXPECT_TRUE(to_keys.guards_hold());
  EXPECT_TRUE(to_values.guards_hold());
  int const threads = has_sorted.values()[0];
  if (threads == 0) {
    EXPECT_TRUE(to_keys.untouched());
    EXPECT_TRUE(to_values.untouched());
    return false;
  }
  EXPECT_EQ(threads, TeamSize) << "the team's threads disagree";
  auto const result = stretch(to_keys.values(), size);
  OracleLess<Key> const less;
  if constexpr (Impl::is_value_v<Value>) {
    auto tags = stretch(to_values.values(), size);
    for (auto& tag : tags) tag -= begin;
    EXPECT_TRUE(
        sorted_with_tags(result, tags, stretch(input, size), less, true));
  } else {
    EXPECT_TRUE(sorted(result, stretch(input, size), less));
  }
  return true;
}

template <int TeamSize, class Key>
void check_key() {
  constexpr int capacity = TeamSize * few_items;
  for (int const size : {1, 2, 3, capacity / 2 - 1, capacity / 2,
                         capacity / 2 + 1, capacity - 1, capacity}) {
    SCOPED_TRACE("size " + std::to_string(size));
    for (auto const distribution :
         {Distribution::uniform, Distribution::zero, Distribution::sorted,
          Distribution::one_radix_prefix, Distribution::specials,
          Distribution::sixteen_values, Distribution::two_values,
          Distribution::low_byte_only}) {
      auto const input = input_keys<Key>(size + 2 * begin, distribution, size);
      bool const alone = check<TeamSize, Key, Impl::NoValue>(input);
      bool const with_values = check<TeamSize, Key, std::uint32_t>(input);
      // The sort is made for keys whose bits are spread, and equal keys need no
      // counting. Floats are spread too, but their bits are not: half of those
      // in [-1, 1) have one of two exponents.
      if (distribution == Distribution::zero ||
          (distribution == Distribution::uniform && sizeof(Key) >= 4 &&
           std::is_integral_v<Key>)) {
        EXPECT_TRUE(alone);
        EXPECT_TRUE(with_values);
      }
    }
  }
}

TEST(TeamMsdRankSort, SortsStablyOrWritesNothing) {
  for_team_sizes([](auto team) {
    check_key<team(), std::uint32_t>();
    check_key<team(), std::int64_t>();
    check_key<team(), float>();
    check_key<team(), std::int16_t>();
  });
}

// Two neighboring numbers also differ in their indices if one word holds both,
// which distinguishes them.
TEST(TeamMsdRankSort, SortsFewNeighborsWithTheirIndices) {
  for_team_sizes([](auto team) {
    constexpr int capacity = team() * few_items;
    std::vector<std::uint32_t> input(capacity);
    for (int i = 0; i < capacity; ++i) input[i] = 1000 + i % 2;
    EXPECT_TRUE((check<team(), std::uint32_t, std::uint32_t>(input)));
    // There is no room for an index below such a distance.
    input[3] = ~0u;
    check<team(), std::uint32_t, std::uint32_t>(input);
  });
}

/// With so many keys that a digit can be full: returns whether keys alone were
/// sorted, and whether keys with values were.
struct Sorted {
  bool alone;
  bool with_values;
};
template <int TeamSize>
Sorted check_many(std::vector<std::uint32_t> const& input) {
  constexpr int items = many_items<TeamSize>;
  return {check<TeamSize, std::uint32_t, Impl::NoValue, items>(input),
          check<TeamSize, std::uint32_t, std::uint32_t, items>(input)};
}

/// Returns 400 keys in the lowest digit, the key of number i of them being
/// low(i), and one in the highest.
template <class Low>
std::vector<std::uint32_t> crowd(int in_lowest, Low const& low) {
  std::vector<std::uint32_t> input(2 * begin + 400);
  for (int i = 0; i < 400; ++i)
    input[begin + i] =
        i < in_lowest ? low(i) : ~0u - static_cast<std::uint32_t>(i) * 4000000u;
  return input;
}

TEST(TeamMsdRankSort, GivesUpIfFewKeysRepeat) {
  for_team_sizes([](auto team) {
    Sorted const few_values =
        check_many<team()>(crowd(399, [](int i) { return i % 5u; }));
    EXPECT_FALSE(few_values.alone);
    EXPECT_FALSE(few_values.with_values);
  });
}

TEST(TeamMsdRankSort, CountsInLongDigits) {
  for_team_sizes([](auto team) {
    // Different keys, each of them twice.
    Sorted const pairs = check_many<team()>(
        crowd(60, [](int i) { return (i * 37u + 11u) % 30u; }));
    EXPECT_TRUE(pairs.alone);
    EXPECT_TRUE(pairs.with_values);
  });
}

// The first digits hold hundreds of keys, which the second ones spread. The
// greatest key is far from all others.
TEST(TeamMsdRankSort, DividesFullDigitsAgain) {
  for_team_sizes([](auto team) {
    Sorted const crowded = check_many<team()>(
        crowd(399, [](int i) { return (i * 37u + 11u) % 400u * 1000u; }));
    EXPECT_TRUE(crowded.alone);
    EXPECT_TRUE(crowded.with_values);
    // Too close together for a second digit.
    Sorted const close = check_many<team()>(
        crowd(399, [](int i) { return (i * 37u + 11u) % 400u / 20u; }));
    EXPECT_FALSE(close.alone);
    EXPECT_FALSE(close.with_values);
  });
}

// A digit of equal keys beside one of different keys, neither of which is
// short.
TEST(TeamMsdRankSort, EqualKeysAloneNeedNoComparisons) {
  for_team_sizes([](auto team) {
    auto input = crowd(300, [](int) { return 7u; });
    for (int i = 300; i < 390; ++i)
      input[begin + i] = (1u << 31) + (i * 37u + 11u) % 45u;
    Sorted const beside = check_many<team()>(input);
    EXPECT_TRUE(beside.alone);
    EXPECT_FALSE(beside.with_values);
  });
}

TEST(TeamMsdRankSort, OneKeyMayFillADigitOfKeysAlone) {
  for_team_sizes([](auto team) {
    Sorted const one = check_many<team()>(crowd(350, [](int) { return 7u; }));
    EXPECT_TRUE(one.alone);
    EXPECT_FALSE(one.with_values);
    // The greatest words there are, equal to those after the last digit.
    std::vector<std::uint32_t> greatest(2 * begin + 400, ~0u);
    greatest[begin + 5]   = 0;
    greatest[begin + 399] = ~0u - 1;
    EXPECT_FALSE(check_many<team()>(greatest).alone);
    for (int i = 0; i < 390; ++i)
      greatest[begin + i] = static_cast<std::uint32_t>(i) * 11000000u;
    EXPECT_TRUE(check_many<team()>(greatest).alone);
    EXPECT_TRUE(check_many<team()>(greatest).with_values);
  });
}

// The network sorts all of these keys, up to as many as threads hold. Special
// keys have a wide range, and most of them share few digits: words that hold no
// key may give up then.
template <int TeamSize, class Key, class Value>
void check_network() {
  constexpr int capacity = TeamSize * few_items;
  constexpr bool is_word = !Impl::is_value_v<Value> && sizeof(Key) <= 4;
  constexpr auto first   = Impl::LeafNetwork::first;
  constexpr auto last    = Impl::LeafNetwork::last;
  for (int const size : {1, 2, 3, capacity / 2 + 1, capacity - 1, capacity}) {
    SCOPED_TRACE("size " + std::to_string(size));
    for (auto const distribution :
         {Distribution::uniform, Distribution::zero, Distribution::zipf,
          Distribution::and_of_3, Distribution::specials,
          Distribution::sixteen_values, Distribution::two_values,
          Distribution::clusters}) {
      auto const input = input_keys<Key>(size + 2 * begin, distribution, size);
      bool const done =
          check<TeamSize, Key, Value, few_items, first>(input) &&
          (is_word || check<TeamSize, Key, Value, few_items, last>(input));
      EXPECT_TRUE(done || (!is_word && distribution == Distribution::specials))
          << "distribution " << static_cast<int>(distribution);
    }
  }
}

/// Equal keys between others have the same digit of either distribution.
template <int TeamSize, class Key>
void check_crowded() {
  constexpr int items = many_items<TeamSize>;
  // More than 384 in a digit make the network give up.
  constexpr int size = std::min(TeamSize * std::min(items, 8), 300);
  Array<Key> input(size + 2 * begin, Key(1000));
  input[begin + 3]            = Key(0);
  input[begin + size / 2]     = std::numeric_limits<Key>::max();
  input[begin + size / 2 + 1] = Key(999);
  using Impl::LeafNetwork;
  // A team of one has 8 items, which take few comparisons.
  EXPECT_EQ((check<TeamSize, Key, std::uint32_t, items>(input)), TeamSize == 1);
  EXPECT_TRUE(
      (check<TeamSize, Key, std::uint32_t, items, LeafNetwork::first>(input)));
  EXPECT_TRUE(
      (check<TeamSize, Key, std::uint32_t, items, LeafNetwork::last>(input)));
}

TEST(TeamMsdRankSort, SortsByANetworkWhatCrowdsTwice) {
  for_team_sizes([](auto team) {
    check_crowded<team(), std::uint32_t>();
    check_crowded<team(), std::int64_t>();
  });
}

TEST(TeamMsdRankSort, SortsWhatCrowdsByANetwork) {
  for_team_sizes([](auto team) {
    check_network<team(), std::uint32_t, Impl::NoValue>();
    check_network<team(), std::uint32_t, std::uint32_t>();
    check_network<team(), std::int16_t, Impl::NoValue>();
    check_network<team(), double, Impl::NoValue>();
    check_network<team(), std::int64_t, std::uint32_t>();
  });
}

}  // namespace
}  // namespace KokkosSort::Test::CountSortTest
