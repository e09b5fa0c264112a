// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Benchmark case of the search for both extremes. Its peers are the network
// that it follows and Kokkos's reducer. All three leave the extremes in device
// memory.

#include "benchmark_sorter.hpp"
#include "benchmark_case.hpp"
#include "random_keys.hpp"

#include <KokkosSort/algorithm/butterfly/min_max_network.hpp>
#include <KokkosSort/min_max.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace KokkosSort::Perf {

/// The code of a user of Kokkos's reducer.
template <class Key>
struct JoinMinMax {
  Kokkos::View<Key const*, Memory> keys;

  KOKKOS_INLINE_FUNCTION void operator()(
      std::size_t i, Kokkos::MinMaxScalar<Key>& both) const {
    Key const key = keys(i);
    if (key < both.min_val) both.min_val = key;
    if (key > both.max_val) both.max_val = key;
  }
};

namespace {

template <class Key>
class MinMaxCase : public BenchmarkCase {
 public:
  explicit MinMaxCase(Task const& task)
      : m_keys(random_keys<Key>(task)),
        m_result("result", 2),
        m_scratch(m_exec, min_max_workspace_size(m_exec, m_keys)) {
    reduce();
    m_expected = Kokkos::create_mirror_view(m_reduced);
    Kokkos::deep_copy(m_expected, m_reduced);
  }

  double run(std::string const& name) override {
    m_name = name;
    if (name == "min_max_network") {
      if (m_moved.extent(0) != m_keys.extent(0))
        m_moved = Kokkos::View<Key*, Memory>("moved", m_keys.extent(0));
      Kokkos::deep_copy(m_moved, m_keys);
      return timed([&] { pass_through_network(); });
    } else if (name == "min_max") {
      return timed([&] { min_max(m_exec, m_keys, m_result, m_scratch); });
    } else if (name == "kokkos_min_max") {
      return timed([&] { reduce(); });
    }
    throw std::invalid_argument("'" + name + "' is no search for extremes");
  }

  std::size_t workspace_bytes(std::string const& name) const override {
    return name == "min_max" ? m_scratch.bytes() : 0;
  }

  void verify() const override {
    if (m_name == "kokkos_min_max") return;
    auto const& from = m_name == "min_max" ? m_result : m_moved;
    auto const found =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, from);
    if (found(0) != m_expected().min_val ||
        found(found.extent(0) - 1) != m_expected().max_val)
      throw std::runtime_error("these are not the extremes that Kokkos finds");
  }

 private:
  using Reducer = Kokkos::MinMax<Key, Memory>;
  using Reduced = Kokkos::View<typename Reducer::value_type, Memory>;

  template <class Search>
  double timed(Search const& search) const {
    Kokkos::fence();
    Kokkos::Timer const timer;
    search();
    m_exec.fence();
    return timer.seconds();
  }

  void pass_through_network() {
    using Network = Impl::MinMaxNetwork<Exec, Impl::BitsOrder<Key>>;
    Network::run(m_exec, Impl::pick_order<Key>(), {m_moved.data(), 1}, {},
                 m_moved.extent(0));
  }

  void reduce() {
    Kokkos::parallel_reduce(
        "KokkosSort::Perf::kokkos_min_max",
        Kokkos::RangePolicy<Exec>(m_exec, 0, m_keys.extent(0)),
        JoinMinMax<Key>{m_keys}, Reducer(m_reduced));
  }

  Exec m_exec;
  Kokkos::View<Key*, Memory> m_keys;
  Kokkos::View<Key*, Memory> m_result;
  Workspace<Memory> m_scratch;
  Reduced m_reduced{"reduced"};
  typename Reduced::HostMirror m_expected;
  Kokkos::View<Key*, Memory> m_moved;  // the keys that the network moves
  std::string m_name;
};

template <class Key>
bool enter(char const* name) {
  case_types()[name] = {[](Task const& task) -> std::unique_ptr<BenchmarkCase> {
                          return std::make_unique<MinMaxCase<Key>>(task);
                        },
                        [](OrderForm form) -> std::vector<std::string> {
                          if (form == OrderForm::less) return {};
                          return {"min_max", "min_max_network",
                                  "kokkos_min_max"};
                        }};
  return true;
}

[[maybe_unused]] bool const entered = enter<float>("min_max_f32") &&
                                      enter<std::uint32_t>("min_max_u32") &&
                                      enter<std::uint64_t>("min_max_u64");

}  // namespace
}  // namespace KokkosSort::Perf
