// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_SEGMENT_VIEWS_HPP
#define KOKKOSSORT_FRONT_SEGMENT_VIEWS_HPP

#include <KokkosSort/algorithm/segmented/segments.hpp>
#include <KokkosSort/block/sorted_as.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/front/checks.hpp>
#include <KokkosSort/front/overlap.hpp>
#include <KokkosSort/front/views.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>

namespace KokkosSort {

/// Segments by views of their begins and ends. segments() returns it.
template <class Begins, class Ends>
struct Segments {
  /// Position of the first key of each segment.
  Begins begins;
  /// Position behind the last key of each segment.
  Ends ends;
};

/// The first segments of others, as many as a view holds. counted() returns it.
template <class Segments, class Count>
struct Counted {
  /// Offsets, or segments().
  Segments segments;
  /// The number of segments that count.
  Count count;
};

namespace Impl {

/// Rank-1 view of integers of 32 or 64 bits.
template <class T>
concept OffsetsView =
    Rank1View<T> && std::is_integral_v<typename T::non_const_value_type> &&
    (sizeof(typename T::non_const_value_type) == 4 ||
     sizeof(typename T::non_const_value_type) == 8);

/// Rank-0 view of a number of elements, which is read.
template <class T>
concept CountSource =
    AnyView<T> && (T::rank == 0) && std::is_integral_v<typename T::value_type>;

template <class T>
inline constexpr bool is_counted_segments_v = false;
template <class Segments, class Count>
inline constexpr bool is_counted_segments_v<Counted<Segments, Count>> = true;

/// The argument of a sort of the first keys.
template <class Count>
struct CountedFirst {
  Count count;
};
template <class T>
inline constexpr bool is_counted_keys_v = false;
template <class Count>
inline constexpr bool is_counted_keys_v<CountedFirst<Count>> = true;

template <class T>
inline constexpr bool is_segments_v = false;
template <class Begins, class Ends>
inline constexpr bool is_segments_v<Segments<Begins, Ends>> = true;

/// The argument that describes segments: offsets as in CRS, or segments().
template <class T>
concept UncountedSegments = OffsetsView<T> || is_segments_v<T>;

/// As above, or the first of such segments by counted().
template <class T>
concept SegmentsArgument = UncountedSegments<T> || is_counted_segments_v<T>;

/// Offsets are read as unsigned integers, so that fewer kernels are compiled.
template <class ViewType>
using OffsetOf = sorted_as_t<typename ViewType::non_const_value_type>;

template <class ViewType>
auto strided_offsets(ViewType const& view) {
  using Offset = OffsetOf<ViewType>;
  return Strided<Offset const>{reinterpret_cast<Offset const*>(view.data()),
                               stride_of(view)};
}

/// Segment i of offsets ends where segment i + 1 begins.
template <OffsetsView Offsets>
ListedSegments<OffsetOf<Offsets>> segments_of(Offsets const& offsets) {
  auto const begins = strided_offsets(offsets);
  auto ends         = begins;
  ends.data += ends.stride;
  std::size_t const extent = offsets.extent(0);
  return {begins, ends, extent > 0 ? extent - 1 : 0};
}
template <class Begins, class Ends>
ListedSegments<OffsetOf<Begins>> segments_of(
    Segments<Begins, Ends> const& segments) {
  return {strided_offsets(segments.begins), strided_offsets(segments.ends),
          segments.begins.extent(0)};
}
template <class Count>
auto segments_of(CountedFirst<Count> const& keys) {
  return CountedKeys<typename Count::non_const_value_type>{keys.count.data()};
}
template <class Others, class Count>
auto segments_of(Counted<Others, Count> const& counted) {
  auto const listed = segments_of(counted.segments);
  return CountedSegments<std::remove_const_t<decltype(listed)>,
                         typename Count::non_const_value_type>{
      listed, counted.count.data(), listed.count};
}
inline EqualSegments segments_of(EqualSegments const& segments) {
  return segments;
}

template <class Argument>
using SegmentsOf = decltype(segments_of(std::declval<Argument const&>()));

template <class Exec, class Argument>
constexpr bool check_segments_accessible() {
  if constexpr (is_counted_segments_v<Argument> || is_counted_keys_v<Argument>)
    static_assert(is_accessible_v<Exec, decltype(Argument::count)>,
                  "the count must be accessible from the execution space");
  if constexpr (is_counted_segments_v<Argument>)
    return check_segments_accessible<Exec, decltype(Argument::segments)>();
  if constexpr (is_segments_v<Argument>) {
    using Begins = decltype(Argument::begins);
    using Ends   = decltype(Argument::ends);
    static_assert(is_accessible_v<Exec, Begins> && is_accessible_v<Exec, Ends>,
                  "the bounds of the segments must be accessible from the "
                  "execution space");
  } else if constexpr (AnyView<Argument>) {
    static_assert(is_accessible_v<Exec, Argument>,
                  "the offsets must be accessible from the execution space");
  }
  return true;
}

/// Bounds of segments must not share memory with what a sort writes.
template <class Argument, class ViewType>
void check_segments(char const* function, Argument const& argument,
                    char const* name, ViewType const& view) {
  if constexpr (is_counted_segments_v<Argument> || is_counted_keys_v<Argument>)
    check_apart(function, "count", argument.count, name, view);
  if constexpr (is_counted_segments_v<Argument>)
    check_segments(function, argument.segments, name, view);
  if constexpr (is_segments_v<Argument>) {
    check_extent(function, "segments.ends", argument.ends.extent(0),
                 "segments.begins", argument.begins.extent(0));
    check_apart(function, "segments.begins", argument.begins, name, view);
    check_apart(function, "segments.ends", argument.ends, name, view);
  } else if constexpr (AnyView<Argument>) {
    check_apart(function, "offsets", argument, name, view);
  }
}

}  // namespace Impl
}  // namespace KokkosSort

#endif
