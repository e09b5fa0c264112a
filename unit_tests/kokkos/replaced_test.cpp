// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <Kokkos_Sort.hpp>
#include <KokkosSort.hpp>
#include <KokkosSort_Kokkos.hpp>

#include <support/events.hpp>
#include <support/space.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_DynamicView.hpp>
#include <Kokkos_OffsetView.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

// The calls of Kokkos run on the library. NaN comes last and kernels have the
// library's labels only if they do.

namespace KokkosSort::Test::ReplacedTest {
namespace {

struct Greater {
  KOKKOS_FUNCTION bool operator()(float a, float b) const { return a > b; }
};

float const nan = std::numeric_limits<float>::quiet_NaN();

DeviceView<float> keys_with_nan() {
  return to_device(std::vector<float>{nan, 3, 1, nan, 2});
}

template <class ViewType>
std::string text_of(ViewType const& view) {
  DeviceView<typename ViewType::non_const_value_type> const copy(
      "copy", view.extent(0));
  Kokkos::deep_copy(copy, view);
  auto const host =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, copy);
  std::string text;
  for (std::size_t i = 0; i < host.extent(0); ++i)
    text +=
        (i == 0 ? "" : " ") + (std::isnan(static_cast<double>(host(i)))
                                   ? std::string("nan")
                                   : std::to_string(static_cast<int>(host(i))));
  return text;
}

/// Enough keys for kernels.
DeviceView<float> many_keys() {
  std::vector<float> keys(100000);
  for (std::size_t i = 0; i < keys.size(); ++i)
    keys[i] = static_cast<float>((i * 7919) % keys.size());
  return to_device(keys);
}

/// Calls `call` and checks that kernels ran, all of them of the library.
template <class Call>
void expect_replaced(Call const& call) {
  Events const events;
  call();
  EXPECT_FALSE(events.kernels().empty());
  for (std::string const& label : events.kernels())
    EXPECT_EQ(label.rfind("KokkosSort", 0), 0u) << label;
}

TEST(KokkosReplaced, SortsWithoutAComparator) {
  Exec const exec;
  auto const first = keys_with_nan(), second = keys_with_nan(),
             third = keys_with_nan(), fourth = keys_with_nan();
  Kokkos::sort(exec, first);
  EXPECT_EQ(text_of(first), "1 2 3 nan nan");
  Kokkos::sort(second);
  EXPECT_EQ(text_of(second), "1 2 3 nan nan");
  Kokkos::sort(exec, third, 0, 3);
  EXPECT_EQ(text_of(third), "1 3 nan nan 2");
  Kokkos::sort(fourth, 2u, 5);
  EXPECT_EQ(text_of(fourth), "nan 3 1 2 nan");
}

TEST(KokkosReplaced, SortsByAComparator) {
  Exec const exec;
  for (int call = 0; call < 3; ++call) {
    auto const keys   = many_keys();
    auto const values = many_keys();
    expect_replaced([&] {
      if (call == 0) Kokkos::sort(exec, keys, Greater{});
      if (call == 1) Kokkos::sort(keys, Greater{});
      if (call == 2)
        Kokkos::Experimental::sort_by_key(exec, keys, values, Greater{});
    });
    EXPECT_TRUE(is_sorted(exec, keys, descending)) << call;
    EXPECT_EQ(is_sorted(exec, values, descending), call == 2);
  }
}

TEST(KokkosReplaced, SortsByKey) {
  auto const keys   = keys_with_nan();
  auto const values = to_device(std::vector<int>{0, 1, 2, 3, 4});
  Kokkos::Experimental::sort_by_key(Exec(), keys, values);
  EXPECT_EQ(text_of(keys), "1 2 3 nan nan");
  auto const host =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, values);
  EXPECT_EQ(host(0), 2);
  EXPECT_EQ(host(2), 1);
}

TEST(KokkosReplaced, StridedViewsAndUnqualifiedCalls) {
  Kokkos::View<float**, Kokkos::LayoutRight, Memory> const matrix("m", 5, 3);
  auto const column = Kokkos::subview(matrix, Kokkos::ALL, 1);
  Kokkos::deep_copy(column, keys_with_nan());
  sort(Exec(), column);
  EXPECT_EQ(text_of(column), "1 2 3 nan nan");
}

TEST(KokkosReplaced, ChunksAndOffsets) {
  Exec const exec;
  Kokkos::Experimental::OffsetView<float*, Memory> const offset("keys",
                                                                {-2, 2});
  Kokkos::deep_copy(offset.view(), keys_with_nan());
  KokkosSort::sort(exec, offset, -2, 1);
  EXPECT_EQ(text_of(offset.view()), "1 3 nan nan 2");
  KokkosSort::sort(exec, offset, 0, 3, descending);
  EXPECT_EQ(text_of(offset.view()), "1 3 nan nan 2");
  Kokkos::sort(exec, offset, 0, 3);
  EXPECT_EQ(text_of(offset.view()), "1 3 2 nan nan");
  EXPECT_THROW(KokkosSort::sort(exec, offset, -3, 1), std::invalid_argument);
  EXPECT_THROW(KokkosSort::sort(exec, offset, 0, 4), std::invalid_argument);

  Kokkos::Experimental::DynamicView<float*, Memory> chunks("keys", 1024, 4096);
  chunks.resize_serial(5);
  Kokkos::deep_copy(chunks, keys_with_nan());
  Kokkos::sort(exec, chunks, 0, 5);
  auto const sorted = keys_with_nan();
  Kokkos::deep_copy(sorted, chunks);
  EXPECT_EQ(text_of(sorted), "1 2 3 nan nan");
}

// Types and comparators that the library does not take.

TEST(KokkosReplaced, OthersRemainWithKokkos) {
  Kokkos::DefaultHostExecutionSpace const exec;
  Kokkos::View<std::string*, Kokkos::HostSpace> const words("words", 3);
  words(0) = "pear";
  words(1) = "apple";
  words(2) = "fig";
  Kokkos::sort(exec, words);
  EXPECT_EQ(words(0), "apple");
  EXPECT_EQ(words(2), "pear");

  Kokkos::View<int*, Kokkos::HostSpace> const numbers("numbers", 3);
  for (int i = 0; i < 3; ++i) numbers(i) = i;
  auto const counting = [calls = 0](int a, int b) mutable {
    return ++calls > 0 && a > b;
  };
  Kokkos::sort(exec, numbers, counting);
  EXPECT_EQ(numbers(0), 2);
}

TEST(KokkosReplaced, LengthsMustAgree) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  DeviceView<int> const keys("keys", 3), values("values", 2);
  EXPECT_DEATH(Kokkos::Experimental::sort_by_key(Exec(), keys, values),
               "values and keys extents must be the same. The values extent is "
               "2, and the keys extent is 3");
  EXPECT_THROW(Kokkos::sort(Exec(), keys, 1, 4), std::invalid_argument);
}

TEST(KokkosReplaced, BinSort) {
  using Keys  = DeviceView<float>;
  using BinOp = Kokkos::BinOp1D<Keys>;
  Exec const exec;
  auto const keys = many_keys();
  Kokkos::BinSort<Keys, BinOp> sorter(exec, keys, BinOp(64, 0.0f, 100000.0f),
                                      true);
  expect_replaced([&] { sorter.create_permute_vector(exec); });
  expect_replaced([&] { sorter.sort(exec, keys); });
  EXPECT_TRUE(is_sorted(exec, keys));
}

}  // namespace
}  // namespace KokkosSort::Test::ReplacedTest
