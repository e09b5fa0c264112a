// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_STRIDED_HPP
#define KOKKOSSORT_CORE_STRIDED_HPP

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>

namespace KokkosSort::Impl {

/// Rank-1 array of any stride. Every view reaches the kernels in this form, so
/// that a further layout instantiates no further kernel.
template <class T>
struct Strided {
  T* data               = nullptr;
  std::ptrdiff_t stride = 1;

  KOKKOS_FORCEINLINE_FUNCTION T& operator[](std::size_t i) const {
    return data[static_cast<std::ptrdiff_t>(i) * stride];
  }
};

/// Stride of contiguous elements, known to the compiler. (The conversion of
/// std::integral_constant is a host function and cannot be called in device
/// code.)
struct UnitStride {
  KOKKOS_FORCEINLINE_FUNCTION constexpr operator std::ptrdiff_t() const {
    return 1;
  }
};

/// Value type of a sort without values.
struct NoValue {};

template <class T>
inline constexpr bool is_value_v = !std::is_same_v<T, NoValue>;

/// Returns the distance between neighbors of a rank-1 view, and 1 if there are
/// none.
template <class ViewType>
std::ptrdiff_t stride_of(ViewType const& view) {
  return view.extent(0) > 1 ? static_cast<std::ptrdiff_t>(view.stride(0)) : 1;
}

template <class ViewType>
auto strided(ViewType const& view) {
  return Strided<typename ViewType::value_type>{view.data(), stride_of(view)};
}

}  // namespace KokkosSort::Impl

#endif
