// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/quick_boundaries.hpp>
#include <support/sampler_probe.hpp>
#include <support/team.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace KokkosSort::Test::QuickPivotsTest {
namespace {

// Pivots of quick, and inputs made to mislead them.

using Limits = Boundaries<Algorithm::Quick, std::uint32_t, Impl::NoValue>;

// ------------------------------------------------------------ several pivots

struct SinglePivot : Impl::QuickSortOptions {
  static constexpr int log_parts = 1;
};
struct ThreePivots : Impl::QuickSortOptions {
  static constexpr int log_parts = 2;
};

template <class Options, class Key>
void check_pivots(std::vector<Key> const& input) {
  using Order  = decltype(Impl::order_for<Key>(ascending));
  using Sorter = Impl::QuickSort<Exec, Order, Impl::NoValue, Options>;
  Exec const exec;
  Order const order{};
  Guarded<Key> const keys(input);
  PoisonedWorkspace scratch;
  auto const bytes = Sorter::workspace_bytes(exec, order, keys.size());
  Impl::Arena arena(scratch.prepare(bytes).data(), bytes);
  Sorter::run(exec, order, Impl::strided(keys.view()),
              Impl::Strided<Impl::NoValue>{}, keys.size(), arena);
  exec.fence();
  EXPECT_TRUE(scratch.guards_hold());
  EXPECT_TRUE(keys.guards_hold());
  EXPECT_TRUE(sorted(keys.values(), input, std::less<>{}));
}

template <class Key>
void check_all_pivots(std::vector<Key> const& input) {
  SCOPED_TRACE(input.size());
  check_pivots<SinglePivot>(input);
  check_pivots<ThreePivots>(input);
  check_pivots<Impl::QuickSortOptions>(input);
}

/// Inputs whose means make skewed partitions, so that pivots come from a
/// sample. They have an outlier, keys in every power of two, or a key that
/// fills most of a sample.
TEST(QuickSort, PivotsOfSkewedSequences) {
  for (std::size_t const n : {9 * Limits::leaf + 7, std::size_t{600007}}) {
    std::vector<std::uint32_t> outlier(n), powers(n), heavy(n);
    std::vector<std::uint64_t> wide(n);
    for (std::size_t i = 0; i < n; ++i) {
      auto const random = Impl::splitmix64(i);
      outlier[i]        = static_cast<std::uint32_t>(random & 0xffff);
      powers[i] = static_cast<std::uint32_t>(random) >> (random >> 32) % 32;
      heavy[i]  = random % 3 != 0 ? 77u : static_cast<std::uint32_t>(random);
      wide[i]   = random >> (random % 64);
    }
    outlier[n / 2] = 0xffffffffu;
    check_all_pivots(outlier);
    check_all_pivots(powers);
    check_all_pivots(heavy);
    check_all_pivots(wide);
  }
}

using PivotsState = Impl::QuickState<Exec, Impl::BitsOrder<std::uint32_t>,
                                     Impl::NoValue, Impl::QuickSortOptions>;
using Pivots      = Impl::QuickPivots<PivotsState>;

/// Chooses pivots per part of the keys; `bounds` divide them.
struct ChoosePivots {
  PivotsState state;
  std::uint32_t const* bounds;
  typename PivotsState::Parts* chosen;

  KOKKOS_FUNCTION void operator()(typename PivotsState::Member const& member,
                                  std::byte* scratch) const {
    using Impl::SequenceKind;
    Pivots::sample(state, member, 0,
                   {0, state.n, 0, ~0u, 0, SequenceKind::split}, Pivots::parts,
                   bounds, scratch);
    for (int p = member.team_rank(); p < Pivots::parts;
         p += PivotsState::team) {
      std::uint32_t const low  = p == 0 ? 0 : bounds[p - 1] + 1;
      std::uint32_t const high = p < Pivots::pivots ? bounds[p] : ~0u;
      Pivots::set_quantiles({low, 0, low, high, 1, SequenceKind::split}, p,
                            scratch, chosen[p]);
    }
  }
};

std::vector<PivotsState::Parts> choose_pivots(
    std::vector<std::uint32_t> const& input,
    std::vector<std::uint32_t> const& bounds) {
  Guarded<std::uint32_t> const keys(input);
  Guarded<std::uint32_t> const cuts(bounds);
  Guarded<PivotsState::Parts> const chosen(
      std::vector<PivotsState::Parts>(Pivots::parts));
  PivotsState state{{}, input.size(), {}, {}, nullptr, nullptr};
  state.data[0].keys = Impl::strided(keys.view());
  run_team<PivotsState::team>(Pivots::scratch_bytes(),
                              ChoosePivots{state, cuts.data(), chosen.data()});
  EXPECT_TRUE(chosen.guards_hold());
  return chosen.values();
}

/// The keys are 0, 1, 2, …, so a part's pivots are at equal distances, within
/// the intervals of the sample.
TEST(QuickSort, PivotsDivideEachPartEvenly) {
  auto const n        = static_cast<std::uint32_t>(100 * Limits::leaf);
  auto const interval = n / static_cast<std::uint32_t>(Pivots::Sample::size);
  std::vector<std::uint32_t> keys(n);
  for (std::uint32_t i = 0; i < n; ++i) keys[i] = i;
  // One part has half of the keys, and two have too few samples.
  std::vector<std::uint32_t> const bounds{
      n / 2,         n / 2 + interval, n / 2 + n / 16, n / 2 + n / 16 + 2,
      n / 2 + n / 8, n / 2 + n / 4,    n / 2 + n / 3};
  auto const found = choose_pivots(keys, bounds);
  for (int p = 0; p < Pivots::parts; ++p) {
    SCOPED_TRACE(p);
    double const low  = p == 0 ? 0 : bounds[p - 1] + 1.0;
    double const high = p < Pivots::pivots ? bounds[p] : n - 1.0;
    // Parts with few samples get the means of their bounds.
    bool const has_few = p == 1 || p == 3;
    for (int j = 0; j < Pivots::pivots; ++j)
      EXPECT_NEAR(found[p].pivot[j],
                  low + (high - low) * (j + 1) / Pivots::parts,
                  has_few ? 1 : 3.0 * interval)
          << j;
  }
  // A key that makes up half of the first part is alone between two pivots.
  std::uint32_t const heavy = n / 4;
  std::fill(keys.begin() + n / 8, keys.begin() + n / 8 * 3, heavy);
  auto const first = choose_pivots(keys, bounds)[0];
  auto const* const at =
      std::find(first.pivot + 1, first.pivot + Pivots::pivots - 1, heavy);
  EXPECT_EQ(at[0], heavy);
  EXPECT_EQ(at[-1], heavy - 1);
}

/// Returns the sections of all iterations of phase one.
std::uint64_t count_sections(std::vector<std::uint32_t> const& input) {
  using Order  = decltype(Impl::order_for<std::uint32_t>(ascending));
  using Sorter = Impl::QuickSort<Exec, Order, Impl::NoValue>;
  using State  = typename Sorter::State;
  Exec const exec;
  Guarded<std::uint32_t> const keys(input);
  PoisonedWorkspace scratch;
  auto const bytes   = Sorter::workspace_bytes(exec, Order{}, keys.size());
  void* const memory = scratch.prepare(bytes).data();
  Impl::Arena arena(memory, bytes);
  Sorter::run(exec, Order{}, Impl::strided(keys.view()),
              Impl::Strided<Impl::NoValue>{}, keys.size(), arena);
  exec.fence();
  EXPECT_TRUE(sorted(keys.values(), input, std::less<>{}));
  // The workspace still holds the queue.
  Impl::Arena again(memory, bytes);
  auto const queue = State::plan(exec, Order{}, keys.size(), again).queue;
  std::vector<std::uint32_t> control(queue.control_words());
  Kokkos::deep_copy(Kokkos::View<std::uint32_t*, Kokkos::HostSpace>(
                        control.data(), control.size()),
                    Kokkos::View<std::uint32_t const*, Memory>(queue.control,
                                                               control.size()));
  std::uint64_t sections = 0;
  for (int level = 0; level < queue.levels; ++level)
    sections += control[level * State::Queue::words_per_level +
                        State::Queue::section_total];
  return sections;
}

/// If keys are crowded at every scale, pivots of samples make parts as even as
/// means make of evenly spread keys.
TEST(QuickSort, UnevenKeysTakeFewMoreSections) {
  std::size_t const n = 500 * Limits::leaf;
  auto const even =
      count_sections(input_keys<std::uint32_t>(n, Distribution::uniform));
  for (auto const distribution :
       {Distribution::gaussian, Distribution::staggered, Distribution::and_of_2,
        Distribution::and_of_3, Distribution::exponential}) {
    SCOPED_TRACE(name_of(distribution));
    auto const sections =
        count_sections(input_keys<std::uint32_t>(n, distribution));
    EXPECT_LE(static_cast<double>(sections), 1.12 * static_cast<double>(even));
  }
}

/// The extremes of the type are ordinary keys.
TEST(QuickSort, FewValuesAmongThemTheExtremes) {
  std::size_t const n = 20 * Limits::leaf + 3;
  std::vector<std::uint32_t> two(n), five(n);
  for (std::size_t i = 0; i < n; ++i) {
    two[i]  = Impl::splitmix64(i) % 2 == 0 ? 0u : 0xffffffffu;
    five[i] = static_cast<std::uint32_t>(Impl::splitmix64(i) % 5) * 0x3fffffffu;
  }
  check_all_pivots(two);
  check_all_pivots(five);
}

// ------------------------------------------- inputs that defeat the sampler

/// Returns the positions of the first sample: for the median, and for several
/// pivots.
std::vector<std::uint64_t> sampled_positions(std::size_t n) {
  using Tuning = typename Limits::State::Tuning;
  std::vector<std::uint64_t> positions;
  auto const add = [&]<int size>(std::integral_constant<int, size>) {
    for (int i = 0; i < size; ++i)
      positions.push_back(Impl::stratified_position<size>(0, n, i));
  };
  add(std::integral_constant<int, Tuning::sample>{});
  add(std::integral_constant<int, 1 << Tuning::log_pivots_sample>{});
  return positions;
}

TEST(QuickSort, DuplicatesAndOutliersAtTheSamples) {
  std::size_t const n  = Limits::one_level() + 4321;
  auto const positions = sampled_positions(n);
  check_planted<std::uint32_t>(positions, n, Algorithm::quick);
  check_planted<double>(positions, n, Algorithm::quick_one_launch);
  check_planted<std::uint32_t>(positions, n, Algorithm::radix_quick);

  // Outliers as pivots divide nothing: the first level of sections is wasted.
  auto const sections_of = [&](Workload::Planted planted,
                               std::vector<std::uint64_t> const& at) {
    Workload::SamplerKiller<std::uint32_t> const killer(at, planted);
    std::vector<std::uint32_t> input(n);
    for (std::size_t i = 0; i < n; ++i) input[i] = killer(i);
    return count_sections(input);
  };
  auto const honest = sections_of(Workload::Planted::outliers, {});
  auto const misled = sections_of(Workload::Planted::outliers, positions);
  EXPECT_GT(misled, honest);
  EXPECT_LT(misled, 3 * honest);
}

}  // namespace
}  // namespace KokkosSort::Test::QuickPivotsTest
