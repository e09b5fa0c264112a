// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_LAUNCH_HPP
#define KOKKOSSORT_CORE_LAUNCH_HPP

#include <KokkosSort/core/capture_state.hpp>
#include <KokkosSort/core/dependent_launch.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/opaque_rank_member.hpp>
#include <KokkosSort/core/invalid_argument.hpp>
#include <KokkosSort/core/team_shape.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <string>
#include <type_traits>

namespace KokkosSort::Impl {

// Bytes that get_shmem_aligned may skip in front of the block it returns.
inline constexpr std::size_t scratch_alignment = 16;

// Kokkos counts the teams of a league in int.
inline constexpr std::size_t max_league = 0x7fffffff;

/// Team member of Kokkos. A kernel that takes this type is launched as it is.
template <class Exec>
using KokkosMember = typename Kokkos::TeamPolicy<Exec>::member_type;

/// Team member for kernels that would spill registers.
template <class Exec>
using TeamMember =
    std::conditional_t<TeamShape<Exec>::is_host, KokkosMember<Exec>,
                       OpaqueRankMember<Exec, KokkosMember<Exec>>>;

/// Any kernel, by reference. Kokkos instantiates as much code for the type of a
/// kernel as the kernel itself takes to compile. One more call per team or
/// index costs nothing on a host, so there all kernels have this one type.
template <class Argument>
class AnyKernel {
 public:
  template <class Kernel>
  static AnyKernel of(Kernel const& kernel) {
    return {&kernel, [](void const* any, Argument const& argument) {
              (*static_cast<Kernel const*>(any))(argument);
            }};
  }

  void operator()(Argument const& argument) const {
    m_call(m_kernel, argument);
  }

 private:
  using Call = void (*)(void const*, Argument const&);

  AnyKernel(void const* kernel, Call call) : m_kernel(kernel), m_call(call) {}

  void const* m_kernel;
  Call m_call;
};

/// Device kernel in the form that Kokkos calls. The operator() of a kernel is
/// always inlined. If it were a function of its own, it would read its scratch
/// as memory of any kind. 2^18 pairs of a float and 4 bytes then took 55 us on
/// an H200, and take 35.
template <class Exec, class Kernel>
struct OpaqueRankKernel {
  Kernel kernel;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(
      KokkosMember<Exec> const& member) const {
    kernel(TeamMember<Exec>(member));
    TeamThread<Exec>::end_kernel(member);
  }
};

/// Policy of a device kernel. Kokkos passes a kernel of 512 bytes or more
/// through constant memory, and the host waits until the last such launch has
/// begun. A kernel that is declared light travels with the launch instead, up
/// to 4,096 bytes, as smaller kernels do. The bound of 256 bytes leaves room
/// for what Kokkos adds to a kernel.
template <class Exec, class Bounds, class Kernel>
using DevicePolicy = std::conditional_t<
    (sizeof(Kernel) < 256), Kokkos::TeamPolicy<Exec, Bounds>,
    Kokkos::TeamPolicy<
        Exec, Bounds,
        Kokkos::Experimental::WorkItemProperty::HintLightWeight_t>>;

inline void check_league(char const* label, std::size_t league) {
  if (league > max_league)
    invalid_argument(std::string(label) + ": " + std::to_string(league) +
                     " teams, but Kokkos counts them in int");
}

template <class Policy, class Exec, class Kernel>
void launch_league(char const* label, Exec const& exec, std::size_t league,
                   int team_size, std::size_t scratch_bytes,
                   Kernel const& kernel) {
  Policy policy(exec, static_cast<int>(league), team_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(scratch_bytes)));
  Kokkos::parallel_for(labeled(label), policy, kernel);
}

/// Returns the bytes of scratch of a team: kernel.scratch_bytes(), or 0 if the
/// kernel has no such member, and room to align them.
template <class Kernel>
std::size_t scratch_bytes_of(Kernel const& kernel) {
  if constexpr (requires { kernel.scratch_bytes(); }) {
    return kernel.scratch_bytes() + scratch_alignment;
  } else {
    return scratch_alignment;
  }
}

/// Launches `kernel` on `league` teams of TeamSize threads. MinTeams teams
/// should share a multiprocessor, which bounds the registers of a thread.
template <int TeamSize, int MinTeams = 4, class Exec, class Kernel>
void launch_teams(char const* label, Exec const& exec, std::size_t league,
                  Kernel const& kernel) {
  if (league == 0) return;
  check_league(label, league);
  if constexpr (launches_wait_v<Exec>) {
    launch_league<Kokkos::TeamPolicy<Exec>>(
        label, exec, league, TeamSize, scratch_bytes_of(kernel),
        AnyKernel<TeamMember<Exec>>::of(kernel));
  } else {
    using Bounds = Kokkos::LaunchBounds<TeamSize, MinTeams>;
    using Called = std::conditional_t<
        std::is_invocable_v<Kernel const&, KokkosMember<Exec> const&>, Kernel,
        OpaqueRankKernel<Exec, Kernel>>;
    if (refuses_capture<sizeof(Called)>()) return;
    if constexpr (has_dependent_launch<Exec> &&
                  sizeof(Called) <= max_recorded_kernel) {
      DependentLaunch<Exec, Called, TeamSize, MinTeams>::run(
          label, exec, league, scratch_bytes_of(kernel), Called{kernel});
    } else {
      launch_league<DevicePolicy<Exec, Bounds, Called>>(
          label, exec, league, TeamSize, scratch_bytes_of(kernel),
          Called{kernel});
    }
  }
}

/// Returns the team's whole scratch as bytes.
template <class Member>
KOKKOS_FORCEINLINE_FUNCTION std::byte* team_scratch(Member const& member,
                                                    std::size_t bytes) {
  return static_cast<std::byte*>(
      member.team_scratch(0).get_shmem_aligned(bytes, scratch_alignment));
}

/// Returns the number of teams that `exec` can run at once.
template <int TeamSize, class Exec>
std::size_t resident_teams(Exec const& exec) {
  auto const threads = static_cast<std::size_t>(exec.concurrency());
  return threads < TeamSize ? 1 : threads / TeamSize;
}

}  // namespace KokkosSort::Impl

#endif
