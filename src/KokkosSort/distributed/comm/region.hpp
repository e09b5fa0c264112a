// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_COMM_REGION_HPP
#define KOKKOSSORT_DISTRIBUTED_COMM_REGION_HPP

#include <KokkosSort/core/label.hpp>

#include <Kokkos_Core.hpp>

#include <exception>
#include <string>

namespace KokkosSort::Distributed::Impl {

using KokkosSort::Impl::labeled;

/// Profiling region. If its label finds no memory, there is none: an exception
/// here would be one rank's alone, and the others would wait for it.
class Region {
 public:
  explicit Region(char const* name) : Region("", name) {}
  Region(char const* prefix, char const* name) {
    try {
      Kokkos::Profiling::pushRegion(labeled(std::string(prefix) + name));
      m_is_open = true;
    } catch (std::exception const&) {
      m_is_open = false;
    }
  }
  ~Region() {
    if (m_is_open) Kokkos::Profiling::popRegion();
  }
  Region(Region const&)            = delete;
  Region& operator=(Region const&) = delete;

 private:
  bool m_is_open = false;
};

}  // namespace KokkosSort::Distributed::Impl

#endif
