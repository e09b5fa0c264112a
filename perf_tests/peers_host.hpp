// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERF_PEERS_HOST_HPP
#define KOKKOSSORT_PERF_PEERS_HOST_HPP

// Sorters of host memory, each if the build found it.

#include "benchmark_sorter.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <type_traits>
#include <vector>

#if defined(KOKKOSSORT_PERF_HAS_GNU_PARALLEL)
#include <parallel/algorithm>
#endif
#if defined(KOKKOSSORT_PERF_HAS_TBB)
#include <tbb/global_control.h>
#include <tbb/parallel_sort.h>
#endif
#if defined(KOKKOSSORT_PERF_HAS_BOOST)
#include <boost/sort/sort.hpp>
#endif
#if defined(KOKKOSSORT_PERF_HAS_IPS4O)
#include <ips4o.hpp>
#endif
#if defined(KOKKOSSORT_PERF_HAS_DOVETAIL)
#include <parlay/integer_sort.h>
#endif
#if defined(KOKKOSSORT_PERF_HAS_VQSORT)
#include <hwy/contrib/sort/vqsort.h>
#endif

namespace KokkosSort::Perf {

inline std::vector<std::string> host_peer_names() {
  return {
      "std_sort",
      "std_stable_sort",
#if defined(KOKKOSSORT_PERF_HAS_GNU_PARALLEL)
      "gnu_parallel",
#endif
#if defined(KOKKOSSORT_PERF_HAS_TBB)
      "tbb",
#endif
#if defined(KOKKOSSORT_PERF_HAS_BOOST)
      "boost_block_indirect",
#endif
#if defined(KOKKOSSORT_PERF_HAS_IPS4O)
      "ips4o",
#endif
#if defined(KOKKOSSORT_PERF_HAS_DOVETAIL)
      "dovetail",
#endif
#if defined(KOKKOSSORT_PERF_HAS_VQSORT)
      "vqsort",
#endif
  };
}

#if defined(KOKKOSSORT_PERF_HAS_VQSORT)
template <class Key>
inline constexpr bool vqsort_sorts_v =
    std::is_same_v<Key, std::uint16_t> || std::is_same_v<Key, std::int16_t> ||
    std::is_same_v<Key, std::uint32_t> || std::is_same_v<Key, std::int32_t> ||
    std::is_same_v<Key, std::uint64_t> || std::is_same_v<Key, std::int64_t> ||
    std::is_same_v<Key, float> || std::is_same_v<Key, double>;
#endif

/// They get the same memory, and as many threads as the execution space has.
template <OrderForm form, class Key, class Value>
void add_host_peers(BenchmarkSorters<Key, Value>& sorters) {
  if constexpr (std::is_same_v<Value, NoValues>) {
    auto const add = [&](char const* name, auto sort) {
      sorters.push_back(
          in_place<Key, Value>(name, [sort](Input<Key, Value> const& input) {
            Key* const begin = input.keys.data();
            sort(begin, begin + input.count(), input.exec.concurrency());
          }));
    };
    add("std_sort",
        [](Key* begin, Key* end, int) { std::sort(begin, end, KeyLess{}); });
    add("std_stable_sort", [](Key* begin, Key* end, int) {
      std::stable_sort(begin, end, KeyLess{});
    });
#if defined(KOKKOSSORT_PERF_HAS_GNU_PARALLEL)
    add("gnu_parallel", [](Key* begin, Key* end, int threads) {
      __gnu_parallel::sort(
          begin, end, KeyLess{},
          __gnu_parallel::default_parallel_tag(
              static_cast<__gnu_parallel::_ThreadIndex>(threads)));
    });
#endif
#if defined(KOKKOSSORT_PERF_HAS_TBB)
    add("tbb", [](Key* begin, Key* end, int threads) {
      tbb::global_control const limit(
          tbb::global_control::max_allowed_parallelism,
          static_cast<std::size_t>(threads));
      tbb::parallel_sort(begin, end, KeyLess{});
    });
#endif
#if defined(KOKKOSSORT_PERF_HAS_BOOST)
    add("boost_block_indirect", [](Key* begin, Key* end, int threads) {
      boost::sort::block_indirect_sort(begin, end, KeyLess{},
                                       static_cast<std::uint32_t>(threads));
    });
#endif
#if defined(KOKKOSSORT_PERF_HAS_IPS4O)
    add("ips4o", [](Key* begin, Key* end, int threads) {
      ips4o::parallel::sort(begin, end, KeyLess{}, threads);
    });
#endif
#if defined(KOKKOSSORT_PERF_HAS_DOVETAIL)
    // Its threads remain, and other sorters of the same run would share the
    // cores with them.
    if constexpr (form == OrderForm::bits && std::is_unsigned_v<Key>)
      add("dovetail", [](Key* begin, Key* end, int threads) {
        static int const started =
            setenv("PARLAY_NUM_THREADS", std::to_string(threads).c_str(), 1);
        static_cast<void>(started);
        parlay::integer_sort_inplace2(parlay::make_slice(begin, end),
                                      [](Key key) { return key; });
      });
#endif
#if defined(KOKKOSSORT_PERF_HAS_VQSORT)
    if constexpr (form == OrderForm::bits && vqsort_sorts_v<Key>)
      add("vqsort", [](Key* begin, Key* end, int) {
        hwy::Sorter()(begin, static_cast<std::size_t>(end - begin),
                      hwy::SortAscending());
      });
#endif
  }
}

}  // namespace KokkosSort::Perf

#endif
