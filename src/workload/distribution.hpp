// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_WORKLOAD_DISTRIBUTION_HPP
#define KOKKOSSORT_WORKLOAD_DISTRIBUTION_HPP

#include <workload/application_keys.hpp>
#include <workload/distribution_names.hpp>
#include <workload/key_mapping.hpp>
#include <workload/random.hpp>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace KokkosSort::Workload {

/// Leischner, Osipov and Sanders (2009, section 6) use p blocks for bucket,
/// staggered and deterministic_duplicates. Cederman and Tsigas (2008, section
/// 5.3) use 128, and draw uniform and gaussian keys from the lower half of the
/// range: uniform_half, gaussian_half. Random keys that are not negative,
/// uniform_half as well, occur in three papers. These are Peters et al. (2010,
/// section 4), Jan et al. (2013, section 4) and Dewan and Simidjiyski (2010).
/// Jan et al. also name exponential keys (section 3.B.2).
inline constexpr std::uint64_t default_blocks = 240;

struct DistributionOptions {
  std::uint64_t seed   = default_seed;
  std::uint64_t blocks = default_blocks;
};

/// Numbers of a distribution, for keys of any width up to 128 bits. Number i of
/// n depends on the options and i only. Distributions of the papers follow
/// Leischner, Osipov and Sanders (2009, section 6). If that text is short (the
/// second half of staggered), they follow Cederman and Tsigas (2008, section
/// 5.3). 2^31 of the papers becomes 2^(width-1).
class NumberSource {
 public:
  NumberSource(Distribution distribution, std::uint64_t count, int width,
               DistributionOptions options = {})
      : m_distribution(distribution),
        m_count(count),
        m_width(width),
        m_blocks(std::max<std::uint64_t>(options.blocks, 1)),
        m_root(root(count)),
        m_run(m_root == 0 ? 1 : (count + m_root - 1) / m_root),
        m_strata(width, stratum_count()),
        m_sections(width - 1, m_blocks),
        m_draw(options.seed, 0),
        m_second(options.seed, 1),
        m_third(options.seed, 2),
        m_fourth(options.seed, 3),
        m_constant(wide(m_draw, ~std::uint64_t(0))) {}

  Meaning meaning() const {
    switch (m_distribution) {
      case Distribution::bucket:
      case Distribution::staggered:
      case Distribution::uniform_half:
      case Distribution::gaussian_half:
      case Distribution::exponential: return Meaning::number;
      case Distribution::deterministic_duplicates: return Meaning::count;
      case Distribution::one_radix_prefix:
      case Distribution::low_byte_only:
      case Distribution::lognormal: return Meaning::bits;
      case Distribution::specials: return Meaning::special;
      default: return Meaning::ordinal;
    }
  }

  UInt128 operator()(std::uint64_t i) const {
    switch (m_distribution) {
      case Distribution::uniform: return uniform(i);
      case Distribution::zero: return truncate(m_constant);
      case Distribution::bucket: return bucket(i);
      case Distribution::gaussian: return gaussian(i);
      case Distribution::staggered: return staggered(i);
      case Distribution::deterministic_duplicates:
        return deterministic_duplicates(i);
      case Distribution::sorted: return m_strata.pick(i, m_draw(i));
      case Distribution::reversed:
        return m_strata.pick(m_count - 1 - i, m_draw(i));
      case Distribution::nearly_sorted_1_permille:
        return replaced(i, 1000) ? uniform(i) : m_strata.pick(i, m_draw(i));
      case Distribution::nearly_sorted_5_percent:
        return replaced(i, 20) ? uniform(i) : m_strata.pick(i, m_draw(i));
      case Distribution::organ_pipe:
        return m_strata.pick(std::min(i, m_count - 1 - i), m_draw(i));
      case Distribution::saw_teeth: return m_strata.pick(i % m_run, m_draw(i));
      case Distribution::two_values:
      case Distribution::sixteen_values:
      case Distribution::sqrt_values: return one_of_few(i);
      case Distribution::zipf: return zipf(i);
      case Distribution::ninety_five_percent_one_value:
        return replaced(i, 20) ? uniform(i) : truncate(m_constant);
      case Distribution::one_percent_one_value:
        return replaced(i, 100) ? truncate(m_constant) : uniform(i);
      case Distribution::and_of_2: return uniform(i) & wide(m_second, i);
      case Distribution::and_of_3:
        return uniform(i) & wide(m_second, i) & wide(m_third, i);
      case Distribution::and_of_5: return and_of_5(i);
      case Distribution::one_radix_prefix:
        return base() ^ (uniform(i) & low_bits(m_width / 2));
      case Distribution::low_byte_only:
        return base() ^ (uniform(i) & low_bits(8));
      case Distribution::specials:
        return wide(m_draw, i) ^ (UInt128(m_second(i)) << 64);
      case Distribution::uniform_half: return uniform(i) >> 1;
      case Distribution::gaussian_half: return gaussian(i) >> 1;
      case Distribution::exponential: return exponential(i);
      case Distribution::morton:
        return of_64_bits(morton_key(m_draw(i), m_second(i), m_third(i)), i);
      case Distribution::clusters:
        return of_64_bits(cluster_key(m_draw(i), m_second(i), m_third(i)), i);
      case Distribution::timestamps:
        return of_64_bits(timestamp_key(m_draw(i)), i);
      case Distribution::addresses:
        return of_64_bits(address_key(m_draw(i), m_second(i)), i);
      case Distribution::lognormal:
        return of_64_bits(lognormal_key(m_draw(i), m_second(i), m_width == 32),
                          i);
      case Distribution::text:
        return of_64_bits(text_key(m_draw(i), m_second(i)), i);
      case Distribution::k_mers:
        return of_64_bits(k_mer_key(m_draw(i), m_count), i);
      case Distribution::coordinates:
        return of_64_bits(coordinate_key(m_draw(i), m_second(i), m_count), i);
    }
    return 0;
  }

 private:
  static UInt128 low_bits(int bits) {
    return bits >= 128 ? ~UInt128(0) : (UInt128(1) << bits) - 1;
  }
  static std::uint64_t root(std::uint64_t n) {
    return static_cast<std::uint64_t>(std::sqrt(static_cast<double>(n)));
  }

  std::uint64_t stratum_count() const {
    switch (m_distribution) {
      case Distribution::organ_pipe: return (m_count + 1) / 2;
      case Distribution::saw_teeth: return m_run;
      case Distribution::two_values: return 2;
      case Distribution::sixteen_values: return 16;
      case Distribution::sqrt_values: return m_root;
      default: return m_count;
    }
  }

  UInt128 truncate(UInt128 v) const { return v & low_bits(m_width); }

  UInt128 wide(const RandomStream& stream, std::uint64_t i) const {
    const std::uint64_t low = stream(i);
    return m_width <= 64
               ? UInt128(low)
               : (UInt128(splitmix64_finalizer(low ^ 0x5851f42d4c957f2dull))
                  << 64) |
                     low;
  }

  UInt128 uniform(std::uint64_t i) const { return truncate(wide(m_draw, i)); }

  bool replaced(std::uint64_t i, std::uint64_t one_in) const {
    return bounded(m_second(i), one_in) == 0;
  }

  // Bits that all keys share: a number just below 2 in every IEEE-like format.
  // It stays finite whatever replaces its lower half.
  UInt128 base() const { return low_bits(m_width - 2); }

  /// Returns the part of `parts` in which position i of n lies, and the first
  /// position of that part.
  static std::pair<std::uint64_t, std::uint64_t> part_of(std::uint64_t i,
                                                         std::uint64_t n,
                                                         std::uint64_t parts) {
    const auto part = static_cast<std::uint64_t>(UInt128(i) * parts / n);
    return {part, part_begin(part, n, parts)};
  }
  static std::uint64_t part_begin(std::uint64_t part, std::uint64_t n,
                                  std::uint64_t parts) {
    return static_cast<std::uint64_t>((UInt128(part) * n + parts - 1) / parts);
  }

  UInt128 bucket(std::uint64_t i) const {
    const auto [block, begin] = part_of(i, m_count, m_blocks);
    const auto end            = part_begin(block + 1, m_count, m_blocks);
    const auto section        = part_of(i - begin, end - begin, m_blocks).first;
    return m_sections.pick(section, m_draw(i));
  }

  UInt128 staggered(std::uint64_t i) const {
    const std::uint64_t p = m_blocks;
    const std::uint64_t block =
        part_of(i, m_count, p).first + 1;  // the papers count from 1
    // With an odd p the first block of the second half would be below 0.
    const std::uint64_t slot =
        block <= p / 2 ? 2 * block - 1 : std::max(2 * block, p + 2) - p - 2;
    return m_sections.pick(std::min(slot, p - 1), m_draw(i));
  }

  UInt128 gaussian(std::uint64_t i) const {
    const UInt128 a = uniform(i), b = truncate(wide(m_second, i)),
                  c = truncate(wide(m_third, i));
    const UInt128 d = truncate(wide(m_fourth, i));
    return (a >> 2) + (b >> 2) + (c >> 2) + (d >> 2) +
           (((a & 3) + (b & 3) + (c & 3) + (d & 3)) >> 2);
  }

  /// Inverse of the distribution function, limited to M. One draw in e^16 (9
  /// million) would exceed it.
  UInt128 exponential(std::uint64_t i) const {
    const double u  = (static_cast<double>(m_draw(i) >> 11) + 0.5) * 0x1p-53;
    const double x  = -std::log(u) / 16;
    const auto high = static_cast<std::uint64_t>(x * 0x1p52);
    const auto top  = std::min(high, (std::uint64_t(1) << 52) - 1);
    return m_width > 53 ? UInt128(top) << (m_width - 53)
                        : UInt128(top >> (53 - m_width));
  }

  /// Half of the blocks, half of the rest, and so on down to the last block,
  /// whose elements are halved further.
  UInt128 deterministic_duplicates(std::uint64_t i) const {
    const auto [block, begin] = part_of(i, m_count, m_blocks);
    auto [level, last]        = halving(block, m_blocks);
    if (last)
      level +=
          halving(i - begin, part_begin(block + 1, m_count, m_blocks) - begin)
              .first;
    const auto logarithm =
        static_cast<std::uint64_t>(std::bit_width(m_count) - 1);
    return logarithm > level ? logarithm - level : 0;
  }

  /// Returns the number of halves before position i of n, and whether i is the
  /// last position of all.
  static std::pair<std::uint64_t, bool> halving(std::uint64_t i,
                                                std::uint64_t n) {
    std::uint64_t level = 0, rest = n, position = i;
    while (rest > 1 && position >= (rest + 1) / 2) {
      position -= (rest + 1) / 2;
      rest /= 2;
      ++level;
    }
    return {level, rest == 1};
  }

  UInt128 one_of_few(std::uint64_t i) const {
    const auto value =
        static_cast<std::uint64_t>(bounded(m_draw(i), stratum_count()));
    return m_strata.pick(value, m_second(value));
  }

  /// Rank floor(u), with u = (n+1)^x for uniform x: the inverse of the
  /// distribution function ln(r)/ln(n+1).
  UInt128 zipf(std::uint64_t i) const {
    const double x  = static_cast<double>(m_draw(i) >> 11) * 0x1p-53;
    const auto rank = static_cast<std::uint64_t>(
        std::exp(x * std::log(static_cast<double>(m_count) + 1.0)));
    return truncate(wide(m_second, rank));
  }

  UInt128 and_of_5(std::uint64_t i) const {
    const UInt128 of_4 =
        uniform(i) & wide(m_second, i) & wide(m_third, i) & wide(m_fourth, i);
    return of_4 & wide(m_draw, ~i);
  }

  /// Leading bits of the number, behind it random ones if the width is larger.
  UInt128 of_64_bits(std::uint64_t number, std::uint64_t i) const {
    return m_width <= 64 ? UInt128(number >> (64 - m_width))
                         : truncate(UInt128(number) << (m_width - 64) |
                                    m_fourth(i) >> (128 - m_width));
  }

  Distribution m_distribution;
  std::uint64_t m_count;
  int m_width;
  std::uint64_t m_blocks, m_root, m_run;
  Strata m_strata, m_sections;
  RandomStream m_draw, m_second, m_third, m_fourth;
  UInt128 m_constant;
};

/// Key i of n of a distribution, for any arithmetic type, 128-bit integers, and
/// classes that behave like a floating-point type.
template <class Key>
class KeySource {
 public:
  KeySource(Distribution distribution, std::uint64_t count,
            DistributionOptions options = {})
      : m_numbers(distribution, count, key_width<Key>, options),
        m_meaning(m_numbers.meaning()) {}

  Key operator()(std::uint64_t i) const {
    return make_key<Key>(m_meaning, m_numbers(i));
  }

 private:
  NumberSource m_numbers;
  Meaning m_meaning;
};

/// Writes keys begin ... begin + out.size() - 1 of the `count` keys of a
/// distribution.
template <class Key>
void fill_keys(std::span<Key> out, std::uint64_t begin, std::uint64_t count,
               Distribution distribution, DistributionOptions options = {}) {
  const KeySource<Key> source(distribution, count, options);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = source(begin + i);
}

template <class Key>
std::vector<Key> make_keys(std::uint64_t count, Distribution distribution,
                           DistributionOptions options = {}) {
  std::vector<Key> keys(count);
  fill_keys<Key>(keys, 0, count, distribution, options);
  return keys;
}

}  // namespace KokkosSort::Workload

#endif
