// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/partition/search_messages.hpp>
#include <KokkosSort/distributed/partition/splitter_search.hpp>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

// Memory for samples on one of 4,096 ranks. The search for splitters is that of
// the library, with its containers. Its messages are computed instead of sent.

namespace KokkosSort::Test::SampleMemoryTest {

/// Bytes allocated by Kokkos and by operator new, and their maximum. A host has
/// no kernel that allocates, and one thread runs the search.
struct Allocated {
  static inline std::uint64_t now  = 0;
  static inline std::uint64_t most = 0;

  static void add(std::uint64_t bytes) {
    now += bytes;
    most = std::max(most, now);
  }
  static void remove(std::uint64_t bytes) { now -= std::min(now, bytes); }
};

// In front of each block.
constexpr std::size_t head = alignof(std::max_align_t);

static void* take(std::size_t bytes) {
  auto* const block = static_cast<unsigned char*>(std::malloc(bytes + head));
  if (block == nullptr) throw std::bad_alloc();
  std::memcpy(block, &bytes, sizeof(bytes));
  Allocated::add(bytes);
  return block + head;
}

static void give(void* memory) noexcept {
  if (memory == nullptr) return;
  auto* const block = static_cast<unsigned char*>(memory) - head;
  std::size_t bytes = 0;
  std::memcpy(&bytes, block, sizeof(bytes));
  Allocated::remove(bytes);
  std::free(block);
}

}  // namespace KokkosSort::Test::SampleMemoryTest

void* operator new(std::size_t n) {
  return KokkosSort::Test::SampleMemoryTest::take(n);
}
void* operator new[](std::size_t n) {
  return KokkosSort::Test::SampleMemoryTest::take(n);
}
void operator delete(void* p) noexcept {
  KokkosSort::Test::SampleMemoryTest::give(p);
}
void operator delete[](void* p) noexcept {
  KokkosSort::Test::SampleMemoryTest::give(p);
}
void operator delete(void* p, std::size_t) noexcept {
  KokkosSort::Test::SampleMemoryTest::give(p);
}
void operator delete[](void* p, std::size_t) noexcept {
  KokkosSort::Test::SampleMemoryTest::give(p);
}

namespace KokkosSort::Test::SampleMemoryTest {

namespace Impl = Distributed::Impl;
using Impl::Interval;
using Impl::Selection;
using Impl::Turn;
using Exec = Kokkos::DefaultExecutionSpace;
using Key  = std::uint64_t;

constexpr std::size_t ranks = 4096;

/// Keys of all ranks: key i of rank r is i ranks + r.
static Key key_of(std::size_t rank, std::uint64_t i) {
  return i * ranks + rank;
}

/// Messages of rank 0 with ranks that exist only here. The search of each other
/// rank considers `wanted` keys of this rank, all of them samples, in each
/// round of this rank's search.
class SimulatedMessages : public Impl::DirectMessages {
 public:
  struct Record {
    std::uint64_t most_sent = 0;
    std::size_t turns       = 0;
    std::size_t rounds      = 0;
  };

  SimulatedMessages(Impl::Communicator& comm, std::uint64_t wanted,
                    Record& record)
      : DirectMessages(comm), m_wanted(wanted), m_record(&record) {}

  template <class First>
  void begin(First const&) {}

  void prepare(std::vector<Interval> const& asked,
               std::vector<Interval> const& own, Turn const& turn) {
    DirectMessages::prepare(asked, own, turn);
    m_own  = &own;
    m_turn = turn;
    m_record->most_sent =
        std::max(m_record->most_sent, Impl::samples_of(asked, turn));
  }

  void send(std::byte const*, std::byte* received, MPI_Datatype) {
    ++m_record->turns;
    if (!m_turn.has(0)) return;
    for (std::size_t r = 0; r < ranks; ++r)
      for (std::uint64_t i = 0; i < (*m_own)[r].samples(); ++i) {
        Key const key = key_of(r, (*m_own)[r].sample(i));
        std::memcpy(received, &key, sizeof(key));
        received += sizeof(key);
      }
  }

  void ask(std::vector<Interval> const& own, std::vector<Interval>& asked) {
    ++m_record->rounds;
    bool const is_done = own[0].step == 0;
    asked.assign(ranks, is_done ? Interval{} : Interval{0, m_wanted, 1});
    asked[0] = own[0];
  }

 private:
  std::uint64_t m_wanted;
  Record* m_record;
  std::vector<Interval> const* m_own = nullptr;
  Turn m_turn;
};

struct Outcome {
  SimulatedMessages::Record record;
  std::uint64_t bytes = 0;
  std::uint64_t found = 0;
};

/// Rank 0 has `own` keys and conducts the search for position `target`.
static Outcome run(std::uint64_t own, std::uint64_t others,
                   std::uint64_t target, std::uint64_t wanted) {
  auto& comm = Impl::communicator_of("sample_memory_test", MPI_COMM_SELF);
  Kokkos::View<Key*, Exec::memory_space> const keys("keys", own);
  std::vector<std::uint64_t> counts(ranks, others);
  counts[0] = own;
  std::vector<std::uint64_t> targets(ranks, own + (ranks - 1) * others);
  targets[0] = target;
  // Each search is one of its own, unlike searches for the same position.
  for (std::size_t h = 1; h < ranks; ++h) targets[h] -= h;
  Outcome outcome;
  Allocated::most   = Allocated::now;
  auto const before = Allocated::now;
  {
    Impl::SplitterSearch<Exec, Key, Ascending, SimulatedMessages> search(
        comm, SimulatedMessages(comm, wanted, outcome.record), Exec{},
        Ascending{}, keys.data());
    outcome.found = search.find(counts, targets).bounds()[0];
  }
  outcome.bytes = Allocated::most - before;
  return outcome;
}

class SampleMemory : public testing::Test {
 protected:
  SampleMemory() {
    Kokkos::Tools::Experimental::set_allocate_data_callback(
        [](Kokkos_Profiling_SpaceHandle, char const*, void const*,
           std::uint64_t bytes) { Allocated::add(bytes); });
    Kokkos::Tools::Experimental::set_deallocate_data_callback(
        [](Kokkos_Profiling_SpaceHandle, char const*, void const*,
           std::uint64_t bytes) { Allocated::remove(bytes); });
  }
  ~SampleMemory() override {
    Kokkos::Tools::Experimental::set_allocate_data_callback(nullptr);
    Kokkos::Tools::Experimental::set_deallocate_data_callback(nullptr);
  }

  static constexpr std::uint64_t limit = std::uint64_t{16} << 20;
  // Samples per search and round.
  static constexpr std::uint64_t all_samples = 16 * ranks;
};

/// Every search takes 24 samples of this rank, as with balanced keys.
TEST_F(SampleMemory, Balanced) {
  std::uint64_t const own    = 1 << 16;
  std::uint64_t const target = own * ranks / 2 + 5;
  Outcome const outcome      = run(own, own, target, 24);
  EXPECT_EQ(outcome.found, own / 2 + 1);  // keys 0, ranks, ... below the target
  EXPECT_GE(outcome.record.rounds, 3u);
  EXPECT_EQ(outcome.record.turns, outcome.record.rounds);
  EXPECT_LT(outcome.bytes, limit);
  EXPECT_GT(outcome.bytes, all_samples * sizeof(Key)) << "not counted";
  RecordProperty("bytes", std::to_string(outcome.bytes));
}

/// The searches of all other ranks take all their samples from this rank. Sent
/// at once, these are 2 GiB.
TEST_F(SampleMemory, AllFromOneRank) {
  std::uint64_t const own = 1 << 16;
  Outcome const outcome   = run(own, 1, own / 2, all_samples);
  // Each of the others has one key, in front of the second one of this rank.
  EXPECT_EQ(outcome.found, own / 2 - (ranks - 1));
  EXPECT_LE(outcome.record.most_sent, Selection::most_sent(ranks));
  EXPECT_GE(outcome.record.turns,
            ranks * all_samples / Selection::most_sent(ranks));
  EXPECT_LT(outcome.bytes, limit);
  EXPECT_GT(outcome.bytes, Selection::most_sent(ranks) * sizeof(Key))
      << "not counted";
  RecordProperty("bytes", std::to_string(outcome.bytes));
}

}  // namespace KokkosSort::Test::SampleMemoryTest
