// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_CLI_KOKKOS_OPTIONS_HPP
#define KOKKOSSORT_TOOL_CLI_KOKKOS_OPTIONS_HPP

#include <vector>

namespace KokkosSort::Tool {

/// Throws JobError, which names the argument or the variable, if
/// Kokkos::initialize() would end the process because of it. Checks the options
/// --kokkos-... (all but the first of `options`) and the variables of the
/// environment.
void check_kokkos_options(const std::vector<char*>& options);

}  // namespace KokkosSort::Tool

#endif
