// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_CONCURRENT_TEAMS_HPP
#define KOKKOSSORT_CORE_CONCURRENT_TEAMS_HPP

#include <KokkosSort/core/invalid_argument.hpp>
#include <KokkosSort/core/launch.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <string>

namespace KokkosSort::Impl {

/// Returns the number of teams of TeamSize threads that run at the same time if
/// nothing else does. The registers of each leave room for MinTeams teams per
/// multiprocessor.
template <int TeamSize, int MinTeams, class Exec>
std::size_t concurrent_teams(Exec const& exec, std::size_t) {
  return resident_teams<TeamSize>(exec);
}

#if defined(KOKKOS_ENABLE_CUDA)
/// Scratch and registers bound the teams as well as threads do.
template <int TeamSize, int MinTeams>
std::size_t concurrent_teams(Kokkos::Cuda const& exec,
                             std::size_t scratch_bytes) {
  constexpr std::size_t reserved = 1024;  // by CUDA, per team
  auto const& device             = exec.cuda_device_prop();
  std::size_t const by_scratch   = device.sharedMemPerMultiprocessor /
                                 (scratch_bytes + scratch_alignment + reserved);
  std::size_t const per_multiprocessor =
      std::min(by_scratch, std::size_t{MinTeams});
  return std::min(resident_teams<TeamSize>(exec),
                  per_multiprocessor *
                      static_cast<std::size_t>(device.multiProcessorCount));
}
#endif

/// Throws std::invalid_argument unless `teams` teams, which wait for one
/// another, run at the same time. Otherwise their kernel would not end.
inline void check_concurrent_teams(char const* caller, std::size_t teams,
                                   std::size_t concurrent) {
  if (teams <= concurrent) return;
  invalid_argument(std::string(caller) + ": " + std::to_string(teams) +
                   " teams wait for one another, but the execution space runs "
                   "only " +
                   std::to_string(concurrent) +
                   " at the same time, so the kernel would not end");
}

}  // namespace KokkosSort::Impl

#endif
