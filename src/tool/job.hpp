// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_JOB_HPP
#define KOKKOSSORT_TOOL_JOB_HPP

#include <workload/distribution_names.hpp>
#include <workload/record.hpp>
#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace KokkosSort::Tool {

static_assert(std::endian::native == std::endian::little,
              "files are little-endian and are read without conversion");

/// Fault of the request or of the machine, in words for the user. Nothing has
/// been changed when it is thrown.
class JobError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline JobError argument_error(std::string_view argument,
                               std::string_view value, std::string_view what) {
  return JobError("argument '" + std::string(argument) + "' is '" +
                  std::string(value) + "': " + std::string(what));
}

enum class ElementType {
  i8,
  i16,
  i32,
  i64,
  u8,
  u16,
  u32,
  u64,
  f32,
  f64,
  record
};

struct ElementTypeName {
  ElementType type;
  std::string_view name;
  std::size_t bytes;  ///< 0: --record-bytes specifies it
};

inline constexpr std::array<ElementTypeName, 11> element_types{{
    {ElementType::i8, "i8", 1},
    {ElementType::i16, "i16", 2},
    {ElementType::i32, "i32", 4},
    {ElementType::i64, "i64", 8},
    {ElementType::u8, "u8", 1},
    {ElementType::u16, "u16", 2},
    {ElementType::u32, "u32", 4},
    {ElementType::u64, "u64", 8},
    {ElementType::f32, "f32", 4},
    {ElementType::f64, "f64", 8},
    {ElementType::record, "record", 0},
}};

/// Content of a file: the element type and, for records, where the key lies.
struct Format {
  ElementTypeName type = element_types[7];
  Workload::RecordLayout layout;

  bool is_record() const { return type.type == ElementType::record; }
  std::uint64_t element_bytes() const {
    return is_record() ? layout.record_bytes : type.bytes;
  }
};

/// Elements [begin, begin + count) of a file. A job works on one part. If it
/// has several processes, each works on its own.
struct Part {
  std::uint64_t begin = 0;
  std::uint64_t count = 0;
};

/// Calls f.template operator()<T>() for the C++ type of a numeric element type.
template <class F>
decltype(auto) with_key_type(ElementType type, F&& f) {
  switch (type) {
    case ElementType::i8: return f.template operator()<std::int8_t>();
    case ElementType::i16: return f.template operator()<std::int16_t>();
    case ElementType::i32: return f.template operator()<std::int32_t>();
    case ElementType::i64: return f.template operator()<std::int64_t>();
    case ElementType::u8: return f.template operator()<std::uint8_t>();
    case ElementType::u16: return f.template operator()<std::uint16_t>();
    case ElementType::u32: return f.template operator()<std::uint32_t>();
    case ElementType::u64: return f.template operator()<std::uint64_t>();
    case ElementType::f32: return f.template operator()<float>();
    case ElementType::f64: return f.template operator()<double>();
    case ElementType::record: break;
  }
  throw std::logic_error("a record has no numeric type");
}

struct GenerateRequest {
  std::string output;
  std::uint64_t count = 0;
  Format format;
  Workload::Distribution distribution = Workload::Distribution::uniform;
  Workload::DistributionOptions options;
  bool json = false;
};

struct SortRequest {
  std::string input, output;
  Format format;
  bool descending       = false;
  bool stable           = false;
  std::string algorithm = "automatic";
  std::uint64_t memory =
      0;  ///< bytes that each rank may use; 0: all that the machine has free
  std::string scratch;  ///< folder for the runs of a larger file; empty: none
  bool json = false;
};

struct ValidateRequest {
  std::string file, against;
  Format format;
  bool descending = false;
  bool json       = false;
};

class Ranks;

// All ranks do each of these together. The first one prints the result.
void run_generate(const Ranks& ranks, const GenerateRequest& request);
void run_sort(const Ranks& ranks, const SortRequest& request);
/// Returns whether the file is in order and holds the same elements as another
/// file, if one is given.
bool run_validate(const Ranks& ranks, const ValidateRequest& request);
void run_info(const Ranks& ranks, bool json);

}  // namespace KokkosSort::Tool

#endif
