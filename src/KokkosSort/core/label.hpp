// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_LABEL_HPP
#define KOKKOSSORT_CORE_LABEL_HPP

#include <string>

namespace KokkosSort::Impl {

/// Prefix composed by the LabelPrefix objects of this thread.
inline std::string& label_prefix() {
  thread_local std::string prefix;
  return prefix;
}

/// Returns the name by which Kokkos and its tools show a kernel, region,
/// allocation or fence of the library.
inline std::string labeled(std::string label) {
  return label_prefix().empty() ? label : label_prefix() + label;
}

}  // namespace KokkosSort::Impl

#endif
