// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "permute_payloads.hpp"

#include <support/few_types.hpp>
#include <KokkosSort/permute.hpp>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Test::PermuteTest {
namespace {

constexpr Kind kinds[] = {Kind::identity, Kind::reversed, Kind::scattered,
                          Kind::repeated};
constexpr std::size_t sizes[] = {0, 1, 2, 31, 257, 1000, 40003};

template <class T>
class PermuteTypes : public testing::Test {};
using Types = testing::Types<std::int8_t, Bytes3, std::uint32_t, double,
                             std::int64_t, Kokkos::complex<double>, Wide>;
TYPED_TEST_SUITE(PermuteTypes, Types);

TYPED_TEST(PermuteTypes, BothRanksInPlaceAndOutOfPlace) {
  using Left  = Kokkos::View<TypeParam**, Kokkos::LayoutLeft, Memory>;
  using Right = Kokkos::View<TypeParam**, Kokkos::LayoutRight, Memory>;
  for (std::size_t n : sizes)
    for (Kind kind : kinds) {
      auto const permutation = make_permutation<std::uint32_t>(n, kind);
      Kokkos::View<TypeParam*, Memory> line("line", n);
      Left left("left", n, 3);
      Right right("right", n, 5);
      Right from("from", n, 2);
      Left to("to", n, 2);
      fill(line, 1);
      fill(left, 2);
      fill(right, 3);
      fill(from, 4);
      KokkosSort::permute(Exec(), permutation, line, left,
                          KokkosSort::gather(from, to), right);
      EXPECT_EQ(wrong_elements(line, permutation, 1), 0u) << n;
      EXPECT_EQ(wrong_elements(left, permutation, 2), 0u) << n;
      EXPECT_EQ(wrong_elements(right, permutation, 3), 0u) << n;
      EXPECT_EQ(wrong_elements(to, permutation, 4), 0u) << n;
      EXPECT_EQ(changed_elements(from, 4), 0u) << n;
    }
}

template <class Index>
class PermuteIndexTypes : public testing::Test {};
#if defined(KOKKOSSORT_TEST_FEW_TYPES)
using IndexTypes = FewTypes<std::int8_t, int, std::size_t>;
#else
using IndexTypes = testing::Types<std::int8_t, std::uint16_t, int,
                                  std::uint32_t, std::int64_t, std::size_t>;
#endif
TYPED_TEST_SUITE(PermuteIndexTypes, IndexTypes);

TYPED_TEST(PermuteIndexTypes, AnyIntegerMayBeTheIndex) {
  std::size_t const n    = 127;
  auto const permutation = make_permutation<TypeParam>(n, Kind::scattered);
  Kokkos::View<TypeParam const*, Memory> const read_only = permutation;
  Kokkos::View<double*, Memory> values("values", n);
  fill(values, 7);
  KokkosSort::permute(read_only, values);
  EXPECT_EQ(wrong_elements(values, permutation, 7), 0u);
}

TEST(Permute, StridedPermutation) {
  std::size_t const n = 500;
  Kokkos::View<int**, Kokkos::LayoutRight, Memory> table("table", n, 3);
  auto const column = Kokkos::subview(table, Kokkos::ALL, 1);
  Kokkos::deep_copy(column, make_permutation<int>(n, Kind::scattered));
  Kokkos::View<float*, Memory> values("values", n);
  fill(values, 1);
  KokkosSort::permute(column, values);
  EXPECT_EQ(wrong_elements(values, column, 1), 0u);
}

TEST(Permute, StridedPayloadsLeaveTheirSurroundingsAlone) {
  std::size_t const n    = 3001;
  auto const permutation = make_permutation<int>(n, Kind::scattered);
  Kokkos::View<int**, Kokkos::LayoutRight, Memory> right("right", n + 3, 7);
  Kokkos::View<int**, Kokkos::LayoutLeft, Memory> left("left", n + 3, 7);
  fill(right, 1);
  fill(left, 2);
  auto const rows     = Kokkos::make_pair<std::size_t>(2, n + 2);
  auto const cols     = Kokkos::make_pair(1, 4);
  auto const in_right = Kokkos::subview(right, rows, cols);
  auto const in_left  = Kokkos::subview(left, rows, cols);
  auto const column   = Kokkos::subview(right, rows, 6);
  fill(in_right, 3);
  fill(in_left, 4);
  fill(column, 5);
  KokkosSort::permute(Exec(), permutation, in_right, column, in_left);
  EXPECT_EQ(wrong_elements(in_right, permutation, 3), 0u);
  EXPECT_EQ(wrong_elements(in_left, permutation, 4), 0u);
  EXPECT_EQ(wrong_elements(column, permutation, 5), 0u);

  auto const untouched = [&](auto const& whole, std::uint64_t seed,
                             bool with_column) {
    auto const host =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), whole);
    for (std::size_t i = 0; i < n + 3; ++i)
      for (std::size_t c = 0; c < 7; ++c) {
        bool const inside = i >= 2 && i < n + 2 &&
                            ((c >= 1 && c < 4) || (with_column && c == 6));
        if (inside) continue;
        ASSERT_EQ(host(i, c), original<int>(i, c, seed));
      }
  };
  untouched(right, 1, true);
  untouched(left, 2, false);
}

TEST(Permute, EveryStrideAndUnmanagedMemory) {
  std::size_t const n    = 1201;
  auto const permutation = make_permutation<int>(n, Kind::reversed);
  Kokkos::View<short*, Memory> memory("memory", 20 * n);
  using Strided = Kokkos::View<short**, Kokkos::LayoutStride, Memory,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  // Rows within columns and columns within rows, both with gaps.
  Strided const a(memory.data(), Kokkos::LayoutStride(n, 2, 4, 2 * n + 1));
  Strided const b(memory.data() + 10 * n, Kokkos::LayoutStride(n, 9, 4, 2));
  fill(a, 1);
  fill(b, 2);
  KokkosSort::permute(Exec(), permutation, a, b);
  EXPECT_EQ(wrong_elements(a, permutation, 1), 0u);
  EXPECT_EQ(wrong_elements(b, permutation, 2), 0u);
}

TEST(Permute, StaticExtentsAndFewColumns) {
  std::size_t const n    = 777;
  auto const permutation = make_permutation<int>(n, Kind::scattered);
  Kokkos::View<double* [3], Memory> fixed("fixed", n);
  Kokkos::View<double**, Memory> none("none", n, 0);
  Kokkos::View<double**, Memory> one("one", n, 1);
  Kokkos::View<double**, Memory> no_destination("no_destination", n, 0);
  fill(fixed, 1);
  fill(one, 2);
  KokkosSort::permute(Exec(), permutation, none, fixed,
                      KokkosSort::gather(none, no_destination), one);
  EXPECT_EQ(wrong_elements(fixed, permutation, 1), 0u);
  EXPECT_EQ(wrong_elements(one, permutation, 2), 0u);
}

TEST(Permute, SourceMayBeLongerOrShorterThanThePermutation) {
  std::size_t const n = 400;
  Kokkos::View<int*, Memory> source("source", 1000);
  Kokkos::View<int*, Memory> destination("destination", n);
  fill(source, 1);
  Kokkos::View<int const*, Memory> const read_only = source;
  auto const permutation = make_permutation<int>(n, Kind::scattered);
  KokkosSort::permute(permutation, KokkosSort::gather(read_only, destination));
  EXPECT_EQ(wrong_elements(destination, permutation, 1), 0u);

  auto const few   = Kokkos::subview(source, Kokkos::make_pair(0, 200));
  auto const twice = make_permutation<int>(n, Kind::repeated);
  KokkosSort::permute(twice, KokkosSort::gather(few, destination));
  EXPECT_EQ(wrong_elements(destination, twice, 1), 0u);
}

TEST(Permute, SourceMayBeAPayloadInPlace) {
  std::size_t const n    = 5000;
  auto const permutation = make_permutation<int>(n, Kind::scattered);
  Kokkos::View<int*, Memory> values("values", n);
  Kokkos::View<int*, Memory> copy("copy", n);
  fill(values, 1);
  KokkosSort::permute(Exec(), permutation, values,
                      KokkosSort::gather(values, copy));
  EXPECT_EQ(wrong_elements(values, permutation, 1), 0u);
  EXPECT_EQ(wrong_elements(copy, permutation, 1), 0u);
}

TEST(Permute, PermutationMayPermuteItself) {
  std::size_t const n    = 5000;
  auto const permutation = make_permutation<int>(n, Kind::scattered);
  auto const before =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), permutation);
  Kokkos::View<int*, Kokkos::HostSpace> const old("old", n);
  Kokkos::deep_copy(old, before);
  KokkosSort::permute(Exec(), permutation, permutation);
  auto const after =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), permutation);
  for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(after(i), old(old(i))) << i;
}

TEST(Permute, InterleavedColumnsDoNotOverlap) {
  std::size_t const n    = 300;
  auto const permutation = make_permutation<int>(n, Kind::scattered);
  Kokkos::View<int**, Kokkos::LayoutRight, Memory> table("table", n, 2);
  auto const a = Kokkos::subview(table, Kokkos::ALL, 0);
  auto const b = Kokkos::subview(table, Kokkos::ALL, 1);
  fill(a, 1);
  fill(b, 2);
  KokkosSort::permute(Exec(), permutation, a, b);
  EXPECT_EQ(wrong_elements(a, permutation, 1), 0u);
  EXPECT_EQ(wrong_elements(b, permutation, 2), 0u);
}

}  // namespace
}  // namespace KokkosSort::Test::PermuteTest
