// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_FEW_TYPES_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_FEW_TYPES_HPP

#include <support/space.hpp>
#include <gtest/gtest.h>

#include <tuple>

// Each type of key takes several times as long to compile by nvcc, and to
// compile and to run under a sanitizer. The parts that differ by type depend on
// no backend of the host, so that OpenMP alone takes all types.
#if defined(KOKKOSSORT_TEST_ON_DEVICE) || defined(__SANITIZE_ADDRESS__) || \
    !defined(KOKKOS_ENABLE_OPENMP)
#define KOKKOSSORT_TEST_FEW_TYPES
#endif

namespace KokkosSort::Test {

/// Types of a suite that does not take all. A device takes those given. A
/// host takes the first and the last: a small number and a record.
template <class First, class... Others>
struct FewTypesOf {
#if defined(KOKKOSSORT_TEST_ON_DEVICE)
  using type = testing::Types<First, Others...>;
#else
  using type =
      testing::Types<First, std::tuple_element_t<sizeof...(Others) - 1,
                                                 std::tuple<Others...> > >;
#endif
};
template <class... Types>
using FewTypes = typename FewTypesOf<Types...>::type;

}  // namespace KokkosSort::Test

#endif
