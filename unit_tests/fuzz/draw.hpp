// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_FUZZ_DRAW_HPP
#define KOKKOSSORT_UNIT_TESTS_FUZZ_DRAW_HPP

#include <workload/random.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Test::Fuzz {

/// Random numbers of one case, one after another, all from its seed.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : m_stream(seed, 0) {}

  std::uint64_t bits() { return m_stream(m_count++); }
  /// In [0, range).
  std::size_t below(std::size_t range) {
    return static_cast<std::size_t>(Workload::bounded(bits(), range));
  }
  /// In [first, last].
  std::size_t between(std::size_t first, std::size_t last) {
    return first + below(last - first + 1);
  }
  bool once_in(std::size_t count) { return below(count) == 0; }

 private:
  Workload::RandomStream m_stream;
  std::uint64_t m_count = 0;
};

}  // namespace KokkosSort::Test::Fuzz

#endif
