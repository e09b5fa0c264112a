// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/comparators.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace KokkosSort::Test::SortTest {
namespace {

// ------------------------------------------------------------ what compiles

template <class Keys, class... Options>
concept CanSort =
    requires(Keys keys, Options... options) { sort(keys, options...); };
using Keys = DeviceView<std::uint32_t>;
using Work = Workspace<Memory>;
static_assert(CanSort<Keys>);
static_assert(CanSort<Keys, Descending, Work, Algorithm::Sample>);
static_assert(CanSort<Keys, Algorithm::Sample, Work, Descending>);
static_assert(CanSort<Kokkos::View<float*, Kokkos::LayoutStride, Memory>>);
static_assert(!CanSort<Kokkos::View<std::uint32_t const*, Memory>>);
static_assert(!CanSort<Kokkos::View<std::uint32_t**, Memory>>);
static_assert(!CanSort<Keys, Ascending, Descending>);
static_assert(!CanSort<Keys, Work, Work>);

// -------------------------------------------------------------------- order

template <class Key>
void check_against_reference(std::uint64_t seed) {
  auto const input = input_keys<Key>(20011, Distribution::specials, seed);
  OracleLess<Key> const less;
  EXPECT_TRUE(
      same_sequence(sort_guarded<Key>(input), stable_reference(input, less)));
  EXPECT_TRUE(
      same_sequence(sort_guarded<Key>(input, descending),
                    stable_reference(input, Reversed<OracleLess<Key>>{less})));
}

TEST(Sort, SpecialNumbersEqualTheReferenceBitByBit) {
  check_against_reference<float>(1);
  check_against_reference<double>(2);
  check_against_reference<std::int64_t>(3);
  check_against_reference<Int128>(4);
}

TEST(Sort, NotANumberComesLastAndNegativeZeroFirst) {
  float const nan     = std::numeric_limits<float>::quiet_NaN();
  float const big     = std::numeric_limits<float>::infinity();
  auto const negative = [](float value) { return std::copysign(value, -1.0f); };
  std::vector<float> const input{nan, 0.0f,          big,  negative(nan), 1.0f,
                                 nan, negative(big), 0.0f, negative(0.0f)};
  std::vector<float> const expected{
      negative(big), negative(0.0f), 0.0f, 0.0f, 1.0f, big, nan,
      nan,           negative(nan)};
  EXPECT_TRUE(same_sequence(sort_guarded<float>(input), expected));
  EXPECT_TRUE(
      same_sequence(sort_guarded<float>(input, descending),
                    std::vector<float>(expected.rbegin(), expected.rend())));
}

TEST(Sort, ComparatorGreater) {
  auto const input = input_keys<std::int32_t>(54321, Distribution::sqrt_values);
  auto const result = sort_tagged<std::int32_t>(input, Greater{});
  EXPECT_TRUE(sorted_with_tags(result.keys, result.tags, input,
                               std::greater<std::int32_t>{}, true));
}

template <class Key, class Option>
constexpr bool reads_bits = Impl::is_bits_order_v<decltype(Impl::order_for<Key>(
    std::declval<Option const&>()))>;

TEST(Sort, StandardComparatorsOfIntegers) {
  EXPECT_TRUE((reads_bits<std::int32_t, std::less<std::int32_t>>));
  EXPECT_TRUE((reads_bits<bool, std::ranges::less>));
  EXPECT_TRUE((reads_bits<Int128, std::greater<>>));
  // They take -0 and +0 as equivalent, which the library orders.
  EXPECT_FALSE((reads_bits<float, std::less<float>>));
  EXPECT_FALSE((reads_bits<double, std::greater<>>));
  // Nor does a comparison of other numbers than the keys.
  EXPECT_FALSE((reads_bits<std::int32_t, std::less<std::int8_t>>));

  auto const input = input_keys<std::int32_t>(54321, Distribution::sqrt_values);
  auto const rising = sort_tagged<std::int32_t>(input, std::less<>{});
  EXPECT_TRUE(sorted_with_tags(rising.keys, rising.tags, input,
                               std::less<std::int32_t>{}, true));
  auto const falling =
      sort_tagged<std::int32_t>(input, std::greater<std::int32_t>{});
  EXPECT_TRUE(sorted_with_tags(falling.keys, falling.tags, input,
                               std::greater<std::int32_t>{}, true));
  EXPECT_TRUE(
      same_sequence(sort_guarded<std::int32_t>(input, std::ranges::greater{},
                                               Algorithm::radix),
                    stable_reference(input, std::greater<std::int32_t>{})));
}

TEST(Sort, ComparatorLexicographic) {
  auto input = input_keys<Pair>(54321, Distribution::uniform);
  for (auto& key : input) key.first %= 16;
  auto const result = sort_tagged<Pair>(input, Lexicographic{});
  EXPECT_TRUE(
      sorted_with_tags(result.keys, result.tags, input, Lexicographic{}, true));
}

std::vector<Record> records(std::size_t n, Distribution distribution) {
  auto const keys = input_keys<std::uint32_t>(n, distribution);
  std::vector<Record> result(n);
  for (std::size_t i = 0; i < n; ++i)
    result[i] = {keys[i], static_cast<std::uint32_t>(i)};
  return result;
}

TEST(Sort, ProjectionKeepsTheOrderOfEquivalentKeys) {
  auto const less = [](Record const& a, Record const& b) {
    return a.key < b.key;
  };
  for (auto const distribution :
       {Distribution::sixteen_values, Distribution::zipf}) {
    auto const input = records(54321, distribution);
    EXPECT_TRUE(same_sequence(sort_guarded<Record>(input, by(KeyOf{})),
                              stable_reference(input, less)));
    EXPECT_TRUE(
        same_sequence(sort_guarded<Record>(input, by(KeyOf{}, descending)),
                      stable_reference(input, Reversed<decltype(less)>{less})));
  }
}

TEST(Sort, ProjectionToFloatFollowsTheOrderOfFloats) {
  auto const floats = input_keys<float>(30000, Distribution::specials);
  std::vector<Record> input(floats.size());
  for (std::size_t i = 0; i < floats.size(); ++i)
    input[i] = {Workload::bits_of(floats[i]), static_cast<std::uint32_t>(i)};
  auto const less = [](Record const& a, Record const& b) {
    return OracleLess<float>{}(Workload::key_of_bits<float>(a.key),
                               Workload::key_of_bits<float>(b.key));
  };
  EXPECT_TRUE(same_sequence(sort_guarded<Record>(input, by(FloatKeyOf{})),
                            stable_reference(input, less)));
}

// -------------------------------------------------------------------- views

template <class Layout>
void check_layout(Placement placement) {
  for (std::size_t const n : {1, 2, 1500, 70001}) {
    auto const input = input_keys<std::uint32_t>(n, Distribution::uniform, n);
    Guarded<std::uint32_t> const keys(input, placement);
    Guarded<std::uint32_t> const tags(index_tags<std::uint32_t>(n), placement);
    sort_by_key(keys.view<Layout>(), tags.view<Layout>());
    EXPECT_TRUE(sorted_with_tags(keys.values(), tags.values(), input,
                                 std::less<std::uint32_t>{}, true));
    EXPECT_TRUE(keys.guards_hold());
    EXPECT_TRUE(tags.guards_hold());
    sort(keys.view<Layout>(), descending);
    EXPECT_TRUE(sorted(keys.values(), input, std::greater<std::uint32_t>{}));
    EXPECT_TRUE(keys.guards_hold());
  }
}

TEST(Sort, LayoutsAndUnmanagedViews) {
  check_layout<Kokkos::LayoutLeft>({1, 1});
  check_layout<Kokkos::LayoutRight>({3, 1});
  check_layout<Kokkos::LayoutStride>({5, 1});
  check_layout<Kokkos::LayoutStride>({1, 2});
  check_layout<Kokkos::LayoutStride>({7, 13});
}

TEST(Sort, SubviewsAtOddOffsets) {
  auto const input = input_keys<std::int16_t>(9001, Distribution::uniform);
  Guarded<std::int16_t> const whole(input);
  auto const part = Kokkos::subview(whole.view(), Kokkos::pair(17, 8888));
  sort(part);
  auto expected = input;
  std::sort(expected.begin() + 17, expected.begin() + 8888);
  EXPECT_TRUE(same_sequence(whole.values(), expected));
  EXPECT_TRUE(whole.guards_hold());
}

template <class Layout, class Slice>
void check_slice_of_matrix(Slice const& slice, std::size_t n) {
  Kokkos::View<double**, Layout, Memory> const matrix("matrix", 301, 401);
  auto const part = slice(matrix);
  ASSERT_EQ(part.extent(0), n);
  auto const input = input_keys<double>(n, Distribution::uniform);
  Kokkos::View<double*, Memory> const packed("packed", n);
  auto const host = Kokkos::create_mirror_view(packed);
  for (std::size_t i = 0; i < n; ++i) host(i) = input[i];
  Kokkos::deep_copy(packed, host);
  Kokkos::deep_copy(Exec{}, part, packed);
  sort(part);
  Kokkos::deep_copy(Exec{}, packed, part);
  Kokkos::deep_copy(host, packed);
  std::vector<double> result(n);
  for (std::size_t i = 0; i < n; ++i) result[i] = host(i);
  EXPECT_TRUE(sorted(result, input, std::less<double>{}));
}

TEST(Sort, RowsAndColumnsOfMatrices) {
  auto const row = [](auto const& matrix) {
    return Kokkos::subview(matrix, 7, Kokkos::ALL);
  };
  auto const column = [](auto const& matrix) {
    return Kokkos::subview(matrix, Kokkos::ALL, 7);
  };
  check_slice_of_matrix<Kokkos::LayoutLeft>(row, 401);
  check_slice_of_matrix<Kokkos::LayoutLeft>(column, 301);
  check_slice_of_matrix<Kokkos::LayoutRight>(row, 401);
  check_slice_of_matrix<Kokkos::LayoutRight>(column, 301);
}

template <class Call>
void check_range(std::size_t begin, std::size_t end, Call const& call) {
  auto const input = input_keys<std::uint32_t>(3001, Distribution::uniform);
  Guarded<std::uint32_t> const keys(input);
  call(keys.view());
  auto expected = input;
  std::sort(expected.begin() + static_cast<std::ptrdiff_t>(begin),
            expected.begin() + static_cast<std::ptrdiff_t>(end));
  EXPECT_TRUE(same_sequence(keys.values(), expected));
  EXPECT_TRUE(keys.guards_hold());
}

TEST(Sort, RangesOfTheKeys) {
  Exec const exec;
  check_range(7, 2900, [&](auto keys) { sort(exec, keys, 7, 2900); });
  check_range(0, 3001, [&](auto keys) { sort(keys, 0u, std::size_t{3001}); });
  check_range(3000, 3001, [&](auto keys) { sort(keys, 3000, 3001); });
  check_range(3001, 3001, [&](auto keys) { sort(keys, 3001, 3001); });
  check_range(5, 10, [&](auto keys) { stable_sort(exec, keys, 5, 10); });
  check_range(5, 10, [&](auto keys) { stable_sort(keys, 5, 10, ascending); });
  Workspace<Memory> const space(exec, sort_workspace_size(exec, Keys("", 90)));
  check_range(10, 100, [&](auto keys) { sort(keys, 10, 100, space); });
}

TEST(Sort, RefusesRangesBeyondTheKeys) {
  Guarded<std::uint32_t> const keys(
      input_keys<std::uint32_t>(100, Distribution::uniform));
  EXPECT_TRUE(refuses([&] { sort(keys.view(), 0, 101); },
                      {"KokkosSort::sort:", "'end' is 101", "extent 100"}));
  EXPECT_TRUE(refuses([&] { sort(Exec{}, keys.view(), 51, 50); },
                      {"KokkosSort::sort:", "'begin' is 51", "'end' is 50"}));
  EXPECT_TRUE(refuses([&] { stable_sort(keys.view(), -1, 50); },
                      {"KokkosSort::stable_sort:", "'begin' is -1"}));
  EXPECT_TRUE(refuses([&] { stable_sort(keys.view(), 0, -1); },
                      {"KokkosSort::stable_sort:", "'end' is -1"}));
  EXPECT_TRUE(keys.untouched());
}

TEST(Sort, EmptyAndDefaultConstructedViews) {
  sort(DeviceView<std::uint32_t>());
  sort(Exec{}, DeviceView<std::uint32_t>("keys", 0), descending);
  stable_sort_by_key(DeviceView<std::uint32_t>(), DeviceView<double>());
  EXPECT_EQ(sort_workspace_size(Exec{}, DeviceView<std::uint32_t>()), 0u);
}

// ---------------------------------------------------------------- bad input

TEST(Sort, RefusesAWorkspaceThatIsTooSmall) {
  Exec const exec;
  auto const input = input_keys<std::uint32_t>(50000, Distribution::uniform);
  Guarded<std::uint32_t> const keys(input);
  auto const bytes = sort_workspace_size(exec, keys.view());
  ASSERT_GT(bytes, 0u);
  Workspace<Memory> const small(exec, bytes - 1);
  for (auto const& workspace : {small, Workspace<Memory>()}) {
    auto const held = std::to_string(workspace.bytes());
    EXPECT_TRUE(refuses([&] { sort(exec, keys.view(), workspace); },
                        {"KokkosSort::sort:", "'workspace'", held + " bytes",
                         std::to_string(bytes)}));
    EXPECT_TRUE(
        refuses([&] { stable_sort(keys.view(), workspace); },
                {"KokkosSort::stable_sort:", "'workspace'", held + " bytes"}));
  }
  Workspace<Memory> const too_small(
      exec, sort_workspace_size(exec, keys.view(), Algorithm::sample) - 1);
  EXPECT_TRUE(
      refuses([&] { stable_sort(keys.view(), too_small, Algorithm::sample); },
              {"KokkosSort::stable_sort:", "'workspace'",
               std::to_string(too_small.bytes()) + " bytes"}));
  EXPECT_TRUE(keys.untouched());
  sort(exec, keys.view(), Workspace<Memory>(exec, bytes));
  exec.fence();
  EXPECT_TRUE(sorted(keys.values(), input, std::less<std::uint32_t>{}));
}

}  // namespace
}  // namespace KokkosSort::Test::SortTest
