// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <distributed/ranks.hpp>

#include <cstdlib>

// Every transport, with messages split as those above 2^31 bytes are.

namespace KokkosSort::Test::TransportTest {

using Distributed::Exchange;
using Distributed::GpuAware;
using Distributed::Transport;
using Workload::Distribution;

static void check(std::size_t n, Exchange const& exchange) {
  SCOPED_TRACE("transport " +
               std::to_string(static_cast<int>(exchange.transport)) +
               ", chunks of " + std::to_string(exchange.chunk_bytes));
  using Key = std::uint32_t;
  SortCase<Key> const one(Ranks{}, n, Share::slope, Share::balanced,
                          Distribution::uniform);
  Distributed::Plan<Memory> plan(Exec{}, one.ranks.comm, one.keys,
                                 one.keys_out.extent(0), exchange);
  plan.apply(Exec{}, one.keys, one.keys_out);
  plan.apply(Exec{}, one.places, one.places_out);
  one.expect_result();
  one.sort(exchange);
  one.expect_result();
}

/// MPI moves the memory of a host, and that of a device if it reports so.
static std::vector<Transport> transports() {
  std::vector<Transport> all{Transport::automatic, Transport::staging};
  if (Distributed::Impl::is_host_memory_v<Exec> ||
      Distributed::Impl::mpi_takes_memory_of(Exec::name()))
    all.push_back(Transport::mpi);
  return all;
}

TEST(DistributedTransport, Chunks) {
  for (Transport const transport : transports()) {
    check(200, {transport, GpuAware::automatic, 1});
    check(2001, {transport, GpuAware::automatic, 7});
    check(20011, {transport, GpuAware::automatic, 64});
    check(20011, {transport, GpuAware::automatic, 4096});
    check(20011, {transport, GpuAware::automatic, 0});
  }
}

struct Variable {
  Variable(char const* name, char const* value) : m_name(name) {
    setenv(name, value, 1);
  }
  ~Variable() { unsetenv(m_name); }
  char const* m_name;
};

TEST(DistributedTransport, Environment) {
  Variable const transport("KOKKOSSORT_TRANSPORT", "staging");
  Variable const chunk("KOKKOSSORT_CHUNK_BYTES", "100");
  Exchange const found = Distributed::Impl::with_environment("f", {});
  EXPECT_EQ(found.transport, Transport::staging);
  EXPECT_EQ(found.chunk_bytes, 100u);
  check(3001, {});
  Exchange const given = Distributed::Impl::with_environment(
      "f", {Transport::mpi, GpuAware::off, 5});
  EXPECT_EQ(given.transport, Transport::mpi);
  EXPECT_EQ(given.gpu_aware, GpuAware::off);
  EXPECT_EQ(given.chunk_bytes, 5u);
}

TEST(DistributedTransport, Taken) {
  Ranks const ranks;
  Exec const exec;
  auto const taken = [&](Exchange const& exchange) {
    return Distributed::transport_taken(exec, ranks.comm, exchange);
  };
  EXPECT_EQ(taken({Transport::staging}), Transport::staging);
  EXPECT_NE(taken({}), Transport::automatic);
  if (Distributed::Impl::is_host_memory_v<Exec>) {
    EXPECT_EQ(taken({}), Transport::mpi);
  }
  Variable const staging("KOKKOSSORT_TRANSPORT", "staging");
  EXPECT_EQ(Distributed::transport_taken(exec, ranks.comm), Transport::staging);
}

TEST(DistributedTransport, Reason) {
  Ranks const ranks;
  auto const reason = [&](Exchange const& exchange) {
    return Distributed::transport_reason(Exec{}, ranks.comm, exchange);
  };
  EXPECT_EQ(reason({Transport::staging}), "staging, by the option of the call");
  if (Distributed::Impl::is_host_memory_v<Exec>) {
    EXPECT_EQ(reason({}), "mpi, for memory of the host");
  }
  Variable const staging("KOKKOSSORT_TRANSPORT", "staging");
  EXPECT_EQ(reason({}), "staging, by KOKKOSSORT_TRANSPORT");
}

/// Parts of any length, among them empty ones and a rank's own, by the common
/// interface of all transports.
TEST(DistributedTransport, SendCounts) {
  namespace Impl = Distributed::Impl;
  Ranks const ranks;
  Impl::Communicator& comm = Impl::communicator_of("f", ranks.comm);
  auto const count         = [&](int from, int to) {
    return static_cast<std::uint64_t>((from * 7 + to * 3 + 2) % 5) * 13;
  };
  std::vector<std::uint64_t> sends, receives;
  std::vector<std::uint64_t> sent;
  for (int r = 0; r < ranks.size; ++r) {
    sends.push_back(count(ranks.rank, r));
    receives.push_back(count(r, ranks.rank));
    for (std::uint64_t i = 0; i < sends.back(); ++i)
      sent.push_back(static_cast<std::uint64_t>(ranks.rank * 1000 + r) * 1000 +
                     i);
  }
  auto const send    = Impl::SendCounts::of_counts(sends);
  auto const receive = Impl::SendCounts::of_counts(receives);
  auto const check = [&](Impl::TransportChoice const& choice, auto const& parts,
                         auto const& at, std::uint64_t room) {
    auto const from = to_device(sent);
    DeviceView<std::uint64_t> const to("to", room);
    Impl::exchange(comm, Exec{}, choice, parts, from.data(), at, to.data(),
                   sizeof(std::uint64_t));
    Exec{}.fence();
    auto const received = to_host(to);
    for (int r = 0; r < ranks.size; ++r)
      for (std::uint64_t i = 0; i < at.count(r); ++i)
        ASSERT_EQ(received[at.begin(r) + i],
                  static_cast<std::uint64_t>(r * 1000 + ranks.rank) * 1000 + i);
  };
  auto const check_both = [&](Impl::TransportChoice const& choice) {
    check(choice, send, receive, receive.total());
    Impl::AlignedDisplacements const slots = Impl::arriving(comm, send);
    for (int r = 0; r < ranks.size; ++r)
      ASSERT_EQ(slots.count(r), receive.count(r));
    check(choice, Impl::AlignedDisplacements(send, true), slots,
          receive.total() + Impl::AlignedDisplacements::gaps(ranks.size));
  };
  for (Transport const transport : transports()) {
    Impl::TransportChoice const choice = Impl::choose_transport<Exec>(
        "f", comm, {transport, GpuAware::automatic, 24});
    check_both(choice);
    if (choice.transport != Transport::staging) continue;
    int const next = (ranks.rank + 1) % ranks.size;
    EXPECT_EQ(comm.rings().reaches(next), ranks.size > 1);
    // As between nodes of two ranks, and of one.
    for (int const neighbors : {2, 1}) {
      comm.rings().release();
      comm.rings().connect(comm.get(), 24, Impl::pinning_of<Exec>(), neighbors);
      EXPECT_EQ(comm.rings().reaches(next),
                neighbors == 2 && ranks.rank / 2 == next / 2 && ranks.size > 1);
      check_both(choice);
    }
    comm.rings().release();
  }
}

}  // namespace KokkosSort::Test::TransportTest
