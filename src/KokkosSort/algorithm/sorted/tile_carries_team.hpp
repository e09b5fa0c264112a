// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SORTED_TILE_CARRIES_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_SORTED_TILE_CARRIES_TEAM_HPP

#include <KokkosSort/algorithm/sorted/run_fold_team.hpp>
#include <KokkosSort/core/relaxed.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// The value of the run that is open at the end of each tile, for the tile that
/// ends this run. A tile publishes the fold of its own elements and waits for
/// no other tile before that. The tile that ends the run combines the folds
/// back to the tile in which it began. The tree of combinations depends on the
/// numbers of these tiles alone, so the result is the same in every run. It
/// would not be if tiles published sums of what they happened to find.
///
/// Each word holds 32 bits of the value below a tag, so that it guards no other
/// memory. Words are 0 before the launch, and each is written once.
template <class Exec, int TeamSize, class T, class Words = SharedWords>
class TileCarries {
 public:
  using Fold = RunFold<T>;
  using Scan = TeamRunFold<Exec, TeamSize, T>;

  static constexpr int words_per_tile = AsWords<T>::count;

  /// Tiles of which a team reads the folds at once.
  template <int TilesPerThread>
  static constexpr std::uint64_t tiles_of_group =
      static_cast<std::uint64_t>(TeamSize) * TilesPerThread;

  KOKKOS_FORCEINLINE_FUNCTION explicit TileCarries(std::uint64_t* words)
      : m_words(words) {}

  /// Publishes the fold of a tile. Called by one thread.
  KOKKOS_FORCEINLINE_FUNCTION void publish(std::uint64_t tile,
                                           Fold const& fold) const {
    std::uint64_t const tag = fold.begins > 0 ? tag_of_begin : tag_of_inside;
    AsWords<T> const value(fold.value);
    KOKKOSSORT_UNROLL
    for (int i = 0; i < words_per_tile; ++i)
      Words::store(m_words + tile * words_per_tile + i,
                   tag << 32 | value.words[i]);
  }

  /// Returns the fold of a tile, once it is published.
  KOKKOS_FORCEINLINE_FUNCTION Fold of_tile(std::uint64_t tile) const {
    AsWords<T> value(T{});
    std::uint64_t tag = 0;
    KOKKOSSORT_UNROLL
    for (int i = 0; i < words_per_tile; ++i) {
      std::uint64_t word;
      do {
        word = Words::load(m_words + tile * words_per_tile + i);
      } while (word >> 32 == 0);
      value.words[i] = static_cast<std::uint32_t>(word);
      tag            = word >> 32;
    }
    return {value.object(), tag == tag_of_begin ? 1u : 0u, 1u};
  }

  /// Returns the fold of the tiles before `tile` back to the one in which the
  /// open run began. The first tile begins a run, and `tile` is above 0. Called
  /// by the whole team; begins with a barrier, and contains others.
  template <int TilesPerThread, class Member, class Combine>
  KOKKOS_INLINE_FUNCTION Fold fold_before(Member const& member,
                                          std::uint64_t tile, Fold* scratch,
                                          Combine const& combine) const {
    constexpr std::uint64_t at_once = tiles_of_group<TilesPerThread>;
    Fold carry;
    for (std::uint64_t end = tile; end > 0 && carry.begins == 0;
         end               = end > at_once ? end - at_once : 0) {
      Fold own;
      for (int i = 0; i < TilesPerThread; ++i) {
        // The tiles [end - at_once, end), as far as there are any.
        std::uint64_t const t =
            end +
            static_cast<std::uint64_t>(member.team_rank() * TilesPerThread + i);
        if (t >= at_once) own.append(of_tile(t - at_once), combine);
      }
      member.team_barrier();
      Fold total;
      Scan::exclusive(member, own, scratch, total, combine);
      total.append(carry, combine);
      carry = total;
    }
    return carry;
  }

  /// Returns the fold of all tiles before `tile`, which is above 0. The fold of
  /// all groups before it precedes that of the tiles of its own group. The
  /// first tile of a group has the group before, and publishes the fold of its
  /// own one in `groups`. Called by the whole team; begins with a barrier, and
  /// contains another one.
  template <int TilesPerThread, class Member, class Combine>
  KOKKOS_INLINE_FUNCTION Fold fold_of_groups(Member const& member,
                                             std::uint64_t tile,
                                             TileCarries const& groups,
                                             Fold* scratch,
                                             Combine const& combine) const {
    std::uint64_t const group = (tile - 1) / tiles_of_group<TilesPerThread>;
    std::uint64_t t =
        group * tiles_of_group<TilesPerThread> +
        static_cast<std::uint64_t>(member.team_rank()) * TilesPerThread;
    Fold own;
    for (int i = 0; i < TilesPerThread; ++i, ++t)
      if (t < tile) own.append(of_tile(t), combine);
    member.team_barrier();
    Fold total;
    Scan::exclusive(member, own, scratch, total, combine);
    Fold carry = group > 0 ? groups.of_tile(group) : Fold{};
    carry.append(total, combine);
    if (tile % tiles_of_group<TilesPerThread> == 0 && member.team_rank() == 0)
      groups.publish(group + 1, carry);
    return carry;
  }

 private:
  static constexpr std::uint64_t tag_of_inside = 1;
  static constexpr std::uint64_t tag_of_begin  = 2;

  std::uint64_t* m_words;
};

}  // namespace KokkosSort::Impl

#endif
