// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERF_FUNCTION_CASE_HPP
#define KOKKOSSORT_PERF_FUNCTION_CASE_HPP

// Benchmark cases of functions other than a sort of one array.

#include "benchmark_case.hpp"
#include "benchmark_sorter.hpp"
#include "function_names.hpp"

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace KokkosSort::Perf {

/// Function under measurement, bound to the arrays of a benchmark case.
struct BoundFunction {
  std::function<void()> enqueue;
  std::function<bool()> is_right;  ///< Checks the result of the last call.
  std::size_t workspace_bytes = 0;
};

/// Benchmark case whose rows are bound functions.
class FunctionCase : public BenchmarkCase {
 public:
  double run(std::string const& name) override {
    m_last = &find(name);
    refill();
    Kokkos::fence();
    Kokkos::Timer const timer;
    m_last->enqueue();
    m_exec.fence();
    return timer.seconds();
  }

  std::size_t workspace_bytes(std::string const& name) const override {
    return find(name).workspace_bytes;
  }

  void verify() const override {
    if (!m_last->is_right())
      throw std::runtime_error("the result is not the expected one");
  }

 protected:
  /// Restores the input and erases the result of the last call, which is right
  /// for the next function as well.
  virtual void refill() = 0;

  void add(std::string const& name, BoundFunction function) {
    m_functions[name] = std::move(function);
  }

  Exec m_exec;

 private:
  BoundFunction const& find(std::string const& name) const {
    auto const found = m_functions.find(name);
    if (found == m_functions.end())
      throw std::invalid_argument("'" + name + "' is no row of this type");
    return found->second;
  }

  std::map<std::string, BoundFunction> m_functions;
  BoundFunction const* m_last = nullptr;
};

/// Enters Case(task, arguments...) as a type of the performance tests.
template <class Case, auto... arguments>
bool enter_function(std::string const& name) {
  case_types()[name] = {[](Task const& task) -> std::unique_ptr<BenchmarkCase> {
                          return std::make_unique<Case>(task, arguments...);
                        },
                        [](OrderForm form) -> std::vector<std::string> {
                          if (form == OrderForm::less) return {};
                          return Case::names();
                        }};
  return true;
}

template <class T>
Kokkos::View<T*, Memory> uninitialized(std::size_t count) {
  return Kokkos::View<T*, Memory>(
      Kokkos::view_alloc("array", Kokkos::WithoutInitializing), count);
}

template <class T>
struct DifferenceKernel {
  T const* a;
  T const* b;

  KOKKOS_INLINE_FUNCTION void operator()(std::size_t i,
                                         std::size_t& sum) const {
    if (!(a[i] == b[i])) ++sum;
  }
};

/// Returns whether the first `count` elements of two arrays are equal.
template <class T>
bool are_equal(Exec const& exec, Kokkos::View<T*, Memory> const& a,
               Kokkos::View<T*, Memory> const& b, std::size_t count) {
  std::size_t different = 0;
  Kokkos::parallel_reduce("KokkosSort::Perf::differences",
                          Kokkos::RangePolicy<Exec>(exec, 0, count),
                          DifferenceKernel<T>{a.data(), b.data()}, different);
  exec.fence();
  return different == 0;
}

}  // namespace KokkosSort::Perf

#endif
