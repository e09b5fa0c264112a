// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "by_columns_checks.hpp"

namespace KokkosSort::Test::ByColumnsTest {
namespace {

TEST(ByColumns, CallsWithAWorkspaceAreQuiet) {
  Exec const exec;
  std::size_t const n = 50000;
  Kokkos::View<std::uint64_t*, Memory> const a("a", n), b("b", n), c("c", n);
  Kokkos::View<float*, Memory> const values("values", n), more("more", n);
  Kokkos::View<int*, Memory> const permutation("permutation", n);
  auto const narrow = by_columns(a, descending(b));
  auto const wide   = by_columns(a, descending(b), c);
  auto const look   = [&](auto const& columns) {
    Workspace<Memory> const workspace(
        exec,
        std::max({argsort_workspace_size(exec, permutation, columns),
                  sort_workspace_size(exec, columns),
                  sort_by_key_workspace_size(exec, columns, values),
                  sort_by_key_workspace_size(exec, columns, values, more)}));
    check_quiet("argsort",
                  [&] { argsort(exec, permutation, columns, workspace); });
    check_quiet("sort", [&] { sort(exec, columns, workspace); });
    check_quiet("one value",
                  [&] { sort_by_key(exec, columns, values, workspace); });
    check_quiet("two values",
                  [&] { sort_by_key(exec, columns, values, more, workspace); });
  };
  look(narrow);
  look(wide);
}

TEST(ByColumns, PreparedCalls) {
  Exec const exec;
  std::size_t const n = 5000;
  for (std::uint64_t const seed : {1, 2}) {
    auto const a     = some<std::uint64_t>(n, 9, seed);
    auto const b     = some<double>(n, 9, seed + 2);
    auto const c     = some<std::uint32_t>(n, any, seed + 4);
    auto const order = expected_order(n, up(a), down(b), up(c));
    Guarded<std::uint64_t> const first(a);
    Guarded<double> const second(b);
    Guarded<std::uint32_t> const third(c);
    Guarded<std::uint32_t> const tags(index_tags<std::uint32_t>(n));
    Guarded<int> const permutation(std::vector<int>(n, 0));
    auto const columns =
        by_columns(first.view(), descending(second.view()), third.view());
    auto const find = prepare(argsort, exec, permutation.view(), columns);
    find.run(permutation.view(), columns);
    exec.fence();
    auto const found = permutation.values();
    EXPECT_TRUE(std::equal(found.begin(), found.end(), order.begin(),
                           [](int x, std::uint32_t y) {
                             return static_cast<std::uint32_t>(x) == y;
                           }));
    EXPECT_TRUE(refuses(
        [&] {
          find.run(
              permutation.view(),
              by_columns(first.view(), descending(Guarded<double>(b).view()),
                         third.view()));
        },
        {"KokkosSort::Prepared::run: argument 'columns[1]'", "address"}));
    prepare(sort_by_key, exec, columns, tags.view()).run();
    EXPECT_EQ(tags.values(), order);
    prepare(sort, exec, by_columns(third.view(), first.view())).run();
    EXPECT_TRUE(is_sorted(by_columns(third.view(), first.view())));
  }
}

class ByColumnsRefused : public testing::Test {
 protected:
  using Words = Guarded<std::uint32_t>;
  Words m_first{some<std::uint32_t>(300, any, 1)};
  Words m_second{some<std::uint32_t>(300, any, 2)};
  Words m_shorter{some<std::uint32_t>(299, any, 3)};
  Guarded<int> m_permutation{std::vector<int>(300, 5)};
  Words m_values{index_tags<std::uint32_t>(300)};

  void TearDown() override {
    for (auto const* words : {&m_first, &m_second, &m_shorter, &m_values})
      EXPECT_TRUE(words->untouched());
    EXPECT_TRUE(m_permutation.untouched());
  }
};

TEST_F(ByColumnsRefused, ColumnsWhoseExtentsDiffer) {
  auto const columns =
      by_columns(m_first.view(), m_second.view(), descending(m_shorter.view()));
  std::vector<std::string> const parts{"argument 'columns[2]' has extent 299",
                                       "'columns[0]' has extent 300"};
  EXPECT_TRUE(refuses([&] { argsort(m_permutation.view(), columns); }, parts));
  EXPECT_TRUE(refuses([&] { sort(columns); }, parts));
  EXPECT_TRUE(refuses([&] { sort_by_key(columns, m_values.view()); }, parts));
  EXPECT_TRUE(refuses([&] { static_cast<void>(is_sorted(columns)); }, parts));
  EXPECT_TRUE(refuses([&] { auto const call = prepare(sort, Exec{}, columns); },
                      parts));
}

TEST_F(ByColumnsRefused, PermutationsAndValuesOfOtherExtents) {
  auto const columns = by_columns(m_first.view(), m_second.view());
  EXPECT_TRUE(refuses(
      [&] { argsort(Guarded<int>(std::vector<int>(301, 1)).view(), columns); },
      {"KokkosSort::argsort: argument 'permutation' has extent 301",
       "'columns[0]' has extent 300"}));
  EXPECT_TRUE(
      refuses([&] { sort_by_key(columns, m_shorter.view()); },
              {"KokkosSort::sort_by_key: argument 'values' has extent 299"}));
  EXPECT_TRUE(refuses(
      [&] { sort_by_key(columns, m_values.view(), m_shorter.view()); },
      {"KokkosSort::sort_by_key: argument 'values[1]' has extent 299"}));
}

TEST_F(ByColumnsRefused, TypesThatCannotHoldTheIndices) {
  Guarded<std::uint8_t> const permutation(std::vector<std::uint8_t>(300, 5));
  EXPECT_TRUE(
      refuses([&] { argsort(permutation.view(), by_columns(m_first.view())); },
              {"KokkosSort::argsort: argument 'permutation'", "1 bytes"}));
  EXPECT_TRUE(permutation.untouched());
}

TEST_F(ByColumnsRefused, ViewsThatOverlap) {
  auto const a = m_first.view(), b = m_second.view(), v = m_values.view();
  EXPECT_TRUE(refuses([&] { argsort(b, by_columns(a, b)); },
                      {"'permutation' overlaps 'columns[1]'"}));
  EXPECT_TRUE(refuses([&] { sort(by_columns(a, b, descending(a))); },
                      {"'columns[2]' overlaps 'columns[0]'"}));
  EXPECT_TRUE(refuses([&] { sort_by_key(by_columns(a, b), b); },
                      {"'values' overlaps 'columns[1]'"}));
  EXPECT_TRUE(refuses([&] { sort_by_key(by_columns(a, b), v, v); },
                      {"'values[1]' overlaps 'values[0]'"}));
}

TEST_F(ByColumnsRefused, WorkspacesThatAreTooSmall) {
  Exec const exec;
  auto const a = m_first.view(), b = m_second.view();
  auto const columns = by_columns(a, b, a);
  std::size_t const bytes =
      argsort_workspace_size(exec, m_permutation.view(), columns);
  Workspace<Memory> const small(exec, bytes - 1);
  EXPECT_TRUE(
      refuses([&] { argsort(exec, m_permutation.view(), columns, small); },
              {"KokkosSort::argsort: argument 'workspace'",
               std::to_string(bytes - 1)}));
  Workspace<Memory> const tiny(exec, 16);
  EXPECT_TRUE(refuses([&] { sort(exec, by_columns(a, b), tiny); },
                      {"KokkosSort::sort: argument 'workspace'"}));
}

}  // namespace
}  // namespace KokkosSort::Test::ByColumnsTest
