// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report.hpp"

#include "environment.hpp"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace KokkosSort::Perf {
namespace {

std::string now() {
  std::time_t const time = std::time(nullptr);
  std::ostringstream text;
  text << std::put_time(std::gmtime(&time), "%Y-%m-%dT%H:%M:%SZ");
  return text.str();
}

Result const* find(std::vector<Result> const& results,
                   std::string const& name) {
  auto const found =
      std::find_if(results.begin(), results.end(), [&](Result const& result) {
        return result.name == name && result.error.empty();
      });
  return found == results.end() ? nullptr : &*found;
}

/// How many times as fast as each peer on the same task.
void write_ratios(std::ostream& out, Result const& result,
                  std::vector<Result> const& all,
                  std::vector<std::string> const& peers) {
  out << ", \"ratios\": {";
  bool first = true;
  for (auto const& peer : all) {
    if (!(peer.task == result.task) || !peer.error.empty() ||
        std::count(peers.begin(), peers.end(), peer.name) == 0)
      continue;
    out << (first ? "" : ", ") << quoted(peer.name) << ": "
        << result.rate() / peer.rate();
    first = false;
  }
  out << "}";
}

void write_result(std::ostream& out, Result const& result,
                  std::vector<Result> const& all,
                  std::vector<std::string> const& peers) {
  out << "    {\"sorter\": " << quoted(result.name)
      << ", \"type\": " << quoted(result.task.type)
      << ", \"order\": " << quoted(std::string(name_of(result.task.order)))
      << ", \"count\": " << result.task.count << ", \"distribution\": "
      << quoted(std::string(name_of(result.task.distribution)))
      << ", \"seed\": " << result.task.seed;
  if (result.error.empty()) {
    out << ", \"verified\": true, \"mkeys_per_second\": " << result.rate()
        << ", \"median_seconds\": " << result.median_seconds()
        << ", \"seconds\": [";
    for (std::size_t i = 0; i < result.seconds.size(); ++i)
      out << (i > 0 ? ", " : "") << result.seconds[i];
    out << "]";
    write_ratios(out, result, all, peers);
    out << "}";
  } else {
    out << ", \"verified\": false, \"error\": " << quoted(result.error) << "}";
  }
}

}  // namespace

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  std::size_t const middle = values.size() / 2;
  if (values.empty()) return 0;
  return values.size() % 2 == 1 ? values[middle]
                                : (values[middle - 1] + values[middle]) / 2;
}

double Result::median_seconds() const { return median(seconds); }

std::string device_name() {
#if defined(KOKKOS_ENABLE_CUDA)
  return Kokkos::Cuda().cuda_device_prop().name;
#else
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.rfind("model name", 0) == 0)
      return line.substr(line.find(':') + 2);
  return "unknown";
#endif
}

double Result::rate() const {
  double const seconds = median_seconds();
  return seconds > 0 ? static_cast<double>(task.count) / seconds / 1e6 : 0;
}

std::string machine_text() {
  using Exec = Kokkos::DefaultExecutionSpace;
  return device_name() + ", " + Exec::name() + " with concurrency " +
         std::to_string(Exec().concurrency()) + ", Kokkos " + kokkos_version();
}

void print_table(std::ostream& out, Task const& task,
                 std::vector<Result> const& results,
                 std::vector<std::string> const& peers) {
  out << '\n'
      << task.count << " keys of " << task.type << ", "
      << name_of(task.distribution) << ", order by " << name_of(task.order)
      << '\n'
      << std::left << std::setw(22) << "sorter" << std::right << std::setw(12)
      << "ms" << std::setw(12) << "Mkeys/s";
  std::vector<Result const*> columns;
  for (auto const& peer : peers)
    if (Result const* const result = find(results, peer)) {
      columns.push_back(result);
      out << "  / " << peer;
    }
  out << '\n' << std::fixed;
  for (auto const& result : results) {
    out << std::left << std::setw(22) << result.name << std::right;
    if (!result.error.empty()) {
      out << "  FAILED: " << result.error << '\n';
      continue;
    }
    out << std::setprecision(3) << std::setw(12)
        << 1e3 * result.median_seconds() << std::setprecision(1)
        << std::setw(12) << result.rate();
    for (Result const* const peer : columns)
      out << std::setprecision(2) << std::setw(4 + peer->name.size())
          << result.rate() / peer->rate();
    out << '\n';
  }
  out << std::defaultfloat << std::flush;
}

void write_json(std::string const& file, std::string const& command,
                int repeats, std::vector<Result> const& results,
                std::vector<std::string> const& peers) {
  std::string const unfinished = file + ".part";
  {
    std::ofstream out(unfinished);
    out << std::setprecision(9) << "{\n  \"command\": " << quoted(command)
        << ",\n  \"date\": " << quoted(now())
        << ",\n  \"device\": " << quoted(device_name())
        << ",\n  \"machine\": " << quoted(machine_text())
        << ",\n  \"environment\": " << environment_json()
        << ",\n  \"repeats\": " << repeats << ",\n  \"results\": [\n";
    for (std::size_t i = 0; i < results.size(); ++i) {
      write_result(out, results[i], results, peers);
      out << (i + 1 < results.size() ? ",\n" : "\n");
    }
    out << "  ]\n}\n";
    out.close();
    if (!out) {
      std::remove(unfinished.c_str());
      throw std::runtime_error("cannot write --json '" + file + "'");
    }
  }
  std::filesystem::rename(unfinished, file);
}

}  // namespace KokkosSort::Perf
