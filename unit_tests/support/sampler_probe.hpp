// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_SAMPLER_PROBE_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_SAMPLER_PROBE_HPP

#include <support/call.hpp>
#include <support/events.hpp>
#include <support/oracle.hpp>
#include <support/space.hpp>
#include <workload/random.hpp>
#include <workload/sampler_killer.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace KokkosSort::Test {

/// Comparator of indices by a table that the test changes. It records which
/// keys are compared while a chosen kernel runs, and how often.
struct ProbeLess {
  std::uint32_t const* rank;
  int const* mode;  // 0: record nothing, 1: mark keys, 2: count comparisons
  std::uint32_t* met;
  std::uint64_t* calls;

  KOKKOS_FUNCTION bool operator()(std::uint32_t a, std::uint32_t b) const {
    if (*mode == 1) {
      Kokkos::atomic_store(&met[a], 1u);
      Kokkos::atomic_store(&met[b], 1u);
    } else if (*mode == 2) {
      Kokkos::atomic_add(calls, std::uint64_t{1});
    }
    return rank[a] < rank[b];
  }
};

/// Sorts by Tag and records which keys a kernel compares.
template <class Tag>
class SamplerProbe {
 public:
  explicit SamplerProbe(std::size_t n)
      : m_rank("rank", n), m_met("met", n), m_mode("mode"), m_calls("calls") {}

  ProbeLess less() const {
    return {m_rank.data(), m_mode.data(), m_met.data(), m_calls.data()};
  }

  /// Sorts the indices by `rank`. It records during the occurrence number
  /// `which` of the kernel whose label ends in `kernel`. If that is empty, it
  /// records during all kernels.
  Array<std::uint32_t> sort_indices(std::vector<std::uint32_t> const& rank,
                                    std::string const& kernel, int which,
                                    int mode) {
    copy(rank, m_rank);
    Kokkos::deep_copy(m_met, 0u);
    Kokkos::deep_copy(m_calls, 0);
    int launched = 0;
    Events events;
    events.on_kernel([&, this](std::string const& label) {
      Kokkos::fence();
      bool const is_it = kernel.empty() || (label.ends_with("::" + kernel) &&
                                            launched++ == which);
      m_mode()         = is_it ? mode : 0;
    });
    auto const result = sort_guarded<std::uint32_t>(
        index_tags<std::uint32_t>(rank.size()), less(), Tag{});
    m_occurrences = launched;
    return result;
  }

  /// Returns how often the kernel was launched.
  int occurrences() const { return m_occurrences; }

  std::vector<std::uint64_t> met() const {
    auto const host =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), m_met);
    std::vector<std::uint64_t> indices;
    for (std::size_t i = 0; i < host.extent(0); ++i)
      if (host(i) != 0) indices.push_back(i);
    return indices;
  }
  std::uint64_t calls() const {
    std::uint64_t calls = 0;
    Kokkos::deep_copy(calls, m_calls);
    return calls;
  }

 private:
  static void copy(std::vector<std::uint32_t> const& from,
                   DeviceView<std::uint32_t> const& to) {
    Kokkos::deep_copy(to, Kokkos::View<std::uint32_t const*, Kokkos::HostSpace,
                                       Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
                              from.data(), from.size()));
  }

  DeviceView<std::uint32_t> m_rank;
  DeviceView<std::uint32_t> m_met;
  Kokkos::View<int, PinnedMemory> m_mode;
  Kokkos::View<std::uint64_t, Memory> m_calls;
  int m_occurrences = 0;
};

inline std::vector<std::uint32_t> random_ranks(std::size_t n) {
  std::vector<std::uint32_t> rank(n);
  std::iota(rank.begin(), rank.end(), 0u);
  Workload::RandomStream const draw(n, 5);
  for (std::size_t i = n - 1; i > 0; --i)
    std::swap(
        rank[i],
        rank[static_cast<std::size_t>(Workload::bounded(draw(i), i + 1))]);
  return rank;
}

inline std::vector<std::uint32_t> indices_by_rank(
    std::vector<std::uint32_t> const& rank) {
  return stable_reference(
      index_tags<std::uint32_t>(rank.size()),
      [&](std::uint32_t a, std::uint32_t b) { return rank[a] < rank[b]; });
}

/// Checks that keys of a sampler killer are sorted: alone, with values and by
/// argsort.
template <class Key, class Tag>
void check_planted(std::vector<std::uint64_t> const& positions, std::size_t n,
                   Tag tag) {
  for (auto const planted :
       {Workload::Planted::duplicates, Workload::Planted::outliers}) {
    Workload::SamplerKiller<Key> const killer(positions, planted);
    Array<Key> input(n);
    for (std::size_t i = 0; i < n; ++i) input[i] = killer(i);
    EXPECT_TRUE(
        sorted(sort_guarded<Key>(input, tag), input, OracleLess<Key>{}));
    auto const result = sort_tagged<Key>(input, tag);
    EXPECT_TRUE(sorted_with_tags(result.keys, result.tags, input,
                                 OracleLess<Key>{}, true));
    Guarded<Key> const keys(input);
    Guarded<std::uint32_t> const found(std::vector<std::uint32_t>(n, 0));
    argsort(Exec{}, found.view(), keys.view(), tag);
    EXPECT_TRUE(same_sequence(found.values(), result.tags));
  }
}

}  // namespace KokkosSort::Test

#endif
