// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_DETAIL_STARTED_MOVE_HPP
#define KOKKOSSORT_DISTRIBUTED_DETAIL_STARTED_MOVE_HPP

#include <KokkosSort/distributed/transport/open_messages.hpp>

#include <functional>
#include <utility>

namespace KokkosSort::Distributed::Impl {

/// Move of payloads between its start and its end.
class StartedMove {
 public:
  bool is_open() const { return static_cast<bool>(m_finish); }
  OpenMessages& messages() { return m_messages; }

  /// @param finish writes the results when all messages have arrived. It keeps
  ///   the memory that the messages need
  void open(std::function<void()> finish) { m_finish = std::move(finish); }

  void wait() {
    auto const finish = std::exchange(m_finish, nullptr);
    m_messages.wait();
    finish();
  }

 private:
  std::function<void()> m_finish;
  OpenMessages m_messages;  // whose end comes before that of their memory
};

}  // namespace KokkosSort::Distributed::Impl

#endif
