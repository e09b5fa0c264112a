// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERF_ENVIRONMENT_HPP
#define KOKKOSSORT_PERF_ENVIRONMENT_HPP

#include <string>
#include <utility>
#include <vector>

namespace KokkosSort::Perf {

/// Everything besides the device that a time depends on, as name and value:
/// commit, compiler, kokkos, driver, clocks, and with CUDA cuda and cub. The
/// clocks are those at the time of the call. A value that the system does not
/// state is "unknown", never empty. Call it after Kokkos::initialize().
std::vector<std::pair<std::string, std::string>> environment();

/// The same as a JSON object in one line.
std::string environment_json();

/// The version of Kokkos, such as 4.7.1.
std::string kokkos_version();

/// `text` in quotation marks, with the escapes of JSON.
std::string quoted(std::string const& text);

}  // namespace KokkosSort::Perf

#endif
