// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort.hpp>
#include <support/events.hpp>
#include <support/space.hpp>

#include <gtest/gtest.h>

#include <string>

// The caller's prefix stands in front of all that the library labels.

namespace KokkosSort::Test {
namespace {

using Key = std::uint32_t;

struct Scramble {
  DeviceView<Key> keys;
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    keys(i) = static_cast<Key>(i) * 2654435761u;
  }
};

/// Returns labels of the library that lack the prefix. Kokkos's own actions,
/// such as to free an allocation, have labels of their own.
Events::Labels without(std::string const& prefix,
                       Events::Labels const& labels) {
  Events::Labels left;
  for (auto const& label : labels)
    if (label.rfind(prefix, 0) != 0 &&
        label.find("KokkosSort") != std::string::npos)
      left.push_back(label);
  return left;
}

void call_each(std::size_t n) {
  Exec const exec;
  DeviceView<Key> const keys("keys", n), values("values", n), order("order", n);
  Kokkos::parallel_for("scramble", Kokkos::RangePolicy<Exec>(exec, 0, n),
                       Scramble{keys});
  Kokkos::fence();
  Events const events;
  {
    LabelPrefix const outer("Outer::");
    LabelPrefix const inner("Inner::");
    argsort(exec, order, keys);
    permute(exec, order, values);
    stable_sort(exec, keys, Algorithm::Merge{});
    sort_by_key(exec, keys, values, descending);
    sort(exec, keys);
    EXPECT_TRUE(is_sorted(exec, keys));
    EXPECT_EQ(min_max(exec, keys).first, 0u);
  }
  Events::Labels const none;
  for (auto const* labels :
       {&events.kernels(), &events.allocations(), &events.deallocations(),
        &events.fences(), &events.regions()})
    EXPECT_EQ(without("Outer::Inner::KokkosSort", *labels), none);
  for (auto const& label : events.kernels())
    EXPECT_NE(label.find("KokkosSort"), std::string::npos) << label;
  EXPECT_FALSE(events.kernels().empty());
  EXPECT_FALSE(events.allocations().empty());
}

TEST(LabelPrefix, StandsInFrontOfEveryLabel) {
  for (std::size_t const n : {5, 3000, 300000}) call_each(n);
}

TEST(LabelPrefix, GoesWithItsScope) {
  EXPECT_EQ(Impl::labeled("a"), "a");
  {
    LabelPrefix const outer("x.");
    EXPECT_EQ(Impl::labeled("a"), "x.a");
    {
      LabelPrefix const inner("y.");
      EXPECT_EQ(Impl::labeled("a"), "x.y.a");
    }
    EXPECT_EQ(Impl::labeled("a"), "x.a");
  }
  EXPECT_EQ(Impl::labeled("a"), "a");
}

}  // namespace
}  // namespace KokkosSort::Test
