// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled for CUDA and HIP, never run: keys with values, and permutations
// applied to payloads of both ranks; also prepared.

#include <KokkosSort.hpp>
#include <Kokkos_Core.hpp>

#include <cstdint>

namespace {

using Exec = Kokkos::DefaultExecutionSpace;

}  // namespace

void keys_with_values(Exec const& exec,
                      Kokkos::View<std::int64_t*, Exec> const& keys,
                      Kokkos::View<float*, Exec> const& values) {
  KokkosSort::sort_by_key(exec, keys, values);
  KokkosSort::stable_sort_by_key(
      exec, Kokkos::subview(keys, Kokkos::make_pair(1, 100)),
      Kokkos::subview(values, Kokkos::make_pair(1, 100)),
      KokkosSort::descending);
}

void payloads(Exec const& exec, Kokkos::View<std::uint32_t*, Exec> const& order,
              Kokkos::View<float const*, Exec> const& keys,
              Kokkos::View<double* [3], Exec> const& positions,
              Kokkos::View<std::int8_t*, Exec> const& kinds) {
  KokkosSort::argsort(exec, order, keys);
  KokkosSort::permute(exec, order, positions, kinds);
  KokkosSort::prepare(KokkosSort::argsort, exec, order, keys).run(order, keys);
  KokkosSort::prepare(KokkosSort::permute, exec, order, positions, kinds).run();
}

void columns(Exec const& exec, Kokkos::View<std::uint32_t*, Exec> const& order,
             Kokkos::View<std::uint32_t*, Exec> const& first,
             Kokkos::View<double*, Exec> const& second,
             Kokkos::View<std::int16_t*, Exec> const& third,
             Kokkos::View<float* [3], Exec> const& payload) {
  auto const narrow =
      KokkosSort::by_columns(KokkosSort::descending(first), second, third);
  auto const wide = KokkosSort::by_columns(second, third, payload);
  KokkosSort::argsort(exec, order, narrow);
  KokkosSort::argsort(exec, order, wide);
  KokkosSort::sort(exec, narrow);
  KokkosSort::sort_by_key(exec, narrow, payload);
  KokkosSort::sort_by_key(exec, wide, order);
  KokkosSort::prepare(KokkosSort::argsort, exec, order, wide).run(order, wide);
  static_cast<void>(KokkosSort::is_sorted(exec, narrow));
}

void rows_of_bytes(Exec const& exec, Kokkos::View<int*, Exec> const& order,
                   Kokkos::View<unsigned char const**, Kokkos::LayoutStride,
                                Exec> const& keys) {
  KokkosSort::argsort_rows(exec, order, keys, KokkosSort::descending);
}

void strings(Exec const& exec, Kokkos::View<int*, Exec> const& order,
             Kokkos::View<int const*, Exec> const& offsets,
             Kokkos::View<char const*, Exec> const& bytes) {
  KokkosSort::argsort_strings(exec, order, offsets, bytes);
  KokkosSort::prepare(KokkosSort::argsort_strings, exec, order, offsets, bytes)
      .run(order, offsets, bytes);
}
