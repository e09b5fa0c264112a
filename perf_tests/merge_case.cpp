// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Merge of two sorted arrays, the halves of the keys.

#include "checksum.hpp"
#include "function_case.hpp"
#include "random_keys.hpp"
#if defined(KOKKOSSORT_PERF_HAS_CUB_MERGE)
#include "cub_call.hpp"

#include <cub/device/device_merge.cuh>
#endif

#include <KokkosSort/merge.hpp>
#include <KokkosSort/sort.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace KokkosSort::Perf {
namespace {

template <class Key>
class MergeCase : public FunctionCase {
 public:
  explicit MergeCase(Task const& task)
      : m_keys(random_keys<Key>(task)),
        m_a(Kokkos::subview(m_keys, std::pair(std::size_t{0}, middle()))),
        m_b(Kokkos::subview(m_keys, std::pair(middle(), m_keys.extent(0)))),
        m_out(uninitialized<Key>(task.count)),
        m_workspace(m_exec, merge_workspace_size(m_exec, m_a, m_b, m_out)) {
    KokkosSort::sort(m_exec, m_a);
    KokkosSort::sort(m_exec, m_b);
    m_expected           = sum_of(m_keys);
    auto const is_merged = [this] {
      Checksum const sum = sum_of(m_out);
      return sum.disorder == 0 && sum.same_elements(m_expected);
    };
    add("merge", {[this] { merge(m_exec, m_a, m_b, m_out, m_workspace); },
                  is_merged, m_workspace.bytes()});
    add("copy", {[this] { Kokkos::deep_copy(m_exec, m_out, m_keys); },
                 [this] {
                   return are_equal(m_exec, m_out, m_keys, m_keys.extent(0));
                 }});
    if constexpr (has_host_memory)
      add("std_merge", {[this] {
                          std::merge(m_a.data(), m_a.data() + m_a.extent(0),
                                     m_b.data(), m_b.data() + m_b.extent(0),
                                     m_out.data());
                        },
                        is_merged});
#if defined(KOKKOSSORT_PERF_HAS_CUB_MERGE)
    auto const call = [this](void* scratch, std::size_t& bytes) {
      return cub::DeviceMerge::MergeKeys(
          scratch, bytes, m_a.data(), static_cast<std::int64_t>(m_a.extent(0)),
          m_b.data(), static_cast<std::int64_t>(m_b.extent(0)), m_out.data(),
          KeyLess{}, m_exec.cuda_stream());
    };
    add("cub_merge_keys",
        {with_cub_scratch(m_exec, "cub_merge_keys", call), is_merged});
#endif
  }

  static std::vector<std::string> names() {
    std::vector<std::string> names{"merge", "copy"};
#if defined(KOKKOSSORT_PERF_HAS_CUB_MERGE)
    names.emplace_back("cub_merge_keys");
#endif
    if constexpr (has_host_memory) names.emplace_back("std_merge");
    return names;
  }

 private:
  using Keys = Kokkos::View<Key*, Memory>;

  std::size_t middle() const { return m_keys.extent(0) / 2; }

  void refill() override { Kokkos::deep_copy(m_exec, m_out, Key{0}); }

  Checksum sum_of(Keys const& keys) const {
    return checksum(m_exec, Output<Key, NoValues>{keys.data(), nullptr},
                    keys.extent(0));
  }

  Keys m_keys;
  Keys m_a;  // its halves
  Keys m_b;
  Keys m_out;
  Workspace<Memory> m_workspace;
  Checksum m_expected;
};

[[maybe_unused]] bool const entered =
    enter_function<MergeCase<std::uint32_t>>("merge_u32") &&
    enter_function<MergeCase<std::uint64_t>>("merge_u64");

}  // namespace
}  // namespace KokkosSort::Perf
