// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_PERMUTE_CHECKS_HPP
#define KOKKOSSORT_FRONT_PERMUTE_CHECKS_HPP

#include <KokkosSort/front/checks.hpp>
#include <KokkosSort/front/overlap.hpp>
#include <KokkosSort/front/views.hpp>

#include <array>
#include <cstddef>
#include <limits>
#include <string>

namespace KokkosSort::Impl {

enum class PermuteRole { permutation, in_place, source, destination };

/// One view of permute(), as its checks see it.
struct PermuteView {
  PermuteRole role    = PermuteRole::permutation;
  std::size_t payload = 0;  // its index among the payloads
  std::size_t rows    = 0;
  std::size_t columns = 0;
  MemorySpan memory   = {};

  std::string name() const {
    if (role == PermuteRole::permutation) return "permutation";
    std::string const own = "payloads[" + std::to_string(payload) + "]";
    return role == PermuteRole::source        ? own + ".source"
           : role == PermuteRole::destination ? own + ".destination"
                                              : own;
  }
};

template <AnyView ViewType>
PermuteView describe(PermuteRole role, std::size_t payload,
                     ViewType const& view) {
  return {role, payload, view.extent(0),
          ViewType::rank == 1 ? 1 : view.extent(1), memory_of(view)};
}
/// The memory of elements behind an accessor is unknown.
template <class Payload>
PermuteView describe(PermuteRole role, std::size_t payload,
                     Payload const& elements) {
  return {role, payload, elements.count, 1, {}};
}

/// Returns true if a kernel of permute() would race on an overlap of these two.
/// In-place payloads change only after everything has been read, so that they
/// may also be a source, or the permutation itself.
inline bool must_differ(PermuteRole a, PermuteRole b) {
  auto const is_written = [](PermuteRole role) {
    return role == PermuteRole::in_place || role == PermuteRole::destination;
  };
  return a == PermuteRole::destination || b == PermuteRole::destination ||
         (is_written(a) && is_written(b));
}

inline void check_rows(PermuteView const& view, std::size_t n) {
  if (view.role == PermuteRole::source) {
    if (n > 0 && view.rows == 0)
      invalid_argument(
          "permute", view.name().c_str(),
          "has extent 0, but 'permutation' has extent " + std::to_string(n));
  } else {
    check_extent("permute", view.name().c_str(), view.rows, "permutation", n);
  }
}

/// Performs all checks of permute(). The first view is the permutation, and a
/// source comes before its destination.
template <std::size_t Count>
void check_permute(std::array<PermuteView, Count> const& views) {
  for (std::size_t i = 1; i < Count; ++i) {
    PermuteView const& view = views[i];
    check_rows(view, views[0].rows);
    if (view.role == PermuteRole::destination &&
        view.columns != views[i - 1].columns)
      invalid_argument("permute", view.name().c_str(),
                       "has " + std::to_string(view.columns) +
                           " columns, but '" + views[i - 1].name() + "' has " +
                           std::to_string(views[i - 1].columns));
    for (std::size_t j = 0; j < i; ++j)
      if (must_differ(view.role, views[j].role) &&
          surely_overlap(view.memory, views[j].memory))
        refuse_overlap("permute", view.name().c_str(), views[j].name());
  }
}

/// Returns the bound that every index must stay below.
template <std::size_t Count>
std::size_t index_limit(std::array<PermuteView, Count> const& views) {
  std::size_t limit = std::numeric_limits<std::size_t>::max();
  for (PermuteView const& view : views)
    if (view.role == PermuteRole::in_place || view.role == PermuteRole::source)
      limit = view.rows < limit ? view.rows : limit;
  return limit;
}

}  // namespace KokkosSort::Impl

#endif
