// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/comparators.hpp>
#include <support/events.hpp>
#include <support/few_types.hpp>
#include <support/run_inputs.hpp>
#include <KokkosSort/algorithm/sorted/sorted_tuning.hpp>
#include <KokkosSort/reduce_by_key.hpp>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

// reduce_by_key() against one loop over the keys.

namespace KokkosSort::Test::ReduceByKeyTest {
namespace {

using namespace RunInputs;

template <class Key, class Sum>
struct Reduced {
  Array<Key> keys;
  std::vector<Sum> sums;
};

template <class Keys, class Values, class Less, class Combine, class Sum>
auto reduced(Keys const& keys, Values const& values, Less const& less,
             Combine const& combine, Sum) {
  Reduced<typename Keys::value_type, Sum> result;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    auto const value = static_cast<Sum>(values[i]);
    if (i == 0 || less(keys[i - 1], keys[i]) || less(keys[i], keys[i - 1])) {
      result.keys.push_back(keys[i]);
      result.sums.push_back(value);
    } else {
      result.sums.back() = combine(result.sums.back(), value);
    }
  }
  return result;
}

/// Between guard zones, in a poisoned workspace of the exact size. Sums of
/// Value are formed in Sum, exactly.
template <class Sum, class Layout = Kokkos::LayoutRight, class Keys,
          class Values, class Less, class Combine, class... Options>
void check(Keys const& input, Values const& values, Less const& less,
           Combine const& combine, Placement placement,
           Options const&... options) {
  using Key   = typename Keys::value_type;
  using Value = typename Values::value_type;
  SCOPED_TRACE(std::to_string(input.size()) + " keys");
  Exec const exec;
  std::size_t const n = input.size();
  auto const right    = reduced(input, values, less, combine, Sum{});
  Guarded<Key> const keys(input, placement);
  Guarded<Value> const weights(values);
  Guarded<Key> const out(Keys(n, Key{}), placement);
  Guarded<Sum> const sums(std::vector<Sum>(n, Sum{}), placement);
  Kokkos::View<std::uint64_t, Memory> const count("count");
  auto const from = keys.template view<Layout, Key const>();
  auto const with = weights.template view<Kokkos::LayoutRight, Value const>();
  auto const to   = out.template view<Layout>();
  auto const into = sums.template view<Layout>();
  PoisonedWorkspace scratch;
  reduce_by_key(exec, from, with, to, into, count, options...,
                scratch.prepare(reduce_by_key_workspace_size(
                    exec, from, with, to, into, count, options...)));
  std::uint64_t found;
  Kokkos::deep_copy(found, count);
  ASSERT_EQ(found, right.keys.size());
  auto const found_keys = out.values();
  auto const found_sums = sums.values();
  for (std::size_t i = 0; i < n; ++i) {
    ASSERT_TRUE(
        same_bytes<Key>(found_keys[i], i < found ? right.keys[i] : Key{}))
        << "key " << i << " of " << found;
    ASSERT_TRUE(
        same_bytes<Sum>(found_sums[i], i < found ? right.sums[i] : Sum{}))
        << "sum " << i << " of " << found;
  }
  EXPECT_TRUE(out.guards_hold());
  EXPECT_TRUE(sums.guards_hold());
  EXPECT_TRUE(scratch.guards_hold());
  EXPECT_TRUE(keys.untouched());
  EXPECT_TRUE(weights.untouched());
}

template <class Key>
class ReduceTypes : public testing::Test {};
#if defined(KOKKOSSORT_TEST_FEW_TYPES)
using Types = FewTypes<std::uint32_t, double, Pair, WideKey>;
#else
using Types = testing::Types<std::int8_t, std::uint32_t, double, Int128, Pair,
                             Triple, WideKey>;
#endif
TYPED_TEST_SUITE(ReduceTypes, Types, );

TYPED_TEST(ReduceTypes, SmallSizes) {
  for (std::size_t n = 0; n < 40; ++n)
    check<std::uint64_t>(
        sorted_input<TypeParam>(
            n, n % 2 == 0 ? Distribution::two_values : Distribution::uniform),
        weights<std::uint32_t>(n), OracleLess<TypeParam>{}, Add{}, {n % 3, 1});
}

TYPED_TEST(ReduceTypes, SizesAndDistributions) {
  for (std::size_t const n : {4351, 4352, 4353, 8191, 8192, 8193, 50021}) {
    for (auto const distribution :
         {Distribution::uniform, Distribution::two_values, Distribution::zero,
          Distribution::gaussian})
      check<std::uint64_t>(sorted_input<TypeParam>(n, distribution),
                           weights<std::uint32_t>(n), OracleLess<TypeParam>{},
                           Add{}, {1, 1});
  }
}

TYPED_TEST(ReduceTypes, Strided) {
  std::size_t const n = 40009;
  check<double, Kokkos::LayoutStride>(
      sorted_input<TypeParam>(n, Distribution::gaussian),
      weights<std::uint16_t>(n), OracleLess<TypeParam>{}, Add{}, {3, 3});
}

TEST(ReduceByKey, RunsOfManyLengths) {
  std::size_t const n = 600011;
  for (std::size_t const length :
       {1, 2, 3, 16, 17, 255, 4351, 4352, 8192, 8193, 100000, 600011})
    check<std::uint64_t>(runs_of(n, length), weights<std::uint32_t>(n),
                         OracleLess<std::uint32_t>{}, Add{}, {1, 1});
}

TEST(ReduceByKey, CombinesFromLeftToRight) {
  std::size_t const n = 300007;
  for (std::size_t const length : {1, 7, 100, 5000, 300000}) {
    check<Affine>(runs_of(n, length), weights<Affine>(n),
                  OracleLess<std::uint32_t>{}, Compose{}, {1, 1},
                  reduction(Compose{}));
    check<Affine>(sorted_input<double>(n, Distribution::two_values),
                  weights<Affine>(n), OracleLess<double>{}, Compose{}, {1, 1},
                  reduction(Compose{}), ascending);
  }
}

struct Largest {
  KOKKOS_FUNCTION int operator()(int a, int b) const { return a < b ? b : a; }
};

TEST(ReduceByKey, NegativeNumbersAndComparators) {
  std::size_t const n = 50000;
  std::vector<int> values(n);
  for (std::size_t i = 0; i < n; ++i)
    values[i] = static_cast<int>(i * 7919 % 1000) - 990;
  std::vector<Record> records(n);
  for (std::uint32_t i = 0; i < n; ++i) records[i] = {i / 7, i};
  check<int>(records, values, KeyLess{}, Largest{}, {1, 1},
             reduction(Largest{}), KeyLess{});
  check<int>(records, values, KeyLess{}, Add{}, {1, 1}, by(KeyOf{}));
  auto const by_bits = [](std::uint32_t x, std::uint32_t y) {
    return (x >> 3 & 0xff) < (y >> 3 & 0xff);
  };
  check<std::int64_t>(runs_of(n, 5), values, by_bits, Add{}, {1, 1},
                      bits(3, 11));
}

// Sums of more tiles than a team reads at once.
TEST(ReduceByKey, OneRunOfManyTiles) {
  std::size_t const n = 10000019;
  DeviceView<std::uint32_t> const keys("keys", n), values("values", n),
      out("out", n);
  DeviceView<std::uint64_t> const sums("sums", n);
  Kokkos::View<int, Memory> const count("count");
  Kokkos::deep_copy(values, 3u);
  for (std::size_t const first : {0, 1, 5000, 1000003}) {
    Kokkos::deep_copy(keys, 9u);
    if (first > 0)
      Kokkos::deep_copy(
          Kokkos::subview(keys, Kokkos::pair(std::size_t{0}, first)), 4u);
    reduce_by_key(keys, values, out, sums, count);
    int found;
    Kokkos::deep_copy(found, count);
    EXPECT_EQ(found, first > 0 ? 2 : 1);
    std::uint64_t sum;
    Kokkos::deep_copy(sum, Kokkos::subview(sums, first > 0 ? 1 : 0));
    EXPECT_EQ(sum, 3 * (n - first));
  }
}

/// The number of sums that differ in a bit. (A lambda for a device may not
/// stand in a test.)
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
TEST(ReduceByKey, FloatingPointSumsAreTheSameInEachOf100Rounds) {
  Exec const exec;
  std::size_t const n = 1000003;
  std::vector<float> values(n);
  for (std::size_t i = 0; i < n; ++i)
    values[i] = std::ldexp(1.0f + static_cast<float>(i % 977) / 977.0f,
                           static_cast<int>(i * 7919 % 40) - 20);
  auto const weight = to_device(values);
  for (std::size_t const length : {3, 300, 30000, 1000003}) {
    auto const keys = to_device(runs_of(n, length));
    DeviceView<std::uint32_t> const out("out", n);
    DeviceView<float> const sums("sums", n), first("first", n);
    Kokkos::View<int, Memory> const count("count");
    Workspace<Memory> const workspace(
        exec,
        reduce_by_key_workspace_size(exec, keys, weight, out, first, count));
    reduce_by_key(exec, keys, weight, out, first, count, workspace);
    for (int round = 0; round < 100; ++round) {
      reduce_by_key(exec, keys, weight, out, sums, count, workspace);
      ASSERT_EQ(count_different(exec, first, sums), 0)
          << length << ", round " << round;
    }
    auto const found =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, first);
    double sum = 0;
    for (std::size_t i = 0; i < length; ++i) sum += values[i];
    EXPECT_NEAR(found(0), sum, 1e-4 * sum);
  }
}

TEST(ReduceByKey, FaultyComparatorsEndInBounds) {
  DeviceView<std::uint64_t> const calls("calls", 1);
  std::size_t const n = 100000;
  Guarded<std::uint32_t> const keys(
      input_keys<std::uint32_t>(n, Distribution::uniform, 1));
  for (Fault const fault : faults) {
    Guarded<std::uint32_t> const out(std::vector<std::uint32_t>(n, 0));
    Guarded<std::uint32_t> const sums(std::vector<std::uint32_t>(n, 0));
    Kokkos::View<std::uint64_t, Memory> const count("count");
    reduce_by_key(keys.view(), keys.view(), out.view(), sums.view(), count,
                  FaultyLess{fault, calls.data()});
    EXPECT_TRUE(out.guards_hold());
    EXPECT_TRUE(sums.guards_hold());
    std::uint64_t found;
    Kokkos::deep_copy(found, count);
    EXPECT_LE(found, n);
  }
}

TEST(ReduceByKey, NeitherAllocatesNorFencesWithAWorkspace) {
  Exec const exec;
  for (std::size_t const n : {0, 100, 1000000}) {
    DeviceView<float> const keys("keys", n), values("values", n), out("out", n),
        sums("sums", n);
    Kokkos::View<int, Memory> const count("count");
    Workspace<Memory> const workspace(
        exec,
        reduce_by_key_workspace_size(exec, keys, values, out, sums, count));
    exec.fence();
    Events const events;
    reduce_by_key(exec, keys, values, out, sums, count, workspace);
    EXPECT_EQ(events.kernels().size(), n < 1000000 ? 1u : 2u);
    EXPECT_EQ(events.allocations(), Events::Labels{});
    EXPECT_EQ(events.fences(), Events::Labels{});
    EXPECT_EQ(events.copies(), Events::Labels{});
    exec.fence();
  }
}

TEST(ReduceByKey, RefusesBadArguments) {
  Exec const exec;
  DeviceView<int> const keys("keys", 300000), values("values", 300000),
      out("out", 300000), sums("sums", 300000), few("few", 299999);
  Kokkos::View<int, Memory> const count("count");
  Kokkos::View<short, Memory> const narrow("narrow");
  Workspace<Memory> const small(exec, 1);
  auto const refused = [&](auto const& v, auto const& o, auto const& s,
                           auto const& c, std::vector<std::string> parts,
                           auto const&... options) {
    parts.push_back("reduce_by_key");
    EXPECT_TRUE(refuses(
        [&] { reduce_by_key(exec, keys, v, o, s, c, options...); }, parts));
  };
  refused(few, out, sums, count, {"'values'", "299999", "300000"});
  refused(values, few, sums, count, {"'out'", "299999", "300000"});
  refused(values, out, few, count, {"'sums'", "299999", "300000"});
  refused(values, out, sums, narrow, {"'count'", "2 bytes", "300000"});
  refused(values, values, sums, count, {"'out'", "overlaps 'values'"});
  refused(values, out, out, count, {"'sums'", "overlaps 'out'"});
  refused(values, out, sums, Kokkos::subview(sums, 1),
          {"'count'", "overlaps 'sums'"});
  refused(values, out, sums, count, {"'workspace'", "1 bytes"}, small);
}

TEST(ReduceByKey, IsRepeatedByAPreparedCall) {
  Exec const exec;
  std::size_t const n = 50000;
  auto const keys     = to_device(runs_of(n, 100));
  DeviceView<int> const values("values", n), sums("sums", n);
  DeviceView<std::uint32_t> const out("out", n);
  Kokkos::View<int, Memory> const count("count");
  auto const add = prepare(reduce_by_key, exec, keys, values, out, sums, count);
  auto const most = prepare(reduce_by_key, exec, keys, values, out, sums, count,
                            reduction(Largest{}), ascending);
  for (int round = 0; round < 10; ++round) {
    Kokkos::deep_copy(exec, values, -round);
    int found;
    add.run(keys, values, out, sums, count);
    Kokkos::deep_copy(found, Kokkos::subview(sums, 499));
    EXPECT_EQ(found, -100 * round);
    most.run();
    Kokkos::deep_copy(found, Kokkos::subview(sums, 499));
    EXPECT_EQ(found, -round);
  }
  EXPECT_TRUE(refuses([&] { add.run(keys, sums, out, sums, count); },
                      {"'values'", "another address"}));
}

template <class... Arguments>
concept Accepted =
    requires(Arguments const&... arguments) { reduce_by_key(arguments...); };
using Ints = DeviceView<int>;
using Int  = Kokkos::View<int, Memory>;
static_assert(
    Accepted<Ints, DeviceView<float const>, Ints, DeviceView<double>, Int>);
static_assert(Accepted<Exec, Ints, Ints, Ints, Ints, Int, Reduction<Largest>,
                       Descending>);
static_assert(!Accepted<Exec, Ints, Ints, DeviceView<float>, Ints, Int>);
static_assert(!Accepted<Exec, Ints, DeviceView<Affine>, Ints, Ints, Int>);
static_assert(!Accepted<Exec, Ints, Ints, Ints, Ints, Int, Algorithm::Merge>);

}  // namespace
}  // namespace KokkosSort::Test::ReduceByKeyTest
