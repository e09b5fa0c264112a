// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_COMM_AGREEMENT_HPP
#define KOKKOSSORT_DISTRIBUTED_COMM_AGREEMENT_HPP

#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/comm/error_text.hpp>

#include <mpi.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string_view>
#include <typeinfo>

namespace KokkosSort::Distributed::Impl {

/// What all ranks must say alike when they make a call together.
struct Signature {
  enum Field {
    function,
    keys,
    key_bytes,
    values,
    order,
    bits,
    algorithm,
    space,
    transport,
    gpu_aware,
    chunk_bytes,
    levels,
    field_count
  };

  std::array<std::uint64_t, field_count> words{};

  static char const* name_of(int field) {
    static constexpr std::array<char const*, field_count> names{
        "the function they call",
        "the type of argument 'keys'",
        "the bytes of a key of argument 'keys'",
        "the type of argument 'values'",
        "the type of the order",
        "option bits(begin, end)",
        "the algorithm, or whether the sort is stable",
        "the execution space",
        "exchange.transport",
        "exchange.gpu_aware",
        "exchange.chunk_bytes",
        "exchange.levels"};
    return names[static_cast<std::size_t>(field)];
  }
};

/// FNV-1a: the same for the same text in every process.
constexpr std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ull;
  for (char const c : text)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  return hash;
}

template <class T>
std::uint64_t type_hash() {
  return hash_of(typeid(T).name());
}

/// Sends the error of rank `root` to all and throws it on all.
[[noreturn]] inline void throw_everywhere(Communicator const& comm, int root,
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

/// Whether all ranks are well. Collective. If one is not, all throw what the
/// first of them has to say.
inline void agree_on_error(Communicator const& comm,
                           std::exception_ptr const& own) {
  int bad = own ? comm.size() - comm.rank() : 0;
  MPI_Allreduce(MPI_IN_PLACE, &bad, 1, MPI_INT, MPI_MAX, comm.get());
  if (bad > 0) throw_everywhere(comm, comm.size() - bad, own);
}

/// As above, and all ranks must have the same signature.
inline void agree_on_error(Communicator const& comm,
                           std::exception_ptr const& own, char const* function,
                           Signature const& signature) {
  constexpr std::size_t fields = Signature::field_count;
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
    // All must say the same, so none can name its own function here.
    ErrorText text("KokkosSort::");
    text.add(i == Signature::function ? "Distributed" : function)
        .add(": the ranks differ in ")
        .add(Signature::name_of(static_cast<int>(i)));
    bool const is_number = i == Signature::key_bytes ||
                           i == Signature::chunk_bytes ||
                           i == Signature::levels;
    if (is_number) text.add(": ").add(least).add(" and ").add(most);
    throw_agreed(ErrorKind::argument, text);
  }
  if (all.back() > 0)
    throw_everywhere(comm, comm.size() - static_cast<int>(all.back()), own);
}

/// What `work` throws, if anything.
template <class Work>
std::exception_ptr capture_exception(Work const& work) {
  try {
    work();
  } catch (...) {
    return std::current_exception();
  }
  return nullptr;
}

// Launchers end a job in some two seconds.
inline constexpr unsigned seconds_to_abort = 10;

/// Runs what follows an agreement. An error that the other ranks do not share
/// can no longer be told to them: the job ends with its message, rather than
/// wait for ever.
template <class Work>
void run_or_abort(char const* function, Communicator const& comm,
                  Work const& work) {
  auto const end_job = [&](char const* text) {
    std::fprintf(stderr, "KokkosSort::%s: rank %d of %d ends the job: %s\n",
                 function, comm.rank(), comm.size(), text);
    // MPICH's MPI_Abort waits for progress of the other ranks: if they make
    // none, the end of this process ends the job.
    std::signal(SIGALRM, SIG_DFL);
    alarm(seconds_to_abort);
    MPI_Abort(comm.get(), 1);
  };
  try {
    work();
  } catch (Agreed const&) {
    throw;
  } catch (std::exception const& error) {
    end_job(error.what());
  } catch (...) {
    end_job("unknown error");
  }
}

}  // namespace KokkosSort::Distributed::Impl

#endif
