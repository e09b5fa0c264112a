// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_COMMANDS_RUN_MERGER_HPP
#define KOKKOSSORT_TOOL_COMMANDS_RUN_MERGER_HPP

#include <tool/commands/chunk_sorter.hpp>
#include <tool/io/posix_file.hpp>
#include <Kokkos_Core.hpp>
#include <cstdint>
#include <vector>

namespace KokkosSort::Tool {

/// Elements of sorted runs of a file, chunk by chunk: no element of a chunk
/// belongs behind one of a later chunk. A chunk holds the elements of each run
/// one after another, so that a stable sort of it merges them. Each run has a
/// buffer. The elements up to the least last element of the buffers are known.
class RunMerger {
 public:
  /// `taken` elements of each run were in chunks of an earlier job.
  RunMerger(const ChunkSorter& sorter, const PosixOutputFile& file,
            std::uint64_t element_bytes, const std::vector<Part>& runs,
            const std::vector<std::uint64_t>& taken,
            std::uint64_t buffer_elements);

  /// Copies the next chunk to `target`, which has room for all buffers.
  Chunk fetch(unsigned char* target);

 private:
  struct Run {
    Part rest;              // not in the buffer yet
    unsigned char* buffer;  // elements [begin, end) of it are left
    std::uint64_t begin = 0, end = 0;
  };

  void fill(Run& run) const;
  const unsigned char* at(const Run& run, std::uint64_t i) const {
    return run.buffer + i * m_element_bytes;
  }
  std::size_t first_that_ends() const;
  std::uint64_t known_end(const Run& run, const unsigned char* bound,
                          bool with_equal) const;

  const ChunkSorter& m_sorter;
  const PosixOutputFile& m_file;
  std::uint64_t m_element_bytes, m_capacity;
  Kokkos::View<unsigned char*, Kokkos::HostSpace> m_memory;
  std::vector<Run> m_runs;
  std::vector<std::uint64_t> m_taken;
};

}  // namespace KokkosSort::Tool

#endif
