// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/comparators.hpp>
#include <support/events.hpp>
#include <support/faults.hpp>
#include <support/network_boundaries.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace KokkosSort::Test {
namespace {

// Tests of the networks and the baselines of the papers that the matrix lacks.

template <class Tag>
class NetworkSorts : public testing::Test {};

struct TagName {
  template <class Tag>
  static std::string GetName(int) {
    if (std::is_same_v<Tag, Algorithm::Bitonic>) return "Bitonic";
    if (std::is_same_v<Tag, Algorithm::BitonicOneStep>) return "BitonicOneStep";
    if (std::is_same_v<Tag, Algorithm::Butterfly>) return "Butterfly";
    if (std::is_same_v<Tag, Algorithm::ButterflyOneStep>)
      return "ButterflyOneStep";
    if (std::is_same_v<Tag, Algorithm::OddEvenMerge>) return "OddEvenMerge";
    return std::is_same_v<Tag, Algorithm::Rank> ? "Rank"
                                                : "OddEvenTransposition";
  }
};
using Tags = testing::Types<Algorithm::Bitonic, Algorithm::BitonicOneStep,
                            Algorithm::Butterfly, Algorithm::ButterflyOneStep,
                            Algorithm::OddEvenMerge,
                            Algorithm::OddEvenTransposition, Algorithm::Rank>;
TYPED_TEST_SUITE(NetworkSorts, Tags, TagName);

template <class Tag>
inline constexpr bool is_in_place = !std::is_same_v<Tag, Algorithm::Rank>;
template <class Tag>
inline constexpr bool is_quadratic =
    std::is_same_v<Tag, Algorithm::Rank> ||
    std::is_same_v<Tag, Algorithm::OddEvenTransposition>;

TYPED_TEST(NetworkSorts, InPlaceMeansNoMemoryAtAll) {
  std::size_t const n = is_quadratic<TypeParam> ? 5000 : 100000;
  Exec const exec;
  DeviceView<float> const keys("keys", n);
  DeviceView<int> const values("values", n);
  auto const call = [&] { sort_by_key(exec, keys, values, TypeParam{}); };
  call();  // Kokkos itself may enlarge the scratch of its teams here
  exec.fence();
  Events const events;
  call();
  EXPECT_GT(events.kernels().size(), 0u);
  EXPECT_EQ(events.copies(), Events::Labels{});
  EXPECT_EQ(events.allocations().empty(), is_in_place<TypeParam>);
  EXPECT_EQ(sort_by_key_workspace_size(exec, keys, values, TypeParam{}) == 0,
            is_in_place<TypeParam>);
}

/// Allocations of a sort of `n` keys with values, and its workspace in bytes.
template <class Key, class Value, class Tag>
std::pair<std::size_t, std::size_t> memory_of(std::size_t n, Tag tag) {
  Exec const exec;
  DeviceView<Key> const keys("keys", n);
  DeviceView<Value> const values("values", n);
  sort_by_key(exec, keys, values, tag);  // as above
  exec.fence();
  Events const events;
  sort_by_key(exec, keys, values, tag);
  return {events.allocations().size(),
          sort_by_key_workspace_size(exec, keys, values, tag)};
}

struct Bytes32 {
  std::uint64_t words[4];
  KOKKOS_FUNCTION bool operator<(Bytes32 const& other) const {
    return words[0] < other.words[0];
  }
};
using Bytes16 = std::array<std::uint64_t, 2>;
using Bytes48 = std::array<std::uint64_t, 6>;

// The widest elements that are sorted in place have keys of 32 bytes and values
// of 16. Wider values take an index and a copy, in one allocation.
TYPED_TEST(NetworkSorts, WideValuesTakeAnIndexAndACopy) {
  std::size_t const n = 3001;
  if (is_in_place<TypeParam>) {
    auto const [none, no_bytes] = memory_of<Bytes32, Bytes16>(n, TypeParam{});
    EXPECT_EQ(none, 0u);
    EXPECT_EQ(no_bytes, 0u);
  }
  auto const [allocations, bytes] =
      memory_of<std::uint32_t, Bytes48>(n, TypeParam{});
  EXPECT_EQ(allocations, 1u);
  std::size_t const stated = n * (48 + 4);
  EXPECT_GE(bytes, stated);
  if (is_in_place<TypeParam>) {
    EXPECT_LT(bytes, stated + 3 * 128);
  }
}

// Tiles are padded with the last item of the order, which a key may have, too.
TYPED_TEST(NetworkSorts, KeysLikeThePaddingKeepTheirValues) {
  using Limits = Boundaries<Algorithm::Bitonic, std::uint32_t, std::uint32_t>;
  for (std::size_t const n :
       {std::size_t{1}, std::size_t{3}, std::size_t{100}, std::size_t{257},
        Limits::tile / 2 + 1, Limits::tile - 1, Limits::tile + 1}) {
    std::vector<std::uint32_t> input(n);
    for (std::size_t i = 0; i < n; ++i)
      input[i] = ~static_cast<std::uint32_t>(i * i % 3);
    Guarded<std::uint32_t> const keys(input);
    Guarded<std::uint32_t> const tags(index_tags<std::uint32_t>(n));
    sort_by_key(Exec{}, keys.view(), tags.view(), TypeParam{});
    EXPECT_TRUE(sorted_with_tags(keys.values(), tags.values(), input,
                                 std::less<>{}, false))
        << n << " keys";
    EXPECT_TRUE(keys.guards_hold() && tags.guards_hold());
  }
}

TYPED_TEST(NetworkSorts, FaultyComparatorsEndAndKeepTheMultiset) {
  check_faulty<std::uint32_t>(
      TypeParam{}, {2, 33, 700, is_quadratic<TypeParam> ? 3001 : 9001});
}

TYPED_TEST(NetworkSorts, SanitizeFaultyComparators) {
  check_faulty<std::uint32_t>(TypeParam{}, {2, 700});
}

TYPED_TEST(NetworkSorts, WideValuesAndStridedKeys) {
  using Wide          = std::array<std::uint64_t, 6>;
  std::size_t const n = 3001;
  auto const input    = input_keys<std::int16_t>(n, Distribution::staggered);
  std::vector<Wide> payload(n);
  for (std::size_t i = 0; i < n; ++i) payload[i].fill(i);
  Guarded<std::int16_t> const keys(input, {3, 5});
  Guarded<Wide> const values(payload);
  sort_by_key(Exec{}, keys.template view<Kokkos::LayoutStride>(), values.view(),
              Greater{}, TypeParam{});
  auto const moved = values.values();
  std::vector<std::uint32_t> tags(n);
  for (std::size_t i = 0; i < n; ++i) {
    tags[i] = static_cast<std::uint32_t>(moved[i][0]);
    for (std::uint64_t const word : moved[i]) ASSERT_EQ(word, tags[i]);
  }
  EXPECT_TRUE(sorted_with_tags(keys.values(), tags, input, Greater{}, false));
  EXPECT_TRUE(keys.guards_hold());
  EXPECT_TRUE(values.guards_hold());
}

// By a cyclic comparator several keys claim one position: rank sort must detect
// that and leave the keys as they were.
struct Circle {
  KOKKOS_FUNCTION bool operator()(int a, int b) const {
    return (b - a + 3) % 3 == 1;
  }
};

TEST(RankSort, ContradictionsLeaveTheKeysAsTheyWere) {
  std::vector<int> input(999);
  for (int i = 0; i < 999; ++i) input[i] = i % 3;
  Guarded<int> const keys(input);
  Guarded<int> const tags(index_tags<int>(999));
  sort_by_key(Exec{}, keys.view(), tags.view(), Circle{}, Algorithm::rank);
  EXPECT_TRUE(same_sequence(keys.values(), input));
  EXPECT_TRUE(same_sequence(tags.values(), index_tags<int>(999)));
}

// The numbers of steps in the papers: multi-step partitions save launches.
TEST(BitonicSort, StepsShareLaunches) {
  using Limits = Boundaries<Algorithm::Bitonic, std::uint32_t, Impl::NoValue>;
  auto const launches = [](std::size_t n, auto tag) {
    DeviceView<std::uint32_t> const keys("keys", n);
    Events const events;
    sort(Exec{}, keys, tag);
    return events.kernels().size();
  };
  EXPECT_EQ(launches(Limits::tile, Algorithm::bitonic), 1u);
  EXPECT_EQ(launches(2 * Limits::tile, Algorithm::bitonic), 3u);
  EXPECT_EQ(launches(2 * Limits::tile, Algorithm::butterfly), 3u);
  std::size_t const phases = Limits::Tuning::log_tile + 1;
  EXPECT_EQ(launches(2 * Limits::tile, Algorithm::bitonic_one_step),
            phases * (phases + 1) / 2);
  EXPECT_EQ(launches(2 * Limits::tile, Algorithm::butterfly_one_step),
            phases * (phases + 1) / 2);
}

}  // namespace
}  // namespace KokkosSort::Test
