// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort.hpp>
#include <support/space.hpp>

#include <Kokkos_DynamicView.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <vector>

// Ranges of keys that lie in chunks.

namespace KokkosSort::Test {
namespace {

using Key     = std::uint32_t;
using Dynamic = Kokkos::Experimental::DynamicView<Key*, Memory>;

struct WriteKeys {
  Dynamic keys;
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    keys(i) = static_cast<Key>(i) * 2654435761u;
  }
};

struct ReadKeys {
  Dynamic keys;
  DeviceView<Key> copy;
  KOKKOS_FUNCTION void operator()(std::size_t i) const { copy(i) = keys(i); }
};

/// Chunks of 1,024 keys.
Dynamic make_keys(std::size_t n) {
  Dynamic keys("keys", 1024, static_cast<unsigned>(n + 1024));
  keys.resize_serial(n);
  Kokkos::parallel_for("write", Kokkos::RangePolicy<Exec>(0, n),
                       WriteKeys{keys});
  Kokkos::fence();
  return keys;
}

std::vector<Key> read(Dynamic const& keys) {
  std::size_t const n = keys.extent(0);
  DeviceView<Key> const copy("copy", n);
  Kokkos::parallel_for("read", Kokkos::RangePolicy<Exec>(0, n),
                       ReadKeys{keys, copy});
  auto const on_host =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, copy);
  return {on_host.data(), on_host.data() + n};
}

TEST(DynamicView, SortsARange) {
  Exec const exec;
  for (std::size_t const n : {1, 2, 1023, 1024, 1025, 50000}) {
    auto const keys           = make_keys(n);
    std::vector<Key> expected = read(keys);
    std::size_t const begin   = n / 5;
    std::sort(expected.begin() + static_cast<std::ptrdiff_t>(begin),
              expected.end());
    sort(exec, keys, begin, n);
    EXPECT_EQ(read(keys), expected) << n;
    std::sort(expected.begin(), expected.end(), std::greater<>());
    stable_sort(exec, keys, 0, static_cast<int>(n), descending);
    EXPECT_EQ(read(keys), expected) << n;
  }
}

TEST(DynamicView, RefusesARangeOutside) {
  Exec const exec;
  auto const keys                 = make_keys(100);
  std::vector<Key> const expected = read(keys);
  EXPECT_THROW(sort(exec, keys, 0, 101), std::invalid_argument);
  EXPECT_THROW(sort(exec, keys, -1, 100), std::invalid_argument);
  EXPECT_THROW(sort(exec, keys, 50, 49), std::invalid_argument);
  EXPECT_EQ(read(keys), expected);
}

}  // namespace
}  // namespace KokkosSort::Test
