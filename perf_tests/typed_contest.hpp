// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERF_TYPED_CONTEST_HPP
#define KOKKOSSORT_PERF_TYPED_CONTEST_HPP

#include "checksum.hpp"
#include "contender.hpp"
#include "contest.hpp"
#include "library_contenders.hpp"
#include "peers_kokkos.hpp"
#if defined(KOKKOS_ENABLE_CUDA)
#include "peers_cuda.hpp"
#else
#include "peers_host.hpp"
#endif

#include <workload/distribution.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace KokkosSort::Perf {

template <OrderForm form, class Key, class Value>
Contenders<Key, Value> contenders_of() {
  Contenders<Key, Value> contenders;
  add_library<form>(contenders);
  add_kokkos<form>(contenders);
#if defined(KOKKOS_ENABLE_CUDA)
  add_cuda_peers<form>(contenders);
#else
  add_host_peers<form>(contenders);
#endif
  return contenders;
}

template <class Key, class Value>
Contenders<Key, Value> contenders_of(OrderForm form) {
  if constexpr (!std::is_same_v<Key, Record16>) {
    if (form == OrderForm::bits)
      return contenders_of<OrderForm::bits, Key, Value>();
  }
  return contenders_of<OrderForm::less, Key, Value>();
}

template <class Key, class Value>
std::vector<std::string> contender_names(OrderForm form) {
  std::vector<std::string> names;
  for (auto const& contender : contenders_of<Key, Value>(form))
    names.push_back(contender.name);
  return names;
}

template <class Key, class Value>
class TypedContest : public Contest {
  static constexpr bool has_values = !std::is_same_v<Value, NoValues>;

 public:
  explicit TypedContest(Task const& task)
      : m_contenders(contenders_of<Key, Value>(task.order)) {
    m_input = allocate("input", task.count);
    m_work  = allocate("work", task.count);
    fill(task);
    m_expected = checksum(m_work.exec, contents(m_input), task.count);
    for (auto const& contender : m_contenders)
      m_work.scratch.reserve(m_work.exec, contender.scratch_bytes(m_work));
  }

  double run(std::string const& name) override {
    auto const contender =
        std::find_if(m_contenders.begin(), m_contenders.end(),
                     [&](auto const& c) { return c.name == name; });
    if (contender == m_contenders.end())
      throw std::invalid_argument("sorter '" + name +
                                  "' does not serve this type and order");
    Kokkos::deep_copy(m_work.exec, m_work.keys, m_input.keys);
    Kokkos::deep_copy(m_work.exec, m_work.values, m_input.values);
    Kokkos::fence();
    Kokkos::Timer const timer;
    m_output = contender->sort(m_work);
    m_work.exec.fence();
    return timer.seconds();
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

  static Data allocate(std::string const& label, std::size_t count) {
    using Kokkos::view_alloc;
    using Kokkos::WithoutInitializing;
    Data data;
    data.keys =
        decltype(data.keys)(view_alloc(label, WithoutInitializing), count);
    data.values = decltype(data.values)(view_alloc(label, WithoutInitializing),
                                        has_values ? count : 0);
    return data;
  }

  static Output<Key, Value> contents(Data const& data) {
    return {data.keys.data(), data.values.data()};
  }

  /// Values are the indices of their keys, payloads of records as well.
  void fill(Task const& task) {
    using Number =
        std::conditional_t<std::is_same_v<Key, Record16>, std::uint64_t, Key>;
    using Host        = Kokkos::DefaultHostExecutionSpace;
    auto const keys   = Kokkos::create_mirror_view(m_input.keys);
    auto const values = Kokkos::create_mirror_view(m_input.values);
    Workload::KeySource<Number> const source(task.distribution, task.count,
                                             {task.seed});
    Kokkos::parallel_for("KokkosSort::Perf::fill",
                         Kokkos::RangePolicy<Host>(0, task.count),
                         [=](std::size_t i) {
                           if constexpr (std::is_same_v<Key, Record16>) {
                             keys(i) = Key{source(i), i};
                           } else {
                             keys(i) = source(i);
                           }
                           if constexpr (has_values)
                             values(i) = static_cast<Value>(i);
                         });
    Kokkos::fence();
    Kokkos::deep_copy(m_input.keys, keys);
    Kokkos::deep_copy(m_input.values, values);
  }

  Contenders<Key, Value> m_contenders;
  Data m_input;
  Data m_work;
  Output<Key, Value> m_output{};
  Checksum m_expected;
};

template <class Key, class Value>
std::unique_ptr<Contest> make_contest(Task const& task) {
  return std::make_unique<TypedContest<Key, Value>>(task);
}

}  // namespace KokkosSort::Perf

#endif
