// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <distributed/ranks.hpp>

#include <functional>

// Plans by destination ranks, with several payloads in one exchange.

namespace KokkosSort::Test::PlanByRanksTest {

using Counts  = std::vector<std::size_t>;
using Targets = std::vector<int>;

/// Destination of element i of a rank; negative: none.
using Rule = std::function<int(int source, std::size_t i)>;

struct NamedRule {
  char const* name;
  Rule rule;
};

static std::vector<NamedRule> rules(int size) {
  auto const mix = [size](int source, std::size_t i) {
    return static_cast<int>(KokkosSort::Impl::splitmix64(
                                static_cast<std::uint64_t>(source) << 32 | i) %
                            static_cast<std::uint64_t>(size + 1));
  };
  return {{"random, some discarded",
           [=](int s, std::size_t i) { return mix(s, i) - 1; }},
          {"all to one", [=](int, std::size_t) { return size / 2; }},
          {"all discarded", [](int, std::size_t) { return -7; }},
          {"self", [](int s, std::size_t) { return s; }},
          {"self or discarded",
           [](int s, std::size_t i) { return i % 3 == 0 ? -1 : s; }},
          {"next", [=](int s, std::size_t) { return (s + 1) % size; }},
          {"few leave", [=](int s, std::size_t i) {
             return i % 97 == 5 ? (s + size - 1) % size : s;
           }}};
}

/// Element of another size for each N, which encodes an element's origin.
template <std::size_t N>
struct Bytes {
  std::array<unsigned char, N> data;
};
template <std::size_t N>
static Bytes<N> bytes_of(std::uint64_t origin) {
  Bytes<N> out{};
  for (std::size_t b = 0; b < N; ++b)
    out.data[b] = static_cast<unsigned char>(
        KokkosSort::Impl::splitmix64(origin + 1000 * b) & 0xff);
  return out;
}
template <std::size_t N>
static bool operator==(Bytes<N> const& a, Bytes<N> const& b) {
  return a.data == b.data;
}

static std::uint64_t origin_of(int rank, std::size_t i) {
  return static_cast<std::uint64_t>(rank) << 32 | i;
}

template <class T, class Make>
static DeviceView<T> filled(std::vector<std::uint64_t> const& origins,
                            Make const& make) {
  std::vector<T> values;
  for (auto const origin : origins) values.push_back(make(origin));
  return to_device(values);
}

static std::vector<std::uint64_t> own_origins(int rank, std::size_t n) {
  std::vector<std::uint64_t> origins;
  for (std::size_t i = 0; i < n; ++i) origins.push_back(origin_of(rank, i));
  return origins;
}

/// The origins that arrive, in order of (source rank, source index).
static std::vector<std::uint64_t> arriving(Ranks const& ranks,
                                           Counts const& counts,
                                           Rule const& rule) {
  std::vector<std::uint64_t> origins;
  for (int s = 0; s < ranks.size; ++s)
    for (std::size_t i = 0; i < counts[static_cast<std::size_t>(s)]; ++i)
      if (rule(s, i) == ranks.rank) origins.push_back(origin_of(s, i));
  return origins;
}

static void check_counts(Distributed::Plan<Memory> const& plan,
                         Ranks const& ranks, Counts const& counts,
                         Rule const& rule) {
  std::vector<std::size_t> from(counts.size()), to(counts.size());
  for (int s = 0; s < ranks.size; ++s)
    for (std::size_t i = 0; i < counts[static_cast<std::size_t>(s)]; ++i) {
      int const d = rule(s, i);
      if (d == ranks.rank) ++from[static_cast<std::size_t>(s)];
      if (s == ranks.rank && d >= 0) ++to[static_cast<std::size_t>(d)];
    }
  for (int r = 0; r < ranks.size; ++r) {
    EXPECT_EQ(plan.count_from(r), from[static_cast<std::size_t>(r)]);
    EXPECT_EQ(plan.count_to(r), to[static_cast<std::size_t>(r)]);
  }
}

static auto rows_view(std::size_t n) {
  return Kokkos::View<float* [3], Kokkos::LayoutLeft, Memory>("rows", n);
}

template <class Rank>
static void check_migration(Ranks const& ranks, Counts const& counts,
                            NamedRule const& named,
                            Distributed::Exchange const& exchange = {}) {
  SCOPED_TRACE(named.name);
  std::size_t const n = counts[static_cast<std::size_t>(ranks.rank)];
  Rule const& rule    = named.rule;
  std::vector<Rank> targets;
  for (std::size_t i = 0; i < n; ++i)
    targets.push_back(static_cast<Rank>(rule(ranks.rank, i)));
  Kokkos::View<Rank const*, Memory> const destinations = to_device(targets);
  Distributed::Plan<Memory> plan(Exec{}, ranks.comm,
                                 Distributed::to_ranks(destinations), exchange);
  auto const in  = own_origins(ranks.rank, n);
  auto const out = arriving(ranks, counts, rule);
  ASSERT_EQ(plan.extent_in(), n);
  ASSERT_EQ(plan.extent_out(), out.size());
  check_counts(plan, ranks, counts, rule);

  auto const one  = filled<Bytes<1>>(in, bytes_of<1>);
  auto const big  = filled<Bytes<64>>(in, bytes_of<64>);
  auto const odd  = filled<Bytes<7>>(in, bytes_of<7>);
  auto const id   = filled<std::uint64_t>(in, [](auto o) { return o; });
  auto const tag  = filled<short>(in, [](auto o) { return short(o % 9973); });
  auto const rows = rows_view(n);
  auto const host_rows = Kokkos::create_mirror_view(rows);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t c = 0; c < 3; ++c)
      host_rows(i, c) = static_cast<float>(i * 4 + c);
  Kokkos::deep_copy(rows, host_rows);

  std::size_t const m = out.size();
  DeviceView<Bytes<1>> const one_out("one", m);
  DeviceView<Bytes<64>> const big_out("big", m);
  DeviceView<Bytes<7>> const odd_out("odd", m);
  DeviceView<std::uint64_t> const id_out("id", m);
  DeviceView<short> const tag_out("tag", m);
  auto const rows_out = rows_view(m);
  plan.apply(Exec{}, gather(one, one_out), gather(id, id_out),
             gather(rows, rows_out), gather(big, big_out), gather(tag, tag_out),
             gather(odd, odd_out));
  ASSERT_EQ(to_host(id_out), out);
  EXPECT_TRUE(to_host(one_out) == to_host(filled<Bytes<1>>(out, bytes_of<1>)));
  EXPECT_TRUE(to_host(big_out) ==
              to_host(filled<Bytes<64>>(out, bytes_of<64>)));
  EXPECT_TRUE(to_host(odd_out) == to_host(filled<Bytes<7>>(out, bytes_of<7>)));
  auto const tags = to_host(tag_out);
  auto const host_rows_out =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, rows_out);
  for (std::size_t i = 0; i < m; ++i) {
    ASSERT_EQ(tags[i], short(out[i] % 9973));
    for (std::size_t c = 0; c < 3; ++c)
      ASSERT_EQ(host_rows_out(i, c),
                static_cast<float>((out[i] & 0xffffffffu) * 4 + c));
  }
  DeviceView<std::uint64_t> const alone("alone", m);
  plan.apply(Exec{}, id, alone);
  EXPECT_EQ(to_host(alone), out);

  // Back: rows of discarded elements stay.
  DeviceView<std::uint64_t> const id_back("id", n);
  DeviceView<Bytes<7>> const odd_back("odd", n);
  Kokkos::deep_copy(id_back, ~std::uint64_t{0});
  plan.apply_inverse(Exec{}, gather(odd_out, odd_back),
                     gather(id_out, id_back));
  auto const ids  = to_host(id_back);
  auto const odds = to_host(odd_back);
  for (std::size_t i = 0; i < n; ++i) {
    bool const kept = rule(ranks.rank, i) >= 0;
    ASSERT_EQ(ids[i], kept ? in[i] : ~std::uint64_t{0});
    ASSERT_TRUE(odds[i] == (kept ? bytes_of<7>(in[i]) : Bytes<7>{}));
  }
  Kokkos::deep_copy(id_back, 5);
  plan.apply_inverse(Exec{}, id_out, id_back);
  auto const once_more = to_host(id_back);
  for (std::size_t i = 0; i < n; ++i)
    ASSERT_EQ(once_more[i], rule(ranks.rank, i) >= 0 ? in[i] : 5);
}

TEST(DistributedPlanByRanks, Migrates) {
  Ranks const ranks;
  for (auto const share :
       {Share::balanced, Share::one_has_all, Share::alternating})
    for (std::size_t const n : {0u, 3u, 4001u}) {
      auto const counts = counts_of(share, n, ranks.size);
      for (auto const& named : rules(ranks.size)) {
        check_migration<int>(ranks, counts, named);
        check_migration<std::int8_t>(ranks, counts, named);
      }
    }
}

TEST(DistributedPlanByRanks, ManyElementsAndTransports) {
  Ranks const ranks;
  Counts const counts(static_cast<std::size_t>(ranks.size), 70001);
  Distributed::Exchange exchange;
  check_migration<int>(ranks, counts, rules(ranks.size)[0], exchange);
  exchange.chunk_bytes = 1000;
  check_migration<long long>(ranks, counts, rules(ranks.size)[6], exchange);
  exchange.transport = Distributed::Transport::staging;
  check_migration<int>(ranks, counts, rules(ranks.size)[0], exchange);
}

/// Element i of a rank goes to i % 4 ranks, of which one in five is skipped.
static Targets copies_of(int source, std::size_t i, int size) {
  Targets out;
  for (std::size_t c = 0; c < i % 4; ++c) {
    auto const word =
        KokkosSort::Impl::splitmix64(origin_of(source, i) * 4 + c);
    out.push_back(
        word % 5 == 0
            ? -1
            : static_cast<int>(word / 5 % static_cast<std::uint64_t>(size)));
  }
  return out;
}

static void check_copies(Ranks const& ranks, Counts const& counts) {
  std::size_t const n = counts[static_cast<std::size_t>(ranks.rank)];
  std::vector<int> offsets{0};
  Targets targets;
  for (std::size_t i = 0; i < n; ++i) {
    for (int const d : copies_of(ranks.rank, i, ranks.size))
      targets.push_back(d);
    offsets.push_back(static_cast<int>(targets.size()));
  }
  Distributed::Plan<Memory> plan(
      Exec{}, ranks.comm,
      Distributed::to_ranks(to_device(offsets), to_device(targets)));
  std::vector<std::uint64_t> expected;
  for (int s = 0; s < ranks.size; ++s)
    for (std::size_t i = 0; i < counts[static_cast<std::size_t>(s)]; ++i)
      for (int const d : copies_of(s, i, ranks.size))
        if (d == ranks.rank) expected.push_back(origin_of(s, i));
  ASSERT_EQ(plan.extent_in(), n);
  ASSERT_EQ(plan.extent_out(), expected.size());
  auto const id = to_device(own_origins(ranks.rank, n));
  DeviceView<std::uint64_t> const id_out("id", expected.size());
  plan.apply(Exec{}, id, id_out);
  EXPECT_EQ(to_host(id_out), expected);
  std::string text;
  try {
    plan.apply_inverse(Exec{}, id_out, id);
  } catch (std::invalid_argument const& error) {
    text = error.what();
  }
  EXPECT_NE(text.find("has no inverse"), std::string::npos) << text;
  EXPECT_TRUE(ranks.same(text));
}

TEST(DistributedPlanByRanks, ElementsGoToSeveralRanks) {
  Ranks const ranks;
  for (auto const share :
       {Share::balanced, Share::one_has_all, Share::alternating})
    for (std::size_t const n : {0u, 3u, 4001u})
      check_copies(ranks, counts_of(share, n, ranks.size));
}

TEST(DistributedPlanByRanks, SortedOrderMovesPayloadsTogether) {
  Ranks const ranks;
  std::size_t const n = 10007;
  Part const in(Share::slope, n, ranks);
  Part const out(Share::balanced, n, ranks);
  Input<double> const input(n, in, Workload::Distribution::two_values);
  auto const keys   = to_device(input.keys);
  auto const places = to_device(input.places);
  Distributed::Plan<Memory> plan(Exec{}, ranks.comm, keys, out.count);
  DeviceView<double> const keys_out("keys", out.count);
  DeviceView<std::uint64_t> const places_out("places", out.count);
  plan.apply(Exec{}, gather(keys, keys_out), gather(places, places_out));
  auto const print = ranks.sum(fingerprint_of(input.keys, input.places));
  expect_sorted(ranks, to_host(keys_out), to_host(places_out), print,
                KeyTraits<double>::Less{});
  DeviceView<double> const keys_back("keys", in.count);
  DeviceView<std::uint64_t> const places_back("places", in.count);
  plan.apply_inverse(Exec{}, gather(places_out, places_back),
                     gather(keys_out, keys_back));
  EXPECT_TRUE(to_host(keys_back) == input.keys);
  EXPECT_EQ(to_host(places_back), input.places);
}

TEST(DistributedPlanByRanks, Errors) {
  Ranks const ranks;
  bool const bad = ranks.rank == ranks.size / 2;
  Targets targets(100, 0);
  auto const plan = [&](auto const&... views) {
    Distributed::Plan<Memory> made(Exec{}, ranks.comm,
                                   Distributed::to_ranks(views...));
  };
  if (bad) targets[37] = targets[60] = ranks.size;
  expect_error(ranks,
               "argument 'ranks' has " + std::to_string(ranks.size) +
                   " at index 37, but there are " + std::to_string(ranks.size) +
                   " ranks (on rank " + std::to_string(ranks.size / 2),
               [&] { plan(to_device(targets)); });
  targets.assign(100, 0);
  for (int const wrong : {0, 50, 100}) {
    std::vector<unsigned> offsets(101);
    for (unsigned i = 0; i <= 100; ++i) offsets[i] = i;
    auto const at = static_cast<std::size_t>(wrong);
    if (bad) offsets[at] = wrong == 50 ? 48 : 99 - offsets[at] / 2;
    expect_error(ranks,
                 "argument 'offsets' has " +
                     std::to_string(wrong == 50 ? 48 : 99 - wrong / 2) +
                     " at index " + std::to_string(wrong) +
                     ", but offsets rise from 0 to 100",
                 [&] { plan(to_device(offsets), to_device(targets)); });
  }
  expect_error(ranks, "argument 'offsets' has extent 0", [&] {
    plan(to_device(std::vector<int>(bad ? 0 : 101, 0)), to_device(Targets{}));
  });
  if (ranks.size > 1)
    expect_error(ranks, "differ in the function they call", [&] {
      bad ? plan(to_device(targets))
          : plan(to_device(std::vector<int>{0}), to_device(Targets{}));
    });
  Distributed::Plan<Memory> good(Exec{}, ranks.comm,
                                 Distributed::to_ranks(to_device(targets)));
  DeviceView<int> const in("in", 100), out("out", good.extent_out());
  DeviceView<float> const odd("odd", bad ? 99 : 100);
  DeviceView<float> const odd_out("odd", good.extent_out());
  expect_error(
      ranks,
      "argument 'payloads[1].source' has extent 99, but 'the plan' "
      "has extent 100",
      [&] { good.apply(Exec{}, gather(in, out), gather(odd, odd_out)); });
  expect_error(ranks, "argument 'payload_out' has extent", [&] {
    good.apply(Exec{}, in,
               DeviceView<int>("short", good.extent_out() + (bad ? 1 : 0)));
  });
}

}  // namespace KokkosSort::Test::PlanByRanksTest
