// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_OWNERS_HPP
#define KOKKOSSORT_DISTRIBUTED_OWNERS_HPP

#include <KokkosSort/bounds.hpp>
#include <KokkosSort/distributed/comm/agreement.hpp>
#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/comm/gather_bytes.hpp>
#include <KokkosSort/distributed/comm/region.hpp>
#include <KokkosSort/distributed/detail/border_keys.hpp>
#include <KokkosSort/distributed/detail/sort_over_ranks.hpp>
#include <KokkosSort/distributed/options.hpp>
#include <KokkosSort/front/sorted_data.hpp>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace KokkosSort::Distributed {

namespace Impl {

/// ranks(i) = the rank whose last key is at position ranks(i) of all
template <class Rank>
struct NameOwners {
  KokkosSort::Impl::Strided<Rank> ranks;
  int const* rank_of;
  std::uint64_t last;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Rank& rank    = ranks[static_cast<std::size_t>(i)];
    auto const at = static_cast<std::uint64_t>(rank);
    rank          = static_cast<Rank>(rank_of[at < last ? at : last]);
  }
};

/// Finds the owners from the messages of all ranks about their last keys.
template <class Exec, class Queries, class Ranks, class... Option>
void find_owners(Exec const& exec, std::vector<std::byte> const& messages,
                 Queries const& queries, Ranks const& ranks,
                 Option const&... option) {
  using Key            = typename Queries::non_const_value_type;
  using Space          = typename Exec::memory_space;
  constexpr auto bytes = 1 + sizeof(Key);
  std::vector<std::byte> lasts;
  std::vector<int> rank_of;
  for (std::size_t at = 0; at < messages.size(); at += bytes) {
    if (messages[at] == std::byte{0}) continue;
    rank_of.push_back(static_cast<int>(at / bytes));
    auto const key = messages.begin() + static_cast<std::ptrdiff_t>(at) + 1;
    lasts.insert(lasts.end(), key,
                 key + static_cast<std::ptrdiff_t>(sizeof(Key)));
  }
  // Without any key all queries belong to rank 0.
  auto const keys = allocate_on<Key>(exec, "last_keys", rank_of.size());
  if (rank_of.empty()) rank_of.push_back(0);
  auto const table = allocate_on<int>(exec, "ranks_of_keys", rank_of.size());
  copy_bytes<Space, Kokkos::HostSpace>(exec, keys.data(), lasts.data(),
                                       lasts.size());
  copy_bytes<Space, Kokkos::HostSpace>(exec, table.data(), rank_of.data(),
                                       rank_of.size() * sizeof(int));
  KokkosSort::lower_bound(exec, keys, queries, ranks, option...);
  using Rank = typename Ranks::value_type;
  if (queries.extent(0) > 0)
    Kokkos::parallel_for(
        labeled("KokkosSort::Distributed::owners"),
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::uint64_t>>(
            exec, 0, queries.extent(0)),
        NameOwners<Rank>{KokkosSort::Impl::strided(ranks), table.data(),
                         rank_of.size() - 1});
  exec.fence(labeled("KokkosSort::Distributed: the owners are found"));
}

}  // namespace Impl

/// Finds the rank that owns each query, given keys that are sorted over the
/// ranks. The owner is the first rank whose last key does not come before the
/// query. So the first of several ranks with a key owns it. Queries behind all
/// keys belong to the last rank that has any. The result is the argument of
/// to_ranks(). Collective over `comm`.
///
/// @param exec execution space instance that does the work
/// @param keys this rank's keys, in order over the ranks: rank-1 view of any
///   extent and layout, may be of const; untouched
/// @param queries rank-1 view of the keys' type, may be of const; their number
///   may differ between ranks
/// @param ranks rank-1 view of an integral type, as long as `queries`;
///   overwritten
/// @param option the order of the keys, equal on all ranks
///
/// Order and stability: the order decides.
///
/// Memory: a key and a number per rank of the job.
///
/// Launches and complexity, messages: one key from each rank to all, and a
/// binary search for each query.
///
/// Fences: waits for `exec`.
///
/// @throws std::invalid_argument, the same on all ranks, if extents differ, the
/// type of `ranks` cannot hold the ranks, or as Distributed::is_sorted()
template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
          Impl::Rank1View Queries, KokkosSort::Impl::IndexView Ranks,
          class... Option>
  requires KokkosSort::Impl::OrderOption<Option...> &&
           KokkosSort::Impl::SameElements<Keys, Queries>
void owners(ExecutionSpace const& exec, MPI_Comm comm, Keys const& keys,
            Queries const& queries, Ranks const& ranks,
            Option const&... option) {
  static_assert(Impl::is_accessible_v<ExecutionSpace, Keys> &&
                    Impl::is_accessible_v<ExecutionSpace, Queries> &&
                    Impl::is_accessible_v<ExecutionSpace, Ranks>,
                "the views must be accessible from the execution space");
  using Key                      = typename Keys::non_const_value_type;
  constexpr char const* function = "Distributed::owners";
  Impl::Region const region("KokkosSort::", function);
  Impl::Communicator const& own = Impl::communicator_of(function, comm);
  std::vector<std::byte> last;
  auto const failure = Impl::capture_exception([&] {
    static_cast<void>(KokkosSort::Impl::pick_order<Key>(option...));
    KokkosSort::Impl::check_extent(function, "ranks", ranks.extent(0),
                                   "queries", queries.extent(0));
    KokkosSort::Impl::check_number<typename Ranks::value_type>(
        function, "ranks", static_cast<std::size_t>(own.size()));
    last = Impl::last_key_message(exec, keys);
  });
  Impl::agree_on_error(own, failure, function,
                       Impl::signature_of<ExecutionSpace, Key, Impl::NoValue>(
                           function, Exchange{}, option...));
  Impl::run_or_abort(function, own, [&] {
    auto const messages = Impl::gather_bytes(own, last);
    Impl::agree_on_error(own, Impl::capture_exception([&] {
                           Impl::find_owners(exec, messages, queries, ranks,
                                             option...);
                         }));
  });
}

}  // namespace KokkosSort::Distributed

#endif
