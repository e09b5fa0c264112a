// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_PARTITION_SELECTION_HPP
#define KOKKOSSORT_DISTRIBUTED_PARTITION_SELECTION_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

namespace KokkosSort::Distributed::Impl {

/// Keys of one rank that a search still considers: `length` sorted keys from
/// `begin` on, of which every `step`-th is a sample. Step 0 means that the
/// split point is found, at `begin`. A message holds the three words.
struct Interval {
  static constexpr int words = 3;

  std::uint64_t begin  = 0;
  std::uint64_t length = 0;
  std::uint64_t step   = 0;

  std::uint64_t samples() const { return step == 0 ? 0 : length / step; }
  /// The last key of each full stretch of `step` keys.
  std::uint64_t sample(std::uint64_t i) const {
    return begin + (i + 1) * step - 1;
  }
};
static_assert(sizeof(Interval) == Interval::words * sizeof(std::uint64_t));

/// Finds how many of the `target` smallest of all ranks' keys each rank has, in
/// the total order (key, rank, index). It accesses no key: its input are the
/// source ranks of the samples in that order.
///
/// Regular samples with one step g for all ranks bound a rank's count from both
/// sides. Let x be the m-th sample, and let a_r of the first m be from rank r.
/// Then rank r has at least a_r g keys up to x, and at most a_r g + g - 1.
/// Let R ranks still be in the search. Then all keys up to x are among the
/// smallest if m g + R (g - 1) <= target. No key behind x is if m g >= target.
/// About 2 R g keys remain between the two. With 16 R samples or more a round
/// leaves 1/8 or less, and with a step of 1 nothing.
class Selection {
 public:
  /// Few enough samples for a device to sort them in one launch, and plenty for
  /// few ranks: 4 ranks need four rounds for 2^31 keys.
  static constexpr std::uint64_t least_samples = 2048;

  /// Samples that a rank sends at once, if several searches have to share that:
  /// 2 MiB of 8-byte keys, and with their positions and copies on a device four
  /// times that. A turn of that size takes longer than its messages. Balanced
  /// ranks send about 24 samples per rank in one turn, however many there are.
  static std::uint64_t most_sent(std::uint64_t ranks);

  /// Samples of a round.
  static std::uint64_t samples_wanted(std::uint64_t ranks,
                                      std::uint64_t least = least_samples);

  /// Samples for which two rounds suffice. The first round, with n / S + 1 keys
  /// per step, leaves (2 R + 1) steps, which are no more than S keys. The
  /// result is at most a 64th of a rank's mean share, and at most 2^16, which
  /// sort in a millisecond. A rank with the most keys sends at most `most`
  /// samples, unless that leaves too few.
  static std::uint64_t samples_for_two_rounds(
      std::vector<std::uint64_t> const& counts, std::size_t searches,
      std::uint64_t most);

  /// The first interval of any search in a rank's `own` keys. It follows from
  /// the counts of the ranks and the target, without a message.
  static Interval first(std::vector<std::uint64_t> const& counts,
                        std::size_t own, std::uint64_t total,
                        std::uint64_t step, std::uint64_t target);

  /// @param least samples of a round, equal on all ranks
  Selection(std::vector<std::uint64_t> const& counts, std::uint64_t target,
            std::uint64_t least = least_samples);

  std::vector<Interval> const& intervals() const { return m_intervals; }

  bool is_done() const { return m_is_done; }

  /// The step between the samples of this round, also if the search is done.
  std::uint64_t step() const { return m_step; }

  /// Narrows the search.
  /// @param sources source rank per sample of this round, in key order
  void narrow(std::vector<std::uint32_t> const& sources);

 private:
  void set_step();

  std::vector<Interval> m_intervals;
  std::uint64_t m_target;
  std::uint64_t m_least;
  std::uint64_t m_step   = 1;
  std::uint64_t m_active = 0;
  bool m_is_done         = false;
};

}  // namespace KokkosSort::Distributed::Impl

#endif
