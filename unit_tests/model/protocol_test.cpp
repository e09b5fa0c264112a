// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/block/tile_sums_team.hpp>
#include <KokkosSort/block/tile_words_team.hpp>
#include <KokkosSort/block/league_team.hpp>
#include <KokkosSort/block/look_back.hpp>
#include <KokkosSort/block/ticket_team.hpp>
#include <KokkosSort/block/write_turn_team.hpp>
#include <model/interleavings.hpp>
#include <support/space.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

// The protocols between teams, as the kernels call them, in every interleaving
// of two and three teams. Each protocol is also broken on purpose: the search
// must find that.

namespace KokkosSort::Test::Model {
namespace {

/// A team of one thread, of which only the first takes part in a protocol.
struct Member {
  int league;

  void team_barrier() const {}
  int team_rank() const { return 0; }
  int league_size() const { return league; }
};

void expect_right(Launch const& launch) {
  Verdict const verdict = search(launch);
  EXPECT_EQ(verdict.fault, "") << "by the teams " << verdict.schedule;
  EXPECT_GT(verdict.states, 10u);
}

void expect_fault(Launch const& launch, char const* fault) {
  EXPECT_EQ(search(launch).fault, fault);
}

TEST(Model, GoesThroughEveryOrder) {
  // Not begun, begun and done: three places of each team.
  auto const run = [](std::size_t team) {
    ModelWords::store(words().wide(team), 1);
  };
  EXPECT_EQ(search({2, 2, run}).states, 9u);
  EXPECT_EQ(search({3, 3, run}).states, 27u);
}

// ---- Tickets and look-back: a pass of the radix sort, for one digit

constexpr std::uint64_t origin = 100;

constexpr std::uint64_t count_of(std::uint32_t tile) { return tile + 1; }
constexpr std::uint64_t begin_of(std::uint32_t tile) {
  return origin + std::uint64_t{tile} * (tile + 1) / 2;
}

/// Moves the tile that a team has drawn.
template <class W>
void move_tile(std::uint32_t tile, std::uint32_t round) {
  Impl::LookBackOver<W> const back{words().wide(0), 1, round};
  back.publish(tile, 0, origin, count_of(tile));
  require(back.begin_of(tile, 0, origin, count_of(tile)) == begin_of(tile),
          "a tile begins at a wrong place");
  require(W::fetch_add(words().narrow(8 + tile), 1) == 0,
          "a tile is moved twice");
}

template <class W>
void move_tiles(std::uint32_t tiles, std::uint32_t round) {
  std::uint32_t shared = 0;
  while (true) {
    std::uint32_t const tile =
        Impl::next_work_item<W>(Member{1}, words().narrow(0), &shared);
    if (tile >= tiles) return;
    move_tile<W>(tile, round);
  }
}

/// One team has moved each tile.
Values all_moved(std::uint32_t tiles) {
  Values moved;
  for (std::uint32_t t = 0; t < tiles; ++t)
    moved.push_back({words().index_of(words().narrow(8 + t)), 1});
  return moved;
}

Launch pass(std::size_t teams, std::size_t resident, std::uint32_t tiles) {
  return {teams,
          resident,
          [=](std::size_t) { move_tiles<ModelWords>(tiles, 0); },
          {},
          all_moved(tiles)};
}

TEST(Model, TilesBeginWhereTheTilesBeforeThemEnd) {
  expect_right(pass(2, 2, 3));
  expect_right(pass(3, 3, 2));
  expect_right(pass(3, 3, 3));
  // A device that runs fewer teams than were launched.
  expect_right(pass(3, 2, 3));
  expect_right(pass(3, 1, 3));
}

TEST(Model, TicketsAheadGiveEachTileToOneTeam) {
  auto const run = [](std::size_t) {
    std::uint32_t shared = 0;
    Member const member{1};
    Impl::TicketsAhead<Member, ModelWords> tickets(member, words().narrow(0),
                                                   &shared);
    while (true) {
      std::uint32_t const tile = tickets.take();
      if (tile >= 3) return;
      require(ModelWords::fetch_add(words().narrow(8 + tile), 1) == 0,
              "a tile is moved twice");
    }
  };
  expect_right({2, 2, run, {}, all_moved(3)});
  expect_right({3, 3, run, {}, all_moved(3)});
  expect_right({3, 1, run, {}, all_moved(3)});
  // A first ticket that no team draws.
  Values const one_drawn = {{words().index_of(words().narrow(0)), 1}};
  expect_fault({2, 2, run, one_drawn, all_moved(3)},
               "a word ends with a wrong value");
}

/// The words as the round before has left them.
Values left_by(std::uint32_t round, std::uint32_t tiles) {
  Values preset;
  for (std::uint32_t t = 0; t < tiles; ++t)
    preset.push_back(
        {static_cast<std::uint8_t>(Impl::LookBack::rows_before + t),
         (2 * round + 2ull) << 56 | (begin_of(t) + count_of(t) + 1000)});
  return preset;
}

TEST(Model, ALaterRoundNeedsNoClearedWords) {
  Launch launch{2, 2, [](std::size_t) { move_tiles<ModelWords>(3, 1); },
                left_by(0, 3)};
  expect_right(launch);
  launch.preset = left_by(1, 3);
  expect_fault(launch, "a tile begins at a wrong place");
}

/// Publishes the tag of a word before its value.
struct TagFirst : ModelWords {
  static void store(std::uint64_t* word, std::uint64_t value) {
    ModelWords::store(word, value >> 56 << 56);
    ModelWords::store(word, value);
  }
};

/// Draws a ticket by a read and a write.
struct NotAtOnce : ModelWords {
  static std::uint32_t fetch_add(std::uint32_t* word, std::uint32_t by) {
    // The tickets are stored as wide words, which alone have a plain store.
    auto* const at = words().wide(40 + words().index_of(word) % 16);
    auto const old = static_cast<std::uint32_t>(ModelWords::load(at));
    ModelWords::store(at, old + by);
    return old;
  }
};

TEST(Model, FindsATagThatIsPublishedBeforeItsValue) {
  expect_fault({2, 2, [](std::size_t) { move_tiles<TagFirst>(3, 0); }},
               "a tile begins at a wrong place");
}

TEST(Model, FindsTicketsThatTwoTeamsCanDraw) {
  expect_fault({2, 2, [](std::size_t) { move_tiles<NotAtOnce>(2, 0); }},
               "a tile is moved twice");
}

TEST(Model, FindsASumWithoutTheTilesOwnCount) {
  auto const run = [](std::size_t) {
    std::uint32_t shared = 0;
    auto const tile =
        Impl::next_work_item<ModelWords>(Member{1}, words().narrow(0), &shared);
    Impl::LookBackOver<ModelWords> const back{words().wide(0), 1, 0};
    back.publish(tile, 0, origin, count_of(tile));
    if (tile == 0) return;
    std::uint64_t const before = back.sum_before(tile, 0);
    require(before == begin_of(tile), "a tile begins at a wrong place");
    back.publish_sum(tile, 0, before);
  };
  expect_fault({3, 3, run}, "a tile begins at a wrong place");
}

TEST(Model, FindsThatATileOfATeamsOwnNumberMayNeverCome) {
  auto const run = [](std::size_t team) {
    move_tile<ModelWords>(static_cast<std::uint32_t>(team), 0);
  };
  expect_right({3, 3, run});
  expect_fault({3, 2, run}, "some team waits for ever");
}

// ---- Sums of tiles by one team: runs of equivalent keys

template <class W>
using ScannedSums = Impl::TileSums<Exec, W, true>;

/// Takes a tile and gets the sum before it, or sums for all.
template <class W>
void get_sum(std::uint64_t tiles) {
  std::uint32_t shared = 0;
  ScannedSums<W> const sums(words().wide(0), tiles);
  std::uint64_t const tile = Impl::take_tile<ScannedSums<W>>(
      Member{1}, {words().narrow(0), words().wide(0), nullptr, tiles}, tiles,
      &shared);
  if (tile == tiles) return;
  auto const t = static_cast<std::uint32_t>(tile);
  sums.publish(tile, count_of(t));
  require(origin + sums.sum_before(tile, count_of(t), 0) == begin_of(t),
          "a tile begins at a wrong place");
}

template <class W = ModelWords>
Launch summed(std::size_t resident, std::uint64_t tiles) {
  return {static_cast<std::size_t>(ScannedSums<W>::teams(tiles)), resident,
          [=](std::size_t) { get_sum<W>(tiles); }};
}

TEST(Model, OneTeamSumsForAllTiles) {
  expect_right(summed(3, 2));
  // A device that runs fewer teams than were launched.
  expect_right(summed(2, 2));
}

TEST(Model, SumsRequireTwoResidentTeams) {
  expect_fault(summed(1, 2), "some team waits for ever");
}

TEST(Model, FindsASumThatIsTaggedBeforeItsValue) {
  expect_fault(summed<TagFirst>(3, 2), "a tile begins at a wrong place");
}

// ---- The barrier of all teams: the iterations of the one-launch quicksort

struct OneTooFew : Member {
  int league_size() const { return league - 1; }
};
struct NoFence : ModelWords {
  static void fence() {}
  static void release_add(std::uint32_t* word, std::uint32_t by) {
    fetch_add(word, by);
  }
  static std::uint32_t acquire(std::uint32_t const* word) { return load(word); }
};

/// Writes the team's own cell and reads, behind a barrier, that of the next
/// team.
template <class W, class AnyMember>
Launch iterations(std::size_t teams, std::size_t resident,
                  std::uint32_t barriers) {
  auto const run = [=](std::size_t team) {
    AnyMember const member{static_cast<int>(teams)};
    std::uint32_t reached = 0;
    while (reached < barriers) {
      ModelCell{static_cast<std::uint8_t>(team)}.write(reached + 1);
      Impl::wait_for_all<W>(member, words().narrow(0), ++reached);
      auto const next = static_cast<std::uint8_t>((team + 1) % teams);
      require(ModelCell{next}.read() == reached,
              "a team has not reached the barrier");
      Impl::wait_for_all<W>(member, words().narrow(0), ++reached);
    }
  };
  return {teams, resident, run};
}

TEST(Model, ABarrierSeparatesTheTeams) {
  expect_right(iterations<ModelWords, Member>(2, 2, 4));
  expect_right(iterations<ModelWords, Member>(3, 3, 2));
}

TEST(Model, ABarrierNeedsAllTeamsAtOnce) {
  expect_fault(iterations<ModelWords, Member>(3, 2, 2),
               "some team waits for ever");
}

TEST(Model, FindsABarrierThatCountsOneTeamTooFew) {
  expect_fault(iterations<ModelWords, OneTooFew>(3, 3, 2),
               "a team has not reached the barrier");
}

TEST(Model, FindsABarrierWithoutFences) {
  expect_fault(iterations<NoFence, Member>(2, 2, 2),
               "a cell is read in no order with its writing");
}

// ---- Turns to write what all teams read: the rank sort of few keys

/// A team that can reduce over its one thread.
struct Reduced : Member {
  int team_size() const { return 1; }
  template <class Reducer>
  void team_reduce(Reducer const&) const {}
};

/// Each team reads the cells of all, and overwrites that of the next team when
/// `awaited` teams have read.
template <class W>
Launch overwriting(std::size_t teams, std::size_t resident, int looks,
                   std::size_t awaited) {
  auto const run = [=](std::size_t team) {
    Reduced const member{static_cast<int>(teams)};
    Impl::WriteTurn<Kokkos::DefaultHostExecutionSpace, W> const turn(
        words().narrow(0), static_cast<int>(awaited));
    auto const all = static_cast<std::uint8_t>(teams);
    for (std::uint8_t t = 0; t < all; ++t)
      require(ModelCell{t}.read() == 0, "a cell is read after its writing");
    auto const write = [=](std::uint64_t from) {
      auto const next = static_cast<std::uint8_t>((from + 1) % all);
      ModelCell{next}.write(from + 1);
      W::fetch_add(words().narrow(8 + next), 1);
    };
    bool const may_write = turn.may_write(member, looks);
    if (may_write) {
      write(team);
    } else {
      ModelCell{static_cast<std::uint8_t>(8 + turn.leave(member))}.write(team);
    }
    int const left = turn.end(member, !may_write);
    for (int k = 0; k < left; ++k)
      write(ModelCell{static_cast<std::uint8_t>(8 + k)}.read());
  };
  // Every cell is overwritten once, and the word is 0 again.
  Values at_end = {{words().index_of(words().narrow(0)), 0}};
  for (std::size_t t = 0; t < teams; ++t)
    at_end.push_back({words().index_of(words().narrow(8 + t)), 1});
  return {teams, resident, run, {}, at_end};
}

TEST(Model, TeamsOverwriteWhatAllHaveRead) {
  for (int const looks : {0, 1, 2})
    expect_right(overwriting<ModelWords>(2, 2, looks, 2));
  expect_right(overwriting<ModelWords>(3, 3, 1, 3));
  // A device that runs fewer teams than were launched.
  expect_right(overwriting<ModelWords>(2, 1, 1, 2));
  expect_right(overwriting<ModelWords>(3, 2, 1, 3));
}

TEST(Model, FindsATeamThatOverwritesTooEarly) {
  expect_fault(overwriting<ModelWords>(2, 2, 1, 1),
               "a cell is written in no order with its reading");
}

TEST(Model, FindsTurnsWithoutFences) {
  expect_fault(overwriting<NoFence>(2, 2, 1, 2),
               "a cell is written in no order with its reading");
}

// ---- The last team: min_max, and the sequences of quicksort

template <class W, class Last>
Launch gathering(std::size_t teams, std::size_t resident, Last last) {
  auto const run = [=](std::size_t team) {
    ModelCell{static_cast<std::uint8_t>(team)}.write(team + 1);
    if (!last(words().narrow(0), static_cast<std::uint32_t>(teams))) return;
    std::uint64_t sum = 0;
    for (std::size_t t = 0; t < teams; ++t)
      sum += ModelCell{static_cast<std::uint8_t>(t)}.read();
    require(sum == teams * (teams + 1) / 2, "a team's result is missing");
    require(W::fetch_add(words().narrow(1), 1) == 0, "two teams are last");
  };
  return {teams, resident, run};
}

template <class W>
bool arrives_last(std::uint32_t* arrived, std::uint32_t teams) {
  std::uint32_t shared = 0;
  return Impl::arrives_last<W>(Member{1}, arrived, teams, &shared);
}

TEST(Model, TheLastTeamSeesWhatTheOthersWrote) {
  for (std::size_t const resident : {1, 2, 3}) {
    expect_right(gathering<ModelWords>(3, resident, arrives_last<ModelWords>));
    expect_right(gathering<ModelWords>(2, resident, arrives_last<ModelWords>));
  }
}

TEST(Model, FindsALastTeamWithoutFences) {
  expect_fault(gathering<NoFence>(2, 2, arrives_last<NoFence>),
               "a cell is read in no order with its writing");
}

TEST(Model, FindsATeamThatIsLastTooEarly) {
  auto const early = [](std::uint32_t* arrived, std::uint32_t teams) {
    return arrives_last<ModelWords>(arrived, teams - 1);
  };
  expect_fault(gathering<ModelWords>(3, 3, early),
               "a cell is read in no order with its writing");
}

}  // namespace
}  // namespace KokkosSort::Test::Model
