// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <cstdio>

namespace {

/// Prints the rank on which an assertion failed. Ranks other than the first
/// print nothing else.
class RankPrinter : public testing::EmptyTestEventListener {
 public:
  explicit RankPrinter(int rank) : m_rank(rank) {}
  void OnTestPartResult(testing::TestPartResult const& result) override {
    if (result.failed())
      std::printf("rank %d: %s:%d: FAILED\n%s\n", m_rank, result.file_name(),
                  result.line_number(), result.message());
  }

 private:
  int m_rank;
};

int run_tests(int argc, char** argv, int rank) {
  Kokkos::ScopeGuard const guard(argc, argv);
  testing::InitGoogleTest(&argc, argv);
  auto& listeners = testing::UnitTest::GetInstance()->listeners();
  if (rank != 0) delete listeners.Release(listeners.default_result_printer());
  listeners.Append(new RankPrinter(rank));
  return RUN_ALL_TESTS();
}

}  // namespace

int main(int argc, char** argv) {
  int provided = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  int rank = 0;
  int size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int failed = run_tests(argc, argv, rank);
  if (testing::UnitTest::GetInstance()->successful_test_count() == 0)
    failed = 1;
  MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  if (rank == 0 && failed == 0) std::printf("all ranks passed (%d)\n", size);
  return failed;
}
