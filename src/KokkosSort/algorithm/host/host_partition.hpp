// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HOST_HOST_PARTITION_HPP
#define KOKKOSSORT_ALGORITHM_HOST_HOST_PARTITION_HPP

// Steps of one thread in a partition on the host. The thread builds the
// classifier of a bucket. It appends a range of keys to chains of blocks, or
// counts the range and moves it to its buckets.

#include <KokkosSort/block/splitter_tree_team.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/algorithm/host/host_agreeing_thread.hpp>
#include <KokkosSort/algorithm/host/host_blocks_thread.hpp>
#include <KokkosSort/algorithm/host/host_classify_thread.hpp>
#include <KokkosSort/algorithm/host/host_in_place_thread.hpp>
#include <KokkosSort/algorithm/host/host_read_ahead_thread.hpp>
#include <KokkosSort/algorithm/host/host_merge_thread.hpp>
#include <KokkosSort/algorithm/host/host_radix_thread.hpp>
#include <KokkosSort/algorithm/host/host_vector_thread.hpp>
#include <KokkosSort/block/splitmix64.hpp>
#include <KokkosSort/block/key_order.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// Member of a team of one thread, the caller.
struct HostMember {
  static constexpr int team_rank() { return 0; }
  static constexpr int team_size() { return 1; }
  static constexpr void team_barrier() {}
};

/// Whether an order compares unsigned integers, whose bits can be read.
template <class Order>
inline constexpr bool has_bits_v = false;
template <class Key>
inline constexpr bool has_bits_v<BitsOrder<Key>> = true;

/// Classifier that finds the bucket of an item by comparisons with splitters.
template <class Item>
class HostTreeClassifier {
  // A tree of 16 KiB leaves half of L1 to the buckets. With 256 buckets, those
  // of 2^24 pairs exceed a leaf and are partitioned again: 1.2 times the time.
  // More of large items take no less time.
  static constexpr int max_log_buckets =
      std::clamp(bit_width(std::size_t{16 * 1024} / sizeof(Item)) - 1, 8, 10);

 public:
  static constexpr int max_buckets = 1 << max_log_buckets;

  template <class Order>
  void build(Item const* sample, std::size_t size, int wanted, int,
             Order const& order) {
    m_log_buckets = std::clamp(bit_width(static_cast<unsigned>(wanted)) - 1, 1,
                               max_log_buckets);
    for (int b = 0; b < buckets(); ++b)
      splitters()[b] = sample[(b + 1) * size / buckets() - 1];
    tree().load(HostMember{}, splitters(), order);
    m_has_repeats = false;
    for (int b = 0; b < buckets(); ++b) {
      m_repeats[b]  = Tree::is_repeated(splitters(), b, buckets(), order);
      m_has_repeats = m_has_repeats || m_repeats[b];
    }
  }

  int buckets() const { return 1 << m_log_buckets; }

  template <class Order>
  bool is_equal(int bucket, Order const&) const {
    return bucket > 0 && m_repeats[bucket - 1];
  }

  template <class Order>
  void classify(Item const* items, std::size_t n, HostBucketId* bucket_ids,
                Order const& order) const {
    std::size_t i = 0;
    for (; i + at_once <= n; i += at_once)
      classify_at_once<at_once>(items + i, bucket_ids + i, order);
    for (; i < n; ++i) classify_at_once<1>(items + i, bucket_ids + i, order);
  }

 private:
  // Descents that overlap in the processor.
  static constexpr int at_once = 8;
  using Tree                   = SplitterTree<Item, false>;

  /// An item in front of an equality bucket belongs there if it is not less
  /// than the splitter. There is no branch to mispredict: half of the keys of
  /// some inputs are equal to splitters.
  template <int N, class Order>
  void classify_at_once(Item const* items, HostBucketId* bucket_ids,
                        Order const& order) const {
    int buckets[N];
    tree().template classify<N>(*reinterpret_cast<Item const(*)[N]>(items),
                                buckets, order);
    if (m_has_repeats)
      for (int j = 0; j < N; ++j)
        buckets[j] +=
            static_cast<int>(m_repeats[buckets[j]]) &
            static_cast<int>(!order.less(items[j], splitters()[buckets[j]]));
    for (int j = 0; j < N; ++j)
      bucket_ids[j] = static_cast<HostBucketId>(buckets[j]);
  }

  Item* splitters() { return reinterpret_cast<Item*>(m_splitters); }
  Item const* splitters() const {
    return reinterpret_cast<Item const*>(m_splitters);
  }
  Tree tree() const {
    return Tree(const_cast<std::byte*>(m_tree), m_log_buckets);
  }

  int m_log_buckets;
  bool m_has_repeats;
  bool m_repeats[1 << max_log_buckets];  // bucket b + 1 is one of equality
  alignas(16) std::byte m_splitters[sizeof(Item) << max_log_buckets];
  alignas(16) std::byte m_tree[Tree::scratch_bytes(1 << max_log_buckets)];
};

template <class Order, class Value, class Tuning>
class HostPartition {
  using Key     = typename Order::key_type;
  using Item    = typename Order::item_type;
  using Traits  = Elements<Order, Value>;
  using Element = typename Traits::type;
  using Data    = Arrays<Key, Value>;

  struct ElementItem {
    static Item item(Element const& element) {
      if constexpr (is_value_v<Value>) {
        return element.item;
      } else {
        return element;
      }
    }
  };
  using RadixSort = HostRadixSort<Element, Item, ElementItem>;

 public:
  using Classifier =
      std::conditional_t<has_bits_v<Order>, HostBitsClassifier<Item>,
                         HostTreeClassifier<Item>>;
  using Count  = std::uint64_t;
  using Blocks = HostBlocks<Key, Value>;

  static constexpr std::size_t leaf_capacity = Tuning::leaf_capacity;
  static constexpr int max_buckets =
      std::min(Tuning::max_buckets, Classifier::max_buckets);

  /// Whether bucket ids are stored when keys are counted. An inconsistent
  /// comparator must not move a key to another bucket than the one that counted
  /// it. Bits are classified again in less time than ids are stored and read.
  static constexpr bool keeps_bucket_ids = !has_bits_v<Order>;

  /// Whether equal elements cannot be distinguished, so that they may swap.
  static constexpr bool swaps_equal =
      Order::equal_is_identical && !is_value_v<Value>;

  static constexpr std::size_t radix_words = RadixSort::count_words;

  using Vectors = HostVectorSort<Item>;
  /// Whether keys can be sorted where they are.
  static constexpr bool may_sort_in_place =
      std::is_same_v<Element, Item> && HostInPlaceSort<Order>::exists;
  /// Whether that takes less time than sort_elements(), whatever the keys are.
  static bool sorts_in_place(std::size_t n) {
    return Vectors::is_fast(n) && !Vectors::loses_on_spread_items(n);
  }
  /// Whether keys are brought to their place first, because they may take less
  /// time there. That is likely for floating-point keys: few are spread evenly,
  /// since most have one of a few exponents.
  static bool brings_keys(std::size_t n) {
    return std::is_floating_point_v<Key> ? Vectors::is_fast(n)
                                         : sorts_in_place(n);
  }
  /// Returns whether n keys that were brought take less time where they are.
  static bool sorts_in_place([[maybe_unused]] Order const& order,
                             [[maybe_unused]] Key const* keys,
                             [[maybe_unused]] std::size_t n) {
    // The constant spares integers the code of the other case.
    if constexpr (!std::is_floating_point_v<Key>) return true;
    return !Vectors::loses(
        n, [&](std::size_t i) { return order.encode(keys[i]); });
  }

  /// Brings keys [begin, begin + n) of `from` to `to`.
  static void bring_keys(Strided<Key> const& from, std::uint64_t begin,
                         std::uint64_t n, Key* to) {
    if (&from[begin] == to) return;
    with_stride(from, [&](auto stride) {
      Key const* const here = &from[begin];
      for (std::uint64_t i = 0; i < n; ++i)
        to[i] = here[static_cast<std::ptrdiff_t>(i) * stride];
    });
  }

  /// Sorts elements in cache; returns the array that holds the result. radix:
  /// radix_words counters. is_spread: whether a sample has shown that counting
  /// passes take less time than vector instructions. reload(): puts the same
  /// elements into their array again, in the order that a stable sort keeps.
  template <class Reload>
  static Element* sort_elements(Order const& order, Element* elements,
                                Element* buffer, std::size_t n,
                                std::uint32_t* radix, bool is_spread,
                                [[maybe_unused]] Reload const& reload) {
    if constexpr (has_bits_v<Order>) {
      if constexpr (has_vector_sort_v<Element>) {
        using VectorSort   = HostVectorSort<Element>;
        auto const item_at = [&](std::size_t i) { return elements[i]; };
        if (!is_spread && VectorSort::is_fast(n) &&
            !VectorSort::loses(n, item_at)) {
          VectorSort::sort(elements, n);
          return elements;
        }
      }
      return RadixSort(radix).sort(elements, buffer, n);
    } else {
      using AgreeingSort = HostAgreeingSort<Order, Value>;
      if constexpr (AgreeingSort::exists) {
        if (AgreeingSort::is_faster(n)) {
          using Bits            = HostPartition<BitsOrder<Key>, Value, Tuning>;
          Element* const sorted = AgreeingSort::sort(
              order, elements, buffer, n, [&](auto* items, auto* other) {
                return Bits::sort_elements({}, items, other, n, radix, false,
                                           [] {});
              });
          if (sorted != nullptr) return sorted;
          reload();
        }
      }
      return HostMergeSort<Element, typename Traits::Less>({order}).sort(
          elements, buffer, n);
    }
  }

  /// Number of buckets to divide `size` elements into.
  static constexpr std::uint64_t wanted_buckets(std::uint64_t size) {
    return std::clamp<std::uint64_t>(
        std::max<std::uint64_t>(
            std::min<std::uint64_t>(size / Tuning::mean_leaf,
                                    Tuning::wanted_buckets),
            size / Tuning::most_mean_leaf),
        4, Tuning::most_wanted_buckets);
  }
  /// Bound of the number of buckets that they are divided into.
  static constexpr std::uint64_t most_buckets(std::uint64_t size) {
    return std::min<std::uint64_t>(4 * wanted_buckets(size), max_buckets);
  }

  /// Builds the classifier of [begin, begin + size) from a stratified sample:
  /// one random key per interval of equal length. Random positions defend
  /// against adversarial inputs, and intervals cut a sorted bucket evenly.
  /// elements, buffer: leaf_capacity each.
  static void choose(Order const& order, Data const& from, std::uint64_t begin,
                     std::uint64_t size, Element* elements, Element* buffer,
                     std::uint32_t* radix, Classifier& classifier) {
    auto const wanted = wanted_buckets(size);
    auto const count  = std::clamp<std::uint64_t>(
        wanted * Tuning::oversampling, Tuning::min_sample, leaf_capacity);
    Item* sample      = reinterpret_cast<Item*>(elements);
    Item* const other = reinterpret_cast<Item*>(buffer);
    for (std::uint64_t i = 0; i < count; ++i) {
      std::uint64_t const length = size / count;
      std::uint64_t const at     = length * i + splitmix64(begin + i) % length;
      sample[i]                  = order.encode(from.keys[begin + at]);
    }
    sample = HostPartition<Order, NoValue, Tuning>::sort_elements(
        order, sample, other, count, radix, false, [] {});
    classifier.build(sample, count, static_cast<int>(wanted),
                     static_cast<int>(most_buckets(size)), order);
  }

  /// Appends [begin, begin + size) to the chains of its buckets. The result for
  /// each bucket: counts[b] elements from index starts[b] of the blocks.
  static void distribute(Order const& order, Classifier const& classifier,
                         Data const& from, std::uint64_t begin,
                         std::uint64_t size, typename Blocks::Writer& chains,
                         Count* counts, std::uint64_t* starts) {
    int const buckets = classifier.buckets();
    for (int b = 0; b < buckets; ++b) {
      starts[b] = chains.end(b);
      counts[b] = chains.size(b);
    }
    for (std::uint64_t done = 0; done < size; done += batch) {
      std::size_t const now = std::min<std::uint64_t>(size - done, batch);
      HostBucketId ids[batch];
      classify_batch(order, classifier, from, begin + done, now, ids);
      chains.append(from, begin + done, now, ids, [&](std::size_t bucket) {
        return swaps_equal &&
               classifier.is_equal(static_cast<int>(bucket), order);
      });
    }
    for (int b = 0; b < buckets; ++b) counts[b] = chains.size(b) - counts[b];
  }

  /// Counts the keys of [begin, begin + size) per bucket, and stores their
  /// bucket ids if there is an array for them.
  static void count(Order const& order, Classifier const& classifier,
                    Data const& from, std::uint64_t begin, std::uint64_t size,
                    HostBucketId* bucket_ids, Count* counts) {
    std::fill_n(counts, classifier.buckets(), Count{0});
    for (std::uint64_t done = 0; done < size; done += batch) {
      std::size_t const now = std::min<std::uint64_t>(size - done, batch);
      HostBucketId own[batch];
      HostBucketId* const here =
          bucket_ids == nullptr ? own : bucket_ids + begin + done;
      classify_batch(order, classifier, from, begin + done, now, here);
      for (std::size_t i = 0; i < now; ++i) ++counts[here[i]];
    }
  }

  /// Moves [begin, begin + size) to the stored buckets, or classifies the keys
  /// again if bucket_ids is null. first[b] is the destination of the range's
  /// first item of bucket b, and next is an array of that length.
  static void scatter(Order const& order, Classifier const& classifier,
                      Data const& from, Data const& to, std::uint64_t begin,
                      std::uint64_t size, HostBucketId const* bucket_ids,
                      Count const* first, Count* next) {
    auto const ids_of = [&](std::uint64_t at, std::size_t n,
                            HostBucketId* own) -> HostBucketId const* {
      if (bucket_ids != nullptr) return bucket_ids + at;
      classify_batch(order, classifier, from, at, n, own);
      return own;
    };
    std::copy_n(first, classifier.buckets(), next);
    scatter_array(from.keys, to.keys, begin, size, ids_of, next);
    if constexpr (is_value_v<Value>) {
      std::copy_n(first, classifier.buckets(), next);
      scatter_array(from.values, to.values, begin, size, ids_of, next);
    }
  }

 private:
  // Keys classified at a time: their items stay in registers and L1.
  static constexpr std::size_t batch = 64;

  static void classify_batch(Order const& order, Classifier const& classifier,
                             Data const& from, std::uint64_t begin,
                             std::size_t n, HostBucketId* bucket_ids) {
    Item items[batch];
    for (std::size_t i = 0; i < n; ++i)
      items[i] = order.encode(from.keys[begin + i]);
    classifier.classify(items, n, bucket_ids, order);
  }

  template <class T, class IdsOf>
  static void scatter_array(Strided<T> const& from, Strided<T> const& to,
                            std::uint64_t begin, std::uint64_t size,
                            IdsOf const& ids_of, Count* next) {
    for (std::uint64_t done = 0; done < size; done += batch) {
      std::size_t const now = std::min<std::uint64_t>(size - done, batch);
      HostBucketId own[batch];
      HostBucketId const* const bucket_ids = ids_of(begin + done, now, own);
      with_stride(from, [&](auto stride) {
        read_ahead(
            &from[begin + done], stride, bucket_ids, now,
            [&](std::size_t b, T const& element) { to[next[b]++] = element; });
      });
    }
  }
};

}  // namespace KokkosSort::Impl

#endif
