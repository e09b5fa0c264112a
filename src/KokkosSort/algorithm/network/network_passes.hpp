// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_NETWORK_NETWORK_PASSES_HPP
#define KOKKOSSORT_ALGORITHM_NETWORK_NETWORK_PASSES_HPP

#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/network_team.hpp>
#include <KokkosSort/algorithm/network/network_tuning.hpp>
#include <KokkosSort/core/integer.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// Calls work(i) for the share of this thread in 0 … count - 1. A team of one
/// thread takes `Run` contiguous indices at a time, the threads of a larger
/// team take neighboring indices.
template <int TeamSize, int Run, class Member, class Work>
KOKKOS_FORCEINLINE_FUNCTION void for_each_of(Member const& member,
                                             std::int64_t count,
                                             Work const& work) {
  std::int64_t const begin =
      static_cast<std::int64_t>(member.league_rank()) * TeamSize * Run;
  std::int64_t const end = begin + TeamSize * Run;
  for (std::int64_t i = begin + member.team_rank(); i < end && i < count;
       i += TeamSize)
    work(i);
}

/// Returns the number of teams of such a launch.
template <int TeamSize, int Run>
std::size_t teams_for(std::int64_t count) {
  return static_cast<std::size_t>(div_up(count, TeamSize * Run));
}

/// Steps that the bitonic and the butterfly network have in common:
/// half-cleaner steps, which compare indices that differ in one bit. They work
/// on the arrays in place: those of long distance in registers, those of short
/// distance in scratch.
///
/// Both networks pad virtually: positions from n on represent keys greater than
/// all. In every step these would stay at their positions, so they are omitted.
template <class Exec, class Order, class Value>
struct Network {
  using Key     = typename Order::key_type;
  using Traits  = Elements<Order, Value>;
  using Element = typename Traits::type;
  using Less    = typename Traits::Less;
  using Data    = Arrays<Key, Value>;
  using Tuning  = NetworkTuning<Exec, sizeof(Element)>;
  // Hardly anything spills. A kernel that is not ended early reads more
  // elements before it waits for the first: 7.7 ms instead of 10.3 ms for 2^26
  // keys.
  using Member = KokkosMember<Exec>;

  static constexpr int team       = Tuning::team_size;
  static constexpr int log_tile   = Tuning::log_tile;
  static constexpr int tile       = 1 << log_tile;
  static constexpr int log_items  = Tuning::log_items;
  static constexpr int max_degree = Tuning::max_degree;

  using Tile = TeamNetwork<Element, team, log_tile, log_items>;
  /// The same tile for the only team of an array that is shorter.
  using LoneTile = TeamNetwork<Element, Tuning::lone_team_size, log_tile,
                               Tuning::lone_log_items>;

  struct State {
    Order order;
    Data data;
    std::int64_t n;

    std::size_t tiles() const {
      return static_cast<std::size_t>(div_up(n, tile));
    }
    /// Returns the number of phases (bitonic) or stages (butterfly) that sort n
    /// keys.
    int phases() const { return ceil_log2(static_cast<std::size_t>(n)); }
  };

  /// Direction of the blocks of 2^phase elements. Directions alternate, and the
  /// last block, which may have virtual elements, is ascending. The virtual
  /// elements therefore never move (Peters et al., section 3.3).
  struct Alternating {
    std::int64_t n;
    int phase;

    KOKKOS_FORCEINLINE_FUNCTION bool operator()(std::int64_t i) const {
      return (((i ^ (n - 1)) >> phase) & 1) != 0;
    }
  };
  struct AllAscending {
    KOKKOS_FORCEINLINE_FUNCTION bool operator()(std::int64_t) const {
      return false;
    }
  };

  /// Whether virtual elements can be present in scratch: as items that no item
  /// follows, which no comparator moves down. Their tests are then omitted.
  static constexpr bool has_padding = requires { Order::last_item(); };

  KOKKOS_FORCEINLINE_FUNCTION static Element padding() {
    if constexpr (is_value_v<Value>) {
      return Element{Order::last_item(), Value{}};
    } else {
      return Order::last_item();
    }
  }

  /// Elements of the arrays in a tile. A descending tile, which has no virtual
  /// elements, is loaded and stored in reverse, so that the steps have one
  /// direction only.
  struct Stretch {
    std::int64_t first;
    std::int64_t step;
    int size;
  };

  /// Loads a stretch into scratch, with padding up to `padded`. In a team that
  /// is alone each thread issues all its reads before it waits for the first.
  /// One after another they take as long as the sort of a tile. Several teams
  /// per multiprocessor hide that: 2^24 keys would take 1.08 of the time.
  template <class AnyTile>
  KOKKOS_FORCEINLINE_FUNCTION static void load_tile(State const& s,
                                                    Member const& member,
                                                    AnyTile const& elements,
                                                    Stretch const& from,
                                                    int padded) {
    constexpr int at_once =
        std::is_same_v<AnyTile, LoneTile> ? AnyTile::items : 1;
    for (int begin = member.team_rank(); begin < from.size;
         begin += AnyTile::team * at_once) {
      Element held[at_once]{};  // initialized to avoid a compiler warning
      KOKKOSSORT_UNROLL
      for (int k = 0; k < at_once; ++k) {
        int const i = begin + k * AnyTile::team;
        if (i < from.size)
          held[k] = Traits::load(s.order, s.data, from.first + i * from.step);
      }
      KOKKOSSORT_UNROLL
      for (int k = 0; k < at_once; ++k) {
        int const i = begin + k * AnyTile::team;
        if (i < from.size) elements[i] = held[k];
      }
    }
    if constexpr (has_padding)
      for (int i = from.size + member.team_rank(); i < padded;
           i += AnyTile::team)
        elements[i] = padding();
    member.team_barrier();
  }

  template <class AnyTile>
  KOKKOS_FORCEINLINE_FUNCTION static void store_tile(State const& s,
                                                     Member const& member,
                                                     AnyTile const& elements,
                                                     Stretch const& to) {
    for (int i = member.team_rank(); i < to.size; i += AnyTile::team)
      Traits::store(s.order, s.data, to.first + i * to.step, elements[i]);
  }

  /// Loads the tile of a team into scratch, calls steps(tile, size, Full) and
  /// stores it. With padding, which the caller requests by `pads`, size is
  /// 2^log_size, and Full holds.
  template <class AnyTile, bool pads, class Direction, class Steps>
  KOKKOS_FORCEINLINE_FUNCTION static void with_tile(
      State const& s, Member const& member, Direction const& is_descending,
      int log_size, Steps const& steps) {
    AnyTile const elements(team_scratch(member, AnyTile::scratch_bytes()));
    std::int64_t const begin =
        static_cast<std::int64_t>(member.league_rank()) * tile;
    int const full = 1 << log_size;
    int const size = s.n - begin < full ? static_cast<int>(s.n - begin) : full;
    bool const descending = is_descending(begin);
    Stretch const stretch{descending ? begin + full - 1 : begin,
                          descending ? -1 : 1, size};
    load_tile(s, member, elements, stretch, pads ? full : size);
    if (pads || size == full) {
      steps(elements, full, std::true_type{});
    } else if constexpr (!pads) {
      steps(elements, size, std::false_type{});
    }
    store_tile(s, member, elements, stretch);
  }

  /// Loads the partition of this thread into registers, calls steps(elements,
  /// count) and stores it. Elements that are missing are the last ones.
  ///
  /// A full partition is loaded by instructions without conditions, which the
  /// compiler issues together. On an H200 4 steps of 2^26 keys then take 143 us
  /// instead of 263.
  template <int Items, class Steps>
  KOKKOS_FORCEINLINE_FUNCTION static void with_partition(
      State const& s, Partition<Items, std::int64_t> const& part,
      Steps const& steps) {
    Element held[Items]{};  // initialized to avoid a compiler warning
    if (part(Items - 1) < s.n) {
      KOKKOSSORT_UNROLL
      for (int r = 0; r < Items; ++r)
        held[r] = Traits::load(s.order, s.data, part(r));
      steps(held, Items);
      KOKKOSSORT_UNROLL
      for (int r = 0; r < Items; ++r)
        Traits::store(s.order, s.data, part(r), held[r]);
      return;
    }
    int count = 0;
    KOKKOSSORT_UNROLL
    for (int r = 0; r < Items; ++r) {
      std::int64_t const at = part(r);
      if (at < s.n) {
        held[r] = Traits::load(s.order, s.data, at);
        ++count;
      }
    }
    steps(held, count);
    KOKKOSSORT_UNROLL
    for (int r = 0; r < Items; ++r)
      if (r < count) Traits::store(s.order, s.data, part(r), held[r]);
  }

  /// Returns the number of partitions of 2^degree indices for blocks of
  /// 2^log_block; the last block is virtual in part.
  KOKKOS_FORCEINLINE_FUNCTION static std::int64_t partitions(State const& s,
                                                             int log_block,
                                                             int degree) {
    return ((s.n + (std::int64_t{1} << log_block) - 1) >> log_block)
           << (log_block - degree);
  }

  /// Executes phases or stages 1 … log_tile of each tile, or fewer if the array
  /// is a single tile.
  template <class AnyTile, class Direction>
  struct SortTiles {
    static constexpr bool takes_short_arrays =
        std::is_same_v<AnyTile, LoneTile>;

    State s;
    int log_size;  // log_tile, unless the array is a single tile
    Direction is_descending;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return AnyTile::scratch_bytes();
    }

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      int const stages = takes_short_arrays ? log_size : int{log_tile};
      with_tile<AnyTile, has_padding>(
          s, member, is_descending, stages,
          [&](AnyTile const& elements, int size, auto is_full) {
            elements.template butterfly_sort<decltype(is_full)::value>(
                member, size, stages, Less{s.order});
          });
    }
  };

  /// Executes the half-cleaner steps `step`, step - 1, … step - Degree + 1 (of
  /// distance 2^(step-1), …) of a partition in registers.
  template <int Degree, class Direction>
  struct MultiStep {
    State s;
    int step;
    Direction is_descending;

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      constexpr int items      = 1 << Degree;
      std::int64_t const parts = partitions(s, step, Degree);
      for_each_of<team, Tuning::run>(member, parts, [&](std::int64_t p) {
        auto const part = strided_partition<items>(p, step - Degree);
        with_partition(s, is_descending(part(0)) ? reversed(part) : part,
                       [&](Element(&held)[items], int count) {
                         half_clean<false, items / 2>(held, count, items,
                                                      Less{s.order});
                       });
      });
    }
  };

  /// Executes the last half-cleaner steps of a phase, those that stay in a
  /// tile.
  template <class Direction>
  struct ShortSteps {
    State s;
    Direction is_descending;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return Tile::scratch_bytes();
    }

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      with_tile<Tile, has_padding>(
          s, member, is_descending, log_tile,
          [&](Tile const& elements, int size, auto is_full) {
            elements.template half_clean<decltype(is_full)::value>(
                member, size, log_tile, Less{s.order});
          });
    }
  };

  template <class Direction>
  static void sort_tiles(Exec const& exec, State const& s,
                         Direction const& direction) {
    char const* const label = "KokkosSort::network::sort_tiles";
    if (s.n < tile) {
      int const log_size = std::max<int>(s.phases(), 2 * LoneTile::log_items);
      launch_teams<LoneTile::team, Tuning::lone_min_teams>(
          label, exec, 1,
          SortTiles<LoneTile, Direction>{s, log_size, direction});
    } else {
      launch_teams<team, Tuning::tile_min_teams>(
          label, exec, s.tiles(),
          SortTiles<Tile, Direction>{s, log_tile, direction});
    }
  }

  /// Returns the degree of the next launch when `step` steps are left.
  static int degree_of(int step) {
    int const left = step - log_tile;
    return div_up(left, div_up(left, max_degree));
  }

  /// Executes the half-cleaner steps `step`, step - 1, … 1. The launches are as
  /// few as partitions of at most max_degree allow, with degrees as equal as
  /// possible.
  template <class Direction>
  static void half_clean_all(Exec const& exec, State const& s, int step,
                             Direction const& direction) {
    while (step > log_tile) {
      int const degree = degree_of(step);
      multi_step<max_degree>(exec, s, step, degree, direction);
      step -= degree;
    }
    launch_teams<team, Tuning::tile_min_teams>(
        "KokkosSort::network::short_steps", exec, s.tiles(),
        ShortSteps<Direction>{s, direction});
  }

  /// Launches a kernel with one comparator per thread for blocks of
  /// 2^log_block: a single step, as the papers' baselines have it.
  template <class Kernel>
  static void one_step(char const* label, Exec const& exec, State const& s,
                       int log_block, Kernel const& kernel) {
    launch_teams<team>(
        label, exec, teams_for<team, Tuning::run>(partitions(s, log_block, 1)),
        kernel);
  }

  /// Executes half-cleaner step `step` alone.
  template <class Direction>
  static void half_clean_one(char const* label, Exec const& exec,
                             State const& s, int step,
                             Direction const& direction) {
    one_step(label, exec, s, step, MultiStep<1, Direction>{s, step, direction});
  }

  template <int Degree, class Direction>
  static void multi_step(Exec const& exec, State const& s, int step, int degree,
                         Direction const& direction) {
    if (degree == Degree) {
      launch_teams<team, Tuning::degree_min_teams>(
          "KokkosSort::network::multi_step", exec,
          teams_for<team, Tuning::run>(partitions(s, step, degree)),
          MultiStep<Degree, Direction>{s, step, direction});
    } else if constexpr (Degree > 1) {
      multi_step<Degree - 1>(exec, s, step, degree, direction);
    }
  }
};

}  // namespace KokkosSort::Impl

#endif
