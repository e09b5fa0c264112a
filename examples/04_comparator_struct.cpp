// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorts structs: by a comparator over two members, and by a projection to one
// key.
#include <Kokkos_Core.hpp>
#include <KokkosSort.hpp>

#include <cstdio>

struct Event {
  int detector;
  float energy;
  double time;
};

// Detectors upwards, within a detector the strongest event first.
struct ByDetectorThenEnergy {
  KOKKOS_FUNCTION bool operator()(const Event& a, const Event& b) const {
    return a.detector != b.detector ? a.detector < b.detector
                                    : a.energy > b.energy;
  }
};

struct Time {
  KOKKOS_FUNCTION double operator()(const Event& event) const {
    return event.time;
  }
};

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  const int n = 200'000;
  Kokkos::View<Event*> events("events", n);
  Kokkos::parallel_for(
      "create", n, KOKKOS_LAMBDA(int i) {
        const long mixed = 7919L * i % n;  // a permutation: all times differ
        events(i) = Event{int(mixed % 37), float(mixed % 1009), double(mixed)};
      });

  int wrong = 0, wrong_times = 0;
  KokkosSort::sort(events, ByDetectorThenEnergy{});
  Kokkos::parallel_reduce(
      "check comparator", n - 1,
      KOKKOS_LAMBDA(int i, int& sum) {
        sum += ByDetectorThenEnergy{}(events(i + 1), events(i)) ? 1 : 0;
      },
      wrong);

  KokkosSort::sort(events, KokkosSort::by(Time{}, KokkosSort::descending));
  Kokkos::parallel_reduce(
      "check projection", n,
      KOKKOS_LAMBDA(int i, int& sum) {
        sum += events(i).time == n - 1 - i ? 0 : 1;
      },
      wrong_times);

  std::printf("%d events: %d and %d wrong\n", n, wrong, wrong_times);
  return wrong == 0 && wrong_times == 0 ? 0 : 1;
}
