// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/distributed/comm/region.hpp>

#include <Kokkos_Core.hpp>

#include <exception>
#include <string>

namespace KokkosSort::Distributed::Impl {

Region::Region(char const* prefix, char const* name) {
  try {
    Kokkos::Profiling::pushRegion(labeled(std::string(prefix) + name));
    m_is_open = true;
  } catch (std::exception const&) {
    m_is_open = false;
  }
}

Region::~Region() {
  if (m_is_open) Kokkos::Profiling::popRegion();
}

}  // namespace KokkosSort::Distributed::Impl
