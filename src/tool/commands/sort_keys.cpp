// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/io/parts.hpp>
#include <tool/cli/report.hpp>
#include <tool/commands/sort.hpp>
#include <tool/commands/sort_bits.hpp>
#include <KokkosSort/block/key_order.hpp>
#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <bit>
#include <type_traits>

namespace KokkosSort::Tool {

namespace {

/// keys(i) = f(keys(i)) for [begin, end)
template <class Bits, class F>
void transform(Bits* keys, std::uint64_t begin, std::uint64_t end, const F& f) {
  parallel_blocks("kokkos-sort: code keys", end - begin, host_blocks(),
                  [&](std::uint64_t, std::uint64_t from, std::uint64_t to) {
                    for (std::uint64_t i = begin + from; i < begin + to; ++i)
                      keys[i] = f(keys[i]);
                  });
}

/// Sorts keys of type T as unsigned integers of their size, whose ascending
/// order is the order of the request. One sort per size then serves all types.
template <class T>
SortTimes sort_keys_of(const SortJob& job) {
  using Bits                 = typename Impl::KeyBits<T>::type;
  const SortRequest& request = job.request;
  const auto order           = Impl::BitsOrder<T>::directed(request.descending);
  const bool is_identity     = std::is_unsigned_v<T> && !request.descending;
  check_memory(job, job.part.count * sizeof(Bits) +
                        sort_bits_memory<Bits>(job) + step_bytes);
  DeviceView<Bits> keys;
  decltype(Kokkos::create_mirror_view(keys)) host;
  SortTimes times;

  Stopwatch reading;
  Kokkos::Profiling::ScopedRegion region("kokkos-sort: read, sort, write");
  job.together([&] {
    keys = DeviceView<Bits>(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, "kokkos-sort: keys"),
        job.part.count);
    host = Kokkos::create_mirror_view(Kokkos::WithoutInitializing, keys);
    read_part(job.ranks, job.input, job.part, sizeof(Bits), host.data(),
              [&](std::uint64_t begin, std::uint64_t end) {
                if (!is_identity)
                  transform(host.data(), begin, end, [&](Bits bits) {
                    return order.encode(std::bit_cast<T>(bits));
                  });
              });
  });
  times.read = reading.seconds();

  Stopwatch sorting;
  job.together([&] {
    Kokkos::deep_copy(keys, host);
    sort_bits(job, keys);
    Kokkos::deep_copy(host, keys);
  });
  times.sort = sorting.seconds();

  Stopwatch writing;
  job.together([&] {
    write_part(job.ranks, job.output, job.part, sizeof(Bits), host.data(),
               [&](std::uint64_t begin, std::uint64_t end) {
                 if (!is_identity)
                   transform(host.data(), begin, end, [&](Bits bits) {
                     return std::bit_cast<Bits>(order.decode(bits));
                   });
               });
  });
  times.write = writing.seconds();
  return times;
}

}  // namespace

SortTimes sort_keys(const SortJob& job) {
  return with_key_type(job.request.format.type.type,
                       [&]<class T>() { return sort_keys_of<T>(job); });
}

}  // namespace KokkosSort::Tool
