// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled for CUDA and HIP, never run: selections and functions on sorted
// data, also prepared.

#include <KokkosSort.hpp>
#include <Kokkos_Core.hpp>

#include <cstdint>

namespace {

using Exec   = Kokkos::DefaultExecutionSpace;
using Keys   = Kokkos::View<std::uint64_t*, Exec>;
using Values = Kokkos::View<float*, Exec>;
using Count  = Kokkos::View<std::size_t, Exec>;

struct Greater {
  template <class T>
  KOKKOS_FUNCTION bool operator()(T const& a, T const& b) const {
    return b < a;
  }
};

/// Too wide to be copied as a candidate: selections store its index.
struct WideKey {
  std::uint64_t words[4];

  KOKKOS_FUNCTION friend bool operator<(WideKey const& a, WideKey const& b) {
    return a.words[0] < b.words[0];
  }
};

}  // namespace

void wide_selections(Exec const& exec) {
  Kokkos::View<WideKey*, Exec> const keys("keys", 9);
  Kokkos::View<WideKey*, Exec> const result("result", 3);
  KokkosSort::top_k(exec, keys, result, Greater{});
  KokkosSort::nth_element(exec, keys, 5);
}

void selections(Exec const& exec, Values const& keys, Values const& result,
                Kokkos::View<int*, Exec> const& positions) {
  KokkosSort::top_k(exec, keys, result);
  KokkosSort::top_k_counted(exec, keys, Count("count"), result, Greater{});
  KokkosSort::arg_top_k(exec, positions, keys, Greater{});
  KokkosSort::prepare(KokkosSort::top_k, exec, keys, result).run();
}

void merges(Exec const& exec, Keys const& a, Keys const& b, Keys const& out,
            Values const& of_a, Values const& of_b, Values const& of_out) {
  KokkosSort::merge(exec, a, b, out, Greater{});
  KokkosSort::merge_by_key(exec, a, of_a, b, of_b, out, of_out);
}

void sets(Exec const& exec, Keys const& a, Keys const& b, Keys const& out,
          Count const& count) {
  KokkosSort::set_union(exec, a, b, out, count);
  KokkosSort::set_difference(exec, a, b, out, count, Greater{});
  KokkosSort::prepare(KokkosSort::set_intersection, exec, a, b, out, count)
      .run();
}

void runs(Exec const& exec, Keys const& keys, Values const& values,
          Keys const& out, Values const& sums, Count const& count,
          Kokkos::View<int*, Exec> const& offsets) {
  KokkosSort::unique(exec, keys, out, count);
  KokkosSort::unique_by_key(exec, keys, values, out, sums, count);
  KokkosSort::run_length_encode(exec, keys, out, offsets, count);
  KokkosSort::group_by(exec, keys, offsets, count);
  KokkosSort::reduce_by_key(exec, keys, values, out, sums, count);
  KokkosSort::inclusive_scan_by_key(exec, keys, values, sums);
  KokkosSort::exclusive_scan_by_key(exec, keys, values, sums, 0);
  KokkosSort::histogram(exec, keys, out, offsets);
  KokkosSort::lower_bound(exec, keys, out, offsets);
  KokkosSort::prepare(KokkosSort::unique, exec, keys, out, count).run();
}
