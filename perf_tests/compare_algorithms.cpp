// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs the library's algorithms and their peers on the same input, in turns,
// and prints the median rates and the ratios over every peer. Every result is
// verified.

#include "axes.hpp"
#include "benchmark_case.hpp"
#include "report.hpp"

#include <Kokkos_Core.hpp>

#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

namespace KokkosSort::Perf {
namespace {

struct Settings {
  Axes axes;
  int repeats = 5;
  std::string json;
};

/// One untimed turn, in which memory is touched for the first time, then
/// `repeats` timed ones. Turns alternate between the sorters, so that a
/// machine's slow spell hits all of them.
std::vector<Result> measure(BenchmarkCase& benchmark_case, Task const& task,
                            Settings const& settings) {
  std::vector<Result> results;
  for (bool const of_peers : {false, true}) {
    for (auto const& name : settings.axes.chosen(task, of_peers)) {
      results.emplace_back();
      results.back().task = task;
      results.back().name = name;
    }
  }
  for (int turn = 0; turn <= settings.repeats; ++turn) {
    for (auto& result : results) {
      if (!result.error.empty()) continue;
      try {
        double const seconds = benchmark_case.run(result.name);
        benchmark_case.verify();
        if (turn > 0) result.seconds.push_back(seconds);
      } catch (std::exception const& error) {
        result.error = error.what();
      }
    }
  }
  return results;
}

int compare(Settings const& settings, std::string const& command) {
  std::vector<Result> all;
  std::cout << machine_text() << '\n';
  settings.axes.for_each_task([&](Task const& task) {
    auto const benchmark_case = case_types().at(task.type).make(task);
    auto const results        = measure(*benchmark_case, task, settings);
    print_table(std::cout, task, results, settings.axes.peers);
    all.insert(all.end(), results.begin(), results.end());
  });
  if (!settings.json.empty())
    write_json(settings.json, command, settings.repeats, all,
               settings.axes.peers);
  bool failed = all.empty();
  if (failed) std::cerr << "KokkosSort_compare: nothing was measured\n";
  for (auto const& result : all) failed |= !result.error.empty();
  return failed ? 1 : 0;
}

}  // namespace
}  // namespace KokkosSort::Perf

int main(int argc, char** argv) {
  using namespace KokkosSort::Perf;
  std::string command;
  for (int i = 0; i < argc; ++i) {
    if (i > 0) command += ' ';
    command += argv[i];
  }
  Kokkos::initialize(argc, argv);
  int status = 0;
  {
    Settings settings;
    CLI::App app{
        "Compares the library's algorithms with other sorters on one machine."};
    settings.axes.add_to(app, default_peers());
    app.add_option("--repeats", settings.repeats, "timed runs of each sorter")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000));
    app.add_option("--json", settings.json, "file for the results");
    try {
      app.parse(argc, argv);
      status = compare(settings, command);
    } catch (CLI::ParseError const& error) {
      status = app.exit(error);
    } catch (std::exception const& error) {
      std::cerr << "KokkosSort_compare: " << error.what() << '\n';
      status = 1;
    }
  }
  Kokkos::finalize();
  return status;
}
