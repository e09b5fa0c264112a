// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_LABEL_PREFIX_HPP
#define KOKKOSSORT_LABEL_PREFIX_HPP

#include <KokkosSort/core/label.hpp>

#include <string>
#include <utility>

namespace KokkosSort {

/// While it lives, calls of this thread carry a prefix in front of the labels
/// of their kernels, regions, allocations and fences. So profiles show their
/// origin:
///
///     KokkosSort::LabelPrefix const prefix("MyCode::Tree::");
///     KokkosSort::sort(exec, codes);   // MyCode::Tree::KokkosSort::…
///
/// Prefixes nest: the inner one follows the outer one. They end in the reverse
/// order of their beginnings, on the thread where they began. Copies between
/// memory spaces keep the labels that Kokkos gives them.
class LabelPrefix {
 public:
  /// Appends `prefix` to the prefixes of this thread.
  explicit LabelPrefix(std::string const& prefix)
      : m_before(Impl::label_prefix()) {
    Impl::label_prefix() += prefix;
  }
  ~LabelPrefix() { Impl::label_prefix() = std::move(m_before); }
  LabelPrefix(LabelPrefix const&)            = delete;
  LabelPrefix& operator=(LabelPrefix const&) = delete;

 private:
  std::string m_before;
};

}  // namespace KokkosSort

#endif
