// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <distributed/ranks.hpp>
#include <support/events.hpp>

#include <KokkosSort/label_prefix.hpp>

// The caller's prefix stands in front of all labels of a sort over ranks.

namespace KokkosSort::Test::DistributedLabelTest {

using Key = std::uint64_t;

TEST(DistributedLabels, CarryThePrefix) {
  Ranks const ranks;
  Kokkos::View<Key*> const keys("keys", 5000);
  Kokkos::parallel_for(
      "keys", keys.extent(0),
      KOKKOS_LAMBDA(std::size_t i) { keys(i) = i * 0x9e3779b97f4a7c15u; });
  Kokkos::fence();
  Events const events;
  {
    LabelPrefix const prefix("Mine::");
    Distributed::sort(Kokkos::DefaultExecutionSpace{}, ranks.comm, keys);
  }
  for (auto const* labels : {&events.kernels(), &events.allocations(),
                             &events.fences(), &events.regions()})
    for (auto const& label : *labels)
      EXPECT_TRUE(label.rfind("Mine::KokkosSort", 0) == 0 ||
                  label.find("KokkosSort") == std::string::npos)
          << label;
  EXPECT_FALSE(events.regions().empty());
}

}  // namespace KokkosSort::Test::DistributedLabelTest
