// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_RUN_LENGTH_ENCODE_HPP
#define KOKKOSSORT_RUN_LENGTH_ENCODE_HPP

#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/runs_dispatch.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/workspace.hpp>

#include <cstddef>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::run_length_encode.
struct RunLengthEncode : Impl::OnDefaultInstance<RunLengthEncode> {
  using Impl::OnDefaultInstance<RunLengthEncode>::operator();

  /// Copies the first key of each run of equivalent neighbors, and counts the
  /// keys of the run. The call also goes without `exec`. Everything that is not
  /// stated here is as for unique().
  ///
  /// @param lengths rank-1 view of an integral type with room for n numbers;
  /// the
  ///   first count() elements become the lengths of the runs, the others stay
  ///
  /// Order and stability: as unique().
  ///
  /// Memory: run_length_encode_workspace_size(exec, keys, out, lengths, count,
  /// options...) bytes, 24 per tile of unique(), and 32 on devices.
  ///
  /// Launches and complexity: as unique().
  ///
  /// Fences: as unique().
  ///
  /// @throws std::invalid_argument as unique(), and likewise for `lengths`
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::ResultOf<Keys> Out, Impl::IndexView Lengths,
            Impl::CountView Count, class... Options>
    requires Impl::OrderAndWorkspace<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys, Out const& out,
                  Lengths const& lengths, Count const& count,
                  Options const&... options) const {
    Impl::forward_run_length_encode(exec, keys, out, lengths, count,
                                    options...);
  }
};

/// Type of KokkosSort::run_length_encode_workspace_size.
struct RunLengthEncodeWorkspaceSize {
  /// Returns the bytes of workspace that run_length_encode() needs with these
  /// arguments. Everything else is as for unique_workspace_size.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::ResultOf<Keys> Out, Impl::IndexView Lengths,
            Impl::CountView Count, class... Options>
    requires Impl::OrderAndWorkspace<Options...>
  std::size_t operator()(ExecutionSpace const&, Keys const& keys, Out const&,
                         Lengths const&, Count const& count,
                         Options const&... options) const {
    using Result = Impl::RunLengths<Impl::MovedType<Lengths>>;
    return Impl::runs_bytes<ExecutionSpace, Result>(keys, count, options...);
  }
};

}  // namespace Function

/// Copies the first key of each run and counts its keys: see
/// Function::RunLengthEncode.
inline constexpr Function::RunLengthEncode run_length_encode{};
/// Returns the bytes that run_length_encode() needs: see
/// Function::RunLengthEncodeWorkspaceSize.
inline constexpr Function::RunLengthEncodeWorkspaceSize
    run_length_encode_workspace_size{};

}  // namespace KokkosSort

#endif
