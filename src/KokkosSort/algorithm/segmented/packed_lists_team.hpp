// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SEGMENTED_PACKED_LISTS_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_SEGMENTED_PACKED_LISTS_TEAM_HPP

#include <KokkosSort/algorithm/segmented/packed_tile_thread.hpp>
#include <KokkosSort/algorithm/segmented/segments.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Lists of the segments that a team sorts, by class: of up to 8, 16 and 32
/// keys, and the parts of longer ones. Lists are in scratch. Offsets that
/// overlap could list more segments than there is room for; these are omitted.
template <class Exec, class Tuning>
class TeamPackedLists {
  static constexpr int team     = Tuning::team_size;
  static constexpr int run      = Tuning::run;
  static constexpr int stretch  = Tuning::stretch;
  static constexpr int capacity = Tuning::capacity;
  static_assert(run == 16 || run == 32);
  static_assert(stretch <= 1 << PackedSlot::begin_bits);
  static_assert(Tuning::most < 1 << PackedSlot::size_bits);

  enum Word {
    of_8,
    of_16,
    of_32,
    all_parts,
    low_word,
    high_word,
    long_word,
    gap_word,
    longest_word,
    words
  };

  // A segment of N keys or fewer has more than half of that, except the
  // shortest.
  template <int N>
  static constexpr int least = N == 8 ? 2 : N / 2 + 1;
  template <int N>
  static constexpr int room = stretch / least<N> + 1;

  static constexpr int most_parts = 2 * capacity / (run + 1) + 2;
  static constexpr int bit_words  = div_up(capacity, 32);

  // Parts of one segment, at most.
  static constexpr int segment_parts = div_up(Tuning::most, run);

  using Mask = typename Warp<Exec>::mask_type;

 public:
  /// Parts that a thread merges at a time.
  static constexpr int parts_per_thread = div_up(2 * segment_parts, team);

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return round_up((words + bit_words + most_parts) * sizeof(std::uint32_t) +
                        (room<8> + room<16> + room<32>)*sizeof(std::uint16_t),
                    16);
  }

  KOKKOS_INLINE_FUNCTION explicit TeamPackedLists(std::byte* scratch)
      : m_words(reinterpret_cast<std::uint32_t*>(scratch)),
        m_owned(m_words + words),
        m_parts(m_owned + bit_words),
        m_segments(reinterpret_cast<std::uint16_t*>(m_parts + most_parts)) {}

  /// Lists segments first to last - 1, of which the team sorts those that begin
  /// in the stretch from `tile` on. Ends with a barrier.
  template <class Member, class Segments>
  KOKKOS_INLINE_FUNCTION void list(Member const& member,
                                   Segments const& segments, std::uint64_t n,
                                   std::uint64_t tile, std::uint64_t first,
                                   std::uint64_t last) const {
    for (int w = member.team_rank(); w < words + bit_words; w += team)
      m_words[w] = w == low_word || w == long_word ? ~std::uint32_t{0} : 0;
    member.team_barrier();
    // All lanes of a warp take part in each vote.
    for (std::uint64_t from = first; from < last; from += team) {
      std::uint64_t const i = from + member.team_rank();
      int begin             = 0;
      int size              = 0;
      if (i < last) {
        SegmentBounds const bounds = segments.bounds(i, n);
        // Offsets that decrease may list segments of other stretches.
        if (bounds.begin - tile < stretch && bounds.size() > 0) {
          begin = static_cast<int>(bounds.begin - tile);
          if (i > first && segments.bounds(i - 1, n).end != bounds.begin)
            Warp<Exec>::shared_atomic_or(&m_words[gap_word], 1u);
          if (bounds.size() <= Tuning::most) {
            size = static_cast<int>(bounds.size());
          } else {
            Kokkos::atomic_min(&m_words[long_word],
                               static_cast<std::uint32_t>(begin));
          }
        }
      }
      add(member.team_rank() % Warp<Exec>::size, begin, size);
    }
    member.team_barrier();
  }

  /// Bounds of the positions of all listed segments.
  KOKKOS_FORCEINLINE_FUNCTION int low() const {
    return static_cast<int>(m_words[low_word]);
  }
  KOKKOS_FORCEINLINE_FUNCTION int high() const {
    return static_cast<int>(m_words[high_word]);
  }

  /// Number of listed segments of up to N keys.
  template <int N>
  KOKKOS_FORCEINLINE_FUNCTION int count() const {
    auto const all = static_cast<int>(m_words[word_of<N>]);
    return all < room<N> ? all : room<N>;
  }
  /// Returns the positions of a segment, none behind the last.
  template <int N>
  KOKKOS_FORCEINLINE_FUNCTION PackedPart segment(int i) const {
    if (i >= count<N>()) return {0, 0};
    int const entry = m_segments[offset<N> + i];
    return {entry & (stretch - 1), entry / stretch + least<N>};
  }

  /// Number of parts of longer segments.
  KOKKOS_FORCEINLINE_FUNCTION int parts() const {
    auto const all = static_cast<int>(m_words[all_parts]);
    return all < most_parts ? all : most_parts;
  }
  KOKKOS_FORCEINLINE_FUNCTION PackedSlot part(int i) const {
    return {m_parts[i]};
  }
  /// Length of the longest segment that has parts, or 0.
  KOKKOS_FORCEINLINE_FUNCTION int longest() const {
    return static_cast<int>(m_words[longest_word]);
  }

  // All parts of a segment are in one batch, and the team holds a batch. A
  // batch consists of the segments whose first part is among as many.

  KOKKOS_FORCEINLINE_FUNCTION int batches() const {
    return div_up(parts(), batch_parts);
  }
  /// Finds part `i` of a batch. Returns false if there is none.
  KOKKOS_FORCEINLINE_FUNCTION bool find_part(int batch, int i,
                                             PackedSlot& slot) const {
    int const begin = batch * batch_parts;
    if (begin + i >= parts()) return false;
    slot            = part(begin + i);
    int const first = i - slot.number();
    return slot.word != 0 && first >= 0 && first < batch_parts;
  }

  /// Whether the team sorts all segments among the positions, and these have no
  /// gaps.
  KOKKOS_FORCEINLINE_FUNCTION bool owns_all() const {
    return m_words[gap_word] == 0 && m_words[long_word] >= m_words[high_word];
  }
  /// Notes that the team sorts these positions.
  KOKKOS_FORCEINLINE_FUNCTION void own(int begin, int size) const {
    for (int at = begin; at < begin + size;) {
      int const next = (at / 32 + 1) * 32;
      int const end  = next < begin + size ? next : begin + size;
      Warp<Exec>::shared_atomic_or(&m_owned[at / 32],
                                   (~std::uint32_t{0} >> (32 - (end - at)))
                                       << (at % 32));
      at = end;
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION bool owns(int at) const {
    return (m_owned[at / 32] >> (at % 32) & 1u) != 0;
  }

 private:
  static constexpr int batch_parts = parts_per_thread * team - segment_parts;

  template <int N>
  static constexpr Word word_of = N == 8    ? of_8
                                  : N == 16 ? of_16
                                            : of_32;
  template <int N>
  static constexpr int offset = N == 8    ? 0
                                : N == 16 ? room<8>
                                          : room<8> + room<16>;

  /// Lists the segment of each lane.
  KOKKOS_FORCEINLINE_FUNCTION void add(int lane, int begin, int size) const {
    add_bounds(lane, begin, size);
    add_to<8>(lane, begin, size);
    add_to<16>(lane, begin, size);
    if constexpr (run == 32) add_to<32>(lane, begin, size);
    if (size > run) add_parts(begin, size);
  }

  KOKKOS_FORCEINLINE_FUNCTION void add_bounds(int lane, int begin,
                                              int size) const {
    Mask const listed = Warp<Exec>::ballot(size > 1);
    if (listed == 0) return;
    // Begins do not decrease.
    if (size > 1 && (listed & ((Mask{1} << lane) - 1)) == 0)
      Kokkos::atomic_min(&m_words[low_word], static_cast<std::uint32_t>(begin));
    if (lane == Warp<Exec>::last(listed))
      Kokkos::atomic_max(&m_words[high_word],
                         static_cast<std::uint32_t>(begin + size));
  }

  template <int N>
  KOKKOS_FORCEINLINE_FUNCTION void add_to(int lane, int begin, int size) const {
    bool const is_listed = size >= least<N> && size <= N;
    Mask const listed    = Warp<Exec>::ballot(is_listed);
    if (listed == 0) return;
    int const leader    = Warp<Exec>::last(listed);
    std::uint32_t first = 0;
    if (lane == leader)
      first = Warp<Exec>::shared_atomic_add(
          &m_words[word_of<N>],
          static_cast<std::uint32_t>(Warp<Exec>::count(listed)));
    first = Warp<Exec>::shuffle(first, leader) +
            static_cast<std::uint32_t>(
                Warp<Exec>::count(listed & ((Mask{1} << lane) - 1)));
    if (is_listed && first < static_cast<std::uint32_t>(room<N>))
      m_segments[offset<N> + static_cast<int>(first)] =
          static_cast<std::uint16_t>(begin + (size - least<N>)*stretch);
  }

  KOKKOS_FORCEINLINE_FUNCTION void add_parts(int begin, int size) const {
    int const count  = div_up(size, run);
    auto const first = static_cast<int>(
        Warp<Exec>::shared_atomic_add(&m_words[all_parts],
                                      static_cast<std::uint32_t>(count)) &
        0x3fffffffu);
    bool const fits = first + count <= most_parts;
    for (int p = 0; p < count && first + p < most_parts; ++p)
      m_parts[first + p] = fits ? PackedSlot::of(begin, size, p).word : 0;
    if (*static_cast<std::uint32_t volatile*>(&m_words[longest_word]) <
        static_cast<std::uint32_t>(size))
      Kokkos::atomic_max(&m_words[longest_word],
                         static_cast<std::uint32_t>(size));
  }

  std::uint32_t* m_words;
  std::uint32_t* m_owned;
  std::uint32_t* m_parts;
  std::uint16_t* m_segments;
};

}  // namespace KokkosSort::Impl

#endif
