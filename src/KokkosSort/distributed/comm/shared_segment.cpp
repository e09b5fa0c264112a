// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/distributed/comm/shared_segment.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>

namespace KokkosSort::Distributed::Impl {

namespace {

/// Returns a file of `bytes` bytes and writes its name, or returns -1 and
/// clears the name. All bytes are allocated here: a page that is missing at its
/// first use would end the process.
int create(std::array<char, 64>& name, std::size_t bytes) {
  static std::atomic<int> serial{0};
  std::snprintf(name.data(), name.size(), "/KokkosSort.%ld.%d",
                static_cast<long>(getpid()), serial++);
  int const file =
      shm_open(name.data(), O_CREAT | O_EXCL | O_RDWR, S_IRUSR | S_IWUSR);
  if (file >= 0) {
    if (posix_fallocate(file, 0, static_cast<off_t>(bytes)) == 0) return file;
    close(file);
    shm_unlink(name.data());
  }
  name[0] = '\0';
  return -1;
}

}  // namespace

bool SharedSegment::map(MPI_Comm node, std::size_t bytes) {
  release();
  int rank = 0;
  MPI_Comm_rank(node, &rank);
  std::array<char, 64> name{};
  int file = -1;
  if (rank == 0) file = create(name, bytes);
  MPI_Bcast(name.data(), static_cast<int>(name.size()), MPI_CHAR, 0, node);
  if (rank != 0 && name[0] != '\0') file = shm_open(name.data(), O_RDWR, 0);
  void* memory = MAP_FAILED;
  if (file >= 0) {
    memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
  }
  if (memory != MAP_FAILED) {
    m_memory = static_cast<std::byte*>(memory);
    m_bytes  = bytes;
  }
  int is_mapped = m_memory != nullptr ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &is_mapped, 1, MPI_INT, MPI_MIN, node);
  if (rank == 0 && name[0] != '\0') shm_unlink(name.data());
  if (is_mapped == 0) release();
  return is_mapped == 1;
}

void SharedSegment::release() {
  if (m_memory != nullptr) munmap(m_memory, m_bytes);
  m_memory = nullptr;
  m_bytes  = 0;
}

}  // namespace KokkosSort::Distributed::Impl
