// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/matrix.hpp>
#include <support/oracle.hpp>
#include <support/radix_boundaries.hpp>
#include <support/space.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test {
namespace {

using Keys  = std::vector<std::uint32_t>;
using Order = decltype(Impl::order_for<std::uint32_t>(ascending));
using Sort = Impl::RadixSort<Exec, Order, Impl::NoValue, Impl::RadixStart::msd>;

/// Runs work(state, arena) on a sort of the keys, which it changes, and returns
/// the flags that the device has set.
template <class Work>
Impl::RadixFlags flags_after(Keys& keys, Work const& work) {
  Exec const exec;
  auto const view         = to_device(keys);
  std::size_t const n     = keys.size();
  std::size_t const bytes = Sort::workspace_bytes(exec, Order{}, n);
  DeviceView<std::byte> const memory("memory", bytes);
  Impl::Arena planned(memory.data(), bytes);
  Sort::State state = Sort::plan(exec, Order{}, n, planned);
  state.data[0]     = {Impl::strided(view), {}};
  Impl::Arena arena(memory.data(), bytes);
  work(exec, state, arena);
  exec.fence();
  keys = on_host(view);
  return on_host(
      Kokkos::View<Impl::RadixFlags*, Memory, Kokkos::MemoryUnmanaged>(
          state.flags, 1))[0];
}

Impl::RadixFlags flags_of_sort(Keys& keys) {
  return flags_after(keys, [&](Exec const& exec, Sort::State const& state,
                               Impl::Arena& arena) {
    Sort::run(exec, state.order, state.data[0].keys, {}, state.n, arena);
  });
}

Impl::RadixFlags flags_of_probe(Keys keys) {
  return flags_after(
      keys, [](Exec const& exec, Sort::State const& state, Impl::Arena&) {
        Impl::launch_teams<Sort::Tuning::probe_team_size, 1>(
            "probe", exec, 2, Impl::ProbeKeys<Sort>{state});
      });
}

/// Returns spread keys, of which `frequent` are replaced by one value.
Keys keys_with(std::size_t n, std::size_t frequent) {
  Keys keys = input_keys<std::uint32_t>(n, Distribution::uniform);
  for (std::size_t i = 0; i < frequent; ++i)
    keys[i * (n / frequent)] = 0x12345678u;
  return keys;
}

/// Returns three values, each far from the others.
Keys three_values(std::size_t n) {
  Keys keys(n);
  for (std::size_t i = 0; i < n; ++i)
    keys[i] = static_cast<std::uint32_t>(i % 3) << 30 | 12345;
  return keys;
}

// So few keys are not probed: their counts decide. The leaf of the frequent key
// exceeds the longest by its other keys alone.
TEST(RadixProbe, ALeafWithAFrequentKeySkipsMsdPasses) {
  std::size_t const leaf    = Sort::leaf_capacity;
  std::size_t const n       = 60 * leaf;
  std::size_t const longest = Sort::Tuning::longest_leaf(n, leaf);
  for (bool const is_too_long : {false, true}) {
    Keys const keys = keys_with(n, is_too_long ? longest : leaf / 2);
    Keys output     = keys;
    auto const seen = flags_of_sort(output);
    EXPECT_TRUE(sorted(output, keys, OracleLess<std::uint32_t>{}));
    EXPECT_EQ(seen.needs_lsd != 0, is_too_long);
    EXPECT_EQ(seen.msd_ran != 0, !is_too_long);
  }
}

// Leaves that hold one key each need no sort.
TEST(RadixProbe, FewValuesTakeMsdPasses) {
  Keys const keys = three_values(60 * Sort::leaf_capacity);
  Keys output     = keys;
  auto const seen = flags_of_sort(output);
  EXPECT_TRUE(sorted(output, keys, OracleLess<std::uint32_t>{}));
  EXPECT_EQ(seen.needs_lsd, 0u);
  EXPECT_EQ(seen.msd_ran, 1u);
}

TEST(RadixProbe, ASampleShowsAFrequentKey) {
  std::size_t const n = Sort::Tuning::min_for_probe;
  EXPECT_EQ(flags_of_probe(keys_with(n, 0)).needs_lsd, 0u);
  EXPECT_EQ(flags_of_probe(keys_with(n, n / 3)).needs_lsd, 1u);
  EXPECT_EQ(flags_of_probe(three_values(n)).needs_lsd, 0u);
}

}  // namespace
}  // namespace KokkosSort::Test
