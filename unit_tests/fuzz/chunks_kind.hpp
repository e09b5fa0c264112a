// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_FUZZ_CHUNKS_KIND_HPP
#define KOKKOSSORT_UNIT_TESTS_FUZZ_CHUNKS_KIND_HPP

#include <fuzz/sorted_kind.hpp>
#include <KokkosSort/core/copy_bytes.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <type_traits>

// Kinds of case that sort memory of the host within a limit of device memory.

namespace KokkosSort::Test::Fuzz {

template <Function function, class Key, class Value, Ordering ordering>
struct ChunksKind : Kind<function, Key, Value, ordering, Tags::None> {
  using Base = Kind<function, Key, Value, ordering, Tags::None>;

  static constexpr bool has_values = !std::is_void_v<Value>;

  static void fill(Case& c) {
    fill_keys(c, make_input<Key>(c));
    c.kind.is_stable = c.parameters.layout == Layout::left;
  }

  static void call(Case& c) {
    // A device copies pinned memory in another way.
    if (c.parameters.layout == Layout::left) {
      call_in<Impl::PinnedSpace, Kokkos::LayoutLeft>(c);
    } else {
      call_in<Kokkos::HostSpace, Kokkos::LayoutRight>(c);
    }
  }

  static std::string verify(Case& c, Plant plant) {
    return verify_sort<Key>(c, plant);
  }

 private:
  /// Arrays of the host take the place of those of a device.
  template <class Space, class ViewLayout>
  static void call_in(Case& c) {
    auto const keys      = c.keys.template view<ViewLayout, Key>();
    auto const host_keys = Kokkos::create_mirror_view_and_copy(Space{}, keys);
    constexpr bool is_stable = std::is_same_v<ViewLayout, Kokkos::LayoutLeft>;
    Base::with_order(c.parameters, [&](auto const& order) {
      if constexpr (has_values) {
        auto const values = c.values.template view<ViewLayout, Value>();
        auto const host_values =
            Kokkos::create_mirror_view_and_copy(Space{}, values);
        if constexpr (is_stable) {
          run(c, stable_sort_by_key, sort_by_key_workspace_size, order,
              host_keys, host_values);
        } else {
          run(c, sort_by_key, sort_by_key_workspace_size, order, host_keys,
              host_values);
        }
        Kokkos::deep_copy(values, host_values);
      } else if constexpr (is_stable) {
        run(c, stable_sort, sort_workspace_size, order, host_keys);
      } else {
        run(c, sort, sort_workspace_size, order, host_keys);
      }
    });
    Kokkos::deep_copy(keys, host_keys);
  }

  static void run(Case& c, auto const& callee, auto const& size,
                  auto const& order, auto const&... views) {
    DeviceMemory const memory = draw_limit(c, [&](std::size_t bytes) {
      return size(c.exec(), views..., DeviceMemory{bytes}, order);
    });
    auto const in             = [&](auto const&... workspace) {
      callee(c.exec(), views..., memory, workspace..., order);
    };
    std::size_t const bytes = size(c.exec(), views..., memory, order);
    if constexpr (std::is_same_v<Memory, Kokkos::HostSpace>) {
      Base::in_workspace(c, bytes, in);
    } else if (c.parameters.scratch == Scratch::none) {
      in();
    } else {
      in(Workspace<Kokkos::HostSpace>(Kokkos::DefaultHostExecutionSpace{},
                                      bytes));
    }
  }

  /// The least limit that suffices, or one up to 16 times as large.
  template <class Size>
  static DeviceMemory draw_limit(Case const& c, Size const& size) {
    auto const suffices = [&](std::size_t bytes) {
      try {
        static_cast<void>(size(bytes));
        return true;
      } catch (std::invalid_argument const&) {
        return false;
      }
    };
    std::size_t low = 0, high = 1024;
    while (!suffices(high)) {
      low = high;
      high *= 2;
    }
    while (high - low > 1) {
      std::size_t const middle        = low + (high - low) / 2;
      (suffices(middle) ? high : low) = middle;
    }
    Draw draw(c.parameters.key_seed ^ 0x11317);
    if (draw.once_in(3)) return {high};
    return {high + draw.below(high << draw.below(5))};
  }
};

}  // namespace KokkosSort::Test::Fuzz

#endif
