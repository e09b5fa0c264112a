// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <distributed/ranks.hpp>
#include <support/events.hpp>

#include <KokkosSort/label_prefix.hpp>

// The caller's prefix stands in front of all labels of a sort over ranks.

namespace KokkosSort::Test::DistributedLabelTest {

using Key = std::uint64_t;

// nvcc takes no lambda for the device in the body of a test.
Kokkos::View<Key*> scattered_keys(std::size_t n) {
  Kokkos::View<Key*> const keys("keys", n);
  Kokkos::parallel_for(
      "keys", n,
      KOKKOS_LAMBDA(std::size_t i) { keys(i) = i * 0x9e3779b97f4a7c15u; });
  Kokkos::fence();
  return keys;
}

TEST(DistributedLabels, CarryThePrefix) {
  Ranks const ranks;
  auto const keys = scattered_keys(5000);
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
