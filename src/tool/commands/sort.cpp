// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/commands/sort.hpp>
#include <tool/commands/memory.hpp>
#include <tool/io/parts.hpp>
#include <tool/cli/report.hpp>
#include <tool/cli/text.hpp>
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdio>
#include <new>
#include <optional>
#include <string>
#include <vector>

namespace KokkosSort::Tool {

namespace {

std::uint64_t allowed_memory(const Ranks& ranks, const SortRequest& request) {
  const std::uint64_t available = available_memory(ranks.sharers());
  return request.memory == 0 ? available : std::min(request.memory, available);
}

void print_result(const SortJob& job, const SortTimes& times, double total,
                  std::uint64_t peak, const ScratchReport* scratch) {
  const SortRequest& request   = job.request;
  const std::uint64_t elements = job.count;
  if (request.json) {
    const JsonObject seconds = JsonObject()
                                   .add("read", times.read)
                                   .add("sort", times.sort)
                                   .add("write", times.write)
                                   .add("total", total);
    JsonObject result;
    result.add("command", "sort")
        .add("input", request.input)
        .add("output", request.output)
        .add("type", request.format.type.name)
        .add("count", elements)
        .add("bytes", job.input.size())
        .add("descending", request.descending)
        .add("stable", request.stable)
        .add("algorithm", request.algorithm)
        .add("execution_space", Kokkos::DefaultExecutionSpace::name())
        .add("seconds", seconds)
        .add("ranks", job.ranks.size())
        .add("peak_memory_bytes", peak);
    if (scratch != nullptr) {
      result.add("scratch", JsonObject()
                                .add("runs", scratch->runs)
                                .add("merge_passes", scratch->merge_passes)
                                .add("resumed_bytes", scratch->resumed_bytes));
    }
    std::printf("%s\n", result.text().c_str());
    return;
  }
  std::printf(
      "sorted %s: %s %s in %s (read %s, sort %s, write %s)",
      printable(request.output).c_str(), std::to_string(elements).c_str(),
      std::string(request.format.type.name).c_str(),
      seconds_text(total).c_str(), seconds_text(times.read).c_str(),
      seconds_text(times.sort).c_str(), seconds_text(times.write).c_str());
  if (elements > 0 && times.sort > 0) {
    std::printf(
        ", sorting rate %s/s",
        with_prefix(static_cast<double>(elements) / times.sort, "").c_str());
  }
  if (job.ranks.size() > 1) std::printf(", %d ranks", job.ranks.size());
  if (scratch != nullptr) {
    std::printf(", %s runs, %s merge passes",
                std::to_string(scratch->runs).c_str(),
                std::to_string(scratch->merge_passes).c_str());
    if (scratch->resumed_bytes > 0) {
      std::printf(", %s of an earlier job",
                  with_prefix(static_cast<double>(scratch->resumed_bytes), "B")
                      .c_str());
    }
  }
  std::printf("\n");
}

struct Memory {
  std::uint64_t needed = 0, allowed = 0;

  double share() const {
    return needed <= allowed
               ? 1
               : static_cast<double>(allowed) / static_cast<double>(needed);
  }
};

/// Returns whether the file is larger than the memory and there is a folder for
/// its runs, or an earlier job has left them there.
bool needs_scratch(const SortJob& job) {
  const std::string& folder = job.request.scratch;
  if (folder.empty()) return false;
  job.ranks.together([&] {
    if (job.ranks.size() > 1)
      throw argument_error("--scratch", folder,
                           "only one rank alone sorts by a scratch folder, "
                           "and there are " +
                               std::to_string(job.ranks.size()));
  });
  const std::uint64_t needed = job.request.format.is_record()
                                   ? sort_records_memory(job)
                                   : sort_keys_memory(job);
  return needed > job.memory || has_scratch(job);
}

SortTimes sort_in_memory(SortJob& job) {
  const auto output =
      job.ranks.open_output({"OUT", job.request.output}, job.input.size());
  job.output = output.get();
  SortTimes times =
      job.request.format.is_record() ? sort_records(job) : sort_keys(job);
  job.output = nullptr;
  const Stopwatch flush;
  output->commit();
  times.write += flush.seconds();
  return times;
}

}  // namespace

void check_memory(const SortJob& job, std::uint64_t needed) {
  Memory sum;
  double share = 1;
  for (const Memory& one : job.ranks.gather(Memory{needed, job.memory})) {
    sum.needed += one.needed;
    sum.allowed += one.allowed;
    share = std::min(share, one.share());
  }
  if (share == 1) return;
  job.ranks.together([&] {
    throw argument_error(
        "IN", job.input.path(),
        "sorting its " + std::to_string(job.count) + " elements needs about " +
            std::to_string(sum.needed >> 20) + " MiB of memory" +
            (job.ranks.size() == 1
                 ? std::string()
                 : " on " + std::to_string(job.ranks.size()) + " ranks") +
            ", and " + std::to_string(sum.allowed >> 20) +
            " MiB may be used; about " +
            std::to_string(static_cast<std::uint64_t>(
                share * static_cast<double>(job.count))) +
            " elements would fit" +
            (job.ranks.size() == 1 ? "; --scratch FOLDER sorts them all" : ""));
  });
}

void SortJob::together(const std::function<void()>& work) const {
  const auto fail = [&](const std::string& what) {
    throw argument_error("IN", input.path(),
                         "its " + std::to_string(input.size()) +
                             " bytes cannot be sorted: " + what);
  };
  ranks.together([&] {
    try {
      work();
    } catch (const JobError&) {
      throw;
    } catch (const std::bad_alloc&) {
      fail("memory ran out");
    } catch (const std::exception& error) {
      fail(error.what());
    }
  });
}

void run_sort(const Ranks& ranks, const SortRequest& request) {
  const Stopwatch watch;
  const auto input    = ranks.open_input({"IN", request.input});
  std::uint64_t count = 0;
  ranks.together([&] { count = input->count(request.format.element_bytes()); });
  SortJob job{ranks,
              request,
              *input,
              count,
              ranks.part_of(count),
              allowed_memory(ranks, request)};
  std::optional<ScratchReport> scratch;
  SortTimes times;
  if (needs_scratch(job)) {
    scratch = sort_by_scratch(job);
    times   = scratch->times;
  } else {
    times = sort_in_memory(job);
  }
  const std::vector<std::uint64_t> peaks = ranks.gather(peak_memory());
  if (ranks.is_first())
    print_result(job, times, watch.seconds(),
                 *std::max_element(peaks.begin(), peaks.end()),
                 scratch ? &*scratch : nullptr);
}

}  // namespace KokkosSort::Tool
