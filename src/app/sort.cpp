// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sort.hpp"
#include "memory.hpp"
#include "parts.hpp"
#include "report.hpp"
#include <Kokkos_Core.hpp>
#include <cstdio>
#include <new>

namespace KokkosSort::App {

namespace {

std::uint64_t allowed_memory(const SortRequest& request) {
  const std::uint64_t available = available_memory();
  return request.memory == 0 ? available : std::min(request.memory, available);
}

SortTimes sort_part(const SortJob& job) {
  const Format& format = job.request.format;
  if (format.is_record()) return sort_records(job);
  return with_key_type(format.type.type,
                       [&]<class Key>() { return sort_keys<Key>(job); });
}

void print_result(const SortJob& job, const SortTimes& times, double total) {
  const SortRequest& request   = job.request;
  const std::uint64_t elements = job.part.count;
  if (request.json) {
    const JsonObject seconds = JsonObject()
                                   .add("read", times.read)
                                   .add("sort", times.sort)
                                   .add("write", times.write)
                                   .add("total", total);
    const JsonObject result =
        JsonObject()
            .add("command", "sort")
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
            .add("peak_memory_bytes", peak_memory());
    std::printf("%s\n", result.text().c_str());
    return;
  }
  std::printf("sorted %s: %s %s in %s (read %s, sort %s, write %s)",
              request.output.c_str(), std::to_string(elements).c_str(),
              std::string(request.format.type.name).c_str(),
              seconds_text(total).c_str(), seconds_text(times.read).c_str(),
              seconds_text(times.sort).c_str(),
              seconds_text(times.write).c_str());
  if (elements > 0 && times.sort > 0) {
    std::printf(
        ", sorting rate %s/s",
        with_prefix(static_cast<double>(elements) / times.sort, "").c_str());
  }
  std::printf("\n");
}

}  // namespace

void check_memory(const SortJob& job, std::uint64_t needed) {
  if (needed <= job.memory) return;
  const double share =
      static_cast<double>(job.memory) / static_cast<double>(needed);
  const auto fitting =
      static_cast<std::uint64_t>(share * static_cast<double>(job.part.count));
  throw argument_error(
      "IN", job.input.path(),
      "sorting its " + std::to_string(job.part.count) +
          " elements needs about " + std::to_string(needed >> 20) +
          " MiB of memory, and " + std::to_string(job.memory >> 20) +
          " MiB may be used; about " + std::to_string(fitting) +
          " elements would fit");
}

void run_sort(const SortRequest& request) {
  const Stopwatch watch;
  const InputFile input("IN", request.input);
  const Part part{0, input.count(request.format.element_bytes())};
  OutputFile output("OUT", request.output, input.size());
  const SortJob job{request, input, output, part, allowed_memory(request)};
  SortTimes times;
  try {
    times = sort_part(job);
  } catch (const std::bad_alloc&) {
    throw argument_error("IN", request.input,
                         "its " + std::to_string(input.size()) +
                             " bytes do not fit: memory ran out while sorting");
  }
  const Stopwatch flush;
  output.commit();
  times.write += flush.seconds();
  print_result(job, times, watch.seconds());
}

}  // namespace KokkosSort::App
