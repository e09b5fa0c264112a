// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_COMMANDS_CHUNK_SORTER_HPP
#define KOKKOSSORT_TOOL_COMMANDS_CHUNK_SORTER_HPP

#include <tool/commands/sort.hpp>
#include <tool/cli/report.hpp>
#include <tool/io/pending.hpp>
#include <Kokkos_Core.hpp>
#include <cstdint>
#include <future>
#include <memory>
#include <utility>
#include <vector>

namespace KokkosSort::Tool {

/// Sorts elements of one kind in memory. Elements of a file are encoded first;
/// before() is the order of encoded ones, and the sort is stable in it.
class ChunkSorter {
 public:
  ChunkSorter()                              = default;
  ChunkSorter(const ChunkSorter&)            = delete;
  ChunkSorter& operator=(const ChunkSorter&) = delete;
  virtual ~ChunkSorter()                     = default;

  /// Returns the bytes that order() takes besides the elements.
  virtual std::uint64_t memory(std::uint64_t count) const = 0;
  /// Returns whether ordered elements go to another buffer.
  virtual bool moves() const                                                = 0;
  virtual bool before(const unsigned char* a, const unsigned char* b) const = 0;
  virtual void encode(unsigned char* data, std::uint64_t count) const       = 0;
  virtual void decode(unsigned char* data, std::uint64_t count) const       = 0;
  /// Sorts, or finds the order by which move() fills another buffer.
  virtual void order(unsigned char* data, std::uint64_t count) = 0;
  virtual void move(const unsigned char* data, std::uint64_t count,
                    unsigned char* target)                     = 0;
};

std::unique_ptr<ChunkSorter> key_sorter(const SortJob& job);
std::unique_ptr<ChunkSorter> record_sorter(const SortJob& job);

/// Elements that are sorted at once.
struct Chunk {
  std::uint64_t count = 0;
  bool is_sorted      = false;
  /// Elements taken from each run, up to and including this chunk.
  std::vector<std::uint64_t> taken;
};

/// Buffers that sort_chunks() needs, each for one chunk.
inline std::uint64_t chunk_buffers(const ChunkSorter& sorter) {
  return sorter.moves() ? 3 : 2;
}

/// Form of the elements that sort_chunks() gets and returns.
struct ChunkForm {
  bool is_decoded_before = false, is_decoded_after = false;
};

/// Sorts chunk after chunk. While one is sorted, a thread stores the one before
/// and fetches the next. fetch(buffer) returns a Chunk, with no elements at the
/// end; store(data, chunk) gets each sorted one, in order.
template <class Fetch, class Store>
void sort_chunks(ChunkSorter& sorter, const ChunkForm& form,
                 std::uint64_t buffer_bytes, SortTimes& times,
                 const Fetch& fetch, const Store& store) {
  using Buffer      = Kokkos::View<unsigned char*, Kokkos::HostSpace>;
  const auto buffer = [&] {
    return Buffer(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, "kokkos-sort: chunk"),
        buffer_bytes);
  };
  const auto timed = [](double& seconds, const auto& work) {
    const Stopwatch watch;
    work();
    seconds += watch.seconds();
  };
  Buffer current = buffer(), other = buffer(), moved;
  if (sorter.moves()) moved = buffer();
  Chunk chunk, done, following;
  const unsigned char* sorted = nullptr;
  const auto store_done       = [&] {
    timed(times.write, [&] {
      if (done.count > 0) store(sorted, done);
    });
  };
  timed(times.read, [&] { chunk = fetch(current.data()); });
  while (chunk.count > 0) {
    std::future<void> transfer;
    {
      const SignalsHeld held;
      transfer = std::async(std::launch::async, [&] {
        store_done();
        timed(times.read, [&] { following = fetch(other.data()); });
      });
    }
    timed(times.sort, [&] {
      if (form.is_decoded_before) sorter.encode(current.data(), chunk.count);
      if (!chunk.is_sorted) sorter.order(current.data(), chunk.count);
    });
    transfer.get();
    timed(times.sort, [&] {
      if (sorter.moves() && !chunk.is_sorted) {
        sorter.move(current.data(), chunk.count, moved.data());
      } else if (sorter.moves()) {
        std::swap(current, moved);
      }
      unsigned char* result = sorter.moves() ? moved.data() : current.data();
      if (form.is_decoded_after) sorter.decode(result, chunk.count);
      sorted = result;
    });
    std::swap(current, other);
    done  = std::move(chunk);
    chunk = std::exchange(following, {});
  }
  store_done();
}

}  // namespace KokkosSort::Tool

#endif
