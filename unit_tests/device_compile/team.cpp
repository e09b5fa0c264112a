// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels of the tests of team blocks. They are compiled for CUDA and HIP
// and never run.

#include <support/guarded_kernel.hpp>
#include <KokkosSort/block/ticket_team.hpp>
#include <KokkosSort/core/warp.hpp>

#include <cstdint>

namespace KokkosSort::Test {
namespace {

#if defined(KOKKOS_ARCH_AMD_GFX1100)
static_assert(Impl::Warp<Exec>::size == 32, "RDNA");
#elif defined(KOKKOS_ARCH_AMD_GFX90A)
static_assert(Impl::Warp<Exec>::size == 64, "CDNA");
#endif

struct DrawTicket {
  std::uint32_t* tickets;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    Impl::next_work_item(member, tickets,
                         reinterpret_cast<std::uint32_t*>(scratch));
  }
};

}  // namespace

void draw_ticket(Exec const& exec, std::uint32_t* tickets, int* overrun) {
  Impl::launch_teams<Impl::TeamShape<Exec>::size>(
      "test", exec, 1,
      GuardedKernel<DrawTicket>{DrawTicket{tickets}, 16, overrun});
}

}  // namespace KokkosSort::Test
