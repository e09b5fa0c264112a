// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_HISTOGRAM_DISPATCH_HPP
#define KOKKOSSORT_FRONT_HISTOGRAM_DISPATCH_HPP

#include <KokkosSort/algorithm/sorted/count_bins.hpp>
#include <KokkosSort/front/sorted_data.hpp>

#include <cstddef>

namespace KokkosSort::Impl {

/// Integers that kernels add atomically.
template <class T>
concept BinCounts = IndexView<T> && (sizeof(typename T::value_type) == 4 ||
                                     sizeof(typename T::value_type) == 8);

template <class Keys, class Splitters, class Counts>
void check_histogram_views(Keys const& keys, Splitters const& splitters,
                           Counts const& counts) {
  char const* const function = "histogram";
  std::size_t const bins     = splitters.extent(0) + 1;
  if (counts.extent(0) != bins)
    invalid_argument(function, "counts",
                     "has extent " + std::to_string(counts.extent(0)) +
                         ", but must have extent " + std::to_string(bins) +
                         ", one more than 'splitters'");
  check_number<typename Counts::value_type>(function, "counts", keys.extent(0));
  check_apart_from(function, Named{"counts", counts}, Named{"keys", keys},
                   Named{"splitters", splitters});
}

/// The counts need no memory, so a workspace remains unused.
template <class Exec, class Keys, class Splitters, class Counts,
          class... Options>
void forward_histogram(Exec const& exec, Keys const& keys,
                       Splitters const& splitters, Counts const& counts,
                       Options const&... options) {
  static_assert(check_data<Exec, Keys, Splitters, Counts>());
  using Counting =
      CountBins<Exec, ComparedOrder<Keys, Options...>, MovedType<Counts>>;
  check_histogram_views(keys, splitters, counts);
  Counting::run(
      exec, Counting{compared_order<Keys>(options...),
                     keys_as<ComparedKey<Keys, Options...> const>(keys),
                     keys.extent(0),
                     keys_as<ComparedKey<Keys, Options...> const>(splitters),
                     splitters.extent(0), written(counts)});
}

}  // namespace KokkosSort::Impl

#endif
