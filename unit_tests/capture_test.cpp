// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/rounds.hpp>
#include <KokkosSort.hpp>

#include <gtest/gtest.h>

#include <cstddef>

// A caller may capture calls with a workspace, and prepared ones, in a CUDA
// graph of its own.

#if defined(KOKKOS_ENABLE_CUDA) && !defined(KOKKOS_ENABLE_DEBUG_BOUNDS_CHECK)

namespace KokkosSort::Test::CaptureTest {
namespace {

using namespace Rounds;

constexpr std::size_t rounds = 1000;

/// Captures what call() enqueues on the instance, and replays it so often on
/// fresh data.
template <class Call>
void check_capture(Arrays const& arrays, Call const& call) {
  // The first launches load the kernels and copy Kokkos's tables.
  call();
  arrays.exec.fence();
  cudaStream_t const stream = arrays.exec.cuda_stream();
  cudaGraph_t graph         = nullptr;
  cudaGraphExec_t instance  = nullptr;
  // Kokkos requests memory of no bytes with a launch, hence relaxed.
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed),
            cudaSuccess);
  call();
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  ASSERT_EQ(cudaGraphInstantiateWithFlags(&instance, graph, 0), cudaSuccess);
  for (std::size_t round = 0; round < rounds; ++round) {
    arrays.refresh(round);
    ASSERT_EQ(cudaGraphLaunch(instance, stream), cudaSuccess);
    if (is_sampled(round, rounds)) {
      EXPECT_TRUE(arrays.has_sorted_stably(round)) << "round " << round;
    }
  }
  arrays.exec.fence();
  EXPECT_EQ(cudaGraphExecDestroy(instance), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

TEST(Capture, TakesACallWithAWorkspace) {
  for (std::size_t const n : sizes) {
    Arrays const a(n);
    Workspace<Memory> const workspace(
        a.exec, sort_by_key_workspace_size(a.exec, a.keys, a.values));
    check_capture(
        a, [&] { stable_sort_by_key(a.exec, a.keys, a.values, workspace); });
  }
}

TEST(Capture, TakesAPreparedCall) {
  for (std::size_t const n : sizes) {
    Arrays const a(n);
    auto const sorts = prepare(stable_sort_by_key, a.exec, a.keys, a.values);
    ASSERT_TRUE(sorts.replays_graph());
    check_capture(a, [&] { sorts.run(); });
    // By its own graph again.
    a.refresh(rounds);
    sorts.run();
    EXPECT_TRUE(a.has_sorted_stably(rounds));
  }
}

}  // namespace
}  // namespace KokkosSort::Test::CaptureTest

#endif
