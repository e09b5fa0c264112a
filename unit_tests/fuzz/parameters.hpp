// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_FUZZ_PARAMETERS_HPP
#define KOKKOSSORT_UNIT_TESTS_FUZZ_PARAMETERS_HPP

#include <workload/distribution_names.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace KokkosSort::Test::Fuzz {

enum class Function {
  sort,
  sort_by_key,
  argsort,
  argsort_rows,
  argsort_columns,
  segmented_sort,
  segmented_sort_by_key,
  segmented_argsort,
  sort_counted,
  is_sorted,
  min_max,
  arg_min_max,
  permute,
  top_k,
  arg_top_k,
  nth_element,
  partial_sort,
  argpartition,
  merge,
  merge_runs,
  set_union,
  set_intersection,
  set_difference,
  set_symmetric_difference,
  unique,
  run_length_encode,
  reduce_by_key,
  scan_by_key,
  segmented_top_k,
  top_k_counted,
  histogram,
  coo_to_crs,
  sort_and_merge,
  argsort_strings,
  sort_in_chunks,
  sort_team,
  sort_thread,
  merge_team,
  top_k_team
};

/// The kind of order: the natural one, a comparator, a projection, or
/// bits(begin, end).
enum class Ordering { natural, compared, projected, bits };

/// Behavior of a comparator. The last three are no strict weak orders.
enum class Comparison {
  greater,
  by_remainder,
  all_equivalent,
  always_true,
  flipped_1_percent,
  flipped_33_percent
};

enum class Layout { right, left, stride };
enum class Scratch { none, exact, larger };

/// Placement of an array in its memory, in elements.
struct Placement {
  std::size_t offset = 0;
  std::size_t stride = 1;
};

/// Properties that are fixed when the fuzzer is compiled.
struct KindTraits {
  Function function;
  Ordering ordering;
  int key_bits           = 0;  // of an integer, which has bit ranges; else 0
  std::size_t most       = 0;  // elements
  std::size_t key_size   = 0;  // bytes
  std::size_t value_size = 0;  // bytes; of a permutation those of an index
  std::size_t index_size = 0;  // bytes, of permute
  bool is_stable         = false;
  bool has_directions    = false;  // ascending and descending
};

/// Values that are drawn for one case.
struct Parameters {
  std::uint64_t seed;
  std::size_t size;
  Workload::Distribution distribution;
  Workload::Distribution other;  // of some of the keys, if is_mixed
  bool is_mixed;
  std::uint64_t key_seed;
  bool is_descending;
  int begin_bit, end_bit;
  Comparison comparison;
  std::uint32_t modulus;
  Layout layout;
  Placement keys, values, index, result;
  Scratch scratch;
  unsigned char poison;  // of a larger workspace
  std::size_t instance;  // 0: the default instance
  bool is_prepared;      // the call goes through prepare()

  /// The rank of nth_element() and argpartition(), below `size`; the number of
  /// keys that top_k() and partial_sort() find.
  std::size_t rank() const { return size == 0 ? 0 : modulus % size; }

  /// Whether the order is one, so that there is a sorted sequence.
  bool is_order(KindTraits const& kind) const {
    return kind.ordering != Ordering::compared ||
           comparison <= Comparison::all_equivalent;
  }
};

/// Which of the given number of kinds the case of a seed is of.
std::size_t draw_kind(std::uint64_t seed, std::size_t kinds);

Parameters draw_parameters(std::uint64_t seed, KindTraits const& kind,
                           std::size_t instances);

/// A line for a person.
std::string describe(KindTraits const& kind, Parameters const& parameters);

}  // namespace KokkosSort::Test::Fuzz

#endif
