// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERF_LIBRARY_ENTRIES_HPP
#define KOKKOSSORT_PERF_LIBRARY_ENTRIES_HPP

#include <KokkosSort/algorithm.hpp>

#include <string_view>
#include <tuple>

namespace KokkosSort::Perf {

template <class Tag>
struct LibraryEntry {
  std::string_view name;
  Tag tag             = {};
  bool needs_bits     = false;  // serves no comparator
  bool takes_n_square = false;  // left out above Axes::quadratic_limit
};

/// The algorithms of the library, under the names and in the order of the
/// tables. Which of them a program has is the build's choice
/// (KokkosSort_PERF_ALGORITHMS).
inline constexpr std::tuple library_entries{
    LibraryEntry<Algorithm::Automatic>{"default"},
    LibraryEntry<Algorithm::Sample>{"sample"},
    LibraryEntry<Algorithm::Quick>{"quick"},
    LibraryEntry<Algorithm::QuickOneLaunch>{"quick_one_launch"},
    LibraryEntry<Algorithm::Merge>{"merge"},
    LibraryEntry<Algorithm::Heap>{"heap"},
    LibraryEntry<Algorithm::Radix>{"radix", {}, true},
    LibraryEntry<Algorithm::RadixQuick>{"radix_quick", {}, true},
    LibraryEntry<Algorithm::Bitonic>{"bitonic"},
    LibraryEntry<Algorithm::BitonicOneStep>{"bitonic_one_step"},
    LibraryEntry<Algorithm::Butterfly>{"butterfly"},
    LibraryEntry<Algorithm::OddEvenMerge>{"odd_even_merge"},
    LibraryEntry<Algorithm::OddEvenTransposition>{
        "odd_even_transposition", {}, false, true},
    LibraryEntry<Algorithm::Rank>{"rank", {}, false, true},
};

}  // namespace KokkosSort::Perf

#endif
