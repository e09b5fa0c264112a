// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_FUZZ_KIND_HPP
#define KOKKOSSORT_UNIT_TESTS_FUZZ_KIND_HPP

#include <fuzz/key_checks.hpp>
#include <fuzz/registry.hpp>
#include <fuzz/types.hpp>
#include <KokkosSort.hpp>

#include <cstddef>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

namespace KokkosSort::Test::Fuzz {

namespace Tags {
using namespace Algorithm;
inline constexpr auto sample_in_8 =
    Algorithm::sample_with<SampleParameters{.buckets = 8}>;
inline constexpr auto sample_by_quick = Algorithm::sample_with<SampleParameters{
    .base_case = SampleBaseCase::quick}>;
inline constexpr auto paper_in_4      = Algorithm::sample_with<SampleParameters{
         .buckets        = 4,
         .base_case_keys = 64,
         .base_case      = SampleBaseCase::quick,
         .distribution   = SampleDistribution::paper,
         .counter_arrays = 3}>;
inline constexpr auto paper_stored    = Algorithm::sample_with<SampleParameters{
       .buckets        = 32,
       .base_case_keys = 500,
       .base_case      = SampleBaseCase::quick,
       .distribution   = SampleDistribution::paper,
       .stored_indices = true,
       .counter_arrays = 1}>;
inline constexpr auto paper_staged    = Algorithm::sample_with<SampleParameters{
       .buckets          = 128,
       .base_case_keys   = 1000,
       .items_per_thread = 5,
       .base_case        = SampleBaseCase::quick,
       .distribution     = SampleDistribution::paper,
       .staged_scatter   = true}>;
struct None {};
inline constexpr None no_tag{};
}  // namespace Tags

/// Statements of the sorter of a tag; without a tag, of the library's choice.
template <class Tag>
struct Stated : Impl::AlgorithmEntry<Tag> {};
template <>
struct Stated<Tags::None> : Stated<Algorithm::Automatic> {};

template <class T>
constexpr std::size_t size_of() {
  if constexpr (std::is_void_v<T>) {
    return 0;
  } else {
    return sizeof(T);
  }
}

/// A function with the types that the case gives it. Value is the type of the
/// values, of an index, or of a payload.
template <Function function, class Key, class Value, Ordering ordering,
          class Tag>
struct Kind {
  static constexpr bool has_directions =
      (ordering == Ordering::natural && Impl::NumericKey<Key>) ||
      function == Function::argsort_rows ||
      function == Function::argsort_columns || ordering == Ordering::bits;

  static constexpr KindTraits traits() {
    KindTraits t{function, ordering};
    if constexpr (ordering == Ordering::bits) t.key_bits = 8 * sizeof(Key);
    t.most = 300000;
    if constexpr (Stated<Tag>::is_quadratic) t.most = 300;
    if constexpr (function == Function::argsort ||
                  function == Function::argsort_rows ||
                  function == Function::argsort_columns ||
                  function == Function::segmented_argsort ||
                  function == Function::arg_min_max ||
                  function == Function::arg_top_k ||
                  function == Function::argpartition)
      t.most = capped<Value>(t.most);
    if constexpr (function == Function::permute) {
      t.most       = capped<Key>(t.most);
      t.index_size = sizeof(Key);
      t.key_size = t.value_size = sizeof(Value);
    } else {
      t.key_size   = sizeof(Key);
      t.value_size = size_of<Value>();
    }
    t.is_stable      = Stated<Tag>::is_stable;
    t.has_directions = has_directions;
    return t;
  }

  static void call(Case& c) {
    with_layout(c.parameters.layout,
                [&](auto layout) { call_with<decltype(layout)>(c); });
  }

 protected:
  template <class Index>
  static constexpr std::size_t capped(std::size_t most) {
    auto const last =
        static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
    return last < most ? static_cast<std::size_t>(last) + 1 : most;
  }

  /// work(order) with the option that the case has drawn.
  template <class Work>
  static void with_order(Parameters const& p, Work const& work) {
    if constexpr (ordering == Ordering::compared) {
      work(Compared{p.comparison, p.modulus});
    } else if constexpr (ordering == Ordering::projected) {
      if constexpr (std::is_void_v<Value>) {
        work(by(Remainder{p.modulus}));
      } else {
        work(by(Remainder{p.modulus}, descending));
      }
    } else if constexpr (ordering == Ordering::bits) {
      p.is_descending ? work(bits(p.begin_bit, p.end_bit, descending))
                      : work(bits(p.begin_bit, p.end_bit));
    } else if constexpr (has_directions) {
      p.is_descending ? work(descending) : work(ascending);
    } else {
      work(ascending);
    }
  }

  /// work() or work(workspace).
  template <class Work>
  static void in_workspace(Case& c, std::size_t bytes, Work const& work) {
    auto const* const workspace = c.workspace(bytes);
    workspace == nullptr ? work() : work(*workspace);
  }

  /// callee(exec, arguments...), as it is or prepared.
  template <class Callee, class... Arguments>
  static void invoke(Case& c, Callee const& callee,
                     Arguments const&... arguments) {
    if constexpr (!Stated<Tag>::fences) {
      if (c.parameters.is_prepared) {
        prepare(callee, c.exec(), arguments...).run();
        return;
      }
    }
    callee(c.exec(), arguments...);
  }

  template <class ViewLayout>
  static void call_with(Case& c) {
    if constexpr (function == Function::permute) {
      call_permute<ViewLayout>(c);
    } else {
      with_order(c.parameters, [&](auto const& order) {
        if constexpr (function == Function::sort) {
          call_sort<ViewLayout>(c, order);
        } else if constexpr (function == Function::sort_by_key) {
          call_sort_by_key<ViewLayout>(c, order);
        } else if constexpr (function == Function::argsort) {
          call_argsort<ViewLayout>(c, order);
        } else if constexpr (function == Function::argsort_rows) {
          call_argsort_rows<ViewLayout>(c, order);
        } else if constexpr (function == Function::argsort_columns) {
          call_argsort_columns<ViewLayout>(c, order);
        } else if constexpr (function == Function::sort_counted) {
          call_counted<ViewLayout>(c, order);
        } else if constexpr (is_segmented(function)) {
          FuzzSegments const& s = c.segments;
          s.have_gaps ? call_segmented<ViewLayout>(
                            c, segments(s.device_begins, s.device_ends), order)
                      : call_segmented<ViewLayout>(c, s.device_begins, order);
        } else if constexpr (function >= Function::top_k) {
          call_selection<ViewLayout>(c, order);
        } else {
          call_search<ViewLayout>(c, order);
        }
      });
    }
  }

  // The functions that promise stability take turns with those that do not.
  template <class ViewLayout>
  static constexpr bool asks_for_stability =
      Stated<Tag>::is_stable && std::is_same_v<ViewLayout, Kokkos::LayoutLeft>;

  template <class ViewLayout, class Order>
  static void call_sort(Case& c, Order const& order) {
    auto const keys = c.keys.template view<ViewLayout, Key>();
    in_workspace(c, sort_workspace_size(c.exec(), keys, Tag{}, order),
                 [&](auto const&... workspace) {
                   if constexpr (asks_for_stability<ViewLayout>) {
                     invoke(c, stable_sort, keys, order, Tag{}, workspace...);
                   } else {
                     invoke(c, sort, keys, workspace..., Tag{}, order);
                   }
                 });
  }

  template <class ViewLayout, class Order>
  static void call_sort_by_key(Case& c, Order const& order) {
    auto const keys   = c.keys.template view<ViewLayout, Key>();
    auto const values = c.values.template view<ViewLayout, Value>();
    in_workspace(
        c, sort_by_key_workspace_size(c.exec(), keys, values, Tag{}, order),
        [&](auto const&... workspace) {
          if constexpr (asks_for_stability<ViewLayout>) {
            invoke(c, stable_sort_by_key, keys, values, order, Tag{},
                   workspace...);
          } else {
            invoke(c, sort_by_key, keys, values, workspace..., Tag{}, order);
          }
        });
  }

  template <class ViewLayout, class Order>
  static void call_argsort(Case& c, Order const& order) {
    auto const keys        = c.keys.template view<ViewLayout, Key const>();
    auto const permutation = c.result.template view<ViewLayout, Value>();
    in_workspace(
        c, argsort_workspace_size(c.exec(), permutation, keys, Tag{}, order),
        [&](auto const&... workspace) {
          invoke(c, argsort, permutation, keys, Tag{}, order, workspace...);
        });
  }

  /// The words of the rows, in the layout of the rows if these are contiguous.
  template <class ViewLayout, class Rows>
  static auto words_of(Rows const& rows) {
    using Word = typename Key::word_type;
    using WordLayout =
        std::conditional_t<std::is_same_v<ViewLayout, Kokkos::LayoutRight>,
                           Kokkos::LayoutRight, Kokkos::LayoutStride>;
    constexpr std::size_t columns = std::extent_v<decltype(Key::words)>;
    Kokkos::LayoutStride const strided(rows.extent(0), rows.stride(0) * columns,
                                       columns, 1);
    Kokkos::View<Word const**, Kokkos::LayoutStride, Memory,
                 Kokkos::MemoryTraits<Kokkos::Unmanaged>> const
        words(reinterpret_cast<Word const*>(rows.data()), strided);
    return Kokkos::View<Word const**, WordLayout, Memory,
                        Kokkos::MemoryTraits<Kokkos::Unmanaged>>(words);
  }

  template <class ViewLayout, class Order>
  static void call_argsort_rows(Case& c, Order const& order) {
    auto const keys        = c.keys.template view<ViewLayout, Key const>();
    auto const permutation = c.result.template view<ViewLayout, Value>();
    auto const rows        = words_of<ViewLayout>(keys);
    in_workspace(
        c,
        argsort_rows_workspace_size(c.exec(), permutation, rows, Tag{}, order),
        [&](auto const&... workspace) {
          invoke(c, argsort_rows, permutation, rows, Tag{}, order,
                 workspace...);
        });
  }

  /// A column per word of the rows.
  template <class ViewLayout, class Order>
  static void call_argsort_columns(Case& c, Order const&) {
    auto const permutation = c.result.template view<ViewLayout, Value>();
    auto const rows =
        words_of<ViewLayout>(c.keys.template view<ViewLayout, Key const>());
    auto const columns = [&]<std::size_t... k>(std::index_sequence<k...>) {
      auto const directed = [&](std::size_t i) {
        auto const column = Kokkos::subview(rows, Kokkos::ALL, i);
        if constexpr (std::is_same_v<Order, Descending>) {
          return descending(column);
        } else {
          return column;
        }
      };
      return by_columns(directed(k)...);
    }(std::make_index_sequence<std::extent_v<decltype(Key::words)>>{});
    in_workspace(
        c, argsort_workspace_size(c.exec(), permutation, columns, Tag{}),
        [&](auto const&... workspace) {
          invoke(c, argsort, permutation, columns, Tag{}, workspace...);
        });
  }

  template <class ViewLayout, class Segments, class Order>
  static void call_segmented(Case& c, Segments const& of, Order const& order) {
    using Kept = std::conditional_t<function == Function::segmented_argsort,
                                    Key const, Key>;
    auto const keys = c.keys.template view<ViewLayout, Kept>();
    if constexpr (function == Function::segmented_sort) {
      in_workspace(c, segmented_sort_workspace_size(c.exec(), keys, of, order),
                   [&](auto const&... workspace) {
                     invoke(c, segmented_sort, keys, of, order, workspace...);
                   });
    } else if constexpr (function == Function::segmented_sort_by_key) {
      auto const values = c.values.template view<ViewLayout, Value>();
      in_workspace(c,
                   segmented_sort_by_key_workspace_size(c.exec(), keys, values,
                                                        of, order),
                   [&](auto const&... workspace) {
                     invoke(c, stable_segmented_sort_by_key, keys, values, of,
                            workspace..., order);
                   });
    } else {
      auto const permutation = c.result.template view<ViewLayout, Value>();
      in_workspace(c,
                   segmented_argsort_workspace_size(c.exec(), permutation, keys,
                                                    of, order),
                   [&](auto const&... workspace) {
                     invoke(c, segmented_argsort, permutation, keys, of, order,
                            workspace...);
                   });
    }
  }

  template <class ViewLayout, class Order>
  static void call_counted(Case& c, Order const& order) {
    auto const keys = c.keys.template view<ViewLayout, Key>();
    if constexpr (std::is_void_v<Value>) {
      in_workspace(
          c, sort_counted_workspace_size(c.exec(), keys, c.count, order),
          [&](auto const&... workspace) {
            invoke(c, sort_counted, keys, c.count, order, workspace...);
          });
    } else {
      auto const values = c.values.template view<ViewLayout, Value>();
      in_workspace(c,
                   sort_counted_by_key_workspace_size(c.exec(), keys, values,
                                                      c.count, order),
                   [&](auto const&... workspace) {
                     invoke(c, sort_counted_by_key, keys, values, c.count,
                            workspace..., order);
                   });
    }
  }

  template <class ViewLayout, class Order>
  static void call_search(Case& c, Order const& order) {
    auto const keys = c.keys.template view<ViewLayout, Key const>();
    if constexpr (function == Function::is_sorted) {
      c.answer = is_sorted(c.exec(), keys, order);
    } else {
      using Found      = std::conditional_t<std::is_void_v<Value>, Key, Value>;
      auto const found = c.result.template view<ViewLayout, Found>();
      in_workspace(c, min_max_workspace_size(c.exec(), keys, order),
                   [&](auto const&... workspace) {
                     if constexpr (function == Function::min_max) {
                       min_max(c.exec(), keys, found, order, workspace...);
                     } else {
                       arg_min_max(c.exec(), found, keys, order, workspace...);
                     }
                   });
    }
  }

  template <class ViewLayout, class Order>
  static void call_selection(Case& c, Order const& order) {
    std::size_t const rank = c.parameters.rank();
    auto const run         = [&](std::size_t bytes, auto const& callee,
                         auto const&... arguments) {
      in_workspace(c, bytes, [&](auto const&... workspace) {
        invoke(c, callee, arguments..., workspace..., order);
      });
    };
    if constexpr (function == Function::nth_element ||
                  function == Function::partial_sort) {
      auto const keys = c.keys.template view<ViewLayout, Key>();
      if constexpr (function == Function::nth_element) {
        run(nth_element_workspace_size(c.exec(), keys, rank, order),
            nth_element, keys, rank);
      } else {
        run(partial_sort_workspace_size(c.exec(), keys, rank, order),
            partial_sort, keys, rank);
      }
    } else {
      using Found      = std::conditional_t<std::is_void_v<Value>, Key, Value>;
      auto const keys  = c.keys.template view<ViewLayout, Key const>();
      auto const found = c.result.template view<ViewLayout, Found>();
      if constexpr (function == Function::top_k) {
        run(top_k_workspace_size(c.exec(), keys, rank, order), top_k, keys,
            found);
      } else if constexpr (function == Function::arg_top_k) {
        run(top_k_by_key_workspace_size(c.exec(), keys, rank, order), arg_top_k,
            found, keys);
      } else {
        run(argpartition_workspace_size(c.exec(), keys, order), argpartition,
            found, keys, rank);
      }
    }
  }

  template <class ViewLayout>
  static void call_permute(Case& c) {
    using Index         = Key;
    auto const index    = c.index.template view<ViewLayout, Index const>();
    auto const in_place = c.values.template view<ViewLayout, Value>();
    auto const moved = gather(c.keys.template view<ViewLayout, Value const>(),
                              c.result.template view<ViewLayout, Value>());
    auto const run   = [&](auto const&... payloads) {
      in_workspace(c, permute_workspace_size(c.exec(), index, payloads...),
                     [&](auto const&... workspace) {
                     invoke(c, permute, index, payloads..., workspace...);
                   });
    };
    if (!gathers(c.parameters)) {
      run(in_place);
    } else if (!permutes_in_place(c.parameters)) {
      run(moved);
    } else {
      run(in_place, moved);
    }
  }
};

template <Function function, class Key, class Value, Ordering ordering,
          class Tag>
bool add_kind(Tag, char const* name) {
  using Added = Kind<function, Key, Value, ordering, Tag>;
  if constexpr (function == Function::permute) {
    return add(
        {name, Added::traits(), &Added::call, &fill_permute, &verify_permute});
  } else {
    using Checks = KeyChecks<Key>;
    return add(
        {name, Added::traits(), &Added::call, &Checks::fill, &Checks::verify});
  }
}

}  // namespace KokkosSort::Test::Fuzz

#define KOKKOSSORT_FUZZ_JOIN(a, b) a##b
#define KOKKOSSORT_FUZZ_NAME(line) KOKKOSSORT_FUZZ_JOIN(is_added_, line)

/// One kind of case per line: function, key, value, order, tag.
#define KOKKOSSORT_FUZZ(function, Key, Value, ordering, tag) \
  static bool const KOKKOSSORT_FUZZ_NAME(__LINE__) =         \
      add_kind<Function::function, Types::Key, Types::Value, \
               Ordering::ordering>(                          \
          Tags::tag, #function " " #Key " " #Value " " #ordering " " #tag);

#endif
