// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_CHUNKS_RUN_BORDERS_THREAD_HPP
#define KOKKOSSORT_ALGORITHM_CHUNKS_RUN_BORDERS_THREAD_HPP

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace KokkosSort::Impl {

/// Split points of sorted runs in host memory: the keys in front of them are
/// the beginning of the merged sequence. Equivalent keys of an earlier run come
/// first. No split point goes back, and their sum is the wanted one, whatever
/// the order returns.
template <class Order>
class RunBorders {
  using Key    = typename Order::key_type;
  using Places = std::vector<std::size_t>;

 public:
  /// The runs stand one behind the other and have `length` keys, the last one
  /// at most that.
  RunBorders(Order const& order, Key const* keys, std::size_t n,
             std::size_t length)
      : m_order(order), m_keys(keys) {
    for (std::size_t begin = 0; begin < n; begin += length) {
      m_places.push_back(begin);
      m_ends.push_back(std::min(n, begin + length));
    }
  }

  /// The split point of each run, as a position in all keys.
  Places const& places() const { return m_places; }

  /// Moves the split points to where `count` more keys lie in front of them.
  void advance(std::size_t count) {
    std::size_t const wanted = sum(m_places) + count;
    Places low = m_places, high = m_ends;
    for (std::size_t run = widest(low, high); low[run] < high[run];
         run             = widest(low, high)) {
      std::size_t const middle = low[run] + (high[run] - low[run]) / 2;
      Places in_front          = in_front_of(middle, run, low, high);
      if (sum(in_front) < wanted) {
        low = std::move(in_front);
        ++low[run];
      } else {
        high = std::move(in_front);
      }
    }
    m_places = std::move(low);
  }

 private:
  static std::size_t sum(Places const& places) {
    return std::accumulate(places.begin(), places.end(), std::size_t{0});
  }

  static std::size_t widest(Places const& low, Places const& high) {
    std::size_t best = 0;
    for (std::size_t run = 1; run < low.size(); ++run)
      if (high[run] - low[run] > high[best] - low[best]) best = run;
    return best;
  }

  /// Returns what of each run precedes the key at `middle` of `its_run`.
  Places in_front_of(std::size_t middle, std::size_t its_run, Places const& low,
                     Places const& high) const {
    Places result(low.size());
    auto const pivot = m_order.encode(m_keys[middle]);
    for (std::size_t run = 0; run < low.size(); ++run) {
      auto const precedes = [&](Key const& key) {
        auto const item = m_order.encode(key);
        return run < its_run ? !m_order.less(pivot, item)
                             : m_order.less(item, pivot);
      };
      result[run] =
          run == its_run
              ? middle
              : static_cast<std::size_t>(
                    std::partition_point(m_keys + low[run], m_keys + high[run],
                                         precedes) -
                    m_keys);
    }
    return result;
  }

  Order m_order;
  Key const* m_keys;
  Places m_places;
  Places m_ends;
};

}  // namespace KokkosSort::Impl

#endif
