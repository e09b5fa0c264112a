// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_APP_ALGORITHMS_HPP
#define KOKKOSSORT_APP_ALGORITHMS_HPP

#include "job.hpp"
#include <KokkosSort.hpp>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace KokkosSort::App {

template <class Tag, bool Stable>
struct AlgorithmEntry {
  using tag                       = Tag;
  static constexpr bool is_stable = Stable;
  std::string_view name;
  std::string_view description;
};

/// Every algorithm that --algorithm names.
inline constexpr std::tuple algorithms{
    AlgorithmEntry<Algorithm::Automatic, true>{"auto", "the library's choice"},
    AlgorithmEntry<Algorithm::Sample, true>{
        "sample", "sample sort (Leischner, Osipov and Sanders 2009)"},
};

template <class F>
void for_each_algorithm(F&& f) {
  std::apply([&](const auto&... entry) { (f(entry), ...); }, algorithms);
}

inline std::vector<std::string> algorithm_names() {
  std::vector<std::string> names;
  for_each_algorithm(
      [&](const auto& entry) { names.emplace_back(entry.name); });
  return names;
}

/// Calls f(tag) with the tag of the named algorithm. Only stable ones are known
/// where `StableOnly`.
template <bool StableOnly, class F>
void with_algorithm(std::string_view name, F&& f) {
  bool found = false;
  for_each_algorithm([&](const auto& entry) {
    using Entry = std::remove_cvref_t<decltype(entry)>;
    if (entry.name != name) return;
    if constexpr (Entry::is_stable || !StableOnly) {
      found = true;
      f(typename Entry::tag{});
    } else {
      throw argument_error(
          "--algorithm", name,
          "it is not stable, which --stable and --type record need");
    }
  });
  if (found) return;
  std::string known;
  for (const std::string& other : algorithm_names())
    known += (known.empty() ? "" : ", ") + other;
  throw argument_error("--algorithm", name, "unknown, known are: " + known);
}

}  // namespace KokkosSort::App

#endif
