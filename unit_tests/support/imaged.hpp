// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_IMAGED_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_IMAGED_HPP

#include <support/guarded.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace KokkosSort::Test {

/// Memory of the device, for an arena. A test sets and reads it through an
/// image on the host. Poisoned at first, with a guard behind it.
class Imaged {
 public:
  explicit Imaged(std::size_t bytes)
      : m_block("imaged", bytes + guard), m_image(bytes + guard, 0xa5) {}

  void* data() const { return m_block.data(); }

  /// Returns the address in the image of an address on the device.
  template <class T>
  T* at(T* place) {
    return reinterpret_cast<T*>(
        m_image.data() +
        (reinterpret_cast<unsigned char*>(place) - m_block.data()));
  }
  template <class T>
  std::vector<T> list(T* place, std::size_t count) {
    return std::vector<T>(at(place), at(place) + count);
  }
  void to_device() const { upload(m_block, m_image); }
  void from_device() { m_image = download(m_block); }
  bool guard_holds() const {
    return std::count(m_image.end() - guard, m_image.end(), 0xa5) == guard;
  }

 private:
  static constexpr int guard = 4096;
  Bytes m_block;
  std::vector<unsigned char> m_image;
};

}  // namespace KokkosSort::Test

#endif
