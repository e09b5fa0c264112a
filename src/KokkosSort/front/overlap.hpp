// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_OVERLAP_HPP
#define KOKKOSSORT_FRONT_OVERLAP_HPP

#include <KokkosSort/front/checks.hpp>

#include <cstddef>
#include <functional>
#include <string>

namespace KokkosSort::Impl {

/// The memory of a view, from its first element to behind its last one.
struct MemorySpan {
  std::byte const* data = nullptr;
  std::size_t bytes     = 0;
  bool is_contiguous    = true;
};

template <class ViewType>
MemorySpan memory_of(ViewType const& view) {
  return {reinterpret_cast<std::byte const*>(view.data()),
          view.span() * sizeof(typename ViewType::value_type),
          view.span_is_contiguous()};
}

/// Returns true if two views certainly share an element. Strided ones may
/// interleave, as the columns of a matrix do, so that only a common first
/// element counts.
inline bool surely_overlap(MemorySpan const& a, MemorySpan const& b) {
  std::less<std::byte const*> const before;
  bool const meet =
      before(a.data, b.data + b.bytes) && before(b.data, a.data + a.bytes);
  return meet && (a.data == b.data || (a.is_contiguous && b.is_contiguous));
}

[[noreturn]] inline void refuse_overlap(char const* function,
                                        char const* argument,
                                        std::string const& other) {
  invalid_argument(function, argument, "overlaps '" + other + "' in memory");
}

/// `argument` must not share memory with `other`.
template <class ViewType, class OtherView>
void check_apart(char const* function, char const* argument,
                 ViewType const& view, char const* other,
                 OtherView const& other_view) {
  if (surely_overlap(memory_of(view), memory_of(other_view)))
    refuse_overlap(function, argument, other);
}

}  // namespace KokkosSort::Impl

#endif
