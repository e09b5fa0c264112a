// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Search for the first k keys of the order, for few, some and many of them.

#include "checksum.hpp"
#include "function_case.hpp"
#include "random_keys.hpp"
#if defined(KOKKOSSORT_PERF_HAS_CUB_TOP_K)
#include "cub_call.hpp"

#include <cub/device/device_topk.cuh>
#include <cuda/stream_ref>
#endif

#include <KokkosSort/sort.hpp>
#include <KokkosSort/top_k.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace KokkosSort::Perf {
namespace {

template <class Key>
class TopKCase : public FunctionCase {
 public:
  TopKCase(Task const& task, std::uint64_t k)
      : m_input(random_keys<Key>(task)),
        m_keys(uninitialized<Key>(task.count)),
        m_result(uninitialized<Key>(std::min(k, task.count))),
        m_workspace(m_exec,
                    std::max(sort_workspace_size(m_exec, m_keys),
                             top_k_workspace_size(m_exec, m_input,
                                                  m_result.extent(0)))) {
    expect_first();
    add("top_k", {[this] { top_k(m_exec, m_input, m_result, m_workspace); },
                  [this] { return is_right(m_result); },
                  top_k_workspace_size(m_exec, m_input, m_result.extent(0))});
    add("plain_sort",
        {[this] { KokkosSort::sort(m_exec, m_keys, m_workspace); },
         [this] { return is_right(m_keys); },
         sort_workspace_size(m_exec, m_keys)});
    if constexpr (has_host_memory) {
      auto const partial_sort = [this] {
        Key* const keys = m_keys.data();
        std::partial_sort(keys, keys + m_result.extent(0),
                          keys + m_keys.extent(0));
      };
      add("std_partial_sort",
          {partial_sort, [this] { return is_right(m_keys); }});
    }
#if defined(KOKKOSSORT_PERF_HAS_CUB_TOP_K)
    add_cub();
#endif
  }

  static std::vector<std::string> names() {
    std::vector<std::string> names{"top_k", "plain_sort"};
#if defined(KOKKOSSORT_PERF_HAS_CUB_TOP_K)
    names.emplace_back("cub_top_k");
#endif
    if constexpr (has_host_memory) names.emplace_back("std_partial_sort");
    return names;
  }

 private:
  using Keys = Kokkos::View<Key*, Memory>;

  void refill() override {
    Kokkos::deep_copy(m_exec, m_keys, m_input);
    Kokkos::deep_copy(m_exec, m_result, Key{0});
  }

  /// The first keys of a sort that is itself verified.
  void expect_first() {
    refill();
    Checksum const all = sum_of(m_keys, m_keys.extent(0));
    KokkosSort::sort(m_exec, m_keys, m_workspace);
    Checksum const sorted = sum_of(m_keys, m_keys.extent(0));
    if (sorted.disorder > 0 || !sorted.same_elements(all))
      throw std::runtime_error("the sorted keys are not the input in order");
    m_expected = sum_of(m_keys, m_result.extent(0));
  }

#if defined(KOKKOSSORT_PERF_HAS_CUB_TOP_K)
  /// CUB states no order of the keys that it finds.
  void add_cub() {
    auto const call = [this](void* scratch, std::size_t& bytes) {
      auto const environment = cuda::std::execution::env{
          cuda::stream_ref{m_exec.cuda_stream()},
          cuda::execution::require(cuda::execution::determinism::not_guaranteed,
                                   cuda::execution::output_ordering::unsorted)};
      return cub::DeviceTopK::MinKeys(
          scratch, bytes, static_cast<Key const*>(m_input.data()),
          m_result.data(), static_cast<std::int64_t>(m_input.extent(0)),
          static_cast<int>(m_result.extent(0)), environment);
    };
    add("cub_top_k", {with_cub_scratch(m_exec, "cub_top_k", call), [this] {
                        return sum_of(m_result, m_result.extent(0))
                            .same_elements(m_expected);
                      }});
  }
#endif

  Checksum sum_of(Keys const& keys, std::size_t count) const {
    return checksum(m_exec, Output<Key, NoValues>{keys.data(), nullptr}, count);
  }

  bool is_right(Keys const& keys) const {
    Checksum const sum = sum_of(keys, m_result.extent(0));
    return sum.disorder == 0 && sum.same_elements(m_expected);
  }

  Keys m_input;
  Keys m_keys;    // for sorts in place
  Keys m_result;  // k keys
  Workspace<Memory> m_workspace;
  Checksum m_expected;
};

template <class Key>
bool enter(std::string const& suffix) {
  using Case = TopKCase<Key>;
  return enter_function<Case, std::uint64_t{10}>("top_k_10" + suffix) &&
         enter_function<Case, std::uint64_t{1000}>("top_k_1000" + suffix) &&
         enter_function<Case, std::uint64_t{100000}>("top_k_100000" + suffix);
}

[[maybe_unused]] bool const entered =
    enter<std::uint32_t>("_u32") && enter<float>("_f32");

}  // namespace
}  // namespace KokkosSort::Perf
