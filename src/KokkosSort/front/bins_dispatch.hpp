// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_BINS_DISPATCH_HPP
#define KOKKOSSORT_FRONT_BINS_DISPATCH_HPP

#include <KokkosSort/algorithm/payload/number_bins.hpp>
#include <KokkosSort/algorithm/sorted/search_bounds.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/team_shape.hpp>
#include <KokkosSort/front/dispatch.hpp>
#include <KokkosSort/front/sorted_data.hpp>
#include <KokkosSort/front/with_workspace.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>

namespace KokkosSort::Impl {

// bin_by() and BinSort: a stable sort of the bins' numbers that carries the
// permutation, then a search of every number.

/// A workspace at most.
template <class... Options>
concept OnlyWorkspace =
    sizeof...(Options) <= 1 && (is_workspace_v<Options> && ...);

/// Reads the bin of an element from a view.
template <class Number>
struct BinFromView {
  Strided<Number const> numbers;
  KOKKOS_FORCEINLINE_FUNCTION Number operator()(std::uint64_t i) const {
    return numbers[i];
  }
};

/// Queries 0, 1, 2, …
struct EveryBin {
  KOKKOS_FORCEINLINE_FUNCTION BinNumber operator[](std::uint64_t i) const {
    return static_cast<BinNumber>(i);
  }
};

template <class Exec, class Permutation>
struct BinsSort {
  using Choice = Chosen<Promise::stable, Exec, Kokkos::View<BinNumber*, Exec>,
                        Permutation>;
  using Sorter = typename Choice::type;
  using Order  = typename Choice::Order;
  using Index  = typename Choice::Value;

  static std::size_t workspace_bytes(Exec const& exec, std::size_t n) {
    Arena measure;
    measure.take<BinNumber>(n);
    std::size_t const sort =
        n < 2
            ? 0
            : Sorter::workspace_bytes(exec, pick_sorted_order<BinNumber>(), n);
    return n == 0 ? 0 : measure.used() + Arena::alignment + sort;
  }

  /// Bins the elements from `first` on, as many as the permutation is long.
  template <class BinOf, class Offsets>
  static void run(Exec const& exec, BinOf const& bin_of, std::size_t first,
                  Permutation const& permutation, Offsets const& offsets,
                  Arena& arena) {
    std::size_t const n     = permutation.extent(0);
    std::size_t const count = offsets.extent(0);
    BinNumber* const bins   = arena.take<BinNumber>(n);
    auto const indices      = strided_as<Index>(permutation);
    auto const order        = pick_sorted_order<BinNumber>();
    number_bins(exec, bin_of, count - 1, first, n, bins, indices);
    if (n > 1)
      Sorter::run(exec, order, Strided<BinNumber>{bins}, indices, n, arena);
    auto const to = written(offsets);
    if constexpr (TeamShape<Exec>::is_host) {
      find_edges(exec, bins, n, to, count - 1);
    } else {
      using Search = SearchBounds<Exec, Order, MovedType<Offsets>, EveryBin>;
      Search::run("KokkosSort::bin_by::find_offsets", exec,
                  Search{order,
                         Strided<BinNumber const>{bins},
                         n,
                         EveryBin{},
                         count,
                         to,
                         {}});
    }
  }
};

template <class Permutation, class Offsets, class Bins>
void check_bins_views(Permutation const& permutation, Offsets const& offsets,
                      Bins const& bins) {
  char const* const function = "bin_by";
  check_argsort_views(function, permutation, "bins", bins);
  std::size_t const count = offsets.extent(0);
  if (count == 0 || count - 1 > std::numeric_limits<BinNumber>::max() - 1)
    invalid_argument(function, "offsets",
                     "has extent " + std::to_string(count) +
                         ", but must have one element more than there are "
                         "bins, of which at most 4294967294 are possible");
  check_number<typename Offsets::value_type>(function, "offsets",
                                             bins.extent(0));
  check_apart_from(function, Named{"offsets", offsets}, Named{"bins", bins},
                   Named{"permutation", permutation});
}

template <class Exec, class Permutation, class Offsets, class Bins,
          class... Options>
void forward_bin_by(Exec const& exec, Permutation const& permutation,
                    Offsets const& offsets, Bins const& bins,
                    Options const&... options) {
  static_assert(check_data<Exec, Permutation, Offsets, Bins>());
  check_bins_views(permutation, offsets, bins);
  using Sort   = BinsSort<Exec, Permutation>;
  using Number = typename Bins::non_const_value_type;
  constexpr OwnMemory own{};
  with_workspace(
      "bin_by", exec, Sort::workspace_bytes(exec, bins.extent(0)),
      pick<IsWorkspace>(own, options...), [&](Arena& arena) {
        BinFromView<Number> const bin_of{{bins.data(), stride_of(bins)}};
        Sort::run(exec, bin_of, 0, permutation, offsets, arena);
      });
}

}  // namespace KokkosSort::Impl

#endif
