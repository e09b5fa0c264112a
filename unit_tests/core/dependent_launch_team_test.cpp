// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/events.hpp>
#include <support/fill_scratch.hpp>
#include <support/space.hpp>
#include <KokkosSort/core/dependent_launch.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/team_shape.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace KokkosSort::Test {
namespace {

using Words            = DeviceView<std::uint32_t>;
constexpr int team     = Impl::TeamShape<Exec>::size;
constexpr int each     = 64;
constexpr char label[] = "KokkosSort::Test::launch";

/// Each team adds one to the words of the team at the other end.
struct AddToOthers {
  Words from;
  Words to;

  KOKKOS_FUNCTION void operator()(Impl::TeamMember<Exec> const& member) const {
    int const other = member.league_size() - 1 - member.league_rank();
    for (int i = member.team_rank(); i < each; i += team)
      to(member.league_rank() * each + i) = from(other * each + i) + 1;
  }
};

/// Returns the words after so many launches, each of which adds one to all.
std::vector<std::uint32_t> after_launches(Exec const& exec, int launches) {
  int const league = 2000;
  Words const a("a", league * each);
  Words const b("b", league * each);
  for (int k = 0; k < launches; ++k)
    Impl::launch_teams<team>(
        label, exec, league,
        k % 2 == 0 ? AddToOthers{a, b} : AddToOthers{b, a});
  exec.fence();
  return on_host(launches % 2 == 0 ? a : b);
}

void expect_all(std::vector<std::uint32_t> const& words, std::uint32_t value) {
  EXPECT_EQ(words, std::vector<std::uint32_t>(words.size(), value));
}

// A kernel begins before the one in front has ended, but reads what it wrote.
TEST(DependentLaunch, LaterKernelsSeeAllWrites) {
  expect_all(after_launches(Exec{}, 101), 101);
}

/// Each team reverses words by way of its scratch.
struct ReverseInScratch {
  Words words;
  int count;

  std::size_t scratch_bytes() const { return count * sizeof(std::uint32_t); }

  KOKKOS_FUNCTION void operator()(Impl::TeamMember<Exec> const& member) const {
    auto* const scratch = reinterpret_cast<std::uint32_t*>(
        Impl::team_scratch(member, count * sizeof(std::uint32_t)));
    int const begin = member.league_rank() * count;
    for (int i = member.team_rank(); i < count; i += team)
      scratch[i] = words(begin + i);
    member.team_barrier();
    for (int i = member.team_rank(); i < count; i += team)
      words(begin + i) = scratch[count - 1 - i];
  }
};

TEST(DependentLaunch, ScratchIsAsLargeAsEachLaunchNeeds) {
  Exec const exec;
  for (int const count : {1, 9000, 33, 5000}) {
    int const league = 300;
    std::vector<std::uint32_t> words(static_cast<std::size_t>(league) * count);
    std::vector<std::uint32_t> reversed(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      words[i]                              = static_cast<std::uint32_t>(i);
      std::size_t const c                   = static_cast<std::size_t>(count);
      reversed[i / c * c + (c - 1 - i % c)] = words[i];
    }
    Words const view = to_device(words);
    Impl::launch_teams<team>(label, exec, league,
                             ReverseInScratch{view, count});
    exec.fence();
    EXPECT_EQ(on_host(view), reversed) << count;
  }
}

// TeamScratch.TeamsHaveAllOfIt launches the same kernel from another file.
TEST(DependentLaunch, KernelsOfEachFileHaveTheirScratch) {
  check_fill_scratch();
}

TEST(DependentLaunch, ToolsSeeEachLaunch) {
  Words const a("a", each);
  Words const b("b", each);
  Exec const exec;
  Events const events;
  for (int k = 0; k < 2; ++k)
    Impl::launch_teams<team>(label, exec, 1, AddToOthers{a, b});
  exec.fence();
  EXPECT_EQ(events.kernels(), Events::Labels(2, label));
}

#if defined(KOKKOSSORT_TEST_ON_DEVICE) && defined(KOKKOS_ENABLE_CUDA)
// Also the default streams of the runtime, of which other streams wait for one.
TEST(DependentLaunch, InstancesMayHaveAnyStream) {
  for (cudaStream_t const stream :
       {cudaStreamLegacy, cudaStreamPerThread, cudaStream_t{}})
    expect_all(after_launches(Exec(stream), 5), 5);
}

// No device has 512 KiB of scratch for a team.
TEST(DependentLaunch, TooMuchScratchIsAnErrorThatNamesTheKernel) {
  int const count = 1 << 17;
  Words const view("view", count);
  try {
    Impl::launch_teams<team>(label, Exec{}, 1, ReverseInScratch{view, count});
    ADD_FAILURE() << "the launch was not refused";
  } catch (std::runtime_error const& error) {
    EXPECT_NE(std::string(error.what()).find(label), std::string::npos);
  }
  // The next launch does not report that error.
  Impl::launch_teams<team>(label, Exec{}, 1, ReverseInScratch{view, 10});
  Exec{}.fence();
}
#endif

}  // namespace
}  // namespace KokkosSort::Test
