// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Calls that an algorithm cannot serve, one at a time by a macro that names the
// algorithm. Without any the file compiles.

#include <KokkosSort.hpp>

#include <cstddef>
#include <cstdint>

namespace {

using namespace KokkosSort;

struct Less {
  KOKKOS_FUNCTION bool operator()(std::uint32_t a, std::uint32_t b) const {
    return a < b;
  }
};
struct Half {
  KOKKOS_FUNCTION std::uint32_t operator()(std::uint32_t key) const {
    return key / 2;
  }
};

[[maybe_unused]] constexpr SampleParameters two_buckets{.buckets = 2};
[[maybe_unused]] constexpr SampleParameters one_key{.base_case_keys = 1};
[[maybe_unused]] constexpr SampleParameters library_stores{.stored_indices =
                                                               true};
[[maybe_unused]] constexpr SampleParameters paper_by_leaves{
    .distribution = SampleDistribution::paper};
[[maybe_unused]] constexpr SampleParameters nine_arrays{.counter_arrays = 9};

using Keys = Kokkos::View<std::uint32_t*>;

/// Memory that no execution space reaches.
struct Elsewhere {
  using memory_space    = Elsewhere;
  using execution_space = Keys::execution_space;
  using device_type     = Kokkos::Device<execution_space, Elsewhere>;
  using size_type       = std::size_t;
};
using FarView = Kokkos::View<std::uint32_t*, Elsewhere>;

/// Copied by a function of its own.
struct Counted {
  int copies = 0;
  Counted()  = default;
  Counted(Counted const& other) : copies(other.copies + 1) {}
  Counted& operator=(Counted const&) = default;
  bool operator<(Counted const& other) const { return copies < other.copies; }
};
using CountedView = Kokkos::View<Counted*>;

[[maybe_unused]] void none(Keys const& keys) {
  sort(keys, Algorithm::bitonic);
  stable_sort(keys, Algorithm::radix, descending);
}

#if defined(KOKKOSSORT_STABLE_BY)
[[maybe_unused]] void stable_by(Keys const& keys) {
  stable_sort(keys, Algorithm::KOKKOSSORT_STABLE_BY);
}
#elif defined(KOKKOSSORT_STABLE_PAIRS_BY)
[[maybe_unused]] void stable_pairs_by(Keys const& keys, Keys const& values) {
  stable_sort_by_key(keys, values, Algorithm::KOKKOSSORT_STABLE_PAIRS_BY);
}
#elif defined(KOKKOSSORT_ARGSORT_BY)
[[maybe_unused]] void argsort_by(Keys const& keys, Keys const& permutation) {
  argsort(permutation, keys, Algorithm::KOKKOSSORT_ARGSORT_BY);
}
#elif defined(KOKKOSSORT_COMPARATOR_BY)
[[maybe_unused]] void comparator_by(Keys const& keys) {
  sort(keys, Less{}, Algorithm::KOKKOSSORT_COMPARATOR_BY);
}
#elif defined(KOKKOSSORT_PROJECTION_BY)
[[maybe_unused]] void projection_by(Keys const& keys) {
  sort(keys, by(Half{}), Algorithm::KOKKOSSORT_PROJECTION_BY);
}
#elif defined(KOKKOSSORT_BITS_BY)
[[maybe_unused]] void bits_by(Keys const& keys) {
  sort(keys, bits(0, 8), Algorithm::KOKKOSSORT_BITS_BY);
}
#elif defined(KOKKOSSORT_BITS_OF_FLOAT_BY)
[[maybe_unused]] void bits_of_float_by(Kokkos::View<float*> const& keys) {
  sort(keys, bits(0, 8), Algorithm::KOKKOSSORT_BITS_OF_FLOAT_BY);
}
#elif defined(KOKKOSSORT_CALL)
[[maybe_unused]] void call([[maybe_unused]] Keys const& keys,
                           [[maybe_unused]] Keys const& values,
                           [[maybe_unused]] FarView const& far,
                           [[maybe_unused]] CountedView const& counted) {
  using Exec = Keys::execution_space;
  KOKKOSSORT_CALL;
}
#elif defined(KOKKOSSORT_SAMPLE_WITH)
[[maybe_unused]] void sample_with(Keys const& keys) {
  sort(keys, Algorithm::sample_with<KOKKOSSORT_SAMPLE_WITH>);
}
#endif

}  // namespace
