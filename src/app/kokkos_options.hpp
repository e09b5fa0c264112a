// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_APP_KOKKOS_OPTIONS_HPP
#define KOKKOSSORT_APP_KOKKOS_OPTIONS_HPP

#include <vector>

namespace KokkosSort::App {

/// Throws JobError, which names the argument or the variable, for an option
/// --kokkos-... (all but the first of `options`) or a variable of the
/// environment with which Kokkos::initialize() would end the process.
void check_kokkos_options(const std::vector<char*>& options);

}  // namespace KokkosSort::App

#endif
