// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ARGSORT_STRINGS_HPP
#define KOKKOSSORT_ARGSORT_STRINGS_HPP

#include <KokkosSort/algorithm.hpp>
#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/options.hpp>
#include <KokkosSort/front/strings_dispatch.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/workspace.hpp>

#include <cstddef>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::argsort_strings.
struct ArgsortStrings : Impl::OnDefaultInstance<ArgsortStrings, 2> {
  using Impl::OnDefaultInstance<ArgsortStrings, 2>::operator();

  /// Finds the order of strings and leaves them untouched: permutation(i)
  /// becomes the number of the string that belongs at position i. permute()
  /// then brings any payloads into that order. The call also goes without
  /// `exec`, on the default instance of the bytes' execution space.
  ///
  /// @param exec execution space instance; the work is enqueued on it
  /// @param permutation rank-1 view of an integral type, with an element per
  ///   string; accessible from `exec`; overwritten, need not be initialized
  /// @param offsets rank-1 view of integers of 32 or 64 bits, may be of const.
  ///   String i has the bytes from offsets(i) to in front of offsets(i + 1). Or
  ///   segments(begins, ends), in any sequence, which may share bytes
  /// @param bytes rank-1 view of a character type, integers of 8 bits or
  ///   std::byte, which may be of const
  /// @param options in any order, each kind at most once: ascending (the
  ///   default) or descending, an Algorithm tag of a stable algorithm, a
  ///   Workspace
  ///
  /// Order and stability: lexicographic by unsigned bytes, as by std::memcmp,
  /// and a prefix in front of what it begins. Zeros are bytes as any. Always
  /// stable: the lower number of equal strings comes first, also if descending.
  ///
  /// Memory: argsort_strings_workspace_size() bytes, about n (2 K + 2 I + 1)
  /// for integers of K = 16 bytes and indices of I bytes. It does not depend on
  /// the lengths. A call with a Workspace allocates nothing.
  ///
  /// Launches and complexity: two launches find the bytes that all strings
  /// begin with, which are left out. One sort of integers of the next 15 bytes
  /// of all strings follows. Those that tie become segments, which two
  /// segmented sorts order by 7 further bytes each. One by a comparator
  /// follows, of strings that agree in 29 bytes behind those: O(m log m)
  /// comparisons of m such strings. The launches depend on n alone. The method
  /// is that of by_columns(), an MSD radix sort. Its digits are several
  /// characters (Kärkkäinen, Rantala: Engineering Radix Sort for Strings,
  /// 2008).
  ///
  /// Fences: none with a Workspace, the call is asynchronous. Without one the
  /// call fences `exec` before it returns.
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes. Either the permutation has not the extent of the strings, or its
  /// type cannot hold the indices, or the workspace is too small. Or the
  /// permutation overlaps another view (as far as contiguity shows).
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Permutation, Impl::UncountedSegments Offsets,
            Impl::BytesView Bytes, class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Permutation const& permutation,
                  Offsets const& offsets, Bytes const& bytes,
                  Options const&... options) const {
    Impl::forward_argsort_strings(exec, permutation, offsets, bytes,
                                  options...);
  }
};

/// Type of KokkosSort::argsort_strings_workspace_size.
struct ArgsortStringsWorkspaceSize {
  /// Returns the bytes of workspace that argsort_strings() needs with these
  /// arguments. They depend on the extents, not on the contents of the views.
  /// No launch, no fence, no allocation.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Permutation, Impl::UncountedSegments Offsets,
            Impl::BytesView Bytes, class... Options>
    requires Impl::ValidOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec,
                         Permutation const& permutation, Offsets const& offsets,
                         Bytes const& bytes, Options const&... options) const {
    return Impl::forward_argsort_strings_size(exec, permutation, offsets, bytes,
                                              options...);
  }
};

}  // namespace Function

/// Finds the order of strings: see Function::ArgsortStrings.
inline constexpr Function::ArgsortStrings argsort_strings{};
/// Bytes that argsort_strings() needs: see
/// Function::ArgsortStringsWorkspaceSize.
inline constexpr Function::ArgsortStringsWorkspaceSize
    argsort_strings_workspace_size{};

}  // namespace KokkosSort

#endif
