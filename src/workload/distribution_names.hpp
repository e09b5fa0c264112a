// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_WORKLOAD_DISTRIBUTION_NAMES_HPP
#define KOKKOSSORT_WORKLOAD_DISTRIBUTION_NAMES_HPP

#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace KokkosSort::Workload {

enum class Distribution {
  uniform,
  zero,
  bucket,
  gaussian,
  staggered,
  deterministic_duplicates,
  sorted,
  reversed,
  nearly_sorted_1_permille,
  nearly_sorted_5_percent,
  organ_pipe,
  saw_teeth,
  two_values,
  sixteen_values,
  sqrt_values,
  zipf,
  ninety_five_percent_one_value,
  one_percent_one_value,
  and_of_2,
  and_of_3,
  and_of_5,
  one_radix_prefix,
  low_byte_only,
  specials,
  uniform_half,
  gaussian_half,
  exponential,
  morton,
  clusters,
  timestamps,
  addresses,
  lognormal,
  text,
  k_mers,
  coordinates
};

struct DistributionName {
  Distribution distribution;
  std::string_view name;
  std::string_view description;
};

/// Every distribution with its name, in the order in which help lists them. M
/// is half the range of the unsigned type of the key's width (2^31 for 32 bits,
/// as in the papers). p is the number of blocks. The last eight are 64-bit
/// keys, of which shorter keys have the leading bits.
inline constexpr std::array<DistributionName, 35> distributions{{
    {Distribution::uniform, "uniform",
     "independent draws over the whole range; [-1, 1) for floating types"},
    {Distribution::zero, "zero", "one value, picked at random"},
    {Distribution::bucket, "bucket",
     "p blocks, section s of each block drawn from [(s-1)M/p, sM/p)"},
    {Distribution::gaussian, "gaussian", "the average of four uniform draws"},
    {Distribution::staggered, "staggered",
     "p blocks, block i <= p/2 in [(2i-1)M/p, 2iM/p), the others in "
     "[(2i-p-2)M/p, (2i-p-1)M/p)"},
    {Distribution::deterministic_duplicates, "deterministic_duplicates",
     "p blocks, the first p/2 hold log n, the next p/4 log(n/2), and so forth"},
    {Distribution::sorted, "sorted", "ascending, spread over the whole range"},
    {Distribution::reversed, "reversed",
     "descending, spread over the whole range"},
    {Distribution::nearly_sorted_1_permille, "nearly_sorted_1_permille",
     "ascending, 0.1 % replaced by uniform draws"},
    {Distribution::nearly_sorted_5_percent, "nearly_sorted_5_percent",
     "ascending, 5 % replaced by uniform draws"},
    {Distribution::organ_pipe, "organ_pipe",
     "ascending to the middle, then descending"},
    {Distribution::saw_teeth, "saw_teeth",
     "sqrt(n) ascending runs, each over the whole range"},
    {Distribution::two_values, "two_values", "2 distinct values"},
    {Distribution::sixteen_values, "sixteen_values", "16 distinct values"},
    {Distribution::sqrt_values, "sqrt_values", "sqrt(n) distinct values"},
    {Distribution::zipf, "zipf",
     "n ranks, rank r with a frequency near 1/r, scattered over the range"},
    {Distribution::ninety_five_percent_one_value,
     "ninety_five_percent_one_value", "95 % one value, 5 % uniform"},
    {Distribution::one_percent_one_value, "one_percent_one_value",
     "1 % one value, 99 % uniform"},
    {Distribution::and_of_2, "and_of_2",
     "bitwise and of 2 uniform draws (entropy reduced)"},
    {Distribution::and_of_3, "and_of_3",
     "bitwise and of 3 uniform draws (entropy reduced)"},
    {Distribution::and_of_5, "and_of_5",
     "bitwise and of 5 uniform draws (entropy reduced)"},
    {Distribution::one_radix_prefix, "one_radix_prefix",
     "the upper half of the bits is the same in all keys"},
    {Distribution::low_byte_only, "low_byte_only",
     "keys differ only in the lowest byte"},
    {Distribution::specials, "specials",
     "the extreme values of the type: NaN of several payloads and signs, +-0, "
     "+-inf, denormals; minimum, maximum, 0, +-1"},
    {Distribution::uniform_half, "uniform_half",
     "independent draws from [0, M); [0, 1) for floating types"},
    {Distribution::gaussian_half, "gaussian_half",
     "the average of four draws from [0, M)"},
    {Distribution::exponential, "exponential",
     "draws from [0, M), of which a fraction exp(-16 x / M) exceeds x"},
    {Distribution::morton, "morton",
     "Morton codes of points in a cube, most of them near its middle"},
    {Distribution::clusters, "clusters",
     "1,000 clusters, each 2^-20 of the range wide"},
    {Distribution::timestamps, "timestamps", "nanoseconds within one year"},
    {Distribution::addresses, "addresses",
     "objects of 16 bytes in 64 heaps of 256 MiB"},
    {Distribution::lognormal, "lognormal",
     "the bits of floating-point numbers whose logarithm is normal"},
    {Distribution::text, "text",
     "8 letters of words, word r with a frequency near 1/r"},
    {Distribution::k_mers, "k_mers",
     "32 neighboring bases of a genome, each about 8 times"},
    {Distribution::coordinates, "coordinates",
     "rows and columns of a matrix with a five-point stencil"},
}};

constexpr std::string_view name_of(Distribution distribution) {
  for (const DistributionName& entry : distributions) {
    if (entry.distribution == distribution) return entry.name;
  }
  return "?";
}

constexpr std::optional<Distribution> find_distribution(std::string_view name) {
  for (const DistributionName& entry : distributions) {
    if (entry.name == name) return entry.distribution;
  }
  return std::nullopt;
}

/// The names of all distributions, separated by commas.
inline std::string distribution_list() {
  std::string list;
  for (const DistributionName& entry : distributions) {
    if (!list.empty()) list += ", ";
    list += entry.name;
  }
  return list;
}

/// As find_distribution. An unknown name throws std::invalid_argument with the
/// list of the known ones.
inline Distribution distribution_from_name(std::string_view name) {
  if (const auto found = find_distribution(name)) return *found;
  throw std::invalid_argument("unknown distribution '" + std::string(name) +
                              "', known are: " + distribution_list());
}

}  // namespace KokkosSort::Workload

#endif
