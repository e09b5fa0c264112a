// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A sorter that the library does not have, added in one file: the sorter, its
// tag, its entry and one line for its tests.

#include <support/call.hpp>
#include <support/matrix.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

// The room: odd-even transposition by one team.
namespace KokkosSort::Impl {

template <class Exec, class Order, class Value>
struct ToySort {
  using Key    = typename Order::key_type;
  using Policy = Kokkos::TeamPolicy<Exec>;

  static constexpr std::string_view name = "toy";
  static constexpr bool is_stable        = true;
  static constexpr bool is_in_place      = true;
  static constexpr bool is_quadratic     = true;
  static constexpr bool numbers_only     = false;

  struct Rounds {
    Order order;
    Strided<Key> keys;
    Strided<Value> values;
    std::size_t n;

    KOKKOS_FUNCTION void operator()(
        typename Policy::member_type const& team) const {
      for (std::size_t round = 0; round < n; ++round) {
        std::size_t const first = round % 2 + 2 * team.team_rank();
        for (std::size_t i = first; i + 1 < n; i += 2 * team.team_size())
          compare_exchange(i);
        team.team_barrier();
      }
    }

    /// Swaps element i with its successor if their keys are out of order.
    KOKKOS_FUNCTION void compare_exchange(std::size_t i) const {
      if (!order.less(order.encode(keys[i + 1]), order.encode(keys[i]))) return;
      Kokkos::kokkos_swap(keys[i], keys[i + 1]);
      if constexpr (is_value_v<Value>)
        Kokkos::kokkos_swap(values[i], values[i + 1]);
    }
  };

  static std::size_t workspace_bytes(Exec const&, Order const&, std::size_t) {
    return 0;
  }
  static void run(Exec const& exec, Order const& order, Strided<Key> keys,
                  Strided<Value> values, std::size_t n, Arena&) {
    Kokkos::parallel_for("KokkosSort::toy_sort::rounds",
                         Policy(exec, 1, TeamShape<Exec>::size),
                         Rounds{order, keys, values, n});
  }
};

}  // namespace KokkosSort::Impl

// The tag.
namespace KokkosSort::Algorithm {

struct Toy : Impl::AlgorithmTag {};
inline constexpr Toy toy{};

}  // namespace KokkosSort::Algorithm

// The entry.
template <>
struct KokkosSort::Impl::SorterTemplate<KokkosSort::Algorithm::Toy>
    : Sorts<ToySort> {
  static constexpr std::string_view description =
      "odd-even transposition by one team";
};

namespace KokkosSort::Test {
namespace {

// The line for its tests; the types are few, since each takes time to compile.
bool const is_registered = register_matrix<Algorithm::Toy>(
    "toy", TypeList<void, std::uint32_t, double, Triple>{});

TEST(ToySort, HasItsEntry) {
  using Entry = Impl::AlgorithmEntry<Algorithm::Toy>;
  EXPECT_EQ(Entry::name, "toy");
  EXPECT_EQ(Entry::description, "odd-even transposition by one team");
  EXPECT_TRUE(Entry::is_stable && Entry::is_in_place && Entry::is_quadratic);
}

TEST(ToySort, TakesPartInEveryFunction) {
  auto const input = input_keys<std::int64_t>(300, Distribution::sqrt_values);
  auto const keys =
      sort_guarded<std::int64_t>(input, Algorithm::toy, descending);
  EXPECT_TRUE(sorted(keys, input, std::greater<std::int64_t>{}));
  auto const tagged = sort_tagged<std::int64_t>(input, Algorithm::toy);
  EXPECT_TRUE(sorted_with_tags(tagged.keys, tagged.tags, input,
                               std::less<std::int64_t>{}, true));
}

}  // namespace
}  // namespace KokkosSort::Test
