// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <distributed/ranks.hpp>

#include <KokkosSort/quantiles.hpp>

#include <algorithm>
#include <array>

// Functions over ranks other than the sorts: owners, unique, reduce_by_key,
// nth_elements, quantiles and top_k, against the same keys in one process.

namespace KokkosSort::Test::FunctionsTest {

using Workload::Distribution;

/// A key with a tag, which the order does not compare.
struct Tagged {
  int key;
  int tag;

  friend bool operator==(Tagged const& a, Tagged const& b) {
    return a.key == b.key && a.tag == b.tag;
  }
};
struct ByKey {
  KOKKOS_FUNCTION bool operator()(Tagged const& a, Tagged const& b) const {
    return a.key < b.key;
  }
};

/// Keys of all ranks, in the order of the input and sorted.
template <class Key, class Less, class Order>
struct Keys {
  using key_type = Key;

  std::vector<Key> all, sorted;
  Less less;
  Order order;

  explicit Keys(std::vector<Key> keys) : all(std::move(keys)), sorted(all) {
    std::stable_sort(sorted.begin(), sorted.end(), less);
  }
  bool equal(Key const& a, Key const& b) const {
    return !less(a, b) && !less(b, a);
  }
  /// This rank's part.
  static DeviceView<Key> own(std::vector<Key> const& keys, Part const& part) {
    auto const begin = keys.begin() + static_cast<std::ptrdiff_t>(part.begin);
    return to_device(std::vector<Key>(
        begin, begin + static_cast<std::ptrdiff_t>(part.count)));
  }
};

template <class Key>
struct Reverse {
  bool operator()(Key const& a, Key const& b) const {
    return typename KeyTraits<Key>::Less{}(b, a);
  }
};

/// Calls `check` for keys of several types and orders, and in every share.
template <class Check>
static void for_all(Check const& check) {
  Ranks const ranks;
  for (Share const share : shares)
    for (std::size_t const n : {0u, 5u, 3001u}) {
      if (n <= 5 && share != Share::one_has_all && share != Share::alternating)
        continue;
      SCOPED_TRACE("share " + std::to_string(static_cast<int>(share)) + ", n " +
                   std::to_string(n));
      Part const part(share, n, ranks);
      for (auto const distribution :
           {Distribution::sqrt_values, Distribution::two_values}) {
        check(ranks, part,
              Keys<std::uint64_t, std::less<>, Ascending>(
                  KeyTraits<std::uint64_t>::make(n, distribution, 1)));
        check(ranks, part,
              Keys<double, Reverse<double>, Descending>(
                  KeyTraits<double>::make(n, distribution, 1)));
      }
      std::vector<Tagged> tagged;
      for (std::size_t i = 0; i < n; ++i)
        tagged.push_back({static_cast<int>(i * 37 % 11), static_cast<int>(i)});
      check(ranks, part, Keys<Tagged, ByKey, ByKey>(tagged));
    }
}

template <class Key>
static bool same(std::vector<Key> const& a, std::vector<Key> const& b) {
  return a.size() == b.size() &&
         (a.empty() ||
          std::memcmp(a.data(), b.data(), a.size() * sizeof(Key)) == 0);
}

/// Ranges of positions of all ranks.
static std::vector<Part> parts_like(Part const& own, Ranks const& ranks) {
  std::vector<Part> parts(static_cast<std::size_t>(ranks.size), own);
  std::array<std::uint64_t, 2> const mine{own.begin, own.count};
  std::vector<std::uint64_t> all(2 * parts.size());
  MPI_Allgather(mine.data(), 2, MPI_UINT64_T, all.data(), 2, MPI_UINT64_T,
                ranks.comm);
  for (std::size_t r = 0; r < parts.size(); ++r) {
    parts[r].begin = all[2 * r];
    parts[r].count = all[2 * r + 1];
  }
  return parts;
}

TEST(DistributedFunctions, Owners) {
  for_all([](Ranks const& ranks, Part const& part, auto const& keys) {
    using Key        = typename std::remove_cvref_t<decltype(keys)>::key_type;
    auto const parts = parts_like(part, ranks);
    std::size_t const n = keys.sorted.size();
    // Every key, one that no rank has, and all again in reverse on odd ranks.
    std::vector<Key> queries = keys.all;
    queries.resize(n + 1);
    if (ranks.rank % 2 == 1) std::reverse(queries.begin(), queries.end());
    DeviceView<short> const found("owners", n + 1);
    Distributed::owners(Exec{}, ranks.comm, keys.own(keys.sorted, part),
                        to_device(queries), found, keys.order);
    auto const owners = to_host(found);
    for (std::size_t i = 0; i <= n; ++i) {
      int expected = 0;
      for (int r = 0; r < ranks.size; ++r) {
        Part const& of = parts[static_cast<std::size_t>(r)];
        if (of.count == 0) continue;
        expected = r;
        if (!keys.less(keys.sorted[of.begin + of.count - 1], queries[i])) break;
      }
      ASSERT_EQ(owners[i], expected);
    }
  });
}

TEST(DistributedFunctions, Unique) {
  for_all([](Ranks const& ranks, Part const& part, auto const& keys) {
    using Key = typename std::remove_cvref_t<decltype(keys)>::key_type;
    DeviceView<Key> const out("out", part.count);
    std::size_t const count = Distributed::unique(
        Exec{}, ranks.comm, keys.own(keys.sorted, part), out, keys.order);
    std::vector<Key> expected;
    for (std::size_t i = part.begin; i < part.begin + part.count; ++i)
      if (i == 0 || !keys.equal(keys.sorted[i - 1], keys.sorted[i]))
        expected.push_back(keys.sorted[i]);
    ASSERT_EQ(count, expected.size());
    auto found = to_host(out);
    found.resize(count);
    EXPECT_TRUE(same(found, expected));
  });
}

/// x -> a x + b; to apply one after the other is associative and does not
/// commute.
struct Affine {
  std::uint64_t a, b;
};
struct Compose {
  KOKKOS_FUNCTION Affine operator()(Affine const& f, Affine const& g) const {
    return {f.a * g.a, f.b * g.a + g.b};
  }
};

TEST(DistributedFunctions, ReduceByKey) {
  for_all([](Ranks const& ranks, Part const& part, auto const& keys) {
    using Key = typename std::remove_cvref_t<decltype(keys)>::key_type;
    std::size_t const n = keys.sorted.size();
    std::vector<std::uint32_t> values;
    std::vector<Affine> maps;
    for (std::size_t i = 0; i < n; ++i) {
      values.push_back(static_cast<std::uint32_t>(i));
      maps.push_back({2 * i + 3, i + 1});
    }
    std::vector<Key> expected;
    std::vector<std::uint64_t> expected_sums;
    std::vector<Affine> expected_maps;
    for (std::size_t i = 0; i < n;) {
      std::size_t const begin = i;
      std::uint64_t sum       = 0;
      Affine map              = maps[i];
      for (; i < n && keys.equal(keys.sorted[begin], keys.sorted[i]); ++i) {
        sum += values[i];
        if (i > begin) map = Compose{}(map, maps[i]);
      }
      if (begin < part.begin || begin >= part.begin + part.count) continue;
      expected.push_back(keys.sorted[begin]);
      expected_sums.push_back(sum);
      expected_maps.push_back(map);
    }
    auto const own = keys.own(keys.sorted, part);
    DeviceView<Key> const out("out", part.count);
    DeviceView<std::uint64_t> const sums("sums", part.count);
    DeviceView<Affine> const composed("composed", part.count);
    auto const cut = [&](auto const& view) {
      auto found = to_host(view);
      found.resize(expected.size());
      return found;
    };
    using Values = Keys<std::uint32_t, std::less<>, Ascending>;
    using Maps   = Keys<Affine, Compose, Compose>;
    ASSERT_EQ(Distributed::reduce_by_key(Exec{}, ranks.comm, own,
                                         Values::own(values, part), out, sums,
                                         keys.order),
              expected.size());
    EXPECT_TRUE(same(cut(out), expected));
    EXPECT_TRUE(same(cut(sums), expected_sums));
    ASSERT_EQ(Distributed::reduce_by_key(Exec{}, ranks.comm, own,
                                         Maps::own(maps, part), out, composed,
                                         reduction(Compose{}), keys.order),
              expected.size());
    EXPECT_TRUE(same(cut(out), expected));
    EXPECT_TRUE(same(cut(composed), expected_maps));
  });
}

TEST(DistributedFunctions, NthElementsAndQuantiles) {
  for_all([](Ranks const& ranks, Part const& part, auto const& keys) {
    using Key = typename std::remove_cvref_t<decltype(keys)>::key_type;
    std::size_t const n = keys.sorted.size();
    if (n == 0) return;
    auto const own = keys.own(keys.all, part);
    std::vector<std::uint64_t> places{n - 1, 0, n / 2, n / 2, n / 3, n - 1};
    for (std::uint64_t i = 0; i < 9 && i < n; ++i) places.push_back(i);
    std::vector<Key> expected;
    for (auto const place : places) expected.push_back(keys.sorted[place]);
    DeviceView<Key> const found("found", places.size());
    Distributed::nth_elements(Exec{}, ranks.comm, own, places, found,
                              keys.order);
    EXPECT_TRUE(same(to_host(found), expected));

    std::array<double, 4> const shares_wanted{0.0, 0.5, 0.9, 1.0};
    Kokkos::View<Key**, Kokkos::LayoutRight, Memory> const table("table", 4, 3);
    auto const column = Kokkos::subview(table, Kokkos::ALL, 1);
    Distributed::quantiles(Exec{}, ranks.comm, own, shares_wanted, column,
                           keys.order);
    DeviceView<Key> const alone("alone", 4);
    KokkosSort::quantiles(Exec{}, to_device(keys.all), shares_wanted, alone,
                          keys.order);
    // Kokkos copies whole tables from a device, columns it does not.
    auto const copied =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, table);
    EXPECT_TRUE(
        same(to_host(Kokkos::subview(copied, Kokkos::ALL, 1)), to_host(alone)));
    EXPECT_TRUE(same(to_host(own), to_host(keys.own(keys.all, part))));
  });
}

TEST(DistributedFunctions, TopK) {
  for_all([](Ranks const& ranks, Part const& part, auto const& keys) {
    using Key = typename std::remove_cvref_t<decltype(keys)>::key_type;
    std::size_t const n = keys.sorted.size();
    auto const own      = keys.own(keys.all, part);
    for (std::size_t const k : {std::size_t{0}, std::size_t{1}, n / 3, n}) {
      if (k > n) continue;
      DeviceView<Key> const found("found", k);
      Distributed::top_k(Exec{}, ranks.comm, own, found, keys.order);
      EXPECT_TRUE(same(to_host(found),
                       std::vector<Key>(keys.sorted.begin(),
                                        keys.sorted.begin() +
                                            static_cast<std::ptrdiff_t>(k))))
          << "k " << k;
    }
  });
}

TEST(DistributedFunctions, Errors) {
  Ranks const ranks;
  bool const bad  = ranks.rank == ranks.size / 2;
  auto const comm = ranks.comm;
  DeviceView<int> const keys("keys", 10);
  std::size_t const total = 10 * static_cast<std::size_t>(ranks.size);
  DeviceView<int> const narrow("narrow", bad ? 9 : 10);
  expect_error(ranks, "argument 'ranks' has extent 9, but 'queries'",
               [&] { Distributed::owners(Exec{}, comm, keys, keys, narrow); });
  expect_error(ranks, "argument 'out' has", [&] {
    static_cast<void>(Distributed::unique(Exec{}, comm, keys, narrow));
  });
  expect_error(ranks, "overlaps", [&] {
    DeviceView<int> const out = bad ? keys : DeviceView<int>("out", 10);
    static_cast<void>(Distributed::unique(Exec{}, comm, keys, out));
  });
  expect_error(ranks, "argument 'values' has extent 9", [&] {
    DeviceView<int> const out("out", 10), sums("sums", 10);
    static_cast<void>(
        Distributed::reduce_by_key(Exec{}, comm, keys, narrow, out, sums));
  });
  DeviceView<int> const one("one", 1);
  std::vector<std::uint64_t> const behind{total};
  expect_error(
      ranks,
      "position " + std::to_string(total) + " is wanted, but all ranks have " +
          std::to_string(total),
      [&] { Distributed::nth_elements(Exec{}, comm, keys, behind, one); });
  expect_error(ranks, "argument 'result' has extent 1, but 'positions'", [&] {
    std::vector<std::uint64_t> const two(2, 0);
    DeviceView<int> const result("result", bad ? 1 : 2);
    Distributed::nth_elements(Exec{}, comm, keys, two, result);
  });
  expect_error(ranks, "argument 'probabilities' has element 0", [&] {
    std::array<double, 1> const share{1.5};
    Distributed::quantiles(Exec{}, comm, keys, share, one);
  });
  expect_error(ranks, "argument 'result' has extent", [&] {
    DeviceView<int> const result("result", total + 1);
    Distributed::top_k(Exec{}, comm, keys, result);
  });
  if (ranks.size == 1) return;
  expect_error(ranks, "differ in the positions that they look for", [&] {
    std::vector<std::uint64_t> const place{bad ? 1u : 0u};
    Distributed::nth_elements(Exec{}, comm, keys, place, one);
  });
  expect_error(ranks, "differ in the positions that they look for", [&] {
    DeviceView<int> const result("result", bad ? 3 : 4);
    Distributed::top_k(Exec{}, comm, keys, result);
  });
}

/// Equal keys move to one rank: that of the first of them.
TEST(DistributedFunctions, EqualKeysOnOneRank) {
  Ranks const ranks;
  std::size_t const n = 5003;
  Part const part(Share::balanced, n, ranks);
  auto all = KeyTraits<std::uint64_t>::make(n, Distribution::two_values, 1);
  std::sort(all.begin(), all.end());
  auto const keys = Keys<std::uint64_t, std::less<>, Ascending>::own(all, part);
  DeviceView<int> const owners("owners", part.count);
  Distributed::owners(Exec{}, ranks.comm, keys, keys, owners);
  Distributed::Plan<Memory> plan(Exec{}, ranks.comm,
                                 Distributed::to_ranks(owners));
  DeviceView<std::uint64_t> const joined("joined", plan.extent_out());
  plan.apply(Exec{}, keys, joined);
  EXPECT_TRUE(Distributed::is_sorted(Exec{}, ranks.comm, joined));
  // A run that begins here ends here.
  DeviceView<std::uint64_t> const once("once", joined.extent(0));
  std::size_t const begins =
      Distributed::unique(Exec{}, ranks.comm, joined, once);
  auto const found     = to_host(joined);
  std::size_t distinct = found.empty() ? 0 : 1;
  for (std::size_t i = 1; i < found.size(); ++i)
    distinct += found[i - 1] != found[i] ? 1 : 0;
  EXPECT_EQ(begins, distinct);
  std::uint64_t moved = found.size();
  MPI_Allreduce(MPI_IN_PLACE, &moved, 1, MPI_UINT64_T, MPI_SUM, ranks.comm);
  EXPECT_EQ(moved, n);
}

}  // namespace KokkosSort::Test::FunctionsTest
