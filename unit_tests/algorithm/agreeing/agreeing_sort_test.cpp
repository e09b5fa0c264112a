// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/comparators.hpp>
#include <support/events.hpp>
#include <support/few_types.hpp>
#include <support/guarded.hpp>
#include <support/keys.hpp>
#include <support/oracle.hpp>

#include <KokkosSort.hpp>
#include <KokkosSort/algorithm/agreeing/agreeing_sort.hpp>
#include <KokkosSort/front/choice.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace KokkosSort::Test {
namespace {

enum class Expected { by_bits, by_reversed_bits, by_comparator };

/// Sorts with the workspace that the sort states, and checks its way.
template <class Sort, class Value, class Key, class Less>
void check_sort(Expected expected, Less const& less,
                std::vector<Key> const& input) {
  using Order         = Impl::LessOrder<Key, Less>;
  std::size_t const n = input.size();
  ASSERT_GE(n, Sort::Tuning::min_keys);
  Guarded<Key> const keys(input);
  Guarded<std::uint32_t> const tags(index_tags<std::uint32_t>(n));
  Exec const exec;
  Order const order{less};
  std::size_t const bytes = Sort::workspace_bytes(exec, order, n);
  DeviceView<std::byte> const workspace(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "workspace"), bytes);
  Impl::Arena arena(workspace.data(), bytes);
  Impl::Strided<Value> values{};
  if constexpr (Impl::is_value_v<Value>) values = {tags.data(), 1};
  Sort::run(exec, order, {keys.data(), 1}, values, n, arena);
  exec.fence();
  EXPECT_LE(arena.used(), bytes);
  typename Sort::Verdict verdict;
  Kokkos::deep_copy(
      Kokkos::View<std::byte*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
          reinterpret_cast<std::byte*>(&verdict), sizeof verdict),
      Kokkos::subview(workspace, Kokkos::pair<std::size_t, std::size_t>(
                                     0, sizeof verdict)));
  EXPECT_EQ(verdict.disagrees != 0, expected == Expected::by_comparator);
  if (verdict.disagrees == 0) {
    EXPECT_EQ(verdict.seen.is_reversed(),
              expected == Expected::by_reversed_bits);
  }
  EXPECT_TRUE(keys.guards_hold());
  EXPECT_TRUE(tags.guards_hold());
  if constexpr (Impl::is_value_v<Value>) {
    EXPECT_TRUE(
        sorted_with_tags(keys.values(), tags.values(), input, less, false));
  } else {
    EXPECT_TRUE(sorted(keys.values(), input, less));
  }
}

/// Sorts by the choice for many keys.
template <class Value, class Key, class Less>
void check(Expected expected, Less const& less, std::vector<Key> const& input) {
  using Choice = Impl::UnstableChoice<Exec, Impl::LessOrder<Key, Less>, Value>;
  check_sort<typename Choice::type, Value>(expected, less, input);
}

/// The same with the digits of devices. Hosts have more than one kernel in
/// front of those.
template <class Key>
using Digits =
    Impl::RadixSort<Exec, Impl::BitsOrder<Key>, Impl::NoValue,
                    Impl::TeamShape<Exec>::is_host ? Impl::RadixStart::lsd
                                                   : Impl::RadixStart::by_size>;

template <class Key, class Less>
void check_beside(Expected expected, Less const& less,
                  std::vector<Key> const& input) {
  using Order  = Impl::LessOrder<Key, Less>;
  using Choice = Impl::UnstableChoice<Exec, Order, Impl::NoValue>;
  using Sort   = Impl::AgreeingSort<Exec, Order, Impl::NoValue, Digits<Key>,
                                    typename Choice::ByComparator>;
  check_sort<Sort, Impl::NoValue>(expected, less, input);
}

/// On hosts more than a leaf, on devices little more than the least.
template <class Key>
std::size_t length() {
  std::size_t const least = Impl::AgreeingTuning<Exec, sizeof(Key)>::min_keys;
  return std::max<std::size_t>(least, 3000) + 1001;
}

std::uint64_t random(std::size_t i) { return Impl::splitmix64(i + 7); }

template <class Key>
std::vector<Key> random_keys() {
  std::vector<Key> keys(length<Key>());
  for (std::size_t i = 0; i < keys.size(); ++i)
    keys[i] = static_cast<Key>(random(i));
  return keys;
}

/// Both directions are one type, since each type of a comparator takes its time
/// to compile.
struct Directed {
  bool descends = false;
  template <class T>
  KOKKOS_FUNCTION bool operator()(T const& a, T const& b) const {
    return descends ? b < a : a < b;
  }
};
Directed const less{false};
Directed const greater{true};

template <class Key>
void check_both(Expected expected, Directed const& order,
                std::vector<Key> const& input) {
  check<Impl::NoValue>(expected, order, input);
  check<std::uint32_t>(expected, order, input);
}

/// Keys of one hundred are equivalent.
struct ByHundreds {
  template <class T>
  KOKKOS_FUNCTION bool operator()(T const& a, T const& b) const {
    return a / 100 < b / 100;
  }
};
/// The order of the swapped halves.
struct ByLowHalf {
  KOKKOS_FUNCTION bool operator()(std::uint32_t a, std::uint32_t b) const {
    return (a << 16 | a >> 16) < (b << 16 | b >> 16);
  }
};
/// The order of numbers, but one key is first.
struct OneKeyFirst {
  std::uint64_t first;
  KOKKOS_FUNCTION bool operator()(std::uint64_t a, std::uint64_t b) const {
    return (a == first) != (b == first) ? a == first : a < b;
  }
};

template <class Key>
class AgreeingSort : public testing::Test {};
#if defined(KOKKOSSORT_TEST_FEW_TYPES)
using Keys = FewTypes<float, std::uint64_t>;
#else
using Keys = testing::Types<std::int16_t, std::int32_t, float, std::uint64_t>;
#endif
TYPED_TEST_SUITE(AgreeingSort, Keys, );

TYPED_TEST(AgreeingSort, SanitizeBothDirections) {
  auto const keys = random_keys<TypeParam>();
  check_both(Expected::by_bits, less, keys);
  check_both(Expected::by_reversed_bits, greater, keys);
}

TYPED_TEST(AgreeingSort, OrderAlreadyThere) {
  auto keys = random_keys<TypeParam>();
  std::sort(keys.begin(), keys.end());
  check_both(Expected::by_bits, less, keys);
  check_both(Expected::by_reversed_bits, greater, keys);
  std::reverse(keys.begin(), keys.end());
  check_both(Expected::by_bits, less, keys);
  check_both(Expected::by_reversed_bits, greater, keys);
}

TYPED_TEST(AgreeingSort, OneValue) {
  std::vector<TypeParam> const keys(length<TypeParam>(), TypeParam{42});
  Expected const expected =
      sizeof(TypeParam) > 4 ? Expected::by_comparator : Expected::by_bits;
  check_both(expected, less, keys);
  check_both(expected, greater, keys);
}

TEST(AgreeingSortOrders, SanitizeAComparatorOfOtherBitsIsRefused) {
  check<Impl::NoValue>(Expected::by_comparator, ByLowHalf{},
                       random_keys<std::uint32_t>());
}

TEST(AgreeingSortOrders, EquivalentKeysMayDiffer) {
  check<std::uint32_t>(Expected::by_bits, ByHundreds{},
                       random_keys<std::uint32_t>());
}

// The comparator agrees on the sample, and the read of all keys finds the one
// pair of neighbors on which it does not.
TEST(AgreeingSortOrders, SanitizeADisagreementOutsideTheSampleIsFound) {
  auto keys = random_keys<std::uint64_t>();
  for (auto& key : keys) key = key % (keys.size() * 100) * 2;
  // No other key is odd, and the sample cannot hold both places.
  for (std::size_t const at : {std::size_t{17}, std::size_t{18}}) {
    auto with_odd = keys;
    with_odd[at]  = 2 * keys.size() + 1;
    check<Impl::NoValue>(Expected::by_comparator, OneKeyFirst{with_odd[at]},
                         with_odd);
  }
}

TEST(AgreeingSortOrders, NaNAndZerosOfBothSigns) {
  auto keys = random_keys<std::uint32_t>();
  std::vector<float> numbers(keys.size());
  float const special[] = {0.0f, -0.0f, std::numeric_limits<float>::infinity(),
                           -std::numeric_limits<float>::infinity()};
  for (std::size_t i = 0; i < keys.size(); ++i)
    numbers[i] = keys[i] % 8 < 4 ? special[keys[i] % 4]
                                 : static_cast<float>(keys[i]) - 2e9f;
  check_both(Expected::by_bits, less, numbers);
  check_both(Expected::by_reversed_bits, greater, numbers);
}

// The sample is sorted beside the count of digits, whose gate is not yet
// decided.
TEST(AgreeingSortOrders, SanitizeTheProbeBesideTheCount) {
  auto keys = random_keys<std::uint32_t>();
  check_beside(Expected::by_bits, less, keys);
  check_beside(Expected::by_reversed_bits, greater, keys);
  check_beside(Expected::by_comparator, ByLowHalf{}, keys);
  std::sort(keys.begin(), keys.end());
  check_beside(Expected::by_bits, less, keys);
  check_beside(Expected::by_reversed_bits, greater, keys);
  check_beside(Expected::by_comparator, ByLowHalf{}, keys);
}

struct LeaveClosed {
  KOKKOS_FUNCTION static constexpr std::size_t scratch_bytes() { return 16; }
  KOKKOS_FUNCTION void run(Impl::TeamMember<Exec> const&, std::byte*) const {}
};

TEST(AgreeingSortOrders, AClosedGateLeavesTheKeysAsTheyAre) {
  using Sort       = Digits<std::uint32_t>;
  auto const input = random_keys<std::uint32_t>();
  ASSERT_TRUE(Sort::has_companion(input.size()));
  Guarded<std::uint32_t> const closed(std::vector<std::uint32_t>{0});
  auto const leaves = [&](auto const&... companion) {
    Guarded<std::uint32_t> const keys(input);
    Exec const exec;
    Impl::BitsOrder<std::uint32_t> const order{};
    std::size_t const bytes = Sort::workspace_bytes(exec, order, input.size());
    DeviceView<std::byte> const workspace("workspace", bytes);
    Impl::Arena arena(workspace.data(), bytes);
    Sort::run(exec, order, {keys.data(), 1}, {}, input.size(), arena,
              Impl::Gate{closed.data()}, companion...);
    exec.fence();
    EXPECT_EQ(keys.values(), input);
  };
  leaves();
  leaves(LeaveClosed{});
}

// They are no strict weak order, so only loss is an error.
TEST(AgreeingSortOrders, BrokenComparatorsLoseNothing) {
  DeviceView<std::uint64_t> const calls("calls", 1);
  auto const input = random_keys<std::uint32_t>();
  for (Fault const fault : faults) {
    using Order = Impl::LessOrder<std::uint32_t, FaultyLess>;
    using Sort =
        typename Impl::UnstableChoice<Exec, Order, Impl::NoValue>::type;
    Guarded<std::uint32_t> const keys(input);
    Exec const exec;
    Order const order{FaultyLess{fault, calls.data()}};
    std::size_t const bytes = Sort::workspace_bytes(exec, order, input.size());
    DeviceView<std::byte> const workspace("workspace", bytes);
    Impl::Arena arena(workspace.data(), bytes);
    Sort::run(exec, order, {keys.data(), 1}, {}, input.size(), arena);
    exec.fence();
    EXPECT_TRUE(keys.guards_hold());
    auto sorted_output = keys.values();
    auto sorted_input  = input;
    std::sort(sorted_output.begin(), sorted_output.end());
    std::sort(sorted_input.begin(), sorted_input.end());
    EXPECT_EQ(sorted_output, sorted_input);
  }
}

// A function that promises stability takes no sort that is not. There are more
// keys than SmallSort takes.
TEST(AgreeingSortOrders, AStableFunctionKeepsEquivalentKeysInOrder) {
  std::vector<std::uint32_t> input(
      std::max<std::size_t>(length<std::uint32_t>(), 40000));
  for (std::size_t i = 0; i < input.size(); ++i)
    input[i] = static_cast<std::uint32_t>(random(i));
  Guarded<std::uint32_t> const keys(input);
  Guarded<std::uint32_t> const tags(index_tags<std::uint32_t>(input.size()));
  using Chosen = typename Impl::DeviceChoice<
      Exec, Impl::LessOrder<std::uint32_t, ByHundreds>, std::uint32_t,
      Impl::MemoryBudget::ample>::type;
  EXPECT_FALSE(Chosen::is_stable);
  stable_sort_by_key(Exec{}, keys.view(), tags.view(), ByHundreds{},
                     Impl::DeviceAutomatic{});
  EXPECT_TRUE(sorted_with_tags(keys.values(), tags.values(), input,
                               ByHundreds{}, true));
}

}  // namespace
}  // namespace KokkosSort::Test
