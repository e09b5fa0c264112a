// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/space.hpp>

#include <KokkosSort/front/permute_dispatch.hpp>
#include <KokkosSort/distributed/comm/send_counts.hpp>
#include <KokkosSort/distributed/transport/put_rows.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <type_traits>
#include <vector>

// Rows put into the memory of their destination ranks, with several ranks'
// memory in one process.

namespace KokkosSort::Test::PutRowsTest {

using Distributed::Impl::Put;
using Distributed::Impl::SendCounts;
using KokkosSort::Impl::Rows;

struct Cell {
  std::uint64_t row, column;
};

/// Rank 1 puts its rows, stretch by stretch. After each, only the rows of the
/// stretches so far have arrived, and its own only if it is a target.
template <class View>
static void check_puts(View const& payload, std::size_t columns,
                       std::vector<std::uint64_t> const& counts, int stretches,
                       bool own_too = true) {
  using T               = typename View::value_type;
  SendCounts const send = SendCounts::of_counts(counts);
  auto const n          = static_cast<std::size_t>(send.total());
  std::size_t cells     = n * columns;
  auto const rows_of    = KokkosSort::Impl::rows_of<T const>(payload);
  std::vector<std::uint32_t> order(n);
  for (std::size_t i = 0; i < n; ++i) order[i] = static_cast<std::uint32_t>(i);
  std::shuffle(order.begin(), order.end(), std::mt19937(1));
  auto const sent_from = to_device(order);
  DeviceView<T> const to("to", cells);
  Kokkos::deep_copy(to, T{99, 99});
  std::vector<Put> puts;
  for (int r = 0; r < send.ranks(); ++r)
    puts.push_back(
        {reinterpret_cast<std::byte*>(to.data() + send.begin(r) * columns),
         send.begin(r), send.count(r)});
  auto const table  = to_device(puts);
  int const targets = send.ranks() - (own_too ? 0 : 1);
  for (int s = 0; s < stretches; ++s) {
    auto const launch = [&](auto const& rows) {
      using Element =
          std::remove_const_t<std::remove_pointer_t<decltype(rows.data)>>;
      Distributed::Impl::put_rows(
          Exec{}, Distributed::Impl::PutRows<Exec, Element, std::uint32_t>{
                      sent_from.data(), rows, table.data(), send.ranks(), 1,
                      targets, s, stretches});
    };
    if (Distributed::Impl::is_of_words(rows_of)) {
      launch(Distributed::Impl::as_words(rows_of));
    } else {
      launch(rows_of);
    }
    auto const found =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, to);
    for (int r = 0; r < send.ranks(); ++r) {
      std::uint64_t const there = r == 1 && !own_too
                                      ? 0
                                      : Distributed::Impl::stretch_begin(
                                            send.count(r), s + 1, stretches);
      for (std::uint64_t i = 0; i < send.count(r); ++i)
        for (std::size_t c = 0; c < columns; ++c) {
          auto const at   = static_cast<std::size_t>(send.begin(r) + i);
          T const cell    = found(at * columns + c);
          bool const here = i < there;
          ASSERT_EQ(cell.row, here ? order[at] : 99u);
          ASSERT_EQ(cell.column, here ? c : 99u);
        }
    }
  }
}

template <class View>
static View filled(View const& payload) {
  auto const host = Kokkos::create_mirror_view(payload);
  for (std::size_t i = 0; i < payload.extent(0); ++i)
    for (std::size_t c = 0; c < payload.extent(1); ++c) host(i, c) = {i, c};
  Kokkos::deep_copy(payload, host);
  return payload;
}

TEST(DistributedPutRows, EveryStretch) {
  std::vector<std::uint64_t> const counts{2003, 1000, 0, 2301};
  DeviceView<Cell> const keys("keys", 5304);
  auto const host = Kokkos::create_mirror_view(keys);
  for (std::size_t i = 0; i < keys.extent(0); ++i) host(i) = {i, 0};
  Kokkos::deep_copy(keys, host);
  for (int const stretches : {1, 2, 16}) {
    check_puts(keys, 1, counts, stretches);
    check_puts(keys, 1, counts, stretches, false);
  }
  using Left  = Kokkos::View<Cell**, Kokkos::LayoutLeft, Memory>;
  using Right = Kokkos::View<Cell**, Kokkos::LayoutRight, Memory>;
  check_puts(filled(Left("left", 5304, 3)), 3, counts, 5);
  check_puts(filled(Right("right", 5304, 3)), 3, counts, 5);
  // More stretches than rows.
  check_puts(keys, 1, {1, 3, 0, 2}, 16);
}

/// Fetches rows of three parts, one of which is still in the payload.
template <class PayloadView, class ResultView>
static void check_fetch(PayloadView const& payload, ResultView const& result,
                        std::size_t columns, bool own_stays) {
  using T                  = typename PayloadView::value_type;
  SendCounts const receive = SendCounts::of_counts({1500, 700, 804});
  auto const n             = static_cast<std::size_t>(receive.total());
  std::mt19937 random(3);
  std::vector<std::uint32_t> received_at(n), own_from(700);
  for (std::size_t i = 0; i < n; ++i)
    received_at[i] = static_cast<std::uint32_t>(i);
  std::shuffle(received_at.begin(), received_at.end(), random);
  for (auto& row : own_from)
    row = static_cast<std::uint32_t>(random() % payload.extent(0));
  std::vector<T> received(n * columns);
  for (std::size_t i = 0; i < received.size(); ++i)
    received[i] = {100000 + i / columns, i % columns};
  auto const at    = to_device(received_at);
  auto const from  = to_device(received);
  auto const own   = to_device(own_from);
  auto const fetch = [&](auto const& rows, auto const& rows_out) {
    using Element =
        std::remove_pointer_t<std::remove_cvref_t<decltype(rows_out.data)>>;
    for (std::uint64_t begin : {std::uint64_t{0}, std::uint64_t{1001}})
      Distributed::Impl::fetch_rows(
          Exec{},
          Distributed::Impl::FetchRows<Exec, Element, std::uint32_t>{
              at.data(), reinterpret_cast<Element const*>(from.data()),
              receive.begin(1), own_stays ? receive.count(1) : std::uint64_t{0},
              own.data(), rows, rows_out, begin,
              begin == 0 ? std::uint64_t{1001} : receive.total()},
          begin > 0);
  };
  auto const rows     = KokkosSort::Impl::rows_of<T const>(payload);
  auto const rows_out = KokkosSort::Impl::rows_of<T>(result);
  if (Distributed::Impl::is_of_words(rows) &&
      Distributed::Impl::is_of_words(rows_out)) {
    fetch(Distributed::Impl::as_words(rows),
          Distributed::Impl::as_words(rows_out));
  } else {
    fetch(rows, rows_out);
  }
  auto const found =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, result);
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t const place = received_at[i];
    bool const is_own         = own_stays && place >= 1500 && place < 2200;
    for (std::size_t c = 0; c < columns; ++c) {
      T const cell = [&] {
        if constexpr (ResultView::rank == 1) {
          return found(i);
        } else {
          return found(i, c);
        }
      }();
      ASSERT_EQ(cell.row, is_own ? own_from[place - 1500] : 100000 + place);
      ASSERT_EQ(cell.column, c);
    }
  }
}

TEST(DistributedPutRows, FetchedFromWhereTheyAre) {
  using Left  = Kokkos::View<Cell**, Kokkos::LayoutLeft, Memory>;
  using Right = Kokkos::View<Cell**, Kokkos::LayoutRight, Memory>;
  DeviceView<Cell> const keys("keys", 900);
  auto const host = Kokkos::create_mirror_view(keys);
  for (std::size_t i = 0; i < keys.extent(0); ++i) host(i) = {i, 0};
  Kokkos::deep_copy(keys, host);
  for (bool const own_stays : {false, true}) {
    check_fetch(keys, DeviceView<Cell>("out", 3004), 1, own_stays);
    check_fetch(filled(Right("right", 900, 3)), Right("out", 3004, 3), 3,
                own_stays);
    check_fetch(filled(Left("left", 900, 3)), Right("out", 3004, 3), 3,
                own_stays);
    check_fetch(filled(Right("right", 900, 3)), Left("out", 3004, 3), 3,
                own_stays);
  }
}

/// Counts one by one the rows that can be fetched after each stretch.
TEST(DistributedPutRows, RowsWithinStretches) {
  std::mt19937 random(7);
  for (auto const& counts : std::vector<std::vector<std::uint64_t>>{
           {500, 0, 1200, 3}, {7, 2, 1}, {0, 900}, {40, 40, 40, 40}}) {
    SendCounts const receive = SendCounts::of_counts(counts);
    auto const n             = static_cast<std::size_t>(receive.total());
    // The result takes the rows of each part in their order, the parts at
    // random.
    std::vector<std::uint64_t> taken(counts.size(), 0);
    std::vector<std::uint32_t> received_at;
    while (received_at.size() < n) {
      auto const r = random() % counts.size();
      if (taken[r] == counts[r]) continue;
      received_at.push_back(static_cast<std::uint32_t>(
          receive.begin(static_cast<int>(r)) + taken[r]++));
    }
    for (int const stretches : {1, 2, 3, 16}) {
      auto const rows   = to_device(std::vector<std::uint64_t>(
          static_cast<std::size_t>(stretches), std::uint64_t{n}));
      auto const from   = to_device(received_at);
      auto const bounds = to_device(receive.bounds());
      Kokkos::parallel_for(Kokkos::RangePolicy<Exec>(0, n),
                           Distributed::Impl::RowsWithin<std::uint32_t>{
                               from.data(), bounds.data(), receive.ranks(),
                               stretches, rows.data()});
      auto const found =
          Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, rows);
      for (int s = 0; s < stretches; ++s) {
        std::size_t expected = 0;
        while (expected < n) {
          int r = 0;
          while (receive.begin(r) + receive.count(r) <= received_at[expected])
            ++r;
          if (received_at[expected] - receive.begin(r) >=
              Distributed::Impl::stretch_begin(receive.count(r), s + 1,
                                               stretches))
            break;
          ++expected;
        }
        ASSERT_EQ(found(static_cast<std::size_t>(s)), expected)
            << "stretch " << s << " of " << stretches;
      }
    }
  }
}

/// Words of 16 bytes only if every row begins at a multiple of 16 bytes.
TEST(DistributedPutRows, Words) {
  alignas(16) static std::uint64_t const memory[64] = {};
  using U64                                         = Rows<std::uint64_t const>;
  auto const of_words                               = [](U64 const& rows) {
    return Distributed::Impl::is_of_words(rows);
  };
  EXPECT_TRUE(of_words({memory, 2, 1, 2}));
  EXPECT_TRUE(of_words({memory, 6, 1, 4}));
  EXPECT_FALSE(of_words({memory + 1, 2, 1, 2}));
  EXPECT_FALSE(of_words({memory, 3, 1, 2}));
  EXPECT_FALSE(of_words({memory, 3, 1, 3}));
  EXPECT_FALSE(of_words({memory, 1, 8, 2}));
  auto const words = Distributed::Impl::as_words(U64{memory, 6, 1, 4});
  EXPECT_EQ(words.columns, 2u);
  EXPECT_EQ(words.row_stride, 3);
  EXPECT_EQ(reinterpret_cast<std::uint64_t const*>(&words(1, 1)), memory + 8);
}

}  // namespace KokkosSort::Test::PutRowsTest
