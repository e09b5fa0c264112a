// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_CLI_ALGORITHMS_HPP
#define KOKKOSSORT_TOOL_CLI_ALGORITHMS_HPP

#include <tool/job.hpp>
#include <KokkosSort.hpp>
#include <Kokkos_Core.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace KokkosSort::Tool {

/// Calls f with the entry of each algorithm of the library, whose names
/// --algorithm takes.
template <class F>
void for_each_algorithm(F&& f) {
  std::apply([&](const auto&... entry) { (f(entry), ...); },
             Impl::named_algorithms);
}

inline std::vector<std::string> algorithm_names() {
  std::vector<std::string> names;
  for_each_algorithm(
      [&](const auto& entry) { names.emplace_back(entry.name); });
  return names;
}

/// Whether the sorter of a tag states that it is stable.
template <class Tag>
inline constexpr bool is_stable_v = Impl::SorterTemplate<Tag>::template type<
    Kokkos::DefaultExecutionSpace,
    decltype(Impl::pick_sorted_order<std::uint64_t>()),
    std::uint64_t>::is_stable;

/// Calls f(tag) with the tag of the named algorithm. "auto" is short for
/// "automatic". `StableOnly` refuses algorithms that are not stable.
template <bool StableOnly, class F>
void with_algorithm(std::string_view name, F&& f) {
  const std::string_view full = name == "auto" ? "automatic" : name;
  bool found                  = false;
  for_each_algorithm([&](const auto& entry) {
    using Tag = typename std::remove_cvref_t<decltype(entry)>::tag;
    if (entry.name != full) return;
    if constexpr (is_stable_v<Tag> || !StableOnly) {
      found = true;
      f(Tag{});
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

}  // namespace KokkosSort::Tool

#endif
