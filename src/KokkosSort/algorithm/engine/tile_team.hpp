// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_ENGINE_TILE_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_ENGINE_TILE_TEAM_HPP

#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Returns the number of items of tile t of a level, and where it begins. The
/// tile belongs to the bucket; tiles of a bucket have Tile items but the last.
template <int Tile, class AnyBucket>
KOKKOS_FORCEINLINE_FUNCTION int tile_at(AnyBucket const& bucket,
                                        std::uint32_t t, std::uint64_t& begin) {
  std::uint64_t const skipped =
      static_cast<std::uint64_t>(t - bucket.first_tile) * Tile;
  begin                    = bucket.begin + skipped;
  std::uint64_t const left = bucket.size - skipped;
  return left < Tile ? static_cast<int>(left) : Tile;
}

/// Which items of a tile a thread holds, and how it reads them.
template <class Exec, int TeamSize, int N>
struct TeamTile {
  static constexpr int warp_size = Warp<Exec>::size;

  /// Returns the position in the tile of a thread's item i. A warp's items are
  /// contiguous and in order.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static int index(Member const& member, int i) {
    int const thread = member.team_rank();
    return (thread / warp_size * N + i) * warp_size + thread % warp_size;
  }

  // A full contiguous tile, which nearly all tiles are, moves without
  // comparisons and multiplications.
  template <bool Full, class T>
  KOKKOS_FORCEINLINE_FUNCTION static auto stride_in(Strided<T> const& array) {
    if constexpr (Full) {
      return UnitStride{};
    } else {
      return array.stride;
    }
  }

  /// Calls body(i, element) for the thread's elements of the tile at `begin`.
  template <bool Full, class Member, class T, class Body>
  KOKKOS_FORCEINLINE_FUNCTION static void load(Member const& member,
                                               Strided<T> const& from,
                                               std::uint64_t begin, int size,
                                               Body const& body) {
    int const first   = index(member, 0);
    auto const stride = stride_in<Full>(from);
    T const* const place =
        from.data + static_cast<std::ptrdiff_t>(begin + first) * stride;
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i)
      if (Full || first + i * warp_size < size)
        body(i, place[i * warp_size * stride]);
  }
};

/// Digits of the positions that a thread writes, two per register.
template <int N>
struct PackedDigits {
  std::uint32_t pairs[(N + 1) / 2]{};  // see define_registers()

  KOKKOS_FORCEINLINE_FUNCTION void set(int i, std::uint32_t d) {
    pairs[i / 2] = i % 2 == 0 ? d : pairs[i / 2] | d << 16;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t get(int i) const {
    return i % 2 == 0 ? pairs[i / 2] & 0xffffu : pairs[i / 2] >> 16;
  }
};

/// Stands for digits that no one reads again.
struct NoDigits {
  KOKKOS_FORCEINLINE_FUNCTION void set(int, std::uint32_t) {}
};

}  // namespace KokkosSort::Impl

#endif
