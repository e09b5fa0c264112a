// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_ADVERSARY_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_ADVERSARY_HPP

#include <support/call.hpp>
#include <support/oracle.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace KokkosSort::Test {

/// M. D. McIlroy, "A killer adversary for quicksort" (1999): keys get their
/// values only when comparisons force them, as unhelpfully as possible. For
/// host backends.
class Adversary {
 public:
  explicit Adversary(std::size_t n)
      : m_gas(static_cast<std::uint32_t>(n)), m_value(n, m_gas) {}

  bool less(std::uint32_t a, std::uint32_t b) {
    std::lock_guard<std::mutex> const lock(m_mutex);
    ++m_calls;
    if (m_value[a] == m_gas && m_value[b] == m_gas)
      m_value[a == m_candidate ? a : b] = m_solid++;
    if (m_value[a] == m_gas) {
      m_candidate = a;
    } else if (m_value[b] == m_gas) {
      m_candidate = b;
    }
    return m_value[a] < m_value[b];
  }
  std::uint64_t calls() const { return m_calls; }
  std::vector<std::uint32_t> const& values() const { return m_value; }

 private:
  std::mutex m_mutex;
  std::uint32_t m_gas;
  std::vector<std::uint32_t> m_value;
  std::uint32_t m_solid     = 0;
  std::uint32_t m_candidate = 0;
  std::uint64_t m_calls     = 0;
};

struct AdversaryLess {
  Adversary* adversary;
  bool operator()(std::uint32_t a, std::uint32_t b) const {
    return adversary->less(a, b);
  }
};

/// `call`, given the indices and the adversary's order, returns them sorted by
/// fewer than factor n log2 n comparisons.
template <class Call>
void expect_bounded(std::size_t n, double factor, Call const& call) {
  Adversary adversary(n);
  auto const tags   = index_tags<std::uint32_t>(n);
  auto const result = call(tags, AdversaryLess{&adversary});
  auto const size   = static_cast<double>(n);
  EXPECT_LT(static_cast<double>(adversary.calls()),
            factor * size * std::log2(size));
  auto const& value = adversary.values();
  EXPECT_TRUE(sorted(result, tags, [&](std::uint32_t a, std::uint32_t b) {
    return value[a] < value[b];
  }));
}

/// Against it sort(), sort_by_key() and argsort() take fewer than
/// factor n log2 n comparisons, and sort.
template <class Tag>
void check_adversary(Tag tag, std::size_t n, double factor) {
  SCOPED_TRACE(n);
  using Indices = std::vector<std::uint32_t>;
  expect_bounded(n, factor, [&](Indices const& tags, AdversaryLess less) {
    return sort_guarded<std::uint32_t>(tags, less, tag);
  });
  expect_bounded(n, factor, [&](Indices const& tags, AdversaryLess less) {
    auto const sorted = sort_tagged<std::uint32_t>(tags, less, tag);
    EXPECT_TRUE(same_sequence(sorted.keys, sorted.tags));
    return sorted.keys;
  });
  expect_bounded(n, factor, [&](Indices const& tags, AdversaryLess less) {
    Guarded<std::uint32_t> const keys(tags), found(tags);
    argsort(Exec{}, found.view(), keys.view(), less, tag);
    EXPECT_TRUE(keys.untouched());
    return found.values();
  });
}

}  // namespace KokkosSort::Test

#endif
