// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <model/interleavings.hpp>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <unordered_map>

namespace KokkosSort::Test::Model {
namespace {

/// Thrown out of a team at the access that comes next.
struct Pending {
  Access access;
};
struct Fault {
  std::string text;
};

using Steps = std::vector<Access>;  // accesses with the values they found

struct Replay {
  Steps const* steps = nullptr;
  std::size_t next   = 0;
} replay;

std::uint64_t perform(Access::Kind kind, std::uint8_t at, std::uint64_t value) {
  if (replay.next < replay.steps->size())
    return (*replay.steps)[replay.next++].value;
  throw Pending{{kind, at, value}};
}

using Clock = std::array<std::uint8_t, most_teams>;

void join(Clock& to, Clock const& from) {
  for (std::size_t t = 0; t < most_teams; ++t) to[t] = std::max(to[t], from[t]);
}

/// Writes that a team sees of the others, by the fences of C++. An atomic
/// carries those that its writer saw at its last fence. The reader sees them
/// from its next fence on.
struct Knowledge {
  Clock now{}, at_fence{}, carried{};
  bool operator==(Knowledge const&) const = default;
};
struct Word {
  std::uint64_t value = 0;
  Clock carried{};
  bool operator==(Word const&) const = default;
};
struct Cell {
  std::uint64_t value = 0;
  std::uint8_t writer = 0, written = 0;  // when, on the writer's clock
  Clock read{};
  bool operator==(Cell const&) const = default;
};

struct State {
  std::array<std::uint32_t, most_teams> steps{};  // index among the histories
  std::array<Knowledge, most_teams> knowledge{};
  std::map<std::uint8_t, Word> words;
  std::map<std::uint8_t, Cell> cells;

  template <class T>
  static void append(std::string& bytes, T const& value) {
    bytes.append(reinterpret_cast<char const*>(&value), sizeof(value));
  }
  std::string bytes() const {
    std::string all;
    append(all, steps);
    for (Knowledge const& k : knowledge)
      for (Clock const& clock : {k.now, k.at_fence, k.carried})
        append(all, clock);
    for (auto const& [at, word] : words) {
      append(all, at);
      append(all, word.value);
      append(all, word.carried);
    }
    for (auto const& [at, cell] : cells) {
      append(all, at);
      append(all, cell.value);
      append(all, cell.writer);
      append(all, cell.written);
      append(all, cell.read);
    }
    return all;
  }
};

class Search {
 public:
  explicit Search(Launch const& launch) : m_launch(launch) {
    if (launch.teams > most_teams)
      throw std::invalid_argument("a model has most_teams teams at most");
  }

  Verdict run() {
    State first;
    for (auto const& [at, value] : m_launch.preset)
      first.words[at].value = value;
    for (std::size_t t = 0; t < m_launch.teams; ++t) {
      first.steps[t]            = index_of({});
      first.knowledge[t].now[t] = 1;
    }
    try {
      note(first, 0, 0);
      for (std::size_t i = 0; i < m_states.size(); ++i) expand(i);
      find_hang();
    } catch (Fault const& fault) {
      return {m_states.size(), fault.text, schedule()};
    }
    return {m_states.size(), "", ""};
  }

 private:
  std::uint32_t index_of(Steps const& steps) {
    std::string key;
    for (Access const& access : steps) {
      State::append(key, access.kind);
      State::append(key, access.at);
      State::append(key, access.value);
    }
    auto const [place, is_new] = m_history_index.try_emplace(
        key, static_cast<std::uint32_t>(m_histories.size()));
    if (is_new) m_histories.push_back(steps);
    return place->second;
  }

  /// Returns the next access of the team, after these steps.
  Access next_of(std::size_t team, std::uint32_t history) {
    auto const [place, is_new] =
        m_next.try_emplace({team, history}, Access{Access::begin, 0, 0});
    if (!is_new || m_histories[history].empty()) return place->second;
    replay = {&m_histories[history], 1};
    try {
      m_launch.run(team);
      place->second = {Access::end, 0, 0};
    } catch (Pending const& pending) {
      place->second = pending.access;
    }
    return place->second;
  }

  void expand(std::size_t i) {
    m_at                = i;
    std::size_t running = 0, ended = 0;
    std::array<Access, most_teams> next;
    for (std::size_t t = 0; t < m_launch.teams; ++t) {
      m_by    = t;
      next[t] = next_of(t, m_states[i].steps[t]);
      ended += next[t].kind == Access::end;
      running += next[t].kind != Access::end && next[t].kind != Access::begin;
    }
    if (ended == m_launch.teams) {
      check_end(m_states[i]);
      m_final.push_back(i);
    }
    for (std::size_t t = 0; t < m_launch.teams; ++t) {
      if (next[t].kind == Access::end) continue;
      if (next[t].kind == Access::begin && running == m_launch.resident)
        continue;
      m_by        = t;
      State state = m_states[i];
      step(state, t, next[t]);
      note(state, i, t);
    }
  }

  void check_end(State state) const {
    for (auto const& [at, value] : m_launch.at_end)
      if (state.words[at].value != value)
        throw Fault{"a word ends with a wrong value"};
  }

  void step(State& state, std::size_t t, Access access) {
    Knowledge& own = state.knowledge[t];
    switch (access.kind) {
      case Access::load: {
        Word const& word = state.words[access.at];
        access.value     = word.value;
        join(own.carried, word.carried);
        break;
      }
      case Access::store:
        state.words[access.at] = {access.value, own.at_fence};
        break;
      case Access::fetch_add: {
        Word& word             = state.words[access.at];
        std::uint64_t const by = access.value;
        access.value           = word.value;
        // Such words have 32 bits.
        word.value = static_cast<std::uint32_t>(word.value + by);
        join(own.carried, word.carried);
        join(word.carried, own.at_fence);
        break;
      }
      case Access::fence:
        join(own.now, own.carried);
        own.at_fence = own.now;
        ++own.now[t];
        break;
      case Access::read_cell:
        access.value = read(state.cells[access.at], t, own.now);
        break;
      case Access::write_cell:
        write(state.cells[access.at], t, own.now, access.value);
        break;
      default: break;
    }
    Steps steps = m_histories[state.steps[t]];
    steps.push_back(access);
    forget_repeats(steps);
    state.steps[t] = index_of(steps);
  }

  static std::uint64_t read(Cell& cell, std::size_t t, Clock const& now) {
    if (cell.written > now[cell.writer])
      throw Fault{"a cell is read in no order with its writing"};
    cell.read[t] = now[t];
    return cell.value;
  }
  static void write(Cell& cell, std::size_t t, Clock const& now,
                    std::uint64_t value) {
    if (cell.written > now[cell.writer])
      throw Fault{"a cell is written twice in no order"};
    for (std::size_t u = 0; u < most_teams; ++u)
      if (cell.read[u] > now[u])
        throw Fault{"a cell is written in no order with its reading"};
    cell = {value, static_cast<std::uint8_t>(t), now[t], {}};
  }

  /// Drops repeated reads: a team that read the same words twice in a row with
  /// the same values has the same state. Otherwise a wait would have endless
  /// states.
  static void forget_repeats(Steps& steps) {
    for (std::size_t length = 1; 2 * length <= steps.size(); ++length) {
      auto const last = steps.end() - static_cast<std::ptrdiff_t>(length);
      if (last->kind != Access::load) return;
      if (std::equal(last, steps.end(),
                     last - static_cast<std::ptrdiff_t>(length))) {
        steps.erase(last, steps.end());
        return;
      }
    }
  }

  void note(State const& state, std::size_t from, std::size_t by) {
    auto const [place, is_new] =
        m_index.try_emplace(state.bytes(), m_states.size());
    if (is_new) {
      m_states.push_back(state);
      m_came.push_back({from, by});
      m_before.emplace_back();
    }
    m_before[place->second].push_back(static_cast<std::uint32_t>(from));
  }

  /// Throws at the first state that no final one is behind.
  void find_hang() {
    std::vector<bool> ends(m_states.size());
    std::vector<std::size_t> left = m_final;
    for (std::size_t const i : left) ends[i] = true;
    while (!left.empty()) {
      std::size_t const i = left.back();
      left.pop_back();
      for (std::uint32_t const before : m_before[i])
        if (!ends[before]) {
          ends[before] = true;
          left.push_back(before);
        }
    }
    auto const stuck = std::find(ends.begin(), ends.end(), false);
    if (stuck == ends.end()) return;
    m_at = static_cast<std::size_t>(stuck - ends.begin());
    m_by = most_teams;
    throw Fault{"some team waits for ever"};
  }

  std::string schedule() const {
    std::string teams;
    if (m_by < most_teams) teams = std::to_string(m_by);
    for (std::size_t i = m_at; i != 0; i = m_came[i].from)
      teams += std::to_string(m_came[i].by);
    return {teams.rbegin(), teams.rend()};
  }

  struct Came {
    std::size_t from, by;
  };
  Launch const& m_launch;
  std::vector<Steps> m_histories;
  std::unordered_map<std::string, std::uint32_t> m_history_index;
  std::map<std::pair<std::size_t, std::uint32_t>, Access> m_next;
  std::vector<State> m_states;
  std::unordered_map<std::string, std::size_t> m_index;
  std::vector<Came> m_came;
  std::vector<std::vector<std::uint32_t>> m_before;
  std::vector<std::size_t> m_final;
  std::size_t m_at = 0, m_by = 0;
};

}  // namespace

Words& words() {
  static Words all;
  return all;
}

std::uint64_t ModelWords::load(std::uint64_t const* word) {
  return perform(Access::load, words().index_of(word), 0);
}
std::uint32_t ModelWords::load(std::uint32_t const* word) {
  return static_cast<std::uint32_t>(
      perform(Access::load, words().index_of(word), 0));
}
void ModelWords::store(std::uint64_t* word, std::uint64_t value) {
  perform(Access::store, words().index_of(word), value);
}
std::uint32_t ModelWords::fetch_add(std::uint32_t* word, std::uint32_t by) {
  return static_cast<std::uint32_t>(
      perform(Access::fetch_add, words().index_of(word), by));
}
void ModelWords::fence() { perform(Access::fence, 0, 0); }

void ModelCell::write(std::uint64_t value) const {
  perform(Access::write_cell, at, value);
}
std::uint64_t ModelCell::read() const {
  return perform(Access::read_cell, at, 0);
}

void require(bool holds, char const* fault) {
  if (!holds) throw Fault{fault};
}

Verdict search(Launch const& launch) { return Search(launch).run(); }

}  // namespace KokkosSort::Test::Model
