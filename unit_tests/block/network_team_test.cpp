// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/oracle.hpp>
#include <support/team.hpp>
#include <KokkosSort/block/network_team.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test::NetworkTest {
namespace {

using Key = std::uint32_t;

struct KeyLess {
  KOKKOS_FUNCTION bool operator()(Key a, Key b) const { return a < b; }
};
/// Block of the network that a kernel calls.
enum class Call { sort_items, half_clean, butterfly_stage, butterfly_sort };

template <int TeamSize, int LogTile, int LogItems>
struct Steps {
  using Network = Impl::TeamNetwork<Key, TeamSize, LogTile, LogItems>;
  Key* keys;
  int size;
  Call call;
  int log_block;

  KOKKOS_FUNCTION static bool is_full(int size) {
    return size >= 1 << (2 * LogItems) && (size & (size - 1)) == 0;
  }

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    Network const network(scratch);
    for (int i = member.team_rank(); i < size; i += TeamSize)
      network[i] = keys[i];
    member.team_barrier();
    if (is_full(size)) {
      run<true>(member, network);
    } else {
      run<false>(member, network);
    }
    for (int i = member.team_rank(); i < size; i += TeamSize)
      keys[i] = network[i];
  }

  template <bool Full>
  KOKKOS_FUNCTION void run(Member const& member, Network const& network) const {
    KeyLess const less{};
    if (call == Call::sort_items) {
      network.template sort_items<Full>(
          member, size, [&](Key(&held)[Network::items], int count) {
            Impl::butterfly_sort<Full, Network::items>(held, count, less);
          });
    } else if (call == Call::half_clean) {
      network.template half_clean<Full>(member, size, log_block, less);
    } else if (call == Call::butterfly_sort) {
      network.template butterfly_sort<Full>(member, size, log_block, less);
    } else {
      network.template butterfly_stage<Full>(member, size, log_block, less);
    }
  }
};

template <int TeamSize, int LogTile, int LogItems>
std::vector<Key> run(std::vector<Key> const& input, Call call, int log_block) {
  using Kernel = Steps<TeamSize, LogTile, LogItems>;
  Guarded<Key> const keys(input);
  run_team<TeamSize>(
      Kernel::Network::scratch_bytes(),
      Kernel{keys.data(), static_cast<int>(input.size()), call, log_block});
  EXPECT_TRUE(keys.guards_hold());
  return keys.values();
}

/// Returns `keys` with each block of 2^log_block sorted.
std::vector<Key> blocks_sorted(std::vector<Key> keys, int log_block) {
  std::size_t const block = std::size_t{1} << log_block;
  for (std::size_t b = 0; b < keys.size(); b += block)
    std::sort(keys.begin() + b,
              keys.begin() + std::min(b + block, keys.size()));
  return keys;
}

template <int TeamSize, int LogTile, int LogItems>
void check_sizes() {
  std::size_t const tile = std::size_t{1} << LogTile;
  for (std::size_t const n : {std::size_t{0}, std::size_t{1}, tile / 4,
                              tile / 2, tile / 2 + 1, tile - 1, tile}) {
    bool const is_full =
        Steps<TeamSize, LogTile, LogItems>::is_full(static_cast<int>(n));
    SCOPED_TRACE("size " + std::to_string(n));
    auto const input = input_keys<Key>(n, Distribution::uniform, n);
    EXPECT_TRUE(same_sequence(
        run<TeamSize, LogTile, LogItems>(input, Call::sort_items, LogItems),
        blocks_sorted(input, LogItems)));
    for (int stage = LogItems + 1; stage <= LogTile; ++stage) {
      if (is_full && n >> stage == 0) break;
      SCOPED_TRACE("stage " + std::to_string(stage));
      auto const expected = blocks_sorted(input, stage);
      EXPECT_TRUE(same_sequence(
          run<TeamSize, LogTile, LogItems>(input, Call::butterfly_sort, stage),
          expected));
      EXPECT_TRUE(same_sequence(
          run<TeamSize, LogTile, LogItems>(blocks_sorted(input, stage - 1),
                                           Call::butterfly_stage, stage),
          expected));
      // A bitonic block, descending and then ascending with the virtual keys at
      // its end, becomes a sorted one.
      auto bitonic = blocks_sorted(input, stage - 1);
      for (std::size_t b = 0; b < n; b += std::size_t{1} << stage)
        std::reverse(
            bitonic.begin() + b,
            bitonic.begin() + std::min(b + (std::size_t{1} << (stage - 1)), n));
      if (!is_full) continue;
      EXPECT_TRUE(same_sequence(
          run<TeamSize, LogTile, LogItems>(bitonic, Call::half_clean, stage),
          expected));
    }
  }
}

TEST(TeamNetwork, BlocksOfEverySizeAndStage) {
  for_team_sizes([](auto team) {
    check_sizes<team(), 8, 3>();
    check_sizes<team(), 9, 1>();
    check_sizes<team(), 10, 5>();
  });
}

}  // namespace
}  // namespace KokkosSort::Test::NetworkTest
