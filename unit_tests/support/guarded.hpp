// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_GUARDED_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_GUARDED_HPP

#include <support/keys.hpp>
#include <support/space.hpp>
#include <KokkosSort/workspace.hpp>
#include <workload/random.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace KokkosSort::Test {

using Bytes = Kokkos::View<unsigned char*, Memory>;

inline std::vector<unsigned char> download(Bytes const& block) {
  std::vector<unsigned char> image(block.extent(0));
  Kokkos::View<unsigned char*, Kokkos::HostSpace,
               Kokkos::MemoryTraits<Kokkos::Unmanaged>> const
      host(image.data(), image.size());
  Kokkos::deep_copy(host, block);
  return image;
}

inline void upload(Bytes const& block,
                   std::vector<unsigned char> const& image) {
  Kokkos::View<unsigned char const*, Kokkos::HostSpace,
               Kokkos::MemoryTraits<Kokkos::Unmanaged>> const
      host(image.data(), image.size());
  Kokkos::deep_copy(block, host);
}

/// Placement of the elements of an array in their block.
struct Placement {
  std::size_t offset = 7;  // elements behind the front guard; odd
  std::size_t stride = 1;
};

/// An array of the device with poison all round it, and between its elements
/// if it is strided. No byte of the poison equals its neighbor, so that a
/// shifted copy is noticed too.
template <class T>
class Guarded {
 public:
  explicit Guarded(Array<T> const& values, Placement placement = {})
      : m_size(values.size()),
        m_placement(placement),
        m_block(Kokkos::view_alloc(Kokkos::WithoutInitializing, "guarded"),
                (2 * guard + placement.offset + m_size * placement.stride) *
                    sizeof(T)) {
    m_before.resize(m_block.extent(0));
    for (std::size_t i = 0; i < m_before.size(); ++i)
      m_before[i] = static_cast<unsigned char>(0xa5 ^ (i * 37));
    for (std::size_t i = 0; i < m_size; ++i)
      std::memcpy(&m_before[at(i)], static_cast<void const*>(&values[i]),
                  sizeof(T));
    upload(m_block, m_before);
  }

  std::size_t size() const { return m_size; }
  T* data() const { return reinterpret_cast<T*>(m_block.data() + at(0)); }

  /// Unmanaged, of any layout that the stride allows.
  template <class Layout = Kokkos::LayoutRight, class Element = T>
  auto view() const {
    using View = Kokkos::View<Element*, Layout, Memory,
                              Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
    if constexpr (std::is_same_v<Layout, Kokkos::LayoutStride>) {
      return View(data(), Kokkos::LayoutStride(m_size, m_placement.stride));
    } else {
      return View(data(), m_size);
    }
  }

  Array<T> values() const {
    auto const image = download(m_block);
    Array<T> result(m_size);
    for (std::size_t i = 0; i < m_size; ++i)
      std::memcpy(static_cast<void*>(&result[i]), &image[at(i)], sizeof(T));
    return result;
  }

  /// Nothing but the elements has changed.
  testing::AssertionResult guards_hold() const {
    auto image = download(m_block);
    for (std::size_t i = 0; i < m_size; ++i)
      std::memcpy(&image[at(i)], &m_before[at(i)], sizeof(T));
    return compare(image);
  }

  /// Not even the elements have changed.
  testing::AssertionResult untouched() const {
    return compare(download(m_block));
  }

 private:
  static constexpr std::size_t guard = 256;

  std::size_t at(std::size_t i) const {
    return (guard + m_placement.offset + i * m_placement.stride) * sizeof(T);
  }

  testing::AssertionResult compare(
      std::vector<unsigned char> const& image) const {
    for (std::size_t i = 0; i < image.size(); ++i) {
      if (image[i] != m_before[i])
        return testing::AssertionFailure()
               << "byte " << static_cast<std::ptrdiff_t>(i - at(0))
               << " counted from the first element has changed ("
               << m_size * m_placement.stride * sizeof(T)
               << " bytes are in use)";
    }
    return testing::AssertionSuccess();
  }

  std::size_t m_size;
  Placement m_placement;
  Bytes m_block;
  std::vector<unsigned char> m_before;
};

/// Lets a function of the test support name a private member: an explicit
/// instantiation may.
template <class Name, auto member>
struct Opened {
  friend constexpr typename Name::type member_of(Name) { return member; }
};
struct WorkspaceBlock {
  using type = Kokkos::View<std::byte*, Memory> Impl::MemoryBlock<Memory>::*;
  friend constexpr type member_of(WorkspaceBlock);
};
struct WorkspaceBytes {
  using type = std::size_t Impl::MemoryBlock<Memory>::*;
  friend constexpr type member_of(WorkspaceBytes);
};
template struct Opened<WorkspaceBlock, &Impl::MemoryBlock<Memory>::m_block>;
template struct Opened<WorkspaceBytes, &Impl::MemoryBlock<Memory>::m_bytes>;

/// A workspace of exactly the bytes that a call needs, poisoned before every
/// use, with guard zones on both sides. It lies in memory of its own, since a
/// Workspace that allocates its block leaves no room for guards.
class PoisonedWorkspace {
 public:
  /// Poison of the next call, which needs `bytes`.
  Workspace<Memory> const& prepare(std::size_t bytes,
                                   unsigned char poison = 0xa5) {
    m_bytes                 = bytes;
    m_poison                = poison;
    std::size_t const whole = guard + bytes_with_counter() + guard;
    if (m_memory.extent(0) < whole)
      m_memory = Bytes(
          Kokkos::view_alloc(Kokkos::WithoutInitializing, "poisoned"), whole);
    Kokkos::deep_copy(part(0, whole), poison);
    m_workspace = Workspace<Memory>();
    if (bytes > 0) {
      m_workspace.*member_of(WorkspaceBytes{}) = bytes;
      m_workspace.*member_of(WorkspaceBlock{}) =
          Kokkos::View<std::byte*, Memory>(
              reinterpret_cast<std::byte*>(m_memory.data() + guard),
              bytes_with_counter());
    }
    return m_workspace;
  }

  testing::AssertionResult guards_hold() const {
    if (auto front = holds(0, guard, "before"); !front) return front;
    std::size_t const end     = guard + m_bytes;
    std::size_t const counter = guard + bytes_with_counter() - counter_bytes;
    if (auto rest = holds(end, counter - end, "behind"); !rest) return rest;
    return holds(counter + counter_bytes, guard, "behind");
  }

 private:
  static constexpr std::size_t guard = 4096;
  // A Workspace has a word of the library's behind the bytes.
  static constexpr std::size_t counter_bytes = sizeof(std::uint32_t);

  std::size_t bytes_with_counter() const {
    return (m_bytes + counter_bytes - 1) / counter_bytes * counter_bytes +
           counter_bytes;
  }

  Bytes part(std::size_t begin, std::size_t bytes) const {
    return Bytes(m_memory.data() + begin, bytes);
  }

  testing::AssertionResult holds(std::size_t begin, std::size_t bytes,
                                 char const* side) const {
    for (unsigned char const byte : download(part(begin, bytes))) {
      if (byte != m_poison)
        return testing::AssertionFailure()
               << "memory " << side << " the " << m_bytes
               << " bytes of the workspace is written";
    }
    return testing::AssertionSuccess();
  }

  Bytes m_memory;
  Workspace<Memory> m_workspace;
  std::size_t m_bytes    = 0;
  unsigned char m_poison = 0;
};

}  // namespace KokkosSort::Test

#endif
