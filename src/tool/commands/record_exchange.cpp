// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/io/parts.hpp>
#include <tool/commands/records.hpp>
#include <tool/ranks/mpi_ranks.hpp>
#include <algorithm>
#include <climits>
#include <cstring>
#include <vector>

namespace KokkosSort::Tool {

namespace {

/// Header of a record that is sent: its position within the step of the
/// receiver. The bytes of the record follow.
constexpr std::size_t head_bytes = sizeof(std::uint32_t);

/// Counts of the elements of a step for each rank, and where each begins.
struct Counts {
  explicit Counts(int ranks)
      : count(static_cast<std::size_t>(ranks)),
        begin(static_cast<std::size_t>(ranks)) {}

  std::uint64_t add_up() {
    std::uint64_t sum = 0;
    for (std::size_t r = 0; r < count.size(); ++r) {
      begin[r] = static_cast<int>(sum);
      sum += static_cast<std::uint64_t>(count[r]);
    }
    return sum;
  }

  std::vector<int> count, begin;
};

/// Returns the number of elements that each rank receives and writes in one
/// step. A rank sends at worst this number to each receiver, which must stay
/// countable by int.
std::uint64_t elements_of_step(const SortJob& job) {
  const auto ranks = static_cast<std::uint64_t>(job.ranks.size());
  return std::clamp<std::uint64_t>(
      step_elements(job.request.format.element_bytes()), 1,
      std::max<std::uint64_t>(INT_MAX / ranks, 1));
}

/// Every rank writes its part of the output in steps. In each step, all ranks
/// send the elements that the others write next. Since the records of a rank
/// are in order, these are one contiguous piece for each receiver. The extra
/// memory is that of a few steps. In the worst case all records of a rank go in
/// one step, and it is one copy of them.
class Exchange {
 public:
  Exchange(const SortJob& job, const unsigned char* records,
           const HostNumbers& places, const HostNumbers& index)
      : m_job(job),
        m_records(records),
        m_places(places),
        m_index(index),
        m_bytes(job.request.format.element_bytes()),
        m_step(elements_of_step(job)),
        m_next(static_cast<std::size_t>(job.ranks.size())),
        m_out(job.ranks.size()),
        m_in(job.ranks.size()) {
    for (int r = 0; r < job.ranks.size(); ++r)
      m_next[static_cast<std::size_t>(r)] =
          first_from(0, job.ranks.part_of(job.count, r).begin);
  }

  void run() {
    MPI_Type_contiguous(static_cast<int>(m_bytes + head_bytes), MPI_BYTE,
                        &m_type);
    MPI_Type_commit(&m_type);
    Progress progress(m_job.ranks, "writing", m_job.part.count * m_bytes);
    // The part of the first rank is never shorter than another's.
    const std::uint64_t longest = m_job.ranks.part_of(m_job.count, 0).count;
    const std::uint64_t steps   = (longest + m_step - 1) / m_step;
    std::uint64_t arrived       = 0;
    for (std::uint64_t step = 0; step <= steps; ++step) {
      // A fault in one step reaches all ranks before the next.
      m_job.together([&] {
        if (step > 0) write(step - 1, arrived);
        if (step < steps) pack(step);
      });
      progress.advance(arrived * m_bytes);
      if (step < steps) arrived = exchange();
    }
    MPI_Type_free(&m_type);
  }

 private:
  std::uint64_t first_from(std::uint64_t begin, std::uint64_t place) const {
    const std::uint64_t* const data = m_places.data();
    return static_cast<std::uint64_t>(
        std::lower_bound(data + begin, data + m_places.extent(0), place) -
        data);
  }

  /// Returns the places that rank r writes in a step.
  Part part_of(int r, std::uint64_t step) const {
    const Part part          = m_job.ranks.part_of(m_job.count, r);
    const std::uint64_t done = std::min(step * m_step, part.count);
    return {part.begin + done, std::min(m_step, part.count - done)};
  }

  void pack(std::uint64_t step) {
    for (int r = 0; r < m_job.ranks.size(); ++r) {
      const auto at     = static_cast<std::size_t>(r);
      const Part target = part_of(r, step);
      m_out.count[at]   = static_cast<int>(
          first_from(m_next[at], target.begin + target.count) - m_next[at]);
    }
    const std::uint64_t width = m_bytes + head_bytes;
    m_sent.resize(std::max<std::size_t>(m_sent.size(), m_out.add_up() * width));
    m_received.resize(part_of(m_job.ranks.rank(), step).count * width);
    for (int r = 0; r < m_job.ranks.size(); ++r) {
      const auto at            = static_cast<std::size_t>(r);
      const std::uint64_t base = part_of(r, step).begin;
      char* const piece =
          m_sent.data() + static_cast<std::uint64_t>(m_out.begin[at]) * width;
      parallel_blocks(
          "kokkos-sort: pack", static_cast<std::uint64_t>(m_out.count[at]),
          host_blocks(),
          [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
            for (std::uint64_t i = begin; i < end; ++i)
              pack_one(m_next[at] + i, base, piece + i * width);
          });
      m_next[at] += static_cast<std::uint64_t>(m_out.count[at]);
    }
  }

  void pack_one(std::uint64_t i, std::uint64_t base, char* target) const {
    const auto place = static_cast<std::uint32_t>(m_places(i) - base);
    std::memcpy(target, &place, head_bytes);
    std::memcpy(target + head_bytes, m_records + m_index(i) * m_bytes, m_bytes);
  }

  /// Returns the number of elements that arrived.
  std::uint64_t exchange() {
    const MPI_Comm comm = communicator_of(m_job.ranks);
    MPI_Alltoall(m_out.count.data(), 1, MPI_INT, m_in.count.data(), 1, MPI_INT,
                 comm);
    const std::uint64_t arriving = m_in.add_up();
    MPI_Alltoallv(m_sent.data(), m_out.count.data(), m_out.begin.data(), m_type,
                  m_received.data(), m_in.count.data(), m_in.begin.data(),
                  m_type, comm);
    return arriving;
  }

  void write(std::uint64_t step, std::uint64_t arrived) {
    const Part part           = part_of(m_job.ranks.rank(), step);
    const std::uint64_t width = m_bytes + head_bytes;
    m_ordered.resize(arrived * m_bytes);
    parallel_blocks("kokkos-sort: unpack", arrived, host_blocks(),
                    [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
                      for (std::uint64_t i = begin; i < end; ++i) {
                        const char* element = m_received.data() + i * width;
                        std::uint32_t place;
                        std::memcpy(&place, element, head_bytes);
                        std::memcpy(m_ordered.data() + place * m_bytes,
                                    element + head_bytes, m_bytes);
                      }
                    });
    m_job.output->write(part.begin * m_bytes, m_ordered.data(),
                        arrived * m_bytes);
  }

  const SortJob& m_job;
  const unsigned char* m_records;
  HostNumbers m_places, m_index;
  std::uint64_t m_bytes, m_step;
  std::vector<std::uint64_t>
      m_next;  // per rank: first record that is not yet sent to it
  Counts m_out, m_in;
  std::vector<char> m_sent, m_received, m_ordered;
  MPI_Datatype m_type = MPI_DATATYPE_NULL;
};

}  // namespace

std::uint64_t write_exchanged_memory(const SortJob& job) {
  const std::uint64_t width = job.request.format.element_bytes() + head_bytes;
  return 2 * sizeof(std::uint64_t) * job.part.count +
         3 * elements_of_step(job) * width;
}

void write_exchanged(const SortJob& job, const unsigned char* records,
                     const HostNumbers& places, const HostNumbers& index) {
  Exchange(job, records, places, index).run();
}

}  // namespace KokkosSort::Tool
