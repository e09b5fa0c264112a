// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/cli/algorithms.hpp>
#include <tool/commands/records.hpp>
#include <tool/io/parts.hpp>
#include <KokkosSort.hpp>
#include <Kokkos_Core.hpp>
#include <cstring>

namespace KokkosSort::Tool {

namespace {

using Space   = Kokkos::DefaultExecutionSpace;
using Device  = Space::device_type;
using Numbers = Kokkos::View<std::uint64_t*, Device>;
/// Byte j of the key of record i is at (i, j).
using KeyBytes =
    Kokkos::View<const unsigned char**, Kokkos::LayoutStride, Device>;

constexpr bool device_reads_host =
    Kokkos::SpaceAccessibility<Space, Kokkos::HostSpace>::accessible;

/// View of the keys within the records.
auto keys_of(const SortJob& job, const unsigned char* records) {
  const Workload::RecordLayout& layout = job.request.format.layout;
  return Kokkos::View<const unsigned char**, Kokkos::LayoutStride,
                      Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
      records + layout.key_offset,
      Kokkos::LayoutStride(job.part.count, layout.record_bytes,
                           layout.key_bytes, 1));
}

/// The keys where the device reads them: within the records, or a copy.
KeyBytes keys_on_device(const SortJob& job, const unsigned char* records) {
  const auto keys = keys_of(job, records);
  if constexpr (device_reads_host) {
    return KeyBytes(keys.data(), keys.layout());
  } else {
    const Kokkos::View<unsigned char**, Kokkos::LayoutRight, Device> copy(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, "kokkos-sort: keys"),
        keys.extent(0), keys.extent(1));
    const auto host =
        Kokkos::create_mirror_view(Kokkos::WithoutInitializing, copy);
    parallel_blocks("kokkos-sort: copy keys", keys.extent(0), host_blocks(),
                    [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
                      for (std::uint64_t i = begin; i < end; ++i)
                        std::memcpy(&host(i, 0), &keys(i, 0), keys.extent(1));
                    });
    Kokkos::deep_copy(copy, host);
    return copy;
  }
}

/// Shape of an array of one number per record, without memory.
auto shape_of_numbers(const SortJob& job) {
  return Kokkos::View<std::uint64_t*, Device, Kokkos::MemoryUnmanaged>(
      nullptr, job.part.count);
}

/// Calls find(order, tag) with the algorithm of the request, and returns the
/// order on the host.
template <class Find>
HostNumbers find_order(const SortJob& job, const Find& find) {
  const Numbers order(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "kokkos-sort: order"),
      job.part.count);
  with_algorithm<true>(job.request.algorithm,
                       [&](const auto& tag) { find(order, tag); });
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), order);
}

}  // namespace

HostNumbers order_of_records(const SortJob& job, const unsigned char* records) {
  const KeyBytes keys = keys_on_device(job, records);
  return find_order(job, [&](const Numbers& order, const auto& tag) {
    if (job.request.descending)
      argsort_rows(Space(), order, keys, tag, descending);
    else
      argsort_rows(Space(), order, keys, tag);
  });
}

std::uint64_t order_of_records_memory(const SortJob& job) {
  const std::uint64_t n     = job.part.count;
  const std::size_t copied  = job.request.format.layout.key_bytes;
  const auto shape          = shape_of_numbers(job);
  const auto keys           = keys_of(job, nullptr);
  std::uint64_t bytes_taken = 0;
  with_algorithm<true>(job.request.algorithm, [&](const auto& tag) {
    bytes_taken = argsort_rows_workspace_size(Space(), shape, keys, tag);
  });
  return bytes_taken +
         n * (sizeof(std::uint64_t) + (device_reads_host ? 0 : copied));
}

#if defined(KOKKOSSORT_ENABLE_MPI)
HostNumbers order_of_places(const SortJob& job, const HostNumbers& places) {
  const auto keys =
      Kokkos::create_mirror_view_and_copy(Space::memory_space(), places);
  return find_order(job, [&](const Numbers& order, const auto& tag) {
    argsort(Space(), order, keys, tag);
  });
}

std::uint64_t order_of_places_memory(const SortJob& job) {
  const auto shape    = shape_of_numbers(job);
  std::uint64_t bytes = 0;
  with_algorithm<true>(job.request.algorithm, [&](const auto& tag) {
    bytes = argsort_workspace_size(Space(), shape, shape, tag);
  });
  return bytes + 3 * sizeof(std::uint64_t) * job.part.count + step_bytes;
}
#endif

}  // namespace KokkosSort::Tool
