// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SAMPLE_PAPER_SCATTER_HPP
#define KOKKOSSORT_ALGORITHM_SAMPLE_PAPER_SCATTER_HPP

#include <KokkosSort/algorithm/engine/tile_team.hpp>
#include <KokkosSort/algorithm/sample/bucket_counters_team.hpp>
#include <KokkosSort/algorithm/sample/paper_bucket_list.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/scan_team.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Phase 4 of the paper's distribution. Each team finds the bucket indices of
/// its tile again and ranks its items per bucket. It writes them from the
/// offsets of phase 3 on. The team of a bucket's first tile lists its children.
///
/// A comparator that contradicts itself may give other buckets than in phase 2.
/// The counts of the tile then differ, and its items go to its positions in
/// their own order. Thus every item has a position, and no two have the same.
template <class Buckets>
struct PaperScatterOf {
  using Exec   = typename Buckets::Execution;
  using Order  = typename Buckets::SortOrder;
  using Value  = typename Buckets::ValueType;
  using Tuning = typename Buckets::Parameters;
  using State  = typename Buckets::State;
  using Member = typename Buckets::Member;
  using Key    = typename Buckets::Key;
  using Item   = typename Buckets::Item;
  using Index  = typename Buckets::Index;
  using Tile   = typename Buckets::Tile;

  static constexpr int team    = Buckets::team;
  static constexpr int ipt     = Buckets::ipt;
  static constexpr int buckets = Buckets::buckets;
  static constexpr bool stages = Tuning::staged_scatter;

  using Counters =
      TeamBucketCounters<Exec, team, Tuning::log_buckets,
                         Tuning::counter_arrays, !Buckets::is_free>;
  using Scan = TeamScan<Exec, team, std::uint32_t>;

  State s;
  int level;

  // The scratch holds, per bucket, the offset of the tile in memory and its
  // start in the tile. Then follow sums of the scan, a shared word, the
  // counters and the tree. A staged tile overwrites the tree.
  static constexpr std::size_t starts_begin = buckets * sizeof(std::uint64_t);
  static constexpr std::size_t scan_begin =
      starts_begin + buckets * sizeof(std::uint32_t);
  static constexpr std::size_t counters_begin =
      round_up(scan_begin + Scan::scratch_bytes() + sizeof(std::uint32_t), 16);
  static constexpr std::size_t index_begin =
      round_up(counters_begin + Counters::scratch_bytes(), 16);
  static constexpr std::size_t staged_bytes =
      round_up(Buckets::tile * Tuning::widest, 16);

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    std::size_t const staging =
        stages ? staged_bytes + Buckets::tile * sizeof(std::uint16_t) : 0;
    return index_begin + (staging > Index::scratch_bytes()
                              ? staging
                              : Index::scratch_bytes());
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    std::byte* const scratch = team_scratch(member, scratch_bytes());
    Index index(scratch + index_begin, s.order);
    std::uint32_t const total =
        *s.list.word(level, PaperBucketList::tiles_listed);
    std::uint32_t loaded = ~std::uint32_t{0};
    for (std::uint32_t t = member.league_rank(); t < total;
         t += member.league_size()) {
      std::uint32_t const i    = s.list.bucket_of(level, t);
      PaperBucket const bucket = s.list.bucket(level, i);
      Counters(scratch + counters_begin).clear(member);
      if (!Tuning::stored_indices && (stages || i != loaded)) {
        index.load(member, s.splitters_of(i), bucket.holds_one != 0);
      } else {
        member.team_barrier();
      }
      loaded = i;
      scatter(member, scratch, index, bucket, t);
      if (t == bucket.first_tile) list_children(member, scratch, bucket);
      member.team_barrier();
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t* offsets(
      std::byte* scratch) {
    return reinterpret_cast<std::uint64_t*>(scratch);
  }
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t* starts(std::byte* scratch) {
    return reinterpret_cast<std::uint32_t*>(scratch + starts_begin);
  }

  KOKKOS_FORCEINLINE_FUNCTION void scatter(Member const& member,
                                           std::byte* scratch,
                                           Index const& index,
                                           PaperBucket const& bucket,
                                           std::uint32_t t) const {
    std::uint64_t begin;
    int const size = tile_at<Buckets::tile>(bucket, t, begin);
    Item items[ipt];
    std::uint32_t found[ipt];
    std::uint32_t ranks[ipt];
    auto const is_item = [&](int i) { return Tile::index(member, i) < size; };
    s.load(member, level, begin, size, items);
    find_buckets(member, index, begin, size, items, found);
    Counters const counters(scratch + counters_begin);
    counters.count(member, found, ranks, is_item);
    member.team_barrier();
    bool const agrees =
        find_offsets(member, scratch, counters, bucket, t - bucket.first_tile);
    if constexpr (stages || Buckets::may_contradict)
      Scan::exclusive_array(
          member, starts(scratch), buckets,
          reinterpret_cast<std::uint32_t*>(scratch + scan_begin));
    if (!agrees) {
      place_in_order(member, scratch, begin, size, items);
      return;
    }
    KOKKOSSORT_UNROLL
    for (int i = 0; i < ipt; ++i)
      if (is_item(i)) ranks[i] += counters.before(member, found[i]);
    if constexpr (stages) {
      write_staged(member, scratch, begin, size, items, found, ranks);
    } else {
      write(member, begin, size, items,
            [&](int i) { return offsets(scratch)[found[i]] + ranks[i]; });
    }
  }

  /// Finds the bucket of each item; that of a missing one is no bucket.
  KOKKOS_FORCEINLINE_FUNCTION void find_buckets(
      Member const& member, Index const& index, std::uint64_t begin, int size,
      Item const (&items)[ipt], std::uint32_t (&found)[ipt]) const {
    if constexpr (Tuning::stored_indices) {
      KOKKOSSORT_UNROLL
      for (int i = 0; i < ipt; ++i) {
        int const at = Tile::index(member, i);
        found[i]     = s.stored[begin + (at < size ? at : size - 1)];
      }
    } else {
      index.find(items, found);
    }
    KOKKOSSORT_UNROLL
    for (int i = 0; i < ipt; ++i)
      if (Tile::index(member, i) >= size) found[i] = buckets;
  }

  /// Sets the position of the tile's first item of each bucket, and the counts
  /// that phase 2 found. Returns whether they are those found here; contains a
  /// barrier.
  KOKKOS_FORCEINLINE_FUNCTION bool find_offsets(Member const& member,
                                                std::byte* scratch,
                                                Counters const& counters,
                                                PaperBucket const& bucket,
                                                std::uint32_t tile) const {
    auto const columns        = s.columns(bucket);
    std::uint64_t const first = *columns.first;
    bool agrees               = true;
    for (int b = member.team_rank(); b < buckets; b += team) {
      std::uint64_t const* const entry = &columns.at(b, tile);
      offsets(scratch)[b]              = bucket.begin + (entry[0] - first);
      std::uint32_t count              = counters.scan(b);
      if constexpr (Buckets::may_contradict) {
        auto const counted = static_cast<std::uint32_t>(entry[1] - entry[0]);
        agrees             = agrees && count == counted;
        count              = counted;
      }
      starts(scratch)[b] = count;
    }
    if constexpr (Buckets::may_contradict) {
      agrees = !Warp<Exec>::any_in_team(member, !agrees);
    }
    member.team_barrier();
    return agrees;
  }

  /// Writes each item to to(i), its value after it.
  template <class To>
  KOKKOS_FORCEINLINE_FUNCTION void write(Member const& member,
                                         std::uint64_t begin, int size,
                                         Item const (&items)[ipt],
                                         To const& to) const {
    auto const& from = s.data[level % 2];
    auto const& into = s.data[1 - level % 2];
    KOKKOSSORT_UNROLL
    for (int i = 0; i < ipt; ++i) {
      int const at = Tile::index(member, i);
      if (at >= size) continue;
      std::uint64_t const position = to(i);
      into.keys[position]          = s.order.decode(items[i]);
      if constexpr (is_value_v<Value>)
        into.values[position] = from.values[begin + at];
    }
  }

  /// Orders the tile by bucket in scratch, keys and then values, and writes
  /// runs.
  KOKKOS_FORCEINLINE_FUNCTION void write_staged(
      Member const& member, std::byte* scratch, std::uint64_t begin, int size,
      Item const (&items)[ipt], std::uint32_t const (&found)[ipt],
      std::uint32_t const (&ranks)[ipt]) const {
    auto const& from = s.data[level % 2];
    auto const& into = s.data[1 - level % 2];
    auto* const keys = reinterpret_cast<Item*>(scratch + index_begin);
    auto* const bucket_of =
        reinterpret_cast<std::uint16_t*>(scratch + index_begin + staged_bytes);
    auto const place = [&](int i) {
      return starts(scratch)[found[i]] + ranks[i];
    };
    auto const target = [&](int at) {
      std::uint32_t const b = bucket_of[at];
      return offsets(scratch)[b] + (at - starts(scratch)[b]);
    };
    KOKKOSSORT_UNROLL
    for (int i = 0; i < ipt; ++i) {
      if (Tile::index(member, i) >= size) continue;
      keys[place(i)]      = items[i];
      bucket_of[place(i)] = static_cast<std::uint16_t>(found[i]);
    }
    member.team_barrier();
    for (int at = member.team_rank(); at < size; at += team)
      into.keys[target(at)] = s.order.decode(keys[at]);
    if constexpr (is_value_v<Value>) {
      auto* const values = reinterpret_cast<Value*>(scratch + index_begin);
      member.team_barrier();
      KOKKOSSORT_UNROLL
      for (int i = 0; i < ipt; ++i)
        if (Tile::index(member, i) < size)
          values[place(i)] = from.values[begin + Tile::index(member, i)];
      member.team_barrier();
      for (int at = member.team_rank(); at < size; at += team)
        into.values[target(at)] = values[at];
    }
  }

  /// Gives the tile's positions to its items in their own order.
  KOKKOS_INLINE_FUNCTION void place_in_order(Member const& member,
                                             std::byte* scratch,
                                             std::uint64_t begin, int size,
                                             Item const (&items)[ipt]) const {
    std::uint32_t const* const first = starts(scratch);
    write(member, begin, size, items, [&](int i) {
      auto const at = static_cast<std::uint32_t>(Tile::index(member, i));
      int b         = 0;
      for (int step = buckets / 2; step > 0; step /= 2)
        if (first[b + step] <= at) b += step;
      return offsets(scratch)[b] + (at - first[b]);
    });
  }

  KOKKOS_INLINE_FUNCTION void list_children(Member const& member,
                                            std::byte* scratch,
                                            PaperBucket const& bucket) const {
    auto const columns = s.columns(bucket);
    auto const array   = static_cast<std::uint32_t>(1 - level % 2);
    auto const end_of  = [&](int b) {
      return b + 1 < buckets ? columns.begin_of(b + 1) : bucket.size;
    };
    for (int b = member.team_rank(); b < buckets; b += team)
      if (bucket.holds_one == 0 || b != Index::of_equal)
        s.list.add(level + 1, bucket.begin + columns.begin_of(b),
                   end_of(b) - columns.begin_of(b), array);
    if (bucket.holds_one != 0)
      s.list.add_equal(
          member, bucket.begin + columns.begin_of(Index::of_equal),
          end_of(Index::of_equal) - columns.begin_of(Index::of_equal), array,
          reinterpret_cast<std::uint32_t*>(scratch + scan_begin +
                                           Scan::scratch_bytes()));
  }
};

}  // namespace KokkosSort::Impl

#endif
