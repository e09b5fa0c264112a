// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/permute.hpp>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using Exec   = Kokkos::DefaultExecutionSpace;
using Memory = Exec::memory_space;

// ---------------------------------------------------------------- payloads

struct Bytes3 {
  std::uint8_t bytes[3];
};
struct Wide {
  std::uint64_t words[12];
};

/// Element (row, column) of payload `seed` before it is permuted.
template <class T>
KOKKOS_INLINE_FUNCTION T original(std::size_t row, std::size_t column,
                                  std::uint64_t seed) {
  std::uint64_t const number = seed * 1000003u + row * 131u + column * 17u;
  if constexpr (std::is_same_v<T, Bytes3>) {
    return {{static_cast<std::uint8_t>(number),
             static_cast<std::uint8_t>(number >> 8),
             static_cast<std::uint8_t>(number >> 16)}};
  } else if constexpr (std::is_same_v<T, Wide>) {
    Wide wide{};
    for (unsigned i = 0; i < 12; ++i) wide.words[i] = number * (i + 1);
    return wide;
  } else {
    return static_cast<T>(number);
  }
}

template <class T>
KOKKOS_INLINE_FUNCTION bool same(T const& a, T const& b) {
  if constexpr (std::is_same_v<T, Bytes3>) {
    return a.bytes[0] == b.bytes[0] && a.bytes[1] == b.bytes[1] &&
           a.bytes[2] == b.bytes[2];
  } else if constexpr (std::is_same_v<T, Wide>) {
    for (unsigned i = 0; i < 12; ++i)
      if (a.words[i] != b.words[i]) return false;
    return true;
  } else {
    return a == b;
  }
}

template <class View>
KOKKOS_INLINE_FUNCTION auto& element(View const& view, std::size_t row,
                                     [[maybe_unused]] std::size_t column) {
  if constexpr (View::rank == 1) {
    return view(row);
  } else {
    return view(row, column);
  }
}

template <class View>
std::size_t columns_of(View const& view) {
  if constexpr (View::rank == 1) {
    return 1;
  } else {
    return view.extent(1);
  }
}

template <class View>
struct Fill {
  View view;
  std::size_t columns;
  std::uint64_t seed;

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    using T = typename View::value_type;
    for (std::size_t c = 0; c < columns; ++c)
      element(view, i, c) = original<T>(i, c, seed);
  }
};

template <class View>
void fill(View const& view, std::uint64_t seed) {
  Kokkos::parallel_for(Kokkos::RangePolicy<Exec>(0, view.extent(0)),
                       Fill<View>{view, columns_of(view), seed});
}

template <class View, class Permutation>
struct CountWrong {
  View view;
  Permutation permutation;
  std::size_t columns;
  std::uint64_t seed;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& wrong) const {
    using T          = typename View::non_const_value_type;
    auto const index = static_cast<std::size_t>(permutation(i));
    for (std::size_t c = 0; c < columns; ++c)
      if (!same<T>(element(view, i, c), original<T>(index, c, seed))) ++wrong;
  }
};

/// Elements of `view` that are not what the permutation makes of fill(seed).
template <class View, class Permutation>
std::size_t wrong_elements(View const& view, Permutation const& permutation,
                           std::uint64_t seed) {
  std::size_t wrong = 0;
  Kokkos::parallel_reduce(
      Kokkos::RangePolicy<Exec>(0, view.extent(0)),
      CountWrong<View, Permutation>{view, permutation, columns_of(view), seed},
      wrong);
  return wrong;
}

struct Identity {
  KOKKOS_FUNCTION std::size_t operator()(std::size_t i) const { return i; }
};

template <class View>
std::size_t changed_elements(View const& view, std::uint64_t seed) {
  return wrong_elements(view, Identity{}, seed);
}

// ------------------------------------------------------------ permutations

enum class Kind { identity, reversed, scattered, repeated };

template <class Index>
Kokkos::View<Index*, Memory> make_permutation(std::size_t n, Kind kind) {
  Kokkos::View<Index*, Memory> permutation("permutation", n);
  auto const host = Kokkos::create_mirror_view(permutation);
  std::vector<std::size_t> order(n);
  for (std::size_t i = 0; i < n; ++i)
    order[i] = kind == Kind::reversed   ? n - 1 - i
               : kind == Kind::repeated ? i / 2
                                        : i;
  if (kind == Kind::scattered) {
    std::uint64_t state = 88172645463325252u;
    for (std::size_t i = n; i > 1; --i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      std::swap(order[i - 1], order[(state >> 33) % i]);
    }
  }
  for (std::size_t i = 0; i < n; ++i) host(i) = static_cast<Index>(order[i]);
  Kokkos::deep_copy(permutation, host);
  return permutation;
}

constexpr Kind kinds[] = {Kind::identity, Kind::reversed, Kind::scattered,
                          Kind::repeated};
constexpr std::size_t sizes[] = {0, 1, 2, 31, 257, 1000, 40003};

// -------------------------------------------------- what Kokkos is asked for

struct Events {
  std::vector<std::string> launches;
  int fences      = 0;
  int allocations = 0;
};
Events* recorded = nullptr;

/// Records launches, fences and allocations while it lives.
class Record {
 public:
  explicit Record(Events& events) {
    namespace Tools = Kokkos::Tools::Experimental;
    recorded        = &events;
    Tools::set_begin_parallel_for_callback(
        [](char const* name, std::uint32_t, std::uint64_t*) {
          recorded->launches.emplace_back(name);
        });
    Tools::set_begin_parallel_reduce_callback(
        [](char const* name, std::uint32_t, std::uint64_t*) {
          recorded->launches.emplace_back(name);
        });
    // Kokkos waits for each kernel that is being observed; those fences are not
    // the library's.
    Tools::set_begin_fence_callback(
        [](char const* name, std::uint32_t, std::uint64_t*) {
          if (std::string(name).find("Profile Tool Fence") == std::string::npos)
            ++recorded->fences;
        });
    Tools::set_allocate_data_callback(
        [](Kokkos_Profiling_SpaceHandle, char const*, void const*,
           std::uint64_t) { ++recorded->allocations; });
  }
  ~Record() {
    namespace Tools = Kokkos::Tools::Experimental;
    Tools::set_begin_parallel_for_callback(nullptr);
    Tools::set_begin_parallel_reduce_callback(nullptr);
    Tools::set_begin_fence_callback(nullptr);
    Tools::set_allocate_data_callback(nullptr);
  }
  Record(Record const&)            = delete;
  Record& operator=(Record const&) = delete;
};

using Labels = std::vector<std::string>;

template <class Call>
std::string error_of(Call const& call) {
  try {
    call();
  } catch (std::invalid_argument const& error) {
    return error.what();
  }
  return "no error";
}

// -------------------------------------------------------------------- tests

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
using IndexTypes = testing::Types<std::int8_t, std::uint16_t, int,
                                  std::uint32_t, std::int64_t, std::size_t>;
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

TEST(Permute, ManyPayloadsTakeOneLaunch) {
  std::size_t const n    = 2000;
  auto const permutation = make_permutation<int>(n, Kind::scattered);
  Kokkos::View<int*, Memory> a("a", n), to_a("to_a", n);
  Kokkos::View<Wide*, Memory> b("b", n), to_b("to_b", n);
  Kokkos::View<double*[3], Memory> c("c", n), to_c("to_c", n);
  Kokkos::View<char**, Memory> d("d", n, 4), to_d("to_d", n, 4);
  fill(a, 1);
  fill(b, 2);
  fill(c, 3);
  fill(d, 4);
  Exec const exec;
  exec.fence();
  Events events;
  {
    Record const record(events);
    KokkosSort::permute(exec, permutation, KokkosSort::gather(a, to_a),
                        KokkosSort::gather(b, to_b),
                        KokkosSort::gather(c, to_c),
                        KokkosSort::gather(d, to_d));
  }
  EXPECT_EQ(events.launches, Labels{"KokkosSort::permute::gather"});
  EXPECT_EQ(events.fences, 0);
  EXPECT_EQ(events.allocations, 0);
  EXPECT_EQ(wrong_elements(to_a, permutation, 1), 0u);
  EXPECT_EQ(wrong_elements(to_b, permutation, 2), 0u);
  EXPECT_EQ(wrong_elements(to_c, permutation, 3), 0u);
  EXPECT_EQ(wrong_elements(to_d, permutation, 4), 0u);
}

TEST(Permute, PayloadsInPlaceTakeTwoLaunchesAndNothingElseWithAWorkspace) {
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
  Events events;
  {
    Record const record(events);
    KokkosSort::permute(exec, permutation, a, b, workspace, c, last);
  }
  EXPECT_EQ(events.launches, (Labels{"KokkosSort::permute::gather",
                                     "KokkosSort::permute::copy_back"}));
  EXPECT_EQ(events.fences, 0);
  EXPECT_EQ(events.allocations, 0);
  EXPECT_EQ(wrong_elements(a, permutation, 1), 0u);
  EXPECT_EQ(wrong_elements(b, permutation, 2), 0u);
  EXPECT_EQ(wrong_elements(c, permutation, 3), 0u);
  EXPECT_EQ(wrong_elements(to_d, permutation, 4), 0u);
}

TEST(Permute, WithoutAWorkspaceItAllocatesAndFences) {
  std::size_t const n    = 100;
  auto const permutation = make_permutation<int>(n, Kind::reversed);
  Kokkos::View<int*, Memory> a("a", n);
  Events events;
  {
    Record const record(events);
    KokkosSort::permute(Exec(), permutation, a);
  }
  EXPECT_EQ(events.allocations, 1);
  EXPECT_GE(events.fences, 1);
}

TEST(Permute, NothingToDoLaunchesNothing) {
  auto const permutation = make_permutation<int>(0, Kind::identity);
  Kokkos::View<int*, Memory> a("a", 0), b("b", 0), c("c", 0);
  Events events;
  {
    Record const record(events);
    KokkosSort::permute(Exec(), permutation, a, KokkosSort::gather(b, c));
  }
  EXPECT_TRUE(events.launches.empty());
  EXPECT_EQ(KokkosSort::permute_workspace_size(Exec(), permutation, a), 0u);
}

TEST(Permute, WrongExtentsAreNamedAndNothingChanges) {
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

TEST(Permute, OverlapsAreNamedAndNothingChanges) {
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

  EXPECT_EQ(error_of([&] {
              KokkosSort::permute(exec, permutation, part(0), part(10),
                                  KokkosSort::gather(part(0), part(20)));
            }),
            "no error");
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

TEST(Permute, AWorkspaceTooSmallIsNamedAndNothingChanges) {
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

// What must not compile.
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
