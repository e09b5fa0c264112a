// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>

namespace KokkosSort::Test {
namespace {

template <class Key, class Option>
using OrderFor = decltype(Impl::order_for<Key>(std::declval<Option const&>()));

template <class Key, class Option, Impl::MemoryBudget budget>
using ChoiceOf =
    typename Impl::DeviceChoice<Exec, OrderFor<Key, Option>, Impl::NoValue,
                                budget, Impl::Promise::stable>::Long;

template <class Key, class Option,
          Impl::MemoryBudget budget = Impl::MemoryBudget::ample>
constexpr bool is_radix =
    std::is_same_v<ChoiceOf<Key, Option, budget>,
                   Impl::RadixSort<Exec, OrderFor<Key, Option>, Impl::NoValue>>;

template <class Key, class Option, Impl::Classifiers classifiers,
          Impl::MemoryBudget budget = Impl::MemoryBudget::ample>
constexpr bool is_sample =
    std::is_same_v<ChoiceOf<Key, Option, budget>,
                   Impl::SampleSort<Exec, OrderFor<Key, Option>, Impl::NoValue,
                                    SampleParameters{}, classifiers>>;

TEST(DeviceChoice, TakesDigitsForNumbersAndTreesForTheRest) {
  using Down           = decltype(descending);
  using Bits           = decltype(bits(0, 8));
  constexpr auto trees = Impl::Classifiers::splitters;
  constexpr auto all   = Impl::Classifiers::splitters_and_digits;
  EXPECT_TRUE((is_radix<float, Down>));
  EXPECT_TRUE((is_sample<double, Down, all>));
  EXPECT_TRUE((is_sample<std::uint64_t, Bits, all>));
  EXPECT_TRUE((is_sample<Int128, Down, trees>));
  EXPECT_TRUE((is_sample<double, std::less<double>, trees>));
}

template <class Key, class Option, Impl::MemoryBudget budget,
          Impl::Promise promise>
constexpr bool may_agree = requires {
  typename Impl::DeviceChoice<Exec, OrderFor<Key, Option>, Impl::NoValue,
                              budget, promise>::Long::Verdict;
};

// A comparator of numbers may agree with their bits.
TEST(DeviceChoice, ProbesComparatorsOfNumbersWithoutAPromise) {
  using Less             = std::less<>;
  constexpr auto ample   = Impl::MemoryBudget::ample;
  constexpr auto compact = Impl::MemoryBudget::compact;
  constexpr auto none    = Impl::Promise::none;
  constexpr auto stable  = Impl::Promise::stable;
  EXPECT_TRUE((may_agree<double, Less, ample, none>));
  EXPECT_FALSE((may_agree<double, Less, ample, stable>));
  EXPECT_FALSE((may_agree<double, Less, compact, none>));
  EXPECT_FALSE((may_agree<std::pair<int, int>, Less, ample, none>));
  EXPECT_FALSE((may_agree<double, decltype(descending), ample, none>));
}

template <class Key, class Option, class Value,
          Impl::MemoryBudget budget = Impl::MemoryBudget::ample>
constexpr bool is_by_length = requires(std::size_t n) {
  Impl::DeviceChoice<Exec, OrderFor<Key, Option>, Value,
                     budget>::type::is_short(n);
};

// The split of few numbers needs room in scratch, and memory that ranks lack.
TEST(DeviceChoice, FewKeysGoByLength) {
  using Down             = decltype(descending);
  using None             = Impl::NoValue;
  constexpr auto compact = Impl::MemoryBudget::compact;
  EXPECT_TRUE((is_by_length<float, Down, None>));
  EXPECT_TRUE((is_by_length<std::uint64_t, Down, std::uint64_t>));
  EXPECT_FALSE((is_by_length<std::uint64_t, Down, Int128>));
  EXPECT_FALSE((is_by_length<std::uint32_t, Down, None, compact>));
  EXPECT_FALSE((is_by_length<std::uint16_t, Down, None>));
  EXPECT_TRUE((is_by_length<double, std::less<double>, None>));
  EXPECT_TRUE((is_by_length<Int128, std::less<Int128>, None>));
  EXPECT_FALSE((is_by_length<Int128, std::less<Int128>, std::uint32_t>));
}

TEST(DeviceChoice, ChoiceOfRanksTakesNoFewKeysApart) {
  using Down             = decltype(descending);
  constexpr auto trees   = Impl::Classifiers::splitters;
  constexpr auto compact = Impl::MemoryBudget::compact;
  EXPECT_TRUE((is_radix<float, Down, compact>));
  EXPECT_TRUE((is_sample<Int128, Down, trees, compact>));
  EXPECT_TRUE((is_sample<double, Down, Impl::Classifiers::splitters_and_digits,
                         compact>));
  EXPECT_TRUE((is_sample<double, std::less<double>, trees, compact>));
}

// Ranks hold the keys, a second array, and a fraction of it.
TEST(DeviceChoice, ChoiceOfRanksFor64BitNumbersTakesLittleMemory) {
  using Choice =
      ChoiceOf<double, decltype(descending), Impl::MemoryBudget::compact>;
  Exec const exec;
  constexpr std::size_t n = std::size_t{1} << 28;
  std::size_t const bytes =
      Choice::workspace_bytes(exec, Impl::order_for<double>(descending), n);
  // Leaves of hosts are short, which takes more counters.
  double const fraction = Impl::TeamShape<Exec>::is_host ? 0.35 : 0.2;
  EXPECT_LE(static_cast<double>(bytes),
            (1 + fraction) * static_cast<double>(n * sizeof(double)));
}

}  // namespace
}  // namespace KokkosSort::Test
