// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorts indices by a comparator that reads a view on the device, and sorts
// points by their distance from a center that the comparator carries.
#include <Kokkos_Core.hpp>
#include <KokkosSort.hpp>

#include <cstdio>

using Space = Kokkos::DefaultExecutionSpace;

struct ByWeight {
  Kokkos::View<const float*, Space> weight;

  // The index breaks ties, so the order of all indices is unique.
  KOKKOS_FUNCTION bool operator()(int a, int b) const {
    return weight(a) != weight(b) ? weight(a) > weight(b) : a < b;
  }
};

struct Point {
  float x, y;
};

struct ByDistance {
  Point center;

  KOKKOS_FUNCTION float square(Point p) const {
    return (p.x - center.x) * (p.x - center.x) +
           (p.y - center.y) * (p.y - center.y);
  }
  KOKKOS_FUNCTION bool operator()(const Point& a, const Point& b) const {
    return square(a) < square(b);
  }
};

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  const int n = 100'000;
  Kokkos::View<float*, Space> weight("weight", n);
  Kokkos::View<int*, Space> index("index", n);
  Kokkos::View<Point*, Space> points("points", n);
  Kokkos::parallel_for(
      "create", Kokkos::RangePolicy<Space>(0, n), KOKKOS_LAMBDA(int i) {
        weight(i) = float(7919L * i % 1000);
        index(i)  = i;
        points(i) = Point{float(i % 317), float(7919L * i % 311)};
      });

  const ByWeight by_weight{weight};
  KokkosSort::sort(index, by_weight);
  const bool heaviest_first = KokkosSort::is_sorted(index, by_weight);

  const ByDistance by_distance{{100.0f, 50.0f}};
  KokkosSort::sort(points, by_distance);
  const bool nearest_first = KokkosSort::is_sorted(points, by_distance);

  std::printf("%d indices %s, %d points %s\n", n,
              heaviest_first ? "sorted" : "NOT sorted", n,
              nearest_first ? "sorted" : "NOT sorted");
  return heaviest_first && nearest_first ? 0 : 1;
}
