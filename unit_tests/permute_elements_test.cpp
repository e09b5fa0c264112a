// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/permute.hpp>
#include <KokkosSort/prepare.hpp>
#include <support/events.hpp>
#include "permute_payloads.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstddef>
#include <stdexcept>
#include <string>

// Payloads that are no view: a column of an array of structures of arrays.

namespace KokkosSort::Test::PermuteElementsTest {
namespace {

/// Eight structures' members side by side, as a slice of an AoSoA sees them.
struct Block {
  double x[8];
  int id[8];
};

struct Ids {
  Kokkos::View<Block*, Memory> blocks;
  KOKKOS_FUNCTION int& operator()(std::size_t i) const {
    return blocks(i / 8).id[i % 8];
  }
};
struct Xs {
  Kokkos::View<Block*, Memory> blocks;
  KOKKOS_FUNCTION double& operator()(std::size_t i) const {
    return blocks(i / 8).x[i % 8];
  }
};
/// Elements that are computed and not stored.
struct Squares {
  KOKKOS_FUNCTION int operator()(std::size_t i) const {
    return static_cast<int>(i * i);
  }
};

struct Fill {
  Kokkos::View<Block*, Memory> blocks;
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    Ids{blocks}(i) = static_cast<int>(i);
    Xs{blocks}(i)  = static_cast<double>(i) / 2;
  }
};

struct Wrong {
  Kokkos::View<Block*, Memory> blocks;
  Kokkos::View<int const*, Memory> permutation;
  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& wrong) const {
    int const from = permutation(i);
    if (Ids{blocks}(i) != from || Xs{blocks}(i) != from / 2.0) ++wrong;
  }
};

TEST(PermuteElements, InPlaceBesideViews) {
  Exec const exec;
  for (std::size_t const n : {1u, 2u, 9u, 5003u}) {
    auto const permutation = make_permutation<int>(n, Kind::reversed);
    Kokkos::View<Block*, Memory> const blocks("blocks", n / 8 + 1);
    Kokkos::View<int**, Memory> const matrix("matrix", n, 3);
    fill(matrix, 5);
    Kokkos::parallel_for("fill", Kokkos::RangePolicy<Exec>(exec, 0, n),
                         Fill{blocks});
    auto const ids = elements(Ids{blocks}, n);
    auto const xs  = elements(Xs{blocks}, n);
    Workspace<Memory> const workspace(
        exec, permute_workspace_size(exec, permutation, ids, matrix, xs));
    {
      Events const events;
      permute(exec, permutation, ids, matrix, xs, workspace);
      EXPECT_EQ(events.kernels().size(), 2u);
      EXPECT_EQ(events.fences().size(), 0u);
    }
    std::size_t wrong = 0;
    Kokkos::parallel_reduce("check", Kokkos::RangePolicy<Exec>(exec, 0, n),
                            Wrong{blocks, permutation}, wrong);
    EXPECT_EQ(wrong, 0u) << n;
    EXPECT_EQ(wrong_elements(matrix, permutation, 5), 0u);
  }
}

TEST(PermuteElements, GatherFromAndTo) {
  Exec const exec;
  std::size_t const n    = 1000;
  auto const permutation = make_permutation<int>(n, Kind::reversed);
  Kokkos::View<Block*, Memory> const blocks("blocks", n / 8);
  DeviceView<int> const squares("squares", n);
  DeviceView<int> const ids("ids", n);
  Kokkos::deep_copy(ids, 7);
  permute(exec, permutation, gather(elements(Squares{}, n), squares),
          gather(ids, elements(Ids{blocks}, n)));
  auto const host =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, squares);
  EXPECT_EQ(host(0), 999 * 999);
  EXPECT_EQ(host(999), 0);
  auto const written =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, blocks);
  EXPECT_EQ(written(0).id[0], 7);
  EXPECT_EQ(written(124).id[7], 7);
}

TEST(PermuteElements, Prepared) {
  Exec const exec;
  std::size_t const n    = 100;
  auto const permutation = make_permutation<int>(n, Kind::reversed);
  Kokkos::View<Block*, Memory> const blocks("blocks", n / 8 + 1);
  Kokkos::parallel_for("fill", Kokkos::RangePolicy<Exec>(exec, 0, n),
                       Fill{blocks});
  auto const call =
      prepare(permute, exec, permutation, elements(Ids{blocks}, n));
  call.run();
  exec.fence();
  auto const written =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, blocks);
  EXPECT_EQ(written(0).id[0], 99);
}

TEST(PermuteElements, WrongCount) {
  auto const permutation = make_permutation<int>(10, Kind::reversed);
  Kokkos::View<Block*, Memory> const blocks("blocks", 2);
  std::string message = "no error";
  try {
    permute(Exec(), permutation, elements(Ids{blocks}, 11));
  } catch (std::invalid_argument const& error) {
    message = error.what();
  }
  EXPECT_EQ(message,
            "KokkosSort::permute: argument 'payloads[0]' has extent 11, but "
            "'permutation' has extent 10");
}

}  // namespace
}  // namespace KokkosSort::Test::PermuteElementsTest
