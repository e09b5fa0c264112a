// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_COLUMNS_COLUMNS_TUNING_HPP
#define KOKKOSSORT_ALGORITHM_COLUMNS_COLUMNS_TUNING_HPP

namespace KokkosSort::Impl {

/// Sorts of 64-bit integers that follow the first sort of strings, before a
/// comparator sorts those that still tie. Two make 29 bytes, which names and
/// words rarely exceed. Each costs one read of the marks if no strings tie.
inline constexpr int string_tie_sorts = 2;

}  // namespace KokkosSort::Impl

#endif
