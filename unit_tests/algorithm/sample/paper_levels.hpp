// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_ALGORITHM_SAMPLE_PAPER_LEVELS_HPP
#define KOKKOSSORT_UNIT_TESTS_ALGORITHM_SAMPLE_PAPER_LEVELS_HPP

#include <support/guarded.hpp>
#include <support/oracle.hpp>
#include <support/space.hpp>
#include <KokkosSort.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test {

/// The paper's sort with few buckets and a small M, so that short arrays have
/// several levels.
constexpr SampleParameters paper_in(int buckets, std::uint32_t keys) {
  return {.buckets        = buckets,
          .base_case_keys = keys,
          .base_case      = SampleBaseCase::quick,
          .distribution   = SampleDistribution::paper};
}

template <class T>
std::vector<T> from_device(T const* data, std::size_t size) {
  std::vector<T> result(size);
  Kokkos::deep_copy(
      Kokkos::View<T*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
          result.data(), size),
      Kokkos::View<T const*, Memory, Kokkos::MemoryUnmanaged>(data, size));
  return result;
}

/// The levels of the paper's distribution, without the sort of the buckets.
template <SampleParameters parameters, class Key, class Value = Impl::NoValue>
struct PaperLevels {
  using Order   = decltype(Impl::order_for<Key>(ascending));
  using Sorter  = Impl::PaperSampleSort<Exec, Order, Value, parameters>;
  using Buckets = typename Sorter::Buckets;
  using Tuning  = typename Sorter::Tuning;

  Exec exec;
  Order order = Impl::order_for<Key>(ascending);
  std::size_t n;
  DeviceView<std::byte> memory;
  typename Buckets::State state;
  typename Sorter::Quick quick;

  PaperLevels(Impl::Strided<Key> keys, Impl::Strided<Value> values,
              std::size_t size)
      : n(size), memory("memory", Sorter::workspace_bytes(exec, order, n)) {
    Impl::Arena arena(memory.data(), memory.size());
    state         = Buckets::plan(exec, order, n, arena);
    state.data[0] = {keys, values};
    quick         = Sorter::plan_quick(state, arena);
    Buckets::partition(exec, state);
    exec.fence();
  }

  std::vector<Impl::DoneBucket> done() const {
    auto const total = from_device(state.list.done_listed(), 1)[0];
    return from_device(state.list.done, total);
  }
  /// Returns the number of buckets that a level has partitioned.
  std::uint32_t partitioned(int level) const {
    return from_device(
        state.list.word(level, Impl::PaperBucketList::buckets_listed), 1)[0];
  }
  std::vector<Key> keys_of(Impl::DoneBucket const& bucket) const {
    return from_device(state.data[bucket.array].keys.data + bucket.begin,
                       bucket.size);
  }
};

}  // namespace KokkosSort::Test

#endif
