// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_IO_POSIX_FILE_HPP
#define KOKKOSSORT_TOOL_IO_POSIX_FILE_HPP

#include <tool/io/file.hpp>
#include <cstdint>
#include <string>

namespace KokkosSort::Tool {

/// Open file descriptor, closed with its owner.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : m_fd(fd) {}
  Descriptor(const Descriptor&)            = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { reset(-1); }

  int get() const { return m_fd; }
  bool is_open() const { return m_fd >= 0; }
  void reset(int fd);

 private:
  int m_fd = -1;
};

class PosixInputFile final : public InputFile {
 public:
  explicit PosixInputFile(NamedFile name);
  void read(std::uint64_t offset, void* data,
            std::uint64_t bytes) const override;

 private:
  Descriptor m_file;
};

/// Output file without a name or, if the file system cannot do that, with a
/// temporary name in the same folder.
class PosixOutputFile final : public OutputFile {
 public:
  enum class Temporary { unnamed, named };

  /// Takes the temporary name, or checks that one can be taken later. Checks
  /// the rights to replace an older file and reserves `bytes` on the disk. All
  /// of these are errors before any work is done.
  PosixOutputFile(NamedFile name, std::uint64_t bytes,
                  Temporary temporary = Temporary::unnamed);
  ~PosixOutputFile() override;

  void write(std::uint64_t offset, const void* data,
             std::uint64_t bytes) override;
  void commit() override;

  /// Returns the path by which others may open the unfinished file: its
  /// temporary name, or a path that only processes of this machine can see.
  std::string shared_path() const;
  bool is_named() const { return !m_temporary.empty(); }

 private:
  void open_temporary(Temporary temporary);
  void reserve(std::uint64_t bytes);
  bool has_room(std::uint64_t bytes) const;
  void take_mode_of_target();
  void link_temporary();
  void discard();

  std::string m_target, m_folder, m_temporary;
  Descriptor m_file;
};

}  // namespace KokkosSort::Tool

#endif
