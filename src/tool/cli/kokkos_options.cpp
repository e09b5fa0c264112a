// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/cli/kokkos_options.hpp>
#include <tool/job.hpp>
#include <Kokkos_Core.hpp>
#include <unistd.h>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

namespace KokkosSort::Tool {

namespace {

using Text = std::string_view;

std::string lower(Text text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), [](char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  });
  return result;
}

std::optional<int> whole_number(Text text) {
  int number = 0;
  const auto [end, failure] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return number;
}

/// Limit for the number of threads. More of them crash the OpenMP runtime if
/// the system does not provide them.
int most_threads() {
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  return static_cast<int>(std::max(256L, 4 * cores));
}

void check_threads(Text argument, Text text) {
  const std::optional<int> number = whole_number(text);
  if (!number || *number < 1 || *number > most_threads()) {
    throw argument_error(
        argument, text,
        "not a number of threads from 1 to " + std::to_string(most_threads()));
  }
}

/// Returns whether the text is a number ("4") or one number per nesting level
/// ("4,2").
void check_thread_list(Text argument, Text text) {
  Text rest = text;
  while (true) {
    const auto comma = rest.find(',');
    Text number      = rest.substr(0, comma);
    while (!number.empty() && number.front() == ' ') number.remove_prefix(1);
    while (!number.empty() && number.back() == ' ') number.remove_suffix(1);
    check_threads(argument, number.empty() ? text : number);
    if (comma == Text::npos) return;
    rest.remove_prefix(comma + 1);
  }
}

void check_device(Text argument, Text text) {
  const std::optional<int> number = whole_number(text);
  const int devices               = Kokkos::num_devices();
  if (!number || *number < 0)
    throw argument_error(argument, text, "not the number of a device");
  if (devices >= 0 && *number >= devices) {
    throw argument_error(argument, text,
                         "this machine shows " + std::to_string(devices) +
                             " devices, numbered from 0");
  }
}

void check_device_map(Text argument, Text text) {
  if (text != "random" && text != "mpi_rank")
    throw argument_error(argument, text, "neither random nor mpi_rank");
}

void check_switch(Text argument, Text text) {
  const std::string word = lower(text);
  for (const Text known : {"1", "true", "yes", "0", "false", "no"})
    if (word == known) return;
  throw argument_error(argument, text, "neither yes nor no");
}

void check_nothing(Text, Text) {}

struct Setting {
  Text option, variable;
  bool needs_value;
  void (*check)(Text argument, Text value);
};

constexpr Setting settings[] = {
    {"--kokkos-num-threads", "KOKKOS_NUM_THREADS", true, check_threads},
    {"--kokkos-device-id", "KOKKOS_DEVICE_ID", true, check_device},
    {"--kokkos-map-device-id-by", "KOKKOS_MAP_DEVICE_ID_BY", true,
     check_device_map},
    {"--kokkos-disable-warnings", "KOKKOS_DISABLE_WARNINGS", false,
     check_switch},
    {"--kokkos-print-configuration", "KOKKOS_PRINT_CONFIGURATION", false,
     check_switch},
    {"--kokkos-tune-internals", "KOKKOS_TUNE_INTERNALS", false, check_switch},
    {"--kokkos-tools-libs", "", true, check_nothing},
    {"--kokkos-tools-args", "", true, check_nothing},
    {"--kokkos-tools-help", "", false, check_nothing},
    {"--kokkos-help", "", false, check_nothing},
};

void check_option(Text option) {
  const auto equals = option.find('=');
  const Text name   = option.substr(0, equals);
  std::string known;
  for (const Setting& setting : settings) {
    known += (known.empty() ? "" : ", ") + std::string(setting.option);
    if (setting.option != name) continue;
    if (equals != Text::npos)
      return setting.check(name, option.substr(equals + 1));
    if (setting.needs_value)
      throw argument_error(name, "",
                           "give its value as " + std::string(name) + "=VALUE");
    return;
  }
  throw argument_error(name, option, "unknown, known are: " + known);
}

}  // namespace

void check_kokkos_options(const std::vector<char*>& options) {
  for (std::size_t i = 1; i < options.size(); ++i) check_option(options[i]);
  for (const Setting& setting : settings) {
    if (setting.variable.empty()) continue;
    const char* value = std::getenv(std::string(setting.variable).c_str());
    if (value != nullptr) setting.check(setting.variable, value);
  }
  const char* threads = std::getenv("OMP_NUM_THREADS");
  if (threads != nullptr && *threads != '\0')
    check_thread_list("OMP_NUM_THREADS", threads);
}

}  // namespace KokkosSort::Tool
