// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Functions on the runs of sorted keys: their first keys alone, and with the
// sums of their values. The distribution of the keys sets the lengths of the
// runs.

#include "function_case.hpp"
#include "random_keys.hpp"
#if defined(KOKKOS_ENABLE_CUDA)
#include "cub_call.hpp"

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_select.cuh>
#endif

#include <KokkosSort/reduce_by_key.hpp>
#include <KokkosSort/sort.hpp>
#include <KokkosSort/unique.hpp>

#include <workload/random.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace KokkosSort::Perf {

struct PlusValues {
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(T const& a, T const& b) const {
    return a + b;
  }
};

namespace {

/// unique() of sorted keys, or reduce_by_key() if there are values. A loop on
/// the host finds the expected runs.
template <class Key, class Value>
class RunsCase : public FunctionCase {
  static constexpr bool has_values = !std::is_same_v<Value, NoValues>;

 public:
  explicit RunsCase(Task const& task)
      : m_keys(random_keys<Key>(task)),
        m_values(uninitialized<Value>(has_values ? task.count : 0)),
        m_firsts(uninitialized<Key>(task.count)),
        m_sums(uninitialized<Value>(m_values.extent(0))),
        m_expected_firsts(uninitialized<Key>(task.count)),
        m_expected_sums(uninitialized<Value>(m_values.extent(0))) {
    KokkosSort::sort(m_exec, m_keys);
    if constexpr (has_values) draw_values(task.seed);
    expect_runs();
    if constexpr (has_values) {
      add_reduce();
    } else {
      add_unique();
    }
    add("copy", {[this] { copy(); }, [this] { return is_copied(); }});
  }

  static std::vector<std::string> names() {
    std::vector<std::string> names{has_values ? "reduce_by_key" : "unique",
                                   "copy"};
#if defined(KOKKOS_ENABLE_CUDA)
    names.emplace_back(has_values ? "cub_reduce_by_key" : "cub_unique");
#endif
    if constexpr (has_host_memory && !has_values)
      names.emplace_back("std_unique_copy");
    return names;
  }

 private:
  using Keys   = Kokkos::View<Key*, Memory>;
  using Values = Kokkos::View<Value*, Memory>;

  /// One in 16 floating-point values is 1, the others are 0. Sums of up to 2^28
  /// of them are exact in any order.
  void draw_values(std::uint64_t seed) {
    auto const values = Kokkos::create_mirror_view(m_values);
    Workload::RandomStream const draw(seed, 1);
    for (std::size_t i = 0; i < values.extent(0); ++i) {
      if constexpr (std::is_floating_point_v<Value>) {
        values(i) = draw(i) % 16 == 0 ? Value{1} : Value{0};
      } else {
        values(i) = static_cast<Value>(draw(i));
      }
    }
    Kokkos::deep_copy(m_values, values);
  }

  void expect_runs() {
    using Host        = Kokkos::HostSpace;
    auto const keys   = Kokkos::create_mirror_view_and_copy(Host{}, m_keys);
    auto const values = Kokkos::create_mirror_view_and_copy(Host{}, m_values);
    auto const firsts = Kokkos::create_mirror_view(m_expected_firsts);
    auto const sums   = Kokkos::create_mirror_view(m_expected_sums);
    for (std::size_t i = 0; i < keys.extent(0); ++i) {
      bool const begins = i == 0 || keys(i) != keys(i - 1);
      if (begins) firsts(m_runs++) = keys(i);
      if constexpr (has_values)
        sums(m_runs - 1) =
            begins ? values(i) : PlusValues{}(sums(m_runs - 1), values(i));
    }
    Kokkos::deep_copy(m_expected_firsts, firsts);
    Kokkos::deep_copy(m_expected_sums, sums);
  }

  void add_unique() {
    m_workspace.reserve(
        m_exec, unique_workspace_size(m_exec, m_keys, m_firsts, m_count));
    add("unique",
        {[this] { unique(m_exec, m_keys, m_firsts, m_count, m_workspace); },
         [this] { return is_right(); }, m_workspace.bytes()});
    if constexpr (has_host_memory)
      add("std_unique_copy",
          {[this] {
             Key const* const keys = m_keys.data();
             m_count()             = static_cast<std::uint64_t>(
                 std::unique_copy(keys, keys + m_keys.extent(0),
                                              m_firsts.data()) -
                 m_firsts.data());
           },
           [this] { return is_right(); }});
#if defined(KOKKOS_ENABLE_CUDA)
    auto const call = [this](void* scratch, std::size_t& bytes) {
      return cub::DeviceSelect::Unique(
          scratch, bytes, m_keys.data(), m_firsts.data(), m_count.data(),
          cub_count(m_keys.extent(0)), m_exec.cuda_stream());
    };
    add("cub_unique", {with_cub_scratch(m_exec, "cub_unique", call),
                       [this] { return is_right(); }});
#endif
  }

  void add_reduce() {
    m_workspace.reserve(
        m_exec, reduce_by_key_workspace_size(m_exec, m_keys, m_values, m_firsts,
                                             m_sums, m_count));
    add("reduce_by_key", {[this] {
                            reduce_by_key(m_exec, m_keys, m_values, m_firsts,
                                          m_sums, m_count, m_workspace);
                          },
                          [this] { return is_right(); }, m_workspace.bytes()});
#if defined(KOKKOS_ENABLE_CUDA)
    auto const call = [this](void* scratch, std::size_t& bytes) {
      return cub::DeviceReduce::ReduceByKey(
          scratch, bytes, m_keys.data(), m_firsts.data(), m_values.data(),
          m_sums.data(), m_count.data(), PlusValues{},
          cub_count(m_keys.extent(0)), m_exec.cuda_stream());
    };
    add("cub_reduce_by_key",
        {with_cub_scratch(m_exec, "cub_reduce_by_key", call),
         [this] { return is_right(); }});
#endif
  }

  void refill() override {
    Kokkos::deep_copy(m_exec, m_firsts, Key{0});
    if constexpr (has_values) Kokkos::deep_copy(m_exec, m_sums, Value{0});
    Kokkos::deep_copy(m_exec, m_count, std::uint64_t{0});
  }

  bool is_right() const {
    std::uint64_t found = 0;
    Kokkos::deep_copy(found, m_count);
    if (found != m_runs ||
        !are_equal(m_exec, m_firsts, m_expected_firsts, m_runs))
      return false;
    if constexpr (has_values)
      return are_equal(m_exec, m_sums, m_expected_sums, m_runs);
    return true;
  }

  /// All elements are read and one per run is written: copying half of their
  /// sum moves as many bytes.
  std::size_t copied() const { return (m_keys.extent(0) + m_runs) / 2; }

  void copy() const {
    copy_first(m_firsts, m_keys);
    if constexpr (has_values) copy_first(m_sums, m_values);
  }
  bool is_copied() const {
    if constexpr (has_values)
      if (!are_equal(m_exec, m_sums, m_values, copied())) return false;
    return are_equal(m_exec, m_firsts, m_keys, copied());
  }

  template <class View>
  void copy_first(View const& to, View const& from) const {
    std::pair const part(std::size_t{0}, copied());
    Kokkos::deep_copy(m_exec, Kokkos::subview(to, part),
                      Kokkos::subview(from, part));
  }

  Keys m_keys;
  Values m_values;
  Keys m_firsts;  // results
  Values m_sums;
  Kokkos::View<std::uint64_t, Memory> m_count{"count"};
  Keys m_expected_firsts;
  Values m_expected_sums;
  std::size_t m_runs = 0;
  Workspace<Memory> m_workspace;
};

[[maybe_unused]] bool const entered =
    enter_function<RunsCase<std::uint32_t, NoValues>>("unique_u32") &&
    enter_function<RunsCase<std::uint64_t, NoValues>>("unique_u64") &&
    enter_function<RunsCase<std::uint32_t, float>>("reduce_by_key_u32+f32") &&
    enter_function<RunsCase<std::uint32_t, std::uint32_t>>(
        "reduce_by_key_u32+u32");

}  // namespace
}  // namespace KokkosSort::Perf
