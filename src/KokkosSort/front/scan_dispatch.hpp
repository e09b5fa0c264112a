// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_SCAN_DISPATCH_HPP
#define KOKKOSSORT_FRONT_SCAN_DISPATCH_HPP

#include <KokkosSort/algorithm/sorted/scan_runs.hpp>
#include <KokkosSort/front/reduce_dispatch.hpp>
#include <KokkosSort/front/sorted_data.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>

namespace KokkosSort::Impl {

/// The kernels of a scan. Values keep their type, since it is the caller's
/// function that combines them.
template <class Exec, class Keys, class Values, class Sums, class Scanned,
          class Combine, class... Options>
using ScanFor = ScanRuns<Exec, ComparedOrder<Keys, Options...>,
                         typename Values::non_const_value_type,
                         typename Sums::value_type, Scanned, Combine>;

template <class Exec, class Scanned, class Keys, class Values, class Sums,
          class Combine, class... Options>
std::size_t scan_bytes(Keys const& keys, Values const&, Sums const&,
                       Reduction<Combine> const&, Options const&... options) {
  static_cast<void>(compared_order<Keys>(options...));  // checks bits()
  return ScanFor<Exec, Keys, Values, Sums, Scanned, Combine,
                 Options...>::workspace_bytes(keys.extent(0));
}

/// The sums may take the place of their values.
template <class Keys, class Values, class Sums>
void check_scan_views(char const* function, Keys const& keys,
                      Values const& values, Sums const& sums) {
  std::size_t const n = keys.extent(0);
  check_extent(function, "values", values.extent(0), "keys", n);
  check_extent(function, "sums", sums.extent(0), "keys", n);
  check_apart_from(function, Named{"sums", sums}, Named{"keys", keys});
  bool const is_in_place =
      std::is_same_v<typename Values::non_const_value_type,
                     typename Sums::value_type> &&
      static_cast<void const*>(values.data()) == sums.data() &&
      stride_of(values) == stride_of(sums);
  if (!is_in_place)
    check_apart_from(function, Named{"sums", sums}, Named{"values", values});
}

template <class Exec, class Keys, class Values, class Sums, class Scanned,
          class Combine, class... Options>
void forward_scan_by_key(char const* function, Exec const& exec,
                         Keys const& keys, Values const& values,
                         Sums const& sums, Scanned const& scanned,
                         Reduction<Combine> const& reduction,
                         Options const&... options) {
  static_assert(check_data<Exec, Keys, Values, Sums>());
  using Scan = ScanFor<Exec, Keys, Values, Sums, Scanned, Combine, Options...>;
  check_scan_views(function, keys, values, sums);
  auto const order = compared_order<Keys>(options...);
  std::size_t const needed =
      scan_bytes<Exec, Scanned>(keys, values, sums, reduction, options...);
  typename Scan::Data const data{
      keys_as<ComparedKey<Keys, Options...> const>(keys),
      {values.data(), stride_of(values)},
      keys.extent(0),
      strided(sums)};
  constexpr OwnMemory own{};
  with_workspace(function, exec, needed, pick<IsWorkspace>(own, options...),
                 [&](Arena& arena) {
                   Scan::run(exec, order, reduction.combine, scanned, data,
                             arena);
                 });
}

}  // namespace KokkosSort::Impl

#endif
