// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_WORKLOAD_CRC32_HPP
#define KOKKOSSORT_WORKLOAD_CRC32_HPP

#include <array>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Workload {

using Crc32Tables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr Crc32Tables make_crc32_tables() {
  Crc32Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit)
      crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xedb88320u : 0u);
    tables[0][byte] = crc;
  }
  // Table k is the effect of a byte with k zero bytes behind it.
  for (std::size_t k = 1; k < 8; ++k) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t before = tables[k - 1][byte];
      tables[k][byte]            = (before >> 8) ^ tables[0][before & 255];
    }
  }
  return tables;
}

inline constexpr Crc32Tables crc32_tables = make_crc32_tables();

/// CRC-32 of zlib and gzip (polynomial 0xedb88320, reflected), eight bytes per
/// step.
inline std::uint32_t crc32(const unsigned char* data, std::size_t size) {
  const auto little_endian = [](const unsigned char* p) {
    return static_cast<std::uint32_t>(p[0]) |
           static_cast<std::uint32_t>(p[1]) << 8 |
           static_cast<std::uint32_t>(p[2]) << 16 |
           static_cast<std::uint32_t>(p[3]) << 24;
  };
  const Crc32Tables& table = crc32_tables;
  std::uint32_t crc        = ~std::uint32_t(0);
  for (; size >= 8; size -= 8, data += 8) {
    const std::uint32_t low  = crc ^ little_endian(data),
                        high = little_endian(data + 4);
    crc = table[7][low & 255] ^ table[6][(low >> 8) & 255] ^
          table[5][(low >> 16) & 255] ^ table[4][low >> 24] ^
          table[3][high & 255] ^ table[2][(high >> 8) & 255] ^
          table[1][(high >> 16) & 255] ^ table[0][high >> 24];
  }
  for (; size > 0; --size, ++data)
    crc = (crc >> 8) ^ table[0][(crc ^ *data) & 255];
  return ~crc;
}

}  // namespace KokkosSort::Workload

#endif
