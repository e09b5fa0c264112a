// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/adversary.hpp>
#include <support/call.hpp>
#include <support/comparators.hpp>
#include <support/faults.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

// The library's own choice against orders that are none or fight back, and in
// many runs. The tests of each algorithm do the same for its tag.

namespace KokkosSort::Test::HostileTest {
namespace {

TEST(Hostile, FaultyComparatorsEndAndKeepTheMultiset) {
  std::vector<std::size_t> const sizes{2, 3, 100, 5000, 40'011};
  check_faulty<std::uint32_t>(Algorithm::automatic, sizes);
  check_faulty<WideKey>(Algorithm::automatic, {3, 5000});
}

#if !defined(KOKKOSSORT_TEST_ON_DEVICE)

TEST(Hostile, AdaptiveAdversaryStaysWithinNLogN) {
  for (std::size_t const n : {1000, 40'000, 120'000})
    check_adversary(Algorithm::automatic, n, 3.0);
}

#endif

/// Bit by bit the same in a hundred runs, whatever the workspace held: keys
/// alone, with values, and by argsort.
template <class Key, class... Order>
void check_hundred_runs(Distribution distribution, Order const&... order) {
  Exec const exec;
  std::size_t const n = 20'011;
  auto const input    = input_keys<Key>(n, distribution);
  PoisonedWorkspace scratch;
  Array<Key> of_sort, of_pairs;
  std::vector<std::uint32_t> of_tags, of_argsort;
  for (int run = 0; run < 100; ++run) {
    auto const poison = static_cast<unsigned char>(run % 2 == 0 ? 0xff : run);
    Guarded<Key> const alone(input), keys(input), kept(input);
    Guarded<std::uint32_t> const tags(index_tags<std::uint32_t>(n));
    Guarded<std::uint32_t> const found(
        std::vector<std::uint32_t>(n, static_cast<std::uint32_t>(run)));
    sort(exec, alone.view(), order...,
         scratch.prepare(sort_workspace_size(exec, alone.view(), order...),
                         poison));
    sort_by_key(exec, keys.view(), tags.view(), order...,
                scratch.prepare(sort_by_key_workspace_size(
                                    exec, keys.view(), tags.view(), order...),
                                poison));
    argsort(exec, found.view(), kept.view(), order...,
            scratch.prepare(argsort_workspace_size(exec, found.view(),
                                                   kept.view(), order...),
                            poison));
    if (run == 0) {
      of_sort    = alone.values();
      of_pairs   = keys.values();
      of_tags    = tags.values();
      of_argsort = found.values();
      EXPECT_TRUE(permuted(of_pairs, of_tags, input));
    }
    ASSERT_TRUE(same_sequence(alone.values(), of_sort)) << "run " << run;
    ASSERT_TRUE(same_sequence(keys.values(), of_pairs)) << "run " << run;
    ASSERT_TRUE(same_sequence(tags.values(), of_tags)) << "run " << run;
    ASSERT_TRUE(same_sequence(found.values(), of_argsort)) << "run " << run;
  }
}

TEST(Hostile, AHundredRunsAreEqual) {
  check_hundred_runs<std::uint64_t>(Distribution::sqrt_values);
  check_hundred_runs<float>(Distribution::specials);
  check_hundred_runs<Pair>(Distribution::sixteen_values);
  check_hundred_runs<std::int64_t>(Distribution::zipf, Greater{});
}

}  // namespace
}  // namespace KokkosSort::Test::HostileTest
