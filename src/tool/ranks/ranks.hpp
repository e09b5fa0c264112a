// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_RANKS_RANKS_HPP
#define KOKKOSSORT_TOOL_RANKS_RANKS_HPP

#include <tool/io/file.hpp>
#include <tool/job.hpp>
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace KokkosSort::Tool {

/// Error that all ranks throw together, so that each may end by itself.
class SharedError : public JobError {
 public:
  using JobError::JobError;
};

/// The processes that do a job together. This base class is a process alone,
/// which opens files by POSIX. All member functions are collective except those
/// that return a number.
class Ranks {
 public:
  Ranks()                        = default;
  Ranks(const Ranks&)            = delete;
  Ranks& operator=(const Ranks&) = delete;
  virtual ~Ranks()               = default;

  int rank() const { return m_rank; }
  int size() const { return m_size; }
  /// Returns whether this rank writes messages to the user.
  bool is_first() const { return m_rank == 0; }
  /// Returns the number of ranks that share the memory of this machine.
  int sharers() const { return m_sharers; }
  /// Returns the name of the library that connects the ranks; empty if they are
  /// not connected.
  virtual std::string library() const { return {}; }

  /// Returns options for Kokkos that this rank adds to those of the user.
  virtual std::vector<std::string> kokkos_options(
      const std::vector<char*>&) const {
    return {};
  }

  /// Returns the elements of this rank. The counts of two ranks differ by at
  /// most one.
  Part part_of(std::uint64_t count) const { return part_of(count, m_rank); }
  Part part_of(std::uint64_t count, int rank) const {
    const auto size = static_cast<std::uint64_t>(m_size);
    const auto r    = static_cast<std::uint64_t>(rank);
    return {count / size * r + std::min(r, count % size),
            count / size + (r < count % size ? 1 : 0)};
  }

  /// Does work that may fail on any rank. If it does, the call fails on all
  /// ranks, with the message of the first rank that has one.
  template <class Work>
  void together(const Work& work) const {
    std::exception_ptr fault;
    try {
      work();
    } catch (...) {
      fault = std::current_exception();
    }
    settle(fault);
  }

  /// Returns the values of all ranks, in their order.
  template <class T>
  std::vector<T> gather(const T& own) const {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<T> all(static_cast<std::size_t>(m_size));
    all_gather(&own, sizeof(T), all.data());
    return all;
  }

  virtual std::unique_ptr<InputFile> open_input(const NamedFile& name) const;
  /// `bytes` is the size of the whole file, which is reserved on the disk.
  virtual std::unique_ptr<OutputFile> open_output(const NamedFile& name,
                                                  std::uint64_t bytes) const;

  /// Ends all ranks with this status if one alone cannot go on.
  virtual void abandon(int) const {}

 protected:
  virtual void settle(const std::exception_ptr& fault) const;
  virtual void all_gather(const void* own, std::size_t bytes, void* all) const {
    std::memcpy(all, own, bytes);
  }

  int m_rank = 0, m_size = 1, m_sharers = 1;
};

/// Returns all processes that a launcher such as mpirun started, if the tool is
/// built with MPI, or else this process.
std::unique_ptr<Ranks> start_ranks();

}  // namespace KokkosSort::Tool

#endif
