// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_APP_FILE_HPP
#define KOKKOSSORT_APP_FILE_HPP

#include <cstdint>
#include <string>

namespace KokkosSort::App {

/// An open file descriptor, closed with its owner.
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

/// A regular file that is read by parts, from any offset.
class InputFile {
 public:
  /// `argument` is the name by which errors call the file.
  InputFile(std::string argument, std::string path);

  std::uint64_t size() const { return m_size; }
  const std::string& path() const { return m_path; }

  /// How many elements the file holds; throws JobError where its size is no
  /// multiple of an element.
  std::uint64_t count(std::uint64_t element_bytes) const;

  void read(std::uint64_t offset, void* data, std::uint64_t bytes) const;

 private:
  std::string m_argument, m_path;
  std::uint64_t m_size = 0;
  Descriptor m_file;
};

/// A file that comes into being whole or not at all: it is written under no
/// name (or, where the file system cannot do that, under a temporary name in
/// the same folder), and takes its name by commit(). Until then an older file
/// of that name stays as it is, so a job may write the file that it has read.
class OutputFile {
 public:
  enum class Temporary { unnamed, named };

  /// Reserves `bytes` on the disk, so that a full one shows before any work is
  /// done.
  OutputFile(std::string argument, const std::string& path, std::uint64_t bytes,
             Temporary temporary = Temporary::unnamed);
  ~OutputFile();

  void write(std::uint64_t offset, const void* data, std::uint64_t bytes);

  /// Flushes to the disk and takes the name.
  void commit();

 private:
  void open_temporary(Temporary temporary);
  void reserve(std::uint64_t bytes);
  void take_mode_of_target();
  void link_temporary();
  void discard();
  [[noreturn]] void fail(const std::string& what) const;

  std::string m_argument, m_path, m_target, m_folder, m_temporary;
  Descriptor m_file;
};

/// Removes the temporary file of an unfinished OutputFile when the process is
/// interrupted (SIGINT, SIGTERM, SIGHUP), and makes a file size limit an error
/// of the write instead of a signal.
void install_signal_handlers();

}  // namespace KokkosSort::App

#endif
