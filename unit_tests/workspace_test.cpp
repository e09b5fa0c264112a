// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/comparators.hpp>
#include <support/events.hpp>
#include <support/instances.hpp>
#include <support/matrix_sorter.hpp>

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
// AddressSanitizer would end the program at an allocation that cannot be.
extern "C" char const* __asan_default_options();
extern "C" char const* __asan_default_options() {
  return "allocator_may_return_null=1";
}
#endif

namespace KokkosSort::Test::WorkspaceTest {
namespace {

using Wide = std::array<std::uint64_t, 6>;

TEST(Workspace, GrowsOnlyWhenItMust) {
  Exec const exec;
  Workspace<Memory> workspace;
  EXPECT_EQ(workspace.bytes(), 0u);
  workspace.reserve(exec, 1000);
  EXPECT_EQ(workspace.bytes(), 1000u);
  void const* const block = workspace.data();
  {
    Events const events;
    workspace.reserve(exec, 10);
    workspace.reserve(exec, 1000);
    EXPECT_TRUE(events.allocations().empty());
    EXPECT_TRUE(events.fences().empty());
  }
  EXPECT_EQ(workspace.data(), block);
  workspace.reserve(exec, 1001);
  EXPECT_EQ(workspace.bytes(), 1001u);
  EXPECT_EQ(Workspace<Memory>(exec, 77).bytes(), 77u);
}

/// More than any machine has.
constexpr std::size_t too_much = std::size_t{1} << 60;

TEST(Workspace, HoldsNothingAfterAnAllocationThatFailed) {
  Exec const exec;
  Workspace<Memory> workspace(exec, 1000);
  EXPECT_ANY_THROW(workspace.reserve(exec, too_much));
  EXPECT_EQ(workspace.bytes(), 0u);
  EXPECT_EQ(workspace.data(), nullptr);
  EXPECT_ANY_THROW((Workspace<Memory>(exec, too_much)));

  // It is refused until it has grown again.
  auto const input = input_keys<std::uint32_t>(50000, Distribution::uniform);
  Guarded<std::uint32_t> const keys(input);
  EXPECT_TRUE(
      refuses([&] { sort(exec, keys.view(), Algorithm::merge, workspace); },
              {"'workspace' has 0 bytes"}));
  EXPECT_TRUE(keys.untouched());
  workspace.reserve(exec,
                    sort_workspace_size(exec, keys.view(), Algorithm::merge));
  sort(exec, keys.view(), Algorithm::merge, workspace);
  EXPECT_TRUE(sorted(keys.values(), input, std::less<std::uint32_t>{}));
}

/// For lack of memory: not because an argument was refused.
template <class Call>
testing::AssertionResult fails_to_allocate(Call const& call) {
  try {
    call();
  } catch (std::invalid_argument const& error) {
    return testing::AssertionFailure() << "refused: " << error.what();
  } catch (std::exception const&) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << "nothing is thrown";
}

/// Views of more keys than there is memory for, at addresses without memory:
/// the call has to fail before it reads or writes any.
TEST(Workspace, CallsThatGetNoMemoryThrowBeforeTheyTouchAnything) {
  Exec const exec;
  std::size_t const n = too_much / 16;
  auto const at       = [](std::uintptr_t part) { return part << 60; };
  MatrixView<std::uint32_t> const keys(reinterpret_cast<std::uint32_t*>(at(1)),
                                       n);
  MatrixView<std::uint32_t> const values(
      reinterpret_cast<std::uint32_t*>(at(2)), n);
  MatrixView<std::uint64_t> const indices(
      reinterpret_cast<std::uint64_t*>(at(3)), n);
  EXPECT_TRUE(fails_to_allocate([&] { sort(exec, keys); }));
  EXPECT_TRUE(fails_to_allocate([&] { sort(exec, keys, Algorithm::sample); }));
  EXPECT_TRUE(fails_to_allocate([&] { sort_by_key(exec, keys, values); }));
  EXPECT_TRUE(
      fails_to_allocate([&] { sort_by_key(exec, keys, values, Greater{}); }));
  EXPECT_TRUE(fails_to_allocate([&] { argsort(exec, indices, keys); }));
  exec.fence();
}

/// Returns Linux's entry of the mapping that holds an address: "VmFlags: rd wr
/// ...".
std::string mapping_flags(void const* address) {
  auto const at = reinterpret_cast<std::uintptr_t>(address);
  std::ifstream maps("/proc/self/smaps");
  bool is_in = false;
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t begin = 0;
    std::uintptr_t end   = 0;
    if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " ", &begin, &end) ==
        2)
      is_in = begin <= at && at < end;
    if (is_in && line.starts_with("VmFlags:")) return line + ' ';
  }
  return {};
}

TEST(Workspace, RequestsLargePagesOnAHost) {
  if constexpr (!std::is_same_v<Memory, Kokkos::HostSpace>)
    GTEST_SKIP() << "the memory is not a host's";
  std::ifstream setting("/sys/kernel/mm/transparent_hugepage/enabled");
  std::string choices;
  if (!std::getline(setting, choices))
    GTEST_SKIP() << "this system has no large pages to give";
  std::size_t const bytes = 4 * Impl::large_page_bytes;
  Workspace<Memory> const workspace(Exec(), bytes);
  auto const* const middle =
      static_cast<std::byte const*>(workspace.data()) + bytes / 2;
  std::string const flags = mapping_flags(middle);
  if (flags.empty()) GTEST_SKIP() << "this system lists no flags of a mapping";
  EXPECT_NE(flags.find(" hg "), std::string::npos) << flags;
}

// ------------------------------------------- no allocation, no fence, no copy

TEST(Workspace, CallsThatAreGivenOneNeitherAllocateNorFence) {
  Exec const exec;
  // Fewer take no launch on a host.
  std::size_t const few = Impl::caller_may_work_v<Exec> ? 3000 : 100;
  for (std::size_t const n : {few, std::size_t{5000}, std::size_t{300000}}) {
    SCOPED_TRACE(n);
    DeviceView<float> const keys("keys", n);
    DeviceView<int> const narrow("narrow", n);
    DeviceView<Wide> const wide("wide", n);
    DeviceView<WideKey> const wide_keys("wide keys", n);
    Workspace<Memory> const workspace(
        exec, std::max({sort_workspace_size(exec, keys),
                        sort_by_key_workspace_size(exec, keys, narrow),
                        sort_by_key_workspace_size(exec, keys, wide),
                        sort_workspace_size(exec, wide_keys),
                        argsort_workspace_size(exec, narrow, keys)}));
    check_quiet("sort", [&] { sort(exec, keys, workspace); });
    check_quiet("descending", [&] { sort(exec, keys, descending, workspace); });
    check_quiet("stable_sort", [&] {
      stable_sort(exec, keys, Greater{}, workspace, Algorithm::sample);
    });
    check_quiet("sort_by_key",
                [&] { sort_by_key(exec, keys, narrow, workspace); });
    check_quiet("values that are gathered",
                [&] { stable_sort_by_key(exec, keys, wide, workspace); });
    check_quiet("wide keys", [&] { sort(exec, wide_keys, workspace); });
    check_quiet("argsort", [&] { argsort(exec, narrow, keys, workspace); });
  }
}

TEST(Workspace, CallsWithoutOneAllocateOnceAndFence) {
  Exec const exec;
  DeviceView<float> const keys("keys", 50000);
  sort(exec, keys);
  Events const events;
  sort(exec, keys);
  EXPECT_EQ(events.allocations().size(), 1u);
  EXPECT_EQ(events.deallocations().size(), 1u);
  EXPECT_GE(events.fences().size(), 1u);
}

TEST(Workspace, ExactSizeSufficesForEveryKindOfCall) {
  Exec const exec;
  for (std::size_t const n : {2, 3, 1025, 4097, 131073, 200001}) {
    SCOPED_TRACE(n);
    auto const input = input_keys<std::uint64_t>(n, Distribution::zipf, n);
    Guarded<std::uint64_t> const keys(input);
    Guarded<Wide> const wide(std::vector<Wide>(n, Wide{1, 2, 3, 4, 5, 6}));
    Workspace<Memory> const workspace(
        exec, sort_by_key_workspace_size(exec, keys.view(), wide.view()));
    sort_by_key(exec, keys.view(), wide.view(), workspace);
    EXPECT_TRUE(sorted(keys.values(), input, std::less<std::uint64_t>{}));
    EXPECT_TRUE(wide.guards_hold());
  }
}

// ------------------------------------------------------- runs and instances

TEST(Workspace, EarlierContentsDoNotMatterInAHundredRuns) {
  Exec const exec;
  auto const input = input_keys<float>(60000, Distribution::specials);
  Guarded<float> const first(input);
  PoisonedWorkspace scratch;
  auto const bytes = sort_workspace_size(exec, first.view());
  sort(exec, first.view(), scratch.prepare(bytes));
  auto const expected = first.values();
  for (int run = 0; run < 100; ++run) {
    Guarded<float> const keys(input);
    auto const poison = static_cast<unsigned char>(run % 2 == 0 ? 0xff : run);
    sort(exec, keys.view(), scratch.prepare(bytes, poison));
    ASSERT_TRUE(same_sequence(keys.values(), expected)) << "run " << run;
  }
}

TEST(Workspace, APermutationIsTheSameInAHundredRuns) {
  Exec const exec;
  std::size_t const n = 60000;
  Guarded<std::uint32_t> const keys(
      input_keys<std::uint32_t>(n, Distribution::sqrt_values));
  Guarded<int> const first(std::vector<int>(n, 0));
  PoisonedWorkspace scratch;
  auto const bytes = argsort_workspace_size(exec, first.view(), keys.view());
  argsort(exec, first.view(), keys.view(), scratch.prepare(bytes));
  auto const expected = first.values();
  for (int run = 0; run < 100; ++run) {
    Guarded<int> const permutation(std::vector<int>(n, run));
    argsort(exec, permutation.view(), keys.view(),
            scratch.prepare(bytes, static_cast<unsigned char>(run)));
    ASSERT_TRUE(same_sequence(permutation.values(), expected)) << "run " << run;
  }
}

struct InstanceJob {
  Array<std::uint32_t> input;
  Guarded<std::uint32_t> keys;
  Workspace<Memory> workspace;

  explicit InstanceJob(std::uint64_t seed)
      : input(input_keys<std::uint32_t>(200000 + seed, Distribution::uniform,
                                        seed)),
        keys(input) {}
  void start(Exec const& exec) const { sort(exec, keys.view(), workspace); }
  void check() const {
    EXPECT_TRUE(sorted(keys.values(), input, std::less<std::uint32_t>{}));
    EXPECT_TRUE(keys.guards_hold());
  }
};

TEST(Workspace, SeveralInstancesAtOnce) {
  auto const spaces = instances();
  for (int round = 0; round < 5; ++round) {
    std::vector<InstanceJob> jobs;
    for (std::size_t i = 0; i < spaces.size(); ++i) {
      jobs.emplace_back(10 * round + i);
      jobs.back().workspace.reserve(
          spaces[i], sort_workspace_size(spaces[i], jobs.back().keys.view()));
    }
    Kokkos::fence();
    for (std::size_t i = 0; i < spaces.size(); ++i) jobs[i].start(spaces[i]);
    for (auto const& exec : spaces) exec.fence();
    for (auto const& job : jobs) job.check();
  }
}

#if !defined(KOKKOSSORT_TEST_ON_DEVICE) && !defined(KOKKOS_ENABLE_THREADS) && \
    defined(KOKKOS_ENABLE_OPENMP)
TEST(Workspace, SeveralInstancesFromAsManyThreads) {
  auto const spaces = instances();
  std::vector<InstanceJob> jobs;
  for (std::size_t i = 0; i < spaces.size(); ++i) {
    jobs.emplace_back(i);
    jobs.back().workspace.reserve(
        spaces[i], sort_workspace_size(spaces[i], jobs.back().keys.view()));
  }
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < spaces.size(); ++i)
    threads.emplace_back([&, i] { jobs[i].start(spaces[i]); });
  for (auto& thread : threads) thread.join();
  for (auto const& job : jobs) job.check();
}
#endif

#if defined(KOKKOS_ENABLE_SERIAL)
// Also with the Threads backend, whose own pool takes one caller at a time, and
// so what ThreadSanitizer sees of calls side by side.
TEST(Workspace, SeveralSerialInstancesFromAsManyThreads) {
  using HostKeys    = Kokkos::View<std::uint32_t*, Kokkos::HostSpace>;
  auto const spaces = Kokkos::Experimental::partition_space(
      Kokkos::Serial{}, std::vector<int>(4, 1));
  std::vector<HostKeys> keys;
  std::vector<Workspace<Kokkos::HostSpace>> workspaces(spaces.size());
  for (std::size_t i = 0; i < spaces.size(); ++i) {
    // More than fit the stack.
    auto const input =
        input_keys<std::uint32_t>(20000, Distribution::uniform, i);
    keys.emplace_back("keys", input.size());
    std::copy(input.begin(), input.end(), keys[i].data());
    workspaces[i].reserve(spaces[i], sort_workspace_size(spaces[i], keys[i]));
  }
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < spaces.size(); ++i)
    threads.emplace_back([&, i] {
      for (int round = 0; round < 3; ++round) {
        sort(spaces[i], keys[i], descending, workspaces[i]);
        sort(spaces[i], keys[i], workspaces[i]);
      }
    });
  for (auto& thread : threads) thread.join();
  for (auto const& sorted : keys)
    EXPECT_TRUE(
        std::is_sorted(sorted.data(), sorted.data() + sorted.extent(0)));
}
#endif

}  // namespace
}  // namespace KokkosSort::Test::WorkspaceTest
