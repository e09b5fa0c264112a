// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/io/pending.hpp>
#include <unistd.h>
#include <climits>
#include <csignal>
#include <cstring>

namespace KokkosSort::Tool {

namespace {

constexpr int ending_signals[] = {SIGINT, SIGTERM, SIGHUP};

// A plain array, because a signal handler may use nothing that allocates.
char pending_path[PATH_MAX];
volatile std::sig_atomic_t pending = 0;

extern "C" void remove_pending_and_end(int signal_number) {
  remove_pending();
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
}

}  // namespace

SignalsHeld::SignalsHeld() {
  sigset_t held;
  sigemptyset(&held);
  for (const int number : ending_signals) sigaddset(&held, number);
  pthread_sigmask(SIG_BLOCK, &held, &m_before);
}

SignalsHeld::~SignalsHeld() {
  pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
}

void set_pending(const std::string& path) {
  pending = 0;
  if (path.size() >= sizeof(pending_path)) return;
  std::memcpy(pending_path, path.c_str(), path.size() + 1);
  pending = path.empty() ? 0 : 1;
}

void remove_pending() {
  if (pending != 0) unlink(pending_path);
}

void install_signal_handlers() {
  for (const int number : ending_signals) {
    const auto inherited = std::signal(number, remove_pending_and_end);
    if (inherited == SIG_IGN) std::signal(number, SIG_IGN);
  }
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
}

}  // namespace KokkosSort::Tool
