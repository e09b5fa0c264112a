// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <distributed/ranks.hpp>

#include <cstdio>
#include <cstdlib>

// Failures on purpose, which the exit status of the job must show;
// expect_failure.sh runs them.

namespace KokkosSort::Test::VerdictTest {

static bool is_last(Ranks const& ranks) {
  bool const is_it = ranks.rank == ranks.size - 1;
  if (is_it) std::fprintf(stderr, "rank %d fails on purpose\n", ranks.rank);
  return is_it;
}

// These two fail on purpose, so that a plain run leaves them out. The tests
// distributed.one_rank_fails_by_* run them and expect the failure.
TEST(DistributedVerdict, DISABLED_OneRankFailsBy_assertion) {
  EXPECT_FALSE(is_last(Ranks()));
}

TEST(DistributedVerdict, DISABLED_OneRankFailsBy_exit) {
  if (is_last(Ranks())) std::_Exit(3);
}

}  // namespace KokkosSort::Test::VerdictTest
