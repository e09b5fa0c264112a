// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace KokkosSort::Test::ArgsortStringsTest {
namespace {

using Strings = std::vector<std::string>;

/// A stable order of strings on the host. std::string compares unsigned bytes.
std::vector<std::size_t> expected_order(Strings const& strings,
                                        bool is_descending) {
  std::vector<std::size_t> order(strings.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) {
                     return is_descending ? strings[b] < strings[a]
                                          : strings[a] < strings[b];
                   });
  return order;
}

template <class Index>
void expect_order(std::vector<Index> const& order, Strings const& strings,
                  bool is_descending) {
  auto const expected = expected_order(strings, is_descending);
  ASSERT_EQ(order.size(), expected.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    ASSERT_EQ(static_cast<std::size_t>(order[i]), expected[i])
        << "at position " << i << " of " << order.size();
}

template <class Byte>
std::vector<Byte> joined(Strings const& strings) {
  std::vector<Byte> bytes;
  for (auto const& string : strings)
    for (char const byte : string) bytes.push_back(static_cast<Byte>(byte));
  return bytes;
}

/// Strings in guarded memory, one behind the other.
template <class Offset, class Byte>
struct Stored {
  Guarded<Offset> offsets;
  Guarded<Byte> bytes;

  explicit Stored(Strings const& strings, Placement placement = {})
      : offsets(offsets_of(strings), placement),
        bytes(joined<Byte>(strings), placement) {}

  static std::vector<Offset> offsets_of(Strings const& strings) {
    std::vector<Offset> offsets{0};
    for (auto const& string : strings)
      offsets.push_back(static_cast<Offset>(
          static_cast<std::size_t>(offsets.back()) + string.size()));
    return offsets;
  }
};

template <class Index = int, class Offset = int, class Byte = char,
          class... Options>
void check_as(Strings const& strings, bool is_descending,
              Options const&... options) {
  Stored<Offset, Byte> const stored(strings, {3, 2});
  Guarded<Index> const permutation(std::vector<Index>(strings.size(), Index{1}),
                                   {3, 2});
  auto const order = permutation.template view<Kokkos::LayoutStride>();
  auto const offsets =
      stored.offsets.template view<Kokkos::LayoutStride, Offset const>();
  auto const bytes =
      stored.bytes.template view<Kokkos::LayoutStride, Byte const>();
  PoisonedWorkspace workspace;
  auto const size =
      argsort_strings_workspace_size(Exec{}, order, offsets, bytes, options...);
  argsort_strings(Exec{}, order, offsets, bytes, workspace.prepare(size),
                  options...);
  expect_order(permutation.values(), strings, is_descending);
  EXPECT_TRUE(stored.offsets.untouched());
  EXPECT_TRUE(stored.bytes.untouched());
  EXPECT_TRUE(permutation.guards_hold());
  EXPECT_TRUE(workspace.guards_hold());
}

/// Also beside a string that shares no byte with the others.
void check(Strings strings) {
  check_as(strings, false);
  check_as(strings, true, descending);
  strings.emplace_back("q");
  check_as(strings, false);
}

/// Strings that agree in `depth` bytes, then have up to `most` bytes of few
/// values, zeros among them.
Strings strings_behind(std::size_t n, std::size_t depth, std::size_t most) {
  char const values[] = {'\0', '\1', '\177', '\200', '\377'};
  Strings strings(n, std::string(depth, 'p'));
  for (std::size_t i = 0; i < n; ++i) {
    Workload::RandomStream const random(depth, i);
    std::size_t const length = random(0) % (most + 1);
    for (std::size_t j = 0; j < length; ++j)
      strings[i] += values[random(j + 1) % 5];
  }
  return strings;
}

TEST(ArgsortStrings, FewStrings) {
  check({});
  check({""});
  check({"a string that is longer than the integers of all sorts"});
  check({"b", "a"});
  check({"", "", "a", ""});
  check({"ab", "a", "", "abc", std::string("a\0", 2), "a"});
}

TEST(ArgsortStrings, PrefixesOfEveryLength) {
  for (char const filling : {'\0', 'a', '\377'}) {
    Strings strings;
    for (std::size_t i = 0; i < 200; ++i)
      strings.emplace_back(i * 37 % 50, filling);
    check(strings);
  }
}

TEST(ArgsortStrings, TiesThatEndAroundTheIntegers) {
  for (std::size_t const depth :
       {0, 6, 7, 8, 13, 14, 15, 16, 20, 21, 22, 23, 27, 28, 29, 30, 40})
    check(strings_behind(300, depth, 3));
}

TEST(ArgsortStrings, GroupsOfManySizes) {
  Strings mixed;
  for (std::size_t const depth : {0, 1, 15, 22, 29, 60})
    for (auto const& string : strings_behind(5000, depth, 9))
      mixed.push_back(string);
  check(mixed);
}

TEST(ArgsortStrings, EqualStrings) {
  for (std::size_t const length : {0, 5, 15, 22, 29, 30, 100})
    check(Strings(2000, std::string(length, 'x')));
}

TEST(ArgsortStrings, OneLongStringAmongMany) {
  Strings strings(1000, std::string(35, 'x'));
  strings[600] += std::string(5000, 'y');
  strings[300] += std::string(4999, 'y');
  check(strings);
}

TEST(ArgsortStrings, TypesAndStableAlgorithms) {
  auto const few = strings_behind(100, 20, 12);
  check_as<std::int8_t, std::uint32_t, std::int8_t>(few, false);
  auto const many = strings_behind(9000, 20, 12);
  check_as<std::uint16_t, std::int64_t, unsigned char>(many, false);
  check_as<std::uint64_t, std::uint64_t, std::byte>(
      many, true, Algorithm::merge, descending);
  check_as<int, int, char>(many, false, Algorithm::radix, ascending);
}

TEST(ArgsortStrings, SegmentsThatShareBytes) {
  // The suffixes of a text, listed from the last one on.
  std::string text;
  for (int i = 0; i < 40; ++i) text += "banana";
  std::size_t const n = text.size();
  Strings suffixes;
  std::vector<int> begins, ends(n, static_cast<int>(n));
  for (std::size_t i = n; i-- > 0;) {
    suffixes.push_back(text.substr(i));
    begins.push_back(static_cast<int>(i));
  }
  Guarded<int> const first(begins), last(ends),
      permutation(std::vector<int>(n, 7));
  Guarded<char> const bytes(std::vector<char>(text.begin(), text.end()));
  argsort_strings(Exec{}, permutation.view(),
                  segments(first.view(), last.view()), bytes.view());
  expect_order(permutation.values(), suffixes, false);
}

TEST(ArgsortStrings, WithoutInstanceAndWorkspace) {
  auto const strings = strings_behind(500, 25, 9);
  Stored<int, char> const stored(strings);
  Guarded<int> const permutation(std::vector<int>(500, 0));
  argsort_strings(permutation.view(), stored.offsets.view(),
                  stored.bytes.view());
  expect_order(permutation.values(), strings, false);
}

TEST(ArgsortStrings, PreparedCallsReadTheStringsAnew) {
  Exec const exec;
  std::size_t const n = 3000;
  Guarded<int> const permutation(std::vector<int>(n, 7));
  Stored<int, char> stored(strings_behind(n, 25, 9));
  auto const offsets = stored.offsets.view();
  auto const bytes   = stored.bytes.view();
  auto const call =
      prepare(argsort_strings, exec, permutation.view(), offsets, bytes);
  for (int round = 0; round < 3; ++round) {
    call.run(permutation.view(), offsets, bytes);
    exec.fence();
    auto const ends = stored.offsets.values();
    auto const text = stored.bytes.values();
    Strings strings(n);
    for (std::size_t i = 0; i < n; ++i)
      strings[i].assign(text.begin() + ends[i], text.begin() + ends[i + 1]);
    expect_order(permutation.values(), strings, false);
    sort(exec, Kokkos::subview(bytes, Kokkos::pair(0, 20000)), descending);
    exec.fence();
  }
}

class RefusedStrings : public testing::Test {
 protected:
  Stored<int, std::uint8_t> m_stored{strings_behind(300, 4, 9)};

  template <class Permutation, class... Options>
  auto call(Permutation const& permutation, Options const&... options) const {
    return [=, this] {
      argsort_strings(Exec{}, permutation, m_stored.offsets.view(),
                      m_stored.bytes.view(), options...);
    };
  }
};

TEST_F(RefusedStrings, ExtentsThatDiffer) {
  Guarded<int> const permutation(std::vector<int>(301, 5));
  EXPECT_TRUE(refuses(call(permutation.view()),
                      {"KokkosSort::argsort_strings:",
                       "'permutation' has extent 301", "300 strings"}));
  EXPECT_TRUE(permutation.untouched());
}

TEST_F(RefusedStrings, TypesThatCannotHoldTheIndices) {
  Guarded<std::uint8_t> const permutation(std::vector<std::uint8_t>(300, 5));
  EXPECT_TRUE(refuses(call(permutation.view()),
                      {"argsort_strings:", "'permutation'", "1 bytes"}));
  EXPECT_TRUE(permutation.untouched());
}

TEST_F(RefusedStrings, WorkspacesThatAreTooSmall) {
  Guarded<int> const permutation(std::vector<int>(300, 5));
  auto const size = argsort_strings_workspace_size(Exec{}, permutation.view(),
                                                   m_stored.offsets.view(),
                                                   m_stored.bytes.view());
  Workspace<Memory> const small(Exec{}, size - 1);
  EXPECT_TRUE(
      refuses(call(permutation.view(), small),
              {"argsort_strings:", "'workspace'", std::to_string(size - 1)}));
  EXPECT_TRUE(permutation.untouched());
}

TEST_F(RefusedStrings, PermutationsThatOverlap) {
  Kokkos::View<int*, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const
      offsets(m_stored.offsets.data(), 300);
  EXPECT_TRUE(refuses(call(offsets),
                      {"argsort_strings:", "'offsets'", "'permutation'"}));
  Kokkos::View<std::int16_t*, Memory,
               Kokkos::MemoryTraits<Kokkos::Unmanaged>> const
      bytes(reinterpret_cast<std::int16_t*>(m_stored.bytes.data()), 300);
  EXPECT_TRUE(
      refuses(call(bytes), {"argsort_strings:", "'permutation'", "'bytes'"}));
  EXPECT_TRUE(m_stored.offsets.untouched());
  EXPECT_TRUE(m_stored.bytes.untouched());
}

}  // namespace
}  // namespace KokkosSort::Test::ArgsortStringsTest
