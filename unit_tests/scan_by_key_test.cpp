// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/comparators.hpp>
#include <support/events.hpp>
#include <support/few_types.hpp>
#include <support/run_inputs.hpp>
#include <KokkosSort/scan_by_key.hpp>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

// inclusive_scan_by_key() and exclusive_scan_by_key() against one loop.

namespace KokkosSort::Test::ScanByKeyTest {
namespace {

using namespace RunInputs;

/// Sums before each key if there is an initial value, else up to it.
template <class Sum, class Keys, class Values, class Less, class Combine>
std::vector<Sum> scanned(Keys const& keys, Values const& values,
                         Less const& less, Combine const& combine,
                         Sum const* initial) {
  std::vector<Sum> sums(keys.size());
  Sum open{};
  for (std::size_t i = 0; i < keys.size(); ++i) {
    bool const is_begin =
        i == 0 || less(keys[i - 1], keys[i]) || less(keys[i], keys[i - 1]);
    auto const value = static_cast<Sum>(values[i]);
    if (initial != nullptr)
      sums[i] = is_begin ? *initial : combine(*initial, open);
    open = is_begin ? value : combine(open, value);
    if (initial == nullptr) sums[i] = open;
  }
  return sums;
}

template <class Sum>
void expect_sums(Guarded<Sum> const& sums, std::vector<Sum> const& right) {
  EXPECT_TRUE(same_sequence(sums.values(), right));
  EXPECT_TRUE(sums.guards_hold());
}

/// Between guard zones, in a poisoned workspace of the exact size. Sums of
/// Value are formed in Sum, exactly.
template <class Sum, class Layout = Kokkos::LayoutRight, class Keys,
          class Values, class Less, class Combine, class... Options>
void check(Keys const& input, Values const& values, Less const& less,
           Combine const& combine, Sum const& initial, Placement placement,
           Options const&... options) {
  using Key   = typename Keys::value_type;
  using Value = typename Values::value_type;
  SCOPED_TRACE(std::to_string(input.size()) + " keys");
  Exec const exec;
  std::vector<Sum> const blank(input.size(), Sum{});
  Guarded<Key> const keys(input, placement);
  Guarded<Value> const weights(values);
  Guarded<Sum> const sums(blank, placement), before(blank, placement);
  auto const from = keys.template view<Layout, Key const>();
  auto const with = weights.template view<Kokkos::LayoutRight, Value const>();
  auto const to   = sums.template view<Layout>();
  auto const into = before.template view<Layout>();
  PoisonedWorkspace scratch, other;
  inclusive_scan_by_key(exec, from, with, to, options...,
                        scratch.prepare(inclusive_scan_by_key_workspace_size(
                            exec, from, with, to, options...)));
  exclusive_scan_by_key(exec, from, with, into, initial, options...,
                        other.prepare(exclusive_scan_by_key_workspace_size(
                            exec, from, with, into, initial, options...)));
  exec.fence();
  expect_sums<Sum>(sums, scanned<Sum>(input, values, less, combine, nullptr));
  expect_sums<Sum>(before,
                   scanned<Sum>(input, values, less, combine, &initial));
  EXPECT_TRUE(scratch.guards_hold());
  EXPECT_TRUE(other.guards_hold());
  EXPECT_TRUE(keys.untouched());
  EXPECT_TRUE(weights.untouched());
}

template <class Key>
class ScanTypes : public testing::Test {};
#if defined(KOKKOSSORT_TEST_FEW_TYPES)
using Types = FewTypes<std::uint32_t, double, Pair, WideKey>;
#else
using Types = testing::Types<std::int8_t, std::uint32_t, double, Int128, Pair,
                             Triple, WideKey>;
#endif
TYPED_TEST_SUITE(ScanTypes, Types, );

TYPED_TEST(ScanTypes, SmallSizes) {
  for (std::size_t n = 0; n < 40; ++n)
    check<std::uint64_t>(
        sorted_input<TypeParam>(
            n, n % 2 == 0 ? Distribution::two_values : Distribution::uniform),
        weights<std::uint32_t>(n), OracleLess<TypeParam>{}, Add{},
        std::uint64_t{n}, {n % 3, 1});
}

TYPED_TEST(ScanTypes, SizesAndDistributions) {
  for (std::size_t const n : {4351, 4352, 4353, 8191, 8192, 8193, 50021}) {
    for (auto const distribution :
         {Distribution::uniform, Distribution::two_values, Distribution::zero,
          Distribution::gaussian})
      check<std::uint64_t>(sorted_input<TypeParam>(n, distribution),
                           weights<std::uint32_t>(n), OracleLess<TypeParam>{},
                           Add{}, std::uint64_t{7}, {1, 1});
  }
}

TYPED_TEST(ScanTypes, Strided) {
  std::size_t const n = 40009;
  check<double, Kokkos::LayoutStride>(
      sorted_input<TypeParam>(n, Distribution::gaussian),
      weights<std::uint16_t>(n), OracleLess<TypeParam>{}, Add{}, 0.5, {3, 3});
}

// Runs within a tile, over tiles, and over groups of tiles.
/// Values whose carries pass through many tiles. A team of a device reads the
/// carries of dozens of tiles at once, a host's one after the other.
constexpr std::size_t many = Impl::TeamShape<Exec>::is_host ? 100003 : 600011;

TEST(ScanByKey, RunsOfManyLengths) {
  std::size_t const n = many;
  for (std::size_t const length :
       {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{16},
        std::size_t{17}, std::size_t{255}, std::size_t{4351}, std::size_t{4352},
        std::size_t{8192}, std::size_t{8193}, std::size_t{32768}, n / 2, n})
    check<std::uint64_t>(runs_of(n, length), weights<std::uint32_t>(n),
                         OracleLess<std::uint32_t>{}, Add{}, std::uint64_t{1},
                         {1, 1});
}

TEST(ScanByKey, CombinesFromLeftToRight) {
  std::size_t const n = many / 2;
  for (std::size_t const length :
       {std::size_t{1}, std::size_t{7}, std::size_t{100}, std::size_t{5000},
        n - 7}) {
    check<Affine>(runs_of(n, length), weights<Affine>(n),
                  OracleLess<std::uint32_t>{}, Compose{}, Affine{3, 5}, {1, 1},
                  reduction(Compose{}));
    check<Affine>(sorted_input<double>(n, Distribution::two_values),
                  weights<Affine>(n), OracleLess<double>{}, Compose{},
                  Affine{3, 5}, {1, 1}, reduction(Compose{}), ascending);
  }
}

struct Largest {
  KOKKOS_FUNCTION int operator()(int a, int b) const { return a < b ? b : a; }
};

TEST(ScanByKey, NegativeNumbersAndComparators) {
  std::size_t const n = 50000;
  std::vector<int> values(n);
  for (std::size_t i = 0; i < n; ++i)
    values[i] = static_cast<int>(i * 7919 % 1000) - 990;
  std::vector<Record> records(n);
  for (std::uint32_t i = 0; i < n; ++i) records[i] = {i / 7, i};
  check<int>(records, values, KeyLess{}, Largest{}, -2000, {1, 1},
             reduction(Largest{}), KeyLess{});
  check<int>(records, values, KeyLess{}, Add{}, 0, {1, 1}, by(KeyOf{}));
  auto const by_bits = [](std::uint32_t x, std::uint32_t y) {
    return (x >> 3 & 0xff) < (y >> 3 & 0xff);
  };
  check<std::int64_t>(runs_of(n, 5), values, by_bits, Add{}, std::int64_t{0},
                      {1, 1}, bits(3, 11));
}

TEST(ScanByKey, SumsTakeThePlaceOfTheirValues) {
  std::size_t const n         = 100003;
  auto const keys             = runs_of(n, 1234);
  auto const values           = weights<std::uint32_t>(n);
  std::uint32_t const initial = 3;
  for (bool const is_exclusive : {false, true}) {
    Guarded<std::uint32_t> const sums(values);
    auto const view = sums.view();
    is_exclusive
        ? exclusive_scan_by_key(Exec{}, to_device(keys), view, view, initial)
        : inclusive_scan_by_key(Exec{}, to_device(keys), view, view);
    expect_sums<std::uint32_t>(
        sums, scanned<std::uint32_t>(keys, values, OracleLess<std::uint32_t>{},
                                     Add{}, is_exclusive ? &initial : nullptr));
  }
}

/// The number of sums of one run that differ from 3 i + 3. (A lambda for a
/// device may not stand in a test.)
std::size_t count_wrong(Exec const& exec, DeviceView<std::uint64_t> const& sums,
                        std::size_t first) {
  std::size_t wrong = 0;
  Kokkos::parallel_reduce(
      Kokkos::RangePolicy<Exec>(exec, 0, sums.extent(0)),
      KOKKOS_LAMBDA(std::size_t i, std::size_t & sum) {
        sum += sums(i) != 3 * (i < first ? i + 1 : i - first + 1);
      },
      wrong);
  return wrong;
}

// More tiles than a team reads at once, so that there are several groups.
TEST(ScanByKey, OneRunOfManyTiles) {
  std::size_t const n = Impl::TeamShape<Exec>::is_host ? 2000003 : 20000019;
  DeviceView<std::uint32_t> const keys("keys", n), values("values", n);
  DeviceView<std::uint64_t> const sums("sums", n);
  Kokkos::deep_copy(values, 3u);
  for (std::size_t const first :
       {std::size_t{0}, std::size_t{1}, std::size_t{5000}, n / 3}) {
    Kokkos::deep_copy(keys, 9u);
    if (first > 0)
      Kokkos::deep_copy(
          Kokkos::subview(keys, Kokkos::pair(std::size_t{0}, first)), 4u);
    inclusive_scan_by_key(Exec{}, keys, values, sums);
    EXPECT_EQ(count_wrong(Exec{}, sums, first), 0u) << first;
  }
}

/// The number of sums that differ in a bit.
int count_different(Exec const& exec, DeviceView<float> const& a,
                    DeviceView<float> const& b) {
  int different = 0;
  Kokkos::parallel_reduce(
      Kokkos::RangePolicy<Exec>(exec, 0, a.extent(0)),
      KOKKOS_LAMBDA(std::size_t i, int& sum) {
        sum += Kokkos::bit_cast<std::uint32_t>(a(i)) !=
               Kokkos::bit_cast<std::uint32_t>(b(i));
      },
      different);
  return different;
}

// Floating-point sums depend on the order of additions, which is the same in
// every run.
TEST(ScanByKey, FloatingPointSumsAreTheSameInEachOf50Rounds) {
  Exec const exec;
  std::size_t const n = many;
  std::vector<float> values(n);
  for (std::size_t i = 0; i < n; ++i)
    values[i] = std::ldexp(1.0f + static_cast<float>(i % 977) / 977.0f,
                           static_cast<int>(i * 7919 % 40) - 20);
  auto const weight = to_device(values);
  for (std::size_t const length :
       {std::size_t{3}, std::size_t{300}, std::size_t{30000}, n}) {
    auto const keys = to_device(runs_of(n, length));
    DeviceView<float> const sums("sums", n), first("first", n);
    Workspace<Memory> const workspace(
        exec, inclusive_scan_by_key_workspace_size(exec, keys, weight, first));
    inclusive_scan_by_key(exec, keys, weight, first, workspace);
    for (int round = 0; round < 50; ++round) {
      inclusive_scan_by_key(exec, keys, weight, sums, workspace);
      ASSERT_EQ(count_different(exec, first, sums), 0)
          << length << ", round " << round;
    }
    auto const found =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, first);
    double sum = 0;
    for (std::size_t i = 0; i < length; ++i) sum += values[i];
    EXPECT_NEAR(found(length - 1), sum, 1e-4 * sum);
  }
}

TEST(ScanByKey, FaultyComparatorsEndInBounds) {
  DeviceView<std::uint64_t> const calls("calls", 1);
  std::size_t const n = 100000;
  Guarded<std::uint32_t> const keys(
      input_keys<std::uint32_t>(n, Distribution::uniform, 1));
  for (Fault const fault : faults) {
    Guarded<std::uint32_t> const sums(std::vector<std::uint32_t>(n, 0));
    inclusive_scan_by_key(keys.view(), keys.view(), sums.view(),
                          FaultyLess{fault, calls.data()});
    EXPECT_TRUE(sums.guards_hold());
    EXPECT_TRUE(keys.untouched());
  }
}

TEST(ScanByKey, NeitherAllocatesNorFencesWithAWorkspace) {
  Exec const exec;
  for (std::size_t const n : {0, 100, 1000000}) {
    DeviceView<float> const keys("keys", n), values("values", n),
        sums("sums", n);
    Workspace<Memory> const workspace(
        exec,
        exclusive_scan_by_key_workspace_size(exec, keys, values, sums, 0));
    exec.fence();
    Events const events;
    exclusive_scan_by_key(exec, keys, values, sums, 0, workspace);
    EXPECT_EQ(events.kernels().size(), n == 0 ? 0u : n == 100 ? 1u : 2u);
    EXPECT_EQ(events.allocations(), Events::Labels{});
    EXPECT_EQ(events.fences(), Events::Labels{});
    EXPECT_EQ(events.copies(), Events::Labels{});
    exec.fence();
  }
}

TEST(ScanByKey, RefusesBadArguments) {
  Exec const exec;
  DeviceView<int> const keys("keys", 300000), values("values", 300000),
      sums("sums", 300000), few("few", 299999);
  Workspace<Memory> const small(exec, 1);
  auto const refused = [&](auto const& v, auto const& s,
                           std::vector<std::string> parts,
                           auto const&... options) {
    parts.push_back("inclusive_scan_by_key");
    EXPECT_TRUE(refuses(
        [&] { inclusive_scan_by_key(exec, keys, v, s, options...); }, parts));
    parts.back() = "exclusive_scan_by_key";
    EXPECT_TRUE(
        refuses([&] { exclusive_scan_by_key(exec, keys, v, s, 0, options...); },
                parts));
  };
  refused(few, sums, {"'values'", "299999", "300000"});
  refused(values, few, {"'sums'", "299999", "300000"});
  refused(values, keys, {"'sums'", "overlaps 'keys'"});
  DeviceView<int> const longer("longer", 300001);
  auto const part = [&](int first) {
    return Kokkos::subview(longer, Kokkos::pair(first, first + 300000));
  };
  refused(part(0), part(1), {"'sums'", "overlaps 'values'"});
  refused(values, sums, {"'workspace'", "1 bytes"}, small);
}

TEST(ScanByKey, IsRepeatedByAPreparedCall) {
  Exec const exec;
  std::size_t const n = 50000;
  auto const keys     = to_device(runs_of(n, 100));
  DeviceView<int> const values("values", n), sums("sums", n);
  auto const add = prepare(inclusive_scan_by_key, exec, keys, values, sums);
  auto const before =
      prepare(exclusive_scan_by_key, exec, keys, values, sums, 7);
  auto const most = prepare(exclusive_scan_by_key, exec, keys, values, sums,
                            -100, reduction(Largest{}), ascending);
  for (int round = 0; round < 10; ++round) {
    Kokkos::deep_copy(exec, values, -round);
    int found;
    add.run(keys, values, sums);
    Kokkos::deep_copy(found, Kokkos::subview(sums, 49999));
    EXPECT_EQ(found, -100 * round);
    before.run();
    Kokkos::deep_copy(found, Kokkos::subview(sums, 49999));
    EXPECT_EQ(found, 7 - 99 * round);
    most.run();
    Kokkos::deep_copy(found, Kokkos::subview(sums, 49999));
    EXPECT_EQ(found, -round);
  }
  EXPECT_TRUE(refuses([&] { add.run(keys, sums, sums); },
                      {"'values'", "another address"}));
}

template <class... Arguments>
concept Accepted = requires(Arguments const&... arguments) {
  inclusive_scan_by_key(arguments...);
};
template <class... Arguments>
concept AcceptedBefore = requires(Arguments const&... arguments) {
  exclusive_scan_by_key(arguments...);
};
using Ints = DeviceView<int>;
static_assert(Accepted<Ints, DeviceView<float const>, DeviceView<double>>);
static_assert(Accepted<Exec, Ints, Ints, Ints, Reduction<Largest>, Descending>);
static_assert(!Accepted<Exec, Ints, DeviceView<Affine>, Ints>);
static_assert(!Accepted<Exec, Ints, Ints, Ints, Algorithm::Merge>);
static_assert(AcceptedBefore<Ints, Ints, DeviceView<double>, int, Descending>);
static_assert(!AcceptedBefore<Exec, Ints, Ints, Ints>);
static_assert(!AcceptedBefore<Exec, Ints, Ints, Ints, Affine>);

}  // namespace
}  // namespace KokkosSort::Test::ScanByKeyTest
