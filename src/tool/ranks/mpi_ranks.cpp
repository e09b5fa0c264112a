// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/ranks/mpi_ranks.hpp>
#include <tool/io/mpi_file.hpp>
#include <tool/io/pending.hpp>
#include <Kokkos_Core.hpp>
#include <sched.h>
#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace KokkosSort::Tool {

namespace {

const char* environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : nullptr;
}

/// nvcc does not accept the type of the system, which has no name, as a
/// template argument.
struct Cores {
  cpu_set_t set;
};

/// Returns the number of processes that the launcher reports; 0: none.
int launched_processes() {
  for (const char* name :
       {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}) {
    if (const char* value = environment(name)) return std::atoi(value);
  }
  return 0;
}

bool has_option(const std::vector<char*>& given, std::string_view start) {
  return std::any_of(given.begin(), given.end(), [&](const char* option) {
    return std::string_view(option).rfind(start, 0) == 0;
  });
}

std::string text_of(const std::exception_ptr& fault) {
  try {
    std::rethrow_exception(fault);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "unknown error";
  }
}

}  // namespace

bool is_launched() {
  return launched_processes() > 1 || environment("OMPI_COMM_WORLD_SIZE") ||
         environment("PMI_RANK") || environment("PMIX_RANK");
}

MpiRanks::MpiRanks() {
  int provided = MPI_THREAD_SINGLE;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  // A duplicate, whose errors end the job. A rank that left a collective call
  // alone would leave the others waiting.
  MPI_Comm_dup(MPI_COMM_WORLD, &m_comm);
  MPI_Comm_set_errhandler(m_comm, MPI_ERRORS_ARE_FATAL);
  MPI_Comm_rank(m_comm, &m_rank);
  MPI_Comm_size(m_comm, &m_size);
  MPI_Comm_split_type(m_comm, MPI_COMM_TYPE_SHARED, m_rank, MPI_INFO_NULL,
                      &m_node);
  MPI_Comm_rank(m_node, &m_local_rank);
  MPI_Comm_size(m_node, &m_sharers);
  std::string fault;
  if (provided < MPI_THREAD_FUNNELED)
    fault =
        "this MPI does not allow the threads of Kokkos beside it "
        "(MPI_THREAD_FUNNELED)";
  if (m_size == 1 && launched_processes() > 1)
    fault = "the launcher started " + std::to_string(launched_processes()) +
            " processes, but for MPI each of them is alone: this tool is "
            "built with " +
            library() + ", take its own launcher";
  if (fault.empty()) return;
  end();
  throw SharedError(fault);
}

MpiRanks::~MpiRanks() { end(); }

void MpiRanks::end() {
  MPI_Comm_free(&m_node);
  MPI_Comm_free(&m_comm);
  MPI_Finalize();
}

std::string MpiRanks::library() const {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(text, &length);
  // The first words suffice: Open MPI adds its package, and MPICH has tabs.
  std::string name(text, static_cast<std::size_t>(length));
  name.resize(std::min(name.find_first_of(",\n"), name.size()));
  std::replace(name.begin(), name.end(), '\t', ' ');
  return name;
}

std::vector<std::string> MpiRanks::kokkos_options(
    const std::vector<char*>& given) const {
  std::vector<std::string> options;
  const int devices = Kokkos::num_devices();
  if (devices > 0 && !has_option(given, "--kokkos-device-id") &&
      !has_option(given, "--kokkos-map-device-id-by") &&
      !environment("KOKKOS_DEVICE_ID") &&
      !environment("KOKKOS_MAP_DEVICE_ID_BY")) {
    options.push_back("--kokkos-device-id=" +
                      std::to_string(m_local_rank % devices));
  }
  const int share = fair_share_of_threads();
  if (!has_option(given, "--kokkos-num-threads") &&
      !environment("KOKKOS_NUM_THREADS") && !environment("OMP_NUM_THREADS")) {
    options.push_back("--kokkos-num-threads=" + std::to_string(share));
  }
  return options;
}

/// Returns the number of cores that this rank may run on, divided by the number
/// of ranks that may run on the same ones.
int MpiRanks::fair_share_of_threads() const {
  Cores own;
  CPU_ZERO(&own.set);
  if (sched_getaffinity(0, sizeof(own.set), &own.set) != 0)
    CPU_SET(0, &own.set);
  std::vector<Cores> all(static_cast<std::size_t>(m_sharers));
  MPI_Allgather(&own, sizeof(own), MPI_BYTE, all.data(), sizeof(own), MPI_BYTE,
                m_node);
  const auto equal = std::count_if(
      all.begin(), all.end(),
      [&](const Cores& other) { return CPU_EQUAL(&own.set, &other.set) != 0; });
  return std::max(CPU_COUNT(&own.set) / static_cast<int>(equal), 1);
}

std::unique_ptr<InputFile> MpiRanks::open_input(const NamedFile& name) const {
  return std::make_unique<MpiInputFile>(*this, name);
}

std::unique_ptr<OutputFile> MpiRanks::open_output(const NamedFile& name,
                                                  std::uint64_t bytes) const {
  return std::make_unique<MpiOutputFile>(*this, name, bytes);
}

void MpiRanks::abandon(int status) const {
  if (m_size == 1) return;
  remove_pending();
  MPI_Abort(m_comm, status);
}

std::string MpiRanks::from(int rank, std::string text) const {
  std::uint64_t length = text.size();
  MPI_Bcast(&length, 1, MPI_UINT64_T, rank, m_comm);
  text.resize(length);
  MPI_Bcast(text.data(), static_cast<int>(length), MPI_CHAR, rank, m_comm);
  return text;
}

void MpiRanks::settle(const std::exception_ptr& fault) const {
  const std::vector<int> faulty = gather(fault ? 1 : 0);
  const auto first              = std::find(faulty.begin(), faulty.end(), 1);
  if (first == faulty.end()) return;
  const int source = static_cast<int>(first - faulty.begin());
  std::string text = from(source, fault ? text_of(fault) : std::string());
  if (std::find(faulty.begin(), faulty.end(), 0) != faulty.end())
    text += " (on rank " + std::to_string(source) + " of " +
            std::to_string(m_size) + ")";
  throw SharedError(text);
}

void MpiRanks::all_gather(const void* own, std::size_t bytes, void* all) const {
  MPI_Allgather(own, static_cast<int>(bytes), MPI_BYTE, all,
                static_cast<int>(bytes), MPI_BYTE, m_comm);
}

}  // namespace KokkosSort::Tool
