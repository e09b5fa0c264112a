// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/io/parts.hpp>
#include <tool/commands/chunk_sorter.hpp>
#include <tool/commands/records.hpp>
#include <tool/cli/report.hpp>
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace KokkosSort::Tool {

namespace {

/// Copies records order(first), ..., order(first + count - 1) to `target`.
template <class Order>
void gather(const SortJob& job, const unsigned char* records,
            const Order& order, std::uint64_t first, std::uint64_t count,
            unsigned char* target) {
  const std::uint64_t record_bytes = job.request.format.layout.record_bytes;
  parallel_blocks("kokkos-sort: gather", count, host_blocks(),
                  [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
                    for (std::uint64_t i = begin; i < end; ++i) {
                      std::memcpy(target + i * record_bytes,
                                  records + order(first + i) * record_bytes,
                                  record_bytes);
                    }
                  });
}

/// Writes the records in order, one step at a time, so that no second copy of
/// all of them is needed.
template <class Order>
void write_in_order(const SortJob& job, const unsigned char* records,
                    const Order& order) {
  const std::uint64_t record_bytes = job.request.format.layout.record_bytes;
  Progress progress(job.ranks, "writing", job.part.count * record_bytes);
  std::vector<unsigned char> buffer(
      std::min(job.part.count, step_elements(record_bytes)) * record_bytes);
  for_each_step(job.part, record_bytes,
                [&](std::uint64_t first, std::uint64_t count) {
                  gather(job, records, order, first - job.part.begin, count,
                         buffer.data());
                  job.output->write(first * record_bytes, buffer.data(),
                                    count * record_bytes);
                  progress.advance(count * record_bytes);
                });
}

/// Sorts and writes on one rank. Returns the seconds that both took.
SortTimes sort_alone(const SortJob& job, const unsigned char* records) {
  SortTimes times;
  job.together([&] {
    const Stopwatch sorting;
    const auto order = order_of_records(job, records);
    times.sort       = sorting.seconds();
    const Stopwatch writing;
    write_in_order(job, records, order);
    times.write = writing.seconds();
  });
  return times;
}

#if defined(KOKKOSSORT_ENABLE_MPI)
/// Sorts and writes on several ranks. Returns the seconds that both took.
SortTimes sort_over_ranks(const SortJob& job, const unsigned char* records) {
  SortTimes times;
  const Stopwatch sorting;
  HostNumbers places = record_places(job, records), index;
  job.together([&] {
    index = order_of_places(job, places);
    const HostNumbers ascending(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, "kokkos-sort: places"),
        job.part.count);
    for (std::uint64_t i = 0; i < job.part.count; ++i)
      ascending(i) = places(index(i));
    places = ascending;
  });
  times.sort = sorting.seconds();
  const Stopwatch writing;
  write_exchanged(job, records, places, index);
  times.write = writing.seconds();
  return times;
}
#endif

/// Sorts chunks of records.
class RecordSorter final : public ChunkSorter {
 public:
  explicit RecordSorter(const SortJob& job) : m_job(job) {}

  std::uint64_t memory(std::uint64_t count) const override {
    return order_of_records_memory(chunk_of(count));
  }
  bool moves() const override { return true; }

  bool before(const unsigned char* a, const unsigned char* b) const override {
    const Workload::RecordLayout& layout = m_job.request.format.layout;
    const int difference                 = std::memcmp(a + layout.key_offset,
                                                       b + layout.key_offset, layout.key_bytes);
    return m_job.request.descending ? difference > 0 : difference < 0;
  }

  void encode(unsigned char*, std::uint64_t) const override {}
  void decode(unsigned char*, std::uint64_t) const override {}

  void order(unsigned char* data, std::uint64_t count) override {
    m_order = order_of_records(chunk_of(count), data);
  }
  void move(const unsigned char* data, std::uint64_t count,
            unsigned char* target) override {
    gather(m_job, data, m_order, 0, count, target);
    m_order = {};
  }

 private:
  SortJob chunk_of(std::uint64_t count) const {
    SortJob chunk    = m_job;
    chunk.part.count = count;
    return chunk;
  }

  const SortJob& m_job;
  HostNumbers m_order;
};

}  // namespace

std::uint64_t sort_records_memory(const SortJob& job) {
#if defined(KOKKOSSORT_ENABLE_MPI)
  if (job.ranks.size() > 1)
    return job.part.count * job.request.format.layout.record_bytes +
           std::max({record_places_memory(job), order_of_places_memory(job),
                     write_exchanged_memory(job)});
#endif
  return job.part.count * job.request.format.layout.record_bytes +
         order_of_records_memory(job) + step_bytes;
}

std::unique_ptr<ChunkSorter> record_sorter(const SortJob& job) {
  return std::make_unique<RecordSorter>(job);
}

SortTimes sort_records(const SortJob& job) {
  check_memory(job, sort_records_memory(job));
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
