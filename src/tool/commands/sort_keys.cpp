// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/io/parts.hpp>
#include <tool/cli/report.hpp>
#include <tool/commands/chunk_sorter.hpp>
#include <tool/commands/sort.hpp>
#include <tool/commands/sort_bits.hpp>
#include <KokkosSort/block/key_order.hpp>
#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <bit>
#include <cstring>
#include <memory>
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

template <class T>
std::uint64_t memory_of(const SortJob& job) {
  using Bits = typename Impl::KeyBits<T>::type;
  return job.part.count * sizeof(Bits) + sort_bits_memory<Bits>(job) +
         step_bytes;
}

/// Sorts keys of type T as unsigned integers of their size, whose ascending
/// order is the order of the request. One sort per size then serves all types.
template <class T>
SortTimes sort_keys_of(const SortJob& job) {
  using Bits                 = typename Impl::KeyBits<T>::type;
  const SortRequest& request = job.request;
  const auto order           = Impl::BitsOrder<T>::directed(request.descending);
  const bool is_identity     = std::is_unsigned_v<T> && !request.descending;
  check_memory(job, memory_of<T>(job));
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
    write_part(job.ranks, *job.output, job.part, sizeof(Bits), host.data(),
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

/// Sorts chunks of keys as unsigned integers.
template <class T>
class KeySorter final : public ChunkSorter {
 public:
  explicit KeySorter(const SortJob& job)
      : m_job(job),
        m_order(Impl::BitsOrder<T>::directed(job.request.descending)),
        m_is_identity(std::is_unsigned_v<T> && !job.request.descending) {}

  /// The keys on a device count as well, so that --memory can bound them.
  std::uint64_t memory(std::uint64_t count) const override {
    SortJob chunk    = m_job;
    chunk.part.count = count;
    return reads_host ? sort_bits_memory<Bits>(chunk) : count * sizeof(Bits);
  }
  bool moves() const override { return false; }

  bool before(const unsigned char* a, const unsigned char* b) const override {
    Bits keys[2];
    std::memcpy(&keys[0], a, sizeof(Bits));
    std::memcpy(&keys[1], b, sizeof(Bits));
    return keys[0] < keys[1];
  }

  void encode(unsigned char* data, std::uint64_t count) const override {
    if (m_is_identity) return;
    transform(keys_in(data), 0, count, [&](Bits bits) {
      return m_order.encode(std::bit_cast<T>(bits));
    });
  }
  void decode(unsigned char* data, std::uint64_t count) const override {
    if (m_is_identity) return;
    transform(keys_in(data), 0, count, [&](Bits bits) {
      return std::bit_cast<Bits>(m_order.decode(bits));
    });
  }

  void order(unsigned char* data, std::uint64_t count) override {
    if constexpr (reads_host) {
      sort_bits(m_job, DeviceView<Bits>(keys_in(data), count));
    } else {
      if (m_keys.extent(0) < count) {
        m_keys = {};
        m_keys =
            DeviceView<Bits>(Kokkos::view_alloc(Kokkos::WithoutInitializing,
                                                "kokkos-sort: keys"),
                             count);
      }
      const DeviceView<Bits> keys(m_keys.data(), count);
      const Kokkos::View<Bits*, typename DeviceView<Bits>::array_layout,
                         Kokkos::HostSpace, Kokkos::MemoryUnmanaged>
          host(keys_in(data), count);
      Kokkos::deep_copy(keys, host);
      sort_bits(m_job, keys);
      Kokkos::deep_copy(host, keys);
    }
  }
  void move(const unsigned char*, std::uint64_t, unsigned char*) override {}

 private:
  using Bits = typename Impl::KeyBits<T>::type;

  static constexpr bool reads_host =
      Kokkos::SpaceAccessibility<Kokkos::DefaultExecutionSpace,
                                 Kokkos::HostSpace>::accessible;

  static Bits* keys_in(unsigned char* data) {
    return reinterpret_cast<Bits*>(data);
  }

  const SortJob& m_job;
  decltype(Impl::BitsOrder<T>::directed(false)) m_order;
  bool m_is_identity;
  DeviceView<Bits> m_keys;
};

}  // namespace

std::unique_ptr<ChunkSorter> key_sorter(const SortJob& job) {
  return with_key_type(job.request.format.type.type, [&]<class T>() {
    return std::unique_ptr<ChunkSorter>(std::make_unique<KeySorter<T>>(job));
  });
}

std::uint64_t sort_keys_memory(const SortJob& job) {
  return with_key_type(job.request.format.type.type,
                       [&]<class T>() { return memory_of<T>(job); });
}

SortTimes sort_keys(const SortJob& job) {
  return with_key_type(job.request.format.type.type,
                       [&]<class T>() { return sort_keys_of<T>(job); });
}

}  // namespace KokkosSort::Tool
