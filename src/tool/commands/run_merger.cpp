// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/commands/run_merger.hpp>
#include <algorithm>
#include <cstring>

namespace KokkosSort::Tool {

RunMerger::RunMerger(const ChunkSorter& sorter, const PosixOutputFile& file,
                     std::uint64_t element_bytes, const std::vector<Part>& runs,
                     const std::vector<std::uint64_t>& taken,
                     std::uint64_t buffer_elements)
    : m_sorter(sorter),
      m_file(file),
      m_element_bytes(element_bytes),
      m_capacity(buffer_elements),
      m_memory(Kokkos::view_alloc(Kokkos::WithoutInitializing,
                                  "kokkos-sort: buffers of runs"),
               runs.size() * buffer_elements * element_bytes),
      m_taken(taken) {
  for (std::size_t r = 0; r < runs.size(); ++r) {
    m_runs.push_back({{runs[r].begin + taken[r], runs[r].count - taken[r]},
                      m_memory.data() + r * m_capacity * m_element_bytes});
  }
}

/// Reads more elements once half of the buffer is free, so that each element is
/// moved less than once on average.
void RunMerger::fill(Run& run) const {
  const std::uint64_t left = run.end - run.begin;
  if (run.rest.count == 0 || left > m_capacity / 2) return;
  std::memmove(run.buffer, at(run, run.begin), left * m_element_bytes);
  const std::uint64_t added = std::min(m_capacity - left, run.rest.count);
  m_file.read(run.rest.begin * m_element_bytes,
              run.buffer + left * m_element_bytes, added * m_element_bytes);
  run.begin = 0;
  run.end   = left + added;
  run.rest  = {run.rest.begin + added, run.rest.count - added};
}

/// Compares the last elements in the buffers of the runs that go on in the
/// file. Returns the run with the least one; the number of runs if none goes
/// on.
std::size_t RunMerger::first_that_ends() const {
  std::size_t first = m_runs.size();
  for (std::size_t r = 0; r < m_runs.size(); ++r) {
    const Run& run = m_runs[r];
    if (run.rest.count == 0) continue;
    if (first == m_runs.size() ||
        m_sorter.before(at(run, run.end - 1),
                        at(m_runs[first], m_runs[first].end - 1)))
      first = r;
  }
  return first;
}

/// Returns the end of the elements before the bound, or not behind it.
std::uint64_t RunMerger::known_end(const Run& run, const unsigned char* bound,
                                   bool with_equal) const {
  std::uint64_t known = run.begin, unknown = run.end;
  while (known < unknown) {
    const std::uint64_t middle   = known + (unknown - known) / 2;
    const unsigned char* element = at(run, middle);
    const bool is_known          = with_equal ? !m_sorter.before(bound, element)
                                              : m_sorter.before(element, bound);
    (is_known ? known : unknown) = is_known ? middle + 1 : middle;
  }
  return known;
}

Chunk RunMerger::fetch(unsigned char* target) {
  for (Run& run : m_runs) fill(run);
  const std::size_t first    = first_that_ends();
  const unsigned char* bound = first == m_runs.size()
                                   ? nullptr
                                   : at(m_runs[first], m_runs[first].end - 1);
  Chunk chunk;
  std::size_t sources = 0;
  for (std::size_t r = 0; r < m_runs.size(); ++r) {
    Run& run = m_runs[r];
    // Equal elements of later runs wait for those of this run in the file.
    const std::uint64_t end =
        bound == nullptr ? run.end : known_end(run, bound, r <= first);
    const std::uint64_t count = end - run.begin;
    std::memcpy(target + chunk.count * m_element_bytes, at(run, run.begin),
                count * m_element_bytes);
    run.begin = end;
    chunk.count += count;
    m_taken[r] += count;
    sources += count > 0 ? 1 : 0;
  }
  chunk.is_sorted = sources <= 1;
  chunk.taken     = m_taken;
  return chunk;
}

}  // namespace KokkosSort::Tool
