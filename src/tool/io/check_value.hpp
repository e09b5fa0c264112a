// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_IO_CHECK_VALUE_HPP
#define KOKKOSSORT_TOOL_IO_CHECK_VALUE_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace KokkosSort::Tool {

/// Hash of a sequence of bytes, which arrives piece by piece. It finds damage,
/// not intent. Four lanes hide the latency of the multiplications.
class CheckValue {
 public:
  void add(const void* data, std::uint64_t bytes) {
    const auto* piece        = static_cast<const unsigned char*>(data);
    const std::uint64_t held = m_bytes % block_bytes;
    m_bytes += bytes;
    if (held > 0) {
      const std::uint64_t added = std::min(bytes, block_bytes - held);
      std::memcpy(m_rest.data() + held, piece, added);
      if (held + added < block_bytes) return;
      add_block(m_lanes, m_rest.data());
      piece += added;
      bytes -= added;
    }
    for (; bytes >= block_bytes; bytes -= block_bytes, piece += block_bytes)
      add_block(m_lanes, piece);
    std::memcpy(m_rest.data(), piece, bytes);
  }

  /// Returns the hash of the bytes so far.
  std::uint64_t value() const {
    Lanes lanes = m_lanes;
    Block rest{};
    std::memcpy(rest.data(), m_rest.data(), m_bytes % block_bytes);
    add_block(lanes, rest.data());
    std::uint64_t hash = m_bytes;
    for (const std::uint64_t lane : lanes) hash = mixed(hash, lane);
    return hash;
  }

 private:
  static constexpr std::uint64_t block_bytes = 32;
  using Lanes                                = std::array<std::uint64_t, 4>;
  using Block = std::array<unsigned char, block_bytes>;

  static std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;  // 2^64 over the golden ratio
    return hash ^ hash >> 32;
  }

  static void add_block(Lanes& lanes, const unsigned char* block) {
    Lanes words;
    std::memcpy(words.data(), block, block_bytes);
    for (std::size_t i = 0; i < lanes.size(); ++i)
      lanes[i] = mixed(lanes[i], words[i]);
  }

  Lanes m_lanes{1, 2, 3, 4};
  Block m_rest{};
  std::uint64_t m_bytes = 0;
};

}  // namespace KokkosSort::Tool

#endif
