// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_COMM_DISTRIBUTED_OPTIONS_HPP
#define KOKKOSSORT_DISTRIBUTED_COMM_DISTRIBUTED_OPTIONS_HPP

#include <KokkosSort/front/options.hpp>

#include <cstddef>

namespace KokkosSort::Distributed {

/// Option: equivalent keys must keep the order (source rank, source index).
/// Without it they keep that order too, unless an Algorithm tag selects a
/// sorter that is not stable. With it such a tag does not compile.
struct Stable {};
inline constexpr Stable stable{};  ///< The option.

/// Option of a Plan by keys: equivalent keys go to one rank, the first that has
/// any of them by the extents. So the extents of the result follow from the
/// keys.
struct EqualKeysOnOneRank {};
inline constexpr EqualKeysOnOneRank equal_keys_on_one_rank{};  ///< The option.

/// Transport of data between ranks.
enum class Transport {
  automatic,  ///< mpi for memory of the host; otherwise the first of nccl, mpi
              ///< (if it takes device memory) and staging that is available
  mpi,        ///< MPI reads and writes the views' memory itself
  staging,    ///< through pinned buffers of the host, chunk by chunk
  nccl        ///< NCCL, in a build with it, with one device per rank
};

/// Whether MPI may be handed device memory.
enum class GpuAware { automatic, on, off };

/// Option: parameters of the exchange, equal on all ranks. The environment may
/// replace a default: KOKKOSSORT_TRANSPORT (automatic, mpi, staging, nccl),
/// KOKKOSSORT_GPU_AWARE (automatic, on, off), KOKKOSSORT_CHUNK_BYTES,
/// KOKKOSSORT_LEVELS.
struct Exchange {
  /// Transport of the exchange.
  Transport transport = Transport::automatic;
  /// Whether MPI may be handed device memory.
  GpuAware gpu_aware = GpuAware::automatic;
  /// Longest single message. 0: the default.
  std::size_t chunk_bytes = 0;
  /// With 1, keys move directly to their rank. With 2, they move through a row
  /// of ranks, unless the number of ranks is prime. 0 selects the faster one by
  /// a model. Plans always use 1.
  std::size_t levels = 0;
};

namespace Impl {

using KokkosSort::Impl::ExecutionSpaceInstance;
using KokkosSort::Impl::MutableRank1View;
using KokkosSort::Impl::Rank1View;

template <class T>
inline constexpr bool is_setting_v =
    std::is_same_v<T, Stable> || std::is_same_v<T, Exchange> ||
    std::is_same_v<T, EqualKeysOnOneRank>;

struct IsOrder {
  template <class T>
  static constexpr bool value =
      KokkosSort::Impl::is_order_v<T> && !is_setting_v<T>;
};
struct IsExchange {
  template <class T>
  static constexpr bool value = std::is_same_v<T, Exchange>;
};

template <class... Options>
inline constexpr bool joins_equal_v =
    (std::is_same_v<Options, EqualKeysOnOneRank> || ...);

/// At most one order, one algorithm tag, one Exchange, one Stable and one
/// Workspace, in any order. Views are no options, so a missing argument is an
/// error.
template <class... Options>
concept ValidPlanOrSortOptions =
    ((IsOrder::value<Options> ? 1 : 0) + ... + 0) <= 1 &&
    ((KokkosSort::Impl::is_algorithm_v<Options> ? 1 : 0) + ... + 0) <= 1 &&
    ((IsExchange::value<Options> ? 1 : 0) + ... + 0) <= 1 &&
    ((std::is_same_v<Options, Stable> ? 1 : 0) + ... + 0) <= 1 &&
    ((KokkosSort::Impl::is_workspace_v<Options> ? 1 : 0) + ... + 0) <= 1 &&
    (!KokkosSort::Impl::AnyView<Options> && ...);

/// Options if the extents determine the partition.
template <class... Options>
concept ValidOptions =
    ValidPlanOrSortOptions<Options...> && !joins_equal_v<Options...>;

template <class... Options>
concept ValidPlanOptions =
    ValidPlanOrSortOptions<Options...> &&
    ((std::is_same_v<Options, EqualKeysOnOneRank> ? 1 : 0) + ... + 0) <= 1 &&
    (!KokkosSort::Impl::is_workspace_v<Options> && ...);

template <class... Options>
concept ValidPlacesOptions =
    ValidPlanOptions<Options...> && !joins_equal_v<Options...>;

template <class... Options>
inline constexpr bool wants_stable_v = (std::is_same_v<Options, Stable> || ...);

/// Returns the order as the user gave it.
template <class... Options>
auto const& order_option(Options const&... options) {
  return KokkosSort::Impl::pick<IsOrder>(KokkosSort::Impl::default_order,
                                         options...);
}

template <class... Options>
Exchange exchange_option(Options const&... options) {
  return KokkosSort::Impl::pick<IsExchange>(Exchange{}, options...);
}

}  // namespace Impl
}  // namespace KokkosSort::Distributed

#endif
