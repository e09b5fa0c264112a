// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/io/posix_file.hpp>
#include <tool/io/pending.hpp>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <utility>

namespace KokkosSort::Tool {

namespace {

// Linux moves at most 2^31 - 4096 bytes in one call.
constexpr std::uint64_t largest_transfer = std::uint64_t(1) << 30;

std::string error_text(int error) { return std::strerror(error); }

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

/// Returns the file at the end of a chain of symbolic links, so that a rename
/// replaces the file and not the link.
std::string resolve_links(const NamedFile& name) {
  struct stat status {};
  char resolved[PATH_MAX];
  if (realpath(name.path().c_str(), resolved) != nullptr) return resolved;
  const int error = errno;
  if (lstat(name.path().c_str(), &status) == 0 && S_ISLNK(status.st_mode))
    name.fail("a symbolic link that leads to no file: " + error_text(error));
  return name.path();
}

std::string descriptor_path(int fd) {
  return "/proc/self/fd/" + std::to_string(fd);
}

// With 36^6 random names even a second one that is taken is unlikely. The bound
// ends the loop in a folder that refuses every name as taken.
constexpr int attempts = 100;

/// Calls make(name) with new temporary names beside `target` until make
/// succeeds. Process numbers repeat among containers, so the names are random.
/// Returns the name, or an empty one with errno set.
template <class Make>
std::string with_temporary_name(const std::string& target, const Make& make) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  const auto begin                   = target.rfind('/') + 1;
  std::random_device random;
  for (int i = 0; i < attempts; ++i) {
    std::string suffix = ".part.";
    for (int letter = 0; letter < 6; ++letter)
      suffix += letters[random() % letters.size()];
    const std::string name =
        target.substr(0, begin) +
        target.substr(begin).substr(0, NAME_MAX - suffix.size()) + suffix;
    if (make(name)) return name;
    if (errno != EEXIST) break;
  }
  return {};
}

/// Returns whether a finished file without a name can be given one in this
/// folder.
bool can_name_later(const std::string& folder, const std::string& target) {
  const Descriptor trial(
      open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (!trial.is_open()) return false;
  const SignalsHeld held;
  const std::string name =
      with_temporary_name(target, [&](const std::string& path) {
        return linkat(AT_FDCWD, descriptor_path(trial.get()).c_str(), AT_FDCWD,
                      path.c_str(), AT_SYMLINK_FOLLOW) == 0;
      });
  if (name.empty()) return false;
  unlink(name.c_str());
  return true;
}

FileIdentity identity_from(const struct stat& status) {
  return {status.st_dev, status.st_ino,
          static_cast<std::uint64_t>(status.st_size),
          std::int64_t{1'000'000'000} * status.st_mtim.tv_sec +
              status.st_mtim.tv_nsec};
}

/// Throws unless `folder` lets this user replace `target`, which has this
/// status.
void check_replaceable(const NamedFile& name, const std::string& target,
                       const struct stat& status, const struct stat& folder) {
  if (!S_ISREG(status.st_mode))
    name.fail("it exists and is not a regular file");
  if (access(target.c_str(), W_OK) != 0)
    name.fail("it exists and is not writable: " + error_text(errno));
  const uid_t self = geteuid();
  if ((folder.st_mode & S_ISVTX) != 0 && self != 0 && self != folder.st_uid &&
      self != status.st_uid) {
    name.fail(
        "it exists and belongs to another user, and its folder lets only "
        "owners replace files");
  }
  struct statx extended {};
  if (statx(AT_FDCWD, target.c_str(), 0, 0, &extended) == 0 &&
      (extended.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0)
    name.fail("it exists and is a mount point, which cannot be replaced");
}

}  // namespace

void Descriptor::reset(int fd) {
  if (m_fd >= 0) close(m_fd);
  m_fd = fd;
}

std::optional<FileIdentity> identity_of(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return std::nullopt;
  return identity_from(status);
}

void lock_file(const NamedFile& name, int fd) {
  struct stat status {};
  if (fstat(fd, &status) != 0) name.fail(error_text(errno));
  if (!S_ISREG(status.st_mode)) name.fail("not a regular file");
  if (status.st_uid != geteuid()) name.fail("it belongs to another user");
  const bool is_locked = flock(fd, LOCK_EX | LOCK_NB) == 0;
  // A job that ends removes the file before it unlocks it.
  if (!is_locked && errno != EWOULDBLOCK) name.fail(error_text(errno));
  if (!is_locked || fstat(fd, &status) != 0 || status.st_nlink == 0)
    name.fail("another job is using it");
}

void read_all(const NamedFile& name, int fd, std::uint64_t offset, void* data,
              std::uint64_t bytes) {
  auto* target = static_cast<char*>(data);
  while (bytes > 0) {
    const ssize_t got = pread(fd, target, std::min(bytes, largest_transfer),
                              static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) name.fail("reading failed: " + error_text(errno));
    if (got == 0) name.fail("it became shorter while it was read");
    target += got;
    offset += static_cast<std::uint64_t>(got);
    bytes -= static_cast<std::uint64_t>(got);
  }
}

void write_all(const NamedFile& name, int fd, std::uint64_t offset,
               const void* data, std::uint64_t bytes) {
  const auto* source = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t put = pwrite(fd, source, std::min(bytes, largest_transfer),
                               static_cast<off_t>(offset));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) name.fail("writing failed: " + error_text(errno));
    source += put;
    offset += static_cast<std::uint64_t>(put);
    bytes -= static_cast<std::uint64_t>(put);
  }
}

PosixInputFile::PosixInputFile(NamedFile name) : InputFile(std::move(name)) {
  struct stat status {};
  // Checked before it is opened: opening a pipe would wait for its writer.
  if (stat(path().c_str(), &status) != 0) m_name.fail(error_text(errno));
  if (!S_ISREG(status.st_mode)) m_name.fail("not a regular file");
  m_file.reset(open(path().c_str(), O_RDONLY | O_CLOEXEC));
  if (!m_file.is_open()) m_name.fail(error_text(errno));
  if (fstat(m_file.get(), &status) != 0) m_name.fail(error_text(errno));
  m_size = static_cast<std::uint64_t>(status.st_size);
}

void PosixInputFile::read(std::uint64_t offset, void* data,
                          std::uint64_t bytes) const {
  read_all(m_name, m_file.get(), offset, data, bytes);
}

PosixOutputFile::PosixOutputFile(NamedFile name, std::uint64_t bytes,
                                 Temporary temporary)
    : OutputFile(std::move(name)),
      m_target(resolve_links(m_name)),
      m_folder(folder_of(m_target)) {
  struct stat status {
  }, folder{};
  if (stat(m_folder.c_str(), &folder) != 0)
    m_name.fail("folder '" + m_folder + "': " + error_text(errno));
  if (!S_ISDIR(folder.st_mode))
    m_name.fail("'" + m_folder + "' is not a folder");
  if (stat(m_target.c_str(), &status) == 0) {
    check_replaceable(m_name, m_target, status, folder);
  } else if (errno != ENOENT) {
    m_name.fail(error_text(errno));
  }
  open_temporary(temporary);
  const bool is_new = identity().bytes == 0;
  try {
    reserve(bytes);
  } catch (...) {
    m_is_kept = m_is_kept && !is_new;
    discard();
    throw;
  }
}

PosixOutputFile::~PosixOutputFile() { discard(); }

void PosixOutputFile::open_kept(Temporary temporary) {
  const bool is_scratch    = temporary == Temporary::scratch;
  const auto begin         = m_target.rfind('/') + 1;
  const std::string suffix = is_scratch ? "" : ".part.kept";
  m_temporary              = m_target.substr(0, begin) +
                m_target.substr(begin).substr(0, NAME_MAX - suffix.size()) +
                suffix;
  const NamedFile file = m_name.with_path(m_temporary);
  m_file.reset(open(m_temporary.c_str(),
                    O_CREAT | O_RDWR | O_NOFOLLOW | O_CLOEXEC,
                    is_scratch ? 0600 : 0666));
  m_is_kept = true;
  if (!m_file.is_open())
    file.fail("cannot write in folder '" + m_folder +
              "': " + error_text(errno));
  lock_file(file, m_file.get());
}

void PosixOutputFile::open_temporary(Temporary temporary) {
  if (temporary == Temporary::kept || temporary == Temporary::scratch)
    return open_kept(temporary);
  if (temporary == Temporary::unnamed && can_name_later(m_folder, m_target)) {
    m_file.reset(open(m_folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666));
    if (m_file.is_open()) return;
  }
  const SignalsHeld held;
  m_temporary = with_temporary_name(m_target, [&](const std::string& path) {
    m_file.reset(
        open(path.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666));
    return m_file.is_open();
  });
  if (!m_file.is_open())
    m_name.fail("cannot write in folder '" + m_folder +
                "': " + error_text(errno));
  set_pending(m_temporary);
}

void PosixOutputFile::reserve(std::uint64_t bytes) {
  if (bytes > static_cast<std::uint64_t>(INT64_MAX))
    m_name.fail("no file can have " + std::to_string(bytes) + " bytes");
  if (identity().bytes > bytes &&
      ftruncate(m_file.get(), static_cast<off_t>(bytes)) != 0)
    m_name.fail(error_text(errno));
  if (bytes == 0) return;
  if (fallocate(m_file.get(), 0, 0, static_cast<off_t>(bytes)) == 0) return;
  const bool cannot_reserve =
      errno == EOPNOTSUPP || errno == ENOSYS || errno == EINVAL;
  if (cannot_reserve && has_room(bytes)) return;
  m_name.fail("no room for " + std::to_string(bytes) + " bytes in folder '" +
              m_folder + "': " + error_text(errno));
}

/// Checks, for file systems that cannot reserve, whether a file may have this
/// size and the disk has as much room. Sets errno if not.
bool PosixOutputFile::has_room(std::uint64_t bytes) const {
  struct stat own {};
  if (fstat(m_file.get(), &own) != 0) return false;
  const std::uint64_t taken = std::min(
      bytes, std::uint64_t{512} * static_cast<std::uint64_t>(own.st_blocks));
  if (ftruncate(m_file.get(), static_cast<off_t>(bytes)) != 0) return false;
  struct statvfs disk {};
  if (fstatvfs(m_file.get(), &disk) != 0 || disk.f_blocks == 0) return true;
  errno = ENOSPC;
  return (bytes - taken) / disk.f_frsize < disk.f_bavail;
}

void PosixOutputFile::write(std::uint64_t offset, const void* data,
                            std::uint64_t bytes) {
  write_all(m_name, m_file.get(), offset, data, bytes);
}

void PosixOutputFile::read(std::uint64_t offset, void* data,
                           std::uint64_t bytes) const {
  read_all(m_name, m_file.get(), offset, data, bytes);
}

/// Gives the new file the owner and the mode of the older one. If the owner
/// cannot be changed, the mode grants no rights to users that the older file
/// excluded.
void PosixOutputFile::take_mode_of_target() {
  struct stat old {
  }, own{};
  if (stat(m_target.c_str(), &old) != 0 || fstat(m_file.get(), &own) != 0)
    return;
  const bool is_same_owner =
      (old.st_uid == own.st_uid && old.st_gid == own.st_gid) ||
      fchown(m_file.get(), old.st_uid, old.st_gid) == 0;
  const mode_t mode = old.st_mode & 0777;
  fchmod(m_file.get(), is_same_owner ? mode : (mode & own.st_mode) | S_IRUSR);
}

/// Gives an unnamed file a temporary name, since only a rename replaces an
/// existing file in one step.
void PosixOutputFile::link_temporary() {
  const std::string self = descriptor_path(m_file.get());
  m_temporary = with_temporary_name(m_target, [&](const std::string& path) {
    return linkat(AT_FDCWD, self.c_str(), AT_FDCWD, path.c_str(),
                  AT_SYMLINK_FOLLOW) == 0;
  });
  if (m_temporary.empty())
    m_name.fail("cannot name the finished file: " + error_text(errno));
  set_pending(m_temporary);
}

void PosixOutputFile::commit() {
  take_mode_of_target();
  if (fsync(m_file.get()) != 0)
    m_name.fail("flushing to the disk failed: " + error_text(errno));
  const SignalsHeld held;
  if (m_temporary.empty()) link_temporary();
  if (std::rename(m_temporary.c_str(), m_target.c_str()) != 0)
    m_name.fail("cannot take its name: " + error_text(errno));
  m_temporary.clear();
  set_pending(m_temporary);
  // The name itself is safe once the folder is flushed. A file system that
  // cannot flush a folder is not an error.
  const Descriptor folder(
      open(m_folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.is_open()) fsync(folder.get());
}

std::string PosixOutputFile::shared_path() const {
  return is_named() ? m_temporary
                    : "/proc/" + std::to_string(getpid()) + "/fd/" +
                          std::to_string(m_file.get());
}

FileIdentity PosixOutputFile::identity() const {
  struct stat status {};
  if (fstat(m_file.get(), &status) != 0) m_name.fail(error_text(errno));
  return identity_from(status);
}

void PosixOutputFile::remove() {
  m_is_kept = false;
  discard();
}

void PosixOutputFile::discard() {
  if (m_temporary.empty() || m_is_kept) return;
  unlink(m_temporary.c_str());
  m_temporary.clear();
  set_pending(m_temporary);
}

}  // namespace KokkosSort::Tool
