// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/io/mpi_file.hpp>
#include <tool/io/pending.hpp>
#include <sys/stat.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace KokkosSort::Tool {

namespace {

// MPI counts in int.
constexpr std::uint64_t largest_transfer = std::uint64_t(1) << 30;

/// Identity of a file, for comparing two paths.
struct Identity {
  std::uint64_t device = 0, number = 0, size = 0;
  bool is_there = false;

  static Identity of(const std::string& path) {
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) return {};
    return {static_cast<std::uint64_t>(status.st_dev),
            static_cast<std::uint64_t>(status.st_ino),
            static_cast<std::uint64_t>(status.st_size), true};
  }
};

}  // namespace

MpiFile::MpiFile(const NamedFile& name, const std::string& path, int mode)
    : m_name(name) {
  check(
      MPI_File_open(MPI_COMM_SELF, path.c_str(), mode, MPI_INFO_NULL, &m_file),
      "opening");
}

void MpiFile::check(int code, const char* what) const {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  std::string line(text, static_cast<std::size_t>(length));
  std::replace(line.begin(), line.end(), '\n', ' ');
  m_name.fail(std::string(what) + " failed: " + line);
}

std::uint64_t MpiFile::moved(MPI_Status& status) {
  int bytes = 0;
  MPI_Get_count(&status, MPI_BYTE, &bytes);
  return bytes > 0 ? static_cast<std::uint64_t>(bytes) : 0;
}

std::uint64_t MpiFile::read(std::uint64_t offset, void* data,
                            std::uint64_t bytes) {
  MPI_Status status;
  check(MPI_File_read_at(m_file, static_cast<MPI_Offset>(offset), data,
                         static_cast<int>(std::min(bytes, largest_transfer)),
                         MPI_BYTE, &status),
        "reading");
  return moved(status);
}

std::uint64_t MpiFile::write(std::uint64_t offset, const void* data,
                             std::uint64_t bytes) {
  MPI_Status status;
  check(MPI_File_write_at(m_file, static_cast<MPI_Offset>(offset), data,
                          static_cast<int>(std::min(bytes, largest_transfer)),
                          MPI_BYTE, &status),
        "writing");
  return moved(status);
}

void MpiFile::flush() { check(MPI_File_sync(m_file), "flushing to the disk"); }

MpiInputFile::MpiInputFile(const MpiRanks& ranks, const NamedFile& name)
    : InputFile(name) {
  ranks.together([&] {
    // The same errors as those of a process alone.
    m_size = PosixInputFile(name).size();
    m_file.emplace(name, name.path(), MPI_MODE_RDONLY);
  });
  const std::vector<std::uint64_t> sizes = ranks.gather(m_size);
  ranks.together([&] {
    const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
    if (*least != *most)
      m_name.fail("the ranks do not see the same file: it has " +
                  std::to_string(*least) + " bytes for one and " +
                  std::to_string(*most) + " for another");
  });
}

void MpiInputFile::read(std::uint64_t offset, void* data,
                        std::uint64_t bytes) const {
  auto* target = static_cast<char*>(data);
  while (bytes > 0) {
    errno                   = 0;
    const std::uint64_t got = m_file->read(offset, target, bytes);
    // Some MPI libraries do not report an error of the system and move nothing.
    const int error = errno;
    if (got == 0 && Identity::of(path()).size < offset + bytes)
      m_name.fail("it became shorter while it was read");
    if (got == 0)
      m_name.fail(std::string("reading failed: ") +
                  (error != 0 ? std::strerror(error) : "no data came"));
    target += got;
    offset += got;
    bytes -= got;
  }
}

MpiOutputFile::MpiOutputFile(const MpiRanks& ranks, const NamedFile& name,
                             std::uint64_t bytes)
    : OutputFile(name), m_ranks(ranks) {
  const std::string path = make_shared_file(bytes);
  m_ranks.together([&] { m_file.emplace(m_name, path, MPI_MODE_WRONLY); });
}

/// Returns the path of the unfinished file, the same on all ranks. An unnamed
/// file disappears with the job, however that ends, but only ranks of one
/// machine can open it.
std::string MpiOutputFile::make_shared_file(std::uint64_t bytes) {
  using Temporary      = PosixOutputFile::Temporary;
  const auto make_file = [&](Temporary temporary) {
    m_ranks.together([&] {
      if (!m_ranks.is_first()) return;
      m_own.reset();
      m_own = std::make_unique<PosixOutputFile>(m_name, bytes, temporary);
    });
    return m_ranks.from_first(m_own ? m_own->shared_path() : std::string());
  };
  std::string path = make_file(Temporary::unnamed);
  if (!is_within_reach(path)) path = make_file(Temporary::named);
  // Any rank may be the one that receives the signal to end.
  if (m_ranks.gather(m_own && m_own->is_named() ? 1 : 0).front() != 0)
    set_pending(path);
  return path;
}

bool MpiOutputFile::is_within_reach(const std::string& path) const {
  const std::vector<Identity> all = m_ranks.gather(Identity::of(path));
  return std::all_of(all.begin(), all.end(), [&](const Identity& other) {
    return other.is_there && other.device == all.front().device &&
           other.number == all.front().number;
  });
}

MpiOutputFile::~MpiOutputFile() { set_pending(""); }

void MpiOutputFile::write(std::uint64_t offset, const void* data,
                          std::uint64_t bytes) {
  const auto* source = static_cast<const char*>(data);
  while (bytes > 0) {
    errno                   = 0;
    const std::uint64_t put = m_file->write(offset, source, bytes);
    const int error         = errno;
    if (put == 0)
      m_name.fail(std::string("writing failed: ") +
                  (error != 0 ? std::strerror(error) : "nothing was taken"));
    source += put;
    offset += put;
    bytes -= put;
  }
}

void MpiOutputFile::commit() {
  m_ranks.together([&] {
    m_file->flush();
    m_file.reset();
  });
  m_ranks.together([&] {
    if (m_own) m_own->commit();
  });
  set_pending("");
}

}  // namespace KokkosSort::Tool
