// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Times each call that <KokkosSort_Kokkos.hpp> replaces, by Kokkos and by the
// library in turn. Prints the least time of each and their ratio:
//   KokkosSort_kokkos_calls [keys] [repeats]

#include <Kokkos_Core.hpp>
#include <Kokkos_Sort.hpp>
#include <KokkosSort.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
template <class T>
using View = Kokkos::View<T*, Exec>;

struct Random {
  KOKKOS_FUNCTION std::uint64_t operator()(std::uint64_t i) const {
    std::uint64_t x = (i + 1) * 0x9e3779b97f4a7c15u;
    x               = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x               = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }
};

template <class T>
struct Fill {
  View<T> keys;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    keys(i) = static_cast<T>(Random{}(i) >> 33);  // below 2^31
  }
};

template <class T>
struct Greater {
  KOKKOS_FUNCTION bool operator()(T a, T b) const { return a > b; }
};

struct Job {
  std::size_t keys;
  int repeats;
  bool is_right = true;

  template <class T, class Call>
  double seconds(View<T> const& keys_view, Call const& call) const {
    Exec const exec;
    Kokkos::parallel_for("fill", Kokkos::RangePolicy<Exec>(exec, 0, keys),
                         Fill<T>{keys_view});
    exec.fence();
    Kokkos::Timer const timer;
    call();
    exec.fence();
    return timer.seconds();
  }

  /// `is_done` returns whether the result of the library's call is right.
  template <class T, class Kokkos_, class Library, class Check>
  void compare(char const* name, View<T> const& view, Kokkos_ const& by_kokkos,
               Library const& by_library, Check const& is_done) {
    double before = 1e9;
    double after  = 1e9;
    for (int i = 0; i <= repeats; ++i) {
      double const first  = seconds(view, by_kokkos);
      double const second = seconds(view, by_library);
      is_right            = is_right && is_done();
      if (i == 0) continue;  // pages and caches
      before = std::min(before, first);
      after  = std::min(after, second);
    }
    std::printf("%-28s %10.2f ms %10.2f ms %8.2f\n", name, 1e3 * before,
                1e3 * after, before / after);
  }

  template <class T>
  void run(char const* type) {
    Exec const exec;
    View<T> const view("keys", keys);
    View<int> const values("values", keys);
    using Op       = Kokkos::BinOp1D<View<T>>;
    int const bins = static_cast<int>(keys / 2);
    Op const op(bins, T{0}, static_cast<T>(2147483647));
    auto const by_bins = [&](auto sorter) {
      sorter.create_permute_vector(exec);
      sorter.sort(exec, view);
      sorter.sort(exec, values);
    };
    auto const ascending  = [&] { return KokkosSort::is_sorted(exec, view); };
    auto const descending = [&] {
      return KokkosSort::is_sorted(exec, view, KokkosSort::descending);
    };
    std::printf("%s, %zu keys %18s %13s %8s\n", type, keys, "Kokkos",
                "KokkosSort", "ratio");
    compare(
        "sort(view)", view, [&] { Kokkos::sort(exec, view); },
        [&] { KokkosSort::sort(exec, view); }, ascending);
    compare(
        "sort(view, comparator)", view,
        [&] { Kokkos::sort(exec, view, Greater<T>{}); },
        [&] { KokkosSort::sort(exec, view, Greater<T>{}); }, descending);
    compare(
        "sort(view, begin, end)", view,
        [&] { Kokkos::sort(exec, view, 0, keys); },
        [&] { KokkosSort::sort(exec, view, 0, keys); }, ascending);
    compare(
        "sort_by_key", view,
        [&] { Kokkos::Experimental::sort_by_key(exec, view, values); },
        [&] { KokkosSort::sort_by_key(exec, view, values); }, ascending);
    compare(
        "BinSort, sorted within bins", view,
        [&] { by_bins(Kokkos::BinSort<View<T>, Op>(exec, view, op, true)); },
        [&] {
          by_bins(KokkosSort::BinSort<View<T>, Op>(exec, view, op, true));
        },
        ascending);
    Op const few(1000, T{0}, static_cast<T>(2147483647));
    compare(
        "BinSort, 1000 bins", view,
        [&] { by_bins(Kokkos::BinSort<View<T>, Op>(exec, view, few)); },
        [&] { by_bins(KokkosSort::BinSort<View<T>, Op>(exec, view, few)); },
        [] { return true; });
  }
};

}  // namespace

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Job job{argc > 1 ? std::strtoull(argv[1], nullptr, 10) : std::size_t{1} << 22,
          argc > 2 ? std::atoi(argv[2]) : 5};
  std::printf("%s, concurrency %d, least of %d\n", Exec::name(),
              static_cast<int>(Exec().concurrency()), job.repeats);
  job.run<std::uint32_t>("u32");
  job.run<double>("f64");
  std::printf(job.is_right ? "all results are right\n" : "WRONG\n");
  return job.is_right ? 0 : 1;
}
