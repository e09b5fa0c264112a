// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests preload this library into the process of one rank. It then causes a
// fault at a chosen moment. Variables of the environment:
//   FAULT_RANK  the rank with the fault
//   FAULT       read, write: the call fails; truncate, unlink: the file read
//               loses its second half, its name; kill: the process is killed
//               at a read; sleep: a read takes FAULT_SECONDS; allocate:
//               memory ends for pieces as large as FAULT_BYTES
//   FAULT_FILE  part of the path of the file
//   FAULT_AFTER number of calls on this file, or such allocations, that succeed
//               before
//   FAULT_NAMED not empty: no rank can make a file without a name

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

const char* setting(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : otherwise;
}

bool is_rank() {
  static const bool is_it = [] {
    const char* rank =
        setting("OMPI_COMM_WORLD_RANK", setting("PMI_RANK", "none"));
    return std::strcmp(rank, setting("FAULT_RANK", "nobody")) == 0;
  }();
  return is_it;
}

bool is_fault(const char* kind) {
  return is_rank() && std::strcmp(setting("FAULT", ""), kind) == 0;
}

/// Returns the path of a descriptor if it is the file meant and the time has
/// come.
bool is_due(int fd, char (&path)[4096]) {
  static std::atomic<int> calls = 0;
  char link[64];
  std::snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
  const ssize_t length = readlink(link, path, sizeof(path) - 1);
  if (length <= 0) return false;
  path[length] = '\0';
  if (std::strstr(path, setting("FAULT_FILE", "/")) == nullptr) return false;
  return calls++ >= std::atoi(setting("FAULT_AFTER", "0"));
}

/// Returns whether a read is to fail.
bool read_fails(int fd) {
  char path[4096];
  if (!is_rank() || is_fault("write") || is_fault("allocate") ||
      !is_due(fd, path))
    return false;
  if (is_fault("kill")) std::raise(SIGKILL);
  if (is_fault("sleep"))
    sleep(static_cast<unsigned>(std::atoi(setting("FAULT_SECONDS", "1"))));
  if (is_fault("unlink")) unlink(path);
  if (is_fault("truncate")) {
    struct stat status {};
    if (stat(path, &status) != 0 || truncate(path, status.st_size / 2) != 0)
      std::abort();
    setenv("FAULT", "", 1);
  }
  if (!is_fault("read")) return false;
  errno = EIO;
  return true;
}

bool write_fails(int fd) {
  char path[4096];
  if (!is_fault("write") || !is_due(fd, path)) return false;
  errno = ENOSPC;
  return true;
}

bool allocation_fails(std::size_t bytes) {
  if (!is_fault("allocate")) return false;
  static std::atomic<int> calls = 0;
  return bytes >= std::strtoull(setting("FAULT_BYTES", "0"), nullptr, 10) &&
         calls++ >= std::atoi(setting("FAULT_AFTER", "0"));
}

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

}  // namespace

#define FORWARD(fails, name, parameters, ...)                    \
  extern "C" ssize_t name parameters {                           \
    if (fails(fd)) return -1;                                    \
    static const auto real = next<ssize_t(*) parameters>(#name); \
    return real(__VA_ARGS__);                                    \
  }

FORWARD(read_fails, read, (int fd, void* data, size_t bytes), fd, data, bytes)
FORWARD(read_fails, pread, (int fd, void* data, size_t bytes, off_t offset), fd,
        data, bytes, offset)
FORWARD(read_fails, pread64, (int fd, void* data, size_t bytes, off64_t offset),
        fd, data, bytes, offset)
FORWARD(read_fails, readv, (int fd, const iovec* pieces, int count), fd, pieces,
        count)
FORWARD(read_fails, preadv,
        (int fd, const iovec* pieces, int count, off_t offset), fd, pieces,
        count, offset)
FORWARD(read_fails, preadv64,
        (int fd, const iovec* pieces, int count, off64_t offset), fd, pieces,
        count, offset)
FORWARD(write_fails, write, (int fd, const void* data, size_t bytes), fd, data,
        bytes)
FORWARD(write_fails, pwrite,
        (int fd, const void* data, size_t bytes, off_t offset), fd, data, bytes,
        offset)
FORWARD(write_fails, pwrite64,
        (int fd, const void* data, size_t bytes, off64_t offset), fd, data,
        bytes, offset)
FORWARD(write_fails, writev, (int fd, const iovec* pieces, int count), fd,
        pieces, count)
FORWARD(write_fails, pwritev,
        (int fd, const iovec* pieces, int count, off_t offset), fd, pieces,
        count, offset)
FORWARD(write_fails, pwritev64,
        (int fd, const iovec* pieces, int count, off64_t offset), fd, pieces,
        count, offset)

#define FORWARD_OPEN(name)                                                   \
  extern "C" int name(const char* path, int flags, ...) {                    \
    const bool is_unnamed = (flags & O_TMPFILE) == O_TMPFILE;                \
    if (is_unnamed && *setting("FAULT_NAMED", "") != '\0') {                 \
      errno = EOPNOTSUPP;                                                    \
      return -1;                                                             \
    }                                                                        \
    mode_t mode = 0;                                                         \
    if ((flags & O_CREAT) != 0 || is_unnamed) {                              \
      va_list arguments;                                                     \
      va_start(arguments, flags);                                            \
      mode = va_arg(arguments, mode_t);                                      \
      va_end(arguments);                                                     \
    }                                                                        \
    static const auto real = next<int (*)(const char*, int, mode_t)>(#name); \
    return real(path, flags, mode);                                          \
  }

FORWARD_OPEN(open)
FORWARD_OPEN(open64)

// operator new takes memory from this function if an alignment is given, as
// Kokkos does. malloc, which everything needs, stays as it is.
extern "C" void* aligned_alloc(size_t alignment, size_t bytes) {
  if (allocation_fails(bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  static const auto real = next<void* (*)(size_t, size_t)>("aligned_alloc");
  return real(alignment, bytes);
}
