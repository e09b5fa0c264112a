// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_COMM_REGION_HPP
#define KOKKOSSORT_DISTRIBUTED_COMM_REGION_HPP

#include <KokkosSort/core/label.hpp>

namespace KokkosSort::Distributed::Impl {

using KokkosSort::Impl::labeled;

/// Profiling region. If there is no memory for its label, it is left out: an
/// exception on one rank would keep the others waiting.
class Region {
 public:
  explicit Region(char const* name) : Region("", name) {}
  Region(char const* prefix, char const* name);
  ~Region();
  Region(Region const&)            = delete;
  Region& operator=(Region const&) = delete;

 private:
  bool m_is_open = false;
};

}  // namespace KokkosSort::Distributed::Impl

#endif
