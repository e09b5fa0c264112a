// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/io/parts.hpp>
#include <tool/cli/text.hpp>
#include <workload/distribution.hpp>
#include <workload/record.hpp>
#include <cstdio>
#include <vector>

namespace KokkosSort::Tool {

namespace {

/// Makes this rank's part of the file step by step. fill(begin, end, target)
/// writes elements [begin, end) to a buffer.
template <class Fill>
void generate_part(const Ranks& ranks, OutputFile& file, std::uint64_t total,
                   std::uint64_t element_bytes, const Fill& fill) {
  const Part part = ranks.part_of(total);
  Progress progress(ranks, "generating", part.count * element_bytes);
  std::vector<char> buffer(std::min(part.count, step_elements(element_bytes)) *
                           element_bytes);
  for_each_step(
      part, element_bytes, [&](std::uint64_t first, std::uint64_t count) {
        parallel_blocks(
            "kokkos-sort: generate", count, host_blocks(),
            [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
              fill(first + begin, first + end,
                   buffer.data() + begin * element_bytes);
            });
        file.write(first * element_bytes, buffer.data(), count * element_bytes);
        progress.advance(count * element_bytes);
      });
}

void generate_records(const Ranks& ranks, OutputFile& file,
                      const GenerateRequest& request) {
  const auto& layout = request.format.layout;
  const Workload::RecordSource source(layout, request.distribution,
                                      request.count, request.options);
  generate_part(ranks, file, request.count, layout.record_bytes,
                [&](std::uint64_t begin, std::uint64_t end, char* target) {
                  auto* record = reinterpret_cast<unsigned char*>(target);
                  for (std::uint64_t i = begin; i < end;
                       ++i, record += layout.record_bytes)
                    source(i, record);
                });
}

template <class Key>
void generate_keys(const Ranks& ranks, OutputFile& file,
                   const GenerateRequest& request) {
  const Workload::KeySource<Key> source(request.distribution, request.count,
                                        request.options);
  generate_part(ranks, file, request.count, sizeof(Key),
                [&](std::uint64_t begin, std::uint64_t end, char* target) {
                  for (std::uint64_t i = begin; i < end;
                       ++i, target += sizeof(Key)) {
                    const Key key = source(i);
                    std::memcpy(target, &key, sizeof(Key));
                  }
                });
}

void print_result(const GenerateRequest& request, std::uint64_t bytes,
                  double seconds) {
  const auto name = Workload::name_of(request.distribution);
  if (request.json) {
    const JsonObject result = JsonObject()
                                  .add("command", "generate")
                                  .add("output", request.output)
                                  .add("type", request.format.type.name)
                                  .add("count", request.count)
                                  .add("bytes", bytes)
                                  .add("distribution", name)
                                  .add("blocks", request.options.blocks)
                                  .add("seed", request.options.seed)
                                  .add("seconds", seconds);
    std::printf("%s\n", result.text().c_str());
  } else {
    std::printf(
        "generated %s: %s %s %s, %s in %s\n", printable(request.output).c_str(),
        std::to_string(request.count).c_str(), std::string(name).c_str(),
        std::string(request.format.type.name).c_str(),
        with_prefix(static_cast<double>(bytes), "B").c_str(),
        seconds_text(seconds).c_str());
  }
}

}  // namespace

void run_generate(const Ranks& ranks, const GenerateRequest& request) {
  const Stopwatch watch;
  const std::uint64_t element_bytes = request.format.element_bytes();
  const std::uint64_t bytes         = request.count * element_bytes;
  const auto file = ranks.open_output({"OUT", request.output}, bytes);
  ranks.together([&] {
    if (request.format.is_record()) {
      generate_records(ranks, *file, request);
    } else {
      with_key_type(request.format.type.type, [&]<class Key>() {
        generate_keys<Key>(ranks, *file, request);
      });
    }
  });
  file->commit();
  if (ranks.is_first()) print_result(request, bytes, watch.seconds());
}

}  // namespace KokkosSort::Tool
