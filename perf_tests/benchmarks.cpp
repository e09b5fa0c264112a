// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The suite of Google Benchmark over all axes: algorithm or peer, type, form of
// the order, size, distribution. The options of axes.hpp choose what is
// registered, those of Google Benchmark (--benchmark_out=FILE, ...) do the
// rest. Peers run before the library, so that each algorithm can state how many
// times as fast as each of them it is: the counters over_<peer>.

#include "axes.hpp"
#include "benchmark_case.hpp"
#include "environment.hpp"
#include "report.hpp"

#include <benchmark/benchmark.h>

#include <Kokkos_Core.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <exception>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace KokkosSort::Perf {
namespace {

/// Sorters of one task follow each other, so only the last benchmark case is
/// kept: inputs of several sizes would not fit together.
class CaseCache {
 public:
  BenchmarkCase& get(std::string const& key, Task const& task) {
    if (key != m_key) {
      clear();
      m_case = case_types().at(task.type).make(task);
      m_key  = key;
    }
    return *m_case;
  }
  void clear() {
    m_case.reset();
    m_key.clear();
    m_peers.clear();
  }

  void note_peer(std::string const& name, double seconds) {
    m_peers[name].push_back(seconds);
  }
  /// The median of the peer's repetitions, for each peer so far.
  std::map<std::string, double> peers() const {
    std::map<std::string, double> medians;
    for (auto [name, seconds] : m_peers) medians[name] = median(seconds);
    return medians;
  }

 private:
  std::string m_key;
  std::unique_ptr<BenchmarkCase> m_case;
  std::map<std::string, std::vector<double>> m_peers;
};

void run(benchmark::State& state, CaseCache& cache, std::string const& key,
         Task const& task, std::string const& sorter, bool is_peer) {
  try {
    BenchmarkCase& benchmark_case = cache.get(key, task);
    benchmark_case.run(sorter);  // touches the memory for the first time
    double seconds = 0;
    for (auto _ : state) {
      double const once = benchmark_case.run(sorter);
      seconds += once;
      state.SetIterationTime(once);
    }
    benchmark_case.verify();
    seconds /= static_cast<double>(state.iterations());
    state.SetItemsProcessed(static_cast<std::int64_t>(task.count) *
                            static_cast<std::int64_t>(state.iterations()));
    if (is_peer) {
      cache.note_peer(sorter, seconds);
      return;
    }
    state.counters["workspace_bytes"] =
        static_cast<double>(benchmark_case.workspace_bytes(sorter));
    for (auto const& [peer, peer_seconds] : cache.peers())
      state.counters["over_" + peer] = peer_seconds / seconds;
  } catch (std::exception const& error) {
    state.SkipWithError(error.what());
  }
}

void register_all(Axes const& axes, CaseCache& cache) {
  axes.for_each_task([&](Task const& task) {
    std::string const key = task.type + "/" + std::string(name_of(task.order)) +
                            "/" + std::to_string(task.count) + "/" +
                            std::string(name_of(task.distribution));
    for (bool const is_peer : {true, false})
      for (auto const& sorter : axes.chosen(task, is_peer))
        benchmark::RegisterBenchmark(
            (sorter + "/" + key).c_str(),
            [&cache, key, task, sorter, is_peer](benchmark::State& state) {
              run(state, cache, key, task, sorter, is_peer);
            })
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
  });
}

/// The arguments that are not the axes', for Google Benchmark.
void initialize_benchmark(char* program, std::vector<std::string>& rest) {
  std::vector<char*> arguments{program};
  for (auto& argument : rest) arguments.push_back(argument.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data()))
    throw std::invalid_argument("see --help and --help-benchmark");
}

int run_suite(int argc, char** argv) {
  Axes axes;
  CLI::App app{
      "Benchmarks of the library and its peers. Options that begin with "
      "--benchmark_ are Google Benchmark's."};
  app.allow_extras();
  axes.add_to(app, peer_names());
  std::string command;
  for (int i = 0; i < argc; ++i)
    command += (i > 0 ? " " : "") + std::string(argv[i]);
  CaseCache cache;
  try {
    app.parse(argc, argv);
    auto rest = app.remaining();
    initialize_benchmark(argv[0], rest);
    benchmark::AddCustomContext("command", command);
    benchmark::AddCustomContext("device", device_name());
    benchmark::AddCustomContext("machine", machine_text());
    for (auto const& [name, value] : environment())
      benchmark::AddCustomContext("environment." + name, value);
    register_all(axes, cache);
    if (benchmark::RunSpecifiedBenchmarks() == 0)
      throw std::invalid_argument("no benchmark has been selected");
  } catch (CLI::ParseError const& error) {
    return app.exit(error);
  } catch (std::exception const& error) {
    std::cerr << "KokkosSort_benchmarks: " << error.what() << '\n';
    return 1;
  }
  cache.clear();
  return 0;
}

}  // namespace
}  // namespace KokkosSort::Perf

int main(int argc, char** argv) {
  Kokkos::initialize(argc, argv);
  int const status = KokkosSort::Perf::run_suite(argc, argv);
  Kokkos::finalize();
  return status;
}
