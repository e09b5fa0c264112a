// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "environment.hpp"

#include <KokkosSort_perf_commit.hpp>

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA)
#include <cub/version.cuh>
#else
#include <fstream>
#endif

#include <array>
#include <cstdio>
#include <iomanip>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace KokkosSort::Perf {
namespace {

constexpr char const* unknown = "unknown";

std::string compiler() {
#if defined(__clang__) || !defined(__GNUC__)
  return __VERSION__;
#else
  return std::string("GCC ") + __VERSION__;
#endif
}

#if defined(KOKKOS_ENABLE_CUDA)

/// The first line that a command prints.
std::string first_line_of(char const* command) {
  std::unique_ptr<FILE, int (*)(FILE*)> const pipe(popen(command, "r"), pclose);
  std::array<char, 512> line{};
  if (pipe == nullptr || std::fgets(line.data(), static_cast<int>(line.size()),
                                    pipe.get()) == nullptr)
    return unknown;
  std::string text(line.data());
  while (!text.empty() && (text.back() == '\n' || text.back() == ' '))
    text.pop_back();
  return text.empty() ? unknown : text;
}

/// Returns the fields that nvidia-smi reports for the device in use, which may
/// be one of several.
std::string nvidia_smi(std::string const& fields) {
  std::array<char, 32> bus{};
  if (cudaDeviceGetPCIBusId(bus.data(), static_cast<int>(bus.size()),
                            Kokkos::Cuda().cuda_device()) != cudaSuccess)
    return unknown;
  return first_line_of(("nvidia-smi --id=" + std::string(bus.data()) +
                        " --format=csv,noheader --query-gpu=" + fields +
                        " 2> /dev/null")
                           .c_str());
}

std::string driver() { return nvidia_smi("driver_version"); }

std::string clocks() {
  std::string const text = nvidia_smi(
      "clocks.sm,clocks.max.sm,clocks.mem,clocks.max.mem,power.limit");
  return text == unknown
             ? text
             : "SM, its maximum, memory, its maximum, power limit: " + text;
}

std::string version_text(int version, int thousand, int ten) {
  return std::to_string(version / thousand) + "." +
         std::to_string(version % thousand / ten);
}

#else

/// The first line of a file.
std::string line_of(char const* file) {
  std::ifstream in(file);
  std::string line;
  return std::getline(in, line) && !line.empty() ? line : unknown;
}

/// Returns the version of the operating system's kernel, a host's driver.
std::string driver() {
  return "Linux " + line_of("/proc/sys/kernel/osrelease");
}

std::string clocks() {
  std::ifstream info("/proc/cpuinfo");
  std::string now = unknown;
  for (std::string line; now == unknown && std::getline(info, line);)
    if (line.rfind("cpu MHz", 0) == 0)
      now = line.substr(line.find(':') + 2) + " MHz";
  std::string const folder = "/sys/devices/system/cpu/cpu0/cpufreq/";
  return "core 0: " + now +
         ", maximum in kHz: " + line_of((folder + "cpuinfo_max_freq").c_str()) +
         ", governor: " + line_of((folder + "scaling_governor").c_str());
}

#endif

}  // namespace

std::string kokkos_version() {
  return std::to_string(KOKKOS_VERSION / 10000) + "." +
         std::to_string(KOKKOS_VERSION / 100 % 100) + "." +
         std::to_string(KOKKOS_VERSION % 100);
}

std::string quoted(std::string const& text) {
  std::ostringstream out;
  out << '"';
  for (char const c : text) {
    if (c == '"' || c == '\\') {
      out << '\\' << c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out << "\\u" << std::hex << std::setw(4) << std::setfill('0')
          << static_cast<int>(c) << std::dec;
    } else {
      out << c;
    }
  }
  out << '"';
  return out.str();
}

std::vector<std::pair<std::string, std::string>> environment() {
  std::vector<std::pair<std::string, std::string>> all{
      {"commit", KOKKOSSORT_PERF_COMMIT},
      {"compiler", compiler()},
      {"kokkos", kokkos_version()},
      {"driver", driver()},
      {"clocks", clocks()}};
#if defined(KOKKOS_ENABLE_CUDA)
  all.emplace_back("cuda", version_text(CUDART_VERSION, 1000, 10));
  all.emplace_back("cub", version_text(CUB_VERSION, 100000, 100));
#endif
  return all;
}

std::string environment_json() {
  std::string text = "{";
  for (auto const& [name, value] : environment()) {
    if (text.size() > 1) text += ", ";
    text += quoted(name);
    text += ": ";
    text += quoted(value);
  }
  return text + "}";
}

}  // namespace KokkosSort::Perf
