// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_FUZZ_FIELD_HPP
#define KOKKOSSORT_UNIT_TESTS_FUZZ_FIELD_HPP

#include <fuzz/parameters.hpp>
#include <support/space.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstring>
#include <memory>
#include <type_traits>
#include <vector>

namespace KokkosSort::Test::Fuzz {

/// An array of elements of any size with poison all round it, and between the
/// elements if it is strided. It keeps its memory from case to case, which
/// support/guarded.hpp does not: a case takes 100 microseconds.
class Field {
 public:
  /// Poison, of which the elements' part is to be set by input().
  void reset(std::size_t element_size, std::size_t size, Placement placement);

  std::size_t size() const { return m_size; }
  std::size_t element_size() const { return m_element; }

  unsigned char* input(std::size_t i) { return &m_before[at(i)]; }
  unsigned char const* input(std::size_t i) const { return &m_before[at(i)]; }

  /// Moves the image to the device and returns a view of the elements:
  /// unmanaged, but for LayoutLeft a subview of a managed one.
  template <class ViewLayout, class T>
  auto view() {
    using Plain = std::remove_const_t<T>;
    if constexpr (std::is_same_v<ViewLayout, Kokkos::LayoutLeft>) {
      using Whole      = Kokkos::View<Plain*, ViewLayout, Memory>;
      auto const whole = std::make_shared<Whole>(
          Kokkos::view_alloc(Kokkos::WithoutInitializing,
                             "KokkosSort_fuzz::whole"),
          (m_before.size() + sizeof(T) - 1) / sizeof(T));
      m_owner  = whole;
      m_device = reinterpret_cast<unsigned char*>(whole->data());
      upload();
      Kokkos::View<T*, ViewLayout, Memory> const elements = *whole;
      return Kokkos::subview(elements, Kokkos::pair<std::size_t, std::size_t>(
                                           m_first, m_first + m_size));
    } else {
      use_own_block();
      upload();
      using View     = Kokkos::View<T*, ViewLayout, Memory,
                                    Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
      T* const first = reinterpret_cast<T*>(m_device) + m_first;
      if constexpr (std::is_same_v<ViewLayout, Kokkos::LayoutStride>) {
        return View(first, Kokkos::LayoutStride(m_size, m_stride));
      } else {
        return View(first, m_size);
      }
    }
  }

  /// Brings the image back, once the device is done with it.
  void download();
  unsigned char const* result(std::size_t i) const { return &m_after[at(i)]; }

  /// Nothing but the elements has changed.
  bool guards_hold() const;
  /// Not even the elements have changed.
  bool is_untouched() const { return m_before == m_after; }

  // Faults planted in what came back.
  void swap_results(std::size_t i, std::size_t j);
  void copy_result(std::size_t from, std::size_t to);
  void spoil_result(std::size_t i) { m_after[at(i)] ^= 1; }
  void spoil_guard() { m_after[at(0) - 1] ^= 1; }

 private:
  using Block = Kokkos::View<unsigned char*, Memory>;

  std::size_t at(std::size_t i) const {
    return (m_first + i * m_stride) * m_element;
  }
  void use_own_block();
  void upload() const;

  std::size_t m_element = 1, m_size = 0, m_first = 0, m_stride = 1;
  std::vector<unsigned char> m_before, m_after;
  Block m_block;
  std::shared_ptr<void> m_owner;
  unsigned char* m_device = nullptr;
};

}  // namespace KokkosSort::Test::Fuzz

#endif
