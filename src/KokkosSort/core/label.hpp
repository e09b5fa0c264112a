// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_LABEL_HPP
#define KOKKOSSORT_CORE_LABEL_HPP

#include <string>

namespace KokkosSort::Impl {

/// Prefix that LabelPrefix objects of this thread have put together.
inline std::string& label_prefix() {
  thread_local std::string prefix;
  return prefix;
}

/// Name under which Kokkos and its tools see a kernel, a region, an allocation
/// or a fence of the library.
inline std::string labeled(std::string label) {
  return label_prefix().empty() ? label : label_prefix() + label;
}

}  // namespace KokkosSort::Impl

#endif
