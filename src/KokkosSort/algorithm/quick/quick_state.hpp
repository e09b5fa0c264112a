// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_QUICK_QUICK_STATE_HPP
#define KOKKOSSORT_ALGORITHM_QUICK_QUICK_STATE_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/algorithm/leaf/leaf_sort_team.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/algorithm/quick/bitonic_leaf_team.hpp>
#include <KokkosSort/algorithm/quick/sequence_queue.hpp>
#include <KokkosSort/algorithm/quick/two_reads_team.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/algorithm/quick/partition_team.hpp>
#include <KokkosSort/algorithm/quick/pivot_team.hpp>
#include <KokkosSort/algorithm/quick/quick_tuning.hpp>
#include <KokkosSort/algorithm/leaf/leaf_tuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// State of both phases of quicksort.
template <class Exec, class Order, class Value, class Options>
struct QuickState {
  using Key     = typename Order::key_type;
  using Item    = typename Order::item_type;
  using Element = typename Elements<Order, Value>::type;
  using Data    = Arrays<Key, Value>;
  using Member  = TeamMember<Exec>;
  using Tuning  = QuickSortTuning<Exec, sizeof(Key)>;

  static constexpr int team = Tuning::team_size;

  using Split =
      TeamPartition<Exec, Order, Value, team, Tuning::items_per_thread>;
  using TwoReads = TeamTwoReads<Exec, Order, team, Tuning::items_per_thread>;
  using Median   = TeamSampleMedian<Order, Tuning::sample>;

  static constexpr int tile = Split::tile;

  // Short sequences are sorted like the leaves of sample sort, or by a bitonic
  // network.
  static constexpr std::size_t widest =
      is_value_v<Value> ? std::max(sizeof(Key), sizeof(Value)) : sizeof(Key);
  using LeafTuning = LeafShape<Exec, widest, sizeof(Element)>;
  using Leaves     = TeamLeafSort<Exec, Order, Value, LeafTuning>;

  using Bitonic = TeamBitonicLeaf<Exec, Order, Value>;

  static constexpr std::uint64_t leaf_capacity =
      Options::leaves == QuickLeaves::bitonic ? Bitonic::capacity
                                              : Leaves::capacity;
  static_assert(leaf_capacity >= Tuning::sample);

  /// Whether keys are integers, whose extremes are tracked and have a mean.
  static constexpr bool has_bounds = Order::equal_is_identical;
  /// Whether keys may be reordered on their side of the pivot.
  static constexpr bool is_free =
      Order::equal_is_identical && !is_value_v<Value>;

  /// Whether a partition of the first phase uses several pivots.
  static constexpr bool has_pivots = is_free && Options::log_parts > 1 &&
                                     sizeof(Item) <= 8;
  static constexpr int log_parts = has_pivots ? Options::log_parts : 1;

  /// Whether a range is read twice to be partitioned.
  static constexpr bool reads_twice = is_free && Options::as_in_paper;

  /// Whether the host forms prefix sums between counting and moving.
  static constexpr bool has_host_sums =
      Options::synchronization == BlockSynchronization::host_sums;
  static_assert(!has_host_sums || Options::as_in_paper);
  /// Words of `counters` per section, unless there are several pivots.
  static constexpr std::size_t words_per_section =
      2 + (is_free && has_host_sums ? 2 * TwoReads::warps : 0);
  static_assert(!Options::as_in_paper || !has_pivots);

  // The hardware has atomics on words of 4 bytes and more.
  using Bound =
      std::conditional_t<!has_bounds || (sizeof(Item) < sizeof(std::uint32_t)),
                         std::uint32_t, Item>;
  /// Whether phase one ends with maxseq sequences.
  static constexpr bool is_counted = Options::as_in_paper;
  using Queue  = std::conditional_t<is_counted, CountedSequenceQueue<Bound>,
                                    SequenceQueue<Bound>>;
  using Whole  = typename Queue::Whole;
  using Shared = typename Queue::Shared;
  using Parts  = SequenceParts<Bound, (1 << log_parts)>;

  Order order;
  std::uint64_t n;
  Queue queue;
  Data data[2];          // the caller's arrays and the auxiliary ones
  PartitionFlag* flags;  // per key, unless is_free
  // [section][less, equal] counts, then offsets. With several pivots,
  // [section][part] offsets. If the host forms the sums of free keys,
  // [section][less, greater], and behind all sections [section][warp] counts of
  // the warps before.
  std::uint64_t* counters;
  Parts* parts[2] = {};  // of the queue's work

  static int halvings(std::uint64_t size, std::uint64_t limit) {
    int result = 0;
    while (size > limit << result) ++result;
    return result;
  }

  // With several pivots phase one goes on for longer, since one iteration is
  // faster than the single-team partitions that it saves.
  static constexpr int sequences_per_team =
      (has_pivots ? 4 : 1) * Tuning::sequences_per_resident_team;

  /// Returns the iterations for a sequence that needs that many halvings at
  /// best.
  static int depth_of(int halvings) {
    if (!has_pivots)
      return Options::depth_per_halving * halvings + Options::spare_depth;
    // One more is for parts that are longer than others, and one places equal
    // keys.
    return div_up(halvings, log_parts) + 2;
  }

  static std::size_t tiles_per_section(std::size_t n, std::size_t resident) {
    std::size_t const maxseq = sequences_per_team * resident;
    std::size_t const most =
        reads_twice ? std::max<std::size_t>(Tuning::max_tiles_read_twice,
                                            div_up(n, tile * maxseq))
                    : Tuning::max_tiles_per_section;
    return std::clamp<std::size_t>(
        n / (tile * Tuning::sections_per_resident_team * resident), 1, most);
  }

  /// Plans the iterations for n keys, and takes the memory that depends on
  /// them.
  static QuickState plan(Exec const& exec, Order const& order, std::size_t n,
                         Arena& arena) {
    QuickState s{order, n, {}, {}, nullptr, nullptr};
    if (n <= leaf_capacity) return s;
    Queue& queue               = s.queue;
    std::size_t const resident = resident_teams<team>(exec);
    queue.limit                = std::max<std::uint64_t>(leaf_capacity,
                                                         n / (sequences_per_team * resident));
    queue.levels               = n <= queue.limit ? 0
                                 : Options::by_leading_bit
                                     ? static_cast<int>(8 * sizeof(Item))
                                     : depth_of(halvings(n, queue.limit));
    queue.parts                = has_pivots ? 1 << log_parts : 3;
    queue.section_items        = tile * tiles_per_section(n, resident);
    queue.in_scratch           = has_pivots ? leaf_capacity : 0;
    if constexpr (is_counted) {
      queue.maxseq = static_cast<std::uint32_t>(sequences_per_team * resident);
      queue.take(arena, n, reads_twice);
    } else {
      queue.take(arena, n);
    }
    if constexpr (has_pivots) {
      for (Parts*& of_work : s.parts)
        of_work = arena.take<Parts>(queue.max_work(n));
      s.counters =
          arena.take<std::uint64_t>(queue.max_sections(n) << log_parts);
    }
    if constexpr (!is_free) s.flags = arena.take<PartitionFlag>(n);
    if constexpr (!is_free || has_host_sums)
      s.counters =
          arena.take<std::uint64_t>(words_per_section * queue.max_sections(n));
    s.data[1] = take_arrays<Key, Value>(arena, n);
    return s;
  }

  /// Returns the size of the next tile of a range with `left` keys left.
  KOKKOS_FORCEINLINE_FUNCTION static int tile_size(std::uint64_t left) {
    return static_cast<int>(left < tile ? left : tile);
  }

  /// Returns the pivot by the bounds of the sequence, which must be known.
  KOKKOS_FORCEINLINE_FUNCTION static Item pivot_by_bounds(Whole const& whole) {
    auto const low  = static_cast<Item>(whole.low);
    auto const high = static_cast<Item>(whole.high);
    return Options::by_leading_bit ? leading_bit_of(low, high)
                                   : mean_of(low, high);
  }

  KOKKOS_FORCEINLINE_FUNCTION Item pivot_by_sample(Member const& member,
                                                   Whole const& whole,
                                                   std::byte* scratch) const {
    return Median(scratch).find(member, order, data[whole.buffer].keys,
                                whole.begin, whole.size);
  }

  /// Counts the keys of a tile and moves them in one step, for free placement.
  /// allot(counts) returns the position of its first key of each side. Returns
  /// the counts per side.
  template <class Allot>
  KOKKOS_FORCEINLINE_FUNCTION PerSide partition_tile(
      Member const& member, std::uint32_t buffer, std::uint64_t begin, int size,
      Item const& pivot, Split const& split, SideExtremes<Bound>* extremes,
      Allot const& allot) const {
    Key keys[Split::items];
    PerSide before;
    Split::load(member, data[buffer].keys, begin, size, order.decode(pivot),
                keys);
    typename Split::ComparedFlags const compared{order, pivot, keys};
    if (extremes != nullptr) Split::track(order, keys, compared, *extremes);
    PerSide const here = split.count(member, compared, size, before);
    PerSide const at   = allot(here);
    Split::template move<false>(member, keys, compared, at + before,
                                data[1 - buffer].keys);
    return here;
  }

  /// Partitions [begin, begin + size) in two reads. allot(counts) returns the
  /// position of its first key of each side. Returns the counts per side.
  template <class Allot>
  KOKKOS_INLINE_FUNCTION PerSide partition_in_two_reads(
      Member const& member, std::uint32_t buffer, std::uint64_t begin,
      std::uint64_t size, Item const& pivot, std::byte* scratch,
      SideExtremes<Bound>* extremes, Allot const& allot) const {
    TwoReads const split(scratch);
    auto const here = split.count(member, order, data[buffer].keys, begin, size,
                                  pivot, extremes);
    PerSide const at = allot(here.all);
    split.move(member, order, data[buffer].keys, begin, size, pivot,
               at + here.before, data[1 - buffer].keys);
    return here.all;
  }

  /// First pass if the order of equal keys counts: computes and stores the
  /// flags of [begin, begin + size), and returns the counts per side.
  KOKKOS_INLINE_FUNCTION PerSide
  count_by_flags(Member const& member, std::uint32_t buffer,
                 std::uint64_t begin, std::uint64_t size, Item const& pivot,
                 Split const& split, SideExtremes<Bound>* extremes) const {
    Strided<Key> const& from = data[buffer].keys;
    PerSide sum;
    for (std::uint64_t const end = begin + size; begin < end; begin += tile) {
      int const in_tile = tile_size(end - begin);
      Key keys[Split::items];
      PartitionFlag stored[Split::items];
      PerSide before;
      Split::load(member, from, begin, in_tile, from[begin], keys);
      Split::compute_flags(member, order, pivot, in_tile, keys, stored);
      Split::store_flags(member, stored, in_tile, flags + begin);
      typename Split::StoredFlags const known{stored};
      if constexpr (has_bounds)
        if (extremes != nullptr) Split::track(order, keys, known, *extremes);
      sum += split.count(member, known, in_tile, before);
      member.team_barrier();
    }
    return sum;
  }

  /// Second pass: moves [begin, begin + size) by the stored flags. `at` is the
  /// position of its first key of each side.
  KOKKOS_INLINE_FUNCTION void move_by_flags(Member const& member,
                                            std::uint32_t buffer,
                                            std::uint64_t begin,
                                            std::uint64_t size, PerSide at,
                                            Split const& split) const {
    Data const& from = data[buffer];
    Data const& to   = data[1 - buffer];
    for (std::uint64_t const end = begin + size; begin < end; begin += tile) {
      int const in_tile = tile_size(end - begin);
      Key keys[Split::items];
      PartitionFlag stored[Split::items];
      PerSide before;
      Split::load(member, from.keys, begin, in_tile, from.keys[begin], keys);
      Split::load_flags(member, flags + begin, in_tile, stored);
      typename Split::StoredFlags const known{stored};
      PerSide const here = split.count(member, known, in_tile, before);
      Split::template move<true>(member, keys, known, at + before, to.keys);
      if constexpr (is_value_v<Value>) {
        Value values[Split::items];
        Split::load(member, from.values, begin, in_tile, from.values[begin],
                    values);
        Split::template move<true>(member, values, known, at + before,
                                   to.values);
      }
      at += here;
      member.team_barrier();
    }
  }

  /// Writes keys [begin, begin + size) of a sequence of equal keys to their
  /// final position. If is_free, nothing has moved them, and all are `low`.
  KOKKOS_INLINE_FUNCTION void place_equal(Member const& member,
                                          Whole const& whole,
                                          std::uint64_t begin,
                                          std::uint64_t size) const {
    if constexpr (is_free) {
      Key const pivot = order.decode(static_cast<Item>(whole.low));
      for (std::uint64_t i = member.team_rank(); i < size; i += team)
        data[0].keys[begin + i] = pivot;
    } else if (whole.buffer == 1) {
      copy_all(member, data[1], data[0], begin, size);
    }
  }
};

}  // namespace KokkosSort::Impl

#endif
