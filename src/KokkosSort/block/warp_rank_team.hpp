// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_WARP_RANK_TEAM_HPP
#define KOKKOSSORT_BLOCK_WARP_RANK_TEAM_HPP

#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Impl {

/// Ranks the items of a warp among those of the same digit. The lanes with the
/// same digit are peers. They take consecutive ranks together, and one of them
/// adds their number to the digit's counter.
template <class Exec>
class WarpRank {
  using Mask = typename Warp<Exec>::mask_type;

 public:
  KOKKOS_FORCEINLINE_FUNCTION WarpRank(std::uint32_t* counters, int lane)
      : m_counters(counters), m_lane(lane) {}

  /// Ranks items in the order of their numbers, and of lanes within a number.
  /// The counters are the warp's own. body(i, digit, rank) takes the rank of
  /// item i. A lane for which is_item(i) does not hold has no item; its digit
  /// is one that no item has. Digits have at most Bits bits. All lanes must
  /// call this.
  template <int Bits, int N, class IsItem, class Body>
  KOKKOS_FORCEINLINE_FUNCTION void rank_in_order(
      std::uint32_t const (&digits)[N], IsItem const& is_item,
      Body const& body) const {
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i)
      body(i, digits[i], take_by_votes<Bits>(digits[i], is_item(i)));
  }

  /// Ranks items in any order. All lanes have N items and must call this. The
  /// counters may be those of several warps. The first item of each lane shows
  /// whether the warp's digits crowd, which decides how ranks are taken.
  template <int Bits, int N, class Body>
  KOKKOS_FORCEINLINE_FUNCTION void rank_in_any_order(
      std::uint32_t const (&digits)[N], Body const& body) const {
    Mask const peers = Warp<Exec>::template match<Bits>(digits[0]);
    body(0, digits[0], take(peers, digits[0], true));
    if (are_crowded(peers)) {
      KOKKOSSORT_UNROLL
      for (int i = 1; i < N; ++i)
        body(i, digits[i],
             Warp<Exec>::match_all(digits[i])
                 ? take_by_all(digits[i])
                 : take_by_votes<Bits>(digits[i], true));
    } else {
      KOKKOSSORT_UNROLL
      for (int i = 1; i < N; ++i)
        body(i, digits[i],
             Warp<Exec>::shared_atomic_add(&m_counters[digits[i]],
                                           std::uint32_t{1}));
    }
  }

 private:
  // If more lanes than these have several peers, atomic counters take longer
  // than votes. They do for and_of_3, but not for and_of_2.
  static constexpr int many_lanes = Warp<Exec>::size / 4;

  KOKKOS_FORCEINLINE_FUNCTION static bool are_crowded(Mask peers) {
    return Warp<Exec>::count(Warp<Exec>::ballot(Warp<Exec>::count(peers) > 2)) >
           many_lanes;
  }

  /// One vote per bit finds the peers, whatever the digits are. A prototype
  /// whose peers set bits of a mask in scratch took 3 to 19 % longer on an
  /// H200.
  template <int Bits>
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t take_by_votes(std::uint32_t digit,
                                                          bool is_item) const {
    return take(Warp<Exec>::template match<Bits>(digit), digit, is_item);
  }

  /// All lanes are peers.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t take_by_all(
      std::uint32_t digit) const {
    std::uint32_t before = 0;
    if (m_lane == 0)
      before = Warp<Exec>::shared_atomic_add(&m_counters[digit],
                                             std::uint32_t{Warp<Exec>::size});
    return Warp<Exec>::shuffle(before, 0) + static_cast<std::uint32_t>(m_lane);
  }

  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t take(Mask peers,
                                                 std::uint32_t digit,
                                                 bool is_item) const {
    Mask const below = (Mask{1} << m_lane) - 1;
    auto const rank =
        static_cast<std::uint32_t>(Warp<Exec>::count(peers & below));
    int const leader     = Warp<Exec>::last(peers);
    std::uint32_t before = 0;
    if (is_item && m_lane == leader)
      before = Warp<Exec>::shared_atomic_add(&m_counters[digit], rank + 1);
    return Warp<Exec>::shuffle(before, leader) + rank;
  }

  std::uint32_t* m_counters;
  int m_lane;
};

}  // namespace KokkosSort::Impl

#endif
