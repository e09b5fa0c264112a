// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "file.hpp"
#include "job.hpp"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

namespace KokkosSort::App {

namespace {

// Linux moves at most 2^31 - 4096 bytes in one call.
constexpr std::uint64_t largest_transfer = std::uint64_t(1) << 30;

// What the signal handler removes; a plain array because a handler may touch
// nothing that allocates.
char pending_path[PATH_MAX];
volatile std::sig_atomic_t pending = 0;

void set_pending(const std::string& path) {
  pending = 0;
  if (path.size() >= sizeof(pending_path)) return;
  std::memcpy(pending_path, path.c_str(), path.size() + 1);
  pending = path.empty() ? 0 : 1;
}

extern "C" void remove_pending_and_end(int signal_number) {
  if (pending != 0) unlink(pending_path);
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
}

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

void install_signal_handlers() {
  for (const int number : {SIGINT, SIGTERM, SIGHUP})
    std::signal(number, remove_pending_and_end);
  std::signal(SIGXFSZ, SIG_IGN);
}

void Descriptor::reset(int fd) {
  if (m_fd >= 0) close(m_fd);
  m_fd = fd;
}

InputFile::InputFile(std::string argument, std::string path)
    : m_argument(std::move(argument)), m_path(std::move(path)) {
  struct stat status {};
  // Looked at before it is opened: opening a pipe would wait for its writer.
  if (stat(m_path.c_str(), &status) != 0)
    throw argument_error(m_argument, m_path, error_text(errno));
  if (!S_ISREG(status.st_mode))
    throw argument_error(m_argument, m_path, "not a regular file");
  m_file.reset(open(m_path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!m_file.is_open())
    throw argument_error(m_argument, m_path, error_text(errno));
  if (fstat(m_file.get(), &status) != 0)
    throw argument_error(m_argument, m_path, error_text(errno));
  m_size = static_cast<std::uint64_t>(status.st_size);
}

std::uint64_t InputFile::count(std::uint64_t element_bytes) const {
  if (m_size % element_bytes != 0) {
    throw argument_error(m_argument, m_path,
                         "its size of " + std::to_string(m_size) +
                             " bytes is no multiple of the element's " +
                             std::to_string(element_bytes) + " bytes (" +
                             std::to_string(m_size % element_bytes) +
                             " too many)");
  }
  return m_size / element_bytes;
}

void InputFile::read(std::uint64_t offset, void* data,
                     std::uint64_t bytes) const {
  auto* target = static_cast<char*>(data);
  while (bytes > 0) {
    const ssize_t got =
        pread(m_file.get(), target, std::min(bytes, largest_transfer),
              static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0)
      throw argument_error(m_argument, m_path,
                           "reading failed: " + error_text(errno));
    if (got == 0)
      throw argument_error(m_argument, m_path,
                           "it became shorter while it was read");
    target += got;
    offset += static_cast<std::uint64_t>(got);
    bytes -= static_cast<std::uint64_t>(got);
  }
}

OutputFile::OutputFile(std::string argument, const std::string& path,
                       std::uint64_t bytes, Temporary temporary)
    : m_argument(std::move(argument)),
      m_path(path),
      m_target(resolve_links(path)),
      m_folder(folder_of(m_target)) {
  struct stat status {};
  if (stat(m_folder.c_str(), &status) != 0)
    fail("folder '" + m_folder + "': " + error_text(errno));
  if (!S_ISDIR(status.st_mode)) fail("'" + m_folder + "' is not a folder");
  if (stat(m_target.c_str(), &status) == 0) {
    if (!S_ISREG(status.st_mode)) fail("it exists and is not a regular file");
    if (access(m_target.c_str(), W_OK) != 0)
      fail("it exists and is not writable: " + error_text(errno));
  }
  open_temporary(temporary);
  try {
    reserve(bytes);
  } catch (...) {
    discard();
    throw;
  }
}

OutputFile::~OutputFile() { discard(); }

void OutputFile::fail(const std::string& what) const {
  throw argument_error(m_argument, m_path, what);
}

void OutputFile::open_temporary(Temporary temporary) {
  if (temporary == Temporary::unnamed) {
    m_file.reset(open(m_folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666));
    if (m_file.is_open()) return;
    const bool unsupported = errno == EOPNOTSUPP || errno == EISDIR ||
                             errno == EINVAL || errno == ENOENT;
    if (!unsupported)
      fail("cannot write in folder '" + m_folder + "': " + error_text(errno));
  }
  std::string name = m_target + ".part.XXXXXX";
  m_file.reset(mkostemp(name.data(), O_CLOEXEC));
  if (!m_file.is_open())
    fail("cannot write in folder '" + m_folder + "': " + error_text(errno));
  m_temporary = name;
  set_pending(m_temporary);
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(m_file.get(),
         0666 & ~mask);  // mkostemp makes files that only the owner may read
}

void OutputFile::reserve(std::uint64_t bytes) {
  if (bytes == 0) return;
  if (bytes > static_cast<std::uint64_t>(INT64_MAX))
    fail("no file can have " + std::to_string(bytes) + " bytes");
  if (fallocate(m_file.get(), 0, 0, static_cast<off_t>(bytes)) == 0) return;
  if (errno == EOPNOTSUPP || errno == ENOSYS || errno == EINVAL)
    return;  // the writes will tell
  fail("no room for " + std::to_string(bytes) + " bytes in folder '" +
       m_folder + "': " + error_text(errno));
}

void OutputFile::write(std::uint64_t offset, const void* data,
                       std::uint64_t bytes) {
  const auto* source = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t put =
        pwrite(m_file.get(), source, std::min(bytes, largest_transfer),
               static_cast<off_t>(offset));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) fail("writing failed: " + error_text(errno));
    source += put;
    offset += static_cast<std::uint64_t>(put);
    bytes -= static_cast<std::uint64_t>(put);
  }
}

void OutputFile::take_mode_of_target() {
  struct stat status {};
  if (stat(m_target.c_str(), &status) == 0)
    fchmod(m_file.get(), status.st_mode & 07777);
}

/// Gives an unnamed file a temporary name: only a rename replaces an existing
/// file in one step.
void OutputFile::link_temporary() {
  const std::string self = "/proc/self/fd/" + std::to_string(m_file.get());
  std::string name       = m_target + ".part." + std::to_string(getpid());
  if (linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(),
             AT_SYMLINK_FOLLOW) != 0) {
    fail("cannot name the finished file '" + name + "': " + error_text(errno));
  }
  m_temporary = std::move(name);
  set_pending(m_temporary);
}

void OutputFile::commit() {
  take_mode_of_target();
  if (fsync(m_file.get()) != 0)
    fail("flushing to the disk failed: " + error_text(errno));
  if (m_temporary.empty()) link_temporary();
  if (std::rename(m_temporary.c_str(), m_target.c_str()) != 0)
    fail("cannot take its name: " + error_text(errno));
  m_temporary.clear();
  set_pending(m_temporary);
  // The name itself is safe once the folder is; a file system that cannot flush
  // a folder is no failure.
  const Descriptor folder(
      open(m_folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.is_open()) fsync(folder.get());
}

void OutputFile::discard() {
  if (m_temporary.empty()) return;
  unlink(m_temporary.c_str());
  m_temporary.clear();
  set_pending(m_temporary);
}

}  // namespace KokkosSort::App
