// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_PARTITION_PLACES_SEARCH_HPP
#define KOKKOSSORT_DISTRIBUTED_PARTITION_PLACES_SEARCH_HPP

#include <KokkosSort/distributed/comm/agreement.hpp>
#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/comm/region.hpp>
#include <KokkosSort/distributed/partition/search_messages.hpp>
#include <KokkosSort/distributed/partition/splitter_search.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace KokkosSort::Distributed::Impl {

/// Returns, per target, how many of the `target` first keys of all ranks this
/// rank has. Ranks conduct one search each, so the targets run in batches.
/// Collective.
/// @param counts keys per rank
/// @param targets in rising order, equal on all ranks
template <class Exec, class Key, class OrderOption>
std::vector<std::uint64_t> search_places(
    Communicator& comm, Exec const& exec, OrderOption const& order,
    Key const* sorted_keys, SendCounts const& counts,
    std::vector<std::uint64_t> const& targets) {
  using Search = SplitterSearch<Exec, Key, OrderOption, DirectMessages>;
  std::vector<std::uint64_t> per_rank;
  for (int r = 0; r < counts.ranks(); ++r) per_rank.push_back(counts.count(r));
  std::optional<Search> search;
  agree_on_error(comm, capture_exception([&] {
                   search.emplace(comm, DirectMessages(comm), exec, order,
                                  sorted_keys);
                 }));
  Region const region("KokkosSort::Distributed::splitters");
  std::size_t const ranks = per_rank.size();
  std::vector<std::uint64_t> found;
  for (std::size_t begin = 0; begin < targets.size(); begin += ranks) {
    std::size_t const count = std::min(ranks, targets.size() - begin);
    // The search for the end of all keys takes no round.
    std::vector<std::uint64_t> batch(ranks, counts.total());
    std::copy_n(targets.begin() + static_cast<std::ptrdiff_t>(begin), count,
                batch.begin());
    SendCounts const parts = search->find(per_rank, batch);
    for (std::size_t i = 0; i < count; ++i)
      found.push_back(parts.begin(static_cast<int>(i)));
  }
  return found;
}

}  // namespace KokkosSort::Distributed::Impl

#endif
