// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_INVALID_ARGUMENT_HPP
#define KOKKOSSORT_CORE_INVALID_ARGUMENT_HPP

#include <Kokkos_Core.hpp>

#include <stdexcept>
#include <string>

namespace KokkosSort::Impl {

/// Throws std::invalid_argument. In a program compiled without exceptions,
/// prints the message and aborts.
[[noreturn]] inline void invalid_argument(std::string const& message) {
#if defined(__cpp_exceptions)
  throw std::invalid_argument(message);
#else
  Kokkos::abort(message.c_str());
#endif
}

}  // namespace KokkosSort::Impl

#endif
