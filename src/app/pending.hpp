// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_APP_PENDING_HPP
#define KOKKOSSORT_APP_PENDING_HPP

#include <string>

namespace KokkosSort::App {

/// The named file that must not outlive an unfinished job; empty: none. One a
/// process.
void set_pending(const std::string& path);

/// Removes it. Safe in a signal handler.
void remove_pending();

/// Removes it when the process is interrupted (SIGINT, SIGTERM, SIGHUP), and
/// makes a file size limit an error of the write instead of a signal.
void install_signal_handlers();

}  // namespace KokkosSort::App

#endif
