// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SORTED_RUN_ROWS_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_SORTED_RUN_ROWS_TEAM_HPP

#include <KokkosSort/algorithm/sorted/run_fold_team.hpp>
#include <KokkosSort/algorithm/sorted/run_tiles_team.hpp>
#include <KokkosSort/algorithm/sorted/sorted_tuning.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// Keys of a tile in registers. Each warp has `Items` rows of neighboring
/// elements, one per lane, so that all accesses to memory are contiguous. A
/// vote of the warp per row gives the order of the runs that begin in it.
///
/// Keys that cannot be shuffled between lanes, and large ones, stay in memory.
template <class Exec, class Order, int TeamSize, int Items>
class RunRows {
 public:
  using Key  = typename Order::key_type;
  using Item = typename Order::item_type;
  using Mask = typename Warp<Exec>::mask_type;

  static constexpr int width = Warp<Exec>::size;
  static constexpr int warps = TeamSize / width;
  static constexpr int tile  = TeamSize * Items;
  static constexpr bool is_held =
      sizeof(Key) <= RunsTuning<Exec, sizeof(Key)>::max_held &&
      std::is_trivially_copyable_v<Key> && std::is_default_constructible_v<Key>;

  /// Reads the keys from `begin` on of `n` keys. No barrier.
  KOKKOS_FORCEINLINE_FUNCTION void load(Strided<Key const> const& keys,
                                        std::uint64_t n, std::uint64_t begin,
                                        int rank) {
    m_begin = begin;
    m_size =
        static_cast<int>(n - begin < tile ? n - begin : std::uint64_t{tile});
    m_first = rank / width * (width * Items) + rank % width;
    m_lane  = rank % width;
    if constexpr (is_held) {
      if (m_size == 0) return;
      load_row_items(keys, m_held);
      // The predecessor of the first item of the warp.
      std::uint64_t const row =
          begin + static_cast<std::uint64_t>(m_first - m_lane);
      m_edge = keys[row == 0 ? 0 : (row < n ? row : n) - 1];
    }
  }

  /// Reads other elements of the same rows, as far as there are any.
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION void load_row_items(Strided<T const> const& from,
                                                  T (&held)[Items]) const {
    if (m_size == tile && from.stride == 1) {
      T const* const first = from.data + m_begin + m_first;
      KOKKOSSORT_UNROLL
      for (int j = 0; j < Items; ++j) held[j] = first[j * width];
    } else {
      // One address that moves on keeps registers free.
      T const* at = &from[m_begin + static_cast<std::uint64_t>(m_first)];
      KOKKOSSORT_UNROLL
      for (int j = 0; j < Items; ++j) {
        if (index(j) < m_size) held[j] = *at;
        at += width * from.stride;
      }
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t begin() const { return m_begin; }
  KOKKOS_FORCEINLINE_FUNCTION int size() const { return m_size; }
  /// Returns the index within the tile of the thread's item in row j.
  KOKKOS_FORCEINLINE_FUNCTION int index(int j) const {
    return m_first + j * width;
  }
  KOKKOS_FORCEINLINE_FUNCTION int lane() const { return m_lane; }

  /// Returns a bit per item of the thread that begins a run. Called by whole
  /// warps.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t begins(
      Order const& order, Strided<Key const> const& keys) const {
    if (m_size == 0) return 0;
    std::uint32_t bits = m_begin == 0 && m_first == 0 ? 1 : 0;
    KOKKOSSORT_UNROLL
    for (int j = 0; j < Items; ++j)
      bits |= (begins_run(order, keys, j) ? 1u : 0u) << j;
    if (m_size == tile) return bits;
    int const left = m_size - m_first;
    int const rows = left <= 0 ? 0 : div_up(left, width);
    return rows < Items ? bits & ((1u << rows) - 1) : bits;
  }

  /// Returns the lanes whose item in row j begins a run.
  KOKKOS_FORCEINLINE_FUNCTION static Mask begins_of_row(std::uint32_t bits,
                                                        int j) {
    return Warp<Exec>::ballot((bits >> j & 1) != 0);
  }

  /// Lists the lanes whose items begin a run, per row of the warp, and returns
  /// their number. Called by whole warps; Warp::sync() must follow.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t list_votes(std::uint32_t bits,
                                                       Mask* votes) const {
    std::uint32_t count = 0;
    KOKKOSSORT_UNROLL
    for (int j = 0; j < Items; ++j) {
      Mask const mask = begins_of_row(bits, j);
      if (m_lane == 0) votes[j] = mask;
      count += static_cast<std::uint32_t>(Warp<Exec>::count(mask));
    }
    return count;
  }

  /// Returns the bits of the neighboring items [lane * Items, (lane + 1) *
  /// Items) of the warp, from the votes per row.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t neighbors_of(
      Mask const* votes, int lane, std::uint32_t bits) {
    if constexpr (width == 1) {
      return bits;
    } else {
      static_assert(Items < width);
      int const first = lane * Items;
      int const row   = first / width;
      int const shift = first % width;
      Mask neighbors  = votes[row] >> shift;
      if (shift + Items > width) neighbors |= votes[row + 1] << (width - shift);
      return static_cast<std::uint32_t>(neighbors) &
             ((std::uint32_t{1} << Items) - 1);
    }
  }

  /// Calls put(key, run) per run that begins at an item of the thread. The
  /// warp has `count` runs, with the numbers from `run` on.
  template <class Put>
  KOKKOS_FORCEINLINE_FUNCTION void for_each_begin(
      Strided<Key const> const& keys, std::uint32_t bits, std::uint64_t run,
      std::uint32_t count, Put const& put) const {
    run += count;
    Mask const below = (Mask{1} << m_lane) - 1;
    KOKKOSSORT_UNROLL
    for (int j = Items - 1; j >= 0; --j) {
      Mask const mask = begins_of_row(bits, j);
      if (mask == 0) continue;
      run -= static_cast<std::uint64_t>(Warp<Exec>::count(mask));
      if ((bits >> j & 1) != 0)
        put(key(keys, j),
            run + static_cast<std::uint64_t>(Warp<Exec>::count(mask & below)));
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION decltype(auto) key(Strided<Key const> const& keys,
                                                 int j) const {
    if constexpr (is_held) {
      return static_cast<Key const&>(m_held[j]);
    } else {
      return static_cast<Key const&>(
          keys[m_begin + static_cast<std::uint64_t>(index(j))]);
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION bool begins_run(Order const& order,
                                              Strided<Key const> const& keys,
                                              int j) const {
    if constexpr (is_held) {
      // The last lane sends the last item of the row before to the first lane.
      Key const sent = m_lane == width - 1
                           ? (j == 0 ? m_edge : m_held[j == 0 ? 0 : j - 1])
                           : m_held[j];
      Key const before =
          shuffle_object<Exec>(sent, (m_lane + width - 1) % width);
      return differ(order, order.encode(before), order.encode(m_held[j]));
    } else {
      std::uint64_t const i = m_begin + static_cast<std::uint64_t>(index(j));
      return i > 0 && index(j) < m_size &&
             differ(order, order.encode(keys[i - 1]), order.encode(keys[i]));
    }
  }

  using Held = std::conditional_t<is_held, Key, char>;

  std::uint64_t m_begin = 0;
  int m_size            = 0;
  int m_first           = 0;  // index of the thread's item in row 0
  int m_lane            = 0;
  Held m_held[Items];
  Held m_edge;
};

}  // namespace KokkosSort::Impl

#endif
