// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort.hpp>
#include <Kokkos_Sort.hpp>

#define KOKKOSSORT_INCLUDE_ORDER_SUITE KokkosSortHppLast
#include <include_order/calls.hpp>
