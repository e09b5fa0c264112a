// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/register.hpp>
#include <support/space.hpp>
#include <KokkosSort.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <string>
#include <type_traits>

// More elements than 31 or 32 bits can count, against an analytic oracle. Key
// number i is image(i * step mod n), with step and n without a common factor.
// So the keys are a permutation of image(0), image(1), …, which is the result.
// If no two images are equal, value or index i ends at position i * step mod n.
// The host holds none of it.

namespace KokkosSort::Test {

/// A function that never falls, from [0, n) to the keys.
template <class Key>
struct Image {
  int shift;
  KOKKOS_FUNCTION Key operator()(std::uint64_t i) const {
    return static_cast<Key>(i >> shift);
  }
};

/// The place of element i in the result.
struct Place {
  std::uint64_t n;
  std::uint64_t step;

  KOKKOS_FUNCTION std::uint64_t operator()(std::uint64_t i) const {
    // i * step mod n without a wider type: step < 2^24, so parts stay in range.
    std::uint64_t const high = (i >> 20) * step % n;
    return ((high << 20) % n + (i & 0xfffff) * step % n) % n;
  }
};

Place shuffled(std::uint64_t n) {
  // Neighbors come far apart, and of no simple fraction of n.
  std::uint64_t step = std::min<std::uint64_t>(10000019, n / 1000 * 618);
  while (std::gcd(step, n) != 1) ++step;
  return {n, step};
}

template <class Key>
struct FillShuffled {
  DeviceView<Key> keys;
  Image<Key> image;
  Place place;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    keys(i) = image(place(i));
  }
};

template <class Index>
struct FillIndices {
  DeviceView<Index> indices;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    indices(i) = static_cast<Index>(i);
  }
};

template <class Index>
struct CountStrayed {
  DeviceView<Index> indices;
  Place place;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& sum) const {
    if (place(static_cast<std::uint64_t>(indices(i))) != i) ++sum;
  }
};

template <class Key>
struct CountMisplaced {
  DeviceView<Key> keys;
  Image<Key> image;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& sum) const {
    if (keys(i) != image(i)) ++sum;
  }
};

using Everything = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::uint64_t>>;

template <class T>
DeviceView<T> not_filled(std::uint64_t n) {
  return DeviceView<T>(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "elements"), n);
}

template <class Key, class Tag>
void check_large(std::uint64_t n, int shift, Tag tag) {
  Exec const exec;
  Everything const all(exec, 0, n);
  DeviceView<Key> const keys = not_filled<Key>(n);
  Image<Key> const image{shift};
  Kokkos::parallel_for("fill", all,
                       FillShuffled<Key>{keys, image, shuffled(n)});
  std::uint64_t misplaced = 0;
  Kokkos::parallel_reduce("before", all, CountMisplaced<Key>{keys, image},
                          misplaced);
  ASSERT_GT(misplaced, n / 2);
  sort(exec, keys, tag);
  Kokkos::parallel_reduce("after", all, CountMisplaced<Key>{keys, image},
                          misplaced);
  EXPECT_EQ(misplaced, 0u);
}

enum class Call { SortByKey, Argsort };

/// Keys that are all different, and the indices that they end with.
template <class Key, class Index, class Tag>
void check_large_indices(std::uint64_t n, Call call, Tag tag) {
  Exec const exec;
  Everything const all(exec, 0, n);
  DeviceView<Key> const keys      = not_filled<Key>(n);
  DeviceView<Index> const indices = not_filled<Index>(n);
  Image<Key> const image{0};
  Place const place = shuffled(n);
  Kokkos::parallel_for("fill", all, FillShuffled<Key>{keys, image, place});
  Kokkos::parallel_for("fill", all, FillIndices<Index>{indices});
  std::uint64_t misplaced = 0, strayed = 0;
  Kokkos::parallel_reduce("before", all, CountStrayed<Index>{indices, place},
                          strayed);
  ASSERT_GT(strayed, n / 2);
  if (call == Call::SortByKey) {
    sort_by_key(exec, keys, indices, tag);
    Kokkos::parallel_reduce("keys", all, CountMisplaced<Key>{keys, image},
                            misplaced);
    EXPECT_EQ(misplaced, 0u);
  } else {
    argsort(exec, indices, keys, tag);
  }
  Kokkos::parallel_reduce("after", all, CountStrayed<Index>{indices, place},
                          strayed);
  EXPECT_EQ(strayed, 0u);
}

namespace {

/// True if registered: on devices, and on hosts if KOKKOSSORT_TEST_LARGE is 1.
bool const is_registered = [] {
  char const* const asked = std::getenv("KOKKOSSORT_TEST_LARGE");
#if defined(KOKKOSSORT_TEST_ON_DEVICE)
  bool const wanted = asked == nullptr || std::string(asked) != "0";
#else
  bool const wanted = asked != nullptr && std::string(asked) == "1";
#endif
  if (!wanted) return false;
  std::uint64_t const two_31 = std::uint64_t{1} << 31;
  register_test("Large", "Beyond31BitsOfBytes", [=] {
    check_large<std::uint8_t>(two_31 + 12345, 24, Algorithm::automatic);
  });
#if defined(KOKKOSSORT_TEST_ON_DEVICE)
  register_test("Large", "Beyond31BitsOf64BitKeys", [=] {
    check_large<std::uint64_t>(two_31 + 7, 0, Algorithm::automatic);
  });
  register_test("Large", "Beyond32BitsOfBytes", [=] {
    check_large<std::uint8_t>(2 * two_31 + 54321, 25, Algorithm::sample);
  });
  register_test("Large", "ThreeTimes31BitsOfBytes", [=] {
    check_large<std::uint8_t>(3 * two_31, 25, Algorithm::automatic);
  });
  register_test("Large", "Beyond32BitsOf16BitKeys", [=] {
    check_large<std::uint16_t>(2 * two_31 + 54321, 17, Algorithm::sample);
  });
  register_test("Large", "Beyond32BitsOf32BitKeys", [=] {
    check_large<std::uint32_t>(2 * two_31 + 5, 1, Algorithm::automatic);
  });
  register_test("Large", "Beyond31BitsOfPairs", [=] {
    check_large_indices<std::uint32_t, std::uint32_t>(
        two_31 + 7, Call::SortByKey, Algorithm::automatic);
  });
  register_test("Large", "Beyond31BitsOfPairsBySample", [=] {
    check_large_indices<std::uint32_t, std::uint32_t>(
        two_31 + 7, Call::SortByKey, Algorithm::sample);
  });
  register_test("Large", "Beyond31BitsOfIndices", [=] {
    check_large_indices<std::uint32_t, std::uint64_t>(two_31 + 7, Call::Argsort,
                                                      Algorithm::automatic);
  });
  Impl::for_each_algorithm([=](auto const& entry) {
    using Entry = std::remove_cvref_t<decltype(entry)>;
    // A quadratic algorithm takes minutes on an H200 for ten million keys.
    if (Entry::is_quadratic && asked == nullptr) return;
    std::uint64_t const n = Entry::is_quadratic ? 10000003 : two_31 / 2 + 7;
    register_test(
        "Large",
        (Entry::is_quadratic ? "TenMillionBy_" : "Beyond30BitsBy_") +
            std::string(Entry::name),
        [=] { check_large<std::uint32_t>(n, 0, typename Entry::tag{}); });
  });
#endif
  return true;
}();

}  // namespace
}  // namespace KokkosSort::Test
