// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_OPTIONS_HPP
#define KOKKOSSORT_DISTRIBUTED_OPTIONS_HPP

#include <KokkosSort/distributed/comm/distributed_options.hpp>

#endif
