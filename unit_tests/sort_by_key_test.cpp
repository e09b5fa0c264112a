// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace KokkosSort::Test::SortByKeyTest {
namespace {

/// A value of any size that names the element it came with.
template <std::size_t Size>
struct Payload {
  std::array<unsigned char, Size> bytes;

  static Payload of(std::uint64_t i) {
    Payload payload;
    for (std::size_t b = 0; b < Size; ++b)
      payload.bytes[b] =
          static_cast<unsigned char>(b < 4 ? i >> (8 * b) : i * (b + 1));
    return payload;
  }
};

template <std::size_t Size>
void check_values(std::size_t n) {
  SCOPED_TRACE("values of " + std::to_string(Size) +
               " bytes, n = " + std::to_string(n));
  auto const input = input_keys<std::uint32_t>(n, Distribution::zipf, Size);
  std::vector<Payload<Size>> payloads(n);
  for (std::size_t i = 0; i < n; ++i) payloads[i] = Payload<Size>::of(i);
  Guarded<std::uint32_t> const keys(input);
  Guarded<Payload<Size>> const values(payloads);
  PoisonedWorkspace scratch;
  auto const bytes =
      sort_by_key_workspace_size(Exec{}, keys.view(), values.view());
  stable_sort_by_key(Exec{}, keys.view(), values.view(),
                     scratch.prepare(bytes));
  auto const order = sort_tagged<std::uint32_t>(input);
  EXPECT_TRUE(same_sequence(keys.values(), order.keys));
  std::vector<Payload<Size>> expected(n);
  for (std::size_t i = 0; i < n; ++i) expected[i] = payloads[order.tags[i]];
  EXPECT_TRUE(same_sequence(values.values(), expected));
  EXPECT_TRUE(keys.guards_hold());
  EXPECT_TRUE(values.guards_hold());
  EXPECT_TRUE(scratch.guards_hold());
}

template <std::size_t... Sizes>
void check_all(std::index_sequence<Sizes...>) {
  (check_values<Sizes>(3000), ...);
  (check_values<Sizes>(20000 + Sizes), ...);
}

TEST(SortByKey, ValuesOfOneToSixteenBytes) {
  check_all(std::index_sequence<1, 3, 4, 7, 12, 16>());
}

TEST(SortByKey, ValuesThatAreGathered) {
  check_all(std::index_sequence<17, 24, 31, 64, 96>());
}

TEST(SortByKey, StridedValuesKeepWhatLiesBetweenThem) {
  auto const input = input_keys<double>(30000, Distribution::specials);
  Guarded<double> const keys(input, {3, 3});
  Guarded<std::uint64_t> const tags(index_tags<std::uint64_t>(input.size()),
                                    {1, 5});
  sort_by_key(keys.view<Kokkos::LayoutStride>(),
              tags.view<Kokkos::LayoutStride>());
  EXPECT_TRUE(sorted_with_tags(keys.values(), tags.values(), input,
                               OracleLess<double>{}, true));
  EXPECT_TRUE(keys.guards_hold());
  EXPECT_TRUE(tags.guards_hold());
}

TEST(SortByKey, WideKeysWithWideValues) {
  auto const input = input_keys<WideKey>(20000, Distribution::sqrt_values);
  std::vector<Payload<96>> payloads(input.size());
  for (std::size_t i = 0; i < input.size(); ++i)
    payloads[i] = Payload<96>::of(i);
  Guarded<WideKey> const keys(input);
  Guarded<Payload<96>> const values(payloads);
  sort_by_key(keys.view(), values.view());
  EXPECT_TRUE(same_sequence(keys.values(),
                            stable_reference(input, OracleLess<WideKey>{})));
  auto const result = values.values();
  std::vector<std::uint32_t> tags(result.size());
  for (std::size_t i = 0; i < tags.size(); ++i)
    std::memcpy(&tags[i], result[i].bytes.data(), 4);
  EXPECT_TRUE(sorted_with_tags(keys.values(), tags, input,
                               OracleLess<WideKey>{}, true));
  EXPECT_TRUE(values.guards_hold());
}

TEST(SortByKey, RefusesExtentsThatDiffer) {
  auto const input = input_keys<std::uint32_t>(7, Distribution::uniform);
  Guarded<std::uint32_t> const keys(input);
  Guarded<double> const values(std::vector<double>(5, 1.0));
  EXPECT_TRUE(refuses([&] { sort_by_key(Exec{}, keys.view(), values.view()); },
                      {"KokkosSort::sort_by_key:", "'values' has extent 5",
                       "'keys' has extent 7"}));
  EXPECT_TRUE(refuses([&] { stable_sort_by_key(values.view(), keys.view()); },
                      {"KokkosSort::stable_sort_by_key:",
                       "'values' has extent 7", "'keys' has extent 5"}));
  EXPECT_TRUE(refuses(
      [&] { sort_by_key(keys.view(), DeviceView<double>("values", 0)); },
      {"'values' has extent 0"}));
  EXPECT_TRUE(keys.untouched());
  EXPECT_TRUE(values.untouched());
}

template <class Value>
void check_small_workspace() {
  Exec const exec;
  Guarded<std::uint32_t> const keys(
      input_keys<std::uint32_t>(4000, Distribution::uniform));
  Guarded<Value> const values(std::vector<Value>(4000, Value{}));
  auto const bytes =
      sort_by_key_workspace_size(exec, keys.view(), values.view());
  Workspace<Memory> const small(exec, bytes - 1);
  EXPECT_TRUE(
      refuses([&] { sort_by_key(exec, keys.view(), values.view(), small); },
              {"KokkosSort::sort_by_key:", "'workspace'",
               std::to_string(bytes - 1), std::to_string(bytes)}));
  EXPECT_TRUE(keys.untouched());
  EXPECT_TRUE(values.untouched());
}

TEST(SortByKey, RefusesAWorkspaceThatIsTooSmall) {
  check_small_workspace<std::uint64_t>();
  check_small_workspace<Payload<48>>();
}

#if !defined(KOKKOSSORT_TEST_ON_DEVICE)  // std::pair compares on the host
TEST(SortByKey, TakesPairsOfTheStandardLibrary) {
  using Pair = std::pair<int, int>;
  std::vector<Pair> const input{{2, 1}, {1, 9}, {2, 0}};
  auto const keys   = to_device(input);
  auto const values = to_device(input);
  sort_by_key(keys, values);
  EXPECT_EQ(values(0), Pair(1, 9));
  EXPECT_EQ(values(1), Pair(2, 0));
  EXPECT_EQ(values(2), Pair(2, 1));
}
#endif

TEST(SortByKey, RefusesValuesThatOverlapTheKeys) {
  Guarded<std::uint32_t> const both(
      input_keys<std::uint32_t>(3001, Distribution::uniform));
  auto const all   = both.view();
  auto const front = Kokkos::subview(all, Kokkos::pair(0, 3000));
  auto const back  = Kokkos::subview(all, Kokkos::pair(1, 3001));
  EXPECT_TRUE(refuses([&] { sort_by_key(Exec{}, front, back); },
                      {"KokkosSort::sort_by_key:", "'values'", "'keys'"}));
  EXPECT_TRUE(refuses([&] { stable_sort_by_key(back, front); },
                      {"KokkosSort::stable_sort_by_key:", "'values'"}));
  EXPECT_TRUE(refuses([&] { sort_by_key(all, all); }, {"'values'", "'keys'"}));
  EXPECT_TRUE(both.untouched());
}

TEST(SortByKey, TakesNeighborsAndColumnsOfOneMatrix) {
  auto const input = input_keys<std::uint32_t>(3000, Distribution::uniform);
  Guarded<std::uint32_t> const both(input);
  auto const all = both.view();
  sort_by_key(Kokkos::subview(all, Kokkos::pair(0, 1500)),
              Kokkos::subview(all, Kokkos::pair(1500, 3000)));
  EXPECT_TRUE(is_sorted(Kokkos::subview(all, Kokkos::pair(0, 1500))));

  Kokkos::View<std::uint32_t**, Kokkos::LayoutRight, Memory> const matrix(
      "matrix", 1000, 2);
  auto const column = [&](int j) {
    return Kokkos::subview(matrix, Kokkos::ALL, j);
  };
  Kokkos::deep_copy(column(0),
                    Kokkos::subview(to_device(input), Kokkos::pair(0, 1000)));
  Kokkos::deep_copy(column(1), column(0));
  sort_by_key(column(0), column(1));
  EXPECT_TRUE(is_sorted(column(0)));
  EXPECT_TRUE(is_sorted(column(1)));
}

}  // namespace
}  // namespace KokkosSort::Test::SortByKeyTest
