// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_LEAF_MSD_RANK_LAYOUT_HPP
#define KOKKOSSORT_ALGORITHM_LEAF_MSD_RANK_LAYOUT_HPP

#include <KokkosSort/algorithm/leaf/counters_team.hpp>
#include <KokkosSort/algorithm/leaf/leaf_tuning.hpp>
#include <KokkosSort/algorithm/leaf/word_rank_team.hpp>
#include <KokkosSort/block/range_team.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/strided.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Scratch and limits of TeamMsdRankSort: items, indices, extremes, counters
/// and sections follow each other.
template <class Exec, class Item, class Value, int TeamSize, int ItemsPerThread,
          LeafNetwork Network>
struct MsdRankLayout {
  using Range = TeamRange<Exec, TeamSize, Item>;

  static constexpr int capacity = TeamSize * ItemsPerThread;

  // If a word has room for both, scratch holds the distance of an item from the
  // least, above its index. One comparison of words then orders two items, and
  // digits that are finer than the keys spread equal ones.
  static constexpr bool may_pack = sizeof(Item) >= 4;
  static constexpr int log_indices =
      std::bit_width(static_cast<unsigned>(capacity));
  static constexpr Item index_mask =
      static_cast<Item>((std::uint64_t{1} << log_indices) - 1);

  static constexpr std::size_t item_bytes = is_value_v<Value> &&
                                                    sizeof(Value) > sizeof(Item)
                                                ? sizeof(Value)
                                                : sizeof(Item);

  static constexpr std::size_t index_bytes =
      is_value_v<Value> ? sizeof(std::uint16_t) : 0;

  // Words that are compared at a time. The words of the next digits are
  // greater, and the last digit is followed by some that are greater than all.
  static constexpr int at_a_time = 4;

  static constexpr std::size_t items_bytes =
      round_up((capacity + at_a_time) * item_bytes, 16);
  static constexpr std::size_t indices_bytes =
      round_up(capacity * index_bytes, 16);
  static constexpr std::size_t extremes_begin = items_bytes + indices_bytes;
  static constexpr std::size_t counters_begin =
      extremes_begin + round_up(Range::scratch_bytes(), 16);

  // About one digit per item of a full leaf, if the scratch of a team has room
  // for them. More digits cost more to clear and to scan than they save in
  // counting.
  static constexpr std::size_t item_and_index = item_bytes + index_bytes;
  // Such a leaf needs more than the usual scratch (core/team_scratch.hpp). That
  // has room for 2^12 digits too.
  static constexpr bool is_long = capacity * item_and_index > 40 * 1024;
  static constexpr int max_log_digits =
      is_long || capacity * item_and_index <= 20 * 1024 ? 12
      : capacity * item_and_index <= 31 * 1024          ? 11
                                                        : 10;
  using Counters = TeamCounters<Exec, TeamSize, (1 << max_log_digits)>;

  // Scratch of every device is 40,936 bytes, of which callers take 2,064 at
  // most, and with teams of 512 a bit per item. The sections of the second
  // distribution take what is left. A long leaf has more: with 75,000 bytes two
  // teams share 164 KiB.
  static constexpr std::size_t most_bytes =
      is_long ? 75'000 : 38'800 - (TeamSize > 256 ? capacity / 8 : 0);
  static constexpr std::size_t first_bytes =
      counters_begin + Counters::scratch_bytes();
  static constexpr std::size_t entry_bytes = sizeof(std::uint16_t);
  static constexpr int log_sections        = [] {
    int log = max_log_digits;
    while (log > 0 &&
           first_bytes + ((entry_bytes << log) + entry_bytes) > most_bytes)
      --log;
    return log;
  }();
  static constexpr std::size_t section_bytes =
      (entry_bytes << log_sections) + entry_bytes;

  // A network sorts up to max_words items that crowd. Numbers that are words
  // themselves need no other place. Otherwise words take that of indices,
  // counters and sections.
  static constexpr bool is_word =
      !is_value_v<Value> && sizeof(Item) <= sizeof(std::uint32_t);
  static constexpr std::size_t words_begin = is_word ? 0 : items_bytes;
  template <int Words>
  using WordsOf = TeamWordRank<Exec, Item, TeamSize, Words>;
  template <int Words>
  static constexpr int most_words() {
    if constexpr (Words < 8) {
      return 0;
    } else if constexpr (WordsOf<Words>::is_possible &&
                         WordsOf<Words>::scratch_bytes() <=
                             first_bytes + section_bytes - words_begin) {
      return Words;
    } else {
      return most_words<Words / 2>();
    }
  }
  static constexpr int all_words =
      Network == LeafNetwork::none
          ? 0
          : static_cast<int>(std::bit_ceil(static_cast<unsigned>(capacity)));
  static constexpr int max_words    = most_words<all_words>();
  static constexpr bool has_network = max_words > 0;
  using WordRank                    = WordsOf<has_network ? max_words : 8>;
  // Numbers that go to the network at once, in leaves of which it sorts any. On
  // an H200 2^15 numbers of and_of_3 then take 25 us instead of 29, and spread
  // ones 24.5 instead of 23. A team alone sorts 2^10 in 12 us instead of 16,
  // and spread ones in the same time.
  static constexpr int few_words =
      has_network && is_word && Network == LeafNetwork::first ? 2 * TeamSize
                                                              : 0;

  // Comparisons per item from which on it is faster to merge, or to distribute
  // again. On an H200 and_of_3 takes 1.02 of the time with 16 per key, 1.01
  // with 64 and 1.07 with 128. With 16 instead of 64 per pair, an H200 takes
  // 0.87 of the time for 2^20 such pairs of 64 bits, and 0.96 for 2^26. In
  // larger teams, which sort few pairs, the fullest digit takes all the time.
  // With 8 instead of 64, 2^12 Zipf pairs of 32 bits take 30 us instead of 74.
  static constexpr std::uint32_t max_comparisons = !is_value_v<Value> ? 32
                                                   : TeamSize > 256   ? 8
                                                                      : 16;

  // Digits of more items are checked for equal keys.
  static constexpr int unchecked_digit = 64;
};

}  // namespace KokkosSort::Impl

#endif
