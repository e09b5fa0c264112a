// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <distributed/ranks.hpp>

#include <sys/resource.h>

#include <cstdlib>
#include <fstream>
#include <functional>

// Bad arguments on one rank or all, and a rank that runs out of memory. All
// ranks throw the same error, nothing changes, and the next call works.

namespace KokkosSort::Test::FaultsTest {

using Workload::Distribution;
using Key = std::uint64_t;

static std::vector<Key> own_keys(Ranks const& ranks) {
  std::vector<Key> keys;
  for (int i = 0; i < 100; ++i)
    keys.push_back(static_cast<Key>((i * 37 + ranks.rank * 11) % 101));
  return keys;
}

/// Expects an error, after which the communicator sorts.
static void expect_error_and_sort(Ranks const& ranks, std::string const& part,
                                  std::function<void()> const& call) {
  expect_error(ranks, part, call);
  auto const keys = to_device(own_keys(ranks));
  Distributed::sort(Exec{}, ranks.comm, keys);
  EXPECT_TRUE(Distributed::is_sorted(Exec{}, ranks.comm, keys));
}

TEST(DistributedFaults, NoCommunicator) {
  auto const keys = to_device(std::vector<Key>{2, 1});
  try {
    Distributed::sort(Exec{}, MPI_COMM_NULL, keys);
    ADD_FAILURE() << "no error";
  } catch (std::invalid_argument const& error) {
    EXPECT_STREQ(error.what(),
                 "KokkosSort::Distributed::sort: argument 'comm' is "
                 "MPI_COMM_NULL");
  }
  EXPECT_EQ(to_host(keys), (std::vector<Key>{2, 1}));
}

TEST(DistributedFaults, InterCommunicator) {
  Ranks const ranks;
  if (ranks.size < 2) {
    // One rank has no second group; the other counts of ranks have one.
    return;
  }
  MPI_Comm half   = MPI_COMM_NULL;
  MPI_Comm inter  = MPI_COMM_NULL;
  int const color = ranks.rank % 2;
  MPI_Comm_split(ranks.comm, color, 0, &half);
  MPI_Intercomm_create(half, 0, ranks.comm, 1 - color, 5, &inter);
  expect_error_and_sort(ranks, "argument 'comm' is an inter-communicator", [&] {
    Distributed::sort(Exec{}, inter, to_device(own_keys(ranks)));
  });
  MPI_Comm_free(&inter);
  MPI_Comm_free(&half);
}

TEST(DistributedFaults, RanksDiffer) {
  Ranks const ranks;
  bool const odd  = ranks.size > 1 && ranks.rank == ranks.size - 1;
  auto const wide = to_device(own_keys(ranks));
  DeviceView<std::uint32_t> const narrow("narrow", 100);
  if (ranks.size == 1) return;  // one rank cannot differ from itself
  Exec const exec;
  MPI_Comm const comm = ranks.comm;
  expect_error_and_sort(ranks, "differ in the type of argument 'keys'", [&] {
    odd ? Distributed::sort(exec, comm, narrow)
        : Distributed::sort(exec, comm, wide);
  });
  expect_error_and_sort(ranks, "differ in the type of argument 'values'", [&] {
    DeviceView<float> const values("values", 100);
    odd ? Distributed::sort_by_key(exec, comm, wide, narrow)
        : Distributed::sort_by_key(exec, comm, wide, values);
  });
  expect_error_and_sort(ranks, "differ in the type of the order", [&] {
    odd ? Distributed::sort(exec, comm, wide, descending)
        : Distributed::sort(exec, comm, wide);
  });
  expect_error_and_sort(ranks, "differ in option bits(begin, end)", [&] {
    static_cast<void>(
        Distributed::is_sorted(exec, comm, wide, bits(0, odd ? 9 : 8)));
  });
  expect_error_and_sort(ranks, "differ in the algorithm", [&] {
    odd ? Distributed::sort(exec, comm, wide, Distributed::stable)
        : Distributed::sort(exec, comm, wide);
  });
  expect_error_and_sort(ranks, "differ in exchange.chunk_bytes: 64 and 128",
                        [&] {
                          Distributed::Exchange exchange;
                          exchange.chunk_bytes = odd ? 64 : 128;
                          Distributed::sort(exec, comm, wide, exchange);
                        });
  expect_error_and_sort(ranks, "differ in exchange.levels: 1 and 2", [&] {
    Distributed::Exchange exchange;
    exchange.levels = odd ? 1 : 2;
    Distributed::sort(exec, comm, wide, exchange);
  });
  expect_error_and_sort(ranks, "differ in exchange.transport", [&] {
    Distributed::Exchange exchange;
    if (odd) exchange.transport = Distributed::Transport::staging;
    Distributed::sort(exec, comm, wide, exchange);
  });
  expect_error_and_sort(ranks, "differ in the algorithm", [&] {
    odd ? Distributed::sort(exec, comm, wide, Algorithm::radix)
        : Distributed::sort(exec, comm, wide, Algorithm::sample);
  });
  expect_error_and_sort(ranks, "differ in the function they call", [&] {
    odd ? static_cast<void>(Distributed::is_sorted(exec, comm, wide))
        : Distributed::sort(exec, comm, wide);
  });
  expect_error_and_sort(
      ranks, "differ in the bytes of a key of argument 'keys': 8 and 24", [&] {
        Distributed::Plan<Memory> plan(exec, comm, wide);
        std::size_t const columns = odd ? 1 : 3;
        Kokkos::View<Key**, Memory> rows("rows", 100, columns);
        plan.apply(exec, rows, rows);
      });
  EXPECT_EQ(to_host(wide), own_keys(ranks));
}

/// The comparison of the ranks' signatures, also in a Kokkos with one space.
TEST(DistributedFaults, SpaceIsCompared) {
  namespace Impl = Distributed::Impl;
  struct OtherSpace {};
  Ranks const ranks;
  if (ranks.size == 1) return;  // one rank cannot differ from itself
  bool const odd         = ranks.rank == ranks.size - 1;
  auto const& comm       = Impl::communicator_of("f", ranks.comm);
  auto const differ_when = [&](bool here) {
    Impl::agree_on_error(
        comm, nullptr, "f",
        here ? Impl::signature_of<OtherSpace, Key, Impl::NoValue>(
                   "f", Distributed::Exchange{})
             : Impl::signature_of<Exec, Key, Impl::NoValue>(
                   "f", Distributed::Exchange{}));
  };
  EXPECT_NO_THROW(differ_when(false));
  expect_error_and_sort(ranks, "differ in the execution space",
                        [&] { differ_when(odd); });
}

#if defined(KOKKOS_ENABLE_SERIAL) &&                                        \
    (defined(KOKKOSSORT_TEST_ON_DEVICE) || defined(KOKKOS_ENABLE_OPENMP) || \
     defined(KOKKOS_ENABLE_THREADS))

/// Spaces differ in how many rounds of samples they take, among others.
TEST(DistributedFaults, SpacesDiffer) {
  using Other = Kokkos::Serial;
  static_assert(!std::is_same_v<Exec, Other>);
  Ranks const ranks;
  if (ranks.size == 1) return;  // one rank cannot differ from itself
  bool const odd  = ranks.rank == ranks.size - 1;
  auto const keys = to_device(own_keys(ranks));
  Kokkos::View<Key*, Other::memory_space> const others("others", 100);
  Kokkos::deep_copy(others, keys);
  expect_error_and_sort(ranks, "differ in the execution space", [&] {
    odd ? Distributed::sort(Other{}, ranks.comm, others)
        : Distributed::sort(Exec{}, ranks.comm, keys);
  });
  expect_error_and_sort(ranks, "differ in the execution space", [&] {
    if (odd)
      Distributed::Plan<Other::memory_space>(Other{}, ranks.comm, others);
    else
      Distributed::Plan<Memory>(Exec{}, ranks.comm, keys);
  });
  expect_error_and_sort(ranks, "differ in the execution space", [&] {
    static_cast<void>(odd ? Distributed::is_sorted(Other{}, ranks.comm, others)
                          : Distributed::is_sorted(Exec{}, ranks.comm, keys));
  });
  EXPECT_EQ(to_host(keys), own_keys(ranks));
}

#endif

TEST(DistributedFaults, BadArgumentsOnOneRank) {
  Ranks const ranks;
  bool const bad  = ranks.rank == ranks.size / 2;
  auto const keys = to_device(own_keys(ranks));
  Exec const exec;
  MPI_Comm const comm     = ranks.comm;
  std::string const where = "(on rank " + std::to_string(ranks.size / 2);
  expect_error_and_sort(
      ranks,
      "argument 'values' has extent 99, but 'keys' has extent 100 " + where,
      [&] {
        DeviceView<int> const values("values", bad ? 99 : 100);
        Distributed::sort_by_key(exec, comm, keys, values);
      });
  expect_error_and_sort(
      ranks, "argument 'keys_out' overlaps argument 'keys' " + where, [&] {
        DeviceView<Key> out("out", 100);
        if (bad) out = keys;
        Distributed::sort(exec, comm, keys, out);
      });
  expect_error_and_sort(ranks, "the extents of the output add up to", [&] {
    DeviceView<Key> const out("out", bad ? 99 : 100);
    Distributed::sort(exec, comm, keys, out);
  });
  expect_error_and_sort(ranks, "argument 'workspace' has 16 bytes", [&] {
    std::size_t const needed =
        Distributed::sort_workspace_size(exec, comm, keys);
    Distributed::sort(exec, comm, keys,
                      Workspace<Memory>(exec, bad ? 16 : needed));
  });
  expect_error_and_sort(ranks, "option bits(3, 3) must hold", [&] {
    static_cast<void>(Distributed::is_sorted(exec, comm, keys, bits(3, 3)));
  });
  expect_error_and_sort(ranks, "'exchange' has 3 levels, but 2 are the most",
                        [&] {
                          Distributed::Exchange exchange;
                          exchange.levels = 3;
                          Distributed::sort(exec, comm, keys, exchange);
                        });
  expect_error_and_sort(ranks, "KOKKOSSORT_TRANSPORT", [&] {
    if (bad) setenv("KOKKOSSORT_TRANSPORT", "pigeon", 1);
    auto const undo = std::shared_ptr<void>(
        nullptr, [](void*) { unsetenv("KOKKOSSORT_TRANSPORT"); });
    Distributed::sort(exec, comm, keys);
  });
  expect_error_and_sort(
      ranks, "has extent 3, but 'the plan' has extent 100 " + where, [&] {
        Distributed::Plan<Memory> plan(exec, comm, keys);
        DeviceView<Key> const payload("payload", bad ? 3 : 100);
        DeviceView<Key> const out("out", 100);
        plan.apply(exec, payload, out);
      });
  if (ranks.size > 2)
    expect_error_and_sort(
        ranks, "argument 'permutation' has a type of 1 bytes", [&] {
          DeviceView<std::uint8_t> const permutation("permutation", 100);
          Distributed::argsort(exec, comm, permutation, keys);
        });
  EXPECT_EQ(to_host(keys), own_keys(ranks));
}

/// Counts the copies of an order on the host, one of which throws.
struct Copies {
  static inline int left = -1;  ///< before the one that throws; < 0: none does
  static void count() {
    if (is_in_kernel()) return;
    if (left >= 0 && left-- == 0) throw std::runtime_error("no copy");
  }
};

struct CountedLess {
  CountedLess() = default;
  KOKKOS_FUNCTION CountedLess(CountedLess const&) {
    KOKKOS_IF_ON_HOST((Copies::count();))
  }
  KOKKOS_FUNCTION bool operator()(Key a, Key b) const { return a < b; }
};

/// Lets every copy throw in turn.
/// @param call takes the order
template <class Call>
static void expect_each_copy_agreed(Ranks const& ranks, Call const& call) {
  bool const bad = ranks.rank == ranks.size / 2;
  int failed     = 0;
  for (bool has_failed = true; has_failed; ++failed) {
    std::string text;
    try {
      CountedLess const order;
      Copies::left = bad ? failed : -1;
      call(order);
    } catch (std::exception const& error) {
      text = error.what();
    }
    Copies::left = -1;
    has_failed   = !text.empty();
    ASSERT_TRUE(ranks.same(text)) << "copy " << failed << ": " << text;
    if (has_failed) {
      ASSERT_NE(text.find("no copy (on rank"), std::string::npos) << text;
    }
  }
  EXPECT_GE(failed, 3);
}

/// The test leaves out is_sorted(), since Kokkos' reductions copy functors in
/// functions that may not throw.
TEST(DistributedFaults, OrderCannotBeCopied) {
  Ranks const ranks;
  auto const keys = to_device(own_keys(ranks));
  expect_each_copy_agreed(ranks, [&](CountedLess const& order) {
    Distributed::sort(Exec{}, ranks.comm, keys, order);
  });
  Distributed::Exchange two;
  two.levels = 2;
  expect_each_copy_agreed(ranks, [&](CountedLess const& order) {
    Distributed::sort(Exec{}, ranks.comm, keys, order, two);
  });
  expect_each_copy_agreed(ranks, [&](CountedLess const& order) {
    Distributed::Plan<Memory>(Exec{}, ranks.comm, keys, order);
  });
}

#if !defined(KOKKOSSORT_TEST_ON_DEVICE)

/// During its lifetime the process may allocate only `bytes` more memory.
class MemoryLimit {
 public:
  explicit MemoryLimit(std::size_t bytes) {
    getrlimit(RLIMIT_AS, &m_before);
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    rlimit limit   = m_before;
    limit.rlim_cur = pages * 4096 + bytes;
    setrlimit(RLIMIT_AS, &limit);
  }
  ~MemoryLimit() { setrlimit(RLIMIT_AS, &m_before); }

 private:
  rlimit m_before{};
};

TEST(DistributedFaults, OneRankIsShortOfMemory) {
  Ranks const ranks;
  bool const short_of = ranks.rank == ranks.size - 1;
  DeviceView<Key> const keys("keys", short_of ? 32 << 20 : 1000);
  expect_error_and_sort(ranks, "(on rank " + std::to_string(ranks.size - 1),
                        [&] {
                          std::unique_ptr<MemoryLimit> limit;
                          if (short_of)
                            limit = std::make_unique<MemoryLimit>(64 << 20);
                          Distributed::sort(Exec{}, ranks.comm, keys);
                        });
  expect_error_and_sort(ranks, "(on rank " + std::to_string(ranks.size - 1),
                        [&] {
                          std::unique_ptr<MemoryLimit> limit;
                          if (short_of)
                            limit = std::make_unique<MemoryLimit>(64 << 20);
                          Distributed::Plan<Memory>(Exec{}, ranks.comm, keys);
                        });
}

#endif

}  // namespace KokkosSort::Test::FaultsTest
