// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <sys/mman.h>
#include <KokkosSort.hpp>

#define KOKKOSSORT_INCLUDE_ORDER_SUITE SysMmanFirst
#include <include_order/large_pages.hpp>
