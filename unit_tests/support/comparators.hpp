// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_COMPARATORS_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_COMPARATORS_HPP

#include <support/keys.hpp>
#include <KokkosSort/block/splitmix64.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Test {

struct Greater {
  template <class T>
  KOKKOS_FUNCTION bool operator()(T const& a, T const& b) const {
    return b < a;
  }
};

/// A key with a tag that no order looks at.
struct Record {
  std::uint32_t key;
  std::uint32_t tag;
};
struct KeyOf {
  KOKKOS_FUNCTION std::uint32_t operator()(Record const& record) const {
    return record.key;
  }
};
struct KeyLess {
  KOKKOS_FUNCTION bool operator()(Record const& a, Record const& b) const {
    return a.key < b.key;
  }
};
struct FloatKeyOf {
  KOKKOS_FUNCTION float operator()(Record const& record) const {
    return Kokkos::bit_cast<float>(record.key);
  }
};

/// Two members, the second reversed.
struct Lexicographic {
  KOKKOS_FUNCTION bool operator()(Pair const& a, Pair const& b) const {
    return a.first != b.first ? a.first < b.first : a.second > b.second;
  }
};

/// How a comparator breaks the strict weak order.
enum class Fault {
  always_true,
  always_false,  // none, but a hard case: all keys are equivalent
  flipped_1_percent,
  flipped_33_percent,
  random,  // another result each time
  none     // counts comparisons of items that are no keys
};
inline constexpr Fault faults[] = {Fault::always_true, Fault::always_false,
                                   Fault::flipped_1_percent,
                                   Fault::flipped_33_percent, Fault::random};

struct FaultyLess {
  Fault fault;
  std::uint64_t* calls;     // only for random and none
  std::uint64_t below = 0;  // only for none: all keys are

  template <class T>
  KOKKOS_FUNCTION bool operator()(T const& a, T const& b) const {
    switch (fault) {
      case Fault::always_true: return true;
      case Fault::always_false: return false;
      case Fault::flipped_1_percent: return less(a, b) != (hash(a, b) < 1);
      case Fault::flipped_33_percent: return less(a, b) != (hash(a, b) < 33);
      case Fault::none:
        if (number(a) >= below || number(b) >= below)
          Kokkos::atomic_add(calls, std::uint64_t{1});
        return less(a, b);
      case Fault::random: break;
    }
    return Impl::splitmix64(Kokkos::atomic_fetch_add(calls, std::uint64_t{1})) %
               2 ==
           0;
  }

 private:
  KOKKOS_FUNCTION static std::uint64_t number(std::uint32_t key) { return key; }
  KOKKOS_FUNCTION static std::uint64_t number(WideKey const& key) {
    return key.major << 20 | key.minor;
  }
  template <class T>
  KOKKOS_FUNCTION static bool less(T const& a, T const& b) {
    return number(a) < number(b);
  }
  /// In [0, 100), the same for the same two keys.
  template <class T>
  KOKKOS_FUNCTION static std::uint64_t hash(T const& a, T const& b) {
    return Impl::splitmix64(number(a) ^ Impl::splitmix64(number(b))) % 100;
  }
};
struct FaultyKeyLess {
  FaultyLess less;
  KOKKOS_FUNCTION bool operator()(Record const& a, Record const& b) const {
    return less(a.key, b.key);
  }
};

}  // namespace KokkosSort::Test

#endif
