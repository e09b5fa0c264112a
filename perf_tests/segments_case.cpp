// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sorts of segments. Lengths are uniform from 0 to twice a mean, or at least m
// with the probability 1 / m (heavy), or one segment has all keys.

#include "checksum.hpp"
#include "function_case.hpp"
#include "random_keys.hpp"
#if defined(KOKKOS_ENABLE_CUDA)
#include "cub_call.hpp"

#include <cub/device/device_segmented_sort.cuh>
#endif

#include <KokkosSort/segmented_sort.hpp>
#include <KokkosSort/sort.hpp>

#include <workload/random.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace KokkosSort::Perf {

/// Counts the keys that come before their predecessors in the same segment.
template <class Key>
struct SegmentDescents {
  Key const* keys;
  std::uint32_t const* segments;

  KOKKOS_INLINE_FUNCTION void operator()(std::size_t i,
                                         std::size_t& sum) const {
    if (i > 0 && segments[i] == segments[i - 1] && keys[i] < keys[i - 1]) ++sum;
  }
};

namespace {

constexpr std::uint64_t one_segment = 0;
constexpr std::uint64_t heavy_tail  = ~std::uint64_t{0};

/// Returns a length at least m with the probability 1 / m.
std::uint64_t heavy_length(std::uint64_t random, std::uint64_t most) {
  double const u = static_cast<double>((random >> 11) + 1) * 0x1p-53;
  return static_cast<std::uint64_t>(std::min(1 / u, static_cast<double>(most)));
}

std::vector<int> segment_offsets(Task const& task, std::uint64_t mean) {
  if (task.count > static_cast<std::uint64_t>(std::numeric_limits<int>::max()))
    throw std::invalid_argument("the offsets hold fewer than 2^31 keys");
  Workload::RandomStream const draw(task.seed, mean);
  std::vector<int> offsets{0};
  std::uint64_t end = 0;
  for (std::uint64_t i = 0; end < task.count; ++i) {
    end += mean == one_segment  ? task.count
           : mean == heavy_tail ? heavy_length(draw(i), task.count)
                                : static_cast<std::uint64_t>(
                                      Workload::bounded(draw(i), 2 * mean + 1));
    offsets.push_back(static_cast<int>(std::min(end, task.count)));
  }
  return offsets;
}

template <class Key>
class SegmentsCase : public FunctionCase {
 public:
  SegmentsCase(Task const& task, std::uint64_t mean)
      : m_input(random_keys<Key>(task)),
        m_keys(uninitialized<Key>(task.count)),
        m_result(uninitialized<Key>(task.count)),
        m_segments(uninitialized<std::uint32_t>(task.count)) {
    set_segments(segment_offsets(task, mean));
    m_expected = checksum(m_exec, in_segments(m_input), task.count);
    m_all      = checksum(m_exec, alone(m_input), task.count);
    m_workspace.reserve(m_exec, std::max(segmented_sort_workspace_size(
                                             m_exec, m_keys, m_offsets),
                                         sort_workspace_size(m_exec, m_keys)));
    add("segmented_sort",
        {[this] { segmented_sort(m_exec, m_keys, m_offsets, m_workspace); },
         [this] { return is_sorted_in_segments(m_keys); },
         segmented_sort_workspace_size(m_exec, m_keys, m_offsets)});
    add("plain_sort",
        {[this] { KokkosSort::sort(m_exec, m_keys, m_workspace); },
         [this] { return is_sorted_alone(); },
         sort_workspace_size(m_exec, m_keys)});
    add_peer();
  }

  static std::vector<std::string> names() {
    std::vector<std::string> names{"segmented_sort", "plain_sort"};
#if defined(KOKKOS_ENABLE_CUDA)
    names.emplace_back("cub_segmented_sort");
#endif
    if constexpr (has_host_memory) names.emplace_back("std_sort_segments");
    return names;
  }

 private:
  using Keys = Kokkos::View<Key*, Memory>;

  void refill() override {
    Kokkos::deep_copy(m_exec, m_keys, m_input);
    Kokkos::deep_copy(m_exec, m_result, Key{0});
  }

  void set_segments(std::vector<int> const& offsets) {
    m_offsets = uninitialized<int>(offsets.size());
    Kokkos::deep_copy(m_offsets, Kokkos::View<int const*, Kokkos::HostSpace>(
                                     offsets.data(), offsets.size()));
    auto const segments = Kokkos::create_mirror_view(m_segments);
    for (std::size_t s = 0; s + 1 < offsets.size(); ++s)
      for (int i = offsets[s]; i < offsets[s + 1]; ++i)
        segments(static_cast<std::size_t>(i)) = static_cast<std::uint32_t>(s);
    Kokkos::deep_copy(m_segments, segments);
  }

#if defined(KOKKOS_ENABLE_CUDA)
  void add_peer() {
    auto const call = [this](void* scratch, std::size_t& bytes) {
      return cub::DeviceSegmentedSort::SortKeys(
          scratch, bytes, static_cast<Key const*>(m_keys.data()),
          m_result.data(), cub_count(m_keys.extent(0)),
          cub_count(m_offsets.extent(0) - 1), m_offsets.data(),
          m_offsets.data() + 1, m_exec.cuda_stream());
    };
    add("cub_segmented_sort",
        {with_cub_scratch(m_exec, "cub_segmented_sort", call),
         [this] { return is_sorted_in_segments(m_result); }});
  }
#else
  /// Threads sort segments as a user would: a loop over the segments.
  void add_peer() {
    using Host    = Kokkos::DefaultHostExecutionSpace;
    using Dynamic = Kokkos::Schedule<Kokkos::Dynamic>;
    if constexpr (has_host_memory)
      add("std_sort_segments",
          {[this] {
             Kokkos::parallel_for(
                 "KokkosSort::Perf::std_sort_segments",
                 Kokkos::RangePolicy<Host, Dynamic>(0, m_offsets.extent(0) - 1),
                 [keys = m_keys.data(), offsets = m_offsets](std::size_t s) {
                   std::sort(keys + offsets(s), keys + offsets(s + 1));
                 });
           },
           [this] { return is_sorted_in_segments(m_keys); }});
  }
#endif

  /// Returns whether each segment is sorted and has its own keys. The checksum
  /// includes the number of the segment of each key.
  bool is_sorted_in_segments(Keys const& keys) const {
    std::size_t descents = 0;
    Kokkos::parallel_reduce(
        "KokkosSort::Perf::segment_descents",
        Kokkos::RangePolicy<Exec>(m_exec, 0, keys.extent(0)),
        SegmentDescents<Key>{keys.data(), m_segments.data()}, descents);
    m_exec.fence();
    return descents == 0 && checksum(m_exec, in_segments(keys), keys.extent(0))
                                .same_elements(m_expected);
  }

  bool is_sorted_alone() const {
    Checksum const sum = checksum(m_exec, alone(m_keys), m_keys.extent(0));
    return sum.disorder == 0 && sum.same_elements(m_all);
  }

  Output<Key, std::uint32_t> in_segments(Keys const& keys) const {
    return {keys.data(), m_segments.data()};
  }
  static Output<Key, NoValues> alone(Keys const& keys) {
    return {keys.data(), nullptr};
  }

  Keys m_input;
  Keys m_keys;
  Keys m_result;  // of sorts that do not work in place
  Kokkos::View<std::uint32_t*, Memory> m_segments;  // one number per key
  Kokkos::View<int*, Memory> m_offsets;
  Workspace<Memory> m_workspace;
  Checksum m_expected;
  Checksum m_all;
};

template <class Key>
bool enter(std::string const& suffix) {
  using Case = SegmentsCase<Key>;
  return enter_function<Case, std::uint64_t{4}>("segments_4" + suffix) &&
         enter_function<Case, std::uint64_t{64}>("segments_64" + suffix) &&
         enter_function<Case, std::uint64_t{1000}>("segments_1000" + suffix) &&
         enter_function<Case, std::uint64_t{20000}>("segments_20000" +
                                                    suffix) &&
         enter_function<Case, heavy_tail>("segments_heavy" + suffix) &&
         enter_function<Case, one_segment>("segments_one" + suffix);
}

[[maybe_unused]] bool const entered =
    enter<std::uint32_t>("_u32") && enter<std::uint64_t>("_u64");

}  // namespace
}  // namespace KokkosSort::Perf
