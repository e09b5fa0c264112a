// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_DETAIL_LAST_KEY_HPP
#define KOKKOSSORT_DISTRIBUTED_DETAIL_LAST_KEY_HPP

#include <KokkosSort/distributed/comm/communicator.hpp>

#include <cstddef>
#include <vector>

namespace KokkosSort::Distributed::Impl {

/// Returns the last key of the nearest rank in front that has any. The first
/// byte of `own` and of the result is 1 in front of a key, else 0. A scan sends
/// log P messages. Collective.
std::vector<std::byte> last_key_in_front(Communicator const& comm,
                                         std::vector<std::byte> const& own);

}  // namespace KokkosSort::Distributed::Impl

#endif
