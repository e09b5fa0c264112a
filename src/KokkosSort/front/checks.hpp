// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_CHECKS_HPP
#define KOKKOSSORT_FRONT_CHECKS_HPP

#include <KokkosSort/core/invalid_argument.hpp>

#include <cstddef>
#include <limits>
#include <string>

namespace KokkosSort::Impl {

/// Throws std::invalid_argument that names the function and the argument.
[[noreturn]] inline void invalid_argument(char const* function,
                                          char const* argument,
                                          std::string const& problem) {
  invalid_argument(std::string("KokkosSort::") + function + ": argument '" +
                   argument + "' " + problem);
}

/// Throws unless `argument` is as long as `reference`.
inline void check_extent(char const* function, char const* argument,
                         std::size_t extent, char const* reference,
                         std::size_t expected) {
  if (extent != expected)
    invalid_argument(function, argument,
                     "has extent " + std::to_string(extent) + ", but '" +
                         reference + "' has extent " +
                         std::to_string(expected));
}

/// Throws unless the type of `argument` holds the indices 0 … n - 1.
template <class Index>
void check_index(char const* function, char const* argument, std::size_t n) {
  if (n > 0 &&
      n - 1 > static_cast<std::size_t>(std::numeric_limits<Index>::max()))
    invalid_argument(function, argument,
                     "has a type of " + std::to_string(sizeof(Index)) +
                         " bytes that cannot hold the indices of " +
                         std::to_string(n) + " keys");
}

inline void check_workspace(char const* function, std::size_t bytes,
                            std::size_t needed) {
  if (bytes < needed)
    invalid_argument(function, "workspace",
                     "has " + std::to_string(bytes) + " bytes, but " +
                         std::to_string(needed) + " are needed");
}

}  // namespace KokkosSort::Impl

#endif
