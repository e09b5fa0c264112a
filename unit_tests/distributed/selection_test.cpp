// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/distributed/partition/search_messages.hpp>
#include <KokkosSort/distributed/partition/selection.hpp>
#include <workload/distribution.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

// The search for a splitter, all ranks in one process.

namespace KokkosSort::Test::SelectionTest {

using Distributed::Impl::Interval;
using Distributed::Impl::Selection;
using Workload::Distribution;

struct Outcome {
  std::vector<std::uint64_t> cuts;
  int rounds = 0;
};

/// Runs one search over sorted keys, given by rank and index.
template <class KeyOf>
Outcome search(std::vector<std::uint64_t> const& counts, std::uint64_t target,
               KeyOf const& key_of,
               std::uint64_t least = Selection::least_samples) {
  Selection selection(counts, target, least);
  Outcome outcome;
  while (!selection.is_done()) {
    std::vector<std::tuple<std::uint64_t, std::size_t, std::uint64_t>> samples;
    for (std::size_t r = 0; r < counts.size(); ++r) {
      Interval const& own = selection.intervals()[r];
      for (std::uint64_t i = 0; i < own.samples(); ++i)
        samples.emplace_back(key_of(r, own.sample(i)), r, own.sample(i));
    }
    std::sort(samples.begin(), samples.end());
    std::vector<std::uint32_t> sources;
    for (auto const& sample : samples)
      sources.push_back(static_cast<std::uint32_t>(std::get<1>(sample)));
    selection.narrow(sources);
    if (++outcome.rounds > 64) break;
  }
  for (Interval const& own : selection.intervals())
    outcome.cuts.push_back(own.begin);
  return outcome;
}

/// Split points of the sorted concatenation.
static std::vector<std::uint64_t> expected_cuts(
    std::vector<std::vector<std::uint64_t>> const& keys, std::uint64_t target) {
  std::vector<std::tuple<std::uint64_t, std::size_t, std::size_t>> all;
  for (std::size_t r = 0; r < keys.size(); ++r)
    for (std::size_t i = 0; i < keys[r].size(); ++i)
      all.emplace_back(keys[r][i], r, i);
  std::sort(all.begin(), all.end());
  std::vector<std::uint64_t> cuts(keys.size(), 0);
  for (std::uint64_t i = 0; i < target; ++i) ++cuts[std::get<1>(all[i])];
  return cuts;
}

TEST(Selection, FindsTheCuts) {
  for (std::size_t const ranks : {1, 2, 7, 33}) {
    for (auto const distribution :
         {Distribution::uniform, Distribution::zero, Distribution::two_values,
          Distribution::sorted, Distribution::reversed, Distribution::zipf}) {
      std::vector<std::vector<std::uint64_t>> keys(ranks);
      std::vector<std::uint64_t> counts;
      Workload::KeySource<std::uint64_t> const source(distribution, 60000);
      std::uint64_t n = 0;
      for (std::size_t r = 0; r < ranks; ++r) {
        std::size_t const count = r % 3 == 2 ? 0 : 40000 / ranks + 17 * r;
        for (std::size_t i = 0; i < count; ++i) keys[r].push_back(source(n++));
        std::sort(keys[r].begin(), keys[r].end());
        counts.push_back(count);
      }
      for (std::uint64_t const target :
           {std::uint64_t{0}, std::uint64_t{1}, n / 3, n / 2, n - 1, n}) {
        auto const outcome =
            search(counts, target,
                   [&](std::size_t r, std::uint64_t i) { return keys[r][i]; });
        EXPECT_EQ(outcome.cuts, expected_cuts(keys, target))
            << Workload::name_of(distribution) << ", " << ranks << " ranks, "
            << target << " of " << n;
      }
    }
  }
}

/// Uses 2^40 keys that are never stored: key i of rank r is i P + a permutation
/// of the ranks. So the smallest t keys have t / P of each rank.
TEST(Selection, FewRoundsForManyKeys) {
  for (std::size_t const ranks : {2, 4, 64, 1000}) {
    std::uint64_t const own = (std::uint64_t{1} << 40) / ranks;
    std::vector<std::uint64_t> const counts(ranks, own);
    std::uint64_t const target = own / 3 * ranks;
    auto const outcome =
        search(counts, target, [&](std::size_t r, std::uint64_t i) {
          return i * ranks + (r * 7919) % ranks;
        });
    EXPECT_EQ(outcome.cuts, std::vector<std::uint64_t>(ranks, own / 3));
    double const shrink =
        static_cast<double>(Selection::samples_wanted(ranks)) /
        (2.0 * static_cast<double>(ranks) + 2);
    EXPECT_LE(outcome.rounds,
              2 + std::log(std::pow(2.0, 40)) / std::log(shrink))
        << ranks << " ranks";
  }
}

/// With the samples of a host, for any target.
TEST(Selection, TwoRoundsOnAHost) {
  for (std::size_t const ranks : {1, 2, 8, 16}) {
    std::uint64_t const own = std::uint64_t{1} << 22;
    std::vector<std::uint64_t> const counts(ranks, own);
    std::uint64_t const total = own * ranks;
    std::uint64_t const least = Selection::samples_for_two_rounds(
        counts, ranks, Selection::most_sent(ranks));
    EXPECT_LE(least, own / 64);
    // Interleaved, and rank after rank.
    for (std::uint64_t const stride : {std::uint64_t{ranks}, std::uint64_t{1}})
      for (std::uint64_t const target : {total / 3, total / 2, total - 1}) {
        auto const outcome = search(
            counts, target,
            [&](std::size_t r, std::uint64_t i) {
              return stride == 1 ? r * own + i : i * ranks + (r * 7919) % ranks;
            },
            least);
        EXPECT_LE(outcome.rounds, 2) << ranks << " ranks, " << target;
      }
  }
}

/// Balanced ranks send few enough samples for one turn, in every round of all
/// searches.
TEST(Selection, BalancedRanksSendInOneTurn) {
  constexpr std::size_t ranks = 512;
  constexpr std::uint64_t own = 100000;
  std::vector<std::vector<std::uint64_t>> sent;  // by round and rank
  for (std::size_t h = 1; h < ranks; ++h) {
    Selection selection(std::vector<std::uint64_t>(ranks, own), own * h);
    for (std::size_t round = 0; !selection.is_done(); ++round) {
      if (round == sent.size()) sent.emplace_back(ranks, 0);
      // Rank r has the r-th of the sorted keys.
      std::vector<std::uint32_t> sources;
      for (std::uint32_t r = 0; r < ranks; ++r) {
        auto const samples = selection.intervals()[r].samples();
        sent[round][r] += samples;
        sources.insert(sources.end(), samples, r);
      }
      selection.narrow(sources);
    }
  }
  EXPECT_GE(sent.size(), 4u);
  for (auto const& round : sent)
    EXPECT_LE(*std::max_element(round.begin(), round.end()),
              Selection::most_sent(ranks));
}

/// If one rank has nearly all keys, turns limit the samples that it sends.
TEST(Selection, Turns) {
  using Distributed::Impl::samples_of;
  using Distributed::Impl::turns_of;
  std::vector<Interval> asked(5, Interval{0, 100, 1});
  EXPECT_EQ(turns_of({}, 1), 1u);
  EXPECT_EQ(turns_of(asked, 500), 1u);
  EXPECT_EQ(turns_of(asked, 499), 2u);
  EXPECT_EQ(turns_of(asked, 299), 4u);
  EXPECT_EQ(turns_of(asked, 199), 8u);
  EXPECT_EQ(turns_of(asked, 1), 8u);
  EXPECT_EQ(samples_of(asked, {0, 2}), 300u);
  EXPECT_EQ(samples_of(asked, {1, 2}), 200u);
  EXPECT_EQ(samples_of(asked, {5, 8}), 0u);
  asked[1].step = asked[3].step = 0;
  EXPECT_EQ(turns_of(asked, 200), 4u);
}

/// A sorter that contradicts itself: the search ends, inside the arrays.
TEST(Selection, EndsOnNonsense) {
  std::vector<std::uint64_t> const counts{5000, 0, 70000, 123};
  Selection selection(counts, 31415);
  std::uint64_t random = 1;
  int rounds           = 0;
  while (!selection.is_done() && rounds < 64) {
    std::vector<std::uint32_t> sources;
    for (std::uint32_t r = 0; r < counts.size(); ++r)
      sources.insert(sources.end(), selection.intervals()[r].samples(), r);
    for (std::size_t i = sources.size(); i > 1; --i) {
      random = random * 6364136223846793005ull + 1442695040888963407ull;
      std::swap(sources[i - 1], sources[(random >> 33) % i]);
    }
    selection.narrow(sources);
    ++rounds;
  }
  EXPECT_LT(rounds, 64);
  std::uint64_t sum = 0;
  for (std::size_t r = 0; r < counts.size(); ++r) {
    EXPECT_LE(selection.intervals()[r].begin, counts[r]);
    sum += selection.intervals()[r].begin;
  }
  EXPECT_EQ(sum, 31415u);
}

}  // namespace KokkosSort::Test::SelectionTest
