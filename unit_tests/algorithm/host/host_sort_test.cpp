// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/guarded.hpp>
#include <support/keys.hpp>
#include <support/sampler_probe.hpp>
#include <support/oracle.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/algorithm/host/host_sort.hpp>
#include <KokkosSort/order.hpp>

#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace KokkosSort::Test {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;
using Tag  = std::uint32_t;

/// Tuning that reaches every phase with a few thousand keys.
struct SmallTuning {
  static constexpr std::size_t leaf_capacity     = 64;
  static constexpr std::size_t alone_capacity    = 48;
  static constexpr std::size_t mean_leaf         = 16;
  static constexpr std::size_t most_mean_leaf    = 32;
  static constexpr int wanted_buckets            = 8;
  static constexpr int most_wanted_buckets       = 16;
  static constexpr int max_buckets               = 64;
  static constexpr int oversampling              = 4;
  static constexpr std::size_t min_sample        = 16;
  static constexpr std::size_t chunks_per_worker = 3;
  static constexpr std::size_t min_chunk         = 100;
  static constexpr std::size_t splits_per_worker = 2;
  static constexpr std::size_t one_level         = 500;
  static constexpr std::size_t max_block_bytes   = 128;
  static constexpr int max_depth                 = 2;
};

/// The tuning above without partitions by one thread.
struct ShallowTuning : SmallTuning {
  static constexpr int max_depth = 0;
};

/// Leaves that vector instructions sort, and arrays that one thread sorts
/// whole.
struct InPlaceTuning : SmallTuning {
  static constexpr std::size_t leaf_capacity  = 1024;
  static constexpr std::size_t alone_capacity = 512;
  static constexpr std::size_t mean_leaf      = 256;
  static constexpr std::size_t most_mean_leaf = 512;
};

/// Sorts keys with index tags, then keys alone, in exactly the workspace of the
/// size query, between guard zones.
template <class Tuning, class Key, class Order, class Less>
void check_tuning(Array<Key> const& input, Order const& order, Less const& less,
                  Placement placement = {}) {
  using WithTags  = Impl::HostSort<Host, Order, Tag, Tuning>;
  using KeysAlone = Impl::HostSort<Host, Order, Impl::NoValue, Tuning>;
  Host const exec;
  std::size_t const n = input.size();
  PoisonedWorkspace scratch;
  auto const run = [&](auto sorter, auto keys, auto values) {
    std::size_t const bytes            = sorter.workspace_bytes(exec, order, n);
    Workspace<Memory> const& workspace = scratch.prepare(bytes);
    Impl::Arena arena(workspace.data(), bytes);
    sorter.run(exec, order, keys, values, n, arena);
    exec.fence();
    ASSERT_LE(arena.used(), bytes);
    ASSERT_TRUE(scratch.guards_hold());
  };
  auto const stride = static_cast<std::ptrdiff_t>(placement.stride);
  {
    Guarded<Key> const keys(input, placement);
    Guarded<Tag> const tags(index_tags<Tag>(n), {3});
    run(WithTags{}, Impl::Strided<Key>{keys.data(), stride},
        Impl::Strided<Tag>{tags.data()});
    ASSERT_TRUE(
        sorted_with_tags(keys.values(), tags.values(), input, less, true));
    ASSERT_TRUE(keys.guards_hold());
    ASSERT_TRUE(tags.guards_hold());
  }
  Guarded<Key> const keys(input, placement);
  run(KeysAlone{}, Impl::Strided<Key>{keys.data(), stride},
      Impl::Strided<Impl::NoValue>{});
  ASSERT_TRUE(sorted(keys.values(), input, less));
  ASSERT_TRUE(keys.guards_hold());
}

template <class Key>
void check(Array<Key> const& input) {
  auto const order = Impl::order_for<Key>(ascending);
  check_tuning<SmallTuning, Key>(input, order, OracleLess<Key>{});
}

template <class Key>
class HostSortOf : public testing::Test {};
/// One type per kind of order: the matrix has all types, with the library's
/// tuning.
using Keys = testing::Types<std::uint8_t, double, Triple>;
TYPED_TEST_SUITE(HostSortOf, Keys);

TYPED_TEST(HostSortOf, Sizes) {
  for (std::size_t n = 2; n < 3000; n += n < 300 ? 1 : 97) {
    SCOPED_TRACE("size " + std::to_string(n));
    check<TypeParam>(input_keys<TypeParam>(n, Distribution::uniform, n));
    if (this->HasFatalFailure()) return;
  }
}

TYPED_TEST(HostSortOf, Distributions) {
  for (auto const& entry : Workload::distributions) {
    SCOPED_TRACE(entry.name);
    check<TypeParam>(input_keys<TypeParam>(20011, entry.distribution));
    if (this->HasFatalFailure()) return;
  }
}

TYPED_TEST(HostSortOf, DistributionsBySharedPartitionsAndMergingAlone) {
  using Less       = OracleLess<TypeParam>;
  auto const order = Impl::order_for<TypeParam>(ascending);
  for (auto const& entry : Workload::distributions) {
    SCOPED_TRACE(entry.name);
    auto const input = input_keys<TypeParam>(20011, entry.distribution);
    check_tuning<ShallowTuning, TypeParam>(input, order, Less{});
    if (this->HasFatalFailure()) return;
  }
}

TYPED_TEST(HostSortOf, TuningOfTheLibrary) {
  using Less    = OracleLess<TypeParam>;
  using Ordinal = decltype(Impl::order_for<TypeParam>(descending));
  using Tuning =
      Impl::HostSortTuning<sizeof(typename Impl::Elements<Ordinal, Tag>::type)>;
  for (auto const distribution :
       {Distribution::uniform, Distribution::zipf, Distribution::sqrt_values,
        Distribution::ninety_five_percent_one_value, Distribution::specials}) {
    for (std::size_t const n :
         {Tuning::alone_capacity, Tuning::alone_capacity + 1,
          3 * Tuning::leaf_capacity + 5}) {
      SCOPED_TRACE(std::string(Workload::name_of(distribution)) + " " +
                   std::to_string(n));
      check_tuning<Tuning, TypeParam>(input_keys<TypeParam>(n, distribution),
                                      Impl::order_for<TypeParam>(descending),
                                      Reversed<Less>{});
      if (this->HasFatalFailure()) return;
    }
  }
}

template <class Key>
void check_in_place() {
  for (auto const distribution :
       {Distribution::uniform, Distribution::zipf, Distribution::specials})
    for (std::size_t const n : {64, 500, 513, 3999, 4001, 30000})
      for (bool const is_descending : {false, true}) {
        SCOPED_TRACE(std::string(Workload::name_of(distribution)) + " " +
                     std::to_string(n));
        auto const input = input_keys<Key>(n, distribution);
        Impl::BitsOrder<Key> const order =
            Impl::BitsOrder<Key>::directed(is_descending);
        for (Placement const placement : {Placement{}, Placement{1, 3}}) {
          if (is_descending) {
            check_tuning<InPlaceTuning, Key>(
                input, order, Reversed<OracleLess<Key>>{}, placement);
          } else {
            check_tuning<InPlaceTuning, Key>(input, order, OracleLess<Key>{},
                                             placement);
          }
        }
      }
}

TEST(HostSort, KeysAreSortedInPlace) {
  check_in_place<std::uint32_t>();
  check_in_place<std::uint64_t>();
  check_in_place<std::int64_t>();
  check_in_place<float>();
  check_in_place<double>();
}

/// kind 0: keys from [1, 2), which are spread evenly; 1: also negative ones and
/// zeros of both signs; 2: one negative NaN.
template <class Key>
void check_floating(int kind) {
  using Order  = Impl::BitsOrder<Key>;
  using Tuning = Impl::HostSortTuning<sizeof(Key)>;
  for (std::size_t const n :
       {std::size_t{63}, std::size_t{64}, std::size_t{1000},
        Tuning::alone_capacity, Tuning::alone_capacity + 1}) {
    SCOPED_TRACE("kind " + std::to_string(kind) + ", " + std::to_string(n));
    Array<Key> input(n);
    for (std::size_t i = 0; i < n; ++i) {
      auto const draw = Impl::splitmix64(i);
      input[i]        = 1 + static_cast<Key>(draw >> 42) / (1 << 22);
      if (kind == 1 && draw % 4 < 2)
        input[i] = draw % 4 == 0 ? Key{0} : -Key{0};
      if (kind == 1 && draw % 4 == 2) input[i] = -input[i];
    }
    if (kind == 2) input[n / 2] = -std::numeric_limits<Key>::quiet_NaN();
    for (Placement const placement : {Placement{}, Placement{3, 2}}) {
      check_tuning<Tuning, Key>(input, Order::directed(false),
                                OracleLess<Key>{}, placement);
      check_tuning<Tuning, Key>(input, Order::directed(true),
                                Reversed<OracleLess<Key>>{}, placement);
    }
  }
}

TEST(HostSort, FloatingKeysOfEveryKind) {
  for (int const kind : {0, 1, 2}) {
    check_floating<float>(kind);
    check_floating<double>(kind);
  }
}

/// Agrees with the bits of keys but for 500 and 501, which are equivalent.
struct OfOnePairEqual {
  static std::uint32_t seen(std::uint32_t key) {
    return key == 501 ? 500 : key;
  }
  bool operator()(std::uint32_t a, std::uint32_t b) const {
    return seen(a) < seen(b);
  }
};

TEST(HostSort, EquivalentKeysOfDifferentBitsKeepTheirOrder) {
  for (std::size_t const n : {500, 4000, 30000}) {
    Array<std::uint32_t> input(n);
    for (std::size_t i = 0; i < n; ++i)
      input[i] = static_cast<std::uint32_t>(Impl::splitmix64(i) % 1000);
    check_tuning<InPlaceTuning, std::uint32_t>(
        input, Impl::LessOrder<std::uint32_t, OfOnePairEqual>{},
        OfOnePairEqual{});
  }
}

TEST(HostSort, StridedKeys) {
  for (std::size_t const n : {50, 5000}) {
    auto const input = input_keys<double>(n, Distribution::gaussian);
    check_tuning<SmallTuning, double>(input, Impl::order_for<double>(ascending),
                                      OracleLess<double>{}, {5, 3});
  }
}

/// Returns the comparisons of all threads, by a comparator that can be neither
/// default-constructed nor assigned.
std::uint64_t comparisons(std::vector<std::uint32_t> const& input) {
  std::uint64_t count = 0;
  auto less           = [&count](std::uint32_t a, std::uint32_t b) {
    Kokkos::atomic_inc(&count);
    return a < b;
  };
  using Order  = Impl::LessOrder<std::uint32_t, decltype(less)>;
  using Sorter = Impl::HostSort<Host, Order, Impl::NoValue, SmallTuning>;
  Order const order{less};
  std::vector<std::uint32_t> keys = input;
  std::vector<std::byte> scratch(
      Sorter::workspace_bytes(Host{}, order, keys.size()));
  Impl::Arena arena(scratch.data(), scratch.size());
  Sorter::run(Host{}, order, {keys.data()}, {}, keys.size(), arena);
  Host{}.fence();
  EXPECT_TRUE(sorted(keys, input, std::less<std::uint32_t>{}));
  return count;
}

TEST(HostSort, SortedAndReversedTakeOneRead) {
  std::size_t const n = 50000;
  std::vector<std::uint32_t> up(n), down(n);
  for (std::size_t i = 0; i < n; ++i) {
    up[i]   = static_cast<std::uint32_t>(i / 3);
    down[i] = static_cast<std::uint32_t>(n - i);
  }
  EXPECT_LE(comparisons(up), 2 * n);
  EXPECT_LE(comparisons(down), 2 * n);
  std::swap(up[n - 1], up[n / 2]);
  EXPECT_GT(comparisons(up), 2 * n);
}

TEST(HostSort, ComparisonsStayBelowTheirBound) {
  std::size_t const n = 30000;
  for (auto const& entry : Workload::distributions) {
    SCOPED_TRACE(entry.name);
    auto const input = input_keys<std::uint32_t>(n, entry.distribution);
    // n log2 n is 15 n; partitions repeat some of it, and merging the rest.
    EXPECT_LE(comparisons(input), 45 * n);
  }
}

TEST(HostSort, PowersOfTwoAndCrowdsInTheLastBits) {
  // Each level of cells separates by one bit only.
  std::vector<std::uint64_t> powers(30011), crowds(30011);
  for (std::size_t i = 0; i < powers.size(); ++i) {
    std::uint64_t const random = Impl::splitmix64(i);
    powers[i]                  = std::uint64_t{1} << (random % 64);
    crowds[i] = (random % 7 == 0 ? std::uint64_t{1} << (random / 7 % 64) : 0) +
                (random >> 32) % 19;
  }
  check<std::uint64_t>(powers);
  check<std::uint64_t>(crowds);
}

/// A bucket of the first partition exceeds a leaf: three of four keys share
/// more leading bits than a table divides. So does one of the shared second
/// partition. Vector instructions sort it if they are fast enough.
TEST(HostSort, CrowdsBeyondALeaf) {
  using Tuning    = Impl::HostSortTuning<sizeof(std::uint64_t)>;
  auto const draw = [](std::size_t i) {
    std::uint64_t const random = Impl::splitmix64(i);
    return random >> (random % 4 == 0 ? 2 : random % 4 == 1 ? 20 : 42);
  };
  for (std::size_t const n : {std::size_t{2}, std::size_t{9}}) {
    Array<std::uint64_t> numbers(n * Tuning::leaf_capacity + 7);
    Array<double> fractions(numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i]   = draw(i);
      fractions[i] = i % 2 == 0 ? 1 + 0x1p-52 * static_cast<double>(draw(i))
                                : -1 - 0x1p-52 * static_cast<double>(draw(i));
    }
    check_tuning<Tuning, std::uint64_t>(
        numbers, Impl::order_for<std::uint64_t>(ascending),
        OracleLess<std::uint64_t>{});
    check_tuning<Tuning, double>(fractions, Impl::order_for<double>(descending),
                                 Reversed<OracleLess<double>>{});
  }
}

/// Comparator that is no strict weak order. Its results are wrong in every way,
/// and none is repeatable.
struct BrokenLess {
  enum Kind { random, always, never, one_percent, third } kind;
  std::uint64_t* calls;
  bool operator()(std::uint64_t a, std::uint64_t b) const {
    std::uint64_t const draw =
        Impl::splitmix64(Kokkos::atomic_fetch_add(calls, std::uint64_t{1}));
    switch (kind) {
      case random: return draw % 2 == 0;
      case always: return true;
      case never: return false;
      case one_percent: return (a < b) != (draw % 100 == 0);
      default: return (a < b) != (draw % 3 == 0);
    }
  }
};

TEST(HostSort, BrokenComparatorsKeepTheMultiset) {
  using Order = Impl::LessOrder<std::uint64_t, BrokenLess>;
  for (auto const kind :
       {BrokenLess::random, BrokenLess::always, BrokenLess::never,
        BrokenLess::one_percent, BrokenLess::third}) {
    for (std::size_t const n : {7, 64, 65, 1000, 20011}) {
      SCOPED_TRACE(std::to_string(kind) + ", size " + std::to_string(n));
      auto const input =
          input_keys<std::uint64_t>(n, Distribution::sqrt_values);
      std::uint64_t calls = 0;
      Order const order{{kind, &calls}};
      using Sorter = Impl::HostSort<Host, Order, Tag, SmallTuning>;
      Guarded<std::uint64_t> const keys(input);
      Guarded<Tag> const tags(index_tags<Tag>(n));
      PoisonedWorkspace scratch;
      std::size_t const bytes = Sorter::workspace_bytes(Host{}, order, n);
      Impl::Arena arena(scratch.prepare(bytes).data(), bytes);
      Sorter::run(Host{}, order, {keys.data()}, {tags.data()}, n, arena);
      Host{}.fence();
      ASSERT_TRUE(permuted(keys.values(), tags.values(), input));
      ASSERT_TRUE(keys.guards_hold());
      ASSERT_TRUE(tags.guards_hold());
      ASSERT_TRUE(scratch.guards_hold());
      ASSERT_LE(calls, 64 * n);
    }
  }
}

// ------------------------------------------- inputs that defeat the sampler

/// At either level, the keys that the sampler reads become greater than all
/// others. Comparisons stay within a bound all the same.
TEST(HostSort, OutliersAtTheSamplesStayWithinNLogN) {
  using Tuning        = Impl::HostSortTuning<sizeof(std::uint32_t)>;
  std::size_t const n = Tuning::one_level + 12345;
  SamplerProbe<Algorithm::Automatic> probe(n);
  auto rank = random_ranks(n);
  std::vector<std::uint64_t> first;
  for (int level = 0; level < 2; ++level) {
    probe.sort_indices(rank, "choose", level, 1);
    ASSERT_EQ(probe.occurrences(), 2);
    auto const met = probe.met();
    ASSERT_GT(met.size(), 8u);
    ASSERT_LT(met.size(), n / 2);
    if (level == 0) first = met;
    for (auto const i : met)
      if (rank[i] < n) rank[i] += static_cast<std::uint32_t>((2 - level) * n);
  }
  auto const result = probe.sort_indices(rank, "", 0, 2);
  EXPECT_TRUE(same_sequence(result, indices_by_rank(rank)));
  EXPECT_LT(static_cast<double>(probe.calls()),
            3.0 * static_cast<double>(n) * std::log2(static_cast<double>(n)));
  // The positions do not depend on the order of the keys.
  check_planted<std::uint32_t>(first, n, Algorithm::automatic);
}

}  // namespace
}  // namespace KokkosSort::Test
