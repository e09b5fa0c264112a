// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_COMM_SPACE_HPP
#define KOKKOSSORT_DISTRIBUTED_COMM_SPACE_HPP

#include <KokkosSort/core/copy_bytes.hpp>

namespace KokkosSort::Distributed::Impl {

using KokkosSort::Impl::copy_bytes;
using KokkosSort::Impl::instances_of;
using KokkosSort::Impl::is_host_memory_v;
using KokkosSort::Impl::PinnedSpace;

}  // namespace KokkosSort::Distributed::Impl

#endif
