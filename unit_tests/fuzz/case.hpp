// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_FUZZ_CASE_HPP
#define KOKKOSSORT_UNIT_TESTS_FUZZ_CASE_HPP

#include <fuzz/draw.hpp>
#include <fuzz/field.hpp>
#include <fuzz/parameters.hpp>
#include <KokkosSort/workspace.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace KokkosSort::Test::Fuzz {

/// A fault of the harness itself, to show that each check catches its own.
enum class Plant { none, order, loss, stability, guard, input, workspace };

/// Segments of a case, with gaps or without. Segments without gaps have one
/// more begin, as offsets of CRS.
struct FuzzSegments {
  bool have_gaps = false;
  std::vector<std::uint32_t> begins, ends;
  Kokkos::View<std::uint32_t*, Memory> device_begins, device_ends;

  void draw(std::uint64_t seed, std::size_t n);
  /// One segment [0, n).
  void set_one(std::size_t n);
  /// Calls work(begin, end) for the segments, and for each element between
  /// these, until one returns a verdict.
  template <class Work>
  std::string each(std::size_t n, Work const& work) const {
    std::size_t at = 0;
    std::string verdict;
    auto const pass = [&](std::size_t end) {
      for (; at < end && verdict.empty(); ++at) verdict = work(at, at + 1);
    };
    for (std::size_t i = 0; i < ends.size() && verdict.empty(); ++i) {
      pass(begins[i]);
      if (verdict.empty()) verdict = work(begins[i], ends[i]);
      at = ends[i];
    }
    pass(n);
    return verdict;
  }
};

/// One case: the arguments of the call and its results. One object serves all
/// cases, for its memory.
class Case {
 public:
  Case();

  std::size_t instances() const { return m_spaces.size(); }

  void begin(KindTraits const& kind, Parameters const& parameters);

  /// Returns the workspace of the call, or null for none. The call may write
  /// only the first `bytes` of a larger one.
  Workspace<Memory> const* workspace(std::size_t bytes);

  /// Waits for the call. Returns what is wrong with all memory but results, or
  /// nothing.
  std::string finish(Plant plant);

  Exec const& exec() const { return m_spaces[parameters.instance]; }

  /// Draws a number of keys or segments, of which there are `extent`, below, at
  /// or above it, or negative. Writes it to `count`, and to `used` the keys or
  /// segments that it stands for.
  template <class Number>
  void draw_count(std::size_t extent) {
    using Limits = std::numeric_limits<Number>;
    Draw draw(parameters.key_seed ^ 0xc07);
    auto number = static_cast<Number>(draw.below(extent + 1));
    switch (draw.below(8)) {
      case 0: number = static_cast<Number>(extent); break;
      case 1: number = static_cast<Number>(extent + draw.between(1, 40)); break;
      case 2: number = Limits::max(); break;
      case 3: number = Limits::min(); break;
      case 4: number = static_cast<Number>(-draw.between(1, 40)); break;
      default: break;
    }
    used = std::cmp_less(number, 0)        ? 0
           : std::cmp_less(number, extent) ? static_cast<std::size_t>(number)
                                           : extent;
    Kokkos::deep_copy(count_as<Number>(), number);
  }
  /// A view of `count` as another type, of 8 bytes at most.
  template <class Number>
  auto count_as() const {
    return Kokkos::View<Number, Memory,
                        Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
        reinterpret_cast<Number*>(count.data()));
  }

  KindTraits kind{};
  Parameters parameters{};
  // Keys: sorted or only read; values: sorted along, or permuted in place;
  // index: a permutation to read, or values that the call returns; result:
  // whatever else it returns.
  // Rows: rows of entries, or offsets of rows or of strings, to read; offsets:
  // those that the call returns, or ends of strings.
  Field keys, values, index, result, rows, offsets;
  FuzzSegments segments;
  bool answer = false;                                 // of is_sorted
  Kokkos::View<std::uint64_t, Memory> count{"count"};  // of runs, or to read
  std::size_t used = 0;

 private:
  bool workspace_guard_holds() const;
  std::string check_fields(Plant plant);

  std::vector<Exec> m_spaces;
  Workspace<Memory> m_exact, m_larger;
  std::size_t m_asked     = 0;
  bool m_is_larger_in_use = false;
};

/// Fills values with their index, in their first four bytes if they have as
/// many.
void fill_values(Field& field);
/// Whether the value at i of the results is that of element `origin`.
bool is_value_of(Field const& field, std::size_t i, std::size_t origin);
/// The index in the first `bytes` bytes of a result.
std::size_t tag_of(Field const& field, std::size_t i, std::size_t bytes);

/// Which payloads permute() is given: one in place, or one to gather.
inline bool permutes_in_place(Parameters const& p) { return p.modulus % 3 < 2; }
inline bool gathers(Parameters const& p) { return p.modulus % 3 > 0; }

constexpr bool is_segmented(Function function) {
  return function == Function::segmented_sort ||
         function == Function::segmented_sort_by_key ||
         function == Function::segmented_argsort ||
         function == Function::segmented_top_k ||
         function == Function::sort_counted;
}

/// Functions that return a sparse matrix or a graph.
constexpr bool is_crs(Function function) {
  return function == Function::coo_to_crs ||
         function == Function::sort_and_merge;
}
/// Whether the outputs of the case are its inputs.
inline bool is_crs_in_place(KindTraits const& kind, Parameters const& p) {
  return kind.function == Function::sort_and_merge && p.modulus % 2 == 0;
}
/// Whether a team of the caller calls the function.
constexpr bool is_in_kernel(Function function) {
  return function >= Function::sort_team;
}
/// Whether keys and values are read, and others returned.
constexpr bool returns_others(Function function) {
  return (function >= Function::merge && function <= Function::histogram) ||
         is_crs(function) || function == Function::merge_team ||
         function == Function::top_k_team;
}

void fill_permute(Case& c);
std::string verify_permute(Case& c, Plant plant);

}  // namespace KokkosSort::Test::Fuzz

#endif
