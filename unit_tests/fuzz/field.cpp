// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fuzz/field.hpp>

#include <algorithm>

namespace KokkosSort::Test::Fuzz {
namespace {

constexpr std::size_t guard_bytes = 64;

// No byte equals its neighbor, so that a shifted copy is noticed too.
void poison(std::vector<unsigned char>& image) {
  constexpr std::size_t period = 256;
  std::size_t const first      = std::min(period, image.size());
  for (std::size_t i = 0; i < first; ++i)
    image[i] = static_cast<unsigned char>(0xa5 ^ (i * 37));
  for (std::size_t i = first; i < image.size(); i += period)
    std::memcpy(&image[i], image.data(), std::min(period, image.size() - i));
}

using HostBytes   = Kokkos::View<unsigned char*, Kokkos::HostSpace,
                                 Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
using DeviceBytes = Kokkos::View<unsigned char*, Memory,
                                 Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

constexpr bool is_host_memory =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, Memory>::accessible;

}  // namespace

void Field::reset(std::size_t element_size, std::size_t size,
                  Placement placement) {
  std::size_t const guard = (guard_bytes + element_size - 1) / element_size;
  m_element               = element_size;
  m_size                  = size;
  m_stride                = placement.stride;
  m_first                 = guard + placement.offset;
  m_before.resize((m_first + size * m_stride + guard) * element_size);
  poison(m_before);
}

void Field::use_own_block() {
  m_owner.reset();
  if (m_block.extent(0) < m_before.size())
    m_block = Block(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, "KokkosSort_fuzz"),
        2 * m_before.size());
  m_device = m_block.data();
}

void Field::upload() const {
  if constexpr (is_host_memory) {
    std::memcpy(m_device, m_before.data(), m_before.size());
  } else {
    Kokkos::deep_copy(DeviceBytes(m_device, m_before.size()),
                      HostBytes(const_cast<unsigned char*>(m_before.data()),
                                m_before.size()));
  }
}

void Field::download() {
  m_after.resize(m_before.size());
  if constexpr (is_host_memory) {
    std::memcpy(m_after.data(), m_device, m_after.size());
  } else {
    Kokkos::deep_copy(HostBytes(m_after.data(), m_after.size()),
                      DeviceBytes(m_device, m_after.size()));
  }
}

bool Field::guards_hold() const {
  auto const same = [&](std::size_t begin, std::size_t end) {
    return std::equal(m_before.begin() + static_cast<std::ptrdiff_t>(begin),
                      m_before.begin() + static_cast<std::ptrdiff_t>(end),
                      m_after.begin() + static_cast<std::ptrdiff_t>(begin));
  };
  if (!same(0, at(0))) return false;
  for (std::size_t i = 0; m_stride > 1 && i < m_size; ++i)
    if (!same(at(i) + m_element, at(i + 1))) return false;
  return same(at(m_size), m_before.size());
}

void Field::swap_results(std::size_t i, std::size_t j) {
  std::swap_ranges(&m_after[at(i)], &m_after[at(i)] + m_element,
                   &m_after[at(j)]);
}

void Field::copy_result(std::size_t from, std::size_t to) {
  std::memcpy(&m_after[at(to)], &m_after[at(from)], m_element);
}

}  // namespace KokkosSort::Test::Fuzz
