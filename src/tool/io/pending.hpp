// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_IO_PENDING_HPP
#define KOKKOSSORT_TOOL_IO_PENDING_HPP

#include <csignal>
#include <string>

namespace KokkosSort::Tool {

/// Holds back the signals that end the job from the calling thread, and from
/// the threads that it starts, for the lifetime of the object. Threads that are
/// started under it never handle those signals, so the main thread alone does.
class SignalsHeld {
 public:
  SignalsHeld();
  SignalsHeld(const SignalsHeld&)            = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;
  ~SignalsHeld();

 private:
  sigset_t m_before;
};

/// Sets the named file that must not outlive an unfinished job; empty: none.
/// There is one per process.
void set_pending(const std::string& path);

/// Removes the pending file. Safe in a signal handler.
void remove_pending();

/// Removes the pending file if the process is interrupted (SIGINT, SIGTERM,
/// SIGHUP). A signal that was ignored when the process started, as by nohup,
/// stays ignored. Makes a file size limit and a closed pipe errors of the write
/// instead of signals.
void install_signal_handlers();

}  // namespace KokkosSort::Tool

#endif
