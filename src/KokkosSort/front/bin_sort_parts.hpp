// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_BIN_SORT_PARTS_HPP
#define KOKKOSSORT_FRONT_BIN_SORT_PARTS_HPP

#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/front/bins_dispatch.hpp>
#include <KokkosSort/front/permute_dispatch.hpp>
#include <KokkosSort/front/views.hpp>
#include <KokkosSort/front/with_workspace.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Pair.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

// The parts of BinSort that run in kernels.

/// Bin of a key by a functor of Kokkos, which takes an int by reference.
template <class Keys, class Op>
struct BinFromOp {
  Keys keys;
  Op op;
  KOKKOS_INLINE_FUNCTION int operator()(std::uint64_t i) const {
    int const index = static_cast<int>(i);
    return op.bin(keys, index);
  }
};

/// Order of two indices of one bin by that functor.
template <class Keys, class Op>
struct WithinBin {
  Keys keys;
  Op op;
  template <class Index>
  KOKKOS_INLINE_FUNCTION bool operator()(Index const& a, Index const& b) const {
    int i = static_cast<int>(a), j = static_cast<int>(b);
    return op(keys, i, j);
  }
};

template <class Offsets, class Counts>
struct SizesOfBins {
  Offsets offsets;
  Counts counts;
  KOKKOS_FUNCTION void operator()(std::uint64_t b) const {
    counts(b) = static_cast<int>(offsets(b + 1) - offsets(b));
  }
};

template <class Exec, class Offsets, class Counts>
void count_bins(Exec const& exec, Offsets const& offsets,
                Counts const& counts) {
  Kokkos::parallel_for(
      labeled("KokkosSort::BinSort::count_bins"),
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::uint64_t>>(
          exec, 0, counts.extent(0)),
      SizesOfBins<Offsets, Counts>{offsets, counts});
}

/// Bins of up to so many keys are sorted by one thread of a host. A longer one
/// pays for the launches of a sort by all threads.
inline constexpr std::size_t max_bin_of_thread = 4096;
/// Bins of up to so many keys are sorted by insertion, which allocates nothing.
inline constexpr std::size_t max_inserted_bin = 16;

/// Kernel that sorts each short bin on a host, stable.
template <class Offsets, class Order, class Less>
struct SortShortBins {
  Offsets offsets;
  Order order;
  Less less;
  void operator()(std::uint64_t b) const {
    auto* const begin = order.data() + offsets(b);
    auto* const end   = order.data() + offsets(b + 1);
    auto const length = static_cast<std::size_t>(end - begin);
    if (length > max_inserted_bin && length <= max_bin_of_thread)
      std::stable_sort(begin, end, less);
    if (length < 2 || length > max_inserted_bin) return;
    for (auto* next = begin + 1; next != end; ++next) {
      auto const index = *next;
      auto* at         = next;
      for (; at != begin && less(index, at[-1]); --at) *at = at[-1];
      *at = index;
    }
  }
};

/// Sorts each bin on a host: short ones side by side, then each long one by all
/// threads.
template <class Exec, class Offsets, class Order, class Less, class SortRange>
void sort_bins_on_host(Exec const& exec, Offsets const& offsets,
                       Order const& order, Less const& less,
                       SortRange const& sort_range) {
  std::uint64_t const bins = offsets.extent(0) - 1;
  using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::uint64_t>>;
  Kokkos::parallel_for(
      labeled("KokkosSort::BinSort::sort_short_bins"), Policy(exec, 0, bins),
      SortShortBins<Offsets, Order, Less>{offsets, order, less});
  exec.fence(labeled("KokkosSort::BinSort: the short bins are sorted"));
  for (std::uint64_t b = 0; b < bins; ++b)
    if (static_cast<std::size_t>(offsets(b + 1) - offsets(b)) >
        max_bin_of_thread)
      sort_range(offsets(b), offsets(b + 1));
}

/// Index into the rows of a range by a permutation of another one.
template <class Index>
struct ShiftedIndex {
  Strided<Index const> index;
  std::uint64_t first;
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t operator[](std::size_t i) const {
    return static_cast<std::uint64_t>(index[i]) - first;
  }
};

/// Elements of an object from one on.
template <class Values>
struct ShiftedElements {
  Values values;
  std::size_t begin;
  KOKKOS_FORCEINLINE_FUNCTION decltype(auto) operator()(std::size_t i) const {
    return values(begin + i);
  }
};

/// Moves the rows from `begin` on by a permutation whose least index is
/// `first`. A matrix of rank 3 moves slice by slice.
template <class Exec, class Permutation, class Values>
void sort_rows(Exec const& exec, Permutation const& permutation, int first,
               Values const& values, std::size_t begin) {
  using T             = typename Values::value_type;
  std::size_t const n = permutation.extent(0);
  static_assert(is_element_v<T>,
                "KokkosSort: the values must be of a trivially copyable type, "
                "since their bytes are copied");
  if (n == 0) return;
  Kokkos::pair const rows(begin, begin + n);
  ShiftedIndex<typename Permutation::value_type> const index{
      {permutation.data(), stride_of(permutation)},
      static_cast<std::uint64_t>(first)};
  auto const move = [&](auto const& payload) {
    Arena measure;
    plan_permute(measure, n, payload);
    run_permute(exec, index, n, measure.used(), OwnMemory{}, payload);
  };
  if constexpr (!AnyView<Values>) {
    using Shifted = ShiftedElements<Values>;
    move(ElementAccess<T, Shifted>{Shifted{values, begin}, n});
  } else if constexpr (Values::rank == 1) {
    move(Kokkos::subview(values, rows));
  } else if constexpr (Values::rank == 2) {
    move(Kokkos::subview(values, rows, Kokkos::ALL));
  } else {
    static_assert(Values::rank == 3, "KokkosSort: values have rank 1 to 3");
    for (std::size_t k = 0; k < values.extent(2); ++k)
      move(Kokkos::subview(values, rows, Kokkos::ALL, k));
  }
}

}  // namespace KokkosSort::Impl

#endif
