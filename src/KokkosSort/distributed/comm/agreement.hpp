// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_COMM_AGREEMENT_HPP
#define KOKKOSSORT_DISTRIBUTED_COMM_AGREEMENT_HPP

#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/comm/error_text.hpp>

#include <array>
#include <cstdint>
#include <exception>
#include <string_view>
#include <typeinfo>

namespace KokkosSort::Distributed::Impl {

/// Properties of a call that must be equal on all ranks.
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
    places,
    field_count
  };

  std::array<std::uint64_t, field_count> words{};
};

/// FNV-1a hash, which is equal for equal texts in every process.
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

/// Throws on all ranks if any rank captured an error: the error of the first
/// such rank. Collective.
void agree_on_error(Communicator const& comm, std::exception_ptr const& own);

/// Throws likewise. Returns the maximum of `value` over the ranks, which takes
/// the same reduction. Collective.
std::uint64_t agree_on_most(Communicator const& comm,
                            std::exception_ptr const& own, std::uint64_t value);

/// Throws also if the signatures of the ranks differ. Collective.
void agree_on_error(Communicator const& comm, std::exception_ptr const& own,
                    char const* function, Signature const& signature);

/// Returns the exception that `work` throws, or null.
template <class Work>
std::exception_ptr capture_exception(Work const& work) {
  try {
    work();
  } catch (...) {
    return std::current_exception();
  }
  return nullptr;
}

/// Ends the job with a message on stderr.
void abort_job(char const* function, Communicator const& comm,
               char const* text);

/// Runs the work that follows an agreement. An error of one rank can no longer
/// reach the others there: the job ends with its message, because the other
/// ranks would wait forever.
template <class Work>
void run_or_abort(char const* function, Communicator const& comm,
                  Work const& work) {
  try {
    work();
  } catch (Agreed const&) {
    throw;
  } catch (std::exception const& error) {
    abort_job(function, comm, error.what());
  } catch (...) {
    abort_job(function, comm, "unknown error");
  }
}

}  // namespace KokkosSort::Distributed::Impl

#endif
