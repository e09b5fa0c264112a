// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOP_K_TEAM_HPP
#define KOKKOSSORT_TOP_K_TEAM_HPP

#include <KokkosSort/block/top_k_in_kernel_team.hpp>
#include <KokkosSort/core/kernel_object.hpp>
#include <KokkosSort/sort_team.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>

namespace KokkosSort {

namespace Impl {

template <class Key, class Value, class... Order>
using KernelTopKFor =
    KernelTopK<decltype(order_in_kernel<Key>(std::declval<Order const&>()...)),
               Value>;

/// Scratch does not depend on the order, since no item is larger than its key.
template <class Key, class Value>
KOKKOS_INLINE_FUNCTION constexpr std::size_t kernel_top_k_bytes(std::size_t k) {
  return KernelTopK<LessOrder<Key, NaturalLess<false>>, Value>::scratch_bytes(
      k);
}

template <class ViewType>
KOKKOS_INLINE_FUNCTION auto read_in_kernel(ViewType const& view) {
  auto const both = strided_in_kernel(view);
  return Strided<typename ViewType::non_const_value_type const>{both.data,
                                                                both.stride};
}

}  // namespace Impl

namespace Function {

/// Type of KokkosSort::top_k_team.
struct TopKTeam {
  /// Finds the first k = result.extent(0) keys of the order, by a team in a
  /// kernel of the caller, and leaves the keys untouched. One team per segment
  /// finds the first keys of many segments of any length in one launch.
  ///
  /// @param member the team; all its threads call this with the same arguments,
  ///   after a barrier that follows their writes to the keys. Its size is as
  ///   for sort_team()
  /// @param keys rank-1 view of any layout in global or scratch memory, may be
  ///   of const; n = extent(0). Its type is trivially copyable and aligned to
  ///   16 bytes at most
  /// @param result rank-1 view of k <= n keys, apart from `keys`; overwritten
  /// @param scratch top_k_team_scratch_size<Key>(k) bytes of team scratch. The
  ///   next call may use them again.
  /// @param order ascending, the default; descending; a comparator; by()
  ///
  /// Order and stability: as stable_sort() of a copy of the keys leaves them.
  ///
  /// Memory: the scratch, of about 4 k + 1,024 keys, whatever n.
  ///
  /// Launches and complexity: none. The keys are read once. Each k + 512 of
  /// them are sorted with the first k so far.
  ///
  /// Fences: barriers of the team, one of them at the end.
  ///
  /// Throws: nothing.
  template <Impl::TeamHandle Member, Impl::Rank1View Keys,
            Impl::MutableRank1View Result, class... Order>
    requires Impl::SameElements<Keys, Result> && Impl::KernelOrder<Order...>
  KOKKOS_INLINE_FUNCTION void operator()(Member const& member, Keys const& keys,
                                         Result const& result, void* scratch,
                                         Order const&... order) const {
    using Key = typename Result::value_type;
    static_assert(Impl::check_key_type<Key>());
    Impl::KernelTopKFor<Key, Impl::NoValue, Order...>::select(
        member, scratch, Impl::order_in_kernel<Key>(order...),
        Impl::read_in_kernel(keys), {}, keys.extent(0),
        {Impl::strided_in_kernel(result), {}}, result.extent(0));
  }
};

/// Type of KokkosSort::top_k_by_key_team.
struct TopKByKeyTeam {
  /// Finds the first k keys of the order and their values, by a team in a
  /// kernel of the caller. Everything else is as top_k_team().
  ///
  /// @param values rank-1 view as long as `keys`, may be of const
  /// @param result_keys rank-1 view of k <= n keys; overwritten
  /// @param result_values rank-1 view of k values; overwritten
  /// @param scratch top_k_by_key_team_scratch_size<Key, Value>(k) bytes
  template <Impl::TeamHandle Member, Impl::Rank1View Keys,
            Impl::Rank1View Values, Impl::MutableRank1View ResultKeys,
            Impl::MutableRank1View ResultValues, class... Order>
    requires Impl::SameElements<Keys, ResultKeys> &&
             Impl::SameElements<Values, ResultValues> &&
             Impl::KernelOrder<Order...>
  KOKKOS_INLINE_FUNCTION void operator()(Member const& member, Keys const& keys,
                                         Values const& values,
                                         ResultKeys const& result_keys,
                                         ResultValues const& result_values,
                                         void* scratch,
                                         Order const&... order) const {
    using Key   = typename ResultKeys::value_type;
    using Value = typename ResultValues::value_type;
    static_assert(Impl::check_key_type<Key>());
    static_assert(
        Impl::is_element_v<Value>,
        "KokkosSort: the values must be of a trivially copyable type, "
        "since their bytes are copied");
    Impl::KernelTopKFor<Key, Value, Order...>::select(
        member, scratch, Impl::order_in_kernel<Key>(order...),
        Impl::read_in_kernel(keys), Impl::read_in_kernel(values),
        keys.extent(0),
        {Impl::strided_in_kernel(result_keys),
         Impl::strided_in_kernel(result_values)},
        result_keys.extent(0));
  }
};

}  // namespace Function

/// Returns the bytes of scratch that top_k_team() needs for k keys, whatever
/// the team, the order and the number of keys. Known at compile time if k is.
template <class Key>
KOKKOS_INLINE_FUNCTION constexpr std::size_t top_k_team_scratch_size(
    std::size_t k) {
  return Impl::kernel_top_k_bytes<Key, Impl::NoValue>(k);
}

/// Returns the bytes of scratch that top_k_by_key_team() needs for k keys and
/// values.
template <class Key, class Value>
KOKKOS_INLINE_FUNCTION constexpr std::size_t top_k_by_key_team_scratch_size(
    std::size_t k) {
  return Impl::kernel_top_k_bytes<Key, Value>(k);
}

/// Finds the first k keys by a team: see Function::TopKTeam.
KOKKOSSORT_KERNEL_OBJECT Function::TopKTeam top_k_team{};
/// Finds the first k keys and their values by a team: see
/// Function::TopKByKeyTeam.
KOKKOSSORT_KERNEL_OBJECT Function::TopKByKeyTeam top_k_by_key_team{};

}  // namespace KokkosSort

#endif
