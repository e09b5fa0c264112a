// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sort of pinned memory of the host with half of its size in device memory. One
// peer copies the same keys to the device and then back: no key of a result is
// known before all have arrived. Another one copies both ways at the same time.
// The third is the library's sort of the keys in device memory.

#include "function_case.hpp"
#include "random_keys.hpp"

#include <KokkosSort/core/copy_bytes.hpp>
#include <KokkosSort/sort.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace KokkosSort::Perf {
namespace {

template <class Key>
class HostMemoryCase : public FunctionCase {
  using Pinned = Impl::PinnedSpace;
  using Host   = Kokkos::View<Key*, Pinned>;

 public:
  explicit HostMemoryCase(Task const& task)
      : m_n(task.count),
        m_input(random_keys<Key>(task)),
        m_keys(uninitialized<Key>(m_n)),
        m_expected(uninitialized<Key>(m_n)),
        m_lanes(Impl::instances_of(m_exec, 2)),
        m_host(host_array()),
        m_copied(host_array()) {
    Kokkos::deep_copy(m_exec, m_expected, m_input);
    std::size_t const plain = sort_workspace_size(m_exec, m_keys);
    m_workspace.reserve(m_exec, plain);
    KokkosSort::sort(m_exec, m_expected, m_workspace);
    std::size_t const bytes = sort_workspace_size(m_exec, m_host, limit());
    m_scratch.reserve(m_exec, bytes);
    add("sort_host_memory",
        {[this] { KokkosSort::sort(m_exec, m_host, limit(), m_scratch); },
         [this] {
           Kokkos::deep_copy(m_exec, m_keys, m_host);
           return are_equal(m_exec, m_keys, m_expected, m_n);
         },
         bytes});
    add("plain_sort",
        {[this] { KokkosSort::sort(m_exec, m_keys, m_workspace); },
         [this] { return are_equal(m_exec, m_keys, m_expected, m_n); }, plain});
    auto const is_copied = [this] {
      Kokkos::deep_copy(m_exec, m_keys, m_copied);
      return are_equal(m_exec, m_keys, m_input, m_n);
    };
    add("copy_there_and_back", {[this] {
                                  copy_there();
                                  m_lanes[0].fence();
                                  copy_back();
                                  m_lanes[1].fence();
                                },
                                is_copied});
    add("copy_both_ways", {[this] {
                             copy_there();
                             copy_back();
                             for (Exec const& lane : m_lanes) lane.fence();
                           },
                           is_copied});
  }

  static std::vector<std::string> names() {
    return {"sort_host_memory", "plain_sort", "copy_there_and_back",
            "copy_both_ways"};
  }

 private:
  // Half of the keys, and not less than a few thousand of them need.
  DeviceMemory limit() const {
    return {m_n * sizeof(Key) / 2 + (std::size_t{1} << 20)};
  }

  Host host_array() const {
    return Host(Kokkos::view_alloc("host", Kokkos::WithoutInitializing), m_n);
  }

  void copy_there() {
    Impl::copy_bytes<Memory, Pinned>(m_lanes[0], m_keys.data(), m_host.data(),
                                     m_n * sizeof(Key));
  }
  void copy_back() {
    Impl::copy_bytes<Pinned, Memory>(m_lanes[1], m_copied.data(),
                                     m_input.data(), m_n * sizeof(Key));
  }

  void refill() override {
    Kokkos::deep_copy(m_exec, m_keys, m_input);
    Kokkos::deep_copy(m_exec, m_host, m_input);
  }

  std::size_t m_n;
  Kokkos::View<Key*, Memory> m_input;
  Kokkos::View<Key*, Memory> m_keys;
  Kokkos::View<Key*, Memory> m_expected;
  std::vector<Exec> m_lanes;
  Host m_host;
  Host m_copied;
  Workspace<Memory> m_workspace;
  Workspace<Pinned> m_scratch;
};

[[maybe_unused]] bool const entered =
    enter_function<HostMemoryCase<std::uint64_t>>("host_memory_u64");

}  // namespace
}  // namespace KokkosSort::Perf
