// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <distributed/soak_faults.hpp>

#include <mpi.h>

#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <new>
#include <stdexcept>
#include <thread>

namespace KokkosSort::Test::Soak {

namespace {

constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

/// State of the thread that calls the library. Kokkos's other threads meet no
/// fault.
struct State {
  bool is_on         = false;
  Fault fault        = Fault::none;
  std::uint64_t at   = never;
  bool is_lasting    = false;
  std::uint64_t seen = 0;
};
thread_local State state;

bool counts(Moment kind) {
  switch (state.fault) {
    case Fault::allocation: return kind == Moment::allocation;
    case Fault::exception: return kind == Moment::copy;
    default: return true;
  }
}

/// Whether a moment is that of the fault.
bool is_due(Moment kind) {
  if (!state.is_on || !counts(kind)) return false;
  std::uint64_t const number = state.seen++;
  if (state.at == never) return false;
  // A slow rank lags at one moment of four, not at those after one.
  if (state.fault == Fault::slow) return number % 4 == state.at % 4;
  return number == state.at || (state.is_lasting && number > state.at &&
                                state.fault == Fault::allocation);
}

void sleep_for(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

}  // namespace

char const* fault_name(Fault fault) {
  switch (fault) {
    case Fault::none: return "none";
    case Fault::allocation: return "allocation";
    case Fault::exception: return "exception";
    case Fault::kill: return "kill";
    case Fault::delay: return "delay";
    default: return "slow";
  }
}

void kill_this_rank() {
  std::raise(SIGKILL);
  std::abort();
}

void moment(Moment kind) {
  if (!is_due(kind)) return;
  switch (state.fault) {
    case Fault::none: return;
    case Fault::allocation: throw std::bad_alloc();
    case Fault::exception: throw std::runtime_error("an order's copy throws");
    case Fault::kill: kill_this_rank();
    case Fault::delay: sleep_for(2000); return;
    case Fault::slow: sleep_for(5); return;
  }
}

FaultPlan::FaultPlan(Fault fault) : FaultPlan(fault, never, false) {}

FaultPlan::FaultPlan(Fault fault, std::uint64_t at, bool is_lasting) {
  state = {true, fault, at, is_lasting, 0};
}

std::uint64_t FaultPlan::end() {
  state.is_on = false;
  return state.seen;
}

namespace {

void* allocate(std::size_t bytes, std::size_t alignment) {
  moment(Moment::allocation);
  std::size_t const whole = (bytes + alignment - 1) / alignment * alignment;
  return alignment <= alignof(std::max_align_t)
             ? std::malloc(bytes == 0 ? 1 : bytes)
             : std::aligned_alloc(alignment, whole == 0 ? alignment : whole);
}

void* allocate_or_throw(std::size_t bytes, std::size_t alignment) {
  void* const memory = allocate(bytes, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void* allocate_or_null(std::size_t bytes, std::size_t alignment) noexcept {
  try {
    return allocate(bytes, alignment);
  } catch (std::bad_alloc const&) {
    return nullptr;
  }
}

constexpr std::size_t usual = alignof(std::max_align_t);

void message() { KokkosSort::Test::Soak::moment(Moment::message); }

}  // namespace

}  // namespace KokkosSort::Test::Soak

namespace Soak = KokkosSort::Test::Soak;

void* operator new(std::size_t n) {
  return Soak::allocate_or_throw(n, Soak::usual);
}
void* operator new[](std::size_t n) {
  return Soak::allocate_or_throw(n, Soak::usual);
}
void* operator new(std::size_t n, std::nothrow_t const&) noexcept {
  return Soak::allocate_or_null(n, Soak::usual);
}
void* operator new[](std::size_t n, std::nothrow_t const&) noexcept {
  return Soak::allocate_or_null(n, Soak::usual);
}
void* operator new(std::size_t n, std::align_val_t a) {
  return Soak::allocate_or_throw(n, static_cast<std::size_t>(a));
}
void* operator new[](std::size_t n, std::align_val_t a) {
  return Soak::allocate_or_throw(n, static_cast<std::size_t>(a));
}
void* operator new(std::size_t n, std::align_val_t a,
                   std::nothrow_t const&) noexcept {
  return Soak::allocate_or_null(n, static_cast<std::size_t>(a));
}
void* operator new[](std::size_t n, std::align_val_t a,
                     std::nothrow_t const&) noexcept {
  return Soak::allocate_or_null(n, static_cast<std::size_t>(a));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

// Moments in front of collective calls and messages.
extern "C" {

int MPI_Allreduce(void const* from, void* to, int count, MPI_Datatype type,
                  MPI_Op op, MPI_Comm comm) {
  Soak::message();
  return PMPI_Allreduce(from, to, count, type, op, comm);
}
int MPI_Alltoall(void const* from, int sent, MPI_Datatype sent_type, void* to,
                 int received, MPI_Datatype received_type, MPI_Comm comm) {
  Soak::message();
  return PMPI_Alltoall(from, sent, sent_type, to, received, received_type,
                       comm);
}
int MPI_Alltoallv(void const* from, int const* sent, int const* sent_at,
                  MPI_Datatype sent_type, void* to, int const* received,
                  int const* received_at, MPI_Datatype received_type,
                  MPI_Comm comm) {
  Soak::message();
  return PMPI_Alltoallv(from, sent, sent_at, sent_type, to, received,
                        received_at, received_type, comm);
}
int MPI_Isend(void const* data, int count, MPI_Datatype type, int target,
              int tag, MPI_Comm comm, MPI_Request* request) {
  Soak::message();
  return PMPI_Isend(data, count, type, target, tag, comm, request);
}
int MPI_Waitany(int count, MPI_Request* requests, int* index,
                MPI_Status* status) {
  Soak::message();
  return PMPI_Waitany(count, requests, index, status);
}
int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* copy) {
  Soak::message();
  return PMPI_Comm_dup(comm, copy);
}

}  // extern "C"
