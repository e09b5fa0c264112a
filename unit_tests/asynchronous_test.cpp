// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/space.hpp>
#include <KokkosSort.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

// Calls with a workspace return before the work ends: observed behind a kernel
// that holds its instance up until the host lets it go on.

#if defined(KOKKOSSORT_TEST_ON_DEVICE)

namespace KokkosSort::Test {

/// Waits for words(0), a few seconds at most, and notes in words(1) whether it
/// came.
struct HoldUp {
  Kokkos::View<int*, PinnedMemory> words;

  KOKKOS_FUNCTION void operator()(int) const {
    int const volatile* const go = words.data();
    for (int i = 0; i < (1 << 22) && *go == 0; ++i) continue;
    words(1) = *go;
  }
};

template <class Call>
bool returns_before_the_work_ends(Call call) {
  Exec const exec;
  // The first launch of a kernel loads it, which may wait for the device.
  call(exec);
  exec.fence();
  Kokkos::View<int*, PinnedMemory> const words("words", 2);
  Kokkos::fence();
  Kokkos::parallel_for("hold up", Kokkos::RangePolicy<Exec>(exec, 0, 1),
                       HoldUp{words});
  call(exec);
  *static_cast<int volatile*>(words.data()) = 1;
  exec.fence();
  return words(1) == 1;
}

/// A comparator with a table of so many bytes.
template <std::size_t bytes>
struct LessByTable {
  std::uint32_t table[bytes / 4];

  KOKKOS_FUNCTION bool operator()(std::uint32_t a, std::uint32_t b) const {
    return (a ^ table[a % (bytes / 4)]) < (b ^ table[b % (bytes / 4)]);
  }
};

constexpr std::size_t n = 300'000;

TEST(Asynchronous, AFenceWouldBeObserved) {
  EXPECT_FALSE(
      returns_before_the_work_ends([](Exec const& exec) { exec.fence(); }));
}

TEST(Asynchronous, SortsReturnBeforeTheyEnd) {
  Exec const exec;
  DeviceView<std::uint32_t> const keys("keys", n), values("values", n);
  DeviceView<std::uint64_t> const long_keys("long keys", n);
  Workspace<Memory> const workspace(
      exec, std::max({sort_workspace_size(exec, keys),
                      sort_workspace_size(exec, long_keys),
                      sort_by_key_workspace_size(exec, keys, values),
                      argsort_workspace_size(exec, values, keys)}));
  EXPECT_TRUE(returns_before_the_work_ends(
      [&](Exec const& e) { sort(e, keys, workspace); }));
  EXPECT_TRUE(returns_before_the_work_ends(
      [&](Exec const& e) { sort(e, long_keys, workspace); }));
  EXPECT_TRUE(returns_before_the_work_ends(
      [&](Exec const& e) { sort_by_key(e, keys, values, workspace); }));
  EXPECT_TRUE(returns_before_the_work_ends(
      [&](Exec const& e) { argsort(e, values, keys, workspace); }));
}

template <std::size_t bytes>
void check_comparator() {
  Exec const exec;
  DeviceView<std::uint32_t> const keys("keys", n);
  LessByTable<bytes> const less{};
  Workspace<Memory> const workspace(exec,
                                    sort_workspace_size(exec, keys, less));
  EXPECT_TRUE(returns_before_the_work_ends(
      [&](Exec const& e) { sort(e, keys, less, workspace); }));
}

TEST(Asynchronous, ComparatorsThatCaptureMuchDoNotWait) {
  check_comparator<160>();
  check_comparator<256>();
  check_comparator<1024>();
}

struct FillReversed {
  DeviceView<std::uint32_t> order;
  KOKKOS_FUNCTION void operator()(std::uint32_t i) const {
    order(i) = static_cast<std::uint32_t>(n) - 1 - i;
  }
};

TEST(Asynchronous, PermuteOfManyPayloadsDoesNotWait) {
  Exec const exec;
  DeviceView<std::uint32_t> const order("order", n);
  Kokkos::parallel_for("fill", Kokkos::RangePolicy<Exec>(exec, 0, n),
                       FillReversed{order});
  Kokkos::View<double* [3], Kokkos::LayoutLeft, Memory> const a("a", n),
      b("b", n), c("c", n), d("d", n), e("e", n), f("f", n), g("g", n);
  Workspace<Memory> const workspace(
      exec, permute_workspace_size(exec, order, a, b, c, d, e, f, g));
  EXPECT_TRUE(returns_before_the_work_ends([&](Exec const& exec_) {
    permute(exec_, order, a, b, c, d, e, f, g, workspace);
  }));
}

}  // namespace KokkosSort::Test

#endif
