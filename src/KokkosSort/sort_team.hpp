// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_SORT_TEAM_HPP
#define KOKKOSSORT_SORT_TEAM_HPP

#include <KokkosSort/block/merge_thread.hpp>
#include <KokkosSort/block/sort_in_kernel_team.hpp>
#include <KokkosSort/block/sort_in_kernel_thread.hpp>
#include <KokkosSort/core/kernel_object.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/front/order_options.hpp>
#include <KokkosSort/front/views.hpp>
#include <KokkosSort/order.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>

namespace KokkosSort {

namespace Impl {

/// A team of a kernel.
template <class T>
concept TeamHandle = requires(T const& member) {
  typename T::execution_space;
  member.team_rank();
  member.team_size();
  member.team_barrier();
};

template <class T>
inline constexpr bool is_bits_option_v = false;
template <bool IsDescending>
inline constexpr bool is_bits_option_v<Bits<IsDescending>> = true;

/// An order that kernels take, or nothing. bits() is checked on the host alone.
template <class... Options>
concept KernelOrder =
    sizeof...(Options) <= 1 &&
    ((is_order_v<Options> && !is_bits_option_v<Options>) && ...);

template <class Key>
KOKKOS_INLINE_FUNCTION auto order_in_kernel() {
  return order_for<Key>(Ascending{});
}
template <class Key, class Option>
KOKKOS_INLINE_FUNCTION auto order_in_kernel(Option const& option) {
  return order_for<Key>(option);
}

template <class ViewType>
KOKKOS_INLINE_FUNCTION auto strided_in_kernel(ViewType const& view) {
  return Strided<typename ViewType::value_type>{
      view.data(), view.extent(0) > 1
                       ? static_cast<std::ptrdiff_t>(view.stride(0))
                       : std::ptrdiff_t{1}};
}

template <class Key, class Value, class... Order>
using KernelSortFor =
    KernelSort<decltype(order_in_kernel<Key>(std::declval<Order const&>()...)),
               Value>;

/// Scratch does not depend on the order, since no item is larger than its key.
template <class Key, class Value>
KOKKOS_INLINE_FUNCTION constexpr std::size_t kernel_scratch_bytes(
    std::size_t n) {
  return KernelSort<LessOrder<Key, NaturalLess<false>>, Value>::scratch_bytes(
      n);
}

}  // namespace Impl

namespace Function {

/// Type of KokkosSort::sort_team.
struct SortTeam {
  /// Sorts keys in place, by a team in a kernel of the caller.
  ///
  /// @param member the team; all its threads call this with the same arguments,
  ///   after a barrier that follows their writes to the keys. Teams of up to
  ///   256 threads have enough registers on any GPU. For larger ones the policy
  ///   takes LaunchBounds, or its team_size_max() states the limit.
  /// @param keys rank-1 view of any layout in global or scratch memory, of any
  ///   trivially copyable type of alignment 16 at most; n = extent(0)
  /// @param scratch sort_team_scratch_size<Key>(n) bytes of team scratch, as
  ///   from member.team_scratch(0).get_shmem(bytes). The next call may use them
  ///   again.
  /// @param order ascending, the default; descending; a comparator; by()
  ///
  /// Order and stability: as stable_sort().
  ///
  /// Memory: the scratch, of one copy of the keys.
  ///
  /// Launches and complexity: none. 64 and more numbers of up to 64 bits, up to
  /// 17 per thread, are distributed to cells of equal width and ranked there:
  /// O(n). Teams of whole warps do so, if ascending or descending numbers do
  /// not crowd. Everything else is merged in O(n log n) comparisons. Up to 17
  /// keys per thread are merged in scratch; 9 of more than 8 bytes, 5 of more
  /// than 16. More keys alternate between scratch and their own memory. The
  /// threads merge stretches of equal length. One thread per 16 keys, or 8 of
  /// up to 256 keys, takes least time. Source of the merges: S. Odeh, O. Green,
  /// Z. Mwassi, O. Shmueli, Y. Birk, "Merge path" (2012).
  ///
  /// Fences: barriers of the team, one of them at the end.
  ///
  /// Throws: nothing.
  template <Impl::TeamHandle Member, Impl::MutableRank1View Keys,
            class... Order>
    requires Impl::KernelOrder<Order...>
  KOKKOS_INLINE_FUNCTION void operator()(Member const& member, Keys const& keys,
                                         void* scratch,
                                         Order const&... order) const {
    using Key = typename Keys::value_type;
    static_assert(Impl::check_key_type<Key>());
    Impl::KernelSortFor<Key, Impl::NoValue, Order...>::sort(
        member, scratch, Impl::order_in_kernel<Key>(order...),
        {Impl::strided_in_kernel(keys), {}}, static_cast<int>(keys.extent(0)));
  }
};

/// Type of KokkosSort::sort_by_key_team.
struct SortByKeyTeam {
  /// Sorts keys in place and puts each value at the position of its key, by a
  /// team in a kernel of the caller. Everything else is as sort_team().
  ///
  /// @param values rank-1 view as long as `keys`
  /// @param scratch sort_by_key_team_scratch_size<Key, Value>(n) bytes
  template <Impl::TeamHandle Member, Impl::MutableRank1View Keys,
            Impl::MutableRank1View Values, class... Order>
    requires Impl::KernelOrder<Order...>
  KOKKOS_INLINE_FUNCTION void operator()(Member const& member, Keys const& keys,
                                         Values const& values, void* scratch,
                                         Order const&... order) const {
    using Key   = typename Keys::value_type;
    using Value = typename Values::value_type;
    static_assert(Impl::check_key_type<Key>());
    static_assert(
        Impl::is_element_v<Value>,
        "KokkosSort: the values must be of a trivially copyable type, "
        "since their bytes are copied");
    Impl::KernelSortFor<Key, Value, Order...>::sort(
        member, scratch, Impl::order_in_kernel<Key>(order...),
        {Impl::strided_in_kernel(keys), Impl::strided_in_kernel(values)},
        static_cast<int>(keys.extent(0)));
  }
};

/// Type of KokkosSort::sort_thread.
struct SortThread {
  /// Sorts keys in place, by the calling thread alone. It also works outside a
  /// kernel.
  ///
  /// @param keys rank-1 view of any layout and any trivially copyable type, or
  ///   a pointer to the first key and a second argument, their number
  /// @param order as for sort_team()
  ///
  /// Order and stability: as sort(); stable up to 32 keys.
  ///
  /// Memory: none.
  ///
  /// Launches and complexity: none; O(n log n) comparisons, by insertion up to
  /// 32 keys, by a heap above.
  ///
  /// Fences: none. Throws: nothing.
  template <Impl::MutableRank1View Keys, class... Order>
    requires Impl::KernelOrder<Order...>
  KOKKOS_INLINE_FUNCTION void operator()(Keys const& keys,
                                         Order const&... order) const {
    sort_strided(Impl::strided_in_kernel(keys),
                 static_cast<int>(keys.extent(0)), order...);
  }
  /// Sorts keys[0, n): see above.
  template <class Key, class... Order>
    requires Impl::KernelOrder<Order...>
  KOKKOS_INLINE_FUNCTION void operator()(Key* keys, int n,
                                         Order const&... order) const {
    sort_strided(Impl::Strided<Key>{keys}, n, order...);
  }

 private:
  template <class Key, class... Order>
  KOKKOS_INLINE_FUNCTION static void sort_strided(
      Impl::Strided<Key> const& keys, int n, Order const&... order) {
    static_assert(Impl::check_key_type<Key>());
    auto const by = Impl::order_in_kernel<Key>(order...);
    Impl::sort_items<Key>(
        n, [&](int i) -> Key& { return keys[static_cast<std::size_t>(i)]; },
        [&](Key const& a, Key const& b) {
          return by.less(by.encode(a), by.encode(b));
        });
  }
};

/// Type of KokkosSort::merge_team.
struct MergeTeam {
  /// Merges two sorted views, by a team in a kernel of the caller.
  ///
  /// @param member the team; all its threads call this with the same arguments,
  ///   after a barrier that follows their writes to the keys
  /// @param first rank-1 view of keys in order, in global or scratch memory
  /// @param second rank-1 view of keys in order, in global or scratch memory
  /// @param result rank-1 view as long as both together, apart from them
  /// @param order as for sort_team()
  ///
  /// Order and stability: stable; keys of `first` come before equivalent ones
  /// of `second`.
  ///
  /// Memory: none.
  ///
  /// Launches and complexity: none; O(n) comparisons and O(log n) per 8 keys of
  /// the result. The threads merge stretches of the merge path.
  ///
  /// Fences: one barrier of the team, at the end. Throws: nothing.
  template <Impl::TeamHandle Member, Impl::Rank1View First,
            Impl::Rank1View Second, Impl::MutableRank1View Result,
            class... Order>
    requires Impl::SameElements<First, Result> &&
             Impl::SameElements<Second, Result> && Impl::KernelOrder<Order...>
  KOKKOS_INLINE_FUNCTION void operator()(Member const& member,
                                         First const& first,
                                         Second const& second,
                                         Result const& result,
                                         Order const&... order) const {
    using Key                = typename Result::value_type;
    auto const by            = Impl::order_in_kernel<Key>(order...);
    auto const a             = Impl::strided_in_kernel(first);
    auto const b             = Impl::strided_in_kernel(second);
    auto const to            = Impl::strided_in_kernel(result);
    std::size_t const a_size = first.extent(0);
    std::size_t const b_size = second.extent(0);
    std::size_t const size   = a_size + b_size;
    auto const less          = [&](Key const& x, Key const& y) {
      return by.less(by.encode(x), by.encode(y));
    };
    // Long enough to pay for a search, short enough to occupy all threads.
    constexpr std::size_t stretch = 8;
    std::size_t const step =
        stretch * static_cast<std::size_t>(member.team_size());
    for (std::size_t begin =
             stretch * static_cast<std::size_t>(member.team_rank());
         begin < size; begin += step) {
      std::size_t i = Impl::merge_path(
          [&](std::size_t at) -> Key const& { return a[at]; }, a_size,
          [&](std::size_t at) -> Key const& { return b[at]; }, b_size, begin,
          less);
      std::size_t j = begin - i;
      for (std::size_t at = begin; at < begin + stretch && at < size; ++at) {
        bool const from_b = j < b_size && (i == a_size || less(b[j], a[i]));
        to[at]            = from_b ? b[j++] : a[i++];
      }
    }
    member.team_barrier();
  }
};

}  // namespace Function

/// Returns the bytes of scratch that sort_team() needs for n keys, whatever the
/// team and the order. Known at compile time if n is.
template <class Key>
KOKKOS_INLINE_FUNCTION constexpr std::size_t sort_team_scratch_size(
    std::size_t n) {
  return Impl::kernel_scratch_bytes<Key, Impl::NoValue>(n);
}

/// Returns the bytes of scratch that sort_by_key_team() needs for n keys and
/// values.
template <class Key, class Value>
KOKKOS_INLINE_FUNCTION constexpr std::size_t sort_by_key_team_scratch_size(
    std::size_t n) {
  return Impl::kernel_scratch_bytes<Key, Value>(n);
}

/// Sorts keys by a team: see Function::SortTeam.
KOKKOSSORT_KERNEL_OBJECT Function::SortTeam sort_team{};
/// Sorts keys and values by a team: see Function::SortByKeyTeam.
KOKKOSSORT_KERNEL_OBJECT Function::SortByKeyTeam sort_by_key_team{};
/// Sorts keys by one thread: see Function::SortThread.
KOKKOSSORT_KERNEL_OBJECT Function::SortThread sort_thread{};
/// Merges two views by a team: see Function::MergeTeam.
KOKKOSSORT_KERNEL_OBJECT Function::MergeTeam merge_team{};

}  // namespace KokkosSort

#endif
