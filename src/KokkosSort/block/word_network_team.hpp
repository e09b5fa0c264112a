// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_WORD_NETWORK_TEAM_HPP
#define KOKKOSSORT_BLOCK_WORD_NETWORK_TEAM_HPP

#include <KokkosSort/block/network_thread.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Butterfly network on words of 32 bits in scratch. A thread holds 8
/// neighboring words in registers. Steps between words of one warp exchange
/// registers. Only longer ones go through scratch, three at a time. TeamNetwork
/// does all steps like that. On an H200, 512 threads sort 2^10, 2^11 and 2^12
/// words in 5.5, 8 and 13 thousand cycles. TeamMergeSort takes 12, 15 and 20
/// thousand.
template <class Exec, int TeamSize, int MaxWords>
class TeamWordNetwork {
  using Word  = std::uint32_t;
  using Lanes = Warp<Exec>;

  static constexpr int log_items = 3;
  static constexpr int items     = 1 << log_items;
  static constexpr int log_warp =
      log_items + std::countr_zero(static_cast<unsigned>(Lanes::size));

  struct Less {
    KOKKOS_FORCEINLINE_FUNCTION bool operator()(Word a, Word b) const {
      return a < b;
    }
  };

 public:
  /// MaxWords is a power of two.
  static constexpr bool is_possible = TeamSize % Lanes::size == 0 &&
                                      MaxWords <= TeamSize * items &&
                                      MaxWords >= items * Lanes::size;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return (slot(MaxWords - 1) + 1) * sizeof(Word);
  }

  KOKKOS_INLINE_FUNCTION explicit TeamWordNetwork(void* scratch)
      : m_words(static_cast<Word*>(scratch)) {}

  KOKKOS_FORCEINLINE_FUNCTION Word& operator[](int i) const {
    return m_words[slot(i)];
  }

  /// Sorts words 0 to size - 1. Called by the whole team after a barrier that
  /// follows the writes; ends with a barrier.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void sort(Member const& member, int size) const {
    int stages = log_items;
    while (1 << stages < size) ++stages;
    int const thread = member.team_rank();
    int const last   = 1 << stages;
    // Alike in a warp, all of whose lanes exchange registers.
    bool const has_words = thread / Lanes::size * Lanes::size * items < last;
    Word held[items];
    if (has_words) {
      KOKKOSSORT_UNROLL
      for (int r = 0; r < items; ++r)
        held[r] =
            thread * items + r < size ? (*this)[thread * items + r] : ~Word{0};
      butterfly_sort<true, items>(held, items, Less{});
      KOKKOSSORT_NO_UNROLL
      for (int stage = log_items + 1; stage <= log_warp && stage <= stages;
           ++stage) {
        exchange<true>(thread, (1 << (stage - log_items)) - 1, held);
        half_clean_warp(thread, stage - 1, held);
      }
    }
    KOKKOSSORT_NO_UNROLL
    for (int stage = log_warp + 1; stage <= stages; ++stage) {
      if (has_words) store(strided_partition<items>(thread, 0), held);
      member.team_barrier();
      int const left = butterfly_stage(member, stage, last);
      if (has_words) {
        load(strided_partition<items>(thread, 0), held);
        half_clean_warp(thread, left, held);
      }
    }
    if (has_words) store(strided_partition<items>(thread, 0), held);
    member.team_barrier();
  }

 private:
  // A gap of a word follows every 32, so that threads that access their
  // neighboring words are in different banks.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int slot(int i) {
    return i + (i >> 5);
  }

  KOKKOS_FORCEINLINE_FUNCTION void load(Partition<items, int> const& part,
                                        Word (&held)[items]) const {
    KOKKOSSORT_UNROLL
    for (int r = 0; r < items; ++r) held[r] = (*this)[part(r)];
  }
  KOKKOS_FORCEINLINE_FUNCTION void store(Partition<items, int> const& part,
                                         Word const (&held)[items]) const {
    KOKKOSSORT_UNROLL
    for (int r = 0; r < items; ++r) (*this)[part(r)] = held[r];
  }

  /// Compares each word with that of the lane whose number differs in `mask`,
  /// and keeps one of both. With Mirrored, the registers of that lane are in
  /// reverse order.
  template <bool Mirrored>
  KOKKOS_FORCEINLINE_FUNCTION static void exchange(int thread, int mask,
                                                   Word (&held)[items]) {
    bool const is_lower = (thread ^ mask) > thread;
    Word other[items];
    KOKKOSSORT_UNROLL
    for (int r = 0; r < items; ++r)
      other[r] = Lanes::shuffle_xor(held[Mirrored ? items - 1 - r : r], mask);
    // Equal words are alike, so it does not matter which one is kept.
    KOKKOSSORT_UNROLL
    for (int r = 0; r < items; ++r)
      held[r] = (other[r] < held[r]) == is_lower ? other[r] : held[r];
  }

  /// Half-cleaner steps of distance 2^(steps-1), … 2, 1 within a warp.
  KOKKOS_FORCEINLINE_FUNCTION static void half_clean_warp(int thread, int steps,
                                                          Word (&held)[items]) {
    KOKKOSSORT_NO_UNROLL
    for (int bit = steps - 1; bit >= log_items; --bit)
      exchange<false>(thread, 1 << (bit - log_items), held);
    half_clean<true, items / 2>(held, items, items, Less{});
  }

  /// Steps of a stage on `last` words in scratch, until those that are left
  /// stay within warps. Returns the number of these. A visit repeats steps if
  /// fewer than three were left, which changes nothing.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION int butterfly_stage(Member const& member,
                                                  int stage, int last) const {
    int const thread = member.team_rank();
    Word held[items];
    if (thread * items < last) {
      auto const part = mirrored_partition<items>(thread, stage);
      load(part, held);
      butterfly_step<true, items>(held, items, Less{});
      half_clean<true, items / 4>(held, items, items, Less{});
      store(part, held);
    }
    member.team_barrier();
    int left = stage - log_items;
    for (; left > log_warp; left -= log_items) {
      if (thread * items < last) {
        auto const part = strided_partition<items>(thread, left - log_items);
        load(part, held);
        half_clean<true, items / 2>(held, items, items, Less{});
        store(part, held);
      }
      member.team_barrier();
    }
    return left;
  }

  Word* m_words;
};

}  // namespace KokkosSort::Impl

#endif
