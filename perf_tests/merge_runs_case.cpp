// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Merge of many sorted runs of equal length, and a sort of all their keys.

#include "checksum.hpp"
#include "function_case.hpp"
#include "random_keys.hpp"

#include <KokkosSort/merge_runs.hpp>
#include <KokkosSort/segmented_sort.hpp>
#include <KokkosSort/sort.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace KokkosSort::Perf {
namespace {

template <class Key>
class MergeRunsCase : public FunctionCase {
 public:
  MergeRunsCase(Task const& task, std::uint64_t runs)
      : m_runs(random_keys<Key>(task)),
        m_keys(uninitialized<Key>(task.count)),
        m_out(uninitialized<Key>(task.count)),
        m_offsets(uninitialized<std::uint64_t>(runs + 1)),
        m_expected(sum_of(m_runs)) {
    auto const offsets = Kokkos::create_mirror_view(m_offsets);
    for (std::uint64_t r = 0; r <= runs; ++r)
      offsets(r) = task.count / runs * r + task.count % runs * r / runs;
    Kokkos::deep_copy(m_offsets, offsets);
    segmented_sort(m_exec, m_runs, m_offsets);
    std::size_t const merge_bytes =
        merge_runs_workspace_size(m_exec, m_runs, m_offsets, m_out);
    std::size_t const sort_bytes = sort_workspace_size(m_exec, m_keys);
    m_workspace.reserve(m_exec, std::max(merge_bytes, sort_bytes));
    add("merge_runs",
        {[this] { merge_runs(m_exec, m_runs, m_offsets, m_out, m_workspace); },
         [this] { return is_right(m_out); }, merge_bytes});
    add("plain_sort",
        {[this] { KokkosSort::sort(m_exec, m_keys, m_workspace); },
         [this] { return is_right(m_keys); }, sort_bytes});
  }

  static std::vector<std::string> names() {
    return {"merge_runs", "plain_sort"};
  }

 private:
  using Keys = Kokkos::View<Key*, Memory>;

  void refill() override {
    Kokkos::deep_copy(m_exec, m_keys, m_runs);
    Kokkos::deep_copy(m_exec, m_out, Key{0});
  }

  Checksum sum_of(Keys const& keys) const {
    return checksum(m_exec, Output<Key, NoValues>{keys.data(), nullptr},
                    keys.extent(0));
  }

  bool is_right(Keys const& keys) const {
    Checksum const sum = sum_of(keys);
    return sum.disorder == 0 && sum.same_elements(m_expected);
  }

  Keys m_runs;
  Keys m_keys;  // for the sort in place
  Keys m_out;
  Kokkos::View<std::uint64_t*, Memory> m_offsets;
  Workspace<Memory> m_workspace;
  Checksum m_expected;
};

template <class Key>
bool enter(std::string const& suffix) {
  using Case = MergeRunsCase<Key>;
  return enter_function<Case, std::uint64_t{64}>("merge_64_runs" + suffix) &&
         enter_function<Case, std::uint64_t{1024}>("merge_1024_runs" + suffix);
}

[[maybe_unused]] bool const entered =
    enter<std::uint32_t>("_u32") && enter<std::uint64_t>("_u64");

}  // namespace
}  // namespace KokkosSort::Perf
