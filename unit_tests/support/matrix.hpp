// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_MATRIX_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_MATRIX_HPP

#include <support/boundaries.hpp>
#include <support/heap_boundaries.hpp>
#include <support/host_boundaries.hpp>
#include <support/matrix_sorter.hpp>
#include <support/merge_boundaries.hpp>
#include <support/network_boundaries.hpp>
#include <support/quick_boundaries.hpp>
#include <support/radix_boundaries.hpp>
#include <KokkosSort.hpp>

#include <cctype>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace KokkosSort::Test {

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

/// An algorithm by its tag. If each direction has a sorter of its own, types
/// take turns: each has its values in one direction, its keys alone in the
/// other.
template <class Tag, class Key>
class TaggedSorter final : public MatrixSorter<Key> {
 public:
  using typename MatrixSorter<Key>::Keys;
  using typename MatrixSorter<Key>::Tags;
  using typename MatrixSorter<Key>::Scratch;
  using typename MatrixSorter<Key>::ConstKeys;

  explicit TaggedSorter(std::string const& tag) : m_name(suite_of(tag)) {}

  std::string name() const override { return m_name; }
  MatrixLimits limits() const override {
    using OfValues = Boundaries<Tag, Key, std::uint32_t>;
    return {OfValues::tile, OfValues::leaf, OfValues::one_level(),
            Boundaries<Tag, Key, Impl::NoValue>::all(), OfValues::all()};
  }
  bool is_stable() const override { return m_is_stable; }
  bool is_quadratic() const override { return Sorter::is_quadratic; }
  bool fences() const override { return Impl::fences_v<Sorter>; }
  bool is_exclusive() const override {
    if constexpr (requires { Sorter::is_exclusive; }) {
      return Sorter::is_exclusive;
    } else {
      return false;
    }
  }
  bool values_descend() const override { return m_values_descend; }

  std::size_t bytes_for_keys(Exec const& exec, Keys const& keys,
                             bool descend) const override {
    return directed<!m_values_descend>(descend, [&](auto direction) {
      return sort_workspace_size(exec, keys, Tag{}, direction);
    });
  }
  std::size_t bytes_for_values(Exec const& exec, Keys const& keys,
                               Tags const& tags, bool descend) const override {
    return directed<m_values_descend>(descend, [&](auto direction) {
      return sort_by_key_workspace_size(exec, keys, tags, Tag{}, direction);
    });
  }
  void sort_keys(Exec const& exec, Keys const& keys, bool descend,
                 Scratch const& scratch) const override {
    directed<!m_values_descend>(descend, [&](auto direction) {
      sort(exec, keys, Tag{}, direction, scratch);
    });
  }
  void sort_values(Exec const& exec, Keys const& keys, Tags const& tags,
                   bool descend, Scratch const& scratch) const override {
    directed<m_values_descend>(descend, [&](auto direction) {
      sort_by_key(exec, keys, tags, direction, Tag{}, scratch);
    });
  }
  std::size_t bytes_for_order(Exec const& exec, Tags const& permutation,
                              ConstKeys const& keys) const override {
    if constexpr (m_is_stable) {
      return directed<m_values_descend>(m_values_descend, [&](auto direction) {
        return argsort_workspace_size(exec, permutation, keys, Tag{},
                                      direction);
      });
    } else {
      return 0;
    }
  }
  void find_order(Exec const& exec, Tags const& permutation,
                  ConstKeys const& keys,
                  Scratch const& scratch) const override {
    if constexpr (m_is_stable)
      directed<m_values_descend>(m_values_descend, [&](auto direction) {
        argsort(exec, permutation, keys, Tag{}, direction, scratch);
      });
  }

 private:
  using Sorter = typename Impl::Chosen<Impl::Promise::stable, Exec, Keys, Tags,
                                       Tag>::type::Direct;

  static constexpr bool m_is_stable = Sorter::is_stable;
  /// Numbers share one sorter for both directions.
  static constexpr bool m_serves_both_ways = Impl::NumericKey<Key>;
  static constexpr bool m_values_descend =
      (sizeof(Key) / 8 + std::is_unsigned_v<Key>) % 2 == 1;

  template <bool own_way, class Call>
  static auto directed(bool descend, Call const& call) {
    if constexpr (m_serves_both_ways) {
      return descend ? call(descending) : call(ascending);
    } else {
      if (descend != own_way)
        throw std::logic_error("the matrix has no sorter for this direction");
      if constexpr (own_way) {
        return call(descending);
      } else {
        return call(ascending);
      }
    }
  }

  std::string m_name;
};

template <class Tag, class Key>
void register_sorter(std::string const& tag) {
  if constexpr (Impl::NumericKey<Key> ||
                !Impl::AlgorithmEntry<Tag>::numbers_only) {
    static TaggedSorter<Tag, Key> const sorter(tag);
    register_checks<Key>(sorter);
  }
}

template <class Tag, class... Key>
bool register_matrix(std::string const& tag, TypeList<void, Key...>) {
  (register_sorter<Tag, Key>(tag), ...);
  return true;
}

}  // namespace KokkosSort::Test

#define KOKKOSSORT_MATRIX_AND(Key) , Key

/// The whole matrix of types, sizes and distributions for Algorithm::tag. The
/// source is compiled once per part of the types (kokkossort_add_matrix in
/// CMakeLists.txt).
#define KOKKOSSORT_ALGORITHM_MATRIX(tag)                                \
  namespace KokkosSort::Test {                                          \
  static bool const is_registered_##tag =                               \
      register_matrix<std::remove_cv_t<decltype(Algorithm::tag)>>(      \
          #tag, TypeList<void KOKKOSSORT_MATRIX_KEYS_OF(                \
                    KOKKOSSORT_MATRIX_PART, KOKKOSSORT_MATRIX_AND)>{}); \
  }

#endif
