// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/oracle.hpp>
#include <support/team.hpp>
#include <KokkosSort/algorithm/engine/scatter_team.hpp>

#include <cstdint>
#include <vector>

namespace KokkosSort::Test::ScatterTest {
namespace {

constexpr int items_per_thread = 4;

/// Moves an array tile by tile to buckets with given beginnings.
template <int TeamSize, bool Stable>
struct ScatterTiles {
  using Scatter = Impl::TeamScatter<Exec, std::uint64_t, std::uint32_t,
                                    TeamSize, items_per_thread, Stable>;
  using Data    = Impl::Arrays<std::uint64_t, std::uint32_t>;
  Data from;
  Data to;
  std::uint16_t const* bucket_ids;
  std::uint64_t const* begins;
  int log_buckets;
  int size;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    constexpr int tile = TeamSize * items_per_thread;
    Scatter const scatter(scratch, log_buckets);
    for (int b = member.team_rank(); b < 1 << log_buckets;
         b += member.team_size())
      scatter.next(b) = begins[b];
    for (int done = 0; done < size; done += tile)
      scatter.scatter_tile(member, from, to, bucket_ids, done,
                           size - done < tile ? size - done : tile);
  }
};

template <int TeamSize, bool Stable>
void check(int log_buckets, int size) {
  SCOPED_TRACE("log_buckets " + std::to_string(log_buckets) + ", size " +
               std::to_string(size));
  using Kernel     = ScatterTiles<TeamSize, Stable>;
  int const k      = 1 << log_buckets;
  auto const input = input_keys<std::uint64_t>(size, Distribution::zipf);
  std::vector<std::uint16_t> bucket(size);
  std::vector<std::uint64_t> begin(k + 1);
  for (int i = 0; i < size; ++i) {
    bucket[i] = static_cast<std::uint16_t>(input[i] >> (64 - log_buckets));
    ++begin[bucket[i] + 1];
  }
  for (int b = 0; b < k; ++b) begin[b + 1] += begin[b];

  Guarded<std::uint64_t> const from_keys(input);
  Guarded<std::uint32_t> const from_values(index_tags<std::uint32_t>(size));
  Guarded<std::uint64_t> const to_keys(std::vector<std::uint64_t>(size, 1));
  Guarded<std::uint32_t> const to_values(std::vector<std::uint32_t>(size, 1));
  Guarded<std::uint16_t> const bucket_ids(bucket);
  Guarded<std::uint64_t> const begins(begin);
  run_team<TeamSize>(Kernel::Scatter::scratch_bytes(k),
                     Kernel{{strided(from_keys), strided(from_values)},
                            {strided(to_keys), strided(to_values)},
                            bucket_ids.data(),
                            begins.data(),
                            log_buckets,
                            size});
  auto const by_bucket = [&](std::uint64_t a, std::uint64_t b) {
    return a >> (64 - log_buckets) < b >> (64 - log_buckets);
  };
  EXPECT_TRUE(sorted_with_tags(to_keys.values(), to_values.values(), input,
                               by_bucket, Stable));
  EXPECT_TRUE(to_keys.guards_hold());
  EXPECT_TRUE(to_values.guards_hold());
  EXPECT_TRUE(from_keys.untouched());
  EXPECT_TRUE(from_values.untouched());
}

template <int TeamSize, bool Stable>
void check_all() {
  constexpr int tile = TeamSize * items_per_thread;
  for (int const log_buckets : {1, 2, 5, 8})
    for (int const size : {1, 2, tile - 1, tile, tile + 1, 5 * tile + 3})
      if (size > 0) check<TeamSize, Stable>(log_buckets, size);
}

TEST(TeamScatter, MovesTilesStably) {
  for_team_sizes([](auto team) { check_all<team(), true>(); });
}

TEST(TeamScatter, MovesTilesToTheirBuckets) {
  for_team_sizes([](auto team) { check_all<team(), false>(); });
}

}  // namespace
}  // namespace KokkosSort::Test::ScatterTest
