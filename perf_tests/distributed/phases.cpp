// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "phases.hpp"

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <string_view>
#include <utility>
#include <vector>

namespace KokkosSort::Perf {

namespace {

constexpr std::string_view prefix = "KokkosSort::Distributed::";

std::vector<std::pair<std::string, double>> open_regions;
std::map<std::string, double> seconds_of;

void push(char const* name) {
  Kokkos::fence("phase begins");
  // All ranks pass through all phases, though not through the regions of the
  // sorts within. The wait for the last rank counts in none of them.
  if (std::string_view(name).substr(0, prefix.size()) == prefix)
    MPI_Barrier(MPI_COMM_WORLD);
  open_regions.emplace_back(name, MPI_Wtime());
}

void pop() {
  Kokkos::fence("phase ends");
  if (open_regions.empty()) return;
  auto const [name, begin] = open_regions.back();
  open_regions.pop_back();
  if (name.substr(0, prefix.size()) == prefix)
    seconds_of[name.substr(prefix.size())] += MPI_Wtime() - begin;
}

}  // namespace

Phases::Phases() {
  seconds_of.clear();
  open_regions.clear();
  Kokkos::Tools::Experimental::set_push_region_callback(&push);
  Kokkos::Tools::Experimental::set_pop_region_callback(&pop);
}

Phases::~Phases() {
  Kokkos::Tools::Experimental::set_push_region_callback(nullptr);
  Kokkos::Tools::Experimental::set_pop_region_callback(nullptr);
}

std::map<std::string, double> const& Phases::seconds() const {
  return seconds_of;
}

}  // namespace KokkosSort::Perf
