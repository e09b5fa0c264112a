// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_FUZZ_KERNEL_KIND_HPP
#define KOKKOSSORT_UNIT_TESTS_FUZZ_KERNEL_KIND_HPP

#include <fuzz/sorted_kind.hpp>
#include <support/kernel_teams.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <type_traits>

// Kinds of case that a team of the caller's kernel runs.

namespace KokkosSort::Test::Fuzz {

/// The call of one team, or of its first thread.
template <Function function, bool has_values, class Keys, class Values,
          class Out, class Others, class Order>
struct KernelCall {
  Keys keys;
  Values values;
  Out out;
  Others others;
  std::size_t split;  // of the keys, which merge_team() merges
  std::size_t scratch_bytes;
  Order order;

  KOKKOS_FUNCTION void operator()(TeamOfUser const& member) const {
    void* const scratch = member.team_scratch(0).get_shmem(
        static_cast<std::ptrdiff_t>(scratch_bytes));
    if constexpr (function == Function::sort_team && has_values) {
      sort_by_key_team(member, keys, values, scratch, order);
    } else if constexpr (function == Function::sort_team) {
      sort_team(member, keys, scratch, order);
    } else if constexpr (function == Function::sort_thread) {
      if (member.team_rank() == 0) sort_thread(keys, order);
    } else if constexpr (function == Function::merge_team) {
      merge_team(member,
                 Kokkos::subview(keys, Kokkos::pair(std::size_t{0}, split)),
                 Kokkos::subview(keys, Kokkos::pair(split, keys.extent(0))),
                 out, order);
    } else if constexpr (has_values) {
      top_k_by_key_team(member, keys, values, out, others, scratch, order);
    } else {
      top_k_team(member, keys, out, scratch, order);
    }
  }
};

template <Function function, class Key, class Value, Ordering ordering>
struct KernelKind : Kind<function, Key, Value, ordering, Tags::None> {
  using Base = Kind<function, Key, Value, ordering, Tags::None>;
  using Held = std::conditional_t<std::is_void_v<Value>, unsigned char, Value>;

  static constexpr bool has_values = !std::is_void_v<Value>;

  /// Scratch of a device holds these keys, or two times as many.
  static constexpr KindTraits traits() {
    KindTraits t = Base::traits();
    t.most       = function == Function::merge_team ? 20000 : 700;
    t.is_stable  = function != Function::sort_thread;
    return t;
  }

  static void fill(Case& c) {
    auto keys = make_input<Key>(c);
    if (function == Function::merge_team && c.parameters.is_order(c.kind)) {
      auto const split =
          keys.begin() + static_cast<std::ptrdiff_t>(c.parameters.rank());
      auto const less = oracle_of<Key>(c);
      std::stable_sort(keys.begin(), split, less);
      std::stable_sort(split, keys.end(), less);
    }
    fill_keys(c, keys);
  }

  static void call(Case& c) {
    with_layout(c.parameters.layout,
                [&](auto layout) { call_with<decltype(layout)>(c); });
  }

  static std::string verify(Case& c, Plant plant) {
    if constexpr (!returns_others(function)) {
      return verify_sort<Key>(c, plant);
    } else {
      if (!c.parameters.is_order(c.kind)) return "";
      return verify_first_elements<Key, Held>(c, plant);
    }
  }

 private:
  static std::size_t scratch_bytes(Case const& c) {
    std::size_t const n = c.parameters.size, k = c.parameters.rank();
    if constexpr (function == Function::sort_team) {
      return has_values ? sort_by_key_team_scratch_size<Key, Held>(n)
                        : sort_team_scratch_size<Key>(n);
    } else if constexpr (function == Function::top_k_team) {
      return has_values ? top_k_by_key_team_scratch_size<Key, Held>(k)
                        : top_k_team_scratch_size<Key>(k);
    } else {
      return 0;
    }
  }

  template <class ViewLayout>
  static void call_with(Case& c) {
    using KeptKey =
        std::conditional_t<returns_others(function), Key const, Key>;
    using KeptValue =
        std::conditional_t<returns_others(function), Held const, Held>;
    Base::with_order(c.parameters, [&](auto const& order) {
      launch(c, c.keys.template view<ViewLayout, KeptKey>(),
             c.values.template view<ViewLayout, KeptValue>(),
             c.result.template view<ViewLayout, Key>(),
             c.index.template view<ViewLayout, Held>(), order);
    });
  }

  template <class Keys, class Values, class Out, class Others, class Order>
  static void launch(Case& c, Keys const& keys, Values const& values,
                     Out const& out, Others const& others, Order const& order) {
    using Call =
        KernelCall<function, has_values, Keys, Values, Out, Others, Order>;
    Call const work{
        keys, values, out, others, c.parameters.rank(), scratch_bytes(c),
        order};
    auto const policy = [&](int team_size) {
      TeamPolicyOfUser result(c.exec(), 1, team_size);
      result.set_scratch_size(
          0, Kokkos::PerTeam(static_cast<int>(work.scratch_bytes) + 64));
      return result;
    };
    // Barriers of several threads are slow on a host.
    Draw draw(c.parameters.key_seed ^ 0x7ea);
    bool const is_alone = Impl::TeamShape<Exec>::is_host && !draw.once_in(8);
    int const most      = std::min(
        is_alone ? 1 : policy(1).team_size_max(work, Kokkos::ParallelForTag{}),
        256);
    auto const size = draw.between(1, static_cast<std::size_t>(most));
    Kokkos::parallel_for("KokkosSort_fuzz::team",
                         policy(static_cast<int>(size)), work);
  }
};

}  // namespace KokkosSort::Test::Fuzz

#endif
