// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "posix_file.hpp"
#include "pending.hpp"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

namespace KokkosSort::App {

namespace {

// Linux moves at most 2^31 - 4096 bytes in one call.
constexpr std::uint64_t largest_transfer = std::uint64_t(1) << 30;

std::string error_text(int error) { return std::strerror(error); }

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

/// The file that a chain of symbolic links ends at, so that a rename replaces
/// the file and not the link.
std::string resolve_links(const std::string& path) {
  char resolved[PATH_MAX];
  return realpath(path.c_str(), resolved) != nullptr ? std::string(resolved)
                                                     : path;
}

}  // namespace

void Descriptor::reset(int fd) {
  if (m_fd >= 0) close(m_fd);
  m_fd = fd;
}

PosixInputFile::PosixInputFile(NamedFile name) : InputFile(std::move(name)) {
  struct stat status {};
  // Looked at before it is opened: opening a pipe would wait for its writer.
  if (stat(path().c_str(), &status) != 0) m_name.fail(error_text(errno));
  if (!S_ISREG(status.st_mode)) m_name.fail("not a regular file");
  m_file.reset(open(path().c_str(), O_RDONLY | O_CLOEXEC));
  if (!m_file.is_open()) m_name.fail(error_text(errno));
  if (fstat(m_file.get(), &status) != 0) m_name.fail(error_text(errno));
  m_size = static_cast<std::uint64_t>(status.st_size);
}

void PosixInputFile::read(std::uint64_t offset, void* data,
                          std::uint64_t bytes) const {
  auto* target = static_cast<char*>(data);
  while (bytes > 0) {
    const ssize_t got =
        pread(m_file.get(), target, std::min(bytes, largest_transfer),
              static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) m_name.fail("reading failed: " + error_text(errno));
    if (got == 0) m_name.fail("it became shorter while it was read");
    target += got;
    offset += static_cast<std::uint64_t>(got);
    bytes -= static_cast<std::uint64_t>(got);
  }
}

PosixOutputFile::PosixOutputFile(NamedFile name, std::uint64_t bytes,
                                 Temporary temporary)
    : OutputFile(std::move(name)),
      m_target(resolve_links(m_name.path())),
      m_folder(folder_of(m_target)) {
  struct stat status {};
  if (stat(m_folder.c_str(), &status) != 0)
    m_name.fail("folder '" + m_folder + "': " + error_text(errno));
  if (!S_ISDIR(status.st_mode))
    m_name.fail("'" + m_folder + "' is not a folder");
  if (stat(m_target.c_str(), &status) == 0) {
    if (!S_ISREG(status.st_mode))
      m_name.fail("it exists and is not a regular file");
    if (access(m_target.c_str(), W_OK) != 0)
      m_name.fail("it exists and is not writable: " + error_text(errno));
  }
  open_temporary(temporary);
  try {
    reserve(bytes);
  } catch (...) {
    discard();
    throw;
  }
}

PosixOutputFile::~PosixOutputFile() { discard(); }

void PosixOutputFile::open_temporary(Temporary temporary) {
  if (temporary == Temporary::unnamed) {
    m_file.reset(open(m_folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666));
    if (m_file.is_open()) return;
    const bool unsupported = errno == EOPNOTSUPP || errno == EISDIR ||
                             errno == EINVAL || errno == ENOENT;
    if (!unsupported)
      m_name.fail("cannot write in folder '" + m_folder +
                  "': " + error_text(errno));
  }
  std::string name = m_target + ".part.XXXXXX";
  m_file.reset(mkostemp(name.data(), O_CLOEXEC));
  if (!m_file.is_open())
    m_name.fail("cannot write in folder '" + m_folder +
                "': " + error_text(errno));
  m_temporary = name;
  set_pending(m_temporary);
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(m_file.get(),
         0666 & ~mask);  // mkostemp makes files that only the owner may read
}

void PosixOutputFile::reserve(std::uint64_t bytes) {
  if (bytes == 0) return;
  if (bytes > static_cast<std::uint64_t>(INT64_MAX))
    m_name.fail("no file can have " + std::to_string(bytes) + " bytes");
  if (fallocate(m_file.get(), 0, 0, static_cast<off_t>(bytes)) == 0) return;
  if (errno == EOPNOTSUPP || errno == ENOSYS || errno == EINVAL)
    return;  // the writes will tell
  m_name.fail("no room for " + std::to_string(bytes) + " bytes in folder '" +
              m_folder + "': " + error_text(errno));
}

void PosixOutputFile::write(std::uint64_t offset, const void* data,
                            std::uint64_t bytes) {
  const auto* source = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t put =
        pwrite(m_file.get(), source, std::min(bytes, largest_transfer),
               static_cast<off_t>(offset));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) m_name.fail("writing failed: " + error_text(errno));
    source += put;
    offset += static_cast<std::uint64_t>(put);
    bytes -= static_cast<std::uint64_t>(put);
  }
}

void PosixOutputFile::take_mode_of_target() {
  struct stat status {};
  if (stat(m_target.c_str(), &status) == 0)
    fchmod(m_file.get(), status.st_mode & 07777);
}

/// Gives an unnamed file a temporary name: only a rename replaces an existing
/// file in one step.
void PosixOutputFile::link_temporary() {
  const std::string self = "/proc/self/fd/" + std::to_string(m_file.get());
  std::string name       = m_target + ".part." + std::to_string(getpid());
  if (linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(),
             AT_SYMLINK_FOLLOW) != 0) {
    m_name.fail("cannot name the finished file '" + name +
                "': " + error_text(errno));
  }
  m_temporary = std::move(name);
  set_pending(m_temporary);
}

void PosixOutputFile::commit() {
  take_mode_of_target();
  if (fsync(m_file.get()) != 0)
    m_name.fail("flushing to the disk failed: " + error_text(errno));
  if (m_temporary.empty()) link_temporary();
  if (std::rename(m_temporary.c_str(), m_target.c_str()) != 0)
    m_name.fail("cannot take its name: " + error_text(errno));
  m_temporary.clear();
  set_pending(m_temporary);
  // The name itself is safe once the folder is; a file system that cannot flush
  // a folder is no failure.
  const Descriptor folder(
      open(m_folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.is_open()) fsync(folder.get());
}

std::string PosixOutputFile::shared_path() const {
  return is_named() ? m_temporary
                    : "/proc/" + std::to_string(getpid()) + "/fd/" +
                          std::to_string(m_file.get());
}

void PosixOutputFile::discard() {
  if (m_temporary.empty()) return;
  unlink(m_temporary.c_str());
  m_temporary.clear();
  set_pending(m_temporary);
}

}  // namespace KokkosSort::App
