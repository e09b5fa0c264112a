// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_ENGINE_CHOOSE_CLASSIFIERS_HPP
#define KOKKOSSORT_ALGORITHM_ENGINE_CHOOSE_CLASSIFIERS_HPP

#include <KokkosSort/algorithm/engine/bucket_queue.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/merge_sort_team.hpp>
#include <KokkosSort/block/range_team.hpp>
#include <KokkosSort/block/splitmix64.hpp>
#include <KokkosSort/block/splitter_tree_team.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// On the first level the whole array is the only bucket, and the other teams
/// of the league clear the words of the look-back.
///
/// The sample is stratified: one random key from each of equal intervals of
/// the bucket. Random positions defend against adversarial inputs, and
/// intervals cut a sorted bucket evenly.
template <class Buckets>
struct ChooseClassifiersOf {
  using Exec       = typename Buckets::Execution;
  using State      = typename Buckets::State;
  using Cells      = typename Buckets::Cells;
  using Member     = typename Buckets::Member;
  using Order      = typename Buckets::SortOrder;
  using Item       = typename Buckets::Item;
  using Classifier = typename Buckets::Classifier;
  using Tuning     = typename Buckets::Parameters;

  static constexpr int team             = Buckets::team;
  static constexpr int max_log_children = Buckets::max_log_children;
  static constexpr bool may_use_digits  = Buckets::may_use_digits;

  State s;
  int level;

  using SampleSort = TeamMergeSort<Item, team, Tuning::sample_items_per_thread>;

  /// Samples per cell: those that give the range, and further ones that show
  /// whether the digits are spread evenly. A cell with full_cell of the latter
  /// is too full. With 8 on average, 28 occur in one of 10^7 cells.
  static constexpr int draws_for_range     = 2;
  static constexpr int draws_per_cell      = 8;
  static constexpr std::uint32_t full_cell = 28;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    std::size_t const histogram =
        may_use_digits ? (2 * sizeof(std::uint32_t)) << max_log_children : 0;
    return histogram > SampleSort::scratch_bytes()
               ? histogram
               : SampleSort::scratch_bytes();
  }

  KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
    std::byte* const scratch = team_scratch(member, scratch_bytes());
    if (level == 0) {
      clear_look_back(member);
      if (member.league_rank() == 0) begin(member);
    }
    std::uint32_t const total =
        level == 0 && member.league_rank() > 0
            ? 0
            : *s.queue.word(level, BucketQueue::buckets_listed);
    for (std::uint32_t i = member.league_rank(); i < total;
         i += member.league_size())
      choose(member, i, scratch);
  }

  KOKKOS_INLINE_FUNCTION void clear_look_back(Member const& member) const {
    std::uint64_t const first =
        static_cast<std::uint64_t>(member.league_rank()) * team +
        member.team_rank();
    std::uint64_t const stride =
        static_cast<std::uint64_t>(member.league_size()) * team;
    for (std::uint64_t i = first; i < s.look_back_words; i += stride)
      s.look_back[i] = 0;
  }

  KOKKOS_INLINE_FUNCTION void begin(Member const& member) const {
    for (int i = member.team_rank(); i < s.queue.control_words(); i += team)
      s.queue.control[i] = 0;
    member.team_barrier();
    if (member.team_rank() == 0) s.queue.add_bucket(0, 0, s.n);
    member.team_barrier();
  }

  KOKKOS_INLINE_FUNCTION void choose(Member const& member, std::uint32_t i,
                                     std::byte* scratch) const {
    Bucket& bucket    = s.queue.bucket(level, i);
    Cells const cells = s.cells(level, bucket);
    if (level > 0)
      for (std::uint32_t t = member.team_rank(); t < s.queue.tiles_of(bucket);
           t += team)
        s.queue.tile_bucket[level % 2][bucket.first_tile + t] = i;
    for (std::uint32_t c = member.team_rank(); c < s.queue.cells_of(bucket);
         c += team) {
      cells.count[c]       = 0;
      cells.holds_equal[c] = 0;
    }
    if constexpr (may_use_digits)
      if (choose_digits(member, bucket, cells, scratch)) return;
    choose_splitters(member, bucket, cells, scratch);
  }

  KOKKOS_INLINE_FUNCTION void choose_splitters(Member const& member,
                                               Bucket const& bucket,
                                               Cells const& cells,
                                               std::byte* scratch) const {
    int const children  = 1 << bucket.log_children;
    int const fits      = SampleSort::capacity / children;
    int const wanted    = Tuning::min_sample / children > Tuning::oversampling
                              ? Tuning::min_sample / children
                              : Tuning::oversampling;
    int const per_child = fits < wanted ? fits : wanted;
    int const size      = per_child * children;
    SampleSort const sample(scratch);
    for (int k = member.team_rank(); k < size; k += team)
      sample.elements()[k] = draw(bucket, k, size, 0);
    member.team_barrier();
    sample.sort(member, size, typename Elements<Order, NoValue>::Less{s.order});
    for (int b = member.team_rank(); b < children; b += team)
      cells.definition[b] = sample.elements()[(b + 1) * per_child - 1];
    member.team_barrier();
    for (int b = member.team_rank(); b < children; b += team)
      cells.holds_equal[b] =
          b > 0 && SplitterTree<Item>::is_repeated(cells.definition, b - 1,
                                                   children, s.order);
    member.team_barrier();
  }

  /// Chooses the digits of a sample's range, unless a cell of a further sample
  /// is too full. That is one much fuller than the mean and, if the children
  /// should be leaves, one larger than a leaf.
  KOKKOS_INLINE_FUNCTION bool choose_digits(Member const& member,
                                            Bucket& bucket, Cells const& cells,
                                            std::byte* scratch) const {
    int const count  = static_cast<int>(s.queue.cells_of(bucket));
    int const ranged = draws_for_range * count;
    Item low         = static_cast<Item>(~Item{0});
    Item high        = 0;
    for (int k = member.team_rank(); k < ranged; k += team) {
      Item const drawn = draw(bucket, k, ranged, 0);
      Item const at    = s.order.ordinal(drawn);
      low              = at < low ? at : low;
      high             = at > high ? at : high;
    }
    using Range        = TeamRange<Exec, team, Item>;
    auto* const shared = reinterpret_cast<Item*>(scratch);
    Range::put(member, low, high, shared);
    member.team_barrier();
    Range::get(shared, low, high);
    member.team_barrier();
    if (low == high) return false;
    typename Classifier::Digits digit_of;
    digit_of.set(low, high, static_cast<int>(bucket.log_children) + 1);
    auto* const histogram = reinterpret_cast<std::uint32_t*>(scratch);
    for (int c = member.team_rank(); c < count; c += team) histogram[c] = 0;
    member.team_barrier();
    int const draws = draws_per_cell * count;
    for (int k = member.team_rank(); k < draws; k += team)
      Kokkos::atomic_add(
          &histogram[digit_of(s.order.ordinal(draw(bucket, k, draws, 1)))], 1u);
    member.team_barrier();
    // Draws of a cell that fills a leaf to 7/8.
    std::uint64_t const leaf_draws =
        s.queue.fan_out.levels(bucket.size) > 1
            ? full_cell
            : s.queue.fan_out.capacity * 7 / 8 * draws / bucket.size;
    bool is_full = false;
    for (int c = member.team_rank(); c < count; c += team)
      is_full =
          is_full || histogram[c] >= full_cell || histogram[c] > leaf_draws;
    if (Warp<Exec>::any_in_team(member, is_full)) return false;
    if (member.team_rank() == 0) {
      cells.definition[0] = low;
      cells.definition[1] = high;
      bucket.is_by_digits = true;
    }
    member.team_barrier();
    return true;
  }

  /// Returns item number k of a sample of `size`.
  KOKKOS_FORCEINLINE_FUNCTION Item draw(Bucket const& bucket, int k, int size,
                                        std::uint64_t series) const {
    std::uint64_t const from = stratum(bucket.size, k, size);
    std::uint64_t const to   = stratum(bucket.size, k + 1, size);
    std::uint64_t const at =
        to - from > 1
            ? splitmix64((bucket.begin + k) ^ series << 48) % (to - from)
            : 0;
    return s.order.encode(s.data[level % 2].keys[bucket.begin + from + at]);
  }
  KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t stratum(std::uint64_t size,
                                                           int i, int strata) {
    return size / strata * i + size % strata * i / strata;
  }
};

}  // namespace KokkosSort::Impl

#endif
