// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_PARTITION_LEVELS_HPP
#define KOKKOSSORT_DISTRIBUTED_PARTITION_LEVELS_HPP

#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/comm/send_counts.hpp>
#include <KokkosSort/distributed/partition/layout.hpp>

#include <cstdint>

// Two levels (Axtmann, Bingmann, Sanders and Schulz, "Practical Massively
// Parallel Sorting", 2015): ranks form rows of neighbors. Keys first move to
// their row, then within it to their rank. Every key is sent twice, but a rank
// has about 2 sqrt(P) partners instead of P - 1.

namespace KokkosSort::Distributed::Impl {

/// Returns the ranks per row: the fewest for which there are no more rows than
/// ranks in a row. For a prime P it is P, which means one level.
int row_size(int ranks);

/// Whether two levels are expected to be faster. They save the start of
/// messages, of an exchange and of about eight rounds of samples. They cost a
/// second exchange of the data and a second merge. With 0.5 us per message and
/// 50 GB/s the two are equal at 8 * 0.5 us * 50 GB/s = 200 KB per message that
/// is saved. Networks differ less in that product than in its factors.
bool two_levels_pay(int ranks, std::uint64_t bytes_of_a_rank);

/// Partitions this rank's keys, already split between rows, by destination rank
/// for the first level. The keys of a row are dealt to its ranks in the order
/// (source rank, key). So each rank gets as many as it is to keep, and ties
/// stay in order. Collective.
SendCounts deal_out(Communicator const& comm, SendCounts const& by_row,
                    SendCounts const& destinations);

/// Returns the layout of the second level, within row `row`: each rank has as
/// many keys as it is to keep.
Layout layout_of_row(Layout const& layout, int row, int size);

}  // namespace KokkosSort::Distributed::Impl

#endif
