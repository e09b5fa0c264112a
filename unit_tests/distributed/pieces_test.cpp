// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/distributed/balanced.hpp>
#include <KokkosSort/distributed/comm/send_counts.hpp>
#include <KokkosSort/distributed/transport/point_to_point.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace KokkosSort::Test::PiecesTest {

using Distributed::Impl::Direction;
using Distributed::Impl::pieces_of;
using Distributed::Impl::SendCounts;

TEST(DistributedParts, BalancedCounts) {
  for (std::size_t const n : {0, 1, 6, 7, 8, 1000003}) {
    std::size_t sum = 0;
    for (int r = 0; r < 7; ++r) {
      std::size_t const count = Distributed::balanced_count(n, r, 7);
      EXPECT_LE(count, n / 7 + 1);
      EXPECT_GE(count, n / 7);
      sum += count;
    }
    EXPECT_EQ(sum, n);
  }
}

/// Both ends of every message agree on its length, whatever the chunk, also
/// beyond what 32 bits count.
TEST(DistributedParts, PiecesMatch) {
  int const ranks           = 5;
  std::uint64_t const large = std::uint64_t{3} << 31;
  auto const count          = [&](int from, int to) {
    return (from + 2 * to) % 3 == 0
                        ? 0
                        : large + static_cast<std::uint64_t>(from * 10 + to);
  };
  std::size_t const chunk = (std::size_t{1} << 30) + 7;
  std::size_t const width = 24;
  for (int a = 0; a < ranks; ++a) {
    for (int b = 0; b < ranks; ++b) {
      std::vector<std::uint64_t> sends, receives;
      for (int r = 0; r < ranks; ++r) {
        sends.push_back(count(a, r));
        receives.push_back(count(r, b));
      }
      std::vector<std::size_t> sent, received;
      std::size_t bytes     = 0;
      SendCounts const from = SendCounts::of_counts(sends);
      for (auto const& piece :
           pieces_of(from, width, a, Direction::send, chunk)) {
        EXPECT_NE(piece.peer, a);
        if (piece.peer != b) continue;
        EXPECT_EQ(piece.offset, from.begin(b) * width + bytes);
        bytes += piece.bytes;
        sent.push_back(piece.bytes);
      }
      for (auto const& piece : pieces_of(SendCounts::of_counts(receives), width,
                                         b, Direction::receive, chunk))
        if (piece.peer == a) received.push_back(piece.bytes);
      EXPECT_EQ(sent, received);
      EXPECT_EQ(bytes, a == b ? 0 : count(a, b) * width);
    }
  }
}

}  // namespace KokkosSort::Test::PiecesTest
