// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_PERMUTE_PAYLOADS_HPP
#define KOKKOSSORT_UNIT_TESTS_PERMUTE_PAYLOADS_HPP

#include <support/space.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace KokkosSort::Test {

struct Bytes3 {
  std::uint8_t bytes[3];
};
struct Wide {
  std::uint64_t words[12];
};

/// Element (row, column) of payload `seed` before it is permuted.
template <class T>
KOKKOS_INLINE_FUNCTION T original(std::size_t row, std::size_t column,
                                  std::uint64_t seed) {
  std::uint64_t const number = seed * 1000003u + row * 131u + column * 17u;
  if constexpr (std::is_same_v<T, Bytes3>) {
    return {{static_cast<std::uint8_t>(number),
             static_cast<std::uint8_t>(number >> 8),
             static_cast<std::uint8_t>(number >> 16)}};
  } else if constexpr (std::is_same_v<T, Wide>) {
    Wide wide{};
    for (unsigned i = 0; i < 12; ++i) wide.words[i] = number * (i + 1);
    return wide;
  } else {
    // By way of 32 bits, which every type here holds exactly.
    return static_cast<T>(static_cast<std::uint32_t>(number));
  }
}

template <class T>
KOKKOS_INLINE_FUNCTION bool same(T const& a, T const& b) {
  if constexpr (std::is_same_v<T, Bytes3>) {
    return a.bytes[0] == b.bytes[0] && a.bytes[1] == b.bytes[1] &&
           a.bytes[2] == b.bytes[2];
  } else if constexpr (std::is_same_v<T, Wide>) {
    for (unsigned i = 0; i < 12; ++i)
      if (a.words[i] != b.words[i]) return false;
    return true;
  } else {
    return a == b;
  }
}

template <class View>
KOKKOS_INLINE_FUNCTION auto& element(View const& view, std::size_t row,
                                     [[maybe_unused]] std::size_t column) {
  if constexpr (View::rank == 1) {
    return view(row);
  } else {
    return view(row, column);
  }
}

template <class View>
std::size_t columns_of(View const& view) {
  if constexpr (View::rank == 1) {
    return 1;
  } else {
    return view.extent(1);
  }
}

template <class View>
struct Fill {
  View view;
  std::size_t columns;
  std::uint64_t seed;

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    using T = typename View::value_type;
    for (std::size_t c = 0; c < columns; ++c)
      element(view, i, c) = original<T>(i, c, seed);
  }
};

template <class View>
void fill(View const& view, std::uint64_t seed) {
  Kokkos::parallel_for(Kokkos::RangePolicy<Exec>(0, view.extent(0)),
                       Fill<View>{view, columns_of(view), seed});
}

template <class View, class Permutation>
struct CountWrong {
  View view;
  Permutation permutation;
  std::size_t columns;
  std::uint64_t seed;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& wrong) const {
    using T          = typename View::non_const_value_type;
    auto const index = static_cast<std::size_t>(permutation(i));
    for (std::size_t c = 0; c < columns; ++c)
      if (!same<T>(element(view, i, c), original<T>(index, c, seed))) ++wrong;
  }
};

/// Elements of `view` that are not what the permutation makes of fill(seed).
template <class View, class Permutation>
std::size_t wrong_elements(View const& view, Permutation const& permutation,
                           std::uint64_t seed) {
  std::size_t wrong = 0;
  Kokkos::parallel_reduce(
      Kokkos::RangePolicy<Exec>(0, view.extent(0)),
      CountWrong<View, Permutation>{view, permutation, columns_of(view), seed},
      wrong);
  return wrong;
}

struct Identity {
  KOKKOS_FUNCTION std::size_t operator()(std::size_t i) const { return i; }
};

template <class View>
std::size_t changed_elements(View const& view, std::uint64_t seed) {
  return wrong_elements(view, Identity{}, seed);
}

enum class Kind { identity, reversed, scattered, repeated };

template <class Index>
Kokkos::View<Index*, Memory> make_permutation(std::size_t n, Kind kind) {
  Kokkos::View<Index*, Memory> permutation("permutation", n);
  auto const host = Kokkos::create_mirror_view(permutation);
  std::vector<std::size_t> order(n);
  for (std::size_t i = 0; i < n; ++i)
    order[i] = kind == Kind::reversed   ? n - 1 - i
               : kind == Kind::repeated ? i / 2
                                        : i;
  if (kind == Kind::scattered) {
    std::uint64_t state = 88172645463325252u;
    for (std::size_t i = n; i > 1; --i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      std::swap(order[i - 1], order[(state >> 33) % i]);
    }
  }
  for (std::size_t i = 0; i < n; ++i) host(i) = static_cast<Index>(order[i]);
  Kokkos::deep_copy(permutation, host);
  return permutation;
}

}  // namespace KokkosSort::Test

#endif
