// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/distributed/comm/agreement.hpp>

#include <mpi.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <cstdio>
#include <stdexcept>

namespace KokkosSort::Distributed::Impl {

namespace {

constexpr std::array<char const*, Signature::field_count> field_names{
    "the function they call",
    "the type of argument 'keys'",
    "the bytes of a key of argument 'keys'",
    "the type of argument 'values'",
    "the type of the order",
    "option bits(begin, end)",
    "the algorithm, or option stable or equal_keys_on_one_rank",
    "the execution space",
    "exchange.transport",
    "exchange.gpu_aware",
    "exchange.chunk_bytes",
    "exchange.levels",
    "the positions that they look for"};

// Launchers end a job in about two seconds.
constexpr unsigned seconds_to_abort = 10;

/// Broadcasts the error of rank `root` and throws it on all ranks.
[[noreturn]] void throw_everywhere(Communicator const& comm, int root,
                                   std::exception_ptr const& own) {
  struct Message {
    ErrorKind kind = ErrorKind::other;
    ErrorText text;
  } message;
  if (comm.rank() == root) {
    try {
      std::rethrow_exception(own);
    } catch (std::invalid_argument const& error) {
      message.kind = ErrorKind::argument;
      message.text.add(error.what());
    } catch (std::exception const& error) {
      message.text.add(error.what());
    } catch (...) {
      message.text.add("unknown error");
    }
    message.text.add(" (on rank ")
        .add(static_cast<std::uint64_t>(root))
        .add(" of ")
        .add(static_cast<std::uint64_t>(comm.size()))
        .add(")");
  }
  MPI_Bcast(&message, sizeof(message), MPI_BYTE, root, comm.get());
  throw_agreed(message.kind, message.text);
}

}  // namespace

void agree_on_error(Communicator const& comm, std::exception_ptr const& own) {
  agree_on_most(comm, own, 0);
}

std::uint64_t agree_on_most(Communicator const& comm,
                            std::exception_ptr const& own,
                            std::uint64_t value) {
  std::array<std::uint64_t, 2> most{
      own ? static_cast<std::uint64_t>(comm.size() - comm.rank()) : 0, value};
  MPI_Allreduce(MPI_IN_PLACE, most.data(), 2, MPI_UINT64_T, MPI_MAX,
                comm.get());
  if (most[0] > 0)
    throw_everywhere(comm, comm.size() - static_cast<int>(most[0]), own);
  return most[1];
}

void agree_on_error(Communicator const& comm, std::exception_ptr const& own,
                    char const* function, Signature const& signature) {
  constexpr std::size_t fields = Signature::field_count;
  // The maximum of a complement gives the minimum: one reduction for both.
  std::array<std::uint64_t, 2 * fields + 1> all{};
  for (std::size_t i = 0; i < fields; ++i) {
    all[2 * i]     = signature.words[i];
    all[2 * i + 1] = ~signature.words[i];
  }
  if (own) all.back() = static_cast<std::uint64_t>(comm.size() - comm.rank());
  MPI_Allreduce(MPI_IN_PLACE, all.data(), static_cast<int>(all.size()),
                MPI_UINT64_T, MPI_MAX, comm.get());
  for (std::size_t i = 0; i < fields; ++i) {
    std::uint64_t const most  = all[2 * i];
    std::uint64_t const least = ~all[2 * i + 1];
    if (most == least) continue;
    // The text must be equal on all ranks, so it names no function when the
    // functions differ.
    ErrorText text("KokkosSort::");
    text.add(i == Signature::function ? "Distributed" : function)
        .add(": the ranks differ in ")
        .add(field_names[i]);
    bool const is_number = i == Signature::key_bytes ||
                           i == Signature::chunk_bytes ||
                           i == Signature::levels;
    if (is_number) text.add(": ").add(least).add(" and ").add(most);
    throw_agreed(ErrorKind::argument, text);
  }
  if (all.back() > 0)
    throw_everywhere(comm, comm.size() - static_cast<int>(all.back()), own);
}

void abort_job(char const* function, Communicator const& comm,
               char const* text) {
  std::fprintf(stderr, "KokkosSort::%s: rank %d of %d ends the job: %s\n",
               function, comm.rank(), comm.size(), text);
  // MPICH's MPI_Abort waits for progress of the other ranks. If they make none,
  // the alarm ends this process, and with it the job.
  std::signal(SIGALRM, SIG_DFL);
  alarm(seconds_to_abort);
  MPI_Abort(comm.get(), 1);
}

}  // namespace KokkosSort::Distributed::Impl
