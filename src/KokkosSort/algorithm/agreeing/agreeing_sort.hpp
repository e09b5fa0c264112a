// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sort of numbers by a comparator that may agree with their bits, as `a < b`
// and `a > b` do. Digits sort numbers in a fraction of the comparisons' time.
//
// ProbeAgreement    one team sorts a sample by its bits. The comparator then
//                   compares the neighbors: it agrees with the bits or with
//                   their reverse, or else it disagrees. Many equal keys of 64
//                   bits count as disagreement, since comparisons find the
//                   buckets that need no sort. If radix sort counts the digits
//                   of all keys next, one launch probes and counts.
// sort by bits      if it agrees
// ConfirmOrder      reads the sorted keys once: if the comparator contradicts
//                   any two neighbors, it disagrees
// ReverseOrder      if it agrees with the reverse
// sort by the comparator   if it disagrees
//
// The host launches all of it and reads nothing: a gate closes the sort that is
// not needed (block/gate.hpp). No neighbors that contradict the comparator mean
// that the keys are sorted, since it is a strict weak order. So any comparator
// gives a sorted array. One that disagrees outside the sample costs the time of
// both sorts.
//
// It is not stable: equivalent keys may differ, and take the order of their
// bits. Launches: those of both sorts and 3 more, or 2 if the probe has a
// launch in common with the count. Extra memory: that of the sort that needs
// more.
#ifndef KOKKOSSORT_ALGORITHM_AGREEING_AGREEING_SORT_HPP
#define KOKKOSSORT_ALGORITHM_AGREEING_AGREEING_SORT_HPP

#include <KokkosSort/algorithm/agreeing/agreeing_tuning.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/flag_team.hpp>
#include <KokkosSort/block/gate.hpp>
#include <KokkosSort/block/key_order.hpp>
#include <KokkosSort/block/merge_sort_team.hpp>
#include <KokkosSort/block/seen_order.hpp>
#include <KokkosSort/block/sorted_as.hpp>
#include <KokkosSort/block/splitmix64.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace KokkosSort::Impl {

/// ByBits sorts the keys as unsigned integers or floating-point numbers in
/// ascending order, ByComparator by the order itself. Both take a gate.
template <class Exec, class Order, class Value, class ByBits,
          class ByComparator>
struct AgreeingSort {
  using Key    = typename Order::key_type;
  using Member = TeamMember<Exec>;
  using Data   = Arrays<Key, Value>;
  using Bits   = BitsOrder<Key>;
  using Item   = typename Bits::item_type;
  using Tuning = AgreeingTuning<Exec, sizeof(Key)>;

  static constexpr std::string_view name = ByComparator::name;
  static constexpr bool is_stable        = false;
  static constexpr bool is_in_place      = false;
  static constexpr bool is_quadratic     = false;
  static constexpr bool numbers_only     = false;

  static constexpr int team = Tuning::team_size;
  /// Fewer keys are sorted by the comparator.
  static constexpr std::uint64_t min_keys = Tuning::min_keys;

  /// Results of the phases.
  struct Verdict {
    std::uint32_t agrees;     // the keys are sorted by their bits
    std::uint32_t disagrees;  // the keys are sorted by the comparator
    std::uint32_t repeats;    // keys of the sample that equal the one before
    SeenOrder seen;           // of the sample, by the comparator
  };

  /// Arguments of every phase.
  struct State {
    Order order;
    std::uint64_t n;
    Data data;
    Verdict* verdict;
  };

  static std::size_t workspace_bytes(Exec const& exec, Order const& order,
                                     std::size_t n) {
    std::size_t const own =
        measured_bytes([](Arena& arena) { arena.take<Verdict>(1); });
    return own + Arena::alignment +
           std::max(ByBits::workspace_bytes(exec, sorted_as(Bits{}), n),
                    ByComparator::workspace_bytes(exec, order, n));
  }

  static void run(Exec const& exec, Order const& order, Strided<Key> keys,
                  Strided<Value> values, std::size_t n, Arena& arena) {
    if (n < min_keys) {
      ByComparator::run(exec, order, keys, values, n, arena);
      return;
    }
    Kokkos::Profiling::ScopedRegion region(
        labeled("KokkosSort::agreeing_sort"));
    State const s{order, n, {keys, values}, arena.take<Verdict>(1)};
    // Only one of the sorts does anything, so they share the memory.
    Arena shared            = arena;
    std::size_t const teams = std::min<std::size_t>(resident_teams<team>(exec),
                                                    n / ConfirmOrder::tile + 1);
    sort_by_bits(exec, s, shared);
    launch_teams<team>("KokkosSort::agreeing_sort::confirm_order", exec, teams,
                       ConfirmOrder{s});
    launch_teams<team>("KokkosSort::agreeing_sort::reverse_order", exec, teams,
                       ReverseOrder{s});
    ByComparator::run(exec, order, keys, values, n, arena,
                      Gate{&s.verdict->disagrees});
  }

  /// Probes and, if the comparator agrees, sorts by the bits.
  static void sort_by_bits(Exec const& exec, State const& s, Arena& arena) {
    using SortedKey = sorted_as_t<Key>;
    Strided<SortedKey> const keys{
        reinterpret_cast<SortedKey*>(s.data.keys.data), s.data.keys.stride};
    auto const sort = [&](auto const&... companion) {
      ByBits::run(exec, sorted_as(Bits{}), keys, s.data.values, s.n, arena,
                  Gate{&s.verdict->agrees}, companion...);
    };
    if constexpr (requires { ByBits::has_companion(s.n); }) {
      if (ByBits::has_companion(s.n)) {
        sort(ProbeAgreement<team>{s});
        return;
      }
    }
    launch_teams<Tuning::probe_team, 1>(
        "KokkosSort::agreeing_sort::probe_agreement", exec, 1,
        ProbeAgreement<Tuning::probe_team>{s});
    sort();
  }

  /// A comparator without regard to the bits contradicts both directions within
  /// a few keys of the sorted sample.
  template <int TeamSize>
  struct ProbeAgreement {
    State s;

    static constexpr int team = TeamSize;
    using SampleSort =
        TeamMergeSort<Item, team, Tuning::sampled_per_thread(team)>;

    KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
      return SampleSort::scratch_bytes();
    }

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      run(member, team_scratch(member, scratch_bytes()));
    }

    /// The same in the scratch of a kernel whose companion this is.
    KOKKOS_INLINE_FUNCTION void run(Member const& member,
                                    std::byte* scratch) const {
      SampleSort const sample(scratch);
      constexpr int size = Tuning::sample;
      if (member.team_rank() == 0) *s.verdict = {0, 0, 0, {0, 0}};
      for (int k = member.team_rank(); k < size; k += team)
        sample.elements()[k] = Bits{}.encode(s.data.keys[position_of(k, size)]);
      member.team_barrier();
      sample.sort(member, size, typename Elements<Bits, NoValue>::Less{});
      bool falls            = false;
      bool rises            = false;
      std::uint32_t repeats = 0;
      for (int k = member.team_rank() + 1; k < size; k += team) {
        Key const before = Bits{}.decode(sample.elements()[k - 1]);
        Key const key    = Bits{}.decode(sample.elements()[k]);
        falls            = falls || s.order.less(key, before);
        rises            = rises || s.order.less(before, key);
        repeats += sample.elements()[k - 1] == sample.elements()[k] ? 1 : 0;
      }
      if (repeats > 0) Kokkos::atomic_add(&s.verdict->repeats, repeats);
      raise_flag(member, falls, &s.verdict->seen.falls);
      raise_flag(member, rises, &s.verdict->seen.rises);
      member.team_barrier();
      if (member.team_rank() != 0) return;
      SeenOrder const seen = s.verdict->seen;
      bool const agrees    = (seen.is_sorted() || seen.is_reversed()) &&
                          s.verdict->repeats <= Tuning::most_repeats();
      s.verdict->agrees    = agrees ? 1 : 0;
      s.verdict->disagrees = agrees ? 0 : 1;
    }

    /// Returns the position of number k of a sample: one in its stratum.
    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t position_of(int k,
                                                          int size) const {
      std::uint64_t const width = s.n / size;
      auto const number         = static_cast<std::uint64_t>(k);
      return number * width + splitmix64(number) % width;
    }
  };

  /// The comparator meets all neighbors of the keys sorted by their bits.
  struct ConfirmOrder {
    State s;

    static constexpr int ipt  = Tuning::confirmed_per_thread;
    static constexpr int tile = team * ipt;

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      if (s.verdict->agrees == 0) return;
      bool const is_reversed   = s.verdict->seen.is_reversed();
      std::uint64_t const step = member.league_size() * std::uint64_t{tile};
      bool contradicts         = false;
      with_stride(s.data.keys, [&](auto stride) {
        for (std::uint64_t begin = member.league_rank() * std::uint64_t{tile};
             begin < s.n; begin += step)
          contradicts = contradicts | contradicts_in(begin, member.team_rank(),
                                                     is_reversed, stride);
      });
      raise_flag(member, contradicts, &s.verdict->disagrees);
    }

    /// Compares the keys of a thread with those in front of them.
    template <class Stride>
    KOKKOS_FORCEINLINE_FUNCTION bool contradicts_in(std::uint64_t begin,
                                                    int rank, bool is_reversed,
                                                    Stride stride) const {
      Key const* const first =
          s.data.keys.data + static_cast<std::ptrdiff_t>(begin + rank) * stride;
      bool const is_whole = s.n - begin >= tile;
      Key keys[ipt];
      Key before[ipt];
      KOKKOSSORT_UNROLL
      for (int i = 0; i < ipt; ++i) {
        // The first key stands for those that have none in front of them.
        int const at = i * team;
        bool const has_both =
            (is_whole || begin + rank + at < s.n) && begin + rank + at > 0;
        keys[i]   = has_both ? first[at * stride] : *s.data.keys.data;
        before[i] = has_both ? first[(at - 1) * stride] : *s.data.keys.data;
      }
      bool contradicts = false;
      KOKKOSSORT_UNROLL
      for (int i = 0; i < ipt; ++i)
        contradicts =
            contradicts | (is_reversed ? s.order.less(before[i], keys[i])
                                       : s.order.less(keys[i], before[i]));
      return contradicts;
    }
  };

  struct ReverseOrder {
    State s;

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      if (s.verdict->disagrees == 0 && s.verdict->seen.is_reversed())
        reverse_all(member, s.data, s.n);
    }
  };
};

}  // namespace KokkosSort::Impl

#endif
