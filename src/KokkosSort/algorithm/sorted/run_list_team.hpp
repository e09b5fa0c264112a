// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SORTED_RUN_LIST_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_SORTED_RUN_LIST_TEAM_HPP

#include <KokkosSort/algorithm/sorted/run_fold_team.hpp>
#include <KokkosSort/algorithm/sorted/run_tiles_team.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// Keys of a tile in registers, and the numbers of the runs that begin in it.
/// Each warp has `rows` rows of elements. A lane has `PerLane` neighbors of
/// each row, which it loads at once. The counts of all rows share one word, so
/// that one scan of the warp gives the order of its runs.
///
/// Keys that cannot be shuffled between lanes, and large ones, stay in memory.
template <class Exec, class Order, class Tuning>
class RunList {
 public:
  using Key = typename Order::key_type;

  static constexpr int width    = Warp<Exec>::size;
  static constexpr int warps    = Tuning::team_size / width;
  static constexpr int tile     = Tuning::tile;
  static constexpr int rows     = Tuning::rows;
  static constexpr int per_lane = Tuning::per_lane;
  static constexpr int items    = rows * per_lane;
  static constexpr bool is_held = sizeof(Key) <= Tuning::max_held &&
                                  std::is_trivially_copyable_v<Key> &&
                                  std::is_default_constructible_v<Key>;
  static_assert(items <= 32);

  /// Reads the keys from `begin` on of `n` keys. No barrier.
  KOKKOS_FORCEINLINE_FUNCTION void load(Strided<Key const> const& keys,
                                        std::uint64_t n, std::uint64_t begin,
                                        int rank) {
    m_begin = begin;
    m_size =
        static_cast<int>(n - begin < tile ? n - begin : std::uint64_t{tile});
    m_lane  = rank % width;
    m_first = rank / width * (width * items) + m_lane * per_lane;
    if (m_size == 0) return;
    if constexpr (is_held) {
      if (m_size == tile && is_wide(keys)) {
        Load const* const first =
            reinterpret_cast<Load const*>(keys.data + begin + m_first);
        KOKKOSSORT_UNROLL
        for (int j = 0; j < rows; ++j) m_held[j] = first[j * width];
      } else {
        KOKKOSSORT_UNROLL
        for (int k = 0; k < items; ++k) held(k) = keys[begin + at(k)];
      }
      // The predecessor of the first item of the warp.
      m_edge = keys[before(begin + within(m_first - m_lane * per_lane))];
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t begin() const { return m_begin; }
  KOKKOS_FORCEINLINE_FUNCTION int size() const { return m_size; }

  /// Finds the items that begin a run, and the numbers of their runs in the
  /// warp. Returns the number of runs of the warp. Called by whole warps.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t find(
      Order const& order, Strided<Key const> const& keys) {
    if (m_size > 0) {
      KOKKOSSORT_UNROLL
      for (int k = 0; k < items; ++k)
        m_begins |= (differs(order, keys, k) ? 1u : 0u) << k;
      if (m_begin == 0 && m_first == 0) m_begins |= 1;
    }
    if (m_size < tile) {
      KOKKOSSORT_UNROLL
      for (int k = 0; k < items; ++k)
        if (index(k) >= m_size) m_begins &= ~(1u << k);
    }
    return number_rows();
  }

  /// Calls put(run, k) per item that begins a run. Those of the warp have the
  /// numbers from `run` on.
  template <class Put>
  KOKKOS_FORCEINLINE_FUNCTION void for_each_begin(std::uint32_t run,
                                                  Put const& put) const {
    KOKKOSSORT_UNROLL
    for (int j = 0; j < rows; ++j) {
      std::uint32_t number = run + m_before[j];
      KOKKOSSORT_UNROLL
      for (int e = 0; e < per_lane; ++e)
        if ((m_begins >> (j * per_lane + e) & 1) != 0)
          put(number++, j * per_lane + e);
    }
  }

  /// Returns the index within the tile of the thread's item k.
  KOKKOS_FORCEINLINE_FUNCTION int index(int k) const {
    return m_first + k / per_lane * (width * per_lane) + k % per_lane;
  }
  /// Returns the thread's item k. Only for keys that are held.
  KOKKOS_FORCEINLINE_FUNCTION Key const& key(int k) const {
    return m_held[k / per_lane].keys[k % per_lane];
  }

 private:
  /// Neighbors that a lane loads at once.
  struct alignas(per_lane > 1 ? per_lane * sizeof(Key) : alignof(Key)) Load {
    Key keys[per_lane];
  };
  // A field per row, which the runs of a whole row fit.
  using Packed = std::conditional_t<(rows * 8 <= 32 && width * per_lane < 256),
                                    std::uint32_t, std::uint64_t>;
  static constexpr int field_bits = static_cast<int>(8 * sizeof(Packed)) / rows;
  static_assert(width * per_lane < 1 << field_bits);

  KOKKOS_FORCEINLINE_FUNCTION static bool is_wide(
      Strided<Key const> const& keys) {
    return keys.stride == 1 &&
           reinterpret_cast<std::uintptr_t>(keys.data) % sizeof(Load) == 0;
  }
  /// Returns the index, or that of the last element if there is no such one.
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t within(int index) const {
    return static_cast<std::uint64_t>(index < m_size ? index : m_size - 1);
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t at(int k) const {
    return within(index(k));
  }
  KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t before(std::uint64_t i) {
    return i == 0 ? 0 : i - 1;
  }
  KOKKOS_FORCEINLINE_FUNCTION Key& held(int k) {
    return m_held[k / per_lane].keys[k % per_lane];
  }

  /// Whether item k and its predecessor are not equivalent.
  KOKKOS_FORCEINLINE_FUNCTION bool differs(Order const& order,
                                           Strided<Key const> const& keys,
                                           int k) const {
    if constexpr (!is_held) {
      std::uint64_t const i = m_begin + at(k);
      return differ(order, order.encode(keys[before(i)]),
                    order.encode(keys[i]));
    } else if (k % per_lane > 0) {
      return differ(order, order.encode(key(k > 0 ? k - 1 : 0)),
                    order.encode(key(k)));
    } else {
      // The last lane sends the last item of the row before to the first lane.
      Key const sent = m_lane < width - 1 ? key(k + per_lane - 1)
                       : k == 0           ? m_edge
                                          : key(k > 0 ? k - 1 : 0);
      return differ(order,
                    order.encode(shuffle_object<Exec>(
                        sent, (m_lane + width - 1) % width)),
                    order.encode(key(k)));
    }
  }

  /// Sets the number of runs of the warp in front of the thread's items of each
  /// row. Returns the number of all.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t number_rows() {
    constexpr Packed field  = (Packed{1} << field_bits) - 1;
    constexpr unsigned mask = (1u << per_lane) - 1;
    Packed own              = 0;
    KOKKOSSORT_UNROLL
    for (int j = 0; j < rows; ++j)
      own |= static_cast<Packed>(Kokkos::Experimental::popcount_builtin(
                 m_begins >> (j * per_lane) & mask))
             << (j * field_bits);
    Packed inclusive = own;
    for (int distance = 1; distance < width; distance *= 2) {
      Packed const below = Warp<Exec>::shuffle_up(inclusive, distance);
      if (m_lane >= distance) inclusive += below;
    }
    Packed const all    = Warp<Exec>::shuffle(inclusive, width - 1);
    Packed const before = inclusive - own;
    std::uint32_t total = 0;
    KOKKOSSORT_UNROLL
    for (int j = 0; j < rows; ++j) {
      m_before[j] = total + static_cast<std::uint32_t>(
                                before >> (j * field_bits) & field);
      total += static_cast<std::uint32_t>(all >> (j * field_bits) & field);
    }
    return total;
  }

  using Held = std::conditional_t<is_held, Load, char>;
  using Edge = std::conditional_t<is_held, Key, char>;

  std::uint64_t m_begin  = 0;
  int m_size             = 0;
  int m_first            = 0;  // index of the thread's item 0
  int m_lane             = 0;
  std::uint32_t m_begins = 0;  // a bit per item
  std::uint32_t m_before[rows];
  Held m_held[rows];
  Edge m_edge;
};

}  // namespace KokkosSort::Impl

#endif
