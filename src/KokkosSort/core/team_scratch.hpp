// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_TEAM_SCRATCH_HPP
#define KOKKOSSORT_CORE_TEAM_SCRATCH_HPP

#include <KokkosSort/core/dependent_launch.hpp>
#include <KokkosSort/core/team_shape.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace KokkosSort::Impl {

/// Bytes of scratch that a team of any device may have: those of CUDA before
/// Kokkos 5.2.
inline constexpr std::size_t usual_team_scratch = 40'936;

/// Bytes of scratch that launch_teams gives a team. Kokkos has 32 KiB on hosts.
template <class Exec>
inline constexpr std::size_t max_team_scratch =
    TeamShape<Exec>::is_host ? 32 * 1024 : usual_team_scratch;

// These devices have 164 KiB and more per multiprocessor, for kernels that opt
// in. DependentLaunch does so, Kokkos does not. With 80 KiB each, two teams
// share a multiprocessor.
#if defined(KOKKOS_ENABLE_CUDA) &&                                     \
    (defined(KOKKOS_ARCH_AMPERE80) || defined(KOKKOS_ARCH_HOPPER90) || \
     defined(KOKKOS_ARCH_BLACKWELL100))
template <>
inline constexpr std::size_t max_team_scratch<Kokkos::Cuda> =
    has_dependent_launch<Kokkos::Cuda> ? 80 * 1024 : usual_team_scratch;
#endif

}  // namespace KokkosSort::Impl

#endif
