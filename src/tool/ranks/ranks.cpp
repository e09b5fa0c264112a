// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/ranks/ranks.hpp>
#include <tool/io/posix_file.hpp>
#if defined(KOKKOSSORT_ENABLE_MPI)
#include <tool/ranks/mpi_ranks.hpp>
#endif

namespace KokkosSort::Tool {

std::unique_ptr<InputFile> Ranks::open_input(const NamedFile& name) const {
  return std::make_unique<PosixInputFile>(name);
}

std::unique_ptr<OutputFile> Ranks::open_output(const NamedFile& name,
                                               std::uint64_t bytes) const {
  return std::make_unique<PosixOutputFile>(name, bytes);
}

void Ranks::settle(const std::exception_ptr& fault) const {
  if (fault) std::rethrow_exception(fault);
}

std::unique_ptr<Ranks> start_ranks() {
#if defined(KOKKOSSORT_ENABLE_MPI)
  if (is_launched()) return std::make_unique<MpiRanks>();
#endif
  return std::make_unique<Ranks>();
}

}  // namespace KokkosSort::Tool
