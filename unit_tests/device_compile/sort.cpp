// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled for CUDA and HIP, never run: every form of key, order and layout
// that takes a path of its own through sort().

#include <KokkosSort.hpp>
#include <Kokkos_Core.hpp>

#include <cstdint>

namespace DeviceCompile {

using Exec = Kokkos::DefaultExecutionSpace;

template <class T>
using Keys = Kokkos::View<T*, Exec>;

struct Pair {
  std::uint32_t major;
  std::uint32_t minor;
};

struct Lexicographic {
  KOKKOS_FUNCTION bool operator()(Pair const& a, Pair const& b) const {
    return a.major != b.major ? a.major < b.major : a.minor < b.minor;
  }
};

struct Minor {
  KOKKOS_FUNCTION std::uint32_t operator()(Pair const& pair) const {
    return pair.minor;
  }
};

}  // namespace DeviceCompile

using namespace DeviceCompile;

void numeric_keys(Exec const& exec, Keys<std::uint32_t> const& u32,
                  Keys<double> const& f64,
                  KokkosSort::Workspace<Exec::memory_space> const& workspace) {
  KokkosSort::sort(exec, u32, workspace);
  KokkosSort::sort(exec, f64, KokkosSort::descending);
  static_cast<void>(KokkosSort::sort_workspace_size(exec, u32));
}

void host_memory(Exec const& exec,
                 Kokkos::View<std::uint32_t*, Kokkos::HostSpace> const& keys,
                 KokkosSort::DeviceMemory const& memory) {
  KokkosSort::sort(exec, keys, memory);
}

void structs(Exec const& exec, Keys<Pair> const& pairs) {
  KokkosSort::sort(exec, pairs, Lexicographic{});
  KokkosSort::stable_sort(exec, pairs, KokkosSort::by(Minor{}),
                          KokkosSort::Algorithm::sample);
}

bool sortedness(Exec const& exec, Keys<std::uint32_t> const& keys) {
  return KokkosSort::is_sorted(exec, keys);
}
