// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_WORKLOAD_SAMPLER_KILLER_HPP
#define KOKKOSSORT_WORKLOAD_SAMPLER_KILLER_HPP

#include <workload/key_mapping.hpp>
#include <workload/random.hpp>
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace KokkosSort::Workload {

/// Keys at the positions that a sampler reads.
enum class Planted {
  duplicates,  ///< one value: all splitters are equal
  outliers     ///< keys above all others: everything else falls below the first
               ///< splitter
};

/// Uniform keys, except at the positions that a sampler reads.
template <class Key>
class SamplerKiller {
 public:
  SamplerKiller(std::vector<std::uint64_t> positions, Planted planted,
                std::uint64_t seed = default_seed)
      : m_positions(std::move(positions)), m_planted(planted), m_draw(seed, 0) {
    std::sort(m_positions.begin(), m_positions.end());
  }

  Key operator()(std::uint64_t i) const {
    // The range of ordinals has 256 parts. Outliers are in the uppermost one.
    constexpr UInt128 part = UInt128(1) << (key_width<Key> - 8);
    const auto random      = m_draw(i);
    if (!std::binary_search(m_positions.begin(), m_positions.end(), i)) {
      return key_of_ordinal<Key>(bounded(random, m_planted == Planted::outliers
                                                     ? 255 * part
                                                     : 256 * part - 1));
    }
    return key_of_ordinal<Key>(m_planted == Planted::outliers
                                   ? 255 * part + bounded(random, part)
                                   : 128 * part);
  }

 private:
  std::vector<std::uint64_t> m_positions;
  Planted m_planted;
  RandomStream m_draw;
};

}  // namespace KokkosSort::Workload

#endif
