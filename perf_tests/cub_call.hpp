// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERF_CUB_CALL_HPP
#define KOKKOSSORT_PERF_CUB_CALL_HPP

// Calls of CUB with scratch that is taken beforehand. Only for nvcc.

#include "benchmark_sorter.hpp"

#include <KokkosSort/workspace.hpp>

#include <cstddef>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>

namespace KokkosSort::Perf {

inline void check_cuda(cudaError_t status, char const* what) {
  if (status != cudaSuccess)
    throw std::runtime_error(std::string(what) + ": " +
                             cudaGetErrorString(status));
}

/// Number of elements for CUB, of which older versions take an int.
inline int cub_count(std::size_t count) {
  if (count > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw std::invalid_argument("CUB takes fewer than 2^31 keys here");
  return static_cast<int>(count);
}

/// Returns call(scratch, bytes) with the scratch that it needs.
template <class Call>
std::function<void()> with_cub_scratch(Exec const& exec, char const* what,
                                       Call const& call) {
  std::size_t bytes = 0;
  check_cuda(call(nullptr, bytes), what);
  // Without an address CUB would only state the size again.
  Workspace<Memory> const scratch(exec, bytes > 0 ? bytes : 1);
  return [=] {
    std::size_t available = scratch.bytes();
    check_cuda(call(scratch.data(), available), what);
  };
}

}  // namespace KokkosSort::Perf

#endif
