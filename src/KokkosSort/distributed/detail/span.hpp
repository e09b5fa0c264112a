// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_DETAIL_SPAN_HPP
#define KOKKOSSORT_DISTRIBUTED_DETAIL_SPAN_HPP

#include <KokkosSort/distributed/comm/communicator.hpp>

#include <cstddef>

namespace KokkosSort::Distributed::Impl {

/// Bytes from a view's first to its last element.
struct Span {
  char const* name;
  std::byte const* begin;
  std::size_t bytes;
  bool is_contiguous;
};

template <class ViewType>
Span span_of(char const* name, ViewType const& view) {
  return {name, reinterpret_cast<std::byte const*>(view.data()),
          view.span() * sizeof(typename ViewType::value_type),
          view.span_is_contiguous()};
}

/// Whether the spans overlap on no rank. Collective. The spans of a rank
/// without elements never overlap, not even in a call in place.
bool apart_everywhere(Communicator const& comm, Span const& a, Span const& b);

/// Throws std::invalid_argument if the views overlap. Strided views may
/// interleave, as the columns of a matrix do. They count as overlapping only if
/// they share their first element.
void check_apart(char const* function, Span const& a, Span const& b);

}  // namespace KokkosSort::Distributed::Impl

#endif
