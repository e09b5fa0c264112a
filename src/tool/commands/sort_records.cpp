// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/io/parts.hpp>
#include <tool/commands/records.hpp>
#include <tool/cli/report.hpp>
#include <KokkosSort.hpp>
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace KokkosSort::Tool {

namespace {

// One rank. Records stay where they were read. What is sorted are their
// indices, by eight bytes of the key at a time: first all of them by the first
// eight; then, as long as equal ones are left and the key has more bytes, those
// by the next eight. Keys beyond their eighth byte are looked at only where it
// matters, and only keys travel to the device.

class RecordSorter {
 public:
  RecordSorter(const SortJob& job, const unsigned char* records)
      : m_job(job),
        m_layout(job.request.format.layout),
        m_records(records),
        m_count(job.part.count) {}

  /// The indices of the records in order, on the host.
  auto order() const {
    const Numbers index = make_numbers("kokkos-sort: index", m_count);
    const Numbers chunk = make_numbers("kokkos-sort: key", m_count);
    number(index);
    load_chunks(chunk, index, 0);
    sort_pairs(m_job, chunk, index);
    if (m_layout.key_bytes > chunk_bytes) resolve_ties(index, chunk);
    Space().fence("kokkos-sort: the order is complete");
    return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), index);
  }

 private:
  /// chunk(i) = the eight bytes at `offset` of the key of record index(i).
  void load_chunks(const Numbers& chunk, const Numbers& index,
                   std::size_t offset) const {
    const auto host_index =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), index);
    const auto host_chunk =
        Kokkos::create_mirror_view(Kokkos::WithoutInitializing, chunk);
    const std::size_t size = m_layout.key_bytes - offset;
    const bool descending  = m_job.request.descending;
    Space().fence("kokkos-sort: the host reads what the device numbered");
    parallel_blocks("kokkos-sort: load keys", index.extent(0), host_blocks(),
                    [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
                      for (std::uint64_t i = begin; i < end; ++i) {
                        const unsigned char* record =
                            m_records + host_index(i) * m_layout.record_bytes;
                        host_chunk(i) =
                            chunk_of(record + m_layout.key_offset + offset,
                                     size, descending);
                      }
                    });
    Kokkos::deep_copy(chunk, host_chunk);
  }

  /// Brings elements with equal first chunks in order by the chunks that
  /// follow.
  void resolve_ties(const Numbers& order, const Numbers& first_chunk) const {
    Ties ties     = first_ties(order, first_chunk);
    Numbers chunk = first_chunk;
    for (std::size_t offset = chunk_bytes;
         ties.count() > 0 && offset < m_layout.key_bytes;
         offset += chunk_bytes) {
      chunk = make_numbers("kokkos-sort: tied keys", ties.count());
      load_chunks(chunk, ties.index, offset);
      sort_within_groups(ties, chunk);
      place(order, ties.index, ties.slot);
      ties = still_tied(ties, chunk);
    }
  }

  /// Elements tied after the first chunk. For that all elements count as one
  /// group, each in its own slot.
  Ties first_ties(const Numbers& order, const Numbers& chunk) const {
    const IsTied is_tied{chunk, chunk, static_cast<std::int64_t>(m_count)};
    const std::uint64_t count = count_ties(is_tied);
    if (count == 0) return {};
    const Numbers slot = make_numbers("kokkos-sort: slots", m_count);
    number(slot);
    check_memory(m_job, memory_with(count, m_count));
    return collect_ties(is_tied, {slot, order, chunk}, count);
  }

  Ties still_tied(const Ties& ties, const Numbers& chunk) const {
    const IsTied is_tied{chunk, ties.group,
                         static_cast<std::int64_t>(ties.count())};
    const std::uint64_t count = count_ties(is_tied);
    return count == 0 ? Ties{} : collect_ties(is_tied, ties, count);
  }

  /// Records, index and first chunk of each, `extra` more numbers, and what a
  /// round needs for its ties: three numbers to describe each, three to sort it
  /// by, and the workspace of that, about as much as what is sorted.
  std::uint64_t memory_with(std::uint64_t tied, std::uint64_t extra) const {
    return m_count * (m_layout.record_bytes + 2 * chunk_bytes) +
           (extra + 9 * tied) * chunk_bytes;
  }

  /// Two stable sorts, by chunk and then by group, bring every group in order
  /// and back to its slots.
  void sort_within_groups(Ties& ties, Numbers& chunk) const {
    const Numbers position =
        make_numbers("kokkos-sort: tied positions", ties.count());
    Numbers sorted = make_numbers("kokkos-sort: tied order", ties.count());
    number(position);
    Kokkos::deep_copy(sorted, chunk);
    sort_pairs(m_job, sorted, position);
    fetch(sorted, ties.group, position);
    sort_pairs(m_job, sorted, position);
    // The groups are in order as they were; the old array takes the elements,
    // the spare one the chunks.
    fetch(sorted, ties.index, position);
    std::swap(sorted, ties.index);
    fetch(sorted, chunk, position);
    std::swap(sorted, chunk);
  }

  const SortJob& m_job;
  Workload::RecordLayout m_layout;
  const unsigned char* m_records;
  std::uint64_t m_count;
};

/// Gathers the records in order, a step at a time, so that no second copy of
/// all of them is needed.
template <class Order>
void write_in_order(const SortJob& job, const unsigned char* records,
                    const Order& order) {
  const std::uint64_t record_bytes = job.request.format.layout.record_bytes;
  Progress progress(job.ranks, "writing", job.part.count * record_bytes);
  std::vector<unsigned char> buffer(
      std::min(job.part.count, step_elements(record_bytes)) * record_bytes);
  for_each_step(
      job.part, record_bytes, [&](std::uint64_t first, std::uint64_t count) {
        const std::uint64_t base = first - job.part.begin;
        parallel_blocks(
            "kokkos-sort: gather", count, host_blocks(),
            [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
              for (std::uint64_t i = begin; i < end; ++i) {
                std::memcpy(buffer.data() + i * record_bytes,
                            records + order(base + i) * record_bytes,
                            record_bytes);
              }
            });
        job.output.write(first * record_bytes, buffer.data(),
                         count * record_bytes);
        progress.advance(count * record_bytes);
      });
}

/// Sorts and writes. Returns the seconds that both took.
SortTimes sort_alone(const SortJob& job, const unsigned char* records) {
  SortTimes times;
  job.together([&] {
    const Stopwatch sorting;
    const auto order = RecordSorter(job, records).order();
    times.sort       = sorting.seconds();
    const Stopwatch writing;
    write_in_order(job, records, order);
    times.write = writing.seconds();
  });
  return times;
}

#if defined(KOKKOSSORT_ENABLE_MPI)
/// The same by several ranks.
SortTimes sort_over_ranks(const SortJob& job, const unsigned char* records) {
  SortTimes times;
  const Stopwatch sorting;
  HostNumbers places = record_places(job, records), index;
  job.together([&] {
    const Numbers key    = make_numbers("kokkos-sort: place", job.part.count);
    const Numbers number = make_numbers("kokkos-sort: index", job.part.count);
    Kokkos::deep_copy(key, places);
    Tool::number(number);
    sort_pairs(job, key, number);
    Space().fence("kokkos-sort: the order is complete");
    places = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), key);
    index  = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), number);
  });
  times.sort = sorting.seconds();
  const Stopwatch writing;
  write_exchanged(job, records, places, index);
  times.write = writing.seconds();
  return times;
}
#endif

std::uint64_t memory_needed(const SortJob& job) {
#if defined(KOKKOSSORT_ENABLE_MPI)
  if (job.ranks.size() > 1)
    return job.part.count * job.request.format.layout.record_bytes +
           std::max({record_places_memory(job), pairs_memory(job),
                     write_exchanged_memory(job)});
#endif
  return job.part.count * job.request.format.layout.record_bytes +
         pairs_memory(job);
}

}  // namespace

SortTimes sort_records(const SortJob& job) {
  check_memory(job, memory_needed(job));
  const std::uint64_t record_bytes = job.request.format.layout.record_bytes;
  Kokkos::View<unsigned char*, Kokkos::HostSpace> records;
  const Stopwatch reading;
  job.together([&] {
    records = Kokkos::View<unsigned char*, Kokkos::HostSpace>(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, "kokkos-sort: records"),
        job.part.count * record_bytes);
    read_part(job.ranks, job.input, job.part, record_bytes, records.data(),
              [](std::uint64_t, std::uint64_t) {});
  });
  const double read_seconds = reading.seconds();
#if defined(KOKKOSSORT_ENABLE_MPI)
  const auto sort_and_write =
      job.ranks.size() > 1 ? sort_over_ranks : sort_alone;
#else
  const auto sort_and_write = sort_alone;
#endif
  SortTimes times = sort_and_write(job, records.data());
  times.read      = read_seconds;
  return times;
}

}  // namespace KokkosSort::Tool
