// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_IO_MANIFEST_HPP
#define KOKKOSSORT_TOOL_IO_MANIFEST_HPP

#include <tool/io/posix_file.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace KokkosSort::Tool {

/// Text file of lines that states how far a job has come. It only grows, and
/// each line has a check value. A process that is killed thus leaves the lines
/// of before. The file is locked for this process.
class Manifest {
 public:
  /// Opens the file, or makes it, and reads its lines up to the first one that
  /// is damaged. The first lines are the header.
  explicit Manifest(NamedFile name);

  /// Returns the lines that were found, the header first.
  const std::vector<std::string>& lines() const { return m_lines; }

  /// Writes the header of a new job, or throws unless the file has the same.
  void set_header(const std::vector<std::string>& lines);

  void append(const std::string& line);

  /// Drops all entries, and appends these.
  void replace_entries(const std::vector<std::string>& lines);

  void remove();

 private:
  void load();
  void append_lines(const std::vector<std::string>& lines);

  NamedFile m_name;
  Descriptor m_file;
  std::vector<std::string> m_lines;  // as they were found
  std::vector<std::string> m_header;
  std::uint64_t m_bytes = 0;  // of all lines
};

}  // namespace KokkosSort::Tool

#endif
