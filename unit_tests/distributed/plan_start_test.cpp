// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <distributed/ranks.hpp>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

// Moves of payloads that start in one call and end in another.

namespace KokkosSort::Test::PlanStartTest {

using Distributed::Exchange;
using Distributed::Plan;
using Distributed::Transport;
using Workload::Distribution;
using Words = DeviceView<std::uint64_t>;
using Rows  = Kokkos::View<double**, Kokkos::LayoutLeft, Memory>;

constexpr std::uint64_t untouched = 77;

/// Keys of a plan over all ranks, and two payloads of them.
struct Case {
  Part in, out;
  DeviceView<std::uint64_t> keys;
  Words words, words_out;
  Rows rows, rows_out;

  Case(Ranks const& ranks, std::size_t n, Distribution distribution)
      : in(Share::slope, n, ranks), out(Share::balanced, n, ranks) {
    Input<std::uint64_t> const input(n, in, distribution);
    keys                  = to_device(input.keys);
    words                 = Words("words", in.count);
    rows                  = Rows("rows", in.count, 3);
    words_out             = Words("words_out", out.count);
    rows_out              = Rows("rows_out", out.count, 3);
    auto const host_words = Kokkos::create_mirror_view(words);
    auto const host_rows  = Kokkos::create_mirror_view(rows);
    for (std::size_t i = 0; i < in.count; ++i) {
      host_words(i) = input.places[i];
      for (std::size_t c = 0; c < 3; ++c)
        host_rows(i, c) = static_cast<double>(3 * input.places[i] + c);
    }
    Kokkos::deep_copy(words, host_words);
    Kokkos::deep_copy(rows, host_rows);
    clear_results();
  }

  Plan<Memory> plan(Ranks const& ranks, Exchange const& exchange = {}) const {
    return {Exec{}, ranks.comm, keys, out.count, exchange};
  }
  void clear_results() const {
    Kokkos::deep_copy(words_out, untouched);
    Kokkos::deep_copy(rows_out, -1.0);
  }
  bool results_are_untouched() const {
    for (auto const word : to_host(words_out))
      if (word != untouched) return false;
    return true;
  }
  std::vector<double> host_rows_out() const {
    // Column by column.
    auto const host =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, rows_out);
    std::vector<double> all;
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t i = 0; i < host.extent(0); ++i)
        all.push_back(host(i, c));
    return all;
  }
};

/// Another exchange over the same communicator, between start() and wait().
void sort_meanwhile(Ranks const& ranks) {
  Part const part(Share::balanced, 30011, ranks);
  Input<std::uint32_t> const input(30011, part, Distribution::uniform);
  auto const keys = to_device(input.keys);
  Distributed::sort(Exec{}, ranks.comm, keys);
  EXPECT_TRUE(Distributed::is_sorted(Exec{}, ranks.comm, keys));
}

/// A started move has the results of a whole one, whatever happens meanwhile.
void check(Ranks const& ranks, std::size_t n, Distribution distribution,
           Exchange const& exchange) {
  SCOPED_TRACE(std::to_string(n) + " elements, chunks of " +
               std::to_string(exchange.chunk_bytes));
  Case const a(ranks, n, distribution);
  auto whole = a.plan(ranks, exchange);
  whole.apply(Exec{}, gather(a.words, a.words_out), gather(a.rows, a.rows_out));
  auto const words = to_host(a.words_out);
  auto const rows  = a.host_rows_out();
  auto const given = to_host(a.words);
  a.clear_results();

  auto plan  = a.plan(ranks, exchange);
  auto other = a.plan(ranks, exchange);
  Words const other_out("other_out", a.out.count);
  plan.start(Exec{}, gather(a.words, a.words_out), gather(a.rows, a.rows_out));
  EXPECT_TRUE(a.results_are_untouched());
  other.start(Exec{}, a.words, other_out);
  Kokkos::deep_copy(a.words, 1u);
  Kokkos::deep_copy(a.rows, 0.0);
  sort_meanwhile(ranks);
  // Plans may move while rows are in flight, and end in any order.
  Plan<Memory> moved = std::move(plan);
  other.wait();
  moved.wait();
  EXPECT_TRUE(to_host(other_out) == words);
  EXPECT_TRUE(to_host(a.words_out) == words);
  EXPECT_TRUE(a.host_rows_out() == rows);

  moved.start_inverse(Exec{}, gather(a.words_out, a.words));
  Kokkos::deep_copy(a.words_out, 2u);
  sort_meanwhile(ranks);
  moved.wait();
  EXPECT_TRUE(to_host(a.words) == given);
}

TEST(DistributedPlanStart, EndsAsAWholeMove) {
  Ranks const ranks;
  for (std::size_t const n : {0, 1, 7, 10007})
    check(ranks, n, Distribution::uniform, {});
  check(ranks, 10007, Distribution::two_values, {});
  // More messages than an exchange has open at once.
  Exchange chunks;
  chunks.chunk_bytes = 4096;
  check(ranks, 60013, Distribution::uniform, chunks);
  Exchange staging;
  staging.transport = Transport::staging;
  check(ranks, 30011, Distribution::uniform, staging);
}

/// Rows that no buffer had before, in messages that only wait() can receive.
TEST(DistributedPlanStart, WaitsForTheRows) {
  Ranks const ranks;
  constexpr std::size_t columns = 16;
  Case const a(ranks, 100003, Distribution::uniform);
  using Matrix = Kokkos::View<std::uint64_t**, Kokkos::LayoutRight, Memory>;
  Matrix const from("from", a.in.count, columns);
  Matrix const started("started", a.out.count, columns);
  Matrix const whole("whole", a.out.count, columns);
  auto const host = Kokkos::create_mirror_view(from);
  for (std::size_t i = 0; i < a.in.count; ++i)
    for (std::size_t c = 0; c < columns; ++c)
      host(i, c) = ((a.in.begin + i) * columns + c) * 0x9e3779b97f4a7c15u;
  Kokkos::deep_copy(from, host);
  auto plan = a.plan(ranks);
  plan.start(Exec{}, from, started);
  plan.wait();
  plan.apply(Exec{}, from, whole);
  auto const found =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, started);
  auto const right =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, whole);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < a.out.count; ++i)
    for (std::size_t c = 0; c < columns; ++c)
      wrong += found(i, c) != right(i, c) ? 1 : 0;
  EXPECT_EQ(wrong, 0u);
}

TEST(DistributedPlanStart, MigratesByRanks) {
  Ranks const ranks;
  constexpr std::size_t n = 5003;
  std::vector<int> to(n);
  std::vector<std::uint64_t> values(n);
  for (std::size_t i = 0; i < n; ++i) {
    to[i]     = static_cast<int>(i % static_cast<std::size_t>(ranks.size));
    values[i] = static_cast<std::uint64_t>(ranks.rank) * n + i;
  }
  Plan<Memory> plan(Exec{}, ranks.comm, Distributed::to_ranks(to_device(to)));
  auto const from = to_device(values);
  Words const whole("whole", plan.extent_out());
  Words const started("started", plan.extent_out());
  plan.apply(Exec{}, from, whole);
  plan.start(Exec{}, from, started);
  Kokkos::deep_copy(from, 0u);
  plan.wait();
  EXPECT_TRUE(to_host(started) == to_host(whole));
  plan.start_inverse(Exec{}, gather(started, from));
  plan.wait();
  EXPECT_TRUE(to_host(from) == values);
}

template <class Error, class Call>
std::string refusal_of(Call const& call) {
  try {
    call();
  } catch (Error const& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(DistributedPlanStart, OneMoveAtATime) {
  Ranks const ranks;
  Case const a(ranks, 1009, Distribution::uniform);
  auto plan = a.plan(ranks);
  EXPECT_NE(refusal_of<std::logic_error>([&] {
              plan.wait();
            }).find("Plan::wait: the plan has started no move"),
            std::string::npos);
  plan.start(Exec{}, a.words, a.words_out);
  auto const refuses = [&](auto const& call) {
    std::string const text = refusal_of<std::invalid_argument>(call);
    EXPECT_NE(text.find("has started a move, so it takes wait() next"),
              std::string::npos)
        << text;
    EXPECT_TRUE(ranks.same(text));
  };
  refuses([&] { plan.start(Exec{}, a.words, a.words_out); });
  refuses([&] { plan.apply(Exec{}, a.words, a.words_out); });
  refuses([&] { plan.apply_inverse(Exec{}, a.words_out, a.words); });
  // A copy has the same buffers.
  auto copy = plan;
  refuses([&] { copy.apply(Exec{}, a.words, a.words_out); });
  plan.wait();
  EXPECT_FALSE(a.results_are_untouched() && a.out.count > 0);
  EXPECT_THROW(plan.wait(), std::logic_error);
  Words const again("again", a.out.count);
  plan.apply(Exec{}, a.words, again);
  EXPECT_TRUE(to_host(again) == to_host(a.words_out));
}

/// A plan whose move has not ended takes its messages along when it goes.
TEST(DistributedPlanStart, GoesWithoutWait) {
  Ranks const ranks;
  Case const a(ranks, 200003, Distribution::uniform);
  {
    auto plan = a.plan(ranks);
    plan.start(Exec{}, gather(a.words, a.words_out),
               gather(a.rows, a.rows_out));
  }
  EXPECT_TRUE(a.results_are_untouched());
  check(ranks, 10007, Distribution::uniform, {});
}

}  // namespace KokkosSort::Test::PlanStartTest
