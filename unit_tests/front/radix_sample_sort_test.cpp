// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/matrix.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

namespace KokkosSort::Test {

/// Radix and sample sort one after the other, for any number of keys. It has no
/// public tag: it is the automatic choice on devices.
struct RadixSample : Impl::AlgorithmTag {};

}  // namespace KokkosSort::Test

namespace KokkosSort::Impl {

template <>
struct SorterTemplate<Test::RadixSample> {
  template <class Exec, class Order, class Value>
  using type = RadixSampleSort<Exec, Order, Value, true>;
};

}  // namespace KokkosSort::Impl

namespace KokkosSort::Test {

template <class Key, class Value>
struct Boundaries<RadixSample, Key, Value>
    : Boundaries<Algorithm::Radix, Key, Value> {
  static std::vector<std::size_t> all() {
    auto sizes           = Boundaries<Algorithm::Radix, Key, Value>::all();
    auto const of_sample = Boundaries<Algorithm::Sample, Key, Value>::all();
    sizes.insert(sizes.end(), of_sample.begin(), of_sample.end());
    return sizes;
  }
};

namespace {

bool const is_registered = register_matrix<RadixSample>(
    "radix_sample", TypeList<void, std::uint32_t, double>{});

using Limits = Boundaries<RadixSample, std::uint64_t, Impl::NoValue>;

/// Returns the flags that the device sets while it sorts the keys.
template <class Key>
Impl::RadixFlags flags_of(Array<Key> const& input) {
  auto const order = Impl::order_for<Key>(ascending);
  using Sort = Impl::RadixSampleSort<Exec, std::remove_cv_t<decltype(order)>,
                                     Impl::NoValue, true>;
  Exec const exec;
  Guarded<Key> const keys(input);
  auto const bytes = Sort::workspace_bytes(exec, order, input.size());
  DeviceView<std::byte> const scratch("scratch", bytes);
  Impl::Arena arena(scratch.data(), bytes);
  Sort::run(exec, order, Impl::Strided<Key>{keys.view().data()}, {},
            input.size(), arena);
  exec.fence();
  EXPECT_TRUE(keys.guards_hold());
  EXPECT_TRUE(sorted(keys.values(), input, OracleLess<Key>{}));
  Impl::RadixFlags flags;
  auto const first = Kokkos::subview(
      scratch,
      std::pair<std::size_t, std::size_t>(0, sizeof(Impl::RadixFlags)));
  Kokkos::deep_copy(
      Kokkos::View<std::byte*, Kokkos::HostSpace>(
          reinterpret_cast<std::byte*>(&flags), sizeof(Impl::RadixFlags)),
      first);
  return flags;
}

// Sizes below and above min_for_probe, with MSD passes that end in either
// array.
std::vector<std::size_t> sizes() {
  using Tuning = Limits::Sort::Tuning;
  return {10 * Limits::leaf, 2 * Limits::one_level(),
          static_cast<std::size_t>(Tuning::min_for_probe) + 5};
}

/// Spread more evenly than random keys, which do not always fit a host's short
/// leaves.
Array<std::uint64_t> spread_keys(std::size_t n) {
  Array<std::uint64_t> keys(n);
  for (std::size_t i = 0; i < n; ++i) keys[i] = i * 0x9e3779b97f4a7c15u;
  return keys;
}

TEST(RadixSampleSort, MsdPassesSortSpreadKeys) {
  for (std::size_t const n : sizes()) {
    auto const flags = flags_of<std::uint64_t>(spread_keys(n));
    EXPECT_EQ(flags.msd_ran, 1u) << n;
    EXPECT_EQ(flags.needs_lsd, 0u) << n;
  }
}

TEST(RadixSampleSort, SampleSortSortsCrowdedKeys) {
  for (std::size_t const n : sizes()) {
    auto const flags =
        flags_of<double>(input_keys<double>(n, Distribution::zipf));
    EXPECT_NE(flags.needs_lsd, 0u) << n;
    EXPECT_EQ(flags.msd_ran, n < Limits::Sort::Tuning::min_for_probe ? 1u : 0u)
        << n;
  }
}

// A crowd for which n is too small for the probe, or that is too small to be
// seen by it. The MSD passes run first.
TEST(RadixSampleSort, ASmallCrowdIsFoundLate) {
  std::size_t const crowd = Limits::leaf + Limits::leaf / 4;
  auto with_more          = sizes();
  with_more.back()        = std::max(with_more.back(), 1600 * Limits::leaf);
  for (std::size_t const n : with_more) {
    auto input = spread_keys(n);
    for (std::size_t i = 0; i < crowd; ++i) input[i * (n / crowd)] = i;
    auto const flags = flags_of<std::uint64_t>(input);
    EXPECT_EQ(flags.msd_ran, 1u) << n;
    EXPECT_NE(flags.needs_lsd, 0u) << n;
  }
}

// An odd number of digits, for which no LSD pass is launched.
TEST(RadixSampleSort, ACrowdOfThreeDigits) {
  for (std::size_t const n : sizes()) {
    auto input = spread_keys(n);
    for (std::size_t i = 0; i < n; ++i) input[i] >>= i % 2 == 0 ? 53 : 44;
    EXPECT_NE(flags_of<std::uint64_t>(input).needs_lsd, 0u) << n;
  }
}

// ------------------------------------------- inputs that defeat the sampler

/// Positions that the probe reads, as in ProbeSkew::position_of.
std::vector<bool> guessed_positions(std::size_t n) {
  std::vector<bool> is_read(n);
  for (std::uint64_t i = 0; i < Limits::Sort::Tuning::samples; ++i)
    is_read[(Impl::splitmix64(i) >> 32) * n >> 32] = true;
  return is_read;
}

// The probe predicts wrongly, as the flags show, and the keys are sorted.
TEST(RadixSampleSort, DuplicatesAndOutliersAtTheSamples) {
  auto const n =
      static_cast<std::size_t>(Limits::Sort::Tuning::min_for_probe) + 5;
  auto const is_read    = guessed_positions(n);
  auto const flags_when = [&](auto const& read, auto const& other) {
    auto input = spread_keys(n);
    for (std::size_t i = 0; i < n; ++i)
      input[i] = is_read[i] ? read(input[i]) : other(input[i]);
    return flags_of<std::uint64_t>(input);
  };
  auto const same    = [](std::uint64_t key) { return key; };
  auto const outlier = [](std::uint64_t key) { return ~(key >> 8); };
  auto const value   = [](std::uint64_t) { return std::uint64_t{1} << 63; };
  auto const crowded = [](std::uint64_t key) { return key >> 40; };
  EXPECT_EQ(flags_when(outlier, same).msd_ran, 0u);
  EXPECT_EQ(flags_when(value, same).msd_ran, 1u);
  // Spread at the sampled positions, crowded everywhere else.
  auto const flags = flags_when(same, crowded);
  EXPECT_EQ(flags.msd_ran, 1u);
  EXPECT_NE(flags.needs_lsd, 0u);
}

TEST(RadixSampleSort, SanitizeMsdPassesAndSampleSort) {
  for (auto const distribution : {Distribution::uniform, Distribution::zipf})
    EXPECT_EQ(
        flags_of<double>(input_keys<double>(5 * Limits::leaf, distribution))
            .msd_ran,
        1u);
}

TEST(RadixSampleSort, RangesOfBits) {
  for (auto const distribution : {Distribution::uniform, Distribution::zipf}) {
    auto const input  = input_keys<std::uint64_t>(60001, distribution);
    auto const key_of = [](std::uint64_t key) { return key >> 5 & 0xffffff; };
    auto const sorted =
        sort_tagged<std::uint64_t>(input, bits(5, 29), RadixSample{});
    EXPECT_TRUE(sorted_with_tags(
        sorted.keys, sorted.tags, input,
        [&](std::uint64_t a, std::uint64_t b) { return key_of(a) < key_of(b); },
        true));
  }
}

template <class Key, class Option>
using OrderFor = decltype(Impl::order_for<Key>(std::declval<Option const&>()));

template <template <class...> class Sorter, class Key, class Option,
          Impl::MemoryBudget budget = Impl::MemoryBudget::ample>
constexpr bool is_choice =
    std::is_same_v<typename Impl::DeviceChoice<Exec, OrderFor<Key, Option>,
                                               Impl::NoValue, budget>::type,
                   Sorter<Exec, OrderFor<Key, Option>, Impl::NoValue>>;

template <class Exec, class Order, class Value>
using Radix = Impl::RadixSort<Exec, Order, Value>;
template <class Exec, class Order, class Value>
using RadixThenSample = Impl::RadixSampleSort<Exec, Order, Value>;
template <class Exec, class Order, class Value>
using Sample = Impl::SampleSort<Exec, Order, Value>;

TEST(RadixSampleSort, IsTheChoiceForManyNumbersOf64Bits) {
  using Down = decltype(descending);
  using Bits = decltype(bits(0, 8));
  EXPECT_TRUE((is_choice<Radix, float, Down>));
  EXPECT_TRUE((is_choice<RadixThenSample, double, Down>));
  EXPECT_TRUE((is_choice<RadixThenSample, std::uint64_t, Bits>));
  EXPECT_TRUE((is_choice<Sample, Int128, Down>));
  EXPECT_TRUE((is_choice<Sample, double, std::less<double>>));
  // Ranks hold the keys, a second array and 1/8 of the keys' bytes.
  constexpr auto compact = Impl::MemoryBudget::compact;
  EXPECT_TRUE((is_choice<Radix, float, Down, compact>));
  EXPECT_TRUE((is_choice<Radix, double, Down, compact>));
  EXPECT_TRUE((is_choice<Sample, Int128, Down, compact>));
  EXPECT_TRUE((is_choice<Sample, double, std::less<double>, compact>));
  using Sort =
      RadixThenSample<Exec, OrderFor<std::uint64_t, Down>, Impl::NoValue>;
  Exec const exec;
  auto const order       = Impl::order_for<std::uint64_t>(descending);
  std::size_t const many = Sort::Radix::Tuning::min_before_sample;
  EXPECT_EQ(Sort::workspace_bytes(exec, order, many - 1),
            Sort::Sample::workspace_bytes(exec, order, many - 1));
  EXPECT_GT(Sort::workspace_bytes(exec, order, many),
            Sort::Sample::workspace_bytes(exec, order, many));
}

}  // namespace
}  // namespace KokkosSort::Test
