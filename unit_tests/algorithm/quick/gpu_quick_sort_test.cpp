// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/adversary.hpp>
#include <support/call.hpp>
#include <support/comparators.hpp>
#include <support/events.hpp>
#include <support/faults.hpp>
#include <support/quick_boundaries.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace KokkosSort::Test::GpuQuickTest {
namespace {

// Tests of gpu_quick beyond the matrix.

using Limits = Boundaries<Algorithm::GpuQuick, std::uint32_t, Impl::NoValue>;

template <class Key>
using NumberSort =
    Impl::GpuQuickSort<Exec, decltype(Impl::order_for<Key>(ascending)),
                       Impl::NoValue>;

// ------------------------------------------------------------------ theorem 2

/// Words of 8 bytes that a sort of n numbers takes beside its two arrays. The
/// theorem is O(5 B + 2 n) for B teams, here of maxseq sections.
template <class Key>
double words_beside_arrays(std::size_t n) {
  using Sort       = NumberSort<Key>;
  auto const order = Impl::order_for<Key>(ascending);
  auto const all   = Sort::workspace_bytes(Exec{}, order, n);
  return (static_cast<double>(all) - static_cast<double>(n * sizeof(Key))) / 8;
}

template <class Key>
void check_theorem_2() {
  using Tuning = typename NumberSort<Key>::State::Tuning;
  auto const maxseq =
      static_cast<double>(Tuning::sequences_per_resident_team *
                          Impl::resident_teams<Tuning::team_size>(Exec{}));
  // The theorem counts 5 words per team. Here a sequence with its state has 9
  // words, and 16 with bounds of 16 bytes. Two lists have the sequences of an
  // iteration, and one has two done ones per team. Alignment adds 16 words per
  // list.
  double const factor = sizeof(Key) > 8 ? 13 : 9;
  for (int log = 10; log <= 34; ++log)
    for (std::size_t const n : {(std::size_t{1} << log) - 1,
                                std::size_t{1} << log, std::size_t{3} << log})
      EXPECT_LE(words_beside_arrays<Key>(n), factor * 5 * maxseq + 7 * 16)
          << "n = " << n;
  // Four more iterations have a few words of control each.
  EXPECT_LE(words_beside_arrays<Key>(std::size_t{1} << 36) -
                words_beside_arrays<Key>(std::size_t{1} << 34),
            4 * 64);
}

TEST(GpuQuickSort, MemoryIsThatOfTheorem2) {
  check_theorem_2<std::uint8_t>();
  check_theorem_2<std::uint32_t>();
  check_theorem_2<double>();
  check_theorem_2<UInt128>();
}

#if !defined(KOKKOSSORT_TEST_ON_DEVICE)

std::atomic<int> deepest{0};

/// Options that record the entries of phase two's stack.
struct Watched : Impl::GpuQuickOptions {
  static void stack_has(int entries) {
    int seen = deepest;
    while (seen < entries && !deepest.compare_exchange_weak(seen, entries))
      continue;
  }
};

/// Sorts by phase two alone, by one team, and checks the depth of its stack.
template <class Order>
void check_stack(std::vector<std::uint32_t> const& input, Order const& order) {
  using Last          = Impl::SecondPhase<Exec, Order, Impl::NoValue, Watched>;
  using State         = typename Last::State;
  std::size_t const n = input.size();
  Guarded<std::uint32_t> const keys(input), other(input);
  std::vector<Impl::PartitionFlag> flags(n);
  State state{order, n, {}, {}, flags.data(), nullptr};
  state.data[0].keys = Impl::strided(keys.view());
  state.data[1].keys = Impl::strided(other.view());
  deepest            = 0;
  Impl::launch_teams<State::team>("test", Exec{}, 1, Last{state});
  EXPECT_TRUE(keys.guards_hold());
  EXPECT_TRUE(other.guards_hold());
  double const halvings = std::log2(static_cast<double>(n) /
                                    static_cast<double>(Last::leaf_capacity));
  EXPECT_GE(deepest, 2);
  EXPECT_LE(deepest, halvings + 2);
  EXPECT_LE(deepest, std::log2(static_cast<double>(n)));
  auto result = keys.values();
  EXPECT_TRUE(same_multiset(result, input));
}

TEST(GpuQuickSort, StackHasLogarithmicallyManyEntries) {
  std::size_t const n = 300 * Limits::leaf + 11;
  for (auto const& entry : Workload::distributions) {
    if (entry.distribution == Distribution::zero) continue;
    SCOPED_TRACE(entry.name);
    auto const input = input_keys<std::uint32_t>(n, entry.distribution);
    if (std::count(input.begin(), input.end(), input[n / 2]) >
        static_cast<long>(n / 2))
      continue;  // one partition settles most keys
    check_stack(input, Impl::order_for<std::uint32_t>(ascending));
  }
  // The adversary makes each partition as skewed as it can.
  Adversary adversary(n);
  check_stack(index_tags<std::uint32_t>(n),
              Impl::LessOrder<std::uint32_t, AdversaryLess>{{&adversary}});
}

// -------------------------------------------------------------------- phases

/// Control words of phase one, in the workspace of a finished sort.
template <class Key>
struct PhaseOne {
  using Sort  = NumberSort<Key>;
  using State = typename Sort::State;
  using Queue = typename State::Queue;

  std::vector<unsigned char> bytes;
  Queue queue;

  explicit PhaseOne(std::vector<Key> const& input) {
    Guarded<Key> const keys(input);
    Exec const exec;
    auto const order = Impl::order_for<Key>(ascending);
    bytes.resize(Sort::workspace_bytes(exec, order, input.size()) + 128);
    auto const address = reinterpret_cast<std::uintptr_t>(bytes.data());
    unsigned char* const aligned = bytes.data() + (128 - address % 128) % 128;
    Impl::Arena planned(aligned, bytes.size() - 128);
    queue = State::plan(exec, order, input.size(), planned).queue;
    Impl::Arena arena(aligned, bytes.size() - 128);
    Sort::run(exec, order, Impl::strided_as<typename Sort::Key>(keys.view()),
              {}, input.size(), arena);
    exec.fence();
    EXPECT_TRUE(sorted(keys.values(), input, OracleLess<Key>{}));
  }

  std::uint32_t sections(int level) const {
    return *queue.word(level, Queue::section_total);
  }
  bool has_run(int level) const {
    return *queue.word(level, Queue::count_ticket) > 0;
  }
};

TEST(GpuQuickSort, PhaseOneEndsWithMaxseqSequences) {
  std::size_t const n = 2 * Limits::leaf * 16 * Limits::resident() + 17;
  PhaseOne<std::uint32_t> const uniform(
      input_keys<std::uint32_t>(n, Distribution::uniform));
  int level = 0;
  while (uniform.has_run(level)) {
    EXPECT_FALSE(uniform.queue.has_enough(level)) << level;
    ++level;
  }
  // With maxseq halves of halves, every other one is longer than minlength.
  // There is work left, but there are enough sequences.
  std::uint32_t const maxseq = uniform.queue.maxseq;
  if ((maxseq & (maxseq - 1)) == 0) {
    EXPECT_GT(uniform.sections(level), 0u);
    EXPECT_TRUE(uniform.queue.has_enough(level));
  }
  EXPECT_EQ(uniform.sections(level + 1), 0u);
  EXPECT_GE(*uniform.queue.done_total(), maxseq);
}

TEST(GpuQuickSort, DoneSequencesStayBelowTwiceMaxseq) {
  std::size_t const n = Limits::leaf * 16 * Limits::resident() + 17;
  for (auto const& entry : Workload::distributions) {
    SCOPED_TRACE(entry.name);
    PhaseOne<std::uint32_t> const phase(
        input_keys<std::uint32_t>(n, entry.distribution));
    EXPECT_LE(*phase.queue.done_total(), phase.queue.done_capacity);
    EXPECT_LE(*phase.queue.done_total(),
              2 * phase.queue.maxseq + n / phase.queue.section_items);
  }
}

TEST(GpuQuickSort, TheLastTeamOfASequenceFillsItsGap) {
  std::vector<std::uint32_t> input(16 * Limits::leaf * Limits::resident());
  for (std::size_t i = 0; i < input.size(); ++i)
    input[i] = static_cast<std::uint32_t>(Impl::splitmix64(i) % 1024);
  PhaseOne<std::uint32_t> const phase(input);
  std::uint64_t in_sequences = 0;
  for (std::uint32_t i = 0; i < *phase.queue.done_total(); ++i)
    in_sequences += phase.queue.done[i].size;
  // The means of neighboring integers are keys.
  EXPECT_LT(in_sequences, input.size());
  EXPECT_GT(in_sequences, input.size() / 2);
}

TEST(GpuQuickSort, AdaptiveAdversaryStaysWithinNLogN) {
  // A tie in the network takes two comparisons.
  for (std::size_t const n :
       {Limits::leaf, 20 * Limits::leaf, Limits::one_level() + 1000})
    check_adversary(Algorithm::gpu_quick, n, 8.0);
}

#endif

std::size_t count_kernels(Events const& events, std::string const& end) {
  return std::count_if(
      events.kernels().begin(), events.kernels().end(),
      [&](std::string const& label) { return label.ends_with("::" + end); });
}

TEST(GpuQuickSort, AnIterationIsOneLaunchForNumbersAlone) {
  std::size_t const n = 20 * Limits::leaf;
  DeviceView<double> const keys("keys", n);
  DeviceView<int> const values("values", n);
  {
    Events const events;
    sort(keys, Algorithm::gpu_quick);
    EXPECT_GE(count_kernels(events, "first_phase"), 2u);
    EXPECT_EQ(count_kernels(events, "first_phase_count"), 0u);
    EXPECT_EQ(count_kernels(events, "second_phase"), 1u);
    EXPECT_EQ(events.copies(), Events::Labels{});
  }
  {
    Events const events;
    sort_by_key(keys, values, Algorithm::gpu_quick);
    EXPECT_EQ(count_kernels(events, "first_phase"), 0u);
    EXPECT_GE(count_kernels(events, "first_phase_count"), 2u);
    EXPECT_EQ(count_kernels(events, "first_phase_count"),
              count_kernels(events, "first_phase_move"));
  }
}

TEST(GpuQuickTwoKernelsSort, TheHostWaitsBetweenCountAndMove) {
  std::size_t const n = 20 * Limits::leaf;
  DeviceView<float> const keys("keys", n);
  DeviceView<int> const values("values", n);
  Exec const exec;
  Workspace<Memory> const workspace(
      exec,
      std::max(
          sort_workspace_size(exec, keys, Algorithm::gpu_quick_two_kernels),
          sort_by_key_workspace_size(exec, keys, values,
                                     Algorithm::gpu_quick_two_kernels)));
  auto const input = to_device(input_keys<float>(n, Distribution::uniform));
  auto const check = [&](auto const& call) {
    call();  // may make Kokkos itself enlarge the scratch of its teams
    Kokkos::deep_copy(keys, input);
    Events const events;
    call();
    std::size_t const iterations = count_kernels(events, "first_phase_count");
    EXPECT_GE(iterations, 2u);
    EXPECT_EQ(count_kernels(events, "first_phase_move"), iterations);
    EXPECT_EQ(count_kernels(events, "first_phase"), 0u);
    EXPECT_GE(events.fences().size(), 2 * iterations);
    EXPECT_EQ(events.allocations(), Events::Labels{});
  };
  check([&] { sort(exec, keys, workspace, Algorithm::gpu_quick_two_kernels); });
  check([&] {
    sort_by_key(exec, keys, values, workspace,
                Algorithm::gpu_quick_two_kernels);
  });
}

TEST(GpuQuickTwoKernelsSort, SortsWhateverTheNumberOfSequences) {
  std::size_t const n = std::min<std::size_t>(
      2 * Limits::leaf * 16 * Limits::resident() + 17, 3000000);
  for (auto const& entry : Workload::distributions) {
    SCOPED_TRACE(entry.name);
    auto const input = input_keys<std::uint32_t>(n, entry.distribution);
    EXPECT_TRUE(sorted(
        sort_guarded<std::uint32_t>(input, Algorithm::gpu_quick_two_kernels),
        input, std::less<>{}));
    auto const result =
        sort_tagged<std::uint32_t>(input, Algorithm::gpu_quick_two_kernels);
    EXPECT_TRUE(
        sorted_with_tags(result.keys, result.tags, input, std::less<>{}, true));
  }
}

TEST(GpuQuickSort, FaultyComparatorsEndAndKeepTheMultiset) {
  std::vector<std::size_t> const sizes{
      2, 3, 100, Limits::leaf, Limits::leaf + 1, 4 * Limits::leaf + 5};
  check_faulty<std::uint32_t>(Algorithm::gpu_quick, sizes);
  check_faulty<std::uint32_t>(Algorithm::gpu_quick, {100003});
}

TEST(GpuQuickSort, SanitizeFaultyComparators) {
  check_faulty<std::uint32_t>(Algorithm::gpu_quick, {50, 3 * Limits::leaf + 5});
}

}  // namespace
}  // namespace KokkosSort::Test::GpuQuickTest
