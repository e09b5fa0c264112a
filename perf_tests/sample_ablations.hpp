// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERF_SAMPLE_ABLATIONS_HPP
#define KOKKOSSORT_PERF_SAMPLE_ABLATIONS_HPP

#include <KokkosSort/front/algorithm_tags.hpp>

#include <string_view>
#include <tuple>
#include <type_traits>

namespace KokkosSort::Perf {

/// Returns the parameters of the paper's sample sort with one choice of its
/// sections 4 and 5 changed. The benchmarks compare these ablations with
/// Algorithm::paper_sample. KokkosSort_PERF_ALGORITHMS=sample_ablations builds
/// them.
constexpr SampleParameters paper_but(bool stored_indices, bool staged_scatter,
                                     int counter_arrays) {
  SampleParameters parameters = paper_sample_parameters;
  parameters.stored_indices   = stored_indices;
  parameters.staged_scatter   = staged_scatter;
  parameters.counter_arrays   = counter_arrays;
  return parameters;
}

namespace Tags {
using namespace Algorithm;
inline constexpr auto paper_sample_stored =
    Algorithm::sample_with<paper_but(true, false, 8)>;
inline constexpr auto paper_sample_staged =
    Algorithm::sample_with<paper_but(false, true, 8)>;
inline constexpr auto paper_sample_one_array =
    Algorithm::sample_with<paper_but(false, false, 1)>;
inline constexpr auto paper_sample_two_arrays =
    Algorithm::sample_with<paper_but(false, false, 2)>;
inline constexpr auto paper_sample_four_arrays =
    Algorithm::sample_with<paper_but(false, false, 4)>;
}  // namespace Tags

/// Name of an ablation in the tables.
template <class Tag>
struct Ablation {
  Tag tag;
  std::string_view name;
};

inline constexpr std::tuple sample_ablations{
    Ablation{Tags::paper_sample_stored, "paper_sample_stored"},
    Ablation{Tags::paper_sample_staged, "paper_sample_staged"},
    Ablation{Tags::paper_sample_one_array, "paper_sample_one_array"},
    Ablation{Tags::paper_sample_two_arrays, "paper_sample_two_arrays"},
    Ablation{Tags::paper_sample_four_arrays, "paper_sample_four_arrays"}};

/// Calls f(tag, name) for each ablation.
template <class F>
constexpr void for_each_ablation(F&& f) {
  std::apply([&](auto const&... each) { (f(each.tag, each.name), ...); },
             sample_ablations);
}

/// Returns the name of a tag that is an ablation, or an empty one.
template <class Tag>
constexpr std::string_view ablation_name() {
  std::string_view found;
  for_each_ablation([&](auto const& tag, std::string_view name) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(tag)>, Tag>)
      found = name;
  });
  return found;
}

}  // namespace KokkosSort::Perf

#endif
