// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <distributed/ranks.hpp>
#include <distributed/soak_faults.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <random>
#include <string>

// One call over all ranks, in which one of them meets a fault. Call, input,
// fault and its moment are drawn from the seed KOKKOSSORT_SOAK_SEED. The result
// must be right, unless the fault causes an error. Then all ranks throw the
// same error and the next call works, or the job ends. The script soak.py runs
// many draws and checks that each ends in time.

namespace KokkosSort::Test::Soak {

using Key = std::uint64_t;
using Workload::Distribution;

enum class Call {
  sort,
  sort_into,
  sort_by_key,
  plan,
  plan_by_ranks,
  argsort,
  count
};

inline constexpr std::array<char const*, 6> call_names{
    "sort", "sort_into", "sort_by_key", "plan", "plan_by_ranks", "argsort"};
inline constexpr std::array<Distribution, 5> distributions{
    Distribution::uniform, Distribution::zero, Distribution::two_values,
    Distribution::zipf, Distribution::sorted};

/// Less, each copy of which is a moment for the fault.
struct SoakLess {
  SoakLess() = default;
  SoakLess(SoakLess const&) {
    if (!is_in_kernel()) moment(Moment::copy);
  }
  KOKKOS_FUNCTION bool operator()(Key a, Key b) const { return a < b; }
};

/// Equal on all ranks, which draw it from the same seed.
struct Draw {
  Call call;
  Fault fault;
  std::size_t n;
  Distribution distribution;
  Share before, after;
  Distributed::Exchange exchange;
  bool by_comparator;  ///< and not by the bits of the keys
  bool is_cold;        ///< on a communicator that is new to the library
  bool is_lasting;     ///< all allocations after the first that fails fail too
  int victim;
  double moment;  ///< as a fraction of the victim's moments in a call without a
                  ///< fault

  Draw(std::uint64_t seed, int ranks) {
    std::mt19937_64 random(seed);
    auto const below = [&](std::uint64_t bound) { return random() % bound; };
    fault            = static_cast<Fault>(below(fault_count));
    call             = static_cast<Call>(below(call_names.size()));
    n = std::array<std::size_t, 5>{0, 3, 1000, 20011, 300007}[below(5)];
    distribution         = distributions[below(distributions.size())];
    before               = shares[below(shares.size())];
    after                = shares[below(shares.size())];
    exchange.levels      = 1 + below(2);
    exchange.chunk_bytes = std::array<std::size_t, 3>{0, 1000, 65536}[below(3)];
    exchange.transport   = below(2) == 0 ? Distributed::Transport::automatic
                                         : Distributed::Transport::staging;
    by_comparator        = fault == Fault::exception || below(3) == 0;
    is_cold              = below(2) == 0;
    is_lasting           = below(2) == 0;
    victim = static_cast<int>(below(static_cast<std::uint64_t>(ranks)));
    moment = static_cast<double>(below(1 << 20)) / (1 << 20);
  }

  std::string text(std::uint64_t seed, int ranks) const {
    return "seed " + std::to_string(seed) + ": " +
           call_names[static_cast<std::size_t>(call)] + " of " +
           std::to_string(n) + " " +
           std::string(Workload::name_of(distribution)) + " on " +
           std::to_string(ranks) + ", shares " +
           std::to_string(static_cast<int>(before)) + " " +
           std::to_string(static_cast<int>(after)) + ", levels " +
           std::to_string(exchange.levels) + ", chunk " +
           std::to_string(exchange.chunk_bytes) + ", transport " +
           std::to_string(static_cast<int>(exchange.transport)) +
           (by_comparator ? ", comparator" : ", bits") +
           (is_cold ? ", cold" : ", warm") + (is_lasting ? ", lasting" : "") +
           "; fault " + fault_name(fault) + " on rank " +
           std::to_string(victim) + " at " + std::to_string(moment);
  }
};

/// Input and output of one call.
class Case {
 public:
  Case(Draw const& draw, Ranks const& ranks)
      : m_draw(draw),
        m_ranks(ranks),
        m_in(draw.before, draw.n, ranks),
        m_out(in_place() ? draw.before : draw.after, draw.n, ranks),
        m_input(draw.n, m_in, draw.distribution),
        m_keys(to_device(m_input.keys)),
        m_places(to_device(m_input.places)),
        m_targets(to_device(targets())),
        m_keys_out("keys_out", m_out.count),
        m_places_out("places_out", m_out.count) {}

  void run(MPI_Comm comm) {
    if (m_draw.by_comparator) {
      run_by(comm, SoakLess{});
    } else {
      run_by(comm, ascending);
    }
  }

  void expect_right() const {
    auto const print =
        m_ranks.sum(fingerprint_of(m_input.keys, m_input.places));
    switch (m_draw.call) {
      case Call::sort: check_keys(m_keys); break;
      case Call::sort_into: check_keys(m_keys_out); break;
      case Call::argsort: check_permutation(); break;
      case Call::plan_by_ranks: check_migration(); break;
      default:
        expect_sorted(m_ranks, to_host(m_keys_out), to_host(m_places_out),
                      print, KeyTraits<Key>::Less{});
    }
  }

 private:
  bool in_place() const { return m_draw.call == Call::sort; }

  /// The rank of the output that has the position of each element.
  std::vector<int> targets() const {
    std::vector<int> ranks;
    auto const counts = counts_of(m_draw.after, m_draw.n, m_ranks.size);
    std::size_t rank  = 0;
    std::size_t end   = counts[0];
    for (std::uint64_t const place : m_input.places) {
      while (place >= end) end += counts[++rank];
      ranks.push_back(static_cast<int>(rank));
    }
    return ranks;
  }

  template <class Order>
  void run_by(MPI_Comm comm, Order const& order) {
    Exec const exec;
    Distributed::Exchange const& exchange = m_draw.exchange;
    switch (m_draw.call) {
      case Call::sort:
        Distributed::sort(exec, comm, m_keys, order, exchange);
        break;
      case Call::sort_into:
        Distributed::sort(exec, comm, m_keys, m_keys_out, order, exchange);
        break;
      case Call::sort_by_key:
        Distributed::sort_by_key(exec, comm, m_keys, m_places, m_keys_out,
                                 m_places_out, order, exchange);
        break;
      case Call::plan: {
        Distributed::Plan<Memory> plan(exec, comm, m_keys, m_out.count, order,
                                       exchange);
        plan.apply(exec, m_keys, m_keys_out);
        plan.apply(exec, m_places, m_places_out);
        break;
      }
      case Call::plan_by_ranks: {
        Distributed::Plan<Memory> plan(
            exec, comm, Distributed::to_ranks(m_targets), exchange);
        plan.apply(exec, gather(m_keys, m_keys_out),
                   gather(m_places, m_places_out));
        break;
      }
      default:
        Distributed::argsort(exec, comm, m_places_out, m_keys, order, exchange);
    }
  }

  /// Compares keys without their positions.
  void check_keys(DeviceView<Key> const& keys) const {
    auto const found = to_host(keys);
    Workload::Fingerprint own, result;
    for (Key const key : m_input.keys) own.add(key);
    for (Key const key : found) result.add(key);
    EXPECT_TRUE(m_ranks.sum(own) == m_ranks.sum(result));
    expect_borders(found);
  }

  void expect_borders(std::vector<Key> const& keys) const {
    EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
    std::array<Key, 3> const own{keys.size(), keys.empty() ? 0 : keys.front(),
                                 keys.empty() ? 0 : keys.back()};
    std::vector<std::array<Key, 3>> all(static_cast<std::size_t>(m_ranks.size));
    MPI_Allgather(own.data(), 3, MPI_UINT64_T, all.data(), 3, MPI_UINT64_T,
                  m_ranks.comm);
    Key last = 0;
    for (auto const& [count, first, end] : all) {
      if (count == 0) continue;
      EXPECT_LE(last, first);
      last = end;
    }
  }

  /// The elements arrive in the order of their positions.
  void check_migration() const {
    auto const all    = KeyTraits<Key>::make(m_draw.n, m_draw.distribution, 1);
    auto const keys   = to_host(m_keys_out);
    auto const places = to_host(m_places_out);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      ASSERT_EQ(places[i], m_out.begin + i);
      ASSERT_EQ(keys[i], all[m_out.begin + i]);
    }
  }

  void check_permutation() const {
    auto const all = KeyTraits<Key>::make(m_draw.n, m_draw.distribution, 1);
    std::vector<std::uint64_t> order(m_draw.n);
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return all[a] < all[b]; });
    auto const found = to_host(m_places_out);
    EXPECT_TRUE(
        std::equal(found.begin(), found.end(),
                   order.begin() + static_cast<std::ptrdiff_t>(m_out.begin)));
  }

  Draw m_draw;
  Ranks m_ranks;
  Part m_in, m_out;
  Input<Key> m_input;
  DeviceView<Key> m_keys;
  DeviceView<std::uint64_t> m_places;
  DeviceView<int> m_targets;
  DeviceView<Key> m_keys_out;
  DeviceView<std::uint64_t> m_places_out;
};

/// A communicator for one call.
class OwnComm {
 public:
  explicit OwnComm(MPI_Comm of) { MPI_Comm_dup(of, &m_comm); }
  ~OwnComm() { MPI_Comm_free(&m_comm); }
  OwnComm(OwnComm const&)            = delete;
  OwnComm& operator=(OwnComm const&) = delete;
  MPI_Comm get() const { return m_comm; }

 private:
  MPI_Comm m_comm = MPI_COMM_NULL;
};

TEST(DistributedSoak, Draw) {
  char const* const text = std::getenv("KOKKOSSORT_SOAK_SEED");
  ASSERT_NE(text, nullptr) << "set KOKKOSSORT_SOAK_SEED";
  std::uint64_t const seed = std::strtoull(text, nullptr, 10);
  Ranks const ranks;
  Draw const draw(seed, ranks.size);
  if (ranks.rank == 0) {
    std::printf("soak: %s\n", draw.text(seed, ranks.size).c_str());
    std::fflush(stdout);
  }
  OwnComm const first(ranks.comm);
  OwnComm const second(ranks.comm);
  MPI_Comm const faulty = draw.is_cold ? second.get() : first.get();

  Case healthy(draw, ranks);
  FaultPlan count(draw.fault);
  healthy.run(first.get());
  std::uint64_t const moments = count.end();
  healthy.expect_right();

  Case hit(draw, ranks);
  std::string error;
  {
    std::optional<FaultPlan> fault;
    if (ranks.rank == draw.victim)
      fault.emplace(draw.fault,
                    static_cast<std::uint64_t>(draw.moment *
                                               static_cast<double>(moments)),
                    draw.is_lasting);
    try {
      hit.run(faulty);
    } catch (std::exception const& thrown) {
      if (fault) fault->end();
      error = thrown.what();
    }
    if (fault && draw.fault == Fault::kill) kill_this_rank();
  }
  EXPECT_TRUE(ranks.same(error)) << error;
  if (error.empty()) hit.expect_right();
  bool const may_fail =
      draw.fault == Fault::allocation || draw.fault == Fault::exception;
  EXPECT_TRUE(may_fail || error.empty()) << error;

  Case next(draw, ranks);
  next.run(faulty);
  next.expect_right();
  if (ranks.rank == 0)
    std::printf("soak: %s %s\n", error.empty() ? "result" : "error",
                error.c_str());
}

}  // namespace KokkosSort::Test::Soak
