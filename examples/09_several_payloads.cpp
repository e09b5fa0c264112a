// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorts a table by one column. One permutation, in one workspace, moves columns
// of several types and ranks, and gathers one into a view of its own.
#include <Kokkos_Core.hpp>
#include <KokkosSort.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  const std::size_t n = 150'000;
  Kokkos::View<double*> price("price", n);
  Kokkos::View<std::uint32_t*> customer("customer", n), sorted("sorted", n);
  Kokkos::View<std::int16_t* [4]> date("date", n);
  Kokkos::parallel_for(
      "create", n, KOKKOS_LAMBDA(std::size_t i) {
        customer(i) = std::uint32_t(i);
        price(i)    = double(7919 * i % n);
        for (int part = 0; part < 4; ++part)
          date(i, part) = std::int16_t(i % 1000 + std::size_t(part));
      });

  Kokkos::DefaultExecutionSpace exec;
  Kokkos::View<std::uint32_t*> order("order", n);
  const auto out = KokkosSort::gather(customer, sorted);
  KokkosSort::Workspace<> workspace(
      exec, std::max(KokkosSort::argsort_workspace_size(exec, order, price,
                                                        KokkosSort::descending),
                     KokkosSort::permute_workspace_size(exec, order, price,
                                                        date, out)));
  // Both calls are enqueued on exec, and neither allocates nor waits.
  KokkosSort::argsort(exec, order, price, KokkosSort::descending, workspace);
  KokkosSort::permute(exec, order, price, date, out, workspace);

  std::size_t wrong = 0;
  Kokkos::parallel_reduce(
      "check", Kokkos::RangePolicy<>(exec, 0, n),
      KOKKOS_LAMBDA(std::size_t i, std::size_t & sum) {
        const std::size_t row = sorted(i);
        bool right = price(i) == double(7919 * row % n) && customer(i) == i &&
                     order(i) == row;
        if (i > 0) right = right && price(i - 1) >= price(i);
        for (int part = 0; part < 4; ++part)
          right = right &&
                  date(i, part) == std::int16_t(row % 1000 + std::size_t(part));
        sum += right ? 0 : 1;
      },
      wrong);
  std::printf("%zu rows by price: %zu wrong\n", n, wrong);
  return wrong == 0 ? 0 : 1;
}
