// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <distributed/ranks.hpp>

#include <algorithm>

// Allocations of a sort. A rank never holds more than twice its keys, its own
// among them, and memory that grows more slowly than they do.

namespace KokkosSort::Test::MemoryTest {

using Workload::Distribution;

/// Bytes that Kokkos has allocated, and their maximum.
struct Allocated {
  static inline std::uint64_t now  = 0;
  static inline std::uint64_t most = 0;

  static void add(Kokkos_Profiling_SpaceHandle, char const*, void const*,
                  std::uint64_t bytes) {
    now += bytes;
    most = std::max(most, now);
  }
  static void remove(Kokkos_Profiling_SpaceHandle, char const*, void const*,
                     std::uint64_t bytes) {
    now -= std::min(now, bytes);
  }
};

class CountAllocations {
 public:
  CountAllocations() {
    Allocated::now  = 0;
    Allocated::most = 0;
    Kokkos::Tools::Experimental::set_allocate_data_callback(&Allocated::add);
    Kokkos::Tools::Experimental::set_deallocate_data_callback(
        &Allocated::remove);
  }
  ~CountAllocations() {
    Kokkos::Tools::Experimental::set_allocate_data_callback(nullptr);
    Kokkos::Tools::Experimental::set_deallocate_data_callback(nullptr);
  }
};

/// Returns 2 %, 768 KiB for samples and their sort, and the memory in which
/// each thread of a host sorts.
static double little(double bytes) {
  double const threads =
      Distributed::Impl::is_host_memory_v<Exec> ? Exec{}.concurrency() : 0;
  return bytes / 50 + 768 * 1024 + threads * 1536 * 1024;
}

/// On a device radix sort counts the digits of its tiles, in 4 KiB per tile of
/// 32 KiB. The blocks of a host's sort are not full at their ends.
static double counters(double bytes) {
  return bytes / (Distributed::Impl::is_host_memory_v<Exec> ? 16 : 8);
}

TEST(DistributedMemory, TwiceTheKeys) {
  using Key = std::uint64_t;
  Ranks const ranks;
  // Few ranks have so many keys that two bytes per key would show.
  std::size_t const own = (std::size_t{1} << (ranks.size < 8 ? 21 : 19));
  std::size_t const n   = own * static_cast<std::size_t>(ranks.size);
  // No earlier call has memory of it.
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(ranks.comm, &comm);
  for (auto const distribution :
       {Distribution::uniform, Distribution::zero, Distribution::zipf,
        Distribution::staggered}) {
    auto const keys = [&] {
      Workload::KeySource<Key> const source(distribution, n);
      std::vector<Key> values(own);
      for (std::size_t i = 0; i < own; ++i)
        values[i] = source(static_cast<std::size_t>(ranks.rank) * own + i);
      return to_device(values);
    }();
    double const array = static_cast<double>(own * sizeof(Key));
    CountAllocations const count;
    Distributed::sort(Exec{}, comm, keys);
    // Kokkos does not count memory that other ranks can read.
    double const most = static_cast<double>(
        Allocated::most +
        Distributed::Impl::communicator_of("test", comm).peers().bytes());
    EXPECT_LE(most, array + counters(array) + little(array));
    EXPECT_GE(most, array) << "not counted";
  }
  MPI_Comm_free(&comm);
}

/// One rank has all keys: the others allocate for the keys that they get.
TEST(DistributedMemory, FollowsTheKeysOfARank) {
  using Key = std::uint64_t;
  Ranks const ranks;
  std::size_t const n =
      (std::size_t{1} << 16) * static_cast<std::size_t>(ranks.size);
  Part const in(Share::one_has_all, n, ranks);
  Input<Key> const input(n, in, Distribution::uniform);
  auto const keys = to_device(input.keys);
  DeviceView<Key> const out("out", Part(Share::balanced, n, ranks).count);
  double const most = static_cast<double>(
      std::max(keys.extent(0), out.extent(0)) * sizeof(Key));
  CountAllocations const count;
  Distributed::sort(Exec{}, ranks.comm, keys, out);
  double const array = static_cast<double>(out.extent(0) * sizeof(Key));
  EXPECT_LE(static_cast<double>(Allocated::most),
            most + counters(most) + little(array));
  EXPECT_GE(static_cast<double>(Allocated::most), most) << "not counted";
}

}  // namespace KokkosSort::Test::MemoryTest
