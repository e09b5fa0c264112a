// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERF_TYPED_CASE_HPP
#define KOKKOSSORT_PERF_TYPED_CASE_HPP

#include "checksum.hpp"
#include "benchmark_sorter.hpp"
#include "benchmark_case.hpp"
#include "random_keys.hpp"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace KokkosSort::Perf {

template <class Key, class Value>
BenchmarkSorters<Key, Value> const& sorters_of(OrderForm form) {
  return form == OrderForm::bits ? sorters<OrderForm::bits, Key, Value>()
                                 : sorters<OrderForm::less, Key, Value>();
}

template <class Key, class Value>
std::vector<std::string> sorter_names(OrderForm form) {
  std::vector<std::string> names;
  for (auto const& sorter : sorters_of<Key, Value>(form))
    names.push_back(sorter.name);
  return names;
}

template <class Key, class Value>
class TypedCase : public BenchmarkCase {
  static constexpr bool has_values = !std::is_same_v<Value, NoValues>;

 public:
  explicit TypedCase(Task const& task)
      : m_sorters(sorters_of<Key, Value>(task.order)) {
    m_input.keys = random_keys<Key>(task);
    if constexpr (has_values) {
      m_input.values = allocate<Value>(task.count);
      fill_indices(m_input.values);
    }
    m_work.keys   = allocate<Key>(task.count);
    m_work.values = allocate<Value>(has_values ? task.count : 0);
    m_expected    = checksum(m_work.exec, contents(m_input), task.count);
  }

  double run(std::string const& name) override {
    auto const& sorter = find(name);
    // Grows once, for the first run of the greediest.
    m_work.scratch.reserve(m_work.exec, sorter.scratch_bytes(m_work));
    Kokkos::deep_copy(m_work.exec, m_work.keys, m_input.keys);
    if constexpr (has_values)
      Kokkos::deep_copy(m_work.exec, m_work.values, m_input.values);
    Kokkos::fence();
    Kokkos::Timer const timer;
    m_output = sorter.sort(m_work);
    m_work.exec.fence();
    return timer.seconds();
  }

  std::size_t workspace_bytes(std::string const& name) const override {
    return find(name).scratch_bytes(m_work);
  }

  void verify() const override {
    Checksum const sum = checksum(m_work.exec, m_output, m_work.count());
    if (sum.disorder > 0)
      throw std::runtime_error(std::to_string(sum.disorder) +
                               " keys come before their predecessors");
    if (!sum.same_elements(m_expected))
      throw std::runtime_error("the keys are not those of the input");
  }

 private:
  using Data = Input<Key, Value>;

  BenchmarkSorter<Key, Value> const& find(std::string const& name) const {
    auto const found =
        std::find_if(m_sorters.begin(), m_sorters.end(),
                     [&](auto const& c) { return c.name == name; });
    if (found == m_sorters.end())
      throw std::invalid_argument("sorter '" + name +
                                  "' does not serve this type and order");
    return *found;
  }

  template <class T>
  static Kokkos::View<T*, Memory> allocate(std::size_t count) {
    return Kokkos::View<T*, Memory>(
        Kokkos::view_alloc("benchmark_case", Kokkos::WithoutInitializing),
        count);
  }

  static Output<Key, Value> contents(Data const& data) {
    return {data.keys.data(), data.values.data()};
  }

  BenchmarkSorters<Key, Value> const& m_sorters;
  Data m_input;
  Data m_work;
  Output<Key, Value> m_output{};
  Checksum m_expected;
};

template <class Key, class Value>
std::unique_ptr<BenchmarkCase> make_case(Task const& task) {
  return std::make_unique<TypedCase<Key, Value>>(task);
}

}  // namespace KokkosSort::Perf

#endif
