// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_BOUNDARIES_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_BOUNDARIES_HPP

#include <support/space.hpp>
#include <KokkosSort/front/sorters.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/algorithm/sample/sample_tuning.hpp>
#include <KokkosSort/algorithm/small/small_tuning.hpp>
#include <KokkosSort/core/team_scratch.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace KokkosSort::Test {

/// Sizes at which an algorithm changes its method, computed from its tuning,
/// for keys in their natural order with values. This one is for algorithms
/// whose method does not depend on the size. Quadratic ones get small sizes.
template <class Tag, class Key, class Value>
struct Boundaries {
  static constexpr bool is_quadratic = Impl::AlgorithmEntry<Tag>::is_quadratic;

  static constexpr std::size_t tile = is_quadratic ? 100 : 1000;
  static constexpr std::size_t leaf = is_quadratic ? 1000 : 1024;
  static std::size_t one_level() { return is_quadratic ? 0 : 1 << 12; }
  static std::vector<std::size_t> all() {
    if (is_quadratic) return {1 << 10};
    return {1 << 10, 1 << 16};
  }
};

template <class Key, class Value>
struct Boundaries<Algorithm::Sample, Key, Value> {
  using Order   = decltype(Impl::order_for<Key>(ascending));
  using Element = typename Impl::Elements<Order, Value>::type;

  static constexpr std::size_t value_bytes =
      Impl::is_value_v<Value> ? sizeof(Value) : 0;
  using Tuning =
      Impl::SampleSortTuning<Exec, std::max(sizeof(Key), value_bytes),
                             sizeof(Element)>;

  static constexpr std::size_t tile =
      Tuning::team_size * Tuning::items_per_thread;
  static constexpr std::size_t leaf =
      Tuning::team_size * Tuning::leaf_items_per_thread;
  /// The most that one level of partitioning is planned for: a cell is half a
  /// leaf.
  static std::size_t one_level() {
    return (std::size_t{1} << (Tuning::max_log_buckets - 1)) * leaf;
  }

  static std::vector<std::size_t> all() {
    return {tile, leaf, 2 * tile, 2 * leaf, 3 * leaf, 8 * leaf, one_level()};
  }
};

/// The paper's form: up to M keys quicksort sorts them, with its network below
/// its threshold. Every type has one level of partitions at M; several levels
/// are in algorithm/sample/paper_sample_sort_test.cpp, by a smaller M.
template <class Key, class Value>
struct Boundaries<Algorithm::PaperSample, Key, Value> {
  using Order = decltype(Impl::order_for<Key>(ascending));
  using Sorter =
      Impl::PaperSampleSort<Exec, Order, Value, paper_sample_parameters>;

  static constexpr std::size_t leaf = Sorter::Last::leaf_capacity;
  static constexpr std::size_t tile = Sorter::Buckets::tile;
  static std::size_t one_level() { return 0; }
  static std::vector<std::size_t> all() {
    return {leaf, 2 * leaf, Sorter::Tuning::base_case_keys,
            Sorter::Tuning::base_case_keys + tile};
  }
};

/// On devices the choice goes by length: the splits of SmallSort.
template <class Key, class Value>
struct Boundaries<Impl::DeviceAutomatic, Key, Value>
    : Boundaries<Algorithm::Sample, Key, Value> {
  using Base = Boundaries<Algorithm::Sample, Key, Value>;
  using Tuning =
      Impl::SmallTuning<Exec, 8, 8, 8, true, Impl::max_team_scratch<Exec>>;

  static std::vector<std::size_t> all() {
    auto sizes = Base::all();
    for (std::size_t n = 2; n <= Tuning::max_keys;
         n             = Tuning::split(n).max_keys + 1)
      sizes.push_back(Tuning::split(n).max_keys);
    sizes.push_back(Tuning::max_ranked_keys);
    if (Tuning::min_keys > 2) sizes.push_back(Tuning::min_keys);
    return sizes;
  }
};

/// Every boundary with its neighbors, in order, none twice.
inline std::vector<std::size_t> with_neighbors(
    std::vector<std::size_t> const& sizes) {
  std::vector<std::size_t> result;
  for (std::size_t const size : sizes)
    result.insert(result.end(), {size - 1, size, size + 1});
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace KokkosSort::Test

#endif
