// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HOST_HOST_LEAVES_HPP
#define KOKKOSSORT_ALGORITHM_HOST_HOST_LEAVES_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/algorithm/host/host_partition.hpp>
#include <KokkosSort/algorithm/host/host_survey_thread.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/algorithm/leaf/merge_runs_team.hpp>
#include <KokkosSort/block/merge_sort_team.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace KokkosSort::Impl {

/// Worker threads of a host sort, each with memory of its own, and the steps
/// that one of them takes alone with a bucket.
template <class Order, class Value, class Tuning>
class HostWorker {
  using Key               = typename Order::key_type;
  using Traits            = Elements<Order, Value>;
  using Element           = typename Traits::type;
  using Data              = Arrays<Key, Value>;
  using Partition         = HostPartition<Order, Value, Tuning>;
  using Classifier        = typename Partition::Classifier;
  using Count             = typename Partition::Count;
  using FallbackMergeSort = TeamMergeRuns<
      Order, Value,
      TeamMergeSort<Element, 1, static_cast<int>(Partition::leaf_capacity)>>;

  static constexpr std::size_t leaf_capacity = Partition::leaf_capacity;
  static constexpr int max_buckets           = Partition::max_buckets;
  static constexpr int depths                = Tuning::max_depth;
  static constexpr int sets_of_counts =
      std::max(depths + 1, Partition::Blocks::Writer::numbers);
  // Room for a leaf and a second buffer of its size.
  static constexpr std::size_t buffer_bytes =
      std::max({2 * leaf_capacity * sizeof(Element),
                FallbackMergeSort::scratch_bytes()});

 public:
  /// Takes the memory that one worker needs to sort n elements as one leaf.
  void take_leaf(Arena& arena, std::size_t n) {
    m_items   = n;
    m_buffers = arena.take<std::byte>(2 * n * sizeof(Element));
    m_radix   = arena.take<std::uint32_t>(Partition::radix_words);
  }

  void take(Arena& arena, std::size_t workers) {
    m_buffers     = arena.take<std::byte>(workers * padded(buffer_bytes));
    m_radix       = arena.take<std::uint32_t>(workers * Partition::radix_words);
    m_classifiers = arena.take<Classifier>(workers);
    m_counts = arena.take<Count>(workers * sets_of_counts * (max_buckets + 1));
  }

  void choose(Order const& order, Data const& from, std::uint64_t begin,
              std::uint64_t size, std::size_t w, Classifier& classifier) const {
    Partition::choose(order, from, begin, size, elements(w), buffer(w),
                      radix(w), classifier);
  }

  /// Moves [begin, begin + size) of data[at] to its buckets in the other array;
  /// first: see HostPartition::scatter.
  void scatter(Order const& order, Classifier const& classifier,
               Data const (&data)[2], int at, std::uint64_t begin,
               std::uint64_t size, HostBucketId const* bucket_ids,
               Count const* first, std::size_t w) const {
    Partition::scatter(order, classifier, data[at], data[1 - at], begin, size,
                       bucket_ids, first, counts(w, depths));
  }

  /// The worker's chains of blocks, all of them empty.
  typename Partition::Blocks::Writer chains(
      typename Partition::Blocks const& blocks, std::size_t w) const {
    return {blocks, counts(w, 0)};
  }

  /// Sorts n elements in cache and in place. If they are in order or reversed,
  /// they are only read, and swapped.
  void sort_alone(Order const& order, Data const& data, std::uint64_t n) const {
    HostSurvey const of_all =
        survey<Partition::swaps_equal>(order, data.keys, 1, n);
    if (of_all.ascending) return;
    if (of_all.descending) {
      reverse(data, n, 0, n / 2);
    } else {
      sort_leaf(order, data, data, 0, n, 0);
    }
  }

  /// Sorts elements in cache, from one array into the other or in place.
  void sort_leaf(Order const& order, Data const& from, Data const& to,
                 std::uint64_t begin, std::uint64_t size, std::size_t w) const {
    sort_parts(order, from, to, begin, size, w,
               [&](auto const& body) { body(begin, size); });
  }

  /// The same if they lie apart: for_parts(body) calls body(begin, size) for
  /// each part in `from`, and the result is [begin, begin + size) in `to`.
  template <class ForParts>
  void sort_parts(Order const& order, Data const& from, Data const& to,
                  std::uint64_t begin, std::uint64_t size, std::size_t w,
                  ForParts const& for_parts) const {
    if constexpr (Partition::may_sort_in_place) {
      if (to.keys.stride == 1 && Partition::brings_keys(size)) {
        Key* const result = to.keys.data + begin;
        Key* next         = result;
        for_parts([&](std::uint64_t at, std::uint64_t count) {
          Partition::bring_keys(from.keys, at, count, next);
          next += count;
        });
        if (Partition::sorts_in_place(order, result, size)) {
          HostInPlaceSort<Order>::sort(order, result, size);
        } else {
          sort_elements(
              order, to, to, begin, size, w,
              [&](auto const& body) { body(begin, size); }, true);
        }
        return;
      }
    }
    sort_elements(order, from, to, begin, size, w, for_parts, false);
  }

  /// Sorts [begin, begin + size) of data[at]; the result ends in data[0].
  /// Overwrites that range of both arrays and of bucket_ids, if any.
  void sort_range(Order const& order, Data const (&data)[2], int at,
                  std::uint64_t begin, std::uint64_t size,
                  HostBucketId* bucket_ids, bool is_equal, std::size_t w,
                  int depth = 0) const {
    if (!is_equal && size <= leaf_capacity) {
      sort_leaf(order, data[at], data[0], begin, size, w);
    } else if (is_equal || is_one_value(order, data[at], begin, size)) {
      if (at == 1) copy_all(HostMember{}, data[1], data[0], begin, size);
    } else if (sort_in_place(order, data, at, begin, size)) {
      return;
    } else if (depth == depths) {
      FallbackMergeSort(elements(w), order)
          .sort(HostMember{}, data, at, begin, size);
    } else {
      partition(order, data, at, begin, size, bucket_ids, w, depth);
    }
  }

 private:
  /// Sorts a bucket of any size by vector instructions if they take less time
  /// than another partition. They do for keys that a partition has left
  /// together: 2^24 keys of text take 0.75 of the time on a Zen 4.
  static bool sort_in_place([[maybe_unused]] Order const& order,
                            [[maybe_unused]] Data const (&data)[2],
                            [[maybe_unused]] int at,
                            [[maybe_unused]] std::uint64_t begin,
                            [[maybe_unused]] std::uint64_t size) {
    if constexpr (Partition::may_sort_in_place) {
      if (data[0].keys.stride == 1 && Partition::sorts_in_place(size)) {
        Key* const keys = data[0].keys.data + begin;
        Partition::bring_keys(data[at].keys, begin, size, keys);
        HostInPlaceSort<Order>::sort(order, keys, size);
        return true;
      }
    }
    return false;
  }

  static constexpr std::size_t padded(std::size_t bytes) {
    return round_up(bytes, Arena::alignment);
  }

  /// The same as sort_parts, in the worker's buffers. is_spread: see
  /// HostPartition::sort_elements.
  template <class ForParts>
  void sort_elements(Order const& order, Data const& from, Data const& to,
                     std::uint64_t begin, std::uint64_t size, std::size_t w,
                     ForParts const& for_parts, bool is_spread) const {
    Element* const elements = this->elements(w);
    auto const load         = [&] {
      Element* next = elements;
      for_parts([&](std::uint64_t at, std::uint64_t count) {
        with_strides(from, [&](Data const& data) {
          for (std::uint64_t i = 0; i < count; ++i)
            next[i] = Traits::load(order, data, at + i);
        });
        next += count;
      });
    };
    load();
    Element const* const sorted = Partition::sort_elements(
        order, elements, buffer(w), size, radix(w), is_spread, load);
    with_strides(to, [&](Data const& data) {
      for (std::uint64_t i = 0; i < size; ++i)
        Traits::store(order, data, begin + i, sorted[i]);
    });
  }

  /// Calls body(data). In one of its copies the strides are constants, for
  /// contiguous arrays.
  template <class Body>
  static void with_strides(Data const& data, Body const& body) {
    with_stride(data.keys, [&](auto of_keys) {
      if constexpr (is_value_v<Value>) {
        with_stride(data.values, [&](auto of_values) {
          body(Data{{data.keys.data, of_keys}, {data.values.data, of_values}});
        });
      } else {
        body(Data{{data.keys.data, of_keys}, {}});
      }
    });
  }

  /// Returns at the first different key, so it costs little unless it succeeds.
  static bool is_one_value(Order const& order, Data const& from,
                           std::uint64_t begin, std::uint64_t size) {
    auto const first = order.encode(from.keys[begin]);
    for (std::uint64_t i = begin + 1; i < begin + size; ++i) {
      auto const item = order.encode(from.keys[i]);
      if (order.less(first, item) || order.less(item, first)) return false;
    }
    return true;
  }

  void partition(Order const& order, Data const (&data)[2], int at,
                 std::uint64_t begin, std::uint64_t size,
                 HostBucketId* bucket_ids, std::size_t w, int depth) const {
    Classifier& classifier = m_classifiers[w];
    choose(order, data[at], begin, size, w, classifier);
    int const buckets    = classifier.buckets();
    Count* const offsets = counts(w, depth);
    Partition::count(order, classifier, data[at], begin, size, bucket_ids,
                     offsets);
    Count position = begin;
    for (int b = 0; b < buckets; ++b)
      position += std::exchange(offsets[b], position);
    offsets[buckets] = position;
    scatter(order, classifier, data, at, begin, size, bucket_ids, offsets, w);
    // The children's classifiers overwrite this one.
    std::uint64_t equal[(max_buckets + 63) / 64] = {};
    for (int b = 0; b < buckets; ++b)
      if (classifier.is_equal(b, order))
        equal[b / 64] |= std::uint64_t{1} << (b % 64);
    for (int b = 0; b < buckets; ++b)
      if (offsets[b + 1] > offsets[b])
        sort_range(order, data, 1 - at, offsets[b], offsets[b + 1] - offsets[b],
                   bucket_ids, (equal[b / 64] >> (b % 64) & 1) != 0, w,
                   depth + 1);
  }

  Element* elements(std::size_t w) const {
    return reinterpret_cast<Element*>(m_buffers + w * padded(buffer_bytes));
  }
  Element* buffer(std::size_t w) const { return elements(w) + m_items; }
  std::uint32_t* radix(std::size_t w) const {
    return m_radix + w * Partition::radix_words;
  }
  Count* counts(std::size_t w, int depth) const {
    return m_counts + (w * sets_of_counts + depth) * (max_buckets + 1);
  }

  std::size_t m_items       = leaf_capacity;  // in one buffer
  std::byte* m_buffers      = nullptr;
  std::uint32_t* m_radix    = nullptr;
  Classifier* m_classifiers = nullptr;
  Count* m_counts           = nullptr;
};

}  // namespace KokkosSort::Impl

#endif
