// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <Kokkos_Sort.hpp>
#include <KokkosSort.hpp>

#define KOKKOSSORT_INCLUDE_ORDER_SUITE KokkosSortHppFirst
#include <include_order/calls.hpp>
