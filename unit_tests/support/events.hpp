// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_EVENTS_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_EVENTS_HPP

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <impl/Kokkos_Profiling.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace KokkosSort::Test {

/// Records the events of Kokkos, as its tools see them, while it lives. One
/// object at a time.
class Events {
 public:
  Events() {
    current()       = this;
    namespace Tools = Kokkos::Tools::Experimental;
    // On CUDA Kokkos notes an allocation of no bytes for the scratch memory
    // that a launch does not request.
    Tools::set_allocate_data_callback([](Kokkos::Tools::SpaceHandle,
                                         char const* label, void const*,
                                         std::uint64_t bytes) {
      if (bytes > 0) current()->m_allocations.push_back(label);
    });
    Tools::set_deallocate_data_callback([](Kokkos::Tools::SpaceHandle,
                                           char const* label, void const*,
                                           std::uint64_t bytes) {
      if (bytes > 0) current()->m_deallocations.push_back(label);
    });
    Tools::set_begin_fence_callback(
        [](char const* label, std::uint32_t, std::uint64_t*) {
          current()->add_fence(label);
        });
    auto const kernel = [](char const* label, std::uint32_t, std::uint64_t*) {
      current()->add_kernel(label);
    };
    Tools::set_begin_parallel_for_callback(kernel);
    Tools::set_begin_parallel_reduce_callback(kernel);
    Tools::set_begin_parallel_scan_callback(kernel);
    Tools::set_begin_deep_copy_callback(
        [](Kokkos::Tools::SpaceHandle, char const* label, void const*,
           Kokkos::Tools::SpaceHandle, char const*, void const*,
           std::uint64_t) { current()->m_copies.push_back(label); });
    Tools::set_push_region_callback(
        [](char const* label) { current()->m_regions.push_back(label); });
  }

  ~Events() {
    namespace Tools = Kokkos::Tools::Experimental;
    Tools::set_allocate_data_callback(nullptr);
    Tools::set_deallocate_data_callback(nullptr);
    Tools::set_begin_fence_callback(nullptr);
    Tools::set_begin_parallel_for_callback(nullptr);
    Tools::set_begin_parallel_reduce_callback(nullptr);
    Tools::set_begin_parallel_scan_callback(nullptr);
    Tools::set_begin_deep_copy_callback(nullptr);
    Tools::set_push_region_callback(nullptr);
    current() = nullptr;
  }

  Events(Events const&)            = delete;
  Events& operator=(Events const&) = delete;

  using Labels = std::vector<std::string>;
  Labels const& allocations() const { return m_allocations; }
  Labels const& deallocations() const { return m_deallocations; }
  Labels const& fences() const { return m_fences; }
  Labels const& kernels() const { return m_kernels; }
  Labels const& copies() const { return m_copies; }
  Labels const& regions() const { return m_regions; }

  /// Called with a kernel's label before its launch, when all earlier ones are
  /// over.
  void on_kernel(std::function<void(std::string const&)> action) {
    m_on_kernel = std::move(action);
  }

 private:
  static Events*& current() {
    static Events* events = nullptr;
    return events;
  }

  // Kokkos itself fences round what it reports to a tool.
  void add_fence(std::string const& label) {
    if (label.find("invoke_kokkosp_callback") == std::string::npos)
      m_fences.push_back(label);
  }
  void add_kernel(std::string const& label) {
    m_kernels.push_back(label);
    if (m_on_kernel) m_on_kernel(label);
  }

  Labels m_allocations, m_deallocations, m_fences, m_kernels, m_copies,
      m_regions;
  std::function<void(std::string const&)> m_on_kernel;
};

/// Checks the events of a call with a workspace. The first call may make Kokkos
/// itself enlarge the scratch of its teams.
template <class Call>
void check_quiet(char const* what, Call const& call) {
  SCOPED_TRACE(what);
  call();
  Kokkos::fence();
  Events const events;
  call();
  EXPECT_GT(events.kernels().size(), 0u);
  EXPECT_EQ(events.allocations(), Events::Labels{});
  EXPECT_EQ(events.deallocations(), Events::Labels{});
  EXPECT_EQ(events.fences(), Events::Labels{});
  EXPECT_EQ(events.copies(), Events::Labels{});
}

}  // namespace KokkosSort::Test

#endif
