// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_QUICK_SEQUENCE_QUEUE_HPP
#define KOKKOSSORT_ALGORITHM_QUICK_SEQUENCE_QUEUE_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/algorithm/quick/partition_team.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

enum class SequenceKind : std::uint32_t {
  split,   // to be partitioned
  skewed,  // to be partitioned by sampled pivots, since the last partition
           // hardly made it shorter
  equal,   // all keys are equivalent, to be written to their final position
};

/// Range of one of the two buffers that is to be sorted. `low` and `high` are
/// its extreme keys, or bounds of them, if known.
template <class Bound>
struct Sequence {
  std::uint64_t begin;
  std::uint64_t size;
  Bound low;
  Bound high;
  std::uint32_t buffer;
  SequenceKind kind;
};

/// Sequence that several teams partition.
template <class Bound>
struct SharedSequence {
  Sequence<Bound> whole;
  // Positions allotted so far by fetch-and-add, and in the end the size of the
  // parts.
  std::uint64_t less;
  std::uint64_t greater;
  Bound high_of_less;
  Bound low_of_greater;
  std::uint32_t first_section;
  std::uint32_t sections;
  std::uint32_t finished;
};

/// Parts of a sequence that several teams partition around several pivots.
template <class Bound, int Count>
struct SequenceParts {
  std::uint64_t taken[Count];  // positions allotted so far by fetch-and-add
  std::uint64_t begin[Count];
  Bound pivot[Count];  // one less than parts

  KOKKOS_INLINE_FUNCTION void clear() {
    for (int p = 0; p < Count; ++p) taken[p] = 0;
  }
};

/// Recursion of a quicksort by many teams, kept on the device. Each iteration
/// has a list of the sequences that it partitions (`work` in the paper) and of
/// the sections that divide them. One more list has the sequences that are
/// `done`. The kernels of one iteration fill the lists of the next; the number
/// of iterations that the host launches depends on the size alone.
template <class Bound>
struct SequenceQueue {
  using Whole  = Sequence<Bound>;
  using Shared = SharedSequence<Bound>;

  static constexpr int words_per_level = 4;
  enum Word { count_ticket, move_ticket, section_total, sequence_total };

  int levels;                   // maximum iterations
  std::uint32_t parts;          // maximum sequences per partition
  std::uint64_t section_items;  // keys that one team partitions in a row
  std::uint64_t limit;          // longest sequence that is done (minlength)
  Shared* work[2];              // of even and odd iterations
  std::uint32_t* section_sequence[2];
  // The front has sequences of up to `in_scratch` keys and of equal ones, the
  // back has longer ones. If in_scratch is 0, all are at the front.
  Whole* done;
  std::uint64_t in_scratch;
  std::uint64_t done_capacity;
  std::uint32_t* control;

  KOKKOS_INLINE_FUNCTION std::uint32_t* word(int level, Word which) const {
    return control + level * words_per_level + which;
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t* done_ticket() const {
    return word(levels + 1, count_ticket);
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t* barrier_counter() const {
    return word(levels + 1, move_ticket);
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t* done_total() const {
    return word(levels + 1, sequence_total);
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t* long_ticket() const {
    return word(levels + 2, count_ticket);
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t* long_total() const {
    return word(levels + 2, sequence_total);
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t control_words() const {
    return static_cast<std::uint32_t>(levels + 3) * words_per_level;
  }

  /// Return upper bounds for n keys. Sequences of one iteration are disjoint:
  /// those to be partitioned are longer than the limit, and those of equal keys
  /// have at least a section.
  std::size_t max_split(std::size_t n) const { return n / (limit + 1) + 1; }
  std::size_t max_work(std::size_t n) const {
    return max_split(n) + n / section_items;
  }
  std::size_t max_sections(std::size_t n) const {
    return n / section_items + max_work(n);
  }
  /// Returns an upper bound: each partition of an iteration turns one sequence
  /// into at most `parts`.
  std::size_t max_done(std::size_t n) const {
    std::size_t all  = 1;
    std::size_t most = 1;
    for (int level = 0; level < levels; ++level) {
      all += most * (parts - 1);
      most = std::min(most * parts, max_split(n));
    }
    return std::min(n, all);
  }

  void take(Arena& arena, std::size_t n) {
    take_lists(arena, max_work(n), max_sections(n), max_done(n));
  }
  void take_lists(Arena& arena, std::size_t most_work,
                  std::size_t most_sections, std::size_t most_done) {
    for (int parity = 0; parity < 2; ++parity) {
      work[parity]             = arena.take<Shared>(most_work);
      section_sequence[parity] = arena.take<std::uint32_t>(most_sections);
    }
    done_capacity = most_done;
    done          = arena.take<Whole>(done_capacity);
    control       = arena.take<std::uint32_t>(control_words());
  }

  KOKKOS_INLINE_FUNCTION std::uint32_t sections_of(std::uint64_t size) const {
    return static_cast<std::uint32_t>(div_up(size, section_items));
  }
  /// Returns the size of the sequence's section number c.
  KOKKOS_INLINE_FUNCTION std::uint64_t section_size(std::uint64_t size,
                                                    std::uint32_t c) const {
    std::uint64_t const left = size - c * section_items;
    return left < section_items ? left : section_items;
  }

  /// Puts a sequence in the list of `level`, with `sections` sections from
  /// `first_section` on.
  KOKKOS_INLINE_FUNCTION void put(int level, std::uint32_t i,
                                  Whole const& whole,
                                  std::uint32_t first_section,
                                  std::uint32_t sections) const {
    work[level % 2][i] = Shared{
        whole,         0,        0, Bound{0}, static_cast<Bound>(~Bound{0}),
        first_section, sections, 0};
  }

  /// Returns whether a sequence needs no more iterations: it is short, or
  /// `level` is past the last.
  KOKKOS_INLINE_FUNCTION bool is_done(int level, Whole const& whole) const {
    return level >= levels ||
           (whole.kind == SequenceKind::equal ? whole.size < section_items
                                              : whole.size <= limit);
  }
  KOKKOS_INLINE_FUNCTION Whole& long_one(std::uint32_t i) const {
    return done[done_capacity - 1 - i];
  }
  KOKKOS_INLINE_FUNCTION void put_done(Whole const& whole) const {
    if (in_scratch > 0 && whole.size > in_scratch &&
        whole.kind != SequenceKind::equal) {
      long_one(Kokkos::atomic_fetch_add(long_total(), 1u)) = whole;
    } else {
      done[Kokkos::atomic_fetch_add(done_total(), 1u)] = whole;
    }
  }
  /// Lists a sequence for `level` and returns its number there.
  /// assign_sections() must follow.
  KOKKOS_INLINE_FUNCTION std::uint32_t put_next(int level, Whole const& whole,
                                                std::uint32_t& first_section,
                                                std::uint32_t& sections) const {
    std::uint32_t const i =
        Kokkos::atomic_fetch_add(word(level, sequence_total), 1u);
    sections = sections_of(whole.size);
    first_section =
        Kokkos::atomic_fetch_add(word(level, section_total), sections);
    put(level, i, whole, first_section, sections);
    return i;
  }
  template <class Member>
  KOKKOS_INLINE_FUNCTION void assign_sections(Member const& member, int level,
                                              std::uint32_t first_section,
                                              std::uint32_t sections,
                                              std::uint32_t sequence) const {
    for (std::uint32_t c = member.team_rank(); c < sections;
         c += member.team_size())
      section_sequence[level % 2][first_section + c] = sequence;
  }

  /// Lists a sequence for `level` or as done. The whole team calls it; `shared`
  /// has three words of scratch. Ends with a barrier.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void add(Member const& member, int level,
                                  Whole const& whole,
                                  std::uint32_t* shared) const {
    if (whole.size == 0) return;
    bool const done_now = is_done(level, whole);
    if (member.team_rank() == 0) {
      if (done_now) {
        put_done(whole);
      } else {
        shared[0] = put_next(level, whole, shared[1], shared[2]);
      }
    }
    member.team_barrier();
    if (!done_now)
      assign_sections(member, level, shared[1], shared[2], shared[0]);
    member.team_barrier();
  }
};

/// Queue whose iterations end when there are maxseq sequences, as in algorithm
/// 1 of the paper. Gaps that an iteration fills count as sequences of it.
template <class Bound>
struct CountedSequenceQueue : SequenceQueue<Bound> {
  using Base  = SequenceQueue<Bound>;
  using Whole = typename Base::Whole;

  std::uint32_t maxseq;
  std::uint32_t* done_of_level;  // sequences that became done before a level
  std::uint64_t section_capacity;

  /// Return upper bounds. Sequences and gaps of one iteration are disjoint.
  std::size_t max_work(std::size_t n) const {
    return n / std::min(this->limit + 1, this->section_items) + 1;
  }
  std::size_t max_sections(std::size_t n) const {
    return n / this->section_items + max_work(n);
  }
  /// An iteration begins with fewer than maxseq sequences, each of which
  /// becomes two at most. Short gaps are not listed if `fills_gaps`.
  std::size_t max_done(std::size_t n, bool fills_gaps) const {
    if (!fills_gaps) return Base::max_done(n);
    return std::min<std::size_t>(
        n, 2 * std::size_t{maxseq} + n / this->section_items + 2);
  }

  void take(Arena& arena, std::size_t n, bool fills_gaps) {
    section_capacity = max_sections(n);
    this->take_lists(arena, max_work(n), section_capacity,
                     max_done(n, fills_gaps));
    done_of_level = arena.take<std::uint32_t>(this->levels + 1);
  }

  /// Returns whether the iteration `level`, whose sequences are all listed, has
  /// enough of them already.
  KOKKOS_INLINE_FUNCTION bool has_enough(int level) const {
    std::uint32_t all = *this->word(level, Base::sequence_total);
    for (int l = 0; l <= level; ++l) all += done_of_level[l];
    return all >= maxseq;
  }

  /// Lists all sequences of an iteration as done. All teams call it.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void finish(Member const& member, int level) const {
    std::uint32_t const count = *this->word(level, Base::sequence_total);
    std::uint32_t const step  = member.league_size() * member.team_size();
    for (std::uint32_t i =
             member.league_rank() * member.team_size() + member.team_rank();
         i < count; i += step)
      this->put_done(this->work[level % 2][i].whole);
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION void add(Member const& member, int level,
                                  Whole const& whole,
                                  std::uint32_t* shared) const {
    if (whole.size > 0 && this->is_done(level, whole) &&
        member.team_rank() == 0)
      Kokkos::atomic_add(done_of_level + level, 1u);
    Base::add(member, level, whole, shared);
  }
};

}  // namespace KokkosSort::Impl

#endif
