// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_REDUCE_BY_KEY_HPP
#define KOKKOSSORT_DISTRIBUTED_REDUCE_BY_KEY_HPP

#include <KokkosSort/distributed/comm/agreement.hpp>
#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/comm/gather_bytes.hpp>
#include <KokkosSort/distributed/comm/region.hpp>
#include <KokkosSort/distributed/detail/border_keys.hpp>
#include <KokkosSort/distributed/detail/last_key.hpp>
#include <KokkosSort/distributed/detail/sort_over_ranks.hpp>
#include <KokkosSort/distributed/options.hpp>
#include <KokkosSort/reduce_by_key.hpp>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace KokkosSort::Distributed {

namespace Impl {

/// Sums of the runs of one rank, and of a run that began in front of it.
template <class Exec, class Out, class Sums, class Reduction>
class ReduceOverRanks {
  using Sum   = typename Sums::value_type;
  using Space = typename Exec::memory_space;
  using Count = Kokkos::View<std::uint64_t, Space>;
  static_assert(std::is_trivially_copyable_v<Sum>,
                "the sums must be of a trivially copyable type");

  // A message: one of these, and the sum of the first keys.
  enum class Rank : unsigned char { empty, begins, continues, passes };

 public:
  ReduceOverRanks(Exec const& exec, Out const& out, Sums const& sums,
                  Reduction const& reduction)
      : m_exec(exec),
        m_out(out),
        m_sums(sums),
        m_reduction(reduction),
        m_count(Kokkos::view_alloc(
            exec, labeled("KokkosSort::Distributed::count"))) {}

  Count const& count() const { return m_count; }

  /// Reduces the runs that begin on this rank. `out` and `sums` hold the one
  /// that began in front meanwhile.
  /// @return the message about that run
  template <class Keys, class Values, class... Option>
  std::vector<std::byte> reduce(Keys const& keys, Values const& values,
                                std::vector<std::byte> const& in_front,
                                Option const&... option) {
    std::vector<std::byte> message(1 + sizeof(Sum), std::byte{0});
    std::size_t const n = keys.extent(0);
    std::size_t const begin =
        keys_of_run_in_front(m_exec, keys, in_front, option...);
    Rank kind = n == 0 ? Rank::empty : Rank::begins;
    if (begin > 0) {
      reduce_range(keys, values, 0, begin, option...);
      copy_to_host(m_exec, message.data() + 1, m_sums.data());
      kind = begin == n ? Rank::passes : Rank::continues;
    }
    message[0] = static_cast<std::byte>(kind);
    reduce_range(keys, values, begin, n, option...);
    copy_to_host(m_exec, &m_found, m_count.data());
    return message;
  }

  /// Adds the sums of the ranks behind to the last run, rank by rank.
  std::uint64_t add_behind(Communicator const& comm,
                           std::vector<std::byte> const& messages) const {
    if (m_found == 0) return 0;
    std::size_t const width = 1 + sizeof(Sum);
    std::vector<std::byte> parts;
    for (auto r = static_cast<std::size_t>(comm.rank()) + 1;
         r * width < messages.size(); ++r) {
      auto const kind = static_cast<Rank>(messages[r * width]);
      if (kind == Rank::begins) break;
      if (kind == Rank::empty) continue;
      auto const sum =
          messages.begin() + static_cast<std::ptrdiff_t>(r * width + 1);
      parts.insert(parts.end(), sum,
                   sum + static_cast<std::ptrdiff_t>(sizeof(Sum)));
      if (kind == Rank::continues) break;
    }
    if (parts.empty()) return m_found;
    std::size_t const n = parts.size() / sizeof(Sum) + 1;
    auto const values   = allocate_on<Sum>(m_exec, "parts", n);
    auto const sum      = allocate_on<Sum>(m_exec, "sum", n);
    auto const key      = allocate_on<char>(m_exec, "key", n);
    Kokkos::View<char*, Space> const same(
        Kokkos::view_alloc(m_exec, labeled("KokkosSort::Distributed::same")),
        n);
    Sum* const last = &KokkosSort::Impl::strided(m_sums)[m_found - 1];
    copy_bytes<Space, Space>(m_exec, values.data(), last, sizeof(Sum));
    copy_bytes<Space, Kokkos::HostSpace>(m_exec, values.data() + 1,
                                         parts.data(), parts.size());
    KokkosSort::reduce_by_key(m_exec, same, values, key, sum, m_count,
                              m_reduction);
    copy_bytes<Space, Space>(m_exec, last, sum.data(), sizeof(Sum));
    m_exec.fence(labeled("KokkosSort::Distributed: the sums are complete"));
    return m_found;
  }

 private:
  template <class Keys, class Values, class... Option>
  void reduce_range(Keys const& keys, Values const& values, std::size_t begin,
                    std::size_t end, Option const&... option) {
    auto const range = std::make_pair(begin, end);
    KokkosSort::reduce_by_key(m_exec, Kokkos::subview(keys, range),
                              Kokkos::subview(values, range), m_out, m_sums,
                              m_count, m_reduction, option...);
  }

  Exec m_exec;
  Out m_out;
  Sums m_sums;
  Reduction m_reduction;
  Count m_count;
  std::uint64_t m_found = 0;
};

}  // namespace Impl

/// Copies one of each key and sums up its values, given keys that are sorted
/// over the ranks. Each run of equivalent keys is reduced on the rank where it
/// begins, however many ranks it spans. Collective over `comm`.
///
/// @param exec execution space instance that does the work
/// @param keys this rank's keys, in order over the ranks: rank-1 view of any
///   extent and layout, may be of const; untouched
/// @param values rank-1 view as long as `keys`, may be of const; untouched
/// @param out rank-1 view with room for as many keys; overwritten
/// @param sums rank-1 view with room for as many sums, of a trivially copyable
///   type that the values convert to; overwritten
/// @param reduction combines two values, equal on all ranks
/// @param option the order of the keys, equal on all ranks
/// @return the number of runs that begin on this rank. Elements of `out` and
///   `sums` behind them are unspecified
///
/// Order and stability: values are combined in the order (rank, index), in
/// groups that the extents alone decide.
///
/// Memory: that of KokkosSort::reduce_by_key(), and a sum per rank of the job.
///
/// Launches and complexity, messages: KokkosSort::reduce_by_key(), one search,
/// a scan of one key per rank, and one sum from each rank to all.
///
/// Fences: waits for `exec`.
///
/// @throws std::invalid_argument, the same on all ranks, before anything
/// changes, as KokkosSort::reduce_by_key() and Distributed::is_sorted()
template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
          Impl::Rank1View Values, KokkosSort::Impl::ResultOf<Keys> Out,
          KokkosSort::Impl::SumsOf<Values> Sums, class Combine, class... Option>
  requires KokkosSort::Impl::OrderOption<Option...>
std::size_t reduce_by_key(ExecutionSpace const& exec, MPI_Comm comm,
                          Keys const& keys, Values const& values,
                          Out const& out, Sums const& sums,
                          Reduction<Combine> const& reduction,
                          Option const&... option) {
  static_assert(Impl::is_accessible_v<ExecutionSpace, Keys> &&
                    Impl::is_accessible_v<ExecutionSpace, Values> &&
                    Impl::is_accessible_v<ExecutionSpace, Out> &&
                    Impl::is_accessible_v<ExecutionSpace, Sums>,
                "the views must be accessible from the execution space");
  using Key = typename Keys::non_const_value_type;
  using Sum = typename Sums::value_type;
  using Reduce =
      Impl::ReduceOverRanks<ExecutionSpace, Out, Sums, Reduction<Combine>>;
  constexpr char const* function = "Distributed::reduce_by_key";
  Impl::Region const region("KokkosSort::", function);
  Impl::Communicator const& own = Impl::communicator_of(function, comm);
  std::optional<Reduce> reduce;
  std::vector<std::byte> last;
  auto const failure = Impl::capture_exception([&] {
    static_cast<void>(KokkosSort::Impl::pick_order<Key>(option...));
    reduce.emplace(exec, out, sums, reduction);
    KokkosSort::Impl::check_reduce_views(keys, values, out, sums,
                                         reduce->count());
    last = Impl::last_key_message(exec, keys);
  });
  Impl::agree_on_error(own, failure, function,
                       Impl::signature_of<ExecutionSpace, Key, Sum>(
                           function, Exchange{}, option...));
  std::uint64_t count = 0;
  Impl::run_or_abort(function, own, [&] {
    auto const in_front = Impl::last_key_in_front(own, last);
    std::vector<std::byte> message;
    Impl::agree_on_error(own, Impl::capture_exception([&] {
                           message = reduce->reduce(keys, values, in_front,
                                                    option...);
                         }));
    auto const messages = Impl::gather_bytes(own, message);
    Impl::agree_on_error(own, Impl::capture_exception([&] {
                           count = reduce->add_behind(own, messages);
                         }));
  });
  return count;
}

/// Sums up as above, by operator+.
template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
          Impl::Rank1View Values, KokkosSort::Impl::ResultOf<Keys> Out,
          KokkosSort::Impl::SumsOf<Values> Sums, class... Option>
  requires KokkosSort::Impl::ReduceOptions<Option...> &&
           KokkosSort::Impl::OrderOption<Option...>
std::size_t reduce_by_key(ExecutionSpace const& exec, MPI_Comm comm,
                          Keys const& keys, Values const& values,
                          Out const& out, Sums const& sums,
                          Option const&... option) {
  return Distributed::reduce_by_key(exec, comm, keys, values, out, sums,
                                    Reduction<KokkosSort::Impl::Plus>{},
                                    option...);
}

}  // namespace KokkosSort::Distributed

#endif
