// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/comparators.hpp>

#include <cstdint>
#include <vector>

namespace KokkosSort::Test::ArgsortTest {
namespace {

template <class Index, class Key, class Less, class... Options>
void check_argsort(Array<Key> const& input, Less const& less,
                   Options const&... options) {
  Guarded<Key> const keys(input, {1, 3});
  Guarded<Index> const permutation(std::vector<Index>(input.size(), Index{1}),
                                   {3, 2});
  PoisonedWorkspace scratch;
  auto const keys_view = keys.template view<Kokkos::LayoutStride, Key const>();
  auto const permutation_view =
      permutation.template view<Kokkos::LayoutStride>();
  auto const bytes =
      argsort_workspace_size(Exec{}, permutation_view, keys_view, options...);
  argsort(Exec{}, permutation_view, keys_view, scratch.prepare(bytes),
          options...);
  auto const order = permutation.values();
  Array<Key> result(input.size());
  for (std::size_t i = 0; i < input.size(); ++i) {
    ASSERT_LT(static_cast<std::size_t>(order[i]), input.size());
    result[i] = input[order[i]];
  }
  EXPECT_TRUE(sorted_with_tags(result, order, input, less, true));
  EXPECT_TRUE(keys.untouched());
  EXPECT_TRUE(permutation.guards_hold());
  EXPECT_TRUE(scratch.guards_hold());
}

TEST(Argsort, IndexTypes) {
  auto const less = std::less<std::uint32_t>{};
  for (std::size_t const n : {0, 1, 2, 100, 128}) {
    auto const input =
        input_keys<std::uint32_t>(n, Distribution::sixteen_values);
    check_argsort<std::int8_t, std::uint32_t>(input, less);
  }
  auto const input =
      input_keys<std::uint32_t>(32768, Distribution::sixteen_values);
  check_argsort<std::int16_t, std::uint32_t>(input, less);
  check_argsort<int, std::uint32_t>(input, less);
  check_argsort<std::uint64_t, std::uint32_t>(input, less);
}

TEST(Argsort, OrdersAndWideKeys) {
  check_argsort<int, double>(input_keys<double>(40001, Distribution::specials),
                             Reversed<OracleLess<double>>{}, descending);
  check_argsort<int, WideKey>(
      input_keys<WideKey>(20001, Distribution::sqrt_values),
      OracleLess<WideKey>{});
}

TEST(Argsort, RefusesExtentsThatDiffer) {
  Guarded<float> const keys(input_keys<float>(9, Distribution::uniform));
  Guarded<int> const permutation(std::vector<int>(8, 5));
  EXPECT_TRUE(refuses([&] { argsort(permutation.view(), keys.view()); },
                      {"KokkosSort::argsort:", "'permutation' has extent 8",
                       "'keys' has extent 9"}));
  EXPECT_TRUE(permutation.untouched());
  EXPECT_TRUE(keys.untouched());
}

template <class Index>
void check_narrow_index(std::size_t most) {
  Guarded<float> const keys(input_keys<float>(most + 1, Distribution::uniform));
  Guarded<Index> const permutation(std::vector<Index>(most + 1, Index{5}));
  EXPECT_TRUE(refuses(
      [&] { argsort(Exec{}, permutation.view(), keys.view()); },
      {"KokkosSort::argsort:", "'permutation'",
       std::to_string(sizeof(Index)) + " bytes", std::to_string(most + 1)}));
  EXPECT_TRUE(permutation.untouched());
  EXPECT_TRUE(keys.untouched());
  check_argsort<Index, float>(input_keys<float>(most, Distribution::uniform),
                              OracleLess<float>{});
}

TEST(Argsort, RefusesATypeThatCannotHoldTheIndices) {
  check_narrow_index<std::int8_t>(128);
  check_narrow_index<std::uint8_t>(256);
  check_narrow_index<std::uint16_t>(65536);
}

TEST(Argsort, RefusesAWorkspaceThatIsTooSmall) {
  Exec const exec;
  Guarded<float> const keys(input_keys<float>(3000, Distribution::uniform));
  Guarded<int> const permutation(std::vector<int>(3000, 5));
  auto const bytes =
      argsort_workspace_size(exec, permutation.view(), keys.view());
  Workspace<Memory> const small(exec, bytes - 1);
  EXPECT_TRUE(refuses(
      [&] { argsort(exec, permutation.view(), keys.view(), small); },
      {"KokkosSort::argsort:", "'workspace'", std::to_string(bytes - 1)}));
  EXPECT_TRUE(permutation.untouched());
}

TEST(Argsort, RefusesAPermutationThatOverlapsTheKeys) {
  Guarded<std::uint32_t> const both(
      input_keys<std::uint32_t>(3001, Distribution::uniform));
  auto const all = both.view();
  EXPECT_TRUE(refuses([&] { argsort(Exec{}, all, all); },
                      {"KokkosSort::argsort:", "'permutation'", "'keys'"}));
  EXPECT_TRUE(refuses(
      [&] {
        argsort(Kokkos::subview(all, Kokkos::pair(0, 3000)),
                Kokkos::subview(all, Kokkos::pair(1, 3001)), descending);
      },
      {"KokkosSort::argsort:", "'permutation'", "'keys'"}));
  EXPECT_TRUE(both.untouched());
}

}  // namespace
}  // namespace KokkosSort::Test::ArgsortTest
