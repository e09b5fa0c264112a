// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/io/parts.hpp>
#include <tool/cli/text.hpp>
#include <workload/fingerprint.hpp>
#include <workload/order.hpp>
#include <workload/record.hpp>
#include <cstdio>
#include <cstring>
#include <vector>

namespace KokkosSort::Tool {

namespace {

struct Summary {
  std::uint64_t count = 0;
  Workload::OrderReport order;
  Workload::Fingerprint fingerprint;
  Workload::RecordChecksum checksum;

  Summary& operator+=(const Summary& other) {
    order += other.order;
    fingerprint += other.fingerprint;
    checksum += other.checksum;
    return *this;
  }
};

/// Adds elements [begin, end) of a buffer that starts with element `origin` of
/// the file.
template <class Key>
struct KeyReader {
  bool m_descending;

  void operator()(const char* buffer, std::uint64_t origin, std::uint64_t begin,
                  std::uint64_t end, Summary& sum) const {
    const auto* keys = reinterpret_cast<const Key*>(buffer);
    const Workload::ReferenceLess<Key> less;
    for (std::uint64_t i = begin; i < end; ++i) {
      sum.fingerprint.add(keys[i]);
      if (origin + i == 0) continue;
      sum.order.add(origin + i, keys[m_descending ? i : i - 1],
                    keys[m_descending ? i - 1 : i], less);
    }
  }
};

struct RecordReader {
  Workload::RecordLayout m_layout;
  bool m_descending;

  void operator()(const char* buffer, std::uint64_t origin, std::uint64_t begin,
                  std::uint64_t end, Summary& sum) const {
    const auto* records = reinterpret_cast<const unsigned char*>(buffer);
    const Workload::BytesLess less{m_layout.key_bytes};
    for (std::uint64_t i = begin; i < end; ++i) {
      const unsigned char* record = records + i * m_layout.record_bytes;
      sum.fingerprint.add_bytes(record, m_layout.record_bytes);
      sum.checksum.add(record, m_layout.record_bytes);
      if (origin + i == 0) continue;
      const unsigned char* key      = record + m_layout.key_offset;
      const unsigned char* previous = key - m_layout.record_bytes;
      sum.order.add(origin + i, m_descending ? key : previous,
                    m_descending ? previous : key, less);
    }
  }
};

template <class Reader>
Summary summarize_part(const Ranks& ranks, const InputFile& file,
                       const Part& part, std::uint64_t element_bytes,
                       const Reader& reader) {
  Progress progress(ranks, "checking " + file.path(),
                    part.count * element_bytes);
  Summary sum;
  sum.count = part.count;
  // The element before a step stays in front, for the comparison with the first
  // element of the step.
  const Kokkos::View<char*, Kokkos::HostSpace> buffer(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "kokkos-sort: step"),
      (std::min(part.count, step_elements(element_bytes)) + 1) * element_bytes);
  if (part.begin > 0 && part.count > 0)
    file.read((part.begin - 1) * element_bytes, buffer.data(), element_bytes);
  std::vector<Summary> partial(host_blocks());
  for_each_step(
      part, element_bytes, [&](std::uint64_t first, std::uint64_t count) {
        const std::uint64_t kept = first == 0 ? 0 : 1;
        file.read(first * element_bytes, buffer.data() + kept * element_bytes,
                  count * element_bytes);
        parallel_blocks(
            "kokkos-sort: validate", count, partial.size(),
            [&](std::uint64_t block, std::uint64_t begin, std::uint64_t end) {
              Summary own;
              reader(buffer.data(), first - kept, kept + begin, kept + end,
                     own);
              partial[block] = own;
            });
        for (const Summary& other : partial) sum += other;
        std::memmove(buffer.data(),
                     buffer.data() + (kept + count - 1) * element_bytes,
                     element_bytes);
        progress.advance(count * element_bytes);
      });
  return sum;
}

/// Returns the result for the whole file, on all ranks.
template <class Reader>
Summary summarize_with(const Ranks& ranks, const NamedFile& name,
                       std::uint64_t element_bytes, const Reader& reader) {
  const auto file = ranks.open_input(name);
  Summary own, sum;
  ranks.together([&] {
    const Part part = ranks.part_of(file->count(element_bytes));
    own             = summarize_part(ranks, *file, part, element_bytes, reader);
  });
  for (const Summary& other : ranks.gather(own)) {
    sum.count += other.count;
    sum += other;
  }
  return sum;
}

Summary summarize(const Ranks& ranks, const NamedFile& file,
                  const Format& format, bool descending) {
  if (format.is_record()) {
    return summarize_with(ranks, file, format.element_bytes(),
                          RecordReader{format.layout, descending});
  }
  return with_key_type(format.type.type, [&]<class Key>() {
    return summarize_with(ranks, file, sizeof(Key), KeyReader<Key>{descending});
  });
}

std::string padded(std::uint64_t hash) {
  const std::string digits = Workload::hexadecimal(hash);
  return std::string(16 - digits.size(), '0') + digits;
}

void add_hashes(JsonObject& object, const Summary& sum, bool record) {
  object.add("count", sum.count)
      .add("hash_a", padded(sum.fingerprint.hash_a))
      .add("hash_b", padded(sum.fingerprint.hash_b))
      .add("hash_128", Workload::hexadecimal(sum.fingerprint.hash_128));
  if (record)
    object.add("checksum", Workload::hexadecimal(sum.checksum.value()));
}

void print_json(const ValidateRequest& request, const Summary& sum,
                const Summary* against, bool same, bool valid) {
  JsonObject result;
  result.add("command", "validate")
      .add("file", request.file)
      .add("type", request.format.type.name);
  result.add("descending", request.descending);
  add_hashes(result, sum, request.format.is_record());
  result.add("ordered", sum.order.is_ordered())
      .add("out_of_order", sum.order.out_of_order);
  if (sum.order.is_ordered()) {
    result.add_null("first_out_of_order");
  } else {
    result.add("first_out_of_order", sum.order.first_fault);
  }
  result.add("duplicates", sum.order.duplicates);
  if (against != nullptr) {
    JsonObject other;
    other.add("file", request.against);
    add_hashes(other, *against, request.format.is_record());
    result.add("against", other).add("same_elements", same);
  }
  result.add("valid", valid);
  std::printf("%s\n", result.text().c_str());
}

void print_hashes(const Summary& sum, bool record) {
  std::printf("  hashes      %s %s\n", padded(sum.fingerprint.hash_a).c_str(),
              padded(sum.fingerprint.hash_b).c_str());
  std::printf("  hash 128    %s\n",
              Workload::hexadecimal(sum.fingerprint.hash_128).c_str());
  if (record)
    std::printf("  checksum    %s\n",
                Workload::hexadecimal(sum.checksum.value()).c_str());
}

void print_text(const ValidateRequest& request, const Summary& sum,
                const Summary* against, bool same, bool valid) {
  const bool record = request.format.is_record();
  std::printf("%s\n  elements    %s %s\n", printable(request.file).c_str(),
              std::to_string(sum.count).c_str(),
              std::string(request.format.type.name).c_str());
  const char* direction = request.descending ? "descending" : "ascending";
  if (sum.order.is_ordered()) {
    std::printf("  order       %s\n", direction);
  } else {
    std::printf(
        "  order       not %s: %s elements out of order, the first is element "
        "%s\n",
        direction, std::to_string(sum.order.out_of_order).c_str(),
        std::to_string(sum.order.first_fault).c_str());
  }
  std::printf("  duplicates  %s\n",
              std::to_string(sum.order.duplicates).c_str());
  print_hashes(sum, record);
  if (against != nullptr) {
    std::printf("%s\n  elements    %s, %s\n",
                printable(request.against).c_str(),
                std::to_string(against->count).c_str(),
                same ? "the same ones" : "not the same ones");
    print_hashes(*against, record);
  }
  std::printf("%s\n", valid ? "valid" : "NOT VALID");
}

}  // namespace

bool run_validate(const Ranks& ranks, const ValidateRequest& request) {
  const Summary sum = summarize(ranks, {"FILE", request.file}, request.format,
                                request.descending);
  Summary against;
  const bool compared = !request.against.empty();
  if (compared)
    against = summarize(ranks, {"--against", request.against}, request.format,
                        request.descending);
  const bool same  = !compared || against.fingerprint == sum.fingerprint;
  const bool valid = sum.order.is_ordered() && same;
  const auto print = request.json ? print_json : print_text;
  if (ranks.is_first())
    print(request, sum, compared ? &against : nullptr, same, valid);
  return valid;
}

}  // namespace KokkosSort::Tool
