// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_MATRIX_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_MATRIX_HPP

#include <kit/boundaries.hpp>
#include <kit/events.hpp>
#include <kit/guarded.hpp>
#include <kit/instances.hpp>
#include <kit/keys.hpp>
#include <kit/oracle.hpp>
#include <kit/register.hpp>
#include <KokkosSort.hpp>

#include <gtest/gtest.h>

#include <cctype>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace KokkosSort::Test {

/// What an algorithm can do, and so what is asked of it. Every one sorts keys
/// alone and keys with values.
enum class Capability : unsigned {
  none      = 0,
  stable    = 1,  // and so argsort
  order     = 2,  // keys without a numeric order
  quadratic = 4,  // ten million keys would take it hours: it gets 30,011, and
                  // fewer of the sizes above short_size
  alone = 8       // its teams wait for one another: one at a time on a device
};
constexpr Capability operator|(Capability a, Capability b) {
  return static_cast<Capability>(static_cast<unsigned>(a) |
                                 static_cast<unsigned>(b));
}
constexpr bool has(Capability all, Capability one) {
  return (static_cast<unsigned>(all) & static_cast<unsigned>(one)) != 0;
}

/// The types of keys, in parts of similar weight for the compiler.
template <int Part>
struct KeyTypes;
template <>
struct KeyTypes<0> {
  using type = TypeList<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t,
                        bool, char>;
};
template <>
struct KeyTypes<1> {
  using type = TypeList<std::int32_t, std::uint32_t, std::int64_t,
                        std::uint64_t, float, double>;
};
template <>
struct KeyTypes<2> {
  using type = TypeList<Int128, UInt128, Pair, Triple, WideKey
#if !KOKKOS_HALF_T_IS_FLOAT
                        ,
                        Half
#endif
#if !KOKKOS_BHALF_T_IS_FLOAT
                        ,
                        Bhalf
#endif
                        >;
};
/// One of each kind, for builds with sanitizers, which take several times as
/// long to compile.
template <>
struct KeyTypes<3> {
  using type =
      TypeList<std::uint8_t, std::uint32_t, double, UInt128, Triple, WideKey>;
};

/// A sorter is compiled for each direction, with and without values. Types take
/// turns: each has its values in one direction, its keys alone in the other.
enum class Turn { values_ascending, values_descending };

/// Every check of one algorithm on one type of key. An object lives as long as
/// a test, since its workspace must not outlive Kokkos.
template <class Tag, Capability capabilities, class Key, Turn turn>
struct MatrixCase {
  using Index = std::uint32_t;

  static constexpr bool is_stable    = has(capabilities, Capability::stable);
  static constexpr bool is_quadratic = has(capabilities, Capability::quadratic);
  /// The commonest type gets every sorter and every size.
  static constexpr bool is_commonest = std::is_same_v<Key, std::uint32_t>;
  /// Up to here each size takes every sorter, above one in turn.
  static constexpr std::size_t short_size = 512;
  /// Of a quadratic algorithm. On the host one thread has a tile to itself.
  static constexpr std::size_t step_above_short =
      !is_commonest                    ? 499
      : Impl::TeamShape<Exec>::is_host ? 29
                                       : 1;
  static constexpr bool is_ascending = turn == Turn::values_ascending;

  struct Up {
    static constexpr Ascending option{};
    static constexpr OracleLess<Key> less{};
  };
  struct Down {
    static constexpr Descending option{};
    static constexpr Reversed<OracleLess<Key>> less{};
  };
  using ForValues = std::conditional_t<is_ascending, Up, Down>;
  using ForKeys   = std::conditional_t<is_ascending, Down, Up>;

  /// Keys with index tags beside them, sorted between guard zones in a poisoned
  /// workspace.
  template <class Direction = ForValues>
  void check_values(Array<Key> const& input) {
    Guarded<Key> const keys(input);
    Guarded<Index> const tags(index_tags<Index>(input.size()), {3});
    auto const bytes = sort_by_key_workspace_size(
        m_exec, keys.view(), tags.view(), Tag{}, Direction::option);
    sort_by_key(m_exec, keys.view(), tags.view(), Direction::option, Tag{},
                m_scratch.prepare(bytes));
    ASSERT_TRUE(sorted_with_tags(keys.values(), tags.values(), input,
                                 Direction::less, is_stable));
    ASSERT_TRUE(tags.guards_hold());
    ASSERT_TRUE(keys.guards_hold());
    ASSERT_TRUE(m_scratch.guards_hold());
  }

  template <class Direction = ForKeys>
  void check_keys(Array<Key> const& input) {
    Guarded<Key> const keys(input);
    auto const bytes =
        sort_workspace_size(m_exec, keys.view(), Tag{}, Direction::option);
    sort(m_exec, keys.view(), Direction::option, Tag{},
         m_scratch.prepare(bytes));
    ASSERT_TRUE(sorted(keys.values(), input, Direction::less));
    ASSERT_TRUE(keys.guards_hold());
    ASSERT_TRUE(m_scratch.guards_hold());
  }

  void check_all(Array<Key> const& input) {
    check_values(input);
    check_keys(input);
    if constexpr (is_commonest) {
      check_values<ForKeys>(input);
      check_keys<ForValues>(input);
    }
  }

  void check_one(Array<Key> const& input, std::size_t turn_of_sorters) {
    if constexpr (is_commonest) {
      if (turn_of_sorters % 4 == 2) return check_values<ForKeys>(input);
      if (turn_of_sorters % 4 == 3) return check_keys<ForValues>(input);
    }
    turn_of_sorters % 2 == 0 ? check_values(input) : check_keys(input);
  }

  /// Distributions take turns with the sizes.
  static Array<Key> keys_of(std::size_t size) {
    auto const& entry =
        Workload::distributions[size % Workload::distributions.size()];
    return input_keys<Key>(size, entry.distribution, size);
  }

  void check_sizes(std::vector<std::size_t> const& sizes) {
    for (std::size_t const size : sizes) {
      SCOPED_TRACE("size " + std::to_string(size));
      if (size > short_size) {
        check_one(keys_of(size), size);
      } else {
        check_all(keys_of(size));
      }
      if (testing::Test::HasFatalFailure()) return;
    }
  }

  /// Every size for the commonest type, one in seven for each of the others.
  static std::vector<std::size_t> sizes() {
    std::size_t const step = is_commonest ? 1 : 7;
    std::vector<std::size_t> result{0, 1, 2};
    for (std::size_t size = 3 + sizeof(Key) % step; size <= 4100;
         size += is_quadratic && size > short_size ? step_above_short : step)
      result.push_back(size);
    return result;
  }

  /// Keys alone and keys with values change their ways at different sizes.
  void check_boundaries() {
    for (std::size_t const size :
         with_neighbours(Boundaries<Tag, Key, Impl::NoValue>::all())) {
      SCOPED_TRACE("keys alone, size " + std::to_string(size));
      check_keys(keys_of(size));
      if constexpr (is_commonest) check_keys<ForValues>(keys_of(size));
      if (testing::Test::HasFatalFailure()) return;
    }
    for (std::size_t const size :
         with_neighbours(Boundaries<Tag, Key, Index>::all())) {
      SCOPED_TRACE("with values, size " + std::to_string(size));
      check_values(keys_of(size));
      if constexpr (is_commonest) check_values<ForKeys>(keys_of(size));
      if (testing::Test::HasFatalFailure()) return;
    }
  }

  void check_distribution(Distribution distribution) {
    using Limits = Boundaries<Tag, Key, Index>;
    std::vector<std::size_t> sizes{Limits::leaf / 2, 5 * Limits::tile + 3};
    if (is_partitioned_twice(distribution))
      sizes.push_back(Limits::one_level() + 4321);
    for (std::size_t const size : sizes) {
      SCOPED_TRACE("size " + std::to_string(size));
      check_values(input_keys<Key>(size, distribution));
      if (testing::Test::HasFatalFailure()) return;
    }
    SCOPED_TRACE("once more, and keys alone");
    check_all(input_keys<Key>(sizes[1], distribution, 7));
  }

  /// Large inputs for every distribution of some types, and for some
  /// distributions of every type.
  static bool is_partitioned_twice(Distribution distribution) {
    return is_commonest || std::is_same_v<Key, double> ||
           static_cast<unsigned>(distribution) % 4 == sizeof(Key) % 4;
  }

  /// One case after another, cheap enough for a tool that makes them slow.
  void check_for_sanitizers() {
    using Limits = Boundaries<Tag, Key, Index>;
    for (std::size_t const size :
         std::vector<std::size_t>{0, 1, 2, 3, 33, Limits::leaf - 1,
                                  Limits::leaf + 1, 5 * Limits::tile + 1})
      check_all(keys_of(size));
    check_values(input_keys<Key>(4 * Limits::leaf, Distribution::two_values));
  }

  void check_argsort() {
    for (std::size_t const size :
         {0, 1, 2, 31, 1000, is_quadratic ? 3011 : 30011}) {
      auto const input = keys_of(size);
      Guarded<Key> const keys(input);
      Guarded<Index> const permutation(std::vector<Index>(size, 12345));
      argsort(m_exec, permutation.view(),
              keys.template view<Kokkos::LayoutRight, Key const>(), Tag{},
              ForValues::option);
      ASSERT_TRUE(keys.untouched());
      ASSERT_TRUE(permutation.guards_hold());
      Array<Key> result(size);
      auto const tags = permutation.values();
      for (std::size_t i = 0; i < size; ++i) {
        ASSERT_LT(tags[i], size);
        result[i] = input[tags[i]];
      }
      ASSERT_TRUE(sorted_with_tags(result, tags, input, ForValues::less, true));
    }
  }

  /// Ten million keys and three; of a quadratic algorithm what takes it about
  /// as long. Values too where an algorithm moves them in other ways than keys.
  void check_many() {
    auto const input =
        input_keys<Key>(is_quadratic ? 30011 : 10000003, Distribution::uniform);
    check_keys(input);
    if constexpr (is_stable) check_values(input);
  }

  static constexpr std::size_t some_size = is_quadratic ? 3001 : 60000;

  /// Given a workspace of the exact size a call does nothing but its launches.
  void check_quiet() {
    DeviceView<Key> const keys("keys", some_size);
    DeviceView<Index> const tags("tags", some_size);
    Workspace<Memory> const for_keys(
        m_exec, sort_workspace_size(m_exec, keys, Tag{}, ForKeys::option));
    Workspace<Memory> const for_both(
        m_exec, sort_by_key_workspace_size(m_exec, keys, tags, Tag{},
                                           ForValues::option));
    auto const call = [&] {
      sort(m_exec, keys, Tag{}, ForKeys::option, for_keys);
      sort_by_key(m_exec, keys, tags, Tag{}, ForValues::option, for_both);
    };
    call();  // may make Kokkos itself enlarge the scratch of its teams
    m_exec.fence();
    Events const events;
    call();
    EXPECT_GE(events.kernels().size(), 2u);
    EXPECT_EQ(events.allocations(), Events::Labels{});
    EXPECT_EQ(events.deallocations(), Events::Labels{});
    EXPECT_EQ(events.fences(), Events::Labels{});
    EXPECT_EQ(events.copies(), Events::Labels{});
  }

  /// Bit by bit the same, whatever the workspace holds. A quadratic algorithm
  /// has so many launches in a run that ten do.
  void check_hundred_runs() {
    auto const input = input_keys<Key>(some_size, Distribution::sqrt_values);
    std::vector<Index> expected;
    for (int run = 0; run < (is_quadratic ? 10 : 100); ++run) {
      Guarded<Key> const keys(input);
      Guarded<Index> const tags(index_tags<Index>(some_size));
      auto const bytes = sort_by_key_workspace_size(
          m_exec, keys.view(), tags.view(), Tag{}, ForValues::option);
      sort_by_key(m_exec, keys.view(), tags.view(), ForValues::option, Tag{},
                  m_scratch.prepare(bytes, static_cast<unsigned char>(run)));
      if (run == 0) expected = tags.values();
      ASSERT_TRUE(same_sequence(tags.values(), expected)) << "run " << run;
    }
  }

  static void check_instances() {
    auto const spaces = instances();
    for (std::size_t round = 0; round < 5; ++round) {
      std::vector<Array<Key>> inputs;
      std::vector<Guarded<Key>> keys;
      std::vector<Workspace<Memory>> scratch;
      for (std::size_t i = 0; i < spaces.size(); ++i) {
        inputs.push_back(input_keys<Key>(
            some_size + round, Distribution::uniform, 10 * round + i));
        keys.emplace_back(inputs[i]);
        scratch.emplace_back(
            spaces[i], sort_workspace_size(spaces[i], keys[i].view(), Tag{},
                                           ForKeys::option));
      }
      Kokkos::fence();
      for (std::size_t i = 0; i < spaces.size(); ++i)
        sort(spaces[i], keys[i].view(), Tag{}, ForKeys::option, scratch[i]);
      Kokkos::fence();
      for (std::size_t i = 0; i < spaces.size(); ++i) {
        ASSERT_TRUE(sorted(keys[i].values(), inputs[i], ForKeys::less));
        ASSERT_TRUE(keys[i].guards_hold());
      }
    }
  }

  static void register_of_commonest(std::string const& suite) {
    register_test(suite, "Many", [] { MatrixCase().check_many(); });
    register_test(suite, "Quiet", [] { MatrixCase().check_quiet(); });
    register_test(suite, "HundredRuns",
                  [] { MatrixCase().check_hundred_runs(); });
    if (!has(capabilities, Capability::alone) || Impl::TeamShape<Exec>::is_host)
      register_test(suite, "Instances", [] { check_instances(); });
  }

  static void register_all(std::string const& algorithm) {
    std::string const suite = algorithm + KeyTraits<Key>::name;
    register_test(suite, "Sizes", [] { MatrixCase().check_sizes(sizes()); });
    register_test(suite, "Boundaries", [] { MatrixCase().check_boundaries(); });
    if constexpr (is_stable)
      register_test(suite, "Argsort", [] { MatrixCase().check_argsort(); });
    if constexpr (is_commonest) register_of_commonest(suite);
    register_test(suite, "Sanitize",
                  [] { MatrixCase().check_for_sanitizers(); });
    for (auto const& entry : Workload::distributions) {
      register_test(suite, "Distribution_" + std::string(entry.name), [entry] {
        MatrixCase().check_distribution(entry.distribution);
      });
    }
  }

 private:
  Exec m_exec;
  PoisonedWorkspace m_scratch;
};

/// The suites are called like OddEvenMergeSortU32.
inline std::string suite_of(std::string const& tag) {
  std::string name;
  bool is_first = true;
  for (char const c : tag) {
    if (c != '_') name += is_first ? static_cast<char>(std::toupper(c)) : c;
    is_first = c == '_';
  }
  return name + "Sort";
}

template <class Tag, Capability capabilities, class... Key>
bool register_matrix(std::string const& tag, TypeList<Key...>) {
  auto const register_one = [&]<class One, Turn turn>() {
    if constexpr (Impl::NumericKey<One> || has(capabilities, Capability::order))
      MatrixCase<Tag, capabilities, One, turn>::register_all(suite_of(tag));
  };
  auto const register_in_turn = [&]<std::size_t... I>(
      std::index_sequence<I...>) {
    (register_one.template operator() < Key,
     I % 2 == 0 ? Turn::values_ascending : Turn::values_descending > (), ...);
  };
  register_in_turn(std::index_sequence_for<Key...>{});
  return true;
}

}  // namespace KokkosSort::Test

/// The whole matrix of types, sizes and distributions for Algorithm::tag with
/// the given capabilities. The source is compiled once for each part of the
/// types (kokkossort_add_matrix in CMakeLists.txt).
#define KOKKOSSORT_ALGORITHM_MATRIX(tag, ...)                       \
  namespace KokkosSort::Test {                                      \
  static bool const is_registered_##tag =                           \
      register_matrix<std::remove_cv_t<decltype(Algorithm::tag)>,   \
                      (__VA_ARGS__)>(                               \
          #tag, typename KeyTypes<KOKKOSSORT_MATRIX_PART>::type{}); \
  }

#endif
