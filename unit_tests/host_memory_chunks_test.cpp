// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/comparators.hpp>
#include <support/keys.hpp>
#include <KokkosSort/sort.hpp>
#include <KokkosSort/sort_by_key.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

// Sorts of host memory in chunks, as many as a limit of device memory makes.

namespace KokkosSort::Test::HostMemoryChunksTest {
namespace {

template <class T>
using HostView = Kokkos::View<T*, Kokkos::HostSpace,
                              Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

template <class Vector>
auto view_of(Vector& elements) {
  return HostView<typename Vector::value_type>(elements.data(),
                                               elements.size());
}

/// Returns a limit that suffices, at most twice the least one.
template <class Size>
std::size_t least_limit(Size const& size) {
  for (std::size_t bytes = 1024;; bytes *= 2) {
    try {
      static_cast<void>(size(DeviceMemory{bytes}));
      return bytes;
    } catch (std::invalid_argument const&) {
      if (bytes > std::size_t{1} << 30) throw;
    }
  }
}

/// Sorts with one chunk, with a few and with as many as possible.
template <class Keys, class Less, class... Options>
void check(Keys const& input, Less const& less, Options const&... options) {
  SCOPED_TRACE(std::to_string(input.size()) + " keys");
  auto keys             = input;
  auto tags             = index_tags<std::uint32_t>(input.size());
  std::size_t const few = least_limit([&](DeviceMemory const& memory) {
    return sort_by_key_workspace_size(Exec{}, view_of(keys), view_of(tags),
                                      memory, options...);
  });
  bool was_cut          = false;
  for (std::size_t const bytes : {few, 5 * few, std::size_t{1} << 28}) {
    SCOPED_TRACE(std::to_string(bytes) + " bytes");
    DeviceMemory const memory{bytes};
    keys                     = input;
    tags                     = index_tags<std::uint32_t>(input.size());
    std::size_t const needed = sort_by_key_workspace_size(
        Exec{}, view_of(keys), view_of(tags), memory, options...);
    EXPECT_EQ(needed > 0, bytes < std::size_t{1} << 28 && input.size() > 20000);
    was_cut = was_cut || needed > 0;
    stable_sort_by_key(Exec{}, view_of(keys), view_of(tags), memory,
                       options...);
    EXPECT_TRUE(sorted_with_tags(keys, tags, input, less, true));
    keys = input;
    Workspace<Kokkos::HostSpace> const scratch(
        Kokkos::DefaultHostExecutionSpace{},
        sort_workspace_size(Exec{}, view_of(keys), memory, options...));
    stable_sort(Exec{}, view_of(keys), memory, scratch, options...);
    EXPECT_TRUE(same_sequence(keys, stable_reference(input, less)));
  }
  EXPECT_EQ(was_cut, input.size() > 20000);
}

TEST(HostMemoryChunks, NumbersOfEveryDistribution) {
  for (auto const distribution :
       {Distribution::uniform, Distribution::sorted, Distribution::reversed,
        Distribution::sixteen_values, Distribution::zero}) {
    SCOPED_TRACE(static_cast<int>(distribution));
    check(input_keys<std::uint64_t>(60011, distribution),
          OracleLess<std::uint64_t>{});
  }
  for (std::size_t const n : {0u, 1u, 2u, 1023u, 1025u})
    check(input_keys<float>(n, Distribution::uniform), OracleLess<float>{});
}

TEST(HostMemoryChunks, OrdersOfNumbersAndRecords) {
  check(input_keys<float>(40009, Distribution::specials),
        Reversed<OracleLess<float>>{{}}, descending);
  check(input_keys<Pair>(30000, Distribution::sixteen_values), Lexicographic{},
        Lexicographic{});
}

TEST(HostMemoryChunks, WideValuesMoveWithTheirKeys) {
  using Wide = std::array<std::uint64_t, 7>;
  auto const input =
      input_keys<std::uint32_t>(30000, Distribution::sixteen_values);
  auto keys = input;
  std::vector<Wide> values(input.size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i].fill(i);
  std::size_t const bytes = least_limit([&](DeviceMemory const& memory) {
    return sort_by_key_workspace_size(Exec{}, view_of(keys), view_of(values),
                                      memory);
  });
  stable_sort_by_key(Exec{}, view_of(keys), view_of(values),
                     DeviceMemory{bytes});
  std::vector<std::uint32_t> tags;
  for (Wide const& value : values) {
    EXPECT_EQ(value.front(), value.back());
    tags.push_back(static_cast<std::uint32_t>(value[3]));
  }
  EXPECT_TRUE(
      sorted_with_tags(keys, tags, input, OracleLess<std::uint32_t>{}, true));
}

TEST(HostMemoryChunks, NoOrderLosesNoKey) {
  Kokkos::View<std::uint64_t, Memory> const calls("calls");
  for (Fault const fault : faults) {
    if (fault == Fault::random) continue;  // counts in memory of the device
    auto const input = input_keys<std::uint32_t>(40000, Distribution::uniform);
    auto keys        = input;
    FaultyLess const less{fault, calls.data()};
    std::size_t const bytes = least_limit([&](DeviceMemory const& memory) {
      return sort_workspace_size(Exec{}, view_of(keys), memory, less);
    });
    sort(Exec{}, view_of(keys), DeviceMemory{bytes}, less);
    EXPECT_TRUE(same_multiset(keys, input));
  }
}

TEST(HostMemoryChunks, RefusesWhatCannotBeCopiedInChunks) {
  auto const input = input_keys<std::uint32_t>(40000, Distribution::uniform);
  auto keys        = input;
  auto const view  = view_of(keys);
  auto const every_other =
      Kokkos::View<std::uint32_t*, Kokkos::LayoutStride, Kokkos::HostSpace,
                   Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
          keys.data(), Kokkos::LayoutStride(20000, 2));
  DeviceMemory const enough{std::size_t{1} << 28};
  EXPECT_TRUE(refuses([&] { sort(Exec{}, every_other, enough); },
                      {"KokkosSort::sort", "'keys'", "stride 2"}));
  EXPECT_TRUE(refuses([&] { sort(Exec{}, view, DeviceMemory{100}); },
                      {"'device_memory'", "allows 100 bytes"}));
  EXPECT_TRUE(
      refuses([&] { sort_by_key(Exec{}, view, view, enough); },
              {"KokkosSort::sort_by_key", "'values'", "overlaps 'keys'"}));
  std::size_t const bytes = least_limit([&](DeviceMemory const& memory) {
    return sort_workspace_size(Exec{}, view, memory);
  });
  std::size_t const needed =
      sort_workspace_size(Exec{}, view, DeviceMemory{bytes});
  EXPECT_GE(needed, input.size() * sizeof(std::uint32_t));
  Workspace<Kokkos::HostSpace> const scratch(
      Kokkos::DefaultHostExecutionSpace{}, needed - 1);
  EXPECT_TRUE(refuses([&] { sort(Exec{}, view, DeviceMemory{bytes}, scratch); },
                      {"'workspace'", std::to_string(needed) + " are needed"}));
  EXPECT_TRUE(same_sequence(keys, input));
  sort(Exec{}, view, DeviceMemory{bytes});
  EXPECT_TRUE(sorted(keys, input, OracleLess<std::uint32_t>{}));
}

}  // namespace
}  // namespace KokkosSort::Test::HostMemoryChunksTest
