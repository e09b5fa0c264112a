// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "algorithms.hpp"
#include "job.hpp"
#include "memory.hpp"
#include "report.hpp"
#include <workload/distribution_names.hpp>
#include <Kokkos_Core.hpp>
#include <cstdio>
#include <string>
#include <vector>

namespace KokkosSort::App {

namespace {

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

void print_json() {
  const JsonObject result =
      JsonObject()
          .add("command", "info")
          .add("version", KOKKOSSORT_APP_VERSION)
          .add("kokkos_version", kokkos_version())
          .add("execution_space", Kokkos::DefaultExecutionSpace::name())
          .add("concurrency", Kokkos::DefaultExecutionSpace().concurrency())
          .add("host_execution_space",
               Kokkos::DefaultHostExecutionSpace::name())
          .add("host_concurrency",
               Kokkos::DefaultHostExecutionSpace().concurrency())
          .add("available_memory_bytes", available_memory())
          .add("algorithms", algorithm_names())
          .add("types", type_names())
          .add("distributions", distribution_names());
  std::printf("%s\n", result.text().c_str());
}

void print_text() {
  std::printf("kokkos-sort %s, Kokkos %s\n", KOKKOSSORT_APP_VERSION,
              kokkos_version().c_str());
  std::printf("backend        %s, concurrency %d\n",
              Kokkos::DefaultExecutionSpace::name(),
              static_cast<int>(Kokkos::DefaultExecutionSpace().concurrency()));
  std::printf(
      "host backend   %s, concurrency %d\n",
      Kokkos::DefaultHostExecutionSpace::name(),
      static_cast<int>(Kokkos::DefaultHostExecutionSpace().concurrency()));
  std::printf(
      "memory         %s available; a file is sorted in memory and must fit\n",
      with_prefix(static_cast<double>(available_memory()), "B").c_str());
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

void run_info(bool json) {
  if (json) {
    print_json();
  } else {
    print_text();
  }
}

}  // namespace KokkosSort::App
