// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/comparators.hpp>
#include <support/events.hpp>
#include <support/few_types.hpp>
#include <support/run_inputs.hpp>
#include <KokkosSort/histogram.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

// histogram() against std::upper_bound.

namespace KokkosSort::Test::HistogramTest {
namespace {

using RunInputs::sorted_input;

template <class Count, class Keys, class Less>
std::vector<Count> counted_by(Keys const& keys, Keys const& splitters,
                              Less const& less) {
  std::vector<Count> counts(splitters.size() + 1);
  for (auto const& key : keys)
    ++counts[static_cast<std::size_t>(
        std::upper_bound(splitters.begin(), splitters.end(), key, less) -
        splitters.begin())];
  return counts;
}

/// Strided, between guard zones. The splitters are in order.
template <class Count, class Keys, class Less, class... Options>
void check(Keys const& input, Keys const& bounds, Less const& less,
           Options const&... options) {
  SCOPED_TRACE(std::to_string(input.size()) + " keys, " +
               std::to_string(bounds.size()) + " splitters");
  using Key = typename Keys::value_type;
  Guarded<Key> const keys(input, {3, 2}), splitters(bounds, {1, 3});
  Guarded<Count> const counts(std::vector<Count>(bounds.size() + 1, Count{77}),
                              {2, 2});
  histogram(Exec{}, keys.template view<Kokkos::LayoutStride, Key const>(),
            splitters.template view<Kokkos::LayoutStride, Key const>(),
            counts.template view<Kokkos::LayoutStride>(), options...);
  Exec{}.fence();
  EXPECT_TRUE(
      same_sequence(counts.values(), counted_by<Count>(input, bounds, less)));
  EXPECT_TRUE(counts.guards_hold());
  EXPECT_TRUE(keys.untouched());
  EXPECT_TRUE(splitters.untouched());
}

template <class Key>
class HistogramTypes : public testing::Test {};
#if defined(KOKKOSSORT_TEST_FEW_TYPES)
using Types = FewTypes<std::uint32_t, double, Pair, WideKey>;
#else
using Types = testing::Types<std::int8_t, std::uint32_t, double, Int128, Pair,
                             Triple, WideKey>;
#endif
TYPED_TEST_SUITE(HistogramTypes, Types, );

TYPED_TEST(HistogramTypes, SizesAndSplitters) {
  for (std::size_t const n : {0, 1, 2, 1000, 16383, 16385, 50000})
    for (std::size_t const bounds : {0, 1, 2, 3, 255, 256})
      for (auto const distribution :
           {Distribution::uniform, Distribution::two_values})
        check<int>(input_keys<TypeParam>(n, distribution),
                   sorted_input<TypeParam>(bounds, distribution, 5),
                   OracleLess<TypeParam>{});
}

// Up to 4,096 bins are counted in scratch.
TEST(Histogram, ManyBins) {
  auto const input = input_keys<std::uint32_t>(100000, Distribution::gaussian);
  for (std::size_t const bounds : {4094, 4095, 4096, 20000}) {
    auto const splitters =
        sorted_input<std::uint32_t>(bounds, Distribution::gaussian, 5);
    check<unsigned>(input, splitters, OracleLess<std::uint32_t>{});
    check<std::int64_t>(input, splitters, OracleLess<std::uint32_t>{});
  }
}

TEST(Histogram, Orders) {
  auto const input = input_keys<float>(60000, Distribution::specials);
  Reversed<OracleLess<float>> const reversed{};
  check<std::uint64_t>(
      input,
      stable_reference(input_keys<float>(100, Distribution::specials),
                       reversed),
      reversed, descending);
  std::vector<Record> records(40000), bounds(50);
  for (std::uint32_t i = 0; i < 40000; ++i)
    records[i] = {i * 2654435761u >> 20, i};
  for (std::uint32_t i = 0; i < 50; ++i) bounds[i] = {80 * i, i};
  check<int>(records, bounds, KeyLess{}, KeyLess{});
  check<int>(records, bounds, KeyLess{}, by(KeyOf{}));
}

TEST(Histogram, FaultyComparatorsEndInBounds) {
  DeviceView<std::uint64_t> const calls("calls", 1);
  auto const input =
      to_device(input_keys<std::uint32_t>(50000, Distribution::uniform, 1));
  for (Fault const fault : faults) {
    Guarded<int> const counts(std::vector<int>(101, -1));
    histogram(input, Kokkos::subview(input, Kokkos::pair(0, 100)),
              counts.view(), FaultyLess{fault, calls.data()});
    Exec{}.fence();
    EXPECT_TRUE(counts.guards_hold());
    int sum = 0;
    for (int const count : counts.values()) sum += count;
    EXPECT_EQ(sum, 50000);
  }
}

TEST(Histogram, NeitherAllocatesNorFences) {
  Exec const exec;
  for (std::size_t const n : {0, 100, 1000000}) {
    DeviceView<float> const keys("keys", n), splitters("splitters", 10);
    DeviceView<int> const counts("counts", 11);
    exec.fence();
    Events const events;
    histogram(exec, keys, splitters, counts);
    EXPECT_EQ(events.kernels().size(), n == 0 ? 1u : 2u);
    EXPECT_EQ(events.allocations(), Events::Labels{});
    EXPECT_EQ(events.fences(), Events::Labels{});
    EXPECT_EQ(events.copies(), Events::Labels{});
    exec.fence();
  }
}

TEST(Histogram, RefusesBadArguments) {
  Exec const exec;
  DeviceView<int> const keys("keys", 100), splitters("splitters", 10),
      counts("counts", 10);
  EXPECT_TRUE(refuses([&] { histogram(exec, keys, splitters, counts); },
                      {"histogram", "'counts'", "10", "11", "'splitters'"}));
  EXPECT_TRUE(refuses(
      [&] {
        histogram(exec, keys, splitters,
                  Kokkos::subview(keys, Kokkos::pair(0, 11)));
      },
      {"histogram", "'counts'", "overlaps 'keys'"}));
}

TEST(Histogram, IsRepeatedByAPreparedCall) {
  Exec const exec;
  DeviceView<int> const keys("keys", 30000), splitters("splitters", 1),
      counts("counts", 2);
  auto const repeat = prepare(histogram, exec, keys, splitters, counts);
  for (int const key : {-1, 0, 1}) {
    Kokkos::deep_copy(exec, keys, key);
    repeat.run(keys, splitters, counts);
    int above;
    Kokkos::deep_copy(above, Kokkos::subview(counts, 1));
    EXPECT_EQ(above, key < 0 ? 0 : 30000);
  }
}

template <class... Arguments>
concept Accepted =
    requires(Arguments const&... arguments) { histogram(arguments...); };
using Ints = DeviceView<int>;
static_assert(Accepted<DeviceView<int const>, Ints, Ints, Descending>);
static_assert(!Accepted<Exec, Ints, DeviceView<float>, Ints>);
static_assert(!Accepted<Exec, Ints, Ints, DeviceView<short>>);
static_assert(!Accepted<Exec, Ints, Ints, DeviceView<float>>);

}  // namespace
}  // namespace KokkosSort::Test::HistogramTest
