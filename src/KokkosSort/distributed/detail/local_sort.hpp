// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_DETAIL_LOCAL_SORT_HPP
#define KOKKOSSORT_DISTRIBUTED_DETAIL_LOCAL_SORT_HPP

#include <KokkosSort/algorithm.hpp>
#include <KokkosSort/algorithm/payload/gather.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/distributed/comm/distributed_options.hpp>
#include <KokkosSort/distributed/comm/region.hpp>
#include <KokkosSort/front/dispatch.hpp>
#include <KokkosSort/sort.hpp>
#include <KokkosSort/sort_by_key.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace KokkosSort::Distributed::Impl {

using KokkosSort::Impl::is_value_v;
using KokkosSort::Impl::NoValue;

template <class Exec, class T>
using Unmanaged = Kokkos::View<T*, typename Exec::memory_space,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Contiguous keys of one rank, with values if there are any.
template <class Key, class Value>
struct Elements {
  std::size_t count = 0;
  Key* keys         = nullptr;
  Value* values     = nullptr;
};

/// The algorithm that sorts within a rank. Without a tag, it is the library's
/// choice for little memory (front/choice.hpp).
template <class, class, class... Options>
struct LocalAlgorithm {
  using Picked = KokkosSort::Impl::PickedAlgorithm<Options...>;
  using type   = std::conditional_t<
        std::is_same_v<Picked, KokkosSort::Algorithm::Automatic>,
        KokkosSort::Impl::CompactAutomatic, Picked>;
};

/// The library's sort of one rank's elements, with the options that apply to
/// it.
template <class Exec, class Key, class Value, class... Options>
class LocalSort {
  using Order     = std::remove_cvref_t<decltype(order_option(
      std::declval<Options const&>()...))>;
  using Algorithm = typename LocalAlgorithm<Exec, Key, Options...>::type;

  /// The sorter of keys alone. A template, since sorts of pairs do without.
  template <class Keys>
  using SorterOf =
      typename KokkosSort::Impl::Chosen<KokkosSort::Impl::Promise::none, Exec,
                                        Keys, KokkosSort::Impl::NoView, Order,
                                        Algorithm>::type;
  template <class Keys>
  using DirectOf = typename SorterOf<Keys>::Direct;
  using Keys     = Unmanaged<Exec, Key>;
  using Arena    = KokkosSort::Impl::Arena;

  template <class Direct>
  static constexpr bool plans_elsewhere_v =
      requires { &Direct::plan_elsewhere; };

 public:
  /// Whether the sort can leave its result in the workspace.
  static constexpr bool sorts_elsewhere = [] {
    if constexpr (is_value_v<Value>) {
      return false;
    } else {
      return !SorterOf<Keys>::wide_key && plans_elsewhere_v<DirectOf<Keys>>;
    }
  }();

  /// Such a sort, and the memory that it takes.
  template <class State>
  struct Elsewhere {
    State state;

    Key const* sorted() const {
      return reinterpret_cast<Key const*>(state.data[0].keys.data);
    }
  };

  explicit LocalSort(Options const&... options)
      : m_order(order_option(options...)) {}

  Order const& order() const { return m_order; }

  std::size_t workspace_bytes(Exec const& exec, std::size_t n) const {
    Unmanaged<Exec, Key> const keys(nullptr, n);
    if constexpr (is_value_v<Value>) {
      return KokkosSort::sort_by_key_workspace_size(
          exec, keys, Unmanaged<Exec, Value>(nullptr, n), m_order, Algorithm{});
    } else {
      return KokkosSort::sort_workspace_size(exec, keys, m_order, Algorithm{});
    }
  }

  template <class Workspace>
  void run(Exec const& exec, Elements<Key, Value> const& elements,
           Workspace const& workspace) const {
    Unmanaged<Exec, Key> const keys(elements.keys, elements.count);
    if constexpr (is_value_v<Value>) {
      Unmanaged<Exec, Value> const values(elements.values, elements.count);
      if constexpr (wants_stable_v<Options...>) {
        KokkosSort::stable_sort_by_key(exec, keys, values, m_order, Algorithm{},
                                       workspace);
      } else {
        KokkosSort::sort_by_key(exec, keys, values, m_order, Algorithm{},
                                workspace);
      }
    } else if constexpr (wants_stable_v<Options...>) {
      KokkosSort::stable_sort(exec, keys, m_order, Algorithm{}, workspace);
    } else {
      KokkosSort::sort(exec, keys, m_order, Algorithm{}, workspace);
    }
  }

  auto plan_elsewhere(std::size_t n, Arena& arena) const {
    auto const state = DirectOf<Keys>::plan_elsewhere(
        KokkosSort::Impl::pick_sorted_order<Key>(m_order), n, arena);
    return Elsewhere<std::remove_const_t<decltype(state)>>{state};
  }

  /// Enqueues the sort into plan.sorted(). Overwrites the elements.
  template <class Plan>
  void run_elsewhere(Exec const& exec, Plan const& plan,
                     Elements<Key, Value> const& elements) const {
    using KokkosSort::Impl::strided_as;
    using SortedKey = typename DirectOf<Keys>::Key;
    DirectOf<Keys>::run_elsewhere(
        exec, plan.state,
        strided_as<SortedKey>(Keys(elements.keys, elements.count)), {});
  }

 private:
  Order m_order;
};

/// Contiguous memory of a rank-1 view: its own, or a copy if it is strided.
template <class Exec, class T>
class Dense {
 public:
  Dense() = default;
  template <class ViewType>
  Dense(Exec const& exec, ViewType const& view)
      : m_data(view.data()), m_extent(view.extent(0)) {
    m_stride = KokkosSort::Impl::stride_of(view);
    if (m_stride == 1) return;
    m_view = m_data;
    m_copy = Copy(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing,
                                     labeled("KokkosSort::Distributed::dense")),
                  m_extent);
    m_data = m_copy.data();
  }

  T* data() const { return m_data; }
  std::size_t extent() const { return m_extent; }

  /// Copies from the view if this is a copy.
  void load(Exec const& exec) const {
    if (m_view != nullptr) move(exec, m_view, m_stride, m_data, 1);
  }
  /// Copies to the view if this is a copy.
  void store(Exec const& exec) const {
    if (m_view != nullptr) move(exec, m_data, 1, m_view, m_stride);
  }

 private:
  using Copy = Kokkos::View<T*, typename Exec::memory_space>;

  void move(Exec const& exec, T const* from, std::ptrdiff_t from_stride, T* to,
            std::ptrdiff_t to_stride) const {
    using KokkosSort::Impl::Move;
    using KokkosSort::Impl::Rows;
    KokkosSort::Impl::gather_rows("KokkosSort::Distributed::dense", exec,
                                  KokkosSort::Impl::SameRow{}, m_extent,
                                  KokkosSort::Impl::move_list(Move<T>{
                                      Rows<T const>{from, from_stride, 1, 1},
                                      Rows<T>{to, to_stride, 1, 1}}));
  }

  T* m_data               = nullptr;
  T* m_view               = nullptr;
  std::size_t m_extent    = 0;
  std::ptrdiff_t m_stride = 1;
  Copy m_copy;
};

/// Stands for absent values.
template <class Exec>
class Dense<Exec, NoValue> {
 public:
  template <class... Arguments>
  explicit Dense(Arguments const&...) {}
  NoValue* data() const { return nullptr; }
  void load(Exec const&) const {}
  void store(Exec const&) const {}
};

}  // namespace KokkosSort::Distributed::Impl

#endif
