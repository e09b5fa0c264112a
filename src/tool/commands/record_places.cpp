// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/io/parts.hpp>
#include <tool/commands/records.hpp>
#include <tool/ranks/mpi_ranks.hpp>
#include <KokkosSort/algorithm/payload/row_sort.hpp>
#include <KokkosSort/distributed.hpp>
#include <workload/random.hpp>
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace KokkosSort::Tool {

namespace {

// Keys of at most 16 bytes are ranked at once, as 128-bit numbers. Longer ones
// are ranked in rounds. A round takes the keys that are still equal to another
// one. It ranks them by the number of their group and their next eight bytes.

using Space    = Kokkos::DefaultExecutionSpace;
using Device   = Space::device_type;
using Numbers  = Kokkos::View<std::uint64_t*, Device>;
using Wide     = Workload::UInt128;
using WideKeys = Kokkos::View<Wide*, Device>;

constexpr std::size_t chunk_bytes = sizeof(std::uint64_t);
constexpr std::size_t wide_bytes  = sizeof(Wide);

Numbers make_numbers(const std::string& label, std::uint64_t n) {
  return Numbers(Kokkos::view_alloc(Kokkos::WithoutInitializing, label), n);
}

// Flag in a label: the record is not alone in its group. Places are smaller.
constexpr std::uint64_t tied = std::uint64_t(1) << 63;

std::uint64_t high_half(Wide key) {
  return static_cast<std::uint64_t>(key >> 64);
}

/// Positions in the order of a round, for one key. One is where the run of its
/// group begins, the other where the run of equal keys begins.
struct Runs {
  std::uint64_t group_begin = 0, key_begin = 0;
};

/// Summary of a rank's part of the sorted keys, for its neighbors.
struct Edges {
  Wide first = 0, last = 0;
  std::uint64_t begin = 0, count = 0;
  Runs last_runs;
};

/// A rank's part of the sorted keys of a round, and a label for each key. The
/// label is the position of its group in the order of all records. In the last
/// round it is the position of the record.
class Labels {
 public:
  Labels(const Ranks& ranks, const Wide* keys, std::uint64_t begin,
         std::uint64_t count, bool is_first_round, bool is_last_round)
      : m_keys(keys),
        m_begin(begin),
        m_count(count),
        m_is_first_round(is_first_round),
        m_is_last_round(is_last_round) {
    join(ranks);
  }

  template <class Target>
  void write(const Target& labels) const {
    Runs runs = m_before_runs;
    for (std::uint64_t j = 0; j < m_count; ++j) {
      const Wide* before = j > 0 ? &m_keys[j - 1] : pointer(m_before);
      const Wide* after  = j + 1 < m_count ? &m_keys[j + 1] : pointer(m_after);
      runs               = next(runs, before, m_keys[j], m_begin + j);
      const std::uint64_t base = m_is_first_round ? 0 : high_half(m_keys[j]);
      if (m_is_last_round) {
        labels(j) = base + m_begin + j - runs.group_begin;
      } else {
        const bool is_tied = (before != nullptr && *before == m_keys[j]) ||
                             (after != nullptr && *after == m_keys[j]);
        labels(j) =
            (base + runs.key_begin - runs.group_begin) | (is_tied ? tied : 0);
      }
    }
  }

 private:
  static const Wide* pointer(const std::optional<Wide>& key) {
    return key ? &*key : nullptr;
  }

  bool same_group(Wide a, Wide b) const {
    return m_is_first_round || high_half(a) == high_half(b);
  }

  Runs next(Runs runs, const Wide* before, Wide key, std::uint64_t at) const {
    if (before == nullptr || !same_group(*before, key)) runs.group_begin = at;
    if (before == nullptr || *before != key) runs.key_begin = at;
    return runs;
  }

  /// Returns the edges as if there were no ranks before this one.
  Edges own_edges() const {
    Edges own;
    own.begin = m_begin;
    own.count = m_count;
    if (m_count == 0) return own;
    own.first             = m_keys[0];
    own.last              = m_keys[m_count - 1];
    const Wide* const end = m_keys + m_count;
    // The keys are in order, so a search finds where the last runs begin.
    own.last_runs.key_begin =
        m_begin + static_cast<std::uint64_t>(
                      std::lower_bound(m_keys, end, own.last) - m_keys);
    own.last_runs.group_begin =
        m_begin + static_cast<std::uint64_t>(
                      std::partition_point(m_keys, end,
                                           [&](Wide key) {
                                             return !same_group(key, own.last);
                                           }) -
                      m_keys);
    return own;
  }

  void join(const Ranks& ranks) {
    const std::vector<Edges> all = ranks.gather(own_edges());
    for (int rank = 0; rank < ranks.size(); ++rank) {
      const Edges& edges = all[static_cast<std::size_t>(rank)];
      if (edges.count == 0 || rank == ranks.rank()) continue;
      if (rank > ranks.rank()) {
        m_after = edges.first;
        return;
      }
      const Runs joined =
          next(m_before_runs, pointer(m_before), edges.first, edges.begin);
      m_before_runs = edges.last_runs;
      if (edges.last_runs.group_begin == edges.begin)
        m_before_runs.group_begin = joined.group_begin;
      if (edges.last_runs.key_begin == edges.begin)
        m_before_runs.key_begin = joined.key_begin;
      m_before = edges.last;
    }
  }

  const Wide* m_keys;
  std::uint64_t m_begin, m_count;
  bool m_is_first_round, m_is_last_round;
  std::optional<Wide> m_before, m_after;  // keys of other ranks, if any
  Runs m_before_runs;                     // of the key before
};

class PlaceSearch {
 public:
  PlaceSearch(const SortJob& job, const unsigned char* records)
      : m_job(job),
        m_layout(job.request.format.layout),
        m_keys{{records + m_layout.key_offset,
                static_cast<std::ptrdiff_t>(m_layout.record_bytes), 1,
                m_layout.key_bytes}},
        m_flipped(job.request.descending ? ~std::uint64_t(0) : 0) {}

  HostNumbers find() {
    first_round();
    for (std::size_t offset = wide_bytes; offset < m_layout.key_bytes;
         offset += chunk_bytes) {
      std::uint64_t open = 0;
      for (const std::uint64_t count : m_job.ranks.gather(m_open.size()))
        open += count;
      if (open == 0) break;
      further_round(offset);
    }
    return m_places;
  }

 private:
  /// Returns eight bytes of a key as a number whose ascending order is the
  /// order of the request.
  std::uint64_t chunk(std::uint64_t record, std::size_t offset) const {
    return m_keys(record, 8 * offset, 64) ^ m_flipped;
  }

  /// Returns the keys of a round on the device: key(i) for each i.
  template <class Key>
  static WideKeys load(std::uint64_t count, const Key& key) {
    const WideKeys keys(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, "kokkos-sort: keys"),
        count);
    const auto host =
        Kokkos::create_mirror_view(Kokkos::WithoutInitializing, keys);
    parallel_blocks("kokkos-sort: load keys", count, host_blocks(),
                    [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
                      for (std::uint64_t i = begin; i < end; ++i)
                        host(i) = key(i);
                    });
    Kokkos::deep_copy(keys, host);
    return keys;
  }

  // Local work that may fail on one rank, such as an allocation, alternates
  // with collective work. A rank that fails must not leave the others waiting
  // in a collective call.

  void first_round() {
    const std::uint64_t count = m_job.part.count;
    const bool is_short       = m_layout.key_bytes <= wide_bytes;
    WideKeys keys;
    Numbers places;
    m_job.together([&] {
      keys = load(count, [&](std::uint64_t i) {
        return (Wide(chunk(i, 0)) << 64) | chunk(i, chunk_bytes);
      });
      if (is_short) places = make_numbers("kokkos-sort: places", count);
    });
    if (!is_short) {
      m_places = labels_of(keys, true, false);
      m_job.together([&] {
        for (std::uint64_t i = 0; i < count; ++i) settle_or_keep(i);
      });
      return;
    }
    m_job.together([&] {
      Distributed::global_rank(Space(), communicator_of(m_job.ranks), places,
                               keys);
    });
    m_job.together([&] {
      m_places =
          Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), places);
    });
  }

  void further_round(std::size_t offset) {
    const std::vector<std::uint64_t> records = std::move(m_open);
    m_open.clear();
    WideKeys keys;
    m_job.together([&] {
      keys = load(records.size(), [&](std::uint64_t i) {
        return (Wide(m_places(records[i])) << 64) | chunk(records[i], offset);
      });
    });
    const HostNumbers labels =
        labels_of(keys, false, offset + chunk_bytes >= m_layout.key_bytes);
    m_job.together([&] {
      for (std::uint64_t i = 0; i < records.size(); ++i) {
        m_places(records[i]) = labels(i);
        settle_or_keep(records[i]);
      }
    });
  }

  void settle_or_keep(std::uint64_t record) {
    if ((m_places(record) & tied) == 0) return;
    m_places(record) &= ~tied;
    m_open.push_back(record);
  }

  /// Sorts the keys of a round, labels them, and sends the labels back to where
  /// the keys came from.
  HostNumbers labels_of(const WideKeys& keys, bool is_first_round,
                        bool is_last_round) const {
    const Space space;
    std::optional<Distributed::Plan<>> plan;
    m_job.together([&] {
      plan.emplace(space, communicator_of(m_job.ranks), keys);
      plan->apply(space, keys, keys);
    });
    Kokkos::View<Wide*, Kokkos::HostSpace> sorted;
    Numbers labels;
    HostNumbers host;
    m_job.together([&] {
      sorted = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), keys);
      labels = make_numbers("kokkos-sort: labels", keys.extent(0));
      host   = Kokkos::create_mirror_view(
          Kokkos::view_alloc(Kokkos::WithoutInitializing, Kokkos::HostSpace()),
          labels);
    });
    const Labels own(m_job.ranks, sorted.data(), plan->first_out(),
                     keys.extent(0), is_first_round, is_last_round);
    m_job.together([&] {
      own.write(host);
      Kokkos::deep_copy(labels, host);
    });
    m_job.together([&] { plan->apply_inverse(space, labels, labels); });
    m_job.together([&] {
      host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), labels);
    });
    return host;
  }

  const SortJob& m_job;
  Workload::RecordLayout m_layout;
  Impl::RowBits<unsigned char> m_keys;
  std::uint64_t m_flipped;
  HostNumbers m_places;
  std::vector<std::uint64_t> m_open;  // records that are tied so far
};

}  // namespace

std::uint64_t record_places_memory(const SortJob& job) {
  // A plan needs, per record, three keys and an index. The workspace of its
  // sort needs a key and an index more, and two bytes. Longer keys need labels
  // and record numbers too.
  constexpr std::uint64_t plan = 3 * wide_bytes + 8 + wide_bytes + 4 + 2;
  constexpr std::uint64_t own  = 2 * chunk_bytes;
  const bool is_long = job.request.format.layout.key_bytes > wide_bytes;
  return job.part.count * (plan + own + (is_long ? 3 * chunk_bytes : 0)) +
         step_bytes;
}

HostNumbers record_places(const SortJob& job, const unsigned char* records) {
  return PlaceSearch(job, records).find();
}

}  // namespace KokkosSort::Tool
