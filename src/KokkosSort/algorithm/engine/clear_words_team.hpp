// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_ENGINE_CLEAR_WORDS_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_ENGINE_CLEAR_WORDS_TEAM_HPP

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Impl {

/// Clears words of device memory. All teams of a league share the work.
template <class Member, class Word>
KOKKOS_INLINE_FUNCTION void clear_words(Member const& member, Word* words,
                                        std::uint64_t count) {
  auto const team           = static_cast<std::uint64_t>(member.team_size());
  std::uint64_t const step  = member.league_size() * team;
  std::uint64_t const first = member.league_rank() * team + member.team_rank();
  for (std::uint64_t i = first; i < count; i += step) words[i] = 0;
}

}  // namespace KokkosSort::Impl

#endif
