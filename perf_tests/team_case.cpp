// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sorts of tiles inside a kernel, one team per tile.

#include "checksum.hpp"
#include "function_case.hpp"
#include "random_keys.hpp"
#if defined(KOKKOS_ENABLE_CUDA)
#include "cub_call.hpp"

#include <cub/block/block_load.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_store.cuh>
#endif

#include <KokkosSort/sort_team.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_NestedSort.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace KokkosSort::Perf {

/// Counts the keys that come before their predecessors in the same tile.
template <class Key, int Tile>
struct TileDescents {
  Key const* keys;

  KOKKOS_INLINE_FUNCTION void operator()(std::size_t i,
                                         std::size_t& sum) const {
    if (i % Tile != 0 && keys[i] < keys[i - 1]) ++sum;
  }
};

/// Keys per thread of each sort: those that took least time on an H200, of 4, 8
/// and 16, and 32 for CUB.
template <class Key, int Tile>
struct TileShape {
  static constexpr bool is_narrow  = sizeof(Key) <= 4;
  static constexpr int own_keys    = Tile <= 256 ? 8 : 16;
  static constexpr int kokkos_keys = Tile <= 256 ? 4 : 16;
  static constexpr int merged_keys = is_narrow      ? (Tile <= 256 ? 8 : 16)
                                     : Tile <= 256  ? 16
                                     : Tile <= 1024 ? 8
                                                    : 32;
  static constexpr int radix_keys  = Tile <= 256 ? 8 : 32;
};

using TeamHandleOfTiles = Kokkos::TeamPolicy<Exec>::member_type;

/// Each team sorts one tile in place.
template <class Key, int Tile>
struct SortTileTeam {
  Kokkos::View<Key*, Memory> keys;

  static std::size_t scratch_bytes() {
    return sort_team_scratch_size<Key>(Tile);
  }

  KOKKOS_INLINE_FUNCTION void operator()(
      TeamHandleOfTiles const& member) const {
    std::size_t const begin =
        static_cast<std::size_t>(member.league_rank()) * Tile;
    sort_team(
        member, Kokkos::subview(keys, Kokkos::make_pair(begin, begin + Tile)),
        member.team_scratch(0).get_shmem(sort_team_scratch_size<Key>(Tile)));
  }
};

/// The same by the function of Kokkos, on a copy in scratch.
template <class Key, int Tile>
struct KokkosSortTileTeam {
  using Scratch = Kokkos::View<Key*, Exec::scratch_memory_space,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  Kokkos::View<Key*, Memory> keys;

  static std::size_t scratch_bytes() { return Scratch::shmem_size(Tile); }

  KOKKOS_INLINE_FUNCTION void operator()(
      TeamHandleOfTiles const& member) const {
    std::size_t const begin =
        static_cast<std::size_t>(member.league_rank()) * Tile;
    Scratch const tile(member.team_scratch(0), Tile);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, Tile),
                         [&](int i) { tile(i) = keys(begin + i); });
    member.team_barrier();
    Kokkos::Experimental::sort_team(member, tile);
    member.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, Tile),
                         [&](int i) { keys(begin + i) = tile(i); });
  }
};

#if defined(KOKKOS_ENABLE_CUDA)
/// The same by CUB, whose blocks sort in registers.
template <bool IsRadix, int Threads, int Items, class Key>
__global__ __launch_bounds__(Threads) void cub_sort_tile(Key* keys) {
  using Load = cub::BlockLoad<Key, Threads, Items, cub::BLOCK_LOAD_TRANSPOSE>;
  using Store =
      cub::BlockStore<Key, Threads, Items, cub::BLOCK_STORE_TRANSPOSE>;
  using Sort =
      std::conditional_t<IsRadix, cub::BlockRadixSort<Key, Threads, Items>,
                         cub::BlockMergeSort<Key, Threads, Items>>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Sort::TempStorage sort;
    typename Store::TempStorage store;
  } scratch;
  Key* const tile =
      keys + static_cast<std::size_t>(blockIdx.x) * (Threads * Items);
  Key own[Items];
  Load(scratch.load).Load(tile, own);
  __syncthreads();
  if constexpr (IsRadix) {
    Sort(scratch.sort).Sort(own);
  } else {
    Sort(scratch.sort).Sort(own, KeyLess{});
  }
  __syncthreads();
  Store(scratch.store).Store(tile, own);
}
#endif

namespace {

template <class Key, int Tile>
class TeamCase : public FunctionCase {
 public:
  explicit TeamCase(Task const& task)
      : m_tiles(static_cast<int>((task.count + Tile - 1) / Tile)),
        m_input(random_keys<Key>(whole_tiles(task))),
        m_keys(uninitialized<Key>(m_input.extent(0))),
        m_numbers(uninitialized<std::uint32_t>(m_input.extent(0))) {
    auto const numbers = Kokkos::create_mirror_view(m_numbers);
    for (std::size_t i = 0; i < numbers.extent(0); ++i)
      numbers(i) = static_cast<std::uint32_t>(i / Tile);
    Kokkos::deep_copy(m_numbers, numbers);
    refill();
    m_expected  = sum_of_keys();
    using Shape = TileShape<Key, Tile>;
    add_kernel<SortTileTeam<Key, Tile>, Tile / Shape::own_keys>("sort_team");
    add_kernel<KokkosSortTileTeam<Key, Tile>, Tile / Shape::kokkos_keys>(
        "kokkos_sort_team");
#if defined(KOKKOS_ENABLE_CUDA)
    add_cub<false, Shape::merged_keys>("cub_block_merge_sort");
    add_cub<true, Shape::radix_keys>("cub_block_radix_sort");
#endif
  }

  static std::vector<std::string> names() {
    std::vector<std::string> names{"sort_team", "kokkos_sort_team"};
#if defined(KOKKOS_ENABLE_CUDA)
    names.emplace_back("cub_block_merge_sort");
    names.emplace_back("cub_block_radix_sort");
#endif
    return names;
  }

 private:
  void refill() override { Kokkos::deep_copy(m_exec, m_keys, m_input); }

  /// Returns the task with a last tile that is full.
  static Task whole_tiles(Task task) {
    task.count = (task.count + Tile - 1) / Tile * Tile;
    return task;
  }

  template <class Kernel, int Threads>
  void add_kernel(char const* name) {
    int const team = has_host_memory ? 1 : Threads;
    add(name, {[this, name, team] {
                 Kokkos::parallel_for(
                     name,
                     Kokkos::TeamPolicy<Exec>(m_exec, m_tiles, team)
                         .set_scratch_size(
                             0, Kokkos::PerTeam(Kernel::scratch_bytes())),
                     Kernel{m_keys});
               },
               [this] { return is_right(); }});
  }

#if defined(KOKKOS_ENABLE_CUDA)
  template <bool IsRadix, int Items>
  void add_cub(char const* name) {
    constexpr int threads = Tile / Items;
    add(name,
        {[this, name] {
           cub_sort_tile<IsRadix, threads, Items>
               <<<m_tiles, threads, 0, m_exec.cuda_stream()>>>(m_keys.data());
           check_cuda(cudaGetLastError(), name);
         },
         [this] { return is_right(); }});
  }
#endif

  /// The checksum includes the number of the tile of each key.
  Checksum sum_of_keys() const {
    return checksum(m_exec,
                    Output<Key, std::uint32_t>{m_keys.data(), m_numbers.data()},
                    m_keys.extent(0));
  }

  bool is_right() const {
    std::size_t descents = 0;
    Kokkos::parallel_reduce(
        "KokkosSort::Perf::tile_descents",
        Kokkos::RangePolicy<Exec>(m_exec, 0, m_keys.extent(0)),
        TileDescents<Key, Tile>{m_keys.data()}, descents);
    m_exec.fence();
    return descents == 0 && sum_of_keys().same_elements(m_expected);
  }

  int m_tiles;
  Kokkos::View<Key*, Memory> m_input;
  Kokkos::View<Key*, Memory> m_keys;
  Kokkos::View<std::uint32_t*, Memory> m_numbers;  // of the tile of each key
  Checksum m_expected;
};

template <class Key>
bool enter(std::string const& suffix) {
  return enter_function<TeamCase<Key, 256>>("team_256" + suffix) &&
         enter_function<TeamCase<Key, 1024>>("team_1024" + suffix) &&
         enter_function<TeamCase<Key, 4096>>("team_4096" + suffix);
}

[[maybe_unused]] bool const entered =
    enter<std::uint32_t>("_u32") && enter<std::uint64_t>("_u64");

}  // namespace
}  // namespace KokkosSort::Perf
