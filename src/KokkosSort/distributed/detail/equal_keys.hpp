// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_DETAIL_EQUAL_KEYS_HPP
#define KOKKOSSORT_DISTRIBUTED_DETAIL_EQUAL_KEYS_HPP

#include <KokkosSort/algorithm/payload/gather.hpp>
#include <KokkosSort/argsort.hpp>
#include <KokkosSort/bounds.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/distributed/comm/agreement.hpp>
#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/comm/gather_bytes.hpp>
#include <KokkosSort/distributed/comm/send_counts.hpp>
#include <KokkosSort/distributed/comm/space.hpp>
#include <KokkosSort/distributed/detail/border_keys.hpp>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace KokkosSort::Distributed::Impl {

/// Moves the split points of this rank's sorted keys behind all keys that are
/// equivalent to the last key in front of them. So equivalent keys belong to
/// one rank, the first that had any of them.
///
/// Each rank sends rank d its last key in front of part d. Rank d determines
/// the last of these by a stable sort. All ranks gather the results and search
/// them in their own keys. Messages and memory are a few keys per rank of the
/// job.
template <class Exec, class Key, class OrderOption>
class EqualKeys {
  using Space                       = typename Exec::memory_space;
  using Keys                        = Kokkos::View<Key*, Space>;
  static constexpr std::size_t room = 1 + sizeof(Key);
  // A byte that is 1 in front of a key, else 0.
  using Messages = std::vector<std::byte>;

 public:
  EqualKeys(Communicator const& comm, Exec const& exec,
            OrderOption const& order, Keys const& sorted)
      : m_comm(comm), m_exec(exec), m_order(order), m_sorted(sorted) {}

  /// Collective.
  SendCounts join(SendCounts const& parts) const {
    Messages in_front, of_part(room * ranks()), own(room, std::byte{0});
    agree_on_error(m_comm,
                   capture_exception([&] { in_front = keys_in_front(parts); }));
    MPI_Alltoall(in_front.data(), static_cast<int>(room), MPI_BYTE,
                 of_part.data(), static_cast<int>(room), MPI_BYTE,
                 m_comm.get());
    agree_on_error(m_comm, capture_exception([&] { own = last_of(of_part); }));
    Messages const borders            = gather_bytes(m_comm, own);
    std::vector<std::uint64_t> bounds = parts.bounds();
    agree_on_error(m_comm,
                   capture_exception([&] { move_bounds(borders, bounds); }));
    return SendCounts(std::move(bounds));
  }

 private:
  std::size_t ranks() const { return static_cast<std::size_t>(m_comm.size()); }

  /// This rank's last key in front of each part.
  Messages keys_in_front(SendCounts const& parts) const {
    Messages messages(room * ranks(), std::byte{0});
    std::vector<std::uint64_t> positions;
    for (int r = 0; r < parts.ranks(); ++r)
      if (parts.begin(r) > 0) positions.push_back(parts.begin(r) - 1);
    if (positions.empty()) return messages;
    std::size_t const count = positions.size();
    auto const at   = allocate_on<std::uint64_t>(m_exec, "places", count);
    auto const keys = allocate_on<Key>(m_exec, "keys_in_front", count);
    copy_bytes<Space, Kokkos::HostSpace>(m_exec, at.data(), positions.data(),
                                         count * sizeof(std::uint64_t));
    using KokkosSort::Impl::Move;
    using KokkosSort::Impl::Rows;
    KokkosSort::Impl::gather_rows(
        "KokkosSort::Distributed::keys_in_front", m_exec,
        KokkosSort::Impl::Strided<std::uint64_t const>{at.data()}, count,
        KokkosSort::Impl::move_list(
            Move<Key>{Rows<Key const>{m_sorted.data(), 1, 1, 1},
                      Rows<Key>{keys.data(), 1, 1, 1}}));
    std::vector<std::byte> const found = on_host(keys);
    std::size_t next                   = 0;
    for (std::size_t r = 0; r < ranks(); ++r)
      if (parts.begin(static_cast<int>(r)) > 0)
        put(messages, r, found.data() + sizeof(Key) * next++);
    return messages;
  }

  /// The last key of those that the ranks sent.
  Messages last_of(Messages const& of_part) const {
    std::vector<std::size_t> slots;
    Keys const keys = keys_of(of_part, slots);
    Messages own(room, std::byte{0});
    if (slots.empty()) return own;
    auto const order =
        allocate_on<std::uint32_t>(m_exec, "order_of_keys", slots.size());
    KokkosSort::argsort(m_exec, order, keys, m_order);
    std::uint32_t last = 0;
    copy_to_host(m_exec, &last, order.data() + slots.size() - 1);
    copy_to_host(m_exec, own.data() + 1, keys.data() + last);
    own[0] = std::byte{1};
    return own;
  }

  void move_bounds(Messages const& borders,
                   std::vector<std::uint64_t>& bounds) const {
    std::vector<std::size_t> slots;
    Keys const keys = keys_of(borders, slots);
    if (slots.empty()) return;
    auto const ends =
        allocate_on<std::uint64_t>(m_exec, "ends_of_keys", slots.size());
    KokkosSort::upper_bound(m_exec, m_sorted, keys, ends, m_order);
    std::vector<std::byte> const found = on_host(ends);
    for (std::size_t i = 0; i < slots.size(); ++i)
      std::memcpy(&bounds[slots[i]], found.data() + i * sizeof(std::uint64_t),
                  sizeof(std::uint64_t));
  }

  static void put(Messages& messages, std::size_t slot, std::byte const* key) {
    messages[slot * room] = std::byte{1};
    std::memcpy(messages.data() + slot * room + 1, key, sizeof(Key));
  }

  /// Copies the keys of messages to the execution space.
  /// @param slots of the messages with a key
  Keys keys_of(Messages const& messages,
               std::vector<std::size_t>& slots) const {
    std::vector<std::byte> bytes;
    for (std::size_t at = 0; at < messages.size(); at += room) {
      if (messages[at] == std::byte{0}) continue;
      slots.push_back(at / room);
      auto const* const key = messages.data() + at + 1;
      bytes.insert(bytes.end(), key, key + sizeof(Key));
    }
    Keys const keys = allocate_on<Key>(m_exec, "border_keys", slots.size());
    copy_bytes<Space, Kokkos::HostSpace>(m_exec, keys.data(), bytes.data(),
                                         bytes.size());
    m_exec.fence(labeled("KokkosSort::Distributed: the border keys are there"));
    return keys;
  }

  template <class T>
  std::vector<std::byte> on_host(Kokkos::View<T*, Space> const& view) const {
    std::vector<std::byte> bytes(view.extent(0) * sizeof(T));
    copy_bytes<Kokkos::HostSpace, Space>(m_exec, bytes.data(), view.data(),
                                         bytes.size());
    m_exec.fence(labeled("KokkosSort::Distributed: the elements are here"));
    return bytes;
  }

  Communicator const& m_comm;
  Exec m_exec;
  OrderOption m_order;
  Keys m_sorted;
};

}  // namespace KokkosSort::Distributed::Impl

#endif
