// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/events.hpp>
#include <support/space.hpp>

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

// Events that the contract tests count are counted: if they expect none, none
// happened.

namespace KokkosSort::Test {
namespace {

bool has(Events::Labels const& labels, std::string const& part) {
  return std::any_of(labels.begin(), labels.end(),
                     [&](std::string const& label) {
                       return label.find(part) != std::string::npos;
                     });
}

struct Write {
  DeviceView<int> to;
  KOKKOS_FUNCTION void operator()(int i) const { to(i) = i; }
};

TEST(Events, SeesWhatKokkosDoes) {
  Exec const exec;
  DeviceView<int> const from("from", 100), to("to", 100);
  Kokkos::fence();
  Events const events;
  Kokkos::deep_copy(exec, to, from);
  EXPECT_TRUE(has(events.copies(), "to"));
  { DeviceView<int> const view("allocated here", 100); }
  EXPECT_TRUE(has(events.allocations(), "allocated here"));
  EXPECT_TRUE(has(events.deallocations(), "allocated here"));
  exec.fence("fenced here");
  EXPECT_TRUE(has(events.fences(), "fenced here"));
  Kokkos::parallel_for("launched here", Kokkos::RangePolicy<Exec>(exec, 0, 1),
                       Write{to});
  EXPECT_TRUE(has(events.kernels(), "launched here"));
  { Kokkos::Profiling::ScopedRegion const region("a region here"); }
  EXPECT_TRUE(has(events.regions(), "a region here"));
}

}  // namespace
}  // namespace KokkosSort::Test
