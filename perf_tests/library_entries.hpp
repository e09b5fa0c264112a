// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERF_LIBRARY_ENTRIES_HPP
#define KOKKOSSORT_PERF_LIBRARY_ENTRIES_HPP

#include "sample_ablations.hpp"

#include <KokkosSort/front/sorters.hpp>

#include <string_view>
#include <type_traits>

namespace KokkosSort::Perf {

/// Name of an algorithm in the tables. The algorithms that a program has are
/// the build's choice (KokkosSort_PERF_ALGORITHMS).
template <class Entry>
inline constexpr std::string_view library_name =
    std::is_same_v<typename Entry::tag, Algorithm::Automatic> ? "default"
    : !ablation_name<typename Entry::tag>().empty()
        ? ablation_name<typename Entry::tag>()
        : Entry::name;

}  // namespace KokkosSort::Perf

#endif
