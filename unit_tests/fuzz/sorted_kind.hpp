// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_FUZZ_SORTED_KIND_HPP
#define KOKKOSSORT_UNIT_TESTS_FUZZ_SORTED_KIND_HPP

#include <fuzz/key_checks_body.hpp>
#include <fuzz/kind.hpp>
#include <support/set_oracle.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

// Kinds of case whose keys and values are read, and others returned: functions
// on sorted data. The keys are returned in the case's `result`, the values in
// its `index`.

namespace KokkosSort::Test::Fuzz {

/// Changes what came back, unless all of it is the same.
template <class Key>
void plant_in_result(Field& field, Plant plant, std::size_t count) {
  if (count > 0)
    plant_in_selection(field, part_of(results<Key>(field), 0, count), plant, 0);
}

/// Compares the first elements with those expected.
template <class Elements>
std::string verify_front(Field const& field, char const* name,
                         Elements const& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (std::memcmp(field.result(i), static_cast<void const*>(&expected[i]),
                    field.element_size()) != 0)
      return name + std::string(" ") + std::to_string(i) + " of " +
             std::to_string(expected.size()) + " is another one";
  return "";
}

/// As above, and the others with what they were before the call.
template <class Elements>
std::string verify_returned(Field const& field, char const* name,
                            Elements const& expected) {
  for (std::size_t i = expected.size(); i < field.size(); ++i)
    if (std::memcmp(field.result(i), field.input(i), field.element_size()) != 0)
      return name + std::string(" ") + std::to_string(i) + " of " +
             std::to_string(expected.size()) + " is another one";
  return verify_front(field, name, expected);
}

template <class Elements>
void fill_field(Field& field, Elements const& elements) {
  for (std::size_t i = 0; i < elements.size(); ++i)
    std::memcpy(field.input(i), static_cast<void const*>(&elements[i]),
                field.element_size());
}

template <class Keys>
void fill_keys(Case& c, Keys const& keys) {
  fill_field(c.keys, keys);
  fill_values(c.values);
}

/// Compares what was returned with elements of the input.
template <class Keys, class Values>
std::string verify_elements(Case& c, Plant plant, Keys const& keys,
                            Values const& values) {
  plant_in_result<typename Keys::value_type>(c.result, plant, keys.size());
  auto const verdict = verify_returned(c.result, "key", keys);
  return verdict.empty() ? verify_returned(c.index, "value", values) : verdict;
}

/// The first elements of a stable sort are expected.
template <class Key, class Held>
std::string verify_first_elements(Case& c, Plant plant) {
  auto const input   = inputs<Key>(c.keys);
  auto const values  = inputs<Held>(c.values);
  auto const origins = stable_origins<Key>(input, oracle_of<Key>(c));
  Array<Key> keys;
  Array<Held> others;
  for (std::size_t i = 0; i < c.result.size(); ++i) {
    keys.push_back(input[origins[i]]);
    if (c.index.size() > 0) others.push_back(values[origins[i]]);
  }
  return verify_elements(c, plant, keys, others);
}

template <Function function, class Key, class Value, Ordering ordering>
struct SortedKind : Kind<function, Key, Value, ordering, Tags::None> {
  using Base = Kind<function, Key, Value, ordering, Tags::None>;
  using Held = std::conditional_t<std::is_void_v<Value>, unsigned char, Value>;

  static constexpr bool has_values = !std::is_void_v<Value>;
  static constexpr bool is_merge   = function <= Function::merge_runs;
  static constexpr bool is_set     = function >= Function::set_union &&
                                 function <= Function::set_symmetric_difference;

  static void fill(Case& c) {
    auto keys = make_input<Key>(c);
    draw_runs(c);
    if (c.parameters.is_order(c.kind))
      for (std::size_t r = 0; r + 1 < c.segments.begins.size(); ++r)
        std::stable_sort(keys.begin() + c.segments.begins[r],
                         keys.begin() + c.segments.begins[r + 1],
                         oracle_of<Key>(c));
    fill_keys(c, keys);
  }

  static void call(Case& c) {
    with_layout(c.parameters.layout,
                [&](auto layout) { call_with<decltype(layout)>(c); });
  }

  static std::string verify(Case& c, Plant plant) {
    if constexpr (is_merge) {
      return c.parameters.is_order(c.kind)
                 ? verify_first_elements<Key, Held>(c, plant)
                 : "";
    } else if constexpr (is_set) {
      return c.parameters.is_order(c.kind) ? verify_set(c, plant) : "";
    } else {
      return verify_runs(c, plant);
    }
  }

 private:
  /// The runs that are sorted by themselves: two to merge, many, or one. Keys
  /// need not be sorted for the functions that find runs.
  static void draw_runs(Case& c) {
    Draw draw(c.parameters.key_seed ^ 0x12a5);
    auto const n  = static_cast<std::uint32_t>(c.parameters.size);
    auto& offsets = c.segments.begins;
    offsets       = {0, n};
    if constexpr (function == Function::merge || is_set) {
      offsets = {0, static_cast<std::uint32_t>(c.parameters.rank()), n};
    } else if constexpr (function == Function::merge_runs) {
      std::size_t const runs = draw.below(std::size_t{1} << draw.below(9));
      for (std::size_t r = 0; r < runs; ++r)
        offsets.push_back(static_cast<std::uint32_t>(draw.below(n + 1)));
      std::sort(offsets.begin(), offsets.end());
    } else if (draw.once_in(4)) {
      offsets = {};
    }
    c.segments.device_begins = to_device(offsets);
  }

  /// Compares the number of keys or runs that the device found.
  static std::string verify_count(Case const& c, std::size_t expected) {
    std::uint64_t count;
    Kokkos::deep_copy(count, c.count);
    return count == expected
               ? ""
               : "the number of results is " + std::to_string(count) +
                     ", not " + std::to_string(expected);
  }

  static std::string verify_set(Case& c, Plant plant) {
    auto const input = inputs<Key>(c.keys);
    auto const split =
        input.begin() + static_cast<std::ptrdiff_t>(c.parameters.rank());
    auto const keys = set_by_standard(
        static_cast<int>(function) - static_cast<int>(Function::set_union),
        Array<Key>(input.begin(), split), Array<Key>(split, input.end()),
        oracle_of<Key>(c));
    auto const verdict = verify_count(c, keys.size());
    return verdict.empty() ? verify_elements(c, plant, keys, Array<Held>())
                           : verdict;
  }

  static std::string verify_runs(Case& c, Plant plant) {
    auto const input  = inputs<Key>(c.keys);
    auto const values = inputs<Held>(c.values);
    auto const less   = oracle_of<Key>(c);
    Array<Key> keys;
    Array<Held> others;
    for (std::size_t i = 0; i < input.size(); ++i) {
      bool const is_begin = i == 0 || less(input[i - 1], input[i]) ||
                            less(input[i], input[i - 1]);
      if (is_begin) keys.push_back(input[i]);
      if constexpr (function == Function::run_length_encode) {
        if (is_begin) others.push_back(0);
        ++others.back();
      } else if constexpr (function == Function::reduce_by_key) {
        if (is_begin) others.push_back(0);
        others.back() = static_cast<Held>(others.back() + values[i]);
      } else if constexpr (function == Function::scan_by_key) {
        others.push_back(
            static_cast<Held>((is_begin ? 0 : others.back()) + values[i]));
      } else if constexpr (has_values) {
        if (is_begin) others.push_back(values[i]);
      }
    }
    if constexpr (function == Function::scan_by_key)
      return verify_returned(c.index, "sum", others);
    auto const verdict = verify_count(c, keys.size());
    return verdict.empty() ? verify_elements(c, plant, keys, others) : verdict;
  }

  template <class ViewLayout>
  static void call_with(Case& c) {
    Base::with_order(c.parameters, [&](auto const& order) {
      auto const run = [&](auto const& callee, auto const& bytes,
                           auto const&... arguments) {
        Base::in_workspace(c, bytes(c.exec(), arguments..., order),
                           [&](auto const&... workspace) {
                             Base::invoke(c, callee, arguments..., order,
                                          workspace...);
                           });
      };
      auto const keys   = c.keys.template view<ViewLayout, Key const>();
      auto const values = c.values.template view<ViewLayout, Held const>();
      auto const out    = c.result.template view<ViewLayout, Key>();
      auto const others = c.index.template view<ViewLayout, Held>();
      if constexpr (is_merge) {
        call_merge(c, keys, values, out, others, run);
      } else if constexpr (is_set) {
        call_set(c, keys, out, run);
      } else {
        call_runs(c, keys, values, out, others, run);
      }
    });
  }

  static void call_merge(Case& c, auto const& keys, auto const& values,
                         auto const& out, auto const& others, auto const& run) {
    auto const first  = Kokkos::pair(std::size_t{0}, c.parameters.rank());
    auto const second = Kokkos::pair(c.parameters.rank(), c.parameters.size);
    if constexpr (function == Function::merge && has_values) {
      run(merge_by_key, merge_by_key_workspace_size,
          Kokkos::subview(keys, first), Kokkos::subview(values, first),
          Kokkos::subview(keys, second), Kokkos::subview(values, second), out,
          others);
    } else if constexpr (function == Function::merge) {
      run(merge, merge_workspace_size, Kokkos::subview(keys, first),
          Kokkos::subview(keys, second), out);
    } else if constexpr (has_values) {
      run(merge_runs_by_key, merge_runs_by_key_workspace_size, keys, values,
          c.segments.device_begins, out, others);
    } else {
      run(merge_runs, merge_runs_workspace_size, keys, c.segments.device_begins,
          out);
    }
  }

  static void call_set(Case& c, auto const& keys, auto const& out,
                       auto const& run) {
    std::size_t const split = c.parameters.rank();
    auto const a = Kokkos::subview(keys, Kokkos::pair(std::size_t{0}, split));
    auto const b = Kokkos::subview(keys, Kokkos::pair(split, keys.extent(0)));
    if constexpr (function == Function::set_union) {
      run(set_union, set_union_workspace_size, a, b, out, c.count);
    } else if constexpr (function == Function::set_intersection) {
      run(set_intersection, set_intersection_workspace_size, a, b, out,
          c.count);
    } else if constexpr (function == Function::set_difference) {
      run(set_difference, set_difference_workspace_size, a, b, out, c.count);
    } else {
      run(set_symmetric_difference, set_symmetric_difference_workspace_size, a,
          b, out, c.count);
    }
  }

  static void call_runs(Case& c, auto const& keys, auto const& values,
                        auto const& out, auto const& others, auto const& run) {
    if constexpr (function == Function::reduce_by_key) {
      run(reduce_by_key, reduce_by_key_workspace_size, keys, values, out,
          others, c.count);
    } else if constexpr (function == Function::scan_by_key) {
      run(inclusive_scan_by_key, inclusive_scan_by_key_workspace_size, keys,
          values, others);
    } else if constexpr (function == Function::run_length_encode) {
      run(run_length_encode, run_length_encode_workspace_size, keys, out,
          others, c.count);
    } else if constexpr (has_values) {
      run(unique_by_key, unique_by_key_workspace_size, keys, values, out,
          others, c.count);
    } else {
      run(unique, unique_workspace_size, keys, out, c.count);
    }
  }
};

template <template <Function, class, class, Ordering> class Of,
          Function function, class Key, class Value, Ordering ordering>
bool add_kind_of(char const* name) {
  using Added = Of<function, Key, Value, ordering>;
  return add(
      {name, Added::traits(), &Added::call, &Added::fill, &Added::verify});
}

}  // namespace KokkosSort::Test::Fuzz

#define KOKKOSSORT_FUZZ_NAMED(Of, function, Key, Value, ordering, tag) \
  static bool const KOKKOSSORT_FUZZ_NAME(__LINE__) =                   \
      add_kind_of<Of, Function::function, Types::Key, Types::Value,    \
                  Ordering::ordering>(#function " " #Key " " #Value    \
                                                " " #ordering " " #tag);
#define KOKKOSSORT_FUZZ_OF(Of, function, Key, Value, ordering) \
  KOKKOSSORT_FUZZ_NAMED(Of, function, Key, Value, ordering, no_tag)

#endif
