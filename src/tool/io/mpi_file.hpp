// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_IO_MPI_FILE_HPP
#define KOKKOSSORT_TOOL_IO_MPI_FILE_HPP

#include <tool/io/posix_file.hpp>
#include <tool/ranks/mpi_ranks.hpp>
#include <mpi.h>
#include <memory>
#include <optional>
#include <string>

namespace KokkosSort::Tool {

/// File that this rank opens through MPI-IO for itself. The parts of the ranks
/// are contiguous and far apart, so that a collective access would gain
/// nothing. If opening or closing together failed on one rank, the others would
/// wait.
class MpiFile {
 public:
  MpiFile(const NamedFile& name, const std::string& path, int mode);
  MpiFile(const MpiFile&)            = delete;
  MpiFile& operator=(const MpiFile&) = delete;
  ~MpiFile() { MPI_File_close(&m_file); }

  /// Both return the number of bytes moved: fewer at an end, or after an error
  /// that MPI does not report.
  std::uint64_t read(std::uint64_t offset, void* data, std::uint64_t bytes);
  std::uint64_t write(std::uint64_t offset, const void* data,
                      std::uint64_t bytes);
  void flush();

 private:
  void check(int code, const char* what) const;
  static std::uint64_t moved(MPI_Status& status);

  NamedFile m_name;
  MPI_File m_file = MPI_FILE_NULL;
};

class MpiInputFile final : public InputFile {
 public:
  MpiInputFile(const MpiRanks& ranks, const NamedFile& name);
  void read(std::uint64_t offset, void* data,
            std::uint64_t bytes) const override;

 private:
  mutable std::optional<MpiFile> m_file;
};

/// The first rank checks the target, makes the unfinished file and names the
/// finished one, like a process alone. All ranks write to it.
class MpiOutputFile final : public OutputFile {
 public:
  MpiOutputFile(const MpiRanks& ranks, const NamedFile& name,
                std::uint64_t bytes);
  ~MpiOutputFile() override;

  void write(std::uint64_t offset, const void* data,
             std::uint64_t bytes) override;
  void commit() override;

 private:
  std::string make_shared_file(std::uint64_t bytes);
  bool is_within_reach(const std::string& path) const;

  const MpiRanks& m_ranks;
  std::unique_ptr<PosixOutputFile> m_own;  // on the first rank
  std::optional<MpiFile> m_file;
};

}  // namespace KokkosSort::Tool

#endif
