// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_IO_PARTS_HPP
#define KOKKOSSORT_TOOL_IO_PARTS_HPP

#include <tool/io/file.hpp>
#include <tool/job.hpp>
#include <tool/ranks/ranks.hpp>
#include <tool/cli/report.hpp>
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>

namespace KokkosSort::Tool {

/// Bytes moved between memory and disk in one step: enough to hide the cost of
/// the call, few enough to show progress.
inline constexpr std::uint64_t step_bytes = std::uint64_t(16) << 20;

/// Returns the number of elements of the given size per step, at least one.
inline std::uint64_t step_elements(std::uint64_t element_bytes) {
  return std::max<std::uint64_t>(step_bytes / element_bytes, 1);
}

/// Calls f(first, count) for one step of a part after another.
template <class F>
void for_each_step(const Part& part, std::uint64_t element_bytes, F&& f) {
  const std::uint64_t step = step_elements(element_bytes);
  for (std::uint64_t done = 0; done < part.count; done += step) {
    f(part.begin + done, std::min(step, part.count - done));
  }
}

/// Calls f(block, begin, end) for consecutive blocks of [0, count), in parallel
/// on the host.
template <class F>
void parallel_blocks(const char* label, std::uint64_t count,
                     std::uint64_t blocks, const F& f) {
  using Policy = Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace,
                                     Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for(
      label, Policy(0, static_cast<std::int64_t>(blocks)),
      [&](const std::int64_t index) {
        const auto block = static_cast<std::uint64_t>(index);
        f(block, count / blocks * block + std::min(block, count % blocks),
          count / blocks * (block + 1) + std::min(block + 1, count % blocks));
      });
  Kokkos::DefaultHostExecutionSpace().fence(label);
}

/// Returns a number of blocks that keeps every host thread busy and evens out
/// differences.
inline std::uint64_t host_blocks() {
  return 8 * static_cast<std::uint64_t>(
                 Kokkos::DefaultHostExecutionSpace().concurrency());
}

/// Reads a part to `data`. Calls done(begin, end) for elements of it that have
/// arrived.
template <class Done>
void read_part(const Ranks& ranks, const InputFile& file, const Part& part,
               std::uint64_t element_bytes, void* data, const Done& done) {
  Progress progress(ranks, "reading", part.count * element_bytes);
  for_each_step(part, element_bytes,
                [&](std::uint64_t first, std::uint64_t count) {
                  const std::uint64_t place = first - part.begin;
                  file.read(first * element_bytes,
                            static_cast<char*>(data) + place * element_bytes,
                            count * element_bytes);
                  done(place, place + count);
                  progress.advance(count * element_bytes);
                });
}

/// Writes a part from `data`. Calls ready(begin, end) for elements of it before
/// they are written.
template <class Ready>
void write_part(const Ranks& ranks, OutputFile& file, const Part& part,
                std::uint64_t element_bytes, const void* data,
                const Ready& ready) {
  Progress progress(ranks, "writing", part.count * element_bytes);
  for_each_step(
      part, element_bytes, [&](std::uint64_t first, std::uint64_t count) {
        const std::uint64_t place = first - part.begin;
        ready(place, place + count);
        file.write(first * element_bytes,
                   static_cast<const char*>(data) + place * element_bytes,
                   count * element_bytes);
        progress.advance(count * element_bytes);
      });
}

}  // namespace KokkosSort::Tool

#endif
