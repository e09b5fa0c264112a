// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/cli/algorithms.hpp>
#include <tool/job.hpp>
#include <tool/commands/memory.hpp>
#include <tool/ranks/ranks.hpp>
#include <tool/cli/report.hpp>
#include <workload/distribution_names.hpp>
#include <Kokkos_Core.hpp>
#include <cstdio>
#include <string>
#include <vector>

namespace KokkosSort::Tool {

namespace {

#if defined(KOKKOSSORT_ENABLE_MPI)
constexpr bool has_mpi = true;
#else
constexpr bool has_mpi = false;
#endif

std::string kokkos_version() {
  return std::to_string(KOKKOS_VERSION / 10000) + "." +
         std::to_string(KOKKOS_VERSION / 100 % 100) + "." +
         std::to_string(KOKKOS_VERSION % 100);
}

std::vector<std::string> type_names() {
  std::vector<std::string> names;
  for (const auto& type : element_types) names.emplace_back(type.name);
  return names;
}

std::vector<std::string> distribution_names() {
  std::vector<std::string> names;
  for (const auto& entry : Workload::distributions)
    names.emplace_back(entry.name);
  return names;
}

std::string mpi_text(const Ranks& ranks) {
  if (ranks.size() > 1 || !ranks.library().empty())
    return ranks.library() + ", " + std::to_string(ranks.size()) +
           (ranks.size() == 1 ? " rank" : " ranks");
  return has_mpi ? "built in; started without mpirun: 1 rank" : "not built in";
}

void print_json(const Ranks& ranks) {
  const JsonObject result =
      JsonObject()
          .add("command", "info")
          .add("version", KOKKOSSORT_TOOL_VERSION)
          .add("kokkos_version", kokkos_version())
          .add("execution_space", Kokkos::DefaultExecutionSpace::name())
          .add("concurrency", Kokkos::DefaultExecutionSpace().concurrency())
          .add("host_execution_space",
               Kokkos::DefaultHostExecutionSpace::name())
          .add("host_concurrency",
               Kokkos::DefaultHostExecutionSpace().concurrency())
          .add("mpi", has_mpi)
          .add("mpi_library", ranks.library())
          .add("ranks", ranks.size())
          .add("available_memory_bytes", available_memory(ranks.sharers()))
          .add("algorithms", algorithm_names())
          .add("types", type_names())
          .add("distributions", distribution_names());
  std::printf("%s\n", result.text().c_str());
}

void print_text(const Ranks& ranks) {
  std::printf("kokkos-sort %s, Kokkos %s\n", KOKKOSSORT_TOOL_VERSION,
              kokkos_version().c_str());
  std::printf("backend        %s, concurrency %d\n",
              Kokkos::DefaultExecutionSpace::name(),
              static_cast<int>(Kokkos::DefaultExecutionSpace().concurrency()));
  std::printf(
      "host backend   %s, concurrency %d\n",
      Kokkos::DefaultHostExecutionSpace::name(),
      static_cast<int>(Kokkos::DefaultHostExecutionSpace().concurrency()));
  std::printf(
      "memory         %s available%s; a file is sorted in memory and must "
      "fit\n",
      with_prefix(static_cast<double>(available_memory(ranks.sharers())), "B")
          .c_str(),
      ranks.size() > 1 ? " for each rank" : "");
  std::printf("MPI            %s\n", mpi_text(ranks).c_str());
  std::printf("counts         64-bit\n");
  std::string types;
  for (const std::string& name : type_names()) types += " " + name;
  std::printf("types         %s\nalgorithms\n", types.c_str());
  for_each_algorithm([](const auto& entry) {
    std::printf("  %-32s%s\n", std::string(entry.name).c_str(),
                std::string(entry.description).c_str());
  });
  std::printf("distributions\n");
  for (const auto& entry : Workload::distributions) {
    std::printf("  %-32s%s\n", std::string(entry.name).c_str(),
                std::string(entry.description).c_str());
  }
}

}  // namespace

void run_info(const Ranks& ranks, bool json) {
  if (!ranks.is_first()) return;
  if (json) {
    print_json(ranks);
  } else {
    print_text(ranks);
  }
}

}  // namespace KokkosSort::Tool
