// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Bounds the speedup of butterfly sort over rank sort and odd-even
// transposition sort from below for sizes at which those would take minutes and
// more. They do a part of their work only. Rank sort ranks the first keys of an
// array among all. Odd-even transposition sort does its first rounds. Each key
// and each round takes as long as any other. The time of the part is a lower
// bound of the time of the whole, and over the part an estimate of it.
//   KokkosSort_quadratic_bound [log2 of the keys
//                               [log2 of 1 / part of rank sort, of the other]]
// writes JSON.

#include "benchmark_case.hpp"
#include "environment.hpp"
#include "random_keys.hpp"

#include <KokkosSort.hpp>
#include <KokkosSort/algorithm/odd_even/odd_even_transposition_sort.hpp>
#include <KokkosSort/algorithm/rank/rank_sort.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace KokkosSort::Perf {
namespace {

using Exec    = Kokkos::DefaultExecutionSpace;
using Keys    = Kokkos::View<float*, Memory>;
using Order   = decltype(Impl::order_for<float>(ascending));
using Rank    = Impl::RankSort<Exec, Order, Impl::NoValue>;
using OddEven = Impl::OddEvenTranspositionSort<Exec, Order, Impl::NoValue>;

/// The median of some runs of action() in seconds, each on the same keys.
template <class Action>
double seconds_of(int runs, Keys const& keys, Keys const& input,
                  Action const& action) {
  std::vector<double> seconds;
  for (int run = 0; run < runs; ++run) {
    Kokkos::deep_copy(keys, input);
    Kokkos::fence();
    Kokkos::Timer const timer;
    action();
    Kokkos::fence();
    seconds.push_back(timer.seconds());
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

void report(char const* name, int log_part, double part, double butterfly) {
  std::printf(
      ",\n    {\"sorter\": \"%s\", \"part_of_the_work\": \"1/%lld\", "
      "\"seconds_of_the_part\": %.6g, \"butterfly_is_faster_at_least\": %.4g, "
      "\"butterfly_is_faster_by_the_estimate\": %.4g}",
      name, 1LL << log_part, part, part / butterfly,
      part / butterfly * static_cast<double>(1LL << log_part));
}

void measure(int log_count, int log_rank_part, int log_rounds_part) {
  auto const n = std::size_t{1} << log_count;
  Exec const exec;
  Order const order{};
  auto const input = random_keys<float>(
      Task{"f32", OrderForm::bits, n, Workload::Distribution::uniform_half,
           Workload::default_seed, Workload::default_blocks});
  Keys const keys("sorted", n);
  auto const strided = Impl::strided(keys);

  Workspace<Memory> workspace(
      exec, sort_workspace_size(exec, keys, Algorithm::butterfly));
  double const butterfly = seconds_of(5, keys, input, [&] {
    sort(exec, keys, Algorithm::butterfly, workspace);
  });
  std::printf(
      "{\n  \"environment\": %s,\n  \"type\": \"f32\", \"count\": %zu, "
      "\"distribution\": "
      "\"uniform_half\", \"results\": [\n    {\"sorter\": \"butterfly\", "
      "\"part_of_the_work\": \"1\", \"median_seconds\": %.6g}",
      environment_json().c_str(), n, butterfly);

  Kokkos::View<std::byte*, Memory> scratch(
      "scratch", Rank::workspace_bytes(exec, order, n));
  Impl::Arena arena(scratch.data(), scratch.size());
  auto state = Rank::plan(order, n, arena);
  state.data = {strided, {}};
  report(
      "rank", log_rank_part,
      seconds_of(1, keys, input,
                 [&] {
                   Impl::launch_teams<Rank::team>(
                       "KokkosSort::rank_sort::copy", exec,
                       Impl::teams_for<Rank::team, Rank::Tuning::run>(state.n),
                       typename Rank::Copy{state});
                   Impl::launch_teams<Rank::team>(
                       "KokkosSort::rank_sort::count", exec,
                       Impl::teams_for<Rank::team, Rank::held>(state.n >>
                                                               log_rank_part),
                       typename Rank::Count{state});
                 }),
      butterfly);

  typename OddEven::State const pairs{
      order, {strided, {}}, static_cast<std::int64_t>(n)};
  report(
      "odd_even_transposition", log_rounds_part,
      seconds_of(
          1, keys, input,
          [&] {
            for (std::size_t round = 0; round < n >> log_rounds_part; ++round)
              Impl::launch_teams<OddEven::team>(
                  "KokkosSort::odd_even_transposition_sort::one_round", exec,
                  Impl::teams_for<OddEven::team, OddEven::Steps::Tuning::run>(
                      pairs.n / 2),
                  typename OddEven::OneRound{pairs,
                                             static_cast<int>(round % 2)});
          }),
      butterfly);
  std::printf("\n  ]\n}\n");
}

}  // namespace
}  // namespace KokkosSort::Perf

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const guard(argc, argv);
  int const log_count  = argc > 1 ? std::atoi(argv[1]) : 25;
  int const log_rank   = argc > 2 ? std::atoi(argv[2]) : 7;
  int const log_rounds = argc > 3 ? std::atoi(argv[3]) : 9;
  if (log_count < 13 || log_count > 30 || std::min(log_rank, log_rounds) < 0 ||
      std::max(log_rank, log_rounds) > log_count) {
    std::fprintf(stderr,
                 "KokkosSort_quadratic_bound: the keys must be 2^13 to 2^30, "
                 "and the part not less than one of them\n");
    return 2;
  }
  KokkosSort::Perf::measure(log_count, log_rank, log_rounds);
}
