// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_SORT_IN_KERNEL_TEAM_HPP
#define KOKKOSSORT_BLOCK_SORT_IN_KERNEL_TEAM_HPP

#include <KokkosSort/block/digit_sort_in_kernel_team.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/merge_stretches_team.hpp>
#include <KokkosSort/block/merge_thread.hpp>
#include <KokkosSort/block/network_thread.hpp>
#include <KokkosSort/core/caller_member.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Stable sort of elements in any memory, by a team of any size in a kernel of
/// the caller. Digits sort numbers that the registers of the team hold, unless
/// they crowd. Everything else is merged, in place in scratch if the registers
/// hold all elements. Otherwise merges alternate between scratch and the
/// caller's arrays, so that scratch holds the elements once in either case.
///
/// A comparator that contradicts itself may give a stretch an end in front of
/// its begin. The merge then copies, so that no element is lost.
template <class Order, class Value>
class KernelSort {
  using Traits  = Elements<Order, Value>;
  using Element = typename Traits::type;
  using Less    = typename Traits::Less;
  using Data    = Arrays<typename Order::key_type, Value>;

  // Elements per thread: 17 registers, or more of wide elements. Odd numbers
  // keep threads that step through their elements out of each other's banks.
  static constexpr int least  = 5;
  static constexpr int middle = 9;
  static constexpr int most   = sizeof(Element) <= 8    ? 17
                                : sizeof(Element) <= 16 ? middle
                                                        : least;

  // Scratch is aligned here, since Kokkos aligns it to 8 bytes.
  static constexpr std::size_t alignment = 16;
  static_assert(alignof(Element) <= alignment,
                "KokkosSort: a sort by a team takes keys and values aligned to "
                "16 bytes at most");

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t elements_bytes(
      std::size_t n) {
    return round_up((n + most + 1) * sizeof(Element), sizeof(std::uint32_t));
  }

  // Digits sort numbers alone: values would take more scratch.
  // Their counters fit in the room for the ends of stretches.
  static constexpr bool has_digits =
      Order::equal_is_identical && sizeof(Element) <= 8 && !is_value_v<Value>;

 public:
  /// Scratch for n elements and a team of any size.
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(
      std::size_t n) {
    // A stretch has an end, the last one also a begin.
    return n < 2 ? 0
                 : alignment + elements_bytes(n) +
                       (n / least + 3) * sizeof(std::uint32_t);
  }

  /// Sorts elements [0, size). Called by the whole team after a barrier that
  /// follows the writes to the elements; ends with a barrier.
  template <class Member>
  KOKKOS_FUNCTION static void sort(Member const& member, void* scratch,
                                   Order const& order, Data const& data,
                                   int size) {
    if (size < 2) return;
    auto const address  = reinterpret_cast<std::uintptr_t>(scratch);
    std::byte* const at = static_cast<std::byte*>(scratch) +
                          (alignment - address % alignment) % alignment;
    using Exec  = typename Member::execution_space;
    using Fresh = CallerMember<Exec, Member>;
    if constexpr (has_digits) {
      using Digits = KernelDigitSort<Exec, Order, most>;
      Fresh const fresh(member);
      if (Digits::takes(fresh, size) &&
          Digits(at, size).sort(fresh, order, data))
        return;
    }
    KernelSort(at, order, data, size).sort_by_merges(Fresh(member));
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION KernelSort(std::byte* scratch, Order const& order,
                                         Data const& data, int size)
      : m_elements(reinterpret_cast<Element*>(scratch)),
        m_words(reinterpret_cast<std::uint32_t*>(
            scratch + elements_bytes(static_cast<std::size_t>(size)))),
        m_order(order),
        m_data(data),
        m_size(size) {}

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void sort_by_merges(Member const& member) const {
    int const team = member.team_size();
    if (m_size <= team * least) {
      sort_in_place<least>(member);
    } else if (most >= middle && m_size <= team * middle) {
      sort_in_place<(most < middle ? most : middle)>(member);
    } else if (m_size <= team * most) {
      sort_in_place<most>(member);
    } else {
      sort_by_passes(member);
    }
  }

  /// Whether something holds for any thread of the team. Once it does, it
  /// always does.
  struct Any {
    std::uint32_t* word;

    template <class Member>
    KOKKOS_FORCEINLINE_FUNCTION bool operator()(Member const& member,
                                                bool holds) const {
      if (holds) Kokkos::atomic_store(word, 1u);
      member.team_barrier();
      return Kokkos::atomic_load(word) != 0;
    }
  };

  template <int N, class Member>
  KOKKOS_INLINE_FUNCTION void sort_in_place(Member const& member) const {
    int const rank = member.team_rank();
    int const team = member.team_size();
    // All reads are issued before the first is waited for.
    int const rows = (m_size + team - 1) / team;
    int const own  = (rows - 1) * team + rank < m_size ? rows : rows - 1;
    Element items[N]{};
    Data from = behind(m_data, rank);
    KOKKOSSORT_UNROLL
    for (int j = 0; j < N; ++j) {
      if (j < own) items[j] = Traits::load(m_order, from, 0);
      from = behind(from, team);
    }
    Element* to = m_elements + rank;
    KOKKOSSORT_UNROLL
    for (int j = 0; j < N; ++j) {
      if (j < own) *to = items[j];
      to += team;
    }
    if (rank == 0) m_words[0] = 0;
    member.team_barrier();
    MergeStretches<Element>(m_elements,
                            reinterpret_cast<std::uint16_t*>(m_words + 1))
        .template sort<N>(member, m_size, Less{m_order}, Any{m_words});
    Traits::store_all(member, m_order, m_data, 0, m_size, m_elements);
  }

  /// Either array of a pass.
  struct InScratch {
    Element* elements;
    KOKKOS_FORCEINLINE_FUNCTION Element const& get(int i) const {
      return elements[i];
    }
    KOKKOS_FORCEINLINE_FUNCTION void set(int i, Element const& element) const {
      elements[i] = element;
    }
  };
  struct InArrays {
    Order const& order;
    Data const& data;
    KOKKOS_FORCEINLINE_FUNCTION Element get(int i) const {
      return Traits::load(order, data, i);
    }
    KOKKOS_FORCEINLINE_FUNCTION void set(int i, Element const& element) const {
      Traits::store(order, data, i, element);
    }
  };

  template <class Member>
  KOKKOS_INLINE_FUNCTION void sort_by_passes(Member const& member) const {
    InScratch const in_scratch{m_elements};
    InArrays const in_arrays{m_order, m_data};
    sort_runs(member, in_arrays, in_scratch);
    bool is_in_scratch = true;
    for (int width = most; width < m_size; width *= 2) {
      if (is_in_scratch) {
        merge_runs(member, in_scratch, in_arrays, width);
      } else {
        merge_runs(member, in_arrays, in_scratch, width);
      }
      is_in_scratch = !is_in_scratch;
    }
    if (is_in_scratch)
      for (int i = member.team_rank(); i < m_size; i += member.team_size())
        in_arrays.set(i, m_elements[i]);
    member.team_barrier();
  }

  /// Sorts runs of `most` elements in registers.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void sort_runs(Member const& member,
                                        InArrays const& from,
                                        InScratch const& to) const {
    for (int first = member.team_rank() * most; first < m_size;
         first += member.team_size() * most) {
      int const own = m_size - first < most ? m_size - first : most;
      Element items[most]{};
      KOKKOSSORT_UNROLL
      for (int i = 0; i < most; ++i)
        if (i < own) items[i] = from.get(first + i);
      sort_registers(items, own, Less{m_order});
      KOKKOSSORT_UNROLL
      for (int i = 0; i < most; ++i)
        if (i < own) to.set(first + i, items[i]);
    }
    member.team_barrier();
  }

  /// Merges runs of `width` elements pairwise, in stretches of `most`. The
  /// stretches are cut first: m_words[1 + s] is the number of elements of the
  /// first run in front of stretch s of its pair.
  template <class Member, class From, class To>
  KOKKOS_INLINE_FUNCTION void merge_runs(Member const& member, From const& from,
                                         To const& to, int width) const {
    Less const less{m_order};
    int const stretches         = div_up(m_size, most);
    std::uint32_t* const splits = m_words + 1;
    if (member.team_rank() == 0) m_words[0] = 0;
    for (int s = member.team_rank(); s < stretches; s += member.team_size()) {
      Pair const pair(s * most, width, m_size);
      splits[s] = static_cast<std::uint32_t>(
          merge_path([&](int i) { return from.get(pair.begin + i); },
                     pair.middle - pair.begin,
                     [&](int i) { return from.get(pair.middle + i); },
                     pair.end - pair.middle, s * most - pair.begin, less));
    }
    member.team_barrier();
    bool is_broken = false;
    if constexpr (!Less::never_contradicts) {
      for (int s = member.team_rank(); s < stretches; s += member.team_size())
        is_broken = is_broken || !Stretch(s, width, m_size, splits).is_valid();
      is_broken = Any{m_words}(member, is_broken);
    }
    for (int s = member.team_rank(); s < stretches; s += member.team_size()) {
      Stretch const stretch(s, width, m_size, splits);
      int a = stretch.a;
      int b = stretch.b;
      for (int i = stretch.first; i < stretch.last; ++i) {
        if (is_broken) {
          to.set(i, from.get(i));
        } else if (b < stretch.b_end &&
                   (a >= stretch.a_end || less(from.get(b), from.get(a)))) {
          to.set(i, from.get(b++));
        } else {
          to.set(i, from.get(a++));
        }
      }
    }
    member.team_barrier();
  }

  /// Two runs that are merged.
  struct Pair {
    int begin;
    int middle;
    int end;

    KOKKOS_FORCEINLINE_FUNCTION Pair(int at, int width, int size)
        : begin(at / (2 * width) * (2 * width)),
          middle(size - begin < width ? size : begin + width),
          end(size - begin < 2 * width ? size : begin + 2 * width) {}
  };

  /// Elements that become [first, last) of the result.
  struct Stretch {
    int first;
    int last;
    int a;
    int a_end;
    int b;
    int b_end;

    KOKKOS_FORCEINLINE_FUNCTION Stretch(int s, int width, int size,
                                        std::uint32_t const* splits)
        : first(s * most), last(size - first < most ? size : first + most) {
      Pair const pair(first, width, size);
      int const split = static_cast<int>(splits[s]);
      int const next  = last == pair.end ? pair.middle - pair.begin
                                         : static_cast<int>(splits[s + 1]);
      a               = pair.begin + split;
      a_end           = pair.begin + next;
      b               = pair.middle + (first - pair.begin) - split;
      b_end           = pair.middle + (last - pair.begin) - next;
    }
    KOKKOS_FORCEINLINE_FUNCTION bool is_valid() const {
      return a <= a_end && b <= b_end;
    }
  };

  Element* m_elements;
  std::uint32_t* m_words;
  Order m_order;
  Data m_data;
  int m_size;
};

}  // namespace KokkosSort::Impl

#endif
