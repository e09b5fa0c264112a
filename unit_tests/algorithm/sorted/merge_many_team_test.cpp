// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/algorithm/sorted/merge_many.hpp>

#include <KokkosSort/block/key_order.hpp>
#include <support/keys.hpp>
#include <support/space.hpp>
#include <workload/distribution.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

// Few runs that do not adjoin: the elements between them belong to none.

namespace KokkosSort::Test::MergeManyTest {

using Workload::Distribution;
using Key   = std::uint64_t;
using Order = Impl::BitsOrder<Key>;
using Value = std::uint32_t;
using Runs  = Impl::FewRuns<Key>;
using Merge = Impl::MergeMany<Exec, Order, Value, Runs>;

/// Returns the samples of all runs, adjacent.
std::vector<Key> samples_of(std::vector<Key> const& keys, Runs const& runs) {
  std::vector<Key> samples;
  for (int r = 0; r < 4; ++r) {
    std::uint64_t const length = runs.offsets[r + 1] - runs.offsets[r];
    for (std::uint64_t i = 1; i <= length / Runs::sample_step; ++i)
      samples.push_back(keys[runs.begins[r] + i * Runs::sample_step - 1]);
  }
  return samples;
}

/// Merges runs of drawn keys, `gap` elements apart. Values are positions. Every
/// other run has samples.
void check(std::vector<std::uint64_t> const& lengths, std::uint64_t gap,
           Distribution distribution) {
  Runs runs{};
  std::uint64_t n = 0, room = gap;
  for (std::size_t r = 0; r < lengths.size(); ++r) {
    runs.begins[r]      = room;
    runs.offsets[r + 1] = n += lengths[r];
    room += lengths[r] + gap;
  }
  for (std::size_t r = lengths.size(); r < 4; ++r) runs.offsets[r + 1] = n;
  auto const drawn = KeyTraits<Key>::make(n, distribution, 1);
  std::vector<Key> keys(room, 0);
  std::vector<Value> values(room, 0);
  std::vector<std::pair<Key, Value>> expected;
  for (std::size_t r = 0; r < lengths.size(); ++r) {
    auto const begin = static_cast<std::ptrdiff_t>(runs.begins[r]);
    auto const end   = begin + static_cast<std::ptrdiff_t>(lengths[r]);
    std::copy_n(drawn.begin() + static_cast<std::ptrdiff_t>(runs.offsets[r]),
                lengths[r], keys.begin() + begin);
    std::sort(keys.begin() + begin, keys.begin() + end);
    for (auto i = begin; i < end; ++i) {
      values[static_cast<std::size_t>(i)] = static_cast<Value>(i);
      expected.emplace_back(keys[static_cast<std::size_t>(i)],
                            static_cast<Value>(i));
    }
  }
  // Equivalent keys keep the order of the runs.
  std::stable_sort(
      expected.begin(), expected.end(),
      [](auto const& a, auto const& b) { return a.first < b.first; });
  auto const samples      = to_device(samples_of(keys, runs));
  Key const* next_samples = samples.data();
  for (std::size_t r = 0; r < lengths.size(); ++r) {
    runs.samples[r] = r % 2 == 1 ? next_samples : nullptr;
    next_samples += lengths[r] / Runs::sample_step;
  }
  auto const from_keys   = to_device(keys);
  auto const from_values = to_device(values);
  DeviceView<Key> const merged("merged", n);
  DeviceView<Value> const moved("moved", n);
  typename Merge::Runs const given{n, runs, lengths.size()};
  DeviceView<std::byte> const scratch("scratch", Merge::workspace_bytes(given));
  Impl::Arena arena(scratch.data(), scratch.extent(0));
  Exec const exec;
  Merge::run(
      exec, Order{}, given,
      {Impl::Strided<Key>{from_keys.data()},
       Impl::Strided<Value>{from_values.data()}},
      {Impl::Strided<Key>{merged.data()}, Impl::Strided<Value>{moved.data()}},
      arena);
  exec.fence();
  auto const found_keys   = on_host(merged);
  auto const found_values = on_host(moved);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(found_keys[i], expected[i].first) << i << " of " << n;
    ASSERT_EQ(found_values[i], expected[i].second) << i << " of " << n;
  }
}

TEST(MergeMany, RunsThatDoNotAdjoin) {
  for (std::uint64_t const gap : {0, 1, 15})
    for (Distribution const distribution :
         {Distribution::uniform, Distribution::two_values}) {
      check({5}, gap, distribution);
      check({30001, 1}, gap, distribution);
      check({0, 20011, 7}, gap, distribution);
      check({9001, 10007, 0, 12011}, gap, distribution);
      check({40009, 3, 20000, 16384}, gap, distribution);
    }
}

}  // namespace KokkosSort::Test::MergeManyTest
