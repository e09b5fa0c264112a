// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_IO_POSIX_FILE_HPP
#define KOKKOSSORT_TOOL_IO_POSIX_FILE_HPP

#include <tool/io/file.hpp>
#include <cstdint>
#include <optional>
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

/// Shows whether a path still leads to the same, unchanged file.
struct FileIdentity {
  std::uint64_t device = 0, inode = 0, bytes = 0;
  std::int64_t modified = 0;  ///< nanoseconds since 1970

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// Returns the identity of the file that a path leads to, if there is one.
std::optional<FileIdentity> identity_of(const std::string& path);

/// Locks an open file of this user for this process, until it is closed or the
/// process ends in any way. Throws if another one has it.
void lock_file(const NamedFile& name, int fd);

/// Reads or writes all of the bytes.
void read_all(const NamedFile& name, int fd, std::uint64_t offset, void* data,
              std::uint64_t bytes);
void write_all(const NamedFile& name, int fd, std::uint64_t offset,
               const void* data, std::uint64_t bytes);

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
  /// The temporary name of a kept file follows from the target, and it outlives
  /// an unfinished job. A later job thus finds what was written. A scratch file
  /// is the same with the name of the target, for this user only. Both are
  /// locked.
  enum class Temporary { unnamed, named, kept, scratch };

  /// Takes the temporary name, or checks that one can be taken later. Checks
  /// the rights to replace an older file and reserves `bytes` on the disk. All
  /// of these are errors before any work is done.
  PosixOutputFile(NamedFile name, std::uint64_t bytes,
                  Temporary temporary = Temporary::unnamed);
  ~PosixOutputFile() override;

  void write(std::uint64_t offset, const void* data,
             std::uint64_t bytes) override;
  void commit() override;

  /// Reads what was written.
  void read(std::uint64_t offset, void* data, std::uint64_t bytes) const;
  /// Removes a file that is kept.
  void remove();
  FileIdentity identity() const;

  /// Returns the path by which others may open the unfinished file: its
  /// temporary name, or a path that only processes of this machine can see.
  std::string shared_path() const;
  bool is_named() const { return !m_temporary.empty(); }

 private:
  void open_temporary(Temporary temporary);
  void open_kept(Temporary temporary);
  void reserve(std::uint64_t bytes);
  bool has_room(std::uint64_t bytes) const;
  void take_mode_of_target();
  void link_temporary();
  void discard();

  std::string m_target, m_folder, m_temporary;
  Descriptor m_file;
  bool m_is_kept = false;
};

}  // namespace KokkosSort::Tool

#endif
