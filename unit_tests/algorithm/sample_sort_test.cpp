// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <kit/adversary.hpp>
#include <kit/boundaries.hpp>
#include <kit/call.hpp>
#include <kit/events.hpp>
#include <kit/faults.hpp>
#include <workload/sampler_killer.hpp>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

namespace KokkosSort::Test {
namespace {

using Limits = Boundaries<Algorithm::Sample, std::uint32_t, Impl::NoValue>;

// ------------------------------------------------- comparators without order

TEST(SampleSort, FaultyComparatorsEndAndKeepTheMultiset) {
  std::vector<std::size_t> const sizes{
      2, 3, 100, Limits::leaf, Limits::leaf + 1, 4 * Limits::leaf + 5};
  check_faulty<std::uint32_t>(Algorithm::sample, sizes);
  check_faulty<WideKey>(Algorithm::sample, sizes);
  check_faulty<std::uint32_t>(Algorithm::sample, {Limits::one_level() + 999});
}

TEST(SampleSort, SanitizeFaultyComparators) {
  check_faulty<std::uint32_t>(Algorithm::sample, {50, 3 * Limits::leaf + 5});
  check_faulty<WideKey>(Algorithm::sample, {50, 3 * Limits::leaf + 5});
}

// ------------------------------------------- inputs that defeat the sampler

/// Keys are indices; their order is a table that the test changes. Tells which
/// keys are compared while a chosen kernel runs, and how often.
struct ProbeLess {
  std::uint32_t const* rank;
  int const* mode;  // 0: nothing, 1: mark keys, 2: count comparisons
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

class SamplerProbe {
 public:
  explicit SamplerProbe(std::size_t n)
      : m_rank("rank", n), m_met("met", n), m_mode("mode"), m_calls("calls") {}

  ProbeLess less() const {
    return {m_rank.data(), m_mode.data(), m_met.data(), m_calls.data()};
  }

  /// Sorts the indices by `rank` and watches the occurrence number `which` of
  /// the kernel whose label ends in `kernel`.
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
      bool const is_it = label.ends_with("::" + kernel) && launched++ == which;
      m_mode()         = is_it ? mode : 0;
    });
    auto const result = sort_guarded<std::uint32_t>(
        index_tags<std::uint32_t>(rank.size()), less(), Algorithm::sample);
    m_occurrences = launched;
    return result;
  }

  /// How often the kernel was launched.
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

std::vector<std::uint32_t> random_ranks(std::size_t n) {
  std::vector<std::uint32_t> rank(n);
  std::iota(rank.begin(), rank.end(), 0u);
  Workload::RandomStream const draw(n, 5);
  for (std::size_t i = n - 1; i > 0; --i)
    std::swap(
        rank[i],
        rank[static_cast<std::size_t>(Workload::bounded(draw(i), i + 1))]);
  return rank;
}

std::vector<std::uint32_t> indices_by_rank(
    std::vector<std::uint32_t> const& rank) {
  return stable_reference(
      index_tags<std::uint32_t>(rank.size()),
      [&](std::uint32_t a, std::uint32_t b) { return rank[a] < rank[b]; });
}

/// On every level the keys that the sampler reads become greater than all
/// others, so that all others stay in one bucket until no level is left.
void check_outliers_at_the_samples(std::size_t n, int expected_levels) {
  SCOPED_TRACE(n);
  SamplerProbe probe(n);
  auto rank = random_ranks(n);
  std::vector<bool> is_planted(n);
  std::size_t planted = 0;
  int levels          = 1;
  for (int level = 0; level < levels; ++level) {
    probe.sort_indices(rank, "choose_splitters", level, 1);
    levels = probe.occurrences();
    ASSERT_EQ(levels, expected_levels);
    ASSERT_GT(probe.met().size(), 8u);
    for (auto const i : probe.met()) {
      if (is_planted[i]) continue;
      is_planted[i] = true;
      ++planted;
      // Below those of the level before, whose splitters must stay above.
      rank[i] += static_cast<std::uint32_t>((levels - level) * n);
    }
  }
  auto const result = probe.sort_indices(rank, "sort_oversize", 0, 2);
  EXPECT_EQ(probe.occurrences(), 1);
  // The fallback had all the others to sort: proof that the depth is capped.
  EXPECT_GT(probe.calls(), n - planted);
  EXPECT_LT(static_cast<double>(probe.calls()),
            3.0 * static_cast<double>(n) * std::log2(static_cast<double>(n)));
  EXPECT_TRUE(same_sequence(result, indices_by_rank(rank)));
}

TEST(SampleSort, OutliersAtTheSamplesForceTheFallback) {
  check_outliers_at_the_samples(8 * Limits::leaf + 3, 1);
  check_outliers_at_the_samples(Limits::one_level() + Limits::one_level() / 4,
                                2);
}

TEST(SampleSort, DuplicatesAtTheSamples) {
  for (std::size_t const n :
       {8 * Limits::leaf + 3, Limits::one_level() + 12345}) {
    SamplerProbe probe(n);
    auto rank = random_ranks(n);
    probe.sort_indices(rank, "choose_splitters", 0, 1);
    auto const samples = probe.met();
    ASSERT_GT(samples.size(), 8u);
    for (auto const i : samples) rank[i] = static_cast<std::uint32_t>(n / 2);
    EXPECT_TRUE(same_sequence(probe.sort_indices(rank, "none", 0, 0),
                              indices_by_rank(rank)));

    // The same positions are read whatever the order of the keys is.
    for (auto const planted :
         {Workload::Planted::duplicates, Workload::Planted::outliers}) {
      Workload::SamplerKiller<std::uint32_t> const killer(samples, planted);
      std::vector<std::uint32_t> input(n);
      for (std::size_t i = 0; i < n; ++i) input[i] = killer(i);
      auto const result = sort_tagged<std::uint32_t>(input, Algorithm::sample);
      EXPECT_TRUE(sorted_with_tags(result.keys, result.tags, input,
                                   std::less<std::uint32_t>{}, true));
    }
  }
}

// ------------------------------------------------------ an adaptive adversary

#if !defined(KOKKOSSORT_TEST_ON_DEVICE)

TEST(SampleSort, AdaptiveAdversaryStaysWithinNLogN) {
  for (std::size_t const n :
       {Limits::leaf, 20 * Limits::leaf, Limits::one_level() + 1000})
    check_adversary(Algorithm::sample, n, 3.0);
}

#endif

// -------------------------------------------------------------------- labels

TEST(SampleSort, KernelsAreLabelledByTheirPhase) {
  DeviceView<float> const keys("keys", 20 * Limits::leaf);
  Events const events;
  sort(keys, Algorithm::sample);
  for (char const* const phase :
       {"choose_splitters", "count_buckets", "scan_counts", "list_buckets",
        "scatter_buckets", "sort_leaves"}) {
    auto const label = std::string("KokkosSort::sample_sort::") + phase;
    EXPECT_EQ(
        std::count(events.kernels().begin(), events.kernels().end(), label), 1)
        << label;
  }
}

}  // namespace
}  // namespace KokkosSort::Test
