// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <distributed/ranks.hpp>

#include <KokkosSort/distributed/comm/progress.hpp>

#include <atomic>
#include <chrono>
#include <string>

// A rank that waits for its instance lets MPI make progress for others.

namespace KokkosSort::Test::ProgressTest {

/// Stands for an instance whose work ends when another process sets a flag.
struct BusyInstance {
  int* is_over;
  std::chrono::steady_clock::time_point give_up;
  bool* has_given_up;

  void fence(std::string const&) const {}
};

}  // namespace KokkosSort::Test::ProgressTest

namespace KokkosSort::Impl {

template <>
struct InstanceQuery<Test::ProgressTest::BusyInstance> {
  static bool is_idle(Test::ProgressTest::BusyInstance const& instance) {
    if (std::atomic_ref<int>(*instance.is_over).load() != 0) return true;
    *instance.has_given_up =
        std::chrono::steady_clock::now() > instance.give_up;
    return *instance.has_given_up;
  }
};

}  // namespace KokkosSort::Impl

namespace KokkosSort::Test::ProgressTest {

/// Rank 1 sends rank 0 more than MPI buffers for a receiver outside of MPI
/// calls. Rank 0 continues only after the send has ended.
TEST(DistributedProgress, WhileFencing) {
  Ranks const ranks;
  if (ranks.size == 1) return;  // there are no messages
  MPI_Win window = MPI_WIN_NULL;
  int* is_over   = nullptr;
  MPI_Win_allocate_shared(ranks.rank == 0 ? sizeof(int) : 0, sizeof(int),
                          MPI_INFO_NULL, ranks.comm, &is_over, &window);
  MPI_Aint bytes = 0;
  int unit       = 0;
  MPI_Win_shared_query(window, 0, &bytes, &unit, &is_over);
  if (ranks.rank == 0) std::atomic_ref<int>(*is_over).store(0);
  MPI_Barrier(ranks.comm);
  std::vector<char> message(std::size_t{16} << 20);
  int const count = static_cast<int>(message.size());
  if (ranks.rank == 1) {
    MPI_Send(message.data(), count, MPI_CHAR, 0, 7, ranks.comm);
    std::atomic_ref<int>(*is_over).store(1);
  }
  if (ranks.rank == 0) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(message.data(), count, MPI_CHAR, 1, 7, ranks.comm, &request);
    bool has_given_up = false;
    BusyInstance const instance{
        is_over, std::chrono::steady_clock::now() + std::chrono::seconds(20),
        &has_given_up};
    Distributed::Impl::fence_with_progress(instance, ranks.comm, "busy");
    EXPECT_FALSE(has_given_up);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Win_free(&window);
}

}  // namespace KokkosSort::Test::ProgressTest
