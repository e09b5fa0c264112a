// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PREPARE_HPP
#define KOKKOSSORT_PREPARE_HPP

#include <KokkosSort/argsort.hpp>
#include <KokkosSort/argsort_rows.hpp>
#include <KokkosSort/argsort_strings.hpp>
#include <KokkosSort/bin_by.hpp>
#include <KokkosSort/bounds.hpp>
#include <KokkosSort/coo_to_crs.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/launch_graph.hpp>
#include <KokkosSort/front/prepared_calls.hpp>
#include <KokkosSort/front/prepared_rank_calls.hpp>
#include <KokkosSort/front/prepared_segmented_calls.hpp>
#include <KokkosSort/front/prepared_selection_calls.hpp>
#include <KokkosSort/front/prepared_sorted_calls.hpp>
#include <KokkosSort/group_by.hpp>
#include <KokkosSort/histogram.hpp>
#include <KokkosSort/merge.hpp>
#include <KokkosSort/merge_runs.hpp>
#include <KokkosSort/nth_element.hpp>
#include <KokkosSort/permute.hpp>
#include <KokkosSort/quantiles.hpp>
#include <KokkosSort/reduce_by_key.hpp>
#include <KokkosSort/run_length_encode.hpp>
#include <KokkosSort/scan_by_key.hpp>
#include <KokkosSort/segmented_argsort.hpp>
#include <KokkosSort/segmented_sort.hpp>
#include <KokkosSort/segmented_sort_by_key.hpp>
#include <KokkosSort/segmented_top_k.hpp>
#include <KokkosSort/sort.hpp>
#include <KokkosSort/sort_and_merge.hpp>
#include <KokkosSort/sort_by_key.hpp>
#include <KokkosSort/sort_counted.hpp>
#include <KokkosSort/sort_crs.hpp>
#include <KokkosSort/sort_each_row.hpp>
#include <KokkosSort/top_k.hpp>
#include <KokkosSort/unique.hpp>
#include <KokkosSort/workspace.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <memory>
#include <tuple>
#include <utility>

namespace KokkosSort {

/// A call that can be repeated: prepare() returns it. It holds copies of the
/// execution space instance, views and options, and the workspace, so that
/// their memory stays alive. Copies share all of it. A moved-from object can
/// only be assigned to or destroyed.
///
/// The last copy fences the instance when it is destroyed. It must be destroyed
/// before Kokkos is finalized.
template <class Function, class ExecutionSpace, class... Arguments>
class Prepared {
 public:
  /// Enqueues the call on its instance. Memory: none. Launches: those of the
  /// function, or one graph launch if replays_graph(). Fences: none, except for
  /// argsort_rows() of more than 64 bits.
  void run() const { m_state->run(); }

  /// Enqueues the call after a check that the views are still the prepared
  /// ones. Takes them in the order of prepare(), without the options.
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, if a view has another address, extent or stride
  template <class... Views>
    requires(sizeof...(Views) > 0)
  void run(Views const&... views) const {
    m_state->check(std::index_sequence_for<Views...>{}, views...);
    m_state->run();
  }

  /// Returns whether run() launches a recorded graph. Hosts have no graphs. On
  /// CUDA and HIP the exceptions are:
  /// - argsort_rows() of more than 64 bits
  /// - a kernel too large to travel with its launch
  /// - a tool of Kokkos that is loaded at prepare()
  /// - a Kokkos that checks bounds
  bool replays_graph() const { return m_state->graph.is_captured(); }

  /// Prepares a call: see Function::Prepare.
  Prepared(Function const& function, ExecutionSpace const& exec,
           Arguments const&... arguments)
      : m_state(std::make_shared<State>(function, exec, arguments...)) {}

 private:
  using Call = Impl::PreparedCall<Function>;
  static constexpr bool has_workspace =
      (Impl::is_workspace_v<Arguments> || ...);

  struct State {
    Function function;
    ExecutionSpace exec;
    std::tuple<Arguments...> arguments;
    Workspace<typename ExecutionSpace::memory_space> own;
    Impl::LaunchGraph<ExecutionSpace> graph;

    State(Function const& function_, ExecutionSpace const& exec_,
          Arguments const&... arguments_)
        : function(function_), exec(exec_), arguments(arguments_...) {
      std::size_t const needed = Call::checked_bytes(exec, arguments_...);
      if constexpr (has_workspace) {
        Impl::check_workspace_option<ExecutionSpace>(
            Call::name, needed,
            Impl::pick<Impl::IsWorkspace>(Impl::OwnMemory{}, arguments_...));
      } else {
        own.reserve(exec, needed);
      }
      if (Call::never_waits(arguments_...))
        graph.capture(exec,
                      [&](ExecutionSpace const& recorder) { call(recorder); });
    }

    ~State() {
      exec.fence(Impl::labeled(
          "KokkosSort::Prepared: memory and graph are no longer in use"));
    }

    State(State const&)            = delete;
    State& operator=(State const&) = delete;

    void call(ExecutionSpace const& on) const {
      std::apply(
          [&](Arguments const&... all) {
            if constexpr (has_workspace) {
              function(on, all...);
            } else {
              function(on, all..., own);
            }
          },
          arguments);
    }

    void run() const {
      if (graph.is_captured()) {
        Kokkos::Profiling::ScopedRegion const region(
            Impl::labeled("KokkosSort::Prepared::run"));
        if (graph.launch(exec)) return;
      }
      call(exec);
    }

    template <std::size_t... i, class... Views>
    void check(std::index_sequence<i...>, Views const&... views) const {
      auto const prepared = std::apply(
          [](Arguments const&... all) { return Impl::views_among(all...); },
          arguments);
      static_assert(sizeof...(Views) == std::tuple_size_v<decltype(prepared)>,
                    "KokkosSort: run() takes all views that were prepared, in "
                    "their order and without the options");
      (Impl::check_same_argument(Call::view_name(i), std::get<i>(prepared),
                                 views),
       ...);
    }
  };

  std::shared_ptr<State const> m_state;
};

namespace Function {

/// Type of KokkosSort::prepare.
struct Prepare {
  /// Prepares a call for a loop that repeats it on the same views:
  /// prepare(sort_by_key, exec, keys, values, options...).run() has the effect
  /// of sort_by_key(exec, keys, values, options...). The elements may change
  /// between runs, the views may not. Nothing is sorted yet.
  ///
  /// @param function sort, stable_sort, sort_by_key, stable_sort_by_key,
  ///   argsort, argsort_rows, permute, a selection, or a function of segments,
  ///   rows, CRS or sorted data.
  ///   Algorithm::gpu_quick_two_kernels, whose host waits between launches,
  ///   does not compile
  /// @param exec execution space instance; the runs are enqueued on it
  /// @param arguments the views and options that follow `exec` in a call of
  ///   the function. A range of the keys is given as a subview. Options are
  ///   copied, with the state of a comparator.
  ///
  /// Order and stability: those of the function.
  ///
  /// Memory: the function's *_workspace_size bytes, unless a Workspace is among
  /// the options. A Workspace is shared with other calls as in a plain call. If
  /// it grows later, the runs keep using its earlier memory.
  ///
  /// Launches and complexity: on CUDA and HIP the launches of the function are
  /// recorded here, by stream capture. A run repeats them by one graph launch.
  /// Elsewhere run() calls the function.
  ///
  /// Fences: none. Prepared describes those of run().
  ///
  /// @throws std::invalid_argument naming the argument, as the function does,
  /// and if the workspace is too small
  template <class Callee, Impl::ExecutionSpaceInstance ExecutionSpace,
            class... Arguments>
    requires Impl::PreparableCall<Callee, ExecutionSpace, Arguments...>
  [[nodiscard]] Prepared<Callee, ExecutionSpace, Arguments...> operator()(
      Callee const& function, ExecutionSpace const& exec,
      Arguments const&... arguments) const {
    return {function, exec, arguments...};
  }
};

}  // namespace Function

/// Prepares a call for a loop: see Function::Prepare.
inline constexpr Function::Prepare prepare{};

}  // namespace KokkosSort

#endif
