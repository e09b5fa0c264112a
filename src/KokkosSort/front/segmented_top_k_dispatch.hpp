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

/// Value is NoValue, or the type by which the values move.
template <class Exec, class Keys, class Offsets, class Value, class... Options>
using SelectFor = SelectSegments<Exec, ComparedOrder<Keys, Options...>,
                                 SegmentsOf<Offsets>, Value>;

template <class Select, class Keys, class Offsets, class Result>
void check_segmented_top_k(char const* function, Keys const& keys,
                           Offsets const& offsets, Result const& result) {
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

template <class Select, class Keys, class Values, class Offsets, class Result,
          class ResultValues>
void check_segmented_top_k_by_key(char const* function, Keys const& keys,
                                  Values const& values, Offsets const& offsets,
                                  Result const& result,
                                  ResultValues const& result_values) {
  check_extent(function, "values", values.extent(0), "keys", keys.extent(0));
  check_segmented_top_k<Select>(function, keys, offsets, result);
  check_apart(function, "result", result, "values", values);
  check_extent(function, "result_values", result_values.extent(0), "result",
               result.extent(0));
  check_extent(function, "result_values", result_values.extent(1), "result",
               result.extent(1));
  check_segments(function, offsets, "result_values", result_values);
  check_apart_from(function, Named{"result_values", result_values},
                   Named{"keys", keys}, Named{"values", values},
                   Named{"result", result});
}

template <class Result>
SegmentRows<MovedType<Result>> segment_rows(Result const& result) {
  return {{reinterpret_cast<MovedType<Result>*>(result.data()),
           static_cast<std::ptrdiff_t>(result.stride(0))},
          static_cast<std::ptrdiff_t>(result.stride(1))};
}

/// The selection needs no memory, so a workspace remains unused.
template <class Exec, class Keys, class Offsets, class Result, class... Options>
void forward_segmented_top_k(Exec const& exec, Keys const& keys,
                             Offsets const& offsets, Result const& result,
                             Options const&... options) {
  static_assert(check_data<Exec, Keys, Result>());
  static_assert(check_segments_accessible<Exec, Offsets>());
  using Select     = SelectFor<Exec, Keys, Offsets, NoValue, Options...>;
  auto const order = compared_order<Keys>(options...);
  check_segmented_top_k<Select>("segmented_top_k", keys, offsets, result);
  if (result.extent(0) == 0 || result.extent(1) == 0) return;
  Select::run(exec, Select{order,
                           keys_as<typename Select::Key const>(keys),
                           keys.extent(0),
                           segments_of(offsets),
                           segment_rows(result),
                           result.extent(1),
                           {},
                           {}});
}

template <class Exec, class Keys, class Values, class Offsets, class Result,
          class ResultValues, class... Options>
void forward_segmented_top_k_by_key(Exec const& exec, Keys const& keys,
                                    Values const& values,
                                    Offsets const& offsets,
                                    Result const& result,
                                    ResultValues const& result_values,
                                    Options const&... options) {
  static_assert(check_data<Exec, Keys, Values, Result, ResultValues>());
  static_assert(check_segments_accessible<Exec, Offsets>());
  using Select = SelectFor<Exec, Keys, Offsets, MovedType<Values>, Options...>;
  auto const order = compared_order<Keys>(options...);
  check_segmented_top_k_by_key<Select>("segmented_top_k_by_key", keys, values,
                                       offsets, result, result_values);
  if (result.extent(0) == 0 || result.extent(1) == 0) return;
  Select::run(
      exec, Select{order, read_only(keys), keys.extent(0), segments_of(offsets),
                   segment_rows(result), result.extent(1), read_only(values),
                   segment_rows(result_values)});
}

}  // namespace KokkosSort::Impl

#endif
