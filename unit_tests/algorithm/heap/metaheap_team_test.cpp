// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/comparators.hpp>
#include <support/oracle.hpp>
#include <support/records.hpp>
#include <support/team.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/algorithm/heap/metaheap_team.hpp>
#include <KokkosSort/block/key_order.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test::MetaheapTest {
namespace {

using Key   = std::uint32_t;
using Tag   = std::uint32_t;
using Order = Impl::BitsOrder<Key>;
using Data  = Impl::Arrays<Key, Tag>;

constexpr int fan_in = 21;
constexpr int round  = 40;

/// Pops all subheaps, which are contiguous, to to[skipped, …).
struct PopAll {
  using Metaheap = Impl::TeamMetaheap<Exec, Order, Tag, fan_in, 4, round>;
  Data from;
  Data to;
  std::uint64_t const* begins;  // of the subheaps, and the end
  int subheaps;
  std::uint64_t skipped;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    Metaheap const heap(scratch, Order{}, from);
    for (int s = member.team_rank(); s < subheaps; s += member.team_size())
      heap.set(s, begins[s], begins[s + 1]);
    member.team_barrier();
    heap.pop_all(member, subheaps, to, skipped, begins[subheaps] - begins[0]);
  }
};

template <int TeamSize>
void check(std::vector<std::uint64_t> const& sizes, std::uint32_t values) {
  std::vector<std::uint64_t> begins{0};
  for (std::uint64_t const size : sizes) begins.push_back(begins.back() + size);
  std::uint64_t const n = begins.back();
  auto input            = records(n, values);
  for (std::size_t s = 0; s < sizes.size(); ++s)
    std::stable_sort(input.begin() + static_cast<std::ptrdiff_t>(begins[s]),
                     input.begin() + static_cast<std::ptrdiff_t>(begins[s + 1]),
                     KeyLess{});
  auto const expected       = stable_reference(input, KeyLess{});
  constexpr Key untouched   = 4711;
  std::uint64_t const ahead = 5;
  std::vector<Key> keys(n), expected_keys(n + ahead, untouched);
  std::vector<Tag> tags(n), expected_tags(n + ahead, untouched);
  for (std::uint64_t i = 0; i < n; ++i) {
    keys[i]                  = input[i].key;
    tags[i]                  = input[i].tag;
    expected_keys[ahead + i] = expected[i].key;
    expected_tags[ahead + i] = expected[i].tag;
  }
  Guarded<Key> const from_keys(keys);
  Guarded<Tag> const from_tags(tags);
  Guarded<Key> const to_keys(std::vector<Key>(n + ahead, untouched));
  Guarded<Tag> const to_tags(std::vector<Tag>(n + ahead, untouched));
  auto const device_begins = to_device(begins);
  run_team<TeamSize>(PopAll::Metaheap::scratch_bytes(),
                     PopAll{{strided(from_keys), strided(from_tags)},
                            {strided(to_keys), strided(to_tags)},
                            device_begins.data(),
                            static_cast<int>(sizes.size()),
                            ahead});
  EXPECT_TRUE(from_keys.untouched() && from_tags.untouched());
  EXPECT_TRUE(to_keys.guards_hold() && to_tags.guards_hold());
  ASSERT_TRUE(same_sequence(to_keys.values(), expected_keys));
  ASSERT_TRUE(same_sequence(to_tags.values(), expected_tags));
}

TEST(TeamMetaheap, PopsSubheapsInOrderAndStably) {
  std::vector<std::vector<std::uint64_t>> const shapes{
      {1},
      {100},
      {0, 7, 0},
      {3, 4, 5},
      {0, 0, 0, 0},
      {1, 1, 1, 1, 1, 1, 1, 1},
      {round},
      {round / 2, round / 2},
      {round, 1},
      {200, 0, 1, 90, 3, 4, 0, 5, 17},
      std::vector<std::uint64_t>(fan_in, 13),
      std::vector<std::uint64_t>(fan_in - 1, 1)};
  for_team_sizes([&](auto team) {
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      for (std::uint32_t const values : {1u, 5u, 1u << 30}) {
        SCOPED_TRACE(testing::Message()
                     << "shape " << i << " of " << values << " values");
        check<team()>(shapes[i], values);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  });
}

/// One subheap has all small keys, so that its buffer runs empty within a round
/// of pops.
TEST(TeamMetaheap, OneSubheapIsPoppedAgainAndAgain) {
  for_team_sizes([](auto team) {
    check<team()>({5 * round, 3, 3}, 1);
    check<team()>({3, 5 * round, 3}, 1);
  });
}

}  // namespace
}  // namespace KokkosSort::Test::MetaheapTest
