// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_SEGMENTS_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_SEGMENTS_HPP

#include <support/keys.hpp>
#include <support/oracle.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace KokkosSort::Test {

/// Offsets of segments of n keys, with the name of their shape.
struct SegmentShape {
  std::string name;
  std::vector<std::uint64_t> offsets;

  std::uint64_t keys() const { return offsets.empty() ? 0 : offsets.back(); }
  std::size_t count() const { return offsets.empty() ? 0 : offsets.size() - 1; }
};

/// Segments of the lengths that next() returns, up to n keys.
template <class Next>
SegmentShape segments_by(std::string const& name, std::uint64_t n,
                         Next const& next) {
  SegmentShape shape{name, {0}};
  while (shape.offsets.back() < n)
    shape.offsets.push_back(std::min<std::uint64_t>(
        n, shape.offsets.back() + static_cast<std::uint64_t>(next())));
  return shape;
}

/// Segments of lengths from 0 to twice the mean.
inline SegmentShape random_segments(std::uint64_t n, unsigned mean) {
  std::mt19937 random(mean);
  return segments_by("mean " + std::to_string(mean), n, [&] {
    return n == 0 ? 0u : static_cast<unsigned>(random() % (2 * mean + 1));
  });
}

/// Lengths of every power of two, many short and few long.
inline SegmentShape heavy_tail(std::uint64_t n) {
  std::mt19937 random(7);
  return segments_by("heavy tail", n, [&] {
    double const u = (static_cast<double>(random()) + 1.0) / 4294967297.0;
    return static_cast<std::uint64_t>(std::min(1 / u, 1e9));
  });
}

/// Shapes that reach every class of lengths with n keys.
inline std::vector<SegmentShape> segment_shapes(std::uint64_t n) {
  std::vector<SegmentShape> shapes{
      {"none", {}},
      {"no segment", {0}},
      {"one empty", {0, 0}},
      {"one", {0, n}},
      {"ends are empty", {0, 0, 0, n, n, n}},
      {"halves", {0, n / 2, n}},
      {"one key first", {0, std::min<std::uint64_t>(n, 1), n}}};
  for (unsigned const mean : {1, 4, 16, 64, 256, 1000, 20000})
    shapes.push_back(random_segments(n, mean));
  for (unsigned const length :
       {1, 2, 8, 9, 16, 17, 32, 33, 64, 65, 127, 129, 1024, 1025, 2048, 2049})
    shapes.push_back(segments_by("length " + std::to_string(length), n,
                                 [&] { return length; }));
  shapes.push_back(heavy_tail(n));
  unsigned turn = 0;
  shapes.push_back(segments_by("many empty", n, [&] {
    return ++turn % 1000 == 0 ? 300 : turn % 100 == 0 ? 3 : 0;
  }));
  turn = 0;
  shapes.push_back(segments_by("tiny beside long", n, [&] {
    return ++turn % 5 == 0 ? 5000 : turn % 3;
  }));
  return shapes;
}

/// Sorts each segment by the standard library: the expected keys, and the
/// index of each in the input.
template <class Keys, class Less>
std::vector<std::uint32_t> segmented_order(
    Keys const& input, std::vector<std::uint64_t> const& begins,
    std::vector<std::uint64_t> const& ends, Less const& less) {
  auto order = index_tags<std::uint32_t>(input.size());
  for (std::size_t i = 0; i < begins.size(); ++i)
    std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(begins[i]),
                     order.begin() + static_cast<std::ptrdiff_t>(ends[i]),
                     [&](std::uint32_t a, std::uint32_t b) {
                       return less(input[a], input[b]);
                     });
  return order;
}
template <class Keys, class Less>
std::vector<std::uint32_t> segmented_order(Keys const& input,
                                           SegmentShape const& shape,
                                           Less const& less) {
  if (shape.offsets.empty()) return index_tags<std::uint32_t>(input.size());
  return segmented_order(input,
                         std::vector<std::uint64_t>(shape.offsets.begin(),
                                                    shape.offsets.end() - 1),
                         std::vector<std::uint64_t>(shape.offsets.begin() + 1,
                                                    shape.offsets.end()),
                         less);
}

/// The elements in a given order.
template <class Elements, class Index>
Elements in_order(Elements const& elements, std::vector<Index> const& order) {
  Elements result(elements.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    result[i] = elements[static_cast<std::size_t>(order[i])];
  return result;
}

}  // namespace KokkosSort::Test

#endif
