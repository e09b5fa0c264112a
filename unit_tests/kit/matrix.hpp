// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_MATRIX_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_MATRIX_HPP

#include <kit/boundaries.hpp>
#include <kit/guarded.hpp>
#include <kit/keys.hpp>
#include <kit/oracle.hpp>
#include <kit/register.hpp>
#include <KokkosSort.hpp>

#include <gtest/gtest.h>

#include <cctype>
#include <cstdint>
#include <string>
#include <vector>

namespace KokkosSort::Test {

/// What an algorithm can do, and so what is asked of it.
enum class Capability : unsigned {
  keys   = 0,
  values = 1,  // sort_by_key and argsort
  stable = 2,
  order  = 4,  // keys without a numeric order
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
  using type =
      TypeList<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>;
};
template <>
struct KeyTypes<2> {
#if KOKKOS_HALF_T_IS_FLOAT && KOKKOS_BHALF_T_IS_FLOAT
  using type = TypeList<float, double>;
#elif KOKKOS_BHALF_T_IS_FLOAT
  using type = TypeList<float, double, Half>;
#else
  using type = TypeList<float, double, Half, Bhalf>;
#endif
};
template <>
struct KeyTypes<3> {
  using type = TypeList<Int128, UInt128, Pair, Triple, WideKey>;
};

/// Every check of one algorithm on one type of key. An object lives as long as
/// a test, since its workspace must not outlive Kokkos.
template <class Tag, Capability capabilities, class Key>
struct MatrixCase {
  using Index = std::uint32_t;
  using Less  = OracleLess<Key>;

  static constexpr bool with_values = has(capabilities, Capability::values);
  static constexpr bool is_stable   = has(capabilities, Capability::stable);

  /// Keys, and where the algorithm takes them index tags beside them, sorted
  /// between guard zones in a poisoned workspace.
  template <class Option, class OptionLess>
  void check(Array<Key> const& input, Option const& option,
             OptionLess const& less) {
    Guarded<Key> const keys(input);
    if constexpr (with_values) {
      Guarded<Index> const tags(index_tags<Index>(input.size()), {3});
      auto const bytes = sort_by_key_workspace_size(m_exec, keys.view(),
                                                    tags.view(), Tag{}, option);
      sort_by_key(m_exec, keys.view(), tags.view(), option, Tag{},
                  m_scratch.prepare(bytes));
      ASSERT_TRUE(sorted_with_tags(keys.values(), tags.values(), input, less,
                                   is_stable));
      ASSERT_TRUE(tags.guards_hold());
    } else {
      auto const bytes =
          sort_workspace_size(m_exec, keys.view(), Tag{}, option);
      sort(m_exec, keys.view(), option, Tag{}, m_scratch.prepare(bytes));
      ASSERT_TRUE(sorted(keys.values(), input, less));
    }
    ASSERT_TRUE(keys.guards_hold());
    ASSERT_TRUE(m_scratch.guards_hold());
  }

  void check_keys(Array<Key> const& input) {
    Guarded<Key> const keys(input);
    sort(m_exec, keys.view(), Tag{},
         m_scratch.prepare(sort_workspace_size(m_exec, keys.view(), Tag{})));
    ASSERT_TRUE(sorted(keys.values(), input, Less{}));
    ASSERT_TRUE(keys.guards_hold());
    ASSERT_TRUE(m_scratch.guards_hold());
  }

  /// Distributions take turns with the sizes.
  static Array<Key> keys_of(std::size_t size) {
    auto const& entry =
        Workload::distributions[size % Workload::distributions.size()];
    return input_keys<Key>(size, entry.distribution, size);
  }

  void check_size(std::size_t size) {
    SCOPED_TRACE("size " + std::to_string(size));
    switch (size % 3) {
      case 0: check(keys_of(size), descending, Reversed<Less>{}); break;
      case 1: check_keys(keys_of(size)); break;
      default: check(keys_of(size), ascending, Less{});
    }
  }

  void check_sizes(std::vector<std::size_t> const& sizes) {
    for (std::size_t const size : sizes) {
      check_size(size);
      if (testing::Test::HasFatalFailure()) return;
    }
  }

  static std::vector<std::size_t> boundaries() {
    auto sizes        = Boundaries<Tag, Key, Impl::NoValue>::all();
    auto const others = Boundaries<Tag, Key, Index>::all();
    sizes.insert(sizes.end(), others.begin(), others.end());
    return with_neighbours(sizes);
  }

  void check_distribution(Distribution distribution) {
    using Limits = Boundaries<Tag, Key, Index>;
    std::vector<std::size_t> sizes{Limits::leaf / 2, 5 * Limits::tile + 3};
    if (is_partitioned_twice(distribution))
      sizes.push_back(Limits::one_level() + 4321);
    for (std::size_t const size : sizes) {
      SCOPED_TRACE("size " + std::to_string(size));
      check(input_keys<Key>(size, distribution), ascending, Less{});
      if (testing::Test::HasFatalFailure()) return;
    }
    SCOPED_TRACE("descending, then keys alone");
    check(input_keys<Key>(sizes[1], distribution, 7), descending,
          Reversed<Less>{});
    check_keys(input_keys<Key>(sizes[1], distribution, 8));
  }

  /// Large inputs for every distribution of some types, and for some
  /// distributions of every type.
  static bool is_partitioned_twice(Distribution distribution) {
    return std::is_same_v<Key, std::uint32_t> || std::is_same_v<Key, double> ||
           static_cast<unsigned>(distribution) % 4 == sizeof(Key) % 4;
  }

  /// One case after another, cheap enough for a tool that makes them slow.
  void check_for_sanitizers() {
    using Limits = Boundaries<Tag, Key, Index>;
    check_sizes({0, 1, 2, 3, 33, Limits::leaf - 1, Limits::leaf + 1,
                 5 * Limits::tile + 1});
    check(input_keys<Key>(4 * Limits::leaf, Distribution::two_values),
          ascending, Less{});
  }

  void check_argsort() {
    if constexpr (with_values) {
      for (std::size_t const size : {0, 1, 2, 31, 1000, 30011}) {
        auto const input = keys_of(size);
        Guarded<Key> const keys(input);
        Guarded<Index> const permutation(std::vector<Index>(size, 12345));
        argsort(m_exec, permutation.view(),
                keys.template view<Kokkos::LayoutRight, Key const>(), Tag{});
        ASSERT_TRUE(keys.untouched());
        ASSERT_TRUE(permutation.guards_hold());
        Array<Key> result(size);
        auto const tags = permutation.values();
        for (std::size_t i = 0; i < size; ++i) {
          ASSERT_LT(tags[i], size);
          result[i] = input[tags[i]];
        }
        ASSERT_TRUE(sorted_with_tags(result, tags, input, Less{}, true));
      }
    }
  }

  static void register_all(std::string const& algorithm) {
    std::string const suite = algorithm + KeyTraits<Key>::name;
    // Every size for the commonest type, one in seven for each of the others.
    std::size_t const step = std::is_same_v<Key, std::uint32_t> ? 1 : 7;
    std::vector<std::size_t> sizes{0, 1, 2};
    for (std::size_t size = 3 + sizeof(Key) % step; size <= 4100; size += step)
      sizes.push_back(size);
    register_test(suite, "Sizes", [sizes] { MatrixCase().check_sizes(sizes); });
    register_test(suite, "Boundaries",
                  [] { MatrixCase().check_sizes(boundaries()); });
    register_test(suite, "Argsort", [] { MatrixCase().check_argsort(); });
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

template <class Tag, Capability capabilities, class... Key>
bool register_matrix(std::string algorithm, TypeList<Key...>) {
  algorithm[0] = static_cast<char>(std::toupper(algorithm[0]));
  algorithm += "Sort";
  auto const register_one = [&]<class One>(TypeList<One>) {
    if constexpr (Impl::NumericKey<One> || has(capabilities, Capability::order))
      MatrixCase<Tag, capabilities, One>::register_all(algorithm);
  };
  (register_one(TypeList<Key>{}), ...);
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
