// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_COMPILED_SORTS_HPP
#define KOKKOSSORT_FRONT_COMPILED_SORTS_HPP

#include <KokkosSort/algorithm/payload/indirect_sort.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/key_order.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/front/choice.hpp>
#include <KokkosSort/front/sorters.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// The sorter of a tag, under a promise, for keys and values of any size.
template <class Tag, Promise promise, class Exec, class Order, class Value>
using SorterFor =
    IndirectSort<SorterTemplate<Promised<Tag, promise>>, Exec, Order, Value>;

/// Runs a sorter. It alone calls the kernels of a sort, and it is not inline. A
/// source that has one of its instances declared compiles none of them.
template <class Sorter, class Exec, class Order, class Value>
void run_sorter(Exec const& exec, Order const& order,
                Strided<typename Order::key_type> keys, Strided<Value> values,
                std::size_t n, Arena& arena);

template <class Sorter, class Exec, class Order, class Value>
void run_sorter(Exec const& exec, Order const& order,
                Strided<typename Order::key_type> keys, Strided<Value> values,
                std::size_t n, Arena& arena) {
  Sorter::run(exec, order, keys, values, n, arena);
}

// Instances of it: the library's choice on the default execution space, for
// numbers in either direction.
#define KOKKOSSORT_RUN_SORTER(Key, Value, promise)                             \
  template void                                                                \
  run_sorter<SorterFor<Algorithm::Automatic, promise,                          \
                       Kokkos::DefaultExecutionSpace, BitsOrder<Key>, Value>>( \
      Kokkos::DefaultExecutionSpace const&, BitsOrder<Key> const&,             \
      Strided<Key>, Strided<Value>, std::size_t, Arena&);

#define KOKKOSSORT_SORTS_OF(kind, Key, Value)           \
  kind KOKKOSSORT_RUN_SORTER(Key, Value, Promise::none) \
      kind KOKKOSSORT_RUN_SORTER(Key, Value, Promise::stable)

/// Compiles the sorts of one key type with one value type or NoValue. Unsigned
/// integers stand for the signed ones too.
#define KOKKOSSORT_COMPILE_SORT(Key, Value) KOKKOSSORT_SORTS_OF(, Key, Value)
#define KOKKOSSORT_DECLARE_SORT(Key, Value) \
  KOKKOSSORT_SORTS_OF(extern, Key, Value)

// The target KokkosSort::CompiledSorts defines those that it holds.
#if defined(KOKKOSSORT_COMPILED_U32)
KOKKOSSORT_DECLARE_SORT(std::uint32_t, NoValue)
#endif
#if defined(KOKKOSSORT_COMPILED_U32_U32)
KOKKOSSORT_DECLARE_SORT(std::uint32_t, std::uint32_t)
#endif
#if defined(KOKKOSSORT_COMPILED_U32_U64)
KOKKOSSORT_DECLARE_SORT(std::uint32_t, std::uint64_t)
#endif
#if defined(KOKKOSSORT_COMPILED_U64)
KOKKOSSORT_DECLARE_SORT(std::uint64_t, NoValue)
#endif
#if defined(KOKKOSSORT_COMPILED_U64_U32)
KOKKOSSORT_DECLARE_SORT(std::uint64_t, std::uint32_t)
#endif
#if defined(KOKKOSSORT_COMPILED_U64_U64)
KOKKOSSORT_DECLARE_SORT(std::uint64_t, std::uint64_t)
#endif
#if defined(KOKKOSSORT_COMPILED_F32)
KOKKOSSORT_DECLARE_SORT(float, NoValue)
#endif
#if defined(KOKKOSSORT_COMPILED_F32_U32)
KOKKOSSORT_DECLARE_SORT(float, std::uint32_t)
#endif
#if defined(KOKKOSSORT_COMPILED_F32_U64)
KOKKOSSORT_DECLARE_SORT(float, std::uint64_t)
#endif
#if defined(KOKKOSSORT_COMPILED_F64)
KOKKOSSORT_DECLARE_SORT(double, NoValue)
#endif
#if defined(KOKKOSSORT_COMPILED_F64_U32)
KOKKOSSORT_DECLARE_SORT(double, std::uint32_t)
#endif
#if defined(KOKKOSSORT_COMPILED_F64_U64)
KOKKOSSORT_DECLARE_SORT(double, std::uint64_t)
#endif

}  // namespace KokkosSort::Impl

#endif
