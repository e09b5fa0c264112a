// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HPP
#define KOKKOSSORT_ALGORITHM_HPP

#include <KokkosSort/front/algorithm_tags.hpp>

#endif
