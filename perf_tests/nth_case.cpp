// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Partition by the key of one rank: a low one, and the middle one.

#include "checksum.hpp"
#include "function_case.hpp"
#include "random_keys.hpp"

#include <KokkosSort/nth_element.hpp>
#include <KokkosSort/sort.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace KokkosSort::Perf {

/// Counts the keys on the wrong side of a rank, and its key if it is another.
template <class Key>
struct MisplacedKernel {
  Key const* keys;
  std::size_t nth;
  Key of_rank;

  KOKKOS_INLINE_FUNCTION void operator()(std::size_t i,
                                         std::size_t& sum) const {
    if ((i <= nth && of_rank < keys[i]) || (i >= nth && keys[i] < of_rank))
      ++sum;
  }
};

namespace {

/// Stands for the rank in the middle.
constexpr std::uint64_t middle = ~std::uint64_t{0};

template <class Key>
class NthCase : public FunctionCase {
 public:
  NthCase(Task const& task, std::uint64_t rank)
      : m_nth(rank == middle ? task.count / 2 : std::min(rank, task.count - 1)),
        m_input(random_keys<Key>(task)),
        m_keys(uninitialized<Key>(task.count)),
        m_workspace(m_exec, std::max(sort_workspace_size(m_exec, m_keys),
                                     nth_element_workspace_size(m_exec, m_keys,
                                                                m_nth))) {
    expect_rank();
    auto const is_partitioned = [this] {
      std::size_t misplaced = 0;
      Kokkos::parallel_reduce(
          "KokkosSort::Perf::misplaced",
          Kokkos::RangePolicy<Exec>(m_exec, 0, m_keys.extent(0)),
          MisplacedKernel<Key>{m_keys.data(), m_nth, m_of_rank}, misplaced);
      m_exec.fence();
      return misplaced == 0 && sum_of_keys().same_elements(m_expected);
    };
    add("nth_element",
        {[this] { nth_element(m_exec, m_keys, m_nth, m_workspace); },
         is_partitioned, nth_element_workspace_size(m_exec, m_keys, m_nth)});
    add("plain_sort",
        {[this] { KokkosSort::sort(m_exec, m_keys, m_workspace); },
         is_partitioned, sort_workspace_size(m_exec, m_keys)});
    if constexpr (has_host_memory)
      add("std_nth_element", {[this] {
                                Key* const keys = m_keys.data();
                                std::nth_element(keys, keys + m_nth,
                                                 keys + m_keys.extent(0));
                              },
                              is_partitioned});
  }

  static std::vector<std::string> names() {
    std::vector<std::string> names{"nth_element", "plain_sort"};
    if constexpr (has_host_memory) names.emplace_back("std_nth_element");
    return names;
  }

 private:
  using Keys = Kokkos::View<Key*, Memory>;

  void refill() override { Kokkos::deep_copy(m_exec, m_keys, m_input); }

  /// The key of the rank in a sort that is itself verified.
  void expect_rank() {
    refill();
    m_expected = sum_of_keys();
    KokkosSort::sort(m_exec, m_keys, m_workspace);
    Checksum const sorted = sum_of_keys();
    if (sorted.disorder > 0 || !sorted.same_elements(m_expected))
      throw std::runtime_error("the sorted keys are not the input in order");
    Kokkos::deep_copy(m_of_rank, Kokkos::subview(m_keys, m_nth));
  }

  Checksum sum_of_keys() const {
    return checksum(m_exec, Output<Key, NoValues>{m_keys.data(), nullptr},
                    m_keys.extent(0));
  }

  std::size_t m_nth;
  Keys m_input;
  Keys m_keys;
  Workspace<Memory> m_workspace;
  Checksum m_expected;
  Key m_of_rank{};
};

template <class Key>
bool enter(std::string const& suffix) {
  using Case = NthCase<Key>;
  return enter_function<Case, std::uint64_t{1000}>("nth_1000" + suffix) &&
         enter_function<Case, middle>("nth_middle" + suffix);
}

[[maybe_unused]] bool const entered =
    enter<std::uint32_t>("_u32") && enter<std::uint64_t>("_u64");

}  // namespace
}  // namespace KokkosSort::Perf
