// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SELECTION_HELD_KEYS_THREAD_HPP
#define KOKKOSSORT_ALGORITHM_SELECTION_HELD_KEYS_THREAD_HPP

#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/core/team_shape.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Neighboring keys that a thread holds in registers. Keys whose size is a
/// power of two are loaded by 16 bytes at once.
template <class Key, int Items>
class HeldKeys {
 public:
  /// Loads the keys [begin, end) of Items ones from `first` on. All reads are
  /// issued before the first is waited for.
  template <class Stride>
  KOKKOS_FORCEINLINE_FUNCTION void load(Key const* first, Stride stride,
                                        int begin, int end) {
    if (is_packable && begin <= 0 && end >= Items && stride == 1 &&
        reinterpret_cast<std::uintptr_t>(first) % sizeof(Load) == 0) {
      KOKKOSSORT_UNROLL
      for (int j = 0; j < Items / per_load; ++j)
        m_loads[j] = reinterpret_cast<Load const*>(first)[j];
    } else {
      define_registers(m_loads);
      KOKKOSSORT_UNROLL
      for (int k = 0; k < Items; ++k)
        if (k >= begin && k < end)
          m_loads[k / per_load].keys[k % per_load] =
              first[static_cast<std::ptrdiff_t>(k) * stride];
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION Key const& operator[](int k) const {
    return m_loads[k / per_load].keys[k % per_load];
  }

 private:
  static constexpr bool is_packable = (sizeof(Key) & (sizeof(Key) - 1)) == 0;
  static constexpr int per_load =
      is_packable ? bounded(16 / sizeof(Key), 1, Items) : 1;
  static_assert(Items % per_load == 0);

  struct alignas(per_load > 1 ? per_load * sizeof(Key) : alignof(Key)) Load {
    Key keys[per_load];
  };
  Load m_loads[Items / per_load];
};

}  // namespace KokkosSort::Impl

#endif
