// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_ENGINE_CHOOSE_CLASSIFIERS_HPP
#define KOKKOSSORT_ALGORITHM_ENGINE_CHOOSE_CLASSIFIERS_HPP

#include <KokkosSort/algorithm/engine/bucket_queue.hpp>
#include <KokkosSort/algorithm/engine/clear_words_team.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/merge_sort_team.hpp>
#include <KokkosSort/block/range_team.hpp>
#include <KokkosSort/block/scan_team.hpp>
#include <KokkosSort/block/splitmix64.hpp>
#include <KokkosSort/block/splitter_tree_team.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/multiply_high.hpp>
#include <KokkosSort/core/unroll.hpp>
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
  using Key        = typename Buckets::Key;
  using Item       = typename Buckets::Item;
  using Classifier = typename Buckets::Classifier;
  using Tuning     = typename Buckets::Parameters;

  static constexpr int team             = Buckets::team;
  static constexpr int max_log_children = Buckets::max_log_children;
  static constexpr bool may_use_digits  = Buckets::may_use_digits;

  State s;
  int level;

  using SampleSort = TeamMergeSort<Item, team, Tuning::sample_items_per_thread>;

  /// Items that a thread reads before it uses the first. Wide ones would not
  /// stay in registers.
  static constexpr int at_once = sizeof(Item) <= 8 ? 8 : 1;

  /// Items of the sample per cell. They give the range and the weights of
  /// digits, and show whether digits are even. For weighted ones that is how
  /// the items lie within a section, which the weights do not depend on. A cell
  /// has full_cell of them once in 10^7 cells. More items cost memory accesses:
  /// with 8, choosing takes 3 % of the time of 2^28 keys.
  static constexpr int draws_per_cell      = 4;
  static constexpr std::uint32_t full_cell = 18;

  /// The sample of a bucket, items i * team + rank in registers. Read once:
  /// reads at random positions of a large array are slow, and those of the
  /// first level all come from one multiprocessor.
  struct Sample {
    static constexpr int per_thread =
        may_use_digits
            ? round_up(div_up((2 * draws_per_cell) << max_log_children, team),
                       at_once)
            : 1;
    Item items[per_thread];
    int size = 0;

    /// Calls body(k, item) for the items k of a thread.
    template <class Body>
    KOKKOS_FORCEINLINE_FUNCTION void for_each(Member const& member,
                                              Body const& body) const {
      KOKKOSSORT_UNROLL
      for (int i = 0; i < per_thread; ++i) {
        int const k = i * team + member.team_rank();
        if (i * team >= size) break;
        if (k < size) body(k, items[i]);
      }
    }
  };

  /// If a level follows, it partitions full cells. The digits are too uneven if
  /// the full cells hold more than this part of the sample. Even digits have
  /// some cells that only look full: one of 1,000 cells with 4 samples in the
  /// mean has 12. Splitters for all took 1.16 times as long for 5 x 10^8 keys
  /// on an H100.
  static constexpr int full_part = 16;

  using Digits = typename Classifier::Digits;
  using Scan   = TeamScan<Exec, team, std::uint32_t>;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    std::size_t const histogram =
        may_use_digits ? ((2 * sizeof(std::uint32_t)) << max_log_children) +
                             ((2 * sizeof(std::uint32_t)) << max_log_children) +
                             Scan::scratch_bytes()
                       : 0;
    return histogram > SampleSort::scratch_bytes()
               ? histogram
               : SampleSort::scratch_bytes();
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    std::byte* const scratch = team_scratch(member, scratch_bytes());
    if (level == 0) {
      if (!s.gate.is_closed()) clear_look_back(member, 0, s.cleared_words);
      if (member.league_rank() == 0) begin(member);
    } else if (Buckets::is_stable) {
      clear_look_back(member, s.cleared_words,
                      Buckets::look_back_words(
                          *s.queue.word(level, BucketQueue::tiles_listed)));
    }
    std::uint32_t const total =
        level == 0 && member.league_rank() > 0
            ? 0
            : *s.queue.word(level, BucketQueue::buckets_listed);
    for (std::uint32_t i = member.league_rank(); i < total;
         i += member.league_size())
      choose(member, i, scratch);
  }

  KOKKOS_INLINE_FUNCTION void clear_look_back(Member const& member,
                                              std::uint64_t first,
                                              std::uint64_t end) const {
    if (first < end) clear_words(member, s.look_back + first, end - first);
  }

  KOKKOS_INLINE_FUNCTION void begin(Member const& member) const {
    for (int i = member.team_rank(); i < s.queue.control_words(); i += team)
      s.queue.control[i] = 0;
    member.team_barrier();
    if (member.team_rank() == 0) {
      *s.queue.seen = {0, 0};
      // Without a bucket the kernels that follow find nothing to do.
      if (!s.gate.is_closed()) s.queue.add_bucket(0, 0, s.n);
    }
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
    Sample sample;
    if constexpr (may_use_digits) {
      sample.size = draws_per_cell * static_cast<int>(s.queue.cells_of(bucket));
      KOKKOSSORT_UNROLL
      for (int row = 0; row < Sample::per_thread; row += at_once) {
        if (row * team >= sample.size) break;
        draw(bucket, sample.size, row * team + member.team_rank(),
             sample.items + row);
      }
      if (choose_digits(member, bucket, cells, sample, scratch)) return;
    }
    choose_splitters(member, bucket, cells, sample, scratch);
  }

  KOKKOS_INLINE_FUNCTION void choose_splitters(Member const& member,
                                               Bucket& bucket,
                                               Cells const& cells,
                                               Sample const& sample,
                                               std::byte* scratch) const {
    sort_sample(member, bucket, cells, sample, scratch);
    int const children = 1 << bucket.log_children;
    for (int b = member.team_rank(); b < children; b += team)
      cells.holds_equal[b] =
          b > 0 && SplitterTree<Item>::is_repeated(cells.definition, b - 1,
                                                   children, s.order);
    member.team_barrier();
    if constexpr (Classifier::may_shorten) {
      shorten(member, bucket, cells,
              *reinterpret_cast<std::uint32_t*>(scratch));
      member.team_barrier();
    }
  }

  /// Sorts a sample and writes the splitters, every per_child-th item of it.
  KOKKOS_INLINE_FUNCTION void sort_sample(Member const& member,
                                          Bucket const& bucket,
                                          Cells const& cells,
                                          Sample const& sample,
                                          std::byte* scratch) const {
    int const children  = 1 << bucket.log_children;
    int const fits      = SampleSort::capacity / children;
    int const wanted    = Tuning::min_sample / children > Tuning::oversampling
                              ? Tuning::min_sample / children
                              : Tuning::oversampling;
    int const per_child = fits < wanted ? fits : wanted;
    int const size      = per_child * children;
    SampleSort const sort(scratch);
    put_sample(member, bucket, sample, per_child, size, sort.elements());
    sort.sort(member, size, typename Elements<Order, NoValue>::Less{s.order});
    for (int b = member.team_rank(); b < children; b += team)
      cells.definition[b] = sort.elements()[(b + 1) * per_child - 1];
    member.team_barrier();
  }

  /// Puts a sample of `size` items into scratch: of those drawn, if they are as
  /// many, the first per_child for each child. Ends with a barrier.
  KOKKOS_INLINE_FUNCTION void put_sample(Member const& member,
                                         Bucket const& bucket,
                                         Sample const& sample, int per_child,
                                         int size, Item* items) const {
    constexpr int drawn = 2 * draws_per_cell;
    if (may_use_digits && size <= sample.size) {
      sample.for_each(member, [&](int k, Item const& item) {
        if (k % drawn < per_child)
          items[k / drawn * per_child + k % drawn] = item;
      });
    } else {
      for (int first = member.team_rank(); first < size;
           first += at_once * team) {
        Item drawn_now[at_once];
        draw(bucket, size, first, drawn_now);
        KOKKOSSORT_UNROLL
        for (int i = 0; i < at_once; ++i)
          if (first + i * team < size) items[first + i * team] = drawn_now[i];
      }
    }
    member.team_barrier();
  }

  /// Lets windows of 32 bits stand for the splitters if all of them differ.
  /// Each splitter becomes the greatest item of its window, so that comparisons
  /// of items agree with those of windows.
  KOKKOS_INLINE_FUNCTION void shorten(Member const& member, Bucket& bucket,
                                      Cells const& cells,
                                      std::uint32_t& are_equal) const {
    int const splitters = (1 << bucket.log_children) - 1;
    Item const low      = cells.definition[0];
    Item const high     = cells.definition[splitters];
    if (low == high) return;
    Digits digits;
    digits.set(low, high, static_cast<int>(bucket.log_children));
    if (member.team_rank() == 0) are_equal = 0;
    member.team_barrier();
    for (int b = member.team_rank(); b < splitters - 1; b += team)
      if (digits.window(cells.definition[b]) ==
          digits.window(cells.definition[b + 1]))
        are_equal = 1;
    member.team_barrier();
    if (are_equal != 0) return;
    for (int b = member.team_rank() + 1; b < splitters; b += team)
      cells.definition[b] = digits.last_of_window(cells.definition[b]);
    if (member.team_rank() == 0) bucket.cells_by = CellsBy::short_splitters;
  }

  /// Chooses the digits of a sample's range if they are even. Else weighted
  /// digits may be. Returns whether any were chosen.
  KOKKOS_INLINE_FUNCTION bool choose_digits(Member const& member,
                                            Bucket& bucket, Cells const& cells,
                                            Sample const& sample,
                                            std::byte* scratch) const {
    int const count = static_cast<int>(s.queue.cells_of(bucket));
    Item low        = static_cast<Item>(~Item{0});
    Item high       = 0;
    sample.for_each(member, [&](int, Item const& item) {
      Item const at = s.order.ordinal(item);
      low           = at < low ? at : low;
      high          = at > high ? at : high;
    });
    using Range        = TeamRange<Exec, team, Item>;
    auto* const shared = reinterpret_cast<Item*>(scratch);
    Range::put(member, low, high, shared);
    member.team_barrier();
    Range::get(member, shared, low, high);
    member.team_barrier();
    if (low == high) return false;
    Digits digit_of;
    digit_of.set(low, high, static_cast<int>(bucket.log_children) + 1);
    auto* const histogram = reinterpret_cast<std::uint32_t*>(scratch);
    CellsBy cells_by      = CellsBy::digits;
    if (is_uneven(member, bucket, sample, digit_of, histogram)) {
      if (!Classifier::may_weight || is_last(bucket) ||
          count < 1 << Classifier::min_log_weighted)
        return false;
      auto* const sections = Classifier::sections_of(cells.definition);
      weight(member, histogram, count, sections);
      if (is_uneven(member, bucket, sample, digit_of, histogram, sections))
        return false;
      cells_by = CellsBy::weighted_digits;
    }
    if (member.team_rank() == 0) {
      cells.definition[0] = low;
      cells.definition[1] = high;
      bucket.cells_by     = cells_by;
    }
    member.team_barrier();
    return true;
  }

  /// Whether cells of a sample are too full. A full cell is one much fuller
  /// than the mean and, if the children should be leaves, one larger than a
  /// leaf. The histogram then holds the cells of the sample.
  KOKKOS_INLINE_FUNCTION bool is_uneven(
      Member const& member, Bucket const& bucket, Sample const& sample,
      Digits const& digit_of, std::uint32_t* histogram,
      std::uint32_t const* sections = nullptr) const {
    int const count = static_cast<int>(s.queue.cells_of(bucket));
    int const draws = sample.size;
    auto& in_full   = histogram[count];
    for (int c = member.team_rank(); c <= count; c += team) histogram[c] = 0;
    member.team_barrier();
    sample.for_each(member, [&](int, Item const& item) {
      Item const at = s.order.ordinal(item);
      Warp<Exec>::shared_atomic_add(
          &histogram[sections == nullptr
                         ? digit_of(digit_of.window(at))
                         : digit_of.weighted(digit_of.window(at), sections)],
          1u);
    });
    member.team_barrier();
    // Draws of a cell that fills a leaf to 7/8.
    std::uint64_t const leaf_draws =
        is_last(bucket) ? s.queue.fan_out.capacity * 7 / 8 * draws / bucket.size
                        : full_cell;
    std::uint32_t own = 0;
    for (int c = member.team_rank(); c < count; c += team)
      if (histogram[c] >= full_cell || histogram[c] > leaf_draws)
        own += histogram[c];
    if (own > 0) Warp<Exec>::shared_atomic_add(&in_full, own);
    member.team_barrier();
    bool const result =
        in_full > static_cast<std::uint32_t>(
                      level + 1 < s.queue.levels ? draws / full_part : 0);
    member.team_barrier();
    return result;
  }

  /// Whether the bucket's children should be leaves.
  KOKKOS_FORCEINLINE_FUNCTION bool is_last(Bucket const& bucket) const {
    return s.queue.fan_out.levels(bucket.size) <= 1;
  }

  /// Divides the cells among the sections, in proportion to the sample that the
  /// histogram of plain digits holds. A section without a sample has no cell,
  /// its items belong to the next one that exists.
  KOKKOS_INLINE_FUNCTION void weight(Member const& member,
                                     std::uint32_t* histogram, int count,
                                     std::uint32_t* sections) const {
    int const half      = count / 2;
    auto* const first   = histogram + count;
    auto* const scanned = first + half;
    member.team_barrier();
    for (int i = member.team_rank(); i < half; i += team) {
      std::uint32_t const drawn = histogram[2 * i] + histogram[2 * i + 1];
      first[i]                  = drawn > 0 ? 1 : 0;
    }
    member.team_barrier();
    auto const used =
        static_cast<int>(Scan::exclusive_array(member, first, half, scanned));
    auto const spare = static_cast<std::uint32_t>(count - used);
    auto const draws = static_cast<std::uint32_t>(draws_per_cell * count);
    for (int i = member.team_rank(); i < half; i += team) {
      std::uint32_t const drawn = histogram[2 * i] + histogram[2 * i + 1];
      first[i]                  = drawn > 0 ? 1 + drawn * spare / draws : 0;
    }
    member.team_barrier();
    for (int i = member.team_rank(); i < half; i += team)
      sections[i] = first[i];
    std::uint32_t const all =
        Scan::exclusive_array(member, first, half, scanned);
    for (int i = member.team_rank(); i < half; i += team)
      sections[i] |= (first[i] < all ? first[i] : all - 1) << 16;
    member.team_barrier();
  }

  /// Reads items first + i * team of a sample of `size`, for i < at_once. Those
  /// behind the last are equal to it: without a condition, no read waits for
  /// the one before.
  KOKKOS_FORCEINLINE_FUNCTION void draw(Bucket const& bucket, int size,
                                        int first, Item* items) const {
    std::uint64_t const step =
        (bucket.size << step_bits) / static_cast<std::uint32_t>(size);
    Key keys[at_once];
    KOKKOSSORT_UNROLL
    for (int i = 0; i < at_once; ++i) {
      int const k = first + i * team;
      keys[i] =
          s.from(level).keys[position(bucket, step, k < size ? k : size - 1)];
    }
    KOKKOSSORT_UNROLL
    for (int i = 0; i < at_once; ++i) items[i] = s.order.encode(keys[i]);
  }

  /// Fraction of the lengths of a sample's intervals. A division for each of
  /// them took more instructions than the rest.
  static constexpr int step_bits = 16;

  /// Returns the position of item k of a sample with intervals of this step.
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t position(Bucket const& bucket,
                                                     std::uint64_t step,
                                                     int k) const {
    auto const number         = static_cast<std::uint32_t>(k);
    std::uint64_t const begin = step * number >> step_bits;
    // No array has samples 2^32 items apart.
    auto const width =
        static_cast<std::uint32_t>((step * (number + 1) >> step_bits) - begin);
    auto const random =
        static_cast<std::uint32_t>(splitmix64(bucket.begin + number));
    return bucket.begin + begin + multiply_high(random, width);
  }
};

}  // namespace KokkosSort::Impl

#endif
