// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_IS_SORTED_HPP
#define KOKKOSSORT_DISTRIBUTED_IS_SORTED_HPP

#include <KokkosSort/distributed/comm/agreement.hpp>
#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/options.hpp>
#include <KokkosSort/distributed/comm/region.hpp>
#include <KokkosSort/distributed/detail/sort_over_ranks.hpp>
#include <KokkosSort/distributed/transport/staging.hpp>
#include <KokkosSort/is_sorted.hpp>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <cstddef>
#include <cstring>
#include <vector>

namespace KokkosSort::Distributed {

namespace Impl {

/// The last key of the nearest rank in front that has any; its first byte tells
/// whether there is one. A scan: log P messages, no gathering.
class LastKeyInFront {
 public:
  static std::vector<std::byte> find(Communicator const& comm,
                                     std::vector<std::byte> own) {
    std::vector<std::byte> found(own.size(), std::byte{0});
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(static_cast<int>(own.size()), MPI_BYTE, &type);
    MPI_Type_commit(&type);
    MPI_Op op = MPI_OP_NULL;
    MPI_Op_create(&keep_later, 0, &op);
    MPI_Exscan(own.data(), found.data(), 1, type, op, comm.get());
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    // The scan leaves what rank 0 receives undefined.
    if (comm.rank() == 0) found[0] = std::byte{0};
    return found;
  }

 private:
  static void keep_later(void* earlier, void* later, int* length,
                         MPI_Datatype* type) {
    int bytes = 0;
    MPI_Type_size(*type, &bytes);
    auto* from = static_cast<std::byte*>(earlier);
    auto* to   = static_cast<std::byte*>(later);
    for (int i = 0; i < *length; ++i, from += bytes, to += bytes)
      if (to[0] == std::byte{0})
        std::memcpy(to, from, static_cast<std::size_t>(bytes));
  }
};

}  // namespace Impl

/// Whether the keys of all ranks, rank by rank, are in order: what
/// Distributed::sort() with the same order leaves behind. Collective; the same
/// answer on all ranks.
///
/// @param exec execution space instance that does the work; waited for
/// @param keys this rank's keys: rank-1 view of any extent and layout, may be
///   of const; untouched
/// @param option an order, the same on all ranks
///
/// Extra memory: two keys. One key a rank is sent.
///
/// @throws std::invalid_argument, the same on all ranks, when these differ in
/// types or order, or when an order refuses its numbers as bits() does; on the
/// ranks alone that pass no communicator
template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
          class... Option>
requires KokkosSort::Impl::OrderOption<Option...>
[[nodiscard]] bool is_sorted(ExecutionSpace const& exec, MPI_Comm comm,
                             Keys const& keys, Option const&... option) {
  static_assert(Impl::is_accessible_v<ExecutionSpace, Keys>,
                "the keys must be accessible from the execution space");
  using Key                        = typename Keys::non_const_value_type;
  using Space                      = typename ExecutionSpace::memory_space;
  constexpr char const* function   = "Distributed::is_sorted";
  Impl::Communicator const& shared = Impl::communicator_of(function, comm);
  Kokkos::View<Key*, Space> border;
  auto const failure = Impl::capture_exception([&] {
    // Here, where all ranks still hear of it, an order may be refused.
    static_cast<void>(KokkosSort::Impl::pick_order<Key>(option...));
    border = Kokkos::View<Key*, Space>(
        Kokkos::view_alloc(exec, Kokkos::WithoutInitializing,
                           Impl::labeled("KokkosSort::Distributed::border")),
        2);
  });
  Impl::agree_on_error(shared, failure, function,
                       Impl::signature_of<ExecutionSpace, Key, Impl::NoValue>(
                           function, Exchange{}, option...));
  bool is_ordered = true;
  Impl::run_or_abort(function, shared, [&] {
    std::size_t const n = keys.extent(0);
    auto const own      = KokkosSort::Impl::strided(keys);
    std::vector<std::byte> last;
    auto const copy_key = [&](void* to, void const* from) {
      Impl::copy_bytes<Kokkos::HostSpace, Space>(exec, to, from, sizeof(Key));
      exec.fence(Impl::labeled(
          "KokkosSort::Distributed::is_sorted: a key is on the host"));
    };
    Impl::agree_on_error(shared, Impl::capture_exception([&] {
                           is_ordered =
                               KokkosSort::is_sorted(exec, keys, option...);
                           last.assign(1 + sizeof(Key), std::byte{0});
                           if (n == 0) return;
                           last[0] = std::byte{1};
                           copy_key(last.data() + 1, &own[n - 1]);
                         }));
    std::vector<std::byte> const in_front =
        Impl::LastKeyInFront::find(shared, last);
    Impl::agree_on_error(
        shared, Impl::capture_exception([&] {
          if (n == 0 || in_front[0] == std::byte{0}) return;
          Impl::copy_bytes<Space, Kokkos::HostSpace>(
              exec, border.data(), in_front.data() + 1, sizeof(Key));
          Impl::copy_bytes<Space, Space>(exec, border.data() + 1, &own[0],
                                         sizeof(Key));
          is_ordered =
              KokkosSort::is_sorted(exec, border, option...) && is_ordered;
        }));
    int all = is_ordered ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, shared.get());
    is_ordered = all == 1;
  });
  return is_ordered;
}

}  // namespace KokkosSort::Distributed

#endif
