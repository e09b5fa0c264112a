// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_DISTRIBUTED_RANKS_HPP
#define KOKKOSSORT_UNIT_TESTS_DISTRIBUTED_RANKS_HPP

#include <support/keys.hpp>
#include <support/space.hpp>
#include <workload/distribution.hpp>
#include <workload/fingerprint.hpp>

#include <KokkosSort/distributed.hpp>

#include <gtest/gtest.h>
#include <mpi.h>
#if defined(_OPENMP)
#include <omp.h>
#endif

#include <array>
#include <cstdint>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

// Verdicts on data that is spread over ranks, without gathering it.

namespace KokkosSort::Test {

/// Whether a kernel of a host runs on this thread. No exception may leave it,
/// so a caller cannot see a copy of the order fail there.
inline bool is_in_kernel() {
#if defined(_OPENMP)
  return omp_get_level() > 0;
#else
  return false;
#endif
}

struct Ranks {
  MPI_Comm comm = MPI_COMM_WORLD;
  int rank      = 0;
  int size      = 1;

  explicit Ranks(MPI_Comm of = MPI_COMM_WORLD) : comm(of) {
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
  }

  bool all(bool here) const {
    int word = here ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, &word, 1, MPI_INT, MPI_MIN, comm);
    return word == 1;
  }
  bool any(bool here) const { return !all(!here); }

  /// Whether all ranks hold the same text.
  bool same(std::string const& text) const {
    std::uint64_t const hash =
        Workload::hash_bytes(text.data(), text.size(), 1);
    std::array<std::uint64_t, 2> words{hash, ~hash};
    MPI_Allreduce(MPI_IN_PLACE, words.data(), 2, MPI_UINT64_T, MPI_MAX, comm);
    return words[0] == ~words[1];
  }

  Workload::Fingerprint sum(Workload::Fingerprint const& own) const {
    std::vector<Workload::Fingerprint> all(static_cast<std::size_t>(size));
    MPI_Allgather(&own, sizeof(own), MPI_BYTE, all.data(), sizeof(own),
                  MPI_BYTE, comm);
    Workload::Fingerprint total;
    for (auto const& one : all) total += one;
    return total;
  }
};

/// Runs `call` on all ranks: it must throw the same text on each, with `part`
/// in it.
template <class Call>
void expect_error(Ranks const& ranks, std::string const& part,
                  Call const& call) {
  std::string text;
  try {
    call();
  } catch (std::exception const& error) {
    text = error.what();
  }
  EXPECT_NE(text.find(part), std::string::npos)
      << "'" << text << "' has no '" << part << "'";
  EXPECT_TRUE(ranks.same(text)) << text;
}

/// Distribution of n elements over the ranks.
enum class Share { balanced, one_has_all, alternating, slope, last_few };

inline constexpr std::array<Share, 5> shares{
    Share::balanced, Share::one_has_all, Share::alternating, Share::slope,
    Share::last_few};

inline std::vector<std::size_t> counts_of(Share share, std::size_t n,
                                          int ranks) {
  auto const size = static_cast<std::size_t>(ranks);
  std::vector<std::size_t> counts(size, 0);
  switch (share) {
    case Share::balanced:
      for (int r = 0; r < ranks; ++r)
        counts[static_cast<std::size_t>(r)] =
            n / size + (static_cast<std::size_t>(r) < n % size ? 1 : 0);
      break;
    case Share::one_has_all: counts[size / 2] = n; break;
    case Share::alternating: {
      std::size_t const full = (size + 1) / 2;
      for (std::size_t r = 0; r < size; r += 2) counts[r] = n / full;
      counts[0] += n % full;
      break;
    }
    case Share::slope: {
      std::size_t const weights = size * (size + 1) / 2;
      std::size_t left          = n;
      for (std::size_t r = 0; r + 1 < size; ++r) {
        counts[r] = n * (r + 1) / weights;
        left -= counts[r];
      }
      counts[size - 1] = left;
      break;
    }
    case Share::last_few:
      counts[0]        = n - n / 100;
      counts[size - 1] = counts[size - 1] + n / 100;
      break;
  }
  return counts;
}

/// One rank's part of n elements.
struct Part {
  std::size_t begin = 0;
  std::size_t count = 0;

  Part(Share share, std::size_t n, Ranks const& ranks) {
    auto const counts = counts_of(share, n, ranks.size);
    for (int r = 0; r < ranks.rank; ++r)
      begin += counts[static_cast<std::size_t>(r)];
    count = counts[static_cast<std::size_t>(ranks.rank)];
  }
};

template <class ViewType>
auto to_host(ViewType const& view) {
  auto const mirror =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
  std::vector<typename ViewType::non_const_value_type> values(view.extent(0));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = mirror(i);
  return values;
}

/// This rank's keys, out of those of all ranks, with their positions.
template <class Key>
struct Input {
  std::vector<Key> keys;
  std::vector<std::uint64_t> places;

  Input(std::size_t n, Part const& part, Workload::Distribution distribution,
        std::uint64_t seed = 1) {
    auto const all = KeyTraits<Key>::make(n, distribution, seed);
    for (std::size_t i = 0; i < part.count; ++i) {
      keys.push_back(all[part.begin + i]);
      places.push_back(part.begin + i);
    }
  }
};

template <class Key>
Workload::Fingerprint fingerprint_of(std::vector<Key> const& keys,
                                     std::vector<std::uint64_t> const& places) {
  Workload::Fingerprint sum;
  std::array<unsigned char, sizeof(Key) + sizeof(std::uint64_t)> pair{};
  for (std::size_t i = 0; i < keys.size(); ++i) {
    std::memcpy(pair.data(), &keys[i], sizeof(Key));
    std::memcpy(pair.data() + sizeof(Key), &places[i], sizeof(std::uint64_t));
    sum.add_bytes(pair.data(), pair.size());
  }
  return sum;
}

/// Compares key and position of elements. The order is total, so one predicate
/// covers order and stability.
template <class Key, class Less>
bool in_order(Key const& a, std::uint64_t a_place, Key const& b,
              std::uint64_t b_place, Less const& less) {
  return less(a, b) || (!less(b, a) && a_place < b_place);
}

/// Expects that the elements of all ranks are those of the input, in the order
/// (key, position), within ranks and from rank to rank. That determines the
/// result.
template <class Key, class Less>
void expect_sorted(Ranks const& ranks, std::vector<Key> const& keys,
                   std::vector<std::uint64_t> const& places,
                   Workload::Fingerprint const& input, Less const& less) {
  ASSERT_TRUE(ranks.all(keys.size() == places.size()));
  EXPECT_TRUE(ranks.sum(fingerprint_of(keys, places)) == input)
      << "not the elements of the input";
  for (std::size_t i = 1; i < keys.size(); ++i) {
    if (!in_order(keys[i - 1], places[i - 1], keys[i], places[i], less)) {
      ADD_FAILURE() << "element " << i << " of " << keys.size()
                    << " does not follow its predecessor";
      break;
    }
  }
  struct Border {
    std::uint64_t count = 0, first_place = 0, last_place = 0;
    unsigned char first[sizeof(Key)]{}, last[sizeof(Key)]{};
  };
  Border own;
  own.count = keys.size();
  if (!keys.empty()) {
    own.first_place = places.front();
    own.last_place  = places.back();
    std::memcpy(own.first, &keys.front(), sizeof(Key));
    std::memcpy(own.last, &keys.back(), sizeof(Key));
  }
  std::vector<Border> all(static_cast<std::size_t>(ranks.size));
  MPI_Allgather(&own, sizeof(own), MPI_BYTE, all.data(), sizeof(own), MPI_BYTE,
                ranks.comm);
  Border const* before = nullptr;
  for (Border const& next : all) {
    if (next.count == 0) continue;
    if (before != nullptr) {
      Key a, b;
      std::memcpy(static_cast<void*>(&a), before->last, sizeof(Key));
      std::memcpy(static_cast<void*>(&b), next.first, sizeof(Key));
      EXPECT_TRUE(in_order(a, before->last_place, b, next.first_place, less))
          << "ranks out of order";
    }
    before = &next;
  }
}

/// Keys of all ranks in one share, with their positions as values, and room for
/// the result in another share.
template <class Key>
struct SortCase {
  Ranks ranks;
  Input<Key> input;
  Workload::Fingerprint print;
  DeviceView<Key> keys;
  DeviceView<std::uint64_t> places;
  DeviceView<Key> keys_out;
  DeviceView<std::uint64_t> places_out;

  SortCase(Ranks const& ranks_, std::size_t n, Share before, Share after,
           Workload::Distribution distribution)
      : ranks(ranks_),
        input(n, Part(before, n, ranks), distribution),
        print(ranks.sum(fingerprint_of(input.keys, input.places))),
        keys(to_device(input.keys)),
        places(to_device(input.places)),
        keys_out("keys_out", Part(after, n, ranks).count),
        places_out("places_out", keys_out.extent(0)) {}

  template <class... Options>
  void sort(Options const&... options) const {
    Distributed::sort_by_key(Exec{}, ranks.comm, keys, places, keys_out,
                             places_out, options...);
  }

  template <class Less = typename KeyTraits<Key>::Less>
  void expect_result(Less const& less = {}) const {
    expect_sorted(ranks, to_host(keys_out), to_host(places_out), print, less);
  }
};

}  // namespace KokkosSort::Test

#endif
