// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_WORKLOAD_RECORD_HPP
#define KOKKOSSORT_WORKLOAD_RECORD_HPP

#include <workload/crc32.hpp>
#include <workload/distribution.hpp>
#include <workload/random.hpp>
#include <algorithm>
#include <cstdint>
#include <cstddef>

namespace KokkosSort::Workload {

/// Records of fixed size whose key is a range of bytes. The defaults are those
/// of the sort benchmark.
struct RecordLayout {
  std::size_t record_bytes = 100;
  std::size_t key_bytes    = 10;
  std::size_t key_offset   = 0;
};

/// Checksum that valsort of the sort benchmark prints: the sum of the CRC-32 of
/// every record, as a 128-bit number. Sums of parts add up.
class RecordChecksum {
 public:
  void add(const unsigned char* record, std::size_t size) {
    m_sum += crc32(record, size);
  }
  RecordChecksum& operator+=(const RecordChecksum& other) {
    m_sum += other.m_sum;
    return *this;
  }
  UInt128 value() const { return m_sum; }
  friend bool operator==(const RecordChecksum&,
                         const RecordChecksum&) = default;

 private:
  UInt128 m_sum = 0;
};

/// Record i of n of a distribution. The key is the number of the distribution,
/// big-endian, in at most its first 16 bytes. A hash of these gives the others.
/// The rest has the layout of the binary records of the sort benchmark, as far
/// as it fits. It begins with 00 11, the index of the record as 32 hexadecimal
/// digits, and 88 99 AA BB. Digits of a hash follow, repeated four times each.
/// The last four bytes are CC DD EE FF.
class RecordSource {
 public:
  RecordSource(RecordLayout layout, Distribution distribution,
               std::uint64_t count, DistributionOptions options = {})
      : m_layout(layout),
        m_number_bytes(std::min<std::size_t>(layout.key_bytes, 16)),
        m_numbers(distribution, count, 8 * static_cast<int>(m_number_bytes),
                  options),
        m_filler(options.seed, 17) {}

  void operator()(std::uint64_t i, unsigned char* record) const {
    // The payload surrounds the key: [0, key_offset) and the bytes after the
    // key, as if they were one piece.
    std::size_t position = 0;
    for (std::size_t byte = 0; byte < m_layout.record_bytes; ++byte) {
      const bool in_key = byte >= m_layout.key_offset &&
                          byte < m_layout.key_offset + m_layout.key_bytes;
      if (!in_key) record[byte] = payload(i, position++);
    }
    write_key(i, record + m_layout.key_offset);
  }

 private:
  void write_key(std::uint64_t i, unsigned char* key) const {
    const UInt128 number = m_numbers(i);
    for (std::size_t byte = 0; byte < m_number_bytes; ++byte) {
      key[byte] = static_cast<unsigned char>(number >>
                                             (8 * (m_number_bytes - 1 - byte)));
    }
    const auto folded = static_cast<std::uint64_t>(number) ^
                        static_cast<std::uint64_t>(number >> 64);
    for (std::size_t byte = m_number_bytes; byte < m_layout.key_bytes; ++byte) {
      key[byte] =
          static_cast<unsigned char>(splitmix64_finalizer(folded + byte));
    }
  }

  unsigned char payload(std::uint64_t i, std::size_t position) const {
    constexpr unsigned char start[2]  = {0x00, 0x11},
                            middle[4] = {0x88, 0x99, 0xaa, 0xbb},
                            end[4]    = {0xcc, 0xdd, 0xee, 0xff};
    constexpr char digits[]           = "0123456789ABCDEF";
    const std::size_t payload_bytes =
        m_layout.record_bytes - m_layout.key_bytes;
    if (position + 4 >= payload_bytes) return end[position + 4 - payload_bytes];
    if (position < 2) return start[position];
    if (position < 34) {
      const std::size_t digit = 33 - position;
      return static_cast<unsigned char>(
          digits[digit < 16 ? (i >> (4 * digit)) & 15 : 0]);
    }
    if (position < 38) return middle[position - 34];
    const std::size_t group = (position - 38) / 4;
    return static_cast<unsigned char>(
        digits[(m_filler(i + (group / 16)) >> (4 * (group % 16))) & 15]);
  }

  RecordLayout m_layout;
  std::size_t m_number_bytes;
  NumberSource m_numbers;
  RandomStream m_filler;
};

}  // namespace KokkosSort::Workload

#endif
