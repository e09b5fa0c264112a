// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sorts inside a time loop: one, or 20 of different arrays enqueued back to
// back. Beside them stands the same number of empty launches. The rate counts
// the keys of one array.

#include "benchmark_case.hpp"
#include "benchmark_sorter.hpp"
#include "checksum.hpp"
#include "random_keys.hpp"
#if defined(KOKKOS_ENABLE_CUDA)
#include "peers_cuda.hpp"
#endif

#include <KokkosSort/core/launch_graph.hpp>
#include <KokkosSort/prepare.hpp>
#include <KokkosSort/sort.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace KokkosSort::Perf {

struct NoWork {
  KOKKOS_FUNCTION void operator()(int) const {}
};

namespace {

template <class Key, int repeats>
class LoopCase : public BenchmarkCase {
 public:
  explicit LoopCase(Task const& task)
      : m_input(random_keys<Key>(task)),
        m_workspace(m_exec, sort_workspace_size(m_exec, m_input)) {
    for (int i = 0; i < repeats; ++i) {
      m_keys.emplace_back(Kokkos::view_alloc("keys", m_exec), task.count);
      m_prepared.push_back(
          prepare(KokkosSort::sort, m_exec, m_keys.back(), m_workspace));
    }
#if defined(KOKKOS_ENABLE_CUDA)
    m_scratch.reserve(m_exec, Cub::scratch_bytes(cub_input(m_exec, 0)));
    for (int i = 0; i < repeats; ++i) {
      m_graphs.push_back(std::make_unique<Impl::LaunchGraph<Exec>>());
      m_graphs.back()->capture(m_exec, [&](Exec const& recorder) {
        Cub::sort(cub_input(recorder, i));
      });
      if (!m_graphs.back()->is_captured())
        throw std::runtime_error("CUB's launches are not captured");
    }
#endif
    m_expected =
        checksum(m_exec, Output<Key, NoValues>{m_input.data(), {}}, task.count);
  }

  double run(std::string const& name) override {
    for (auto const& keys : m_keys) Kokkos::deep_copy(m_exec, keys, m_input);
    m_output = {m_keys.back().data(), nullptr};
    Kokkos::fence();
    Kokkos::Timer const timer;
    for (int i = 0; i < repeats; ++i) enqueue(name, i);
    m_exec.fence();
    return timer.seconds();
  }

  std::size_t workspace_bytes(std::string const&) const override {
    return m_workspace.bytes();
  }

  void verify() const override {
    if (m_output.keys == nullptr) return;
    Checksum const sum = checksum(m_exec, m_output, m_input.extent(0));
    if (sum.disorder > 0 || !sum.same_elements(m_expected))
      throw std::runtime_error("the last array is not its input in order");
  }

 private:
  void enqueue(std::string const& name, int i) {
    if (name == "loop_plain") {
      KokkosSort::sort(m_exec, m_keys[i]);
    } else if (name == "loop_workspace") {
      KokkosSort::sort(m_exec, m_keys[i], m_workspace);
    } else if (name == "loop_prepared") {
      m_prepared[i].run();
    } else if (name == "loop_empty") {
      Kokkos::parallel_for("KokkosSort::Perf::empty",
                           Kokkos::RangePolicy<Exec>(m_exec, 0, 1), NoWork{});
      m_output.keys = nullptr;
    } else {
      enqueue_peer(name, i);
    }
  }

#if defined(KOKKOS_ENABLE_CUDA)
  using Cub = CubRadix<Key, NoValues>;

  Input<Key, NoValues> cub_input(Exec const& exec, int i) const {
    return {exec, m_keys[i], {}, m_scratch};
  }
  void enqueue_peer(std::string const& name, int i) {
    if (name == "loop_cub_graph") {
      m_graphs[i]->launch(m_exec);
      m_output.keys = static_cast<Key const*>(m_scratch.data());
    } else {
      m_output = Cub::sort(cub_input(m_exec, i));
    }
  }

  Workspace<Memory> m_scratch;
  std::vector<std::unique_ptr<Impl::LaunchGraph<Exec>>> m_graphs;
#else
  void enqueue_peer(std::string const& name, int) {
    throw std::invalid_argument("'" + name + "' is no sorter of a loop");
  }
#endif

  using Call =
      decltype(prepare(KokkosSort::sort, Exec(), Kokkos::View<Key*, Memory>(),
                       Workspace<Memory>()));

  Exec m_exec;
  Kokkos::View<Key*, Memory> m_input;
  Workspace<Memory> m_workspace;
  std::vector<Kokkos::View<Key*, Memory>> m_keys;
  std::vector<Call> m_prepared;
  Output<Key, NoValues> m_output{};
  Checksum m_expected;
};

template <class Key, int repeats>
bool enter(char const* name) {
  case_types()[name] = {[](Task const& task) -> std::unique_ptr<BenchmarkCase> {
                          return std::make_unique<LoopCase<Key, repeats>>(task);
                        },
                        [](OrderForm form) -> std::vector<std::string> {
                          if (form == OrderForm::less) return {};
                          return {"loop_empty",     "loop_plain",
                                  "loop_workspace",
#if defined(KOKKOS_ENABLE_CUDA)
                                  "loop_cub",       "loop_cub_graph",
#endif
                                  "loop_prepared"};
                        }};
  return true;
}

[[maybe_unused]] bool const entered = enter<std::uint32_t, 1>("loop_u32") &&
                                      enter<std::uint64_t, 1>("loop_u64") &&
                                      enter<std::uint32_t, 20>("loop_20_u32") &&
                                      enter<std::uint64_t, 20>("loop_20_u64");

}  // namespace
}  // namespace KokkosSort::Perf
