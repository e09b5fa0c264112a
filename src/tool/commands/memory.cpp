// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/commands/memory.hpp>
#include <malloc.h>
#include <sys/resource.h>
#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string>

namespace KokkosSort::Tool {

namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

std::uint64_t difference(std::uint64_t a, std::uint64_t b) {
  return a > b ? a - b : 0;
}

/// Returns the number after `name` in a file of lines "name number".
std::optional<std::uint64_t> entry_of(const std::string& path,
                                      const std::string& name) {
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string word;
    std::uint64_t number = 0;
    if (words >> word >> number && word == name) return number;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> number_in(const std::string& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  if (file >> number) return number;
  return std::nullopt;
}

std::uint64_t free_on_machine() {
  const auto kilobytes = entry_of("/proc/meminfo", "MemAvailable:");
  return kilobytes ? *kilobytes * 1024 : unlimited;
}

/// Returns what the control groups of version 2 leave, from the group of the
/// process up to the root.
std::uint64_t free_in_control_group() {
  std::ifstream file("/proc/self/cgroup");
  std::string line, path;
  while (std::getline(file, line)) {
    if (line.rfind("0::", 0) == 0) path = line.substr(3);
  }
  std::uint64_t free = unlimited;
  while (true) {
    const std::string folder = "/sys/fs/cgroup" + path;
    const auto limit         = number_in(folder + "/memory.max");
    const auto used          = number_in(folder + "/memory.current");
    if (limit && used) {
      const auto cache = entry_of(folder + "/memory.stat", "file").value_or(0);
      free = std::min(free, difference(*limit, difference(*used, cache)));
    }
    const auto slash = path.rfind('/');
    if (slash == std::string::npos) return free;
    path.resize(slash);
  }
}

std::uint64_t free_in_address_space() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return unlimited;
  const auto used = entry_of("/proc/self/status", "VmSize:").value_or(0) * 1024;
  return difference(limit.rlim_cur, used);
}

}  // namespace

std::uint64_t available_memory(int sharers) {
  const std::uint64_t shared =
      std::min(free_on_machine(), free_in_control_group());
  return std::min(shared / static_cast<std::uint64_t>(sharers),
                  free_in_address_space());
}

void return_freed_memory() {
#if defined(M_MMAP_THRESHOLD)
  // Else blocks of up to 32 MiB may stay in the heap. Smaller ones are few.
  mallopt(M_MMAP_THRESHOLD, 256 << 10);
#endif
}

std::uint64_t peak_memory() {
  // The other number includes the peak of the program that started this one.
  if (const auto kilobytes = entry_of("/proc/self/status", "VmHWM:"))
    return *kilobytes * 1024;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace KokkosSort::Tool
