// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TEST_MODEL_INTERLEAVINGS_HPP
#define KOKKOSSORT_TEST_MODEL_INTERLEAVINGS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

// A model of teams that share memory: goes through every order in which their
// accesses can follow one another. A team is a function whose accesses go
// through ModelWords and ModelCell. It runs again from its beginning for each
// of its steps. Hence it must depend only on the values that it has read.
// An atomic holds its newest value for all teams: loads that overtake one
// another are no part of the model.

namespace KokkosSort::Test::Model {

inline constexpr std::size_t most_teams = 3;

/// Access of a team to shared memory, one step of an interleaving.
struct Access {
  enum Kind : std::uint8_t {
    begin,  // the team takes its place on the device
    load,
    store,
    fetch_add,
    fence,
    read_cell,
    write_cell,
    end
  };
  Kind kind;
  std::uint8_t at;  // of the word or cell
  std::uint64_t value;

  bool operator==(Access const&) const = default;
};

/// Words that teams use as atomics; ModelWords turns an address into an index.
class Words {
 public:
  static constexpr std::size_t count = 64;

  std::uint64_t* wide(std::size_t at) { return &m_wide[at]; }
  std::uint32_t* narrow(std::size_t at) { return &m_narrow[at]; }

  std::uint8_t index_of(std::uint64_t const* word) const {
    return static_cast<std::uint8_t>(word - m_wide.data());
  }
  std::uint8_t index_of(std::uint32_t const* word) const {
    return static_cast<std::uint8_t>(count + (word - m_narrow.data()));
  }

 private:
  // Only their addresses count: the values are those of the state searched.
  std::array<std::uint64_t, count> m_wide{};
  std::array<std::uint32_t, count> m_narrow{};
};

/// The same for all models, as a policy has no state.
Words& words();

/// Replaces Impl::SharedWords.
struct ModelWords {
  static std::uint64_t load(std::uint64_t const* word);
  static std::uint32_t load(std::uint32_t const* word);
  static void store(std::uint64_t* word, std::uint64_t value);
  static std::uint32_t fetch_add(std::uint32_t* word, std::uint32_t by);
  static void fence();
  static void release_add(std::uint32_t* word, std::uint32_t by) {
    fence();
    fetch_add(word, by);
  }
  static std::uint32_t acquire(std::uint32_t const* word) {
    std::uint32_t const value = load(word);
    fence();
    return value;
  }
};

/// Memory that is no atomic. Another team may read a write to it only after an
/// atomic that has a fence on both sides.
struct ModelCell {
  std::uint8_t at;

  void write(std::uint64_t value) const;
  std::uint64_t read() const;
};

/// Ends the search with this fault unless it holds.
void require(bool holds, char const* fault);

/// Words by their index, and their values.
using Values = std::vector<std::pair<std::uint8_t, std::uint64_t>>;

struct Launch {
  std::size_t teams;
  /// Teams that the device runs at the same time; the others begin when one of
  /// them has ended, in any order.
  std::size_t resident;
  std::function<void(std::size_t team)> run;
  /// Words that do not begin with 0, and the values required at the end.
  Values preset = {}, at_end = {};
};

struct Verdict {
  std::size_t states;
  std::string fault;     // empty if there is none
  std::string schedule;  // the teams in the order of the steps that led to it
};

/// Runs every interleaving of the teams. A fault is a failed require(), or a
/// read or write of a cell in no order with another team's. So is a wrong value
/// at the end, or a state from which the teams cannot all end.
Verdict search(Launch const& launch);

}  // namespace KokkosSort::Test::Model

#endif
