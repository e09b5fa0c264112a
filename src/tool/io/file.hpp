// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_IO_FILE_HPP
#define KOKKOSSORT_TOOL_IO_FILE_HPP

#include <tool/job.hpp>
#include <cstdint>
#include <string>
#include <utility>

namespace KokkosSort::Tool {

/// Path of a file, and its name in errors.
class NamedFile {
 public:
  /// `argument` is the name that errors use for the file.
  NamedFile(std::string argument, std::string path)
      : m_argument(std::move(argument)), m_path(std::move(path)) {}

  const std::string& path() const { return m_path; }
  /// Returns another path that belongs to the same argument.
  NamedFile with_path(std::string path) const {
    return {m_argument, std::move(path)};
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw argument_error(m_argument, m_path, what);
  }

 private:
  std::string m_argument, m_path;
};

/// Regular file that is read by parts, from any offset. Ranks::open_input()
/// opens it.
class InputFile {
 public:
  InputFile(const InputFile&)            = delete;
  InputFile& operator=(const InputFile&) = delete;
  virtual ~InputFile()                   = default;

  std::uint64_t size() const { return m_size; }
  const std::string& path() const { return m_name.path(); }

  /// Returns the number of elements in the file. Throws JobError if its size is
  /// not a multiple of an element.
  std::uint64_t count(std::uint64_t element_bytes) const {
    if (m_size % element_bytes != 0) {
      m_name.fail("its size of " + std::to_string(m_size) +
                  " bytes is no multiple of the element's " +
                  std::to_string(element_bytes) + " bytes (" +
                  std::to_string(m_size % element_bytes) + " too many)");
    }
    return m_size / element_bytes;
  }

  /// Affects this rank alone, as does its error.
  virtual void read(std::uint64_t offset, void* data,
                    std::uint64_t bytes) const = 0;

 protected:
  explicit InputFile(NamedFile name) : m_name(std::move(name)) {}

  NamedFile m_name;
  std::uint64_t m_size = 0;
};

/// File that is written whole or not at all. commit() gives it its name;
/// without that nothing remains. Until then an older file of that name stays as
/// it is, so a job may write the file that it has read. Ranks::open_output()
/// opens it.
class OutputFile {
 public:
  OutputFile(const OutputFile&)            = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  virtual ~OutputFile()                    = default;

  /// Affects this rank alone, as does its error.
  virtual void write(std::uint64_t offset, const void* data,
                     std::uint64_t bytes) = 0;

  /// Flushes to the disk and gives the file its name. Collective.
  virtual void commit() = 0;

 protected:
  explicit OutputFile(NamedFile name) : m_name(std::move(name)) {}

  NamedFile m_name;
};

}  // namespace KokkosSort::Tool

#endif
