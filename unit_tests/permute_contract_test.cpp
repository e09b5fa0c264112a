// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/events.hpp>
#include "permute_payloads.hpp"

#include <KokkosSort/permute.hpp>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace KokkosSort::Test::PermuteContractTest {
namespace {

using Labels = Events::Labels;

template <class Call>
std::string error_of(Call const& call) {
  try {
    call();
  } catch (std::invalid_argument const& error) {
    return error.what();
  }
  return "no error";
}

TEST(PermuteContract, ManyPayloadsTakeOneLaunch) {
  std::size_t const n    = 2000;
  auto const permutation = make_permutation<int>(n, Kind::scattered);
  Kokkos::View<int*, Memory> a("a", n), to_a("to_a", n);
  Kokkos::View<Wide*, Memory> b("b", n), to_b("to_b", n);
  Kokkos::View<double* [3], Memory> c("c", n), to_c("to_c", n);
  Kokkos::View<char**, Memory> d("d", n, 4), to_d("to_d", n, 4);
  fill(a, 1);
  fill(b, 2);
  fill(c, 3);
  fill(d, 4);
  Exec const exec;
  exec.fence();
  {
    Events const events;
    KokkosSort::permute(exec, permutation, KokkosSort::gather(a, to_a),
                        KokkosSort::gather(b, to_b),
                        KokkosSort::gather(c, to_c),
                        KokkosSort::gather(d, to_d));
    EXPECT_EQ(events.kernels(), Labels{"KokkosSort::permute::gather"});
    EXPECT_EQ(events.fences(), Labels{});
    EXPECT_EQ(events.allocations(), Labels{});
  }
  EXPECT_EQ(wrong_elements(to_a, permutation, 1), 0u);
  EXPECT_EQ(wrong_elements(to_b, permutation, 2), 0u);
  EXPECT_EQ(wrong_elements(to_c, permutation, 3), 0u);
  EXPECT_EQ(wrong_elements(to_d, permutation, 4), 0u);
}

TEST(PermuteContract,
     PayloadsInPlaceTakeTwoLaunchesAndNothingElseWithAWorkspace) {
  std::size_t const n    = 2000;
  auto const permutation = make_permutation<int>(n, Kind::scattered);
  Kokkos::View<int*, Memory> a("a", n);
  Kokkos::View<Wide*, Memory> b("b", n);
  Kokkos::View<double**, Kokkos::LayoutLeft, Memory> c("c", n, 3);
  Kokkos::View<char*, Memory> d("d", n), to_d("to_d", n);
  fill(a, 1);
  fill(b, 2);
  fill(c, 3);
  fill(d, 4);
  auto const last = KokkosSort::gather(d, to_d);
  Exec const exec;
  std::size_t const bytes =
      KokkosSort::permute_workspace_size(exec, permutation, a, b, c, last);
  EXPECT_GE(bytes, n * (sizeof(int) + sizeof(Wide) + 3 * sizeof(double)));
  EXPECT_LE(bytes, n * (sizeof(int) + sizeof(Wide) + 3 * sizeof(double)) + 384);
  KokkosSort::Workspace<Memory> workspace(exec, bytes);
  exec.fence();
  {
    Events const events;
    KokkosSort::permute(exec, permutation, a, b, workspace, c, last);
    EXPECT_EQ(events.kernels(), (Labels{"KokkosSort::permute::gather",
                                        "KokkosSort::permute::copy_back"}));
    EXPECT_EQ(events.fences(), Labels{});
    EXPECT_EQ(events.allocations(), Labels{});
  }
  EXPECT_EQ(wrong_elements(a, permutation, 1), 0u);
  EXPECT_EQ(wrong_elements(b, permutation, 2), 0u);
  EXPECT_EQ(wrong_elements(c, permutation, 3), 0u);
  EXPECT_EQ(wrong_elements(to_d, permutation, 4), 0u);
}

TEST(PermuteContract, WithoutAWorkspaceItAllocatesAndFences) {
  std::size_t const n    = 100;
  auto const permutation = make_permutation<int>(n, Kind::reversed);
  Kokkos::View<int*, Memory> a("a", n);
  {
    Events const events;
    KokkosSort::permute(Exec(), permutation, a);
    EXPECT_EQ(events.allocations().size(), 1u);
    EXPECT_GE(events.fences().size(), 1u);
  }
}

TEST(PermuteContract, NothingToDoLaunchesNothing) {
  auto const permutation = make_permutation<int>(0, Kind::identity);
  Kokkos::View<int*, Memory> a("a", 0), b("b", 0), c("c", 0);
  {
    Events const events;
    KokkosSort::permute(Exec(), permutation, a, KokkosSort::gather(b, c));
    EXPECT_TRUE(events.kernels().empty());
  }
  EXPECT_EQ(KokkosSort::permute_workspace_size(Exec(), permutation, a), 0u);
}

TEST(PermuteContract, WrongExtentsAreNamedAndNothingChanges) {
  std::size_t const n    = 10;
  auto const permutation = make_permutation<int>(n, Kind::reversed);
  Kokkos::View<int*, Memory> good("good", n), longer("longer", 12),
      empty("empty", 0);
  Kokkos::View<int**, Memory> two("two", n, 2), three("three", n, 3);
  fill(good, 1);
  fill(longer, 2);
  EXPECT_EQ(
      error_of([&] { KokkosSort::permute(Exec(), permutation, good, longer); }),
      "KokkosSort::permute: argument 'payloads[1]' has extent 12, but "
      "'permutation' has extent 10");
  EXPECT_EQ(error_of([&] {
              KokkosSort::permute(Exec(), permutation, good,
                                  KokkosSort::gather(good, longer));
            }),
            "KokkosSort::permute: argument 'payloads[1].destination' has "
            "extent 12, but 'permutation' has extent 10");
  EXPECT_EQ(error_of([&] {
              KokkosSort::permute(Exec(), permutation,
                                  KokkosSort::gather(empty, good));
            }),
            "KokkosSort::permute: argument 'payloads[0].source' has extent 0, "
            "but 'permutation' has extent 10");
  EXPECT_EQ(error_of([&] {
              KokkosSort::permute(Exec(), permutation, good,
                                  KokkosSort::gather(two, three));
            }),
            "KokkosSort::permute: argument 'payloads[1].destination' has 3 "
            "columns, but 'payloads[1].source' has 2");
  EXPECT_EQ(changed_elements(good, 1), 0u);
  EXPECT_EQ(changed_elements(longer, 2), 0u);
}

TEST(PermuteContract, OverlapsAreNamedAndNothingChanges) {
  std::size_t const n    = 10;
  auto const permutation = make_permutation<int>(n, Kind::reversed);
  Kokkos::View<int*, Memory> memory("memory", 40), other("other", n);
  fill(memory, 1);
  auto const part = [&](int begin) {
    return Kokkos::subview(memory, Kokkos::make_pair(begin, begin + 10));
  };
  auto const message = [&](std::string const& a, std::string const& b) {
    return "KokkosSort::permute: argument '" + a + "' overlaps '" + b +
           "' in memory";
  };
  Exec const exec;
  EXPECT_EQ(error_of([&] {
              KokkosSort::permute(exec, permutation, other, part(0), part(0));
            }),
            message("payloads[2]", "payloads[1]"));
  EXPECT_EQ(error_of([&] {
              KokkosSort::permute(exec, permutation, part(5), part(14));
            }),
            message("payloads[1]", "payloads[0]"));
  EXPECT_EQ(error_of([&] {
              KokkosSort::permute(exec, permutation,
                                  KokkosSort::gather(part(0), part(9)));
            }),
            message("payloads[0].destination", "payloads[0].source"));
  EXPECT_EQ(error_of([&] {
              KokkosSort::permute(exec, permutation,
                                  KokkosSort::gather(other, permutation));
            }),
            message("payloads[0].destination", "permutation"));
  EXPECT_EQ(error_of([&] {
              KokkosSort::permute(exec, permutation,
                                  KokkosSort::gather(other, part(0)),
                                  KokkosSort::gather(part(0), part(20)));
            }),
            message("payloads[1].source", "payloads[0].destination"));
  EXPECT_EQ(changed_elements(memory, 1), 0u);

  Kokkos::View<int**, Kokkos::LayoutRight, Memory> table("table", n, 3);
  auto const column = Kokkos::subview(table, Kokkos::ALL, 1);
  EXPECT_EQ(
      error_of([&] { KokkosSort::permute(exec, permutation, column, column); }),
      message("payloads[1]", "payloads[0]"));

  EXPECT_EQ(error_of([&] {
              KokkosSort::permute(exec, permutation, part(0), part(10),
                                  KokkosSort::gather(part(0), part(20)));
            }),
            "no error");
}

TEST(PermuteContract, AWorkspaceTooSmallIsNamedAndNothingChanges) {
  std::size_t const n    = 100;
  auto const permutation = make_permutation<int>(n, Kind::reversed);
  Kokkos::View<int*, Memory> values("values", n);
  fill(values, 1);
  Exec const exec;
  KokkosSort::Workspace<Memory> const workspace(exec, 399);
  EXPECT_EQ(
      error_of(
          [&] { KokkosSort::permute(exec, permutation, values, workspace); }),
      "KokkosSort::permute: argument 'workspace' has 399 bytes, but 400 are "
      "needed");
  EXPECT_EQ(changed_elements(values, 1), 0u);
}

using PermuteDeathTest = testing::Test;
TEST(PermuteDeathTest, ACheckedIndexEndsTheProgramWhenItIsOutOfRange) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  int const entries[] = {0, 4, 5, -1};
  KokkosSort::Impl::CheckedIndex<int> const index{{entries, 1}, 5};
  EXPECT_EQ(index[0], 0u);
  EXPECT_EQ(index[1], 4u);
  EXPECT_DEATH(static_cast<void>(index[2]), "argument 'permutation' holds");
  EXPECT_DEATH(static_cast<void>(index[3]), "argument 'permutation' holds");
}

// Calls that must not compile.
template <class... Arguments>
concept Permutable = requires(Arguments const&... arguments) {
  KokkosSort::permute(arguments...);
};
using Indices = Kokkos::View<int*, Memory>;
using Space   = KokkosSort::Workspace<Memory>;
static_assert(Permutable<Exec, Indices, Indices>);
static_assert(Permutable<Indices, Kokkos::View<float**, Memory>, Space>);
static_assert(!Permutable<Exec, Indices>, "no payload");
static_assert(!Permutable<Exec, Indices, Space>, "no payload");
static_assert(!Permutable<Exec, Indices, Indices, Space, Space>);
static_assert(!Permutable<Exec, Kokkos::View<float*, Memory>, Indices>);
static_assert(!Permutable<Exec, Indices, Kokkos::View<int const*, Memory>>);
static_assert(!Permutable<Exec, Indices, Kokkos::View<int***, Memory>>);

template <class Source, class Destination>
concept CanGather = requires(Source const& source, Destination const& to) {
  KokkosSort::gather(source, to);
};
static_assert(CanGather<Kokkos::View<int const*, Memory>, Indices>);
static_assert(!CanGather<Kokkos::View<float*, Memory>, Indices>);
static_assert(!CanGather<Kokkos::View<int**, Memory>, Indices>);
static_assert(!CanGather<Indices, Kokkos::View<int const*, Memory>>);

}  // namespace
}  // namespace KokkosSort::Test::PermuteContractTest
