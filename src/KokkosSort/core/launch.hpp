// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_LAUNCH_HPP
#define KOKKOSSORT_CORE_LAUNCH_HPP

#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/opaque_rank_member.hpp>
#include <KokkosSort/core/invalid_argument.hpp>
#include <KokkosSort/core/team_shape.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace KokkosSort::Impl {

// What get_shmem_aligned may lose in front of the block it returns.
inline constexpr std::size_t scratch_alignment = 16;

// Leagues are counted in int by Kokkos.
inline constexpr std::size_t max_league = 0x7fffffff;

/// Kokkos's own member of a team. A kernel that asks for it is launched as it
/// is.
template <class Exec>
using KokkosMember = typename Kokkos::TeamPolicy<Exec>::member_type;

/// A member of a team, for kernels that keep more in registers than fits.
template <class Exec>
using TeamMember =
    std::conditional_t<TeamShape<Exec>::is_host, KokkosMember<Exec>,
                       OpaqueRankMember<Exec, KokkosMember<Exec>>>;

/// Any kernel, by reference. What Kokkos makes of a kernel's type takes a
/// compiler as long as the kernel itself, and one more call for each team or
/// index costs nothing on a host: there all kernels are of this type.
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

/// A kernel of a device as Kokkos calls it.
template <class Exec, class Kernel>
struct OpaqueRankKernel {
  Kernel kernel;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(
      KokkosMember<Exec> const& member) const {
    kernel(TeamMember<Exec>(member));
    Warp<Exec>::end_kernel(member);
  }
};

/// The policy of a kernel on a device. Kokkos passes a kernel of 512 bytes or
/// more through constant memory and waits on the host until the last such
/// launch has begun, unless the kernel is declared light: then it travels with
/// the launch, as smaller ones do, up to 4,096 bytes. The bound of 256 leaves
/// room for what Kokkos adds to a kernel.
template <class Exec, class Bounds, class Kernel>
using DevicePolicy = std::conditional_t<
    (sizeof(Kernel) < 256), Kokkos::TeamPolicy<Exec, Bounds>,
    Kokkos::TeamPolicy<
        Exec, Bounds,
        Kokkos::Experimental::WorkItemProperty::HintLightWeight_t>>;

template <class Policy, class Exec, class Kernel>
void launch_league(char const* label, Exec const& exec, std::size_t league,
                   int team_size, std::size_t scratch_bytes,
                   Kernel const& kernel) {
  if (league > max_league)
    invalid_argument(std::string(label) + ": " + std::to_string(league) +
                     " teams, but Kokkos counts them in int");
  Policy policy(exec, static_cast<int>(league), team_size);
  policy.set_scratch_size(
      0, Kokkos::PerTeam(static_cast<int>(scratch_bytes + scratch_alignment)));
  Kokkos::parallel_for(labeled(label), policy, kernel);
}

/// Launches `kernel` on `league` teams of TeamSize threads, each with the
/// scratch that the kernel asks for by scratch_bytes(). MinTeams are to share a
/// multiprocessor, which bounds the registers a thread may have.
template <int TeamSize, int MinTeams = 4, class Exec, class Kernel>
void launch_teams(char const* label, Exec const& exec, std::size_t league,
                  Kernel const& kernel) {
  if (league == 0) return;
  if constexpr (launches_wait_v<Exec>) {
    launch_league<Kokkos::TeamPolicy<Exec>>(
        label, exec, league, TeamSize, kernel.scratch_bytes(),
        AnyKernel<TeamMember<Exec>>::of(kernel));
  } else {
    using Bounds = Kokkos::LaunchBounds<TeamSize, MinTeams>;
    using Called = std::conditional_t<
        std::is_invocable_v<Kernel const&, KokkosMember<Exec> const&>, Kernel,
        OpaqueRankKernel<Exec, Kernel>>;
    launch_league<DevicePolicy<Exec, Bounds, Called>>(
        label, exec, league, TeamSize, kernel.scratch_bytes(), Called{kernel});
  }
}

/// The team's whole scratch as bytes.
template <class Member>
KOKKOS_FORCEINLINE_FUNCTION std::byte* team_scratch(Member const& member,
                                                    std::size_t bytes) {
  return static_cast<std::byte*>(
      member.team_scratch(0).get_shmem_aligned(bytes, scratch_alignment));
}

/// Teams that `exec` runs at once, at most.
template <int TeamSize, class Exec>
std::size_t resident_teams(Exec const& exec) {
  auto const threads = static_cast<std::size_t>(exec.concurrency());
  return threads < TeamSize ? 1 : threads / TeamSize;
}

}  // namespace KokkosSort::Impl

#endif
