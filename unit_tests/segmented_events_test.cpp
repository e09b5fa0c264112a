// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/comparators.hpp>
#include <support/events.hpp>
#include <support/segments.hpp>
#include <support/space.hpp>
#include <KokkosSort.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test {
namespace {

// Offsets are set in front of the events.
TEST(SegmentedEvents, CallsWithAWorkspaceNeitherAllocateNorFence) {
  Exec const exec;
  constexpr std::size_t n = 100000;
  DeviceView<double> const keys("keys", n);
  DeviceView<std::uint32_t> const values("values", n);
  Kokkos::View<float**, Memory> const matrix("matrix", 1000, 100);
  for (auto const& shape : {random_segments(n, 20), random_segments(n, 2000),
                            heavy_tail(n), SegmentShape{"one", {0, n}}}) {
    SCOPED_TRACE(shape.name);
    auto const offsets =
        to_device(std::vector<int>(shape.offsets.begin(), shape.offsets.end()));
    Workspace<Memory> const workspace(
        exec,
        std::max(
            {segmented_sort_workspace_size(exec, keys, offsets),
             segmented_sort_workspace_size(exec, keys, offsets, Greater{}),
             segmented_sort_by_key_workspace_size(exec, keys, values, offsets),
             segmented_argsort_workspace_size(exec, values, keys, offsets),
             sort_each_row_workspace_size(exec, matrix),
             sort_each_column_workspace_size(exec, matrix),
             sort_crs_graph_workspace_size(exec, offsets, values),
             sort_crs_matrix_workspace_size(exec, offsets, values, keys)}));
    check_quiet("segmented_sort",
                [&] { segmented_sort(exec, keys, offsets, workspace); });
    check_quiet("comparator", [&] {
      stable_segmented_sort(exec, keys, offsets, workspace, Greater{});
    });
    check_quiet("segmented_sort_by_key", [&] {
      segmented_sort_by_key(exec, keys, values, offsets, workspace);
    });
    check_quiet("segmented_argsort", [&] {
      segmented_argsort(exec, values, keys, offsets, workspace);
    });
    check_quiet("sort_each_row",
                [&] { sort_each_row(exec, matrix, workspace); });
    check_quiet("sort_each_column",
                [&] { sort_each_column(exec, matrix, workspace); });
    check_quiet("sort_crs_graph",
                [&] { sort_crs_graph(exec, offsets, values, workspace); });
    check_quiet("sort_crs_matrix", [&] {
      sort_crs_matrix(exec, offsets, values, keys, workspace);
    });
  }
}

TEST(SegmentedEvents, CallsWithoutAWorkspaceAllocateOnce) {
  Exec const exec;
  DeviceView<float> const keys("keys", 50000);
  auto const offsets = to_device(std::vector<int>{0, 100, 50000});
  segmented_sort(exec, keys, offsets);
  Events const events;
  segmented_sort(exec, keys, offsets);
  EXPECT_EQ(events.allocations().size(), 1u);
  EXPECT_EQ(events.deallocations().size(), 1u);
  EXPECT_GE(events.fences().size(), 1u);
}

}  // namespace
}  // namespace KokkosSort::Test
