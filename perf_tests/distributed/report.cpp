// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report.hpp"

#include "../environment.hpp"

#include <Kokkos_Core.hpp>

#include <cstdio>
#include <fstream>
#include <stdexcept>

namespace KokkosSort::Perf {

void print_header(int ranks, Arguments const& arguments) {
  std::printf("%d ranks, %s, %zu 64-bit keys%s\n", ranks,
              Kokkos::DefaultExecutionSpace::name(), arguments.keys,
              arguments.is_total ? " in total" : " per rank");
  std::printf("%-28s %9s %9s %9s | %8s %8s %8s %8s | %6s %6s %6s\n", "", "ms",
              "Mkeys/s", "GB/s", "local", "split", "exchange", "merge",
              "T_LB/T", "split%", "raw/ex");
}

void print_line(Measurement const& one) {
  double const keys     = static_cast<double>(one.keys);
  double const exchange = one.phase("exchange");
  std::printf(
      "%-28s %9.2f %9.1f %9.2f | %8.2f %8.2f %8.2f %8.2f | %6.3f %6.2f "
      "%6.3f%s\n",
      one.distribution.c_str(), one.sort * 1e3, keys / one.sort / 1e6,
      keys * 8 / one.sort / 1e9, one.phase("local_sort") * 1e3,
      one.phase("splitters") * 1e3, exchange * 1e3, one.phase("merge") * 1e3,
      one.lower_bound() / one.sort, one.phase("splitters") / one.sort * 100,
      exchange > 0 ? one.raw / exchange : 0, one.is_right ? "" : "  WRONG");
  std::printf("%-28s local sort %.2f ms, raw exchange %.2f ms", "",
              one.local * 1e3, one.raw * 1e3);
  if (one.gather >= 0)
    std::printf(", gather and sort %.2f ms", one.gather * 1e3);
  if (one.plan >= 0)
    std::printf(", plan %.2f ms (%.2f of its exchange)", one.plan * 1e3,
                one.plan / one.plan_raw);
  std::printf("\n");
  std::fflush(stdout);
}

void write_json(Arguments const& arguments, int ranks,
                std::vector<Measurement> const& all) {
  std::ofstream file(arguments.json);
  file << "{\n  \"command\": \"" << arguments.command
       << "\",\n  \"ranks\": " << ranks << ",\n  \"backend\": \""
       << Kokkos::DefaultExecutionSpace::name()
       << "\",\n  \"environment\": " << environment_json()
       << ",\n  \"key_bytes\": 8,\n  \"repeats\": " << arguments.repeats
       << ",\n  \"results\": [";
  for (std::size_t i = 0; i < all.size(); ++i) {
    Measurement const& one = all[i];
    file << (i == 0 ? "" : ",") << "\n    {\"distribution\": \""
         << one.distribution << "\", \"keys\": " << one.keys
         << ", \"right\": " << (one.is_right ? "true" : "false")
         << ", \"sort_s\": " << one.sort << ", \"local_sort_s\": " << one.local
         << ", \"raw_exchange_s\": " << one.raw;
    if (one.gather >= 0) file << ", \"gather_and_sort_s\": " << one.gather;
    if (one.plan >= 0)
      file << ", \"plan_16_bytes_s\": " << one.plan
           << ", \"plan_raw_exchange_s\": " << one.plan_raw;
    file << ", \"phases_s\": {";
    bool is_first = true;
    for (auto const& [name, seconds] : one.phases) {
      file << (is_first ? "" : ", ") << "\"" << name << "\": " << seconds;
      is_first = false;
    }
    file << "}}";
  }
  file << "\n  ]\n}\n";
  file.close();
  if (!file)
    throw std::runtime_error("KokkosSort_distributed_scaling: cannot write '" +
                             arguments.json + "'");
}

}  // namespace KokkosSort::Perf
