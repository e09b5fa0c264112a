// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_RANKS_MPI_RANKS_HPP
#define KOKKOSSORT_TOOL_RANKS_MPI_RANKS_HPP

#include <tool/ranks/ranks.hpp>
#include <mpi.h>

namespace KokkosSort::Tool {

/// Returns whether a launcher started this process, as its environment shows.
/// MPI is not started for this: a process alone would need a second for it, and
/// would fail on machines with a broken MPI.
bool is_launched();

/// The ranks of MPI_COMM_WORLD. Starts MPI and ends it.
class MpiRanks final : public Ranks {
 public:
  MpiRanks();
  ~MpiRanks() override;

  MPI_Comm communicator() const { return m_comm; }

  std::string library() const override;
  std::vector<std::string> kokkos_options(
      const std::vector<char*>& given) const override;
  std::unique_ptr<InputFile> open_input(const NamedFile& name) const override;
  std::unique_ptr<OutputFile> open_output(const NamedFile& name,
                                          std::uint64_t bytes) const override;
  void abandon(int status) const override;

  /// Returns the text of the first rank on all ranks.
  std::string from_first(std::string text) const { return from(0, text); }

 protected:
  void settle(const std::exception_ptr& fault) const override;
  void all_gather(const void* own, std::size_t bytes, void* all) const override;

 private:
  void end();
  std::string from(int rank, std::string text) const;
  int fair_share_of_threads() const;

  MPI_Comm m_comm = MPI_COMM_NULL, m_node = MPI_COMM_NULL;
  int m_local_rank = 0;
};

/// Returns the communicator of a job of several ranks.
inline MPI_Comm communicator_of(const Ranks& ranks) {
  return static_cast<const MpiRanks&>(ranks).communicator();
}

}  // namespace KokkosSort::Tool

#endif
