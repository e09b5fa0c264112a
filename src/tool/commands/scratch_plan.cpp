// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/commands/scratch_plan.hpp>
#include <string>

namespace KokkosSort::Tool {

namespace {

// Bytes of a run that are read at once. With fewer, the seeks of a disk take
// longer than a second merge pass.
constexpr std::uint64_t least_buffer_bytes = std::uint64_t(128) << 10;

/// Memory to sort chunks of so many elements.
std::uint64_t sorting_memory(const SortJob& job, const ChunkSorter& sorter,
                             std::uint64_t elements) {
  return chunk_buffers(sorter) * elements * job.request.format.element_bytes() +
         sorter.memory(elements);
}

/// The same with as many elements in the buffers of runs.
std::uint64_t merging_memory(const SortJob& job, const ChunkSorter& sorter,
                             std::uint64_t elements) {
  return sorting_memory(job, sorter, elements) +
         elements * job.request.format.element_bytes();
}

/// Returns the largest number up to `most` that fits.
template <class Fits>
std::uint64_t largest(std::uint64_t most, const Fits& fits) {
  std::uint64_t good = 0, bad = most + 1;
  while (bad - good > 1) {
    const std::uint64_t middle  = good + (bad - good) / 2;
    (fits(middle) ? good : bad) = middle;
  }
  return good;
}

}  // namespace

ScratchPlan ScratchPlan::of(const SortJob& job, const ChunkSorter& sorter) {
  ScratchPlan plan;
  const auto largest_of = [&](const auto& memory) {
    // At least two elements, so that two runs can be merged.
    return largest(std::max<std::uint64_t>(job.count, 2),
                   [&](std::uint64_t elements) {
                     return memory(job, sorter, elements) <= job.memory;
                   });
  };
  plan.run_elements   = largest_of(sorting_memory);
  plan.chunk_elements = largest_of(merging_memory);
  if (plan.chunk_elements < 2) {
    throw argument_error("IN", job.input.path(),
                         "sorting by --scratch needs at least " +
                             std::to_string(merging_memory(job, sorter, 2)) +
                             " bytes of memory, and " +
                             std::to_string(job.memory) + " may be used");
  }
  plan.fan_in = std::clamp<std::uint64_t>(
      plan.chunk_elements * job.request.format.element_bytes() /
          least_buffer_bytes,
      2, plan.chunk_elements);
  return plan;
}

std::uint64_t ScratchPlan::memory(const SortJob& job,
                                  const ChunkSorter& sorter) const {
  return std::max(sorting_memory(job, sorter, run_elements),
                  merging_memory(job, sorter, chunk_elements));
}

RunLevels::RunLevels(const ScratchPlan& plan, std::uint64_t elements)
    : m_elements(elements), m_fan_in(plan.fan_in) {
  const auto quotient = [](std::uint64_t a, std::uint64_t b) {
    return a / b + (a % b > 0 ? 1 : 0);
  };
  m_runs    = {quotient(elements, plan.run_elements)};
  m_lengths = {plan.run_elements};
  do {
    const std::uint64_t length = m_lengths.back();
    m_lengths.push_back(length > elements / m_fan_in ? elements
                                                     : length * m_fan_in);
    m_runs.push_back(
        std::max<std::uint64_t>(quotient(m_runs.back(), m_fan_in), 1));
  } while (m_runs.back() > 1);
}

std::vector<Part> RunLevels::sources(std::size_t level,
                                     std::uint64_t index) const {
  std::vector<Part> parts;
  const std::uint64_t end = std::min((index + 1) * m_fan_in, runs(level - 1));
  for (std::uint64_t source = index * m_fan_in; source < end; ++source)
    parts.push_back(run(level - 1, source));
  return parts;
}

}  // namespace KokkosSort::Tool
