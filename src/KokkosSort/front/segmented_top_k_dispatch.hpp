// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_SEGMENTED_TOP_K_DISPATCH_HPP
#define KOKKOSSORT_FRONT_SEGMENTED_TOP_K_DISPATCH_HPP

#include <KokkosSort/algorithm/segmented/select_segments.hpp>
#include <KokkosSort/front/segment_views.hpp>
#include <KokkosSort/front/sorted_data.hpp>

#include <cstddef>
#include <string>
#include <type_traits>

namespace KokkosSort::Impl {

/// A rank-2 view that receives keys of another view.
template <class Result, class Keys>
concept RowsOf = AnyView<Result> && (Result::rank == 2) &&
                 std::is_same_v<typename Result::value_type,
                                typename Keys::non_const_value_type>;

template <class Exec, class Keys, class Offsets, class Result, class... Options>
using SelectFor =
    SelectSegments<Exec, ComparedOrder<Keys, Options...>, SegmentsOf<Offsets>>;

template <class Select, class Keys, class Offsets, class Result>
void check_segmented_top_k(Keys const& keys, Offsets const& offsets,
                           Result const& result) {
  char const* const function = "segmented_top_k";
  check_segments(function, offsets, "result", result);
  check_apart(function, "result", result, "keys", keys);
  std::size_t const count = segments_of(offsets).count;
  if (result.extent(0) != count)
    invalid_argument(function, "result",
                     "has " + std::to_string(result.extent(0)) +
                         " rows, but there are " + std::to_string(count) +
                         " segments");
  std::size_t const bytes = Select::TopK::scratch_bytes(result.extent(1));
  if (bytes > select_scratch_bytes)
    invalid_argument(function, "result",
                     "has " + std::to_string(result.extent(1)) +
                         " columns, for which a team needs " +
                         std::to_string(bytes) + " bytes of scratch, but " +
                         std::to_string(select_scratch_bytes) +
                         " is the limit");
}

/// The selection needs no memory, so a workspace remains unused.
template <class Exec, class Keys, class Offsets, class Result, class... Options>
void forward_segmented_top_k(Exec const& exec, Keys const& keys,
                             Offsets const& offsets, Result const& result,
                             Options const&... options) {
  static_assert(check_data<Exec, Keys, Result>());
  static_assert(check_segments_accessible<Exec, Offsets>());
  using Select     = SelectFor<Exec, Keys, Offsets, Result, Options...>;
  auto const order = compared_order<Keys>(options...);
  check_segmented_top_k<Select>(keys, offsets, result);
  if (result.extent(0) == 0 || result.extent(1) == 0) return;
  using Key = typename Select::Key;
  Select::run(exec, Select{order,
                           read_only(keys),
                           keys.extent(0),
                           segments_of(offsets),
                           {reinterpret_cast<Key*>(result.data()),
                            static_cast<std::ptrdiff_t>(result.stride(0))},
                           static_cast<std::ptrdiff_t>(result.stride(1)),
                           result.extent(1)});
}

}  // namespace KokkosSort::Impl

#endif
