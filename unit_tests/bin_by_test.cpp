// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/bin_by.hpp>
#include <KokkosSort/prepare.hpp>
#include <support/events.hpp>
#include <support/guarded.hpp>
#include <support/space.hpp>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace KokkosSort::Test::BinByTest {
namespace {

/// Numbers below `range`. Every seventh is `wrong`, if that is not 0.
template <class Number>
Array<Number> make_bins(std::size_t n, std::uint32_t range, Number wrong = 0) {
  Array<Number> bins(n);
  std::uint32_t state = 99;
  for (std::size_t i = 0; i < n; ++i) {
    state   = state * 1664525u + 1013904223u;
    bins[i] = i % 7 == 3 && wrong != 0
                  ? wrong
                  : static_cast<Number>((state >> 8) % range);
  }
  return bins;
}

template <class Layout = Kokkos::LayoutRight, class Index = std::uint32_t,
          class Bins>
void check(Bins const& input, std::size_t count, Placement placement = {}) {
  using Number = typename Bins::value_type;
  SCOPED_TRACE(std::to_string(input.size()) + " elements, " +
               std::to_string(count) + " bins");
  std::size_t const n = input.size();
  auto const bin_of   = [&](std::size_t i) {
    auto const bin = static_cast<std::uint64_t>(input[i]);
    return bin < count ? static_cast<std::size_t>(bin) : count;
  };
  std::vector<std::size_t> order(n), sizes(count + 1);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(
      order.begin(), order.end(),
      [&](std::size_t a, std::size_t b) { return bin_of(a) < bin_of(b); });
  for (std::size_t i = 0; i < n; ++i) ++sizes[bin_of(i)];
  Array<Index> wanted(n), wanted_offsets(count + 1);
  for (std::size_t i = 0; i < n; ++i) wanted[i] = static_cast<Index>(order[i]);
  for (std::size_t b = 0; b < count; ++b)
    wanted_offsets[b + 1] =
        static_cast<Index>(wanted_offsets[b] + static_cast<Index>(sizes[b]));

  Exec const exec;
  Guarded<Number> const bins(input, placement);
  Guarded<Index> const permutation(Array<Index>(n, Index{77}), placement);
  Guarded<Index> const offsets(Array<Index>(count + 1, Index{77}), placement);
  auto const from = bins.template view<Layout, Number const>();
  auto const to   = permutation.template view<Layout>();
  auto const at   = offsets.template view<Layout>();
  PoisonedWorkspace scratch;
  bin_by(exec, to, at, from,
         scratch.prepare(bin_by_workspace_size(exec, to, at, from)));
  EXPECT_TRUE(scratch.guards_hold());
  EXPECT_EQ(permutation.values(), wanted);
  EXPECT_EQ(offsets.values(), wanted_offsets);
}

template <class Number>
class BinByTypes : public testing::Test {};
using Types = testing::Types<std::uint8_t, std::int16_t, std::int32_t,
                             std::uint32_t, std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(BinByTypes, Types, );

TYPED_TEST(BinByTypes, EverySize) {
  for (std::size_t const n : {0, 1, 2, 3, 25, 1000, 4096, 30011})
    for (std::uint32_t const range : {1u, 2u, 100u})
      check(make_bins<TypeParam>(n, range), range, {n % 3, 1});
}

TYPED_TEST(BinByTypes, ElementsInNoBinComeLast) {
  auto const highest = std::numeric_limits<TypeParam>::max();
  check(make_bins<TypeParam>(5000, 100, highest), 90);
  check(make_bins<TypeParam>(5000, 100, highest), 0);
  if constexpr (std::is_signed_v<TypeParam>) {
    check(make_bins<TypeParam>(5000, 100, TypeParam{-1}), 100);
    check(make_bins<TypeParam>(5000, 100, TypeParam{-128}), 50);
  }
}

TEST(BinBy, MoreBinsThanElements) {
  check(make_bins<std::int32_t>(1000, 1000000), 1000000);
  check(make_bins<std::uint64_t>(1, 5), 300000);
}

TEST(BinBy, Strided) {
  check<Kokkos::LayoutStride, std::int64_t>(make_bins<int>(20011, 500), 500,
                                            {3, 3});
}

TEST(BinBy, ManyElements) {
  for (std::uint32_t const range : {1u, 300u, 200000u})
    check(make_bins<std::uint32_t>(500009, range), range);
}

TEST(BinBy, NeitherAllocatesNorFencesWithAWorkspace) {
  Exec const exec;
  for (std::size_t const n : {5000u, 300000u}) {
    auto const bins = to_device(std::vector<int>(n, 1));
    DeviceView<int> const permutation("permutation", n), offsets("offsets", 4);
    Workspace<Memory> const workspace(
        exec, bin_by_workspace_size(exec, permutation, offsets, bins));
    check_quiet("bin_by",
                [&] { bin_by(exec, permutation, offsets, bins, workspace); });
  }
}

TEST(BinBy, Prepared) {
  Exec const exec;
  auto const bins = to_device(std::vector<int>{2, 0, 2, 1, 0});
  DeviceView<int> const permutation("permutation", 5), offsets("offsets", 4);
  auto const call = prepare(bin_by, exec, permutation, offsets, bins);
  call.run();
  call.run(permutation, offsets, bins);
  exec.fence();
  auto const result =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, permutation);
  std::vector<int> const expected{1, 4, 3, 0, 2};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(result(i), expected[i]);
}

TEST(BinBy, NamesTheWrongArgument) {
  Exec const exec;
  auto const bins = to_device(std::vector<int>(300, 1));
  DeviceView<int> const permutation("permutation", 300), offsets("offsets", 4);
  auto const error = [&](auto const&... arguments) {
    try {
      bin_by(exec, arguments...);
    } catch (std::invalid_argument const& thrown) {
      return std::string(thrown.what());
    }
    return std::string("no error");
  };
  DeviceView<int> const none("none", 0), few("few", 299);
  DeviceView<std::uint8_t> const narrow("narrow", 300);
  EXPECT_EQ(error(few, offsets, bins),
            "KokkosSort::bin_by: argument 'permutation' has extent 299, but "
            "'bins' has extent 300");
  EXPECT_NE(error(permutation, none, bins).find("'offsets' has extent 0"),
            std::string::npos);
  EXPECT_NE(error(narrow, offsets, bins).find("'permutation' has a type of 1"),
            std::string::npos);
  EXPECT_NE(error(permutation, narrow, bins).find("'offsets' has a type of 1"),
            std::string::npos);
  EXPECT_NE(error(bins, offsets, bins).find("'permutation' overlaps 'bins'"),
            std::string::npos);
  EXPECT_NE(error(permutation, permutation, bins)
                .find("'offsets' overlaps 'permutation'"),
            std::string::npos);
  Workspace<Memory> const small(
      exec, bin_by_workspace_size(exec, permutation, offsets, bins) - 1);
  EXPECT_NE(error(permutation, offsets, bins, small).find("'workspace' has"),
            std::string::npos);
}

}  // namespace
}  // namespace KokkosSort::Test::BinByTest
