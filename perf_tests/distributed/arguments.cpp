// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "arguments.hpp"

#include <workload/distribution_names.hpp>

#include <charconv>
#include <stdexcept>
#include <string_view>

namespace KokkosSort::Perf {

char const* const usage =
    "usage: mpirun -n P KokkosSort_distributed_scaling [flags]\n"
    "  --keys N             64-bit keys per rank (weak scaling); 2^k may be "
    "written\n"
    "  --total N            keys of all ranks together (strong scaling)\n"
    "  --distributions A,B  names as of kokkos-sort; default "
    "uniform,zero,zipf,staggered\n"
    "  --repeats R          timed runs, whose median is printed (5)\n"
    "  --transport T        automatic, mpi, staging, nccl\n"
    "  --gpu-aware W        automatic, on, off\n"
    "  --chunk BYTES        longest message\n"
    "  --levels L           1: straight to a rank; 2: through rows of ranks\n"
    "  --radix              radix sort as the local sort, not the default\n"
    "  --no-workspace       the sort has memory of its own\n"
    "  --gather             also gather the keys, sort them on one rank and "
    "scatter\n"
    "  --plan               also apply a plan to a payload of 16 bytes per "
    "key\n"
    "  --json FILE          write what is printed, and the phases\n";

namespace {

[[noreturn]] void refuse(std::string_view flag, std::string_view value) {
  throw std::invalid_argument(
      "KokkosSort_distributed_scaling: " + std::string(flag) + " cannot be '" +
      std::string(value) + "'");
}

std::size_t number(std::string_view flag, std::string_view text) {
  bool const is_power           = text.substr(0, 2) == "2^";
  std::string_view const digits = is_power ? text.substr(2) : text;
  std::size_t value             = 0;
  auto const [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size() ||
      (is_power && value > 62))
    refuse(flag, text);
  return is_power ? std::size_t{1} << value : value;
}

std::vector<std::string> names(std::string_view flag, std::string_view list) {
  std::vector<std::string> all;
  while (!list.empty()) {
    std::size_t const comma = list.find(',');
    all.emplace_back(list.substr(0, comma));
    if (!Workload::find_distribution(all.back())) refuse(flag, all.back());
    list = comma == std::string_view::npos ? "" : list.substr(comma + 1);
  }
  return all;
}

Distributed::Transport transport(std::string_view flag, std::string_view word) {
  using Distributed::Transport;
  if (word == "automatic") return Transport::automatic;
  if (word == "mpi") return Transport::mpi;
  if (word == "staging") return Transport::staging;
  if (word == "nccl") return Transport::nccl;
  refuse(flag, word);
}

Distributed::GpuAware gpu_aware(std::string_view flag, std::string_view word) {
  using Distributed::GpuAware;
  if (word == "automatic") return GpuAware::automatic;
  if (word == "on") return GpuAware::on;
  if (word == "off") return GpuAware::off;
  refuse(flag, word);
}

}  // namespace

Arguments parse_arguments(int argc, char** argv) {
  Arguments all;
  for (int i = 0; i < argc; ++i)
    all.command.append(i == 0 ? "" : " ").append(argv[i]);
  for (int i = 1; i < argc; ++i) {
    std::string_view const flag = argv[i];
    if (flag.substr(0, 9) == "--kokkos-") continue;
    if (flag == "--gather") {
      all.with_gather = true;
      continue;
    }
    if (flag == "--radix") {
      all.with_radix = true;
      continue;
    }
    if (flag == "--no-workspace") {
      all.with_workspace = false;
      continue;
    }
    if (flag == "--plan") {
      all.with_plan = true;
      continue;
    }
    if (i + 1 == argc)
      throw std::invalid_argument(
          "KokkosSort_distributed_scaling: " + std::string(flag) +
          " is unknown or lacks its value");
    std::string_view const value = argv[++i];
    if (flag == "--keys" || flag == "--total") {
      all.keys     = number(flag, value);
      all.is_total = flag == "--total";
    } else if (flag == "--distributions") {
      all.distributions = names(flag, value);
    } else if (flag == "--repeats") {
      all.repeats = static_cast<int>(number(flag, value));
    } else if (flag == "--transport") {
      all.exchange.transport = transport(flag, value);
    } else if (flag == "--gpu-aware") {
      all.exchange.gpu_aware = gpu_aware(flag, value);
    } else if (flag == "--chunk") {
      all.exchange.chunk_bytes = number(flag, value);
    } else if (flag == "--levels") {
      all.exchange.levels = number(flag, value);
    } else if (flag == "--json") {
      all.json = value;
    } else {
      throw std::invalid_argument("KokkosSort_distributed_scaling: " +
                                  std::string(flag) + " is unknown");
    }
  }
  if (all.repeats < 1) refuse("--repeats", std::to_string(all.repeats));
  return all;
}

}  // namespace KokkosSort::Perf
