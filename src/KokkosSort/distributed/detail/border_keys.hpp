// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_DETAIL_BORDER_KEYS_HPP
#define KOKKOSSORT_DISTRIBUTED_DETAIL_BORDER_KEYS_HPP

#include <KokkosSort/bounds.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/distributed/comm/region.hpp>
#include <KokkosSort/distributed/comm/space.hpp>
#include <KokkosSort/is_sorted.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// Keys at the borders between ranks whose keys are sorted over all ranks.

namespace KokkosSort::Distributed::Impl {

/// Copies one element to the host and waits for it.
template <class Exec, class T>
void copy_to_host(Exec const& exec, void* to, T const* from) {
  copy_bytes<Kokkos::HostSpace, typename Exec::memory_space>(exec, to, from,
                                                             sizeof(T));
  exec.fence(labeled("KokkosSort::Distributed: an element is on the host"));
}

/// Returns the message about this rank's last key: its bytes behind a byte that
/// is 1, or 0 if there is none.
template <class Exec, class Keys>
std::vector<std::byte> last_key_message(Exec const& exec, Keys const& keys) {
  using Key = typename Keys::non_const_value_type;
  std::vector<std::byte> message(1 + sizeof(Key), std::byte{0});
  if (keys.extent(0) == 0) return message;
  message[0] = std::byte{1};
  copy_to_host(exec, message.data() + 1,
               &KokkosSort::Impl::strided(keys)[keys.extent(0) - 1]);
  return message;
}

template <class T, class Exec>
Kokkos::View<T*, typename Exec::memory_space> allocate_on(Exec const& exec,
                                                          char const* name,
                                                          std::size_t n) {
  return Kokkos::View<T*, typename Exec::memory_space>(
      Kokkos::view_alloc(
          exec, Kokkos::WithoutInitializing,
          labeled(std::string("KokkosSort::Distributed::") + name)),
      n);
}

/// Returns how many of this rank's first keys are equivalent to the last key in
/// front of it.
/// @param in_front message about that key
template <class Exec, class Keys, class... Option>
std::size_t keys_of_run_in_front(Exec const& exec, Keys const& keys,
                                 std::vector<std::byte> const& in_front,
                                 Option const&... option) {
  using Key = typename Keys::non_const_value_type;
  if (keys.extent(0) == 0 || in_front[0] == std::byte{0}) return 0;
  auto const last = allocate_on<Key>(exec, "key_in_front", 1);
  auto const end  = allocate_on<std::uint64_t>(exec, "end_of_run", 1);
  copy_bytes<typename Exec::memory_space, Kokkos::HostSpace>(
      exec, last.data(), in_front.data() + 1, sizeof(Key));
  KokkosSort::upper_bound(exec, keys, last, end, option...);
  std::uint64_t count = 0;
  copy_to_host(exec, &count, end.data());
  return count;
}

}  // namespace KokkosSort::Distributed::Impl

#endif
