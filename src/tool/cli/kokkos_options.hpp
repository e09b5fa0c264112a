// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_CLI_KOKKOS_OPTIONS_HPP
#define KOKKOSSORT_TOOL_CLI_KOKKOS_OPTIONS_HPP

#include <vector>

namespace KokkosSort::Tool {

/// Throws JobError, which names the argument or the variable, for an option
/// --kokkos-... (all but the first of `options`) or a variable of the
/// environment with which Kokkos::initialize() would end the process.
void check_kokkos_options(const std::vector<char*>& options);

}  // namespace KokkosSort::Tool

#endif
