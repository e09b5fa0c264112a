// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_HPP
#define KOKKOSSORT_DISTRIBUTED_HPP

#include <KokkosSort/distributed/balanced.hpp>
#include <KokkosSort/distributed/is_sorted.hpp>
#include <KokkosSort/distributed/options.hpp>
#include <KokkosSort/distributed/owners.hpp>
#include <KokkosSort/distributed/plan.hpp>
#include <KokkosSort/distributed/quantiles.hpp>
#include <KokkosSort/distributed/reduce_by_key.hpp>
#include <KokkosSort/distributed/sort.hpp>
#include <KokkosSort/distributed/top_k.hpp>
#include <KokkosSort/distributed/transport_taken.hpp>
#include <KokkosSort/distributed/unique.hpp>

/// Sorts of views that are spread over the ranks of an MPI communicator.
namespace KokkosSort::Distributed {}

#endif
