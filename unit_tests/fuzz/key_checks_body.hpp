// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_FUZZ_KEY_CHECKS_BODY_HPP
#define KOKKOSSORT_UNIT_TESTS_FUZZ_KEY_CHECKS_BODY_HPP

#include <fuzz/draw.hpp>
#include <fuzz/key_checks.hpp>
#include <fuzz/selection_checks.hpp>
#include <support/oracle.hpp>
#include <workload/fingerprint.hpp>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <type_traits>

namespace KokkosSort::Test::Fuzz {

template <class Key>
inline constexpr bool is_number =
    Workload::is_unsigned_key<Key> || Workload::is_signed_key<Key> ||
    std::is_floating_point_v<Key> || std::is_same_v<Key, Half> ||
    std::is_same_v<Key, Bhalf>;

/// The order of a case, written without the library's.
template <class Key>
struct Oracle {
  Ordering ordering;
  Parameters p;
  bool is_projection_descending;

  bool operator()(Key const& a, Key const& b) const {
    return p.is_descending ? before(b, a) : before(a, b);
  }

 private:
  bool before(Key const& a, Key const& b) const {
    switch (ordering) {
      case Ordering::compared:
        if constexpr (has_number)
          return Compared{p.comparison, p.modulus}(a, b);
        break;
      case Ordering::projected:
        if constexpr (has_number) {
          Remainder const remainder{p.modulus};
          return is_projection_descending ? remainder(b) < remainder(a)
                                          : remainder(a) < remainder(b);
        }
        break;
      case Ordering::bits:
        if constexpr (std::is_integral_v<Key>) return field(a) < field(b);
        break;
      case Ordering::natural: break;
    }
    if constexpr (std::is_same_v<Key, Record>) {
      return false;  // has no natural order
    } else if constexpr (requires { typename Key::word_type; }) {
      return a < b;
    } else {
      return OracleLess<Key>{}(a, b);
    }
  }

  static constexpr bool has_number =
      !(std::is_same_v<Key, Half> && sizeof(Key) == 2) &&
      !(std::is_same_v<Key, Bhalf> && sizeof(Key) == 2);

  /// The bits that count, with the sign's turned so that it comes last.
  std::uint64_t field(Key const& key) const {
    std::uint64_t code = Workload::bits_of(key);
    if (std::is_signed_v<Key>)
      code ^= std::uint64_t{1} << (Workload::key_width<Key> - 1);
    std::uint64_t result = 0;
    for (int bit = p.end_bit - 1; bit >= p.begin_bit; --bit)
      result = result << 1 | (code >> bit & 1);
    return result;
  }
};

template <class Key>
Oracle<Key> oracle_of(Case const& c) {
  return {c.kind.ordering, c.parameters, c.kind.value_size > 0};
}

template <class Key>
Array<Key> make(std::size_t n, Distribution distribution, std::uint64_t seed) {
  if constexpr (std::is_same_v<Key, Record>) {
    auto const numbers = input_keys<std::uint32_t>(n, distribution, seed);
    Array<Key> keys(n);
    for (std::size_t i = 0; i < n; ++i) keys[i] = {numbers[i], 0};
    return keys;
  } else {
    return input_keys<Key>(n, distribution, seed);
  }
}

/// Rows are tied up to a column drawn from the seed, or in every other column.
template <class Key>
  requires requires { typename Key::word_type; }
Array<Key> make(std::size_t n, Distribution distribution, std::uint64_t seed) {
  Draw draw(seed);
  Array<Key> keys(n);
  constexpr std::size_t columns = std::extent_v<decltype(Key::words)>;
  std::size_t const tied        = draw.below(columns);
  std::uint32_t const values    = draw.once_in(2) ? 3 : 1;
  for (std::size_t j = 0; j < columns; ++j) {
    auto const words =
        input_keys<typename Key::word_type>(n, distribution, draw.bits());
    bool const is_tied = j < tied && !draw.once_in(3);
    for (std::size_t i = 0; i < n; ++i)
      keys[i].words[j] = static_cast<typename Key::word_type>(
          is_tied ? words[i] % values : words[i]);
  }
  return keys;
}

/// Writes the index into what no order looks at.
template <class Key>
void mark(Key&, std::size_t) {}
inline void mark(Record& key, std::size_t i) {
  key.tag = static_cast<std::uint32_t>(i);
}
inline void mark(WideKey& key, std::size_t i) {
  auto const tag = static_cast<std::uint32_t>(i);
  std::memcpy(key.filler, &tag, sizeof(tag));
}

template <class Key>
Array<Key> make_input(Case const& c) {
  Parameters const& p = c.parameters;
  Draw draw(p.key_seed);
  auto keys = make<Key>(p.size, p.distribution, draw.bits());
  if (p.is_mixed && p.size > 0) {
    auto const others         = make<Key>(p.size, p.other, draw.bits());
    std::size_t const changed = draw.below(p.size);
    for (std::size_t i = 0; i < changed; ++i) {
      std::size_t const at = draw.below(p.size);
      keys[at]             = others[at];
    }
  }
  if (c.kind.function == Function::is_sorted && p.is_order(c.kind) &&
      draw.once_in(2)) {
    std::stable_sort(keys.begin(), keys.end(), oracle_of<Key>(c));
    if (p.size > 1 && draw.once_in(3)) {
      std::size_t const at = draw.below(p.size - 1);
      std::swap(keys[at], keys[at + 1]);
    }
  }
  for (std::size_t i = 0; i < p.size; ++i) mark(keys[i], i);
  return keys;
}

template <class Key>
Array<Key> inputs(Field const& field) {
  Array<Key> keys(field.size());
  for (std::size_t i = 0; i < keys.size(); ++i)
    std::memcpy(static_cast<void*>(&keys[i]), field.input(i), sizeof(Key));
  return keys;
}
template <class Key>
Array<Key> results(Field const& field) {
  Array<Key> keys(field.size());
  for (std::size_t i = 0; i < keys.size(); ++i)
    std::memcpy(static_cast<void*>(&keys[i]), field.result(i), sizeof(Key));
  return keys;
}

template <class Key>
void KeyChecks<Key>::fill(Case& c) {
  auto const keys = make_input<Key>(c);
  for (std::size_t i = 0; i < keys.size(); ++i)
    std::memcpy(c.keys.input(i), static_cast<void const*>(&keys[i]),
                sizeof(Key));
  fill_values(c.values);
}

// ------------------------------------------------------------------ verdicts

inline std::string text_of(testing::AssertionResult const& verdict) {
  return verdict ? "" : verdict.message();
}

/// Calls work(begin, end) for each part that is sorted by itself.
template <class Work>
std::string each_part(Case const& c, Work const& work) {
  return is_segmented(c.kind.function) ? c.segments.each(c.keys.size(), work)
                                       : work(std::size_t{0}, c.keys.size());
}

/// Changes what came back as a faulty sort would.
template <class Key>
void plant_fault(Case& c, Plant plant, Array<Key> const& keys) {
  if (plant != Plant::order && plant != Plant::loss &&
      plant != Plant::stability)
    return;
  auto const less       = oracle_of<Key>(c);
  bool const is_argsort = c.kind.function == Function::argsort ||
                          c.kind.function == Function::argsort_rows ||
                          c.kind.function == Function::argsort_columns ||
                          c.kind.function == Function::segmented_argsort;
  std::vector<bool> begins_part(keys.size());
  each_part(c, [&](std::size_t begin, std::size_t end) {
    if (begin < end) begins_part[begin] = true;
    return std::string();
  });
  for (std::size_t i = 0; i + 1 < keys.size(); ++i) {
    if (begins_part[i + 1]) continue;
    bool const differ = less(keys[i], keys[i + 1]);
    if (differ == (plant == Plant::stability)) continue;
    for (Field* const field : {&c.keys, &c.values, &c.result}) {
      if (field->size() == 0 || (is_argsort && field == &c.keys)) continue;
      plant == Plant::loss ? field->copy_result(i, i + 1)
                           : field->swap_results(i, i + 1);
    }
    return;
  }
}

/// The origin of each element, by a stable sort of the standard library.
template <class Key>
std::vector<std::uint32_t> stable_origins(Array<Key> const& input,
                                          Oracle<Key> const& less) {
  auto origins = index_tags<std::uint32_t>(input.size());
  std::stable_sort(origins.begin(), origins.end(),
                   [&](std::uint32_t a, std::uint32_t b) {
                     return less(input[a], input[b]);
                   });
  return origins;
}

/// Elements without a tag: keys alone, or with values too short for one. They
/// begin at `first` in the fields.
template <class Key>
std::string verify_untagged(Case const& c, Array<Key> const& input,
                            Array<Key> const& sorted, std::size_t first,
                            Oracle<Key> const& less) {
  bool const has_values = c.values.size() > 0;
  Workload::Fingerprint before, after;
  std::vector<unsigned char> element(sizeof(Key) + c.values.element_size());
  for (std::size_t i = 0; i < input.size(); ++i) {
    auto const add = [&](auto& sum, Key const& key,
                         unsigned char const* value) {
      std::memcpy(element.data(), static_cast<void const*>(&key), sizeof(Key));
      std::size_t const bytes = has_values ? c.values.element_size() : 0;
      if (has_values) std::memcpy(&element[sizeof(Key)], value, bytes);
      sum.add_bytes(element.data(), sizeof(Key) + bytes);
    };
    add(before, input[i], has_values ? c.values.input(first + i) : nullptr);
    add(after, sorted[i], has_values ? c.values.result(first + i) : nullptr);
  }
  if (!(before == after)) return "the elements are no permutation of the input";
  if (!c.parameters.is_order(c.kind)) return "";
  if (auto verdict = ordered(sorted, less); !verdict) return verdict.message();
  bool const is_determined =
      !has_values && is_number<Key> && c.kind.ordering == Ordering::natural;
  if (!c.kind.is_stable || is_determined) return "";
  auto const origins = stable_origins<Key>(input, less);
  for (std::size_t i = 0; i < input.size(); ++i) {
    if (!same_bytes(sorted[i], input[origins[i]]) ||
        (has_values && !is_value_of(c.values, first + i, first + origins[i])))
      return "element " + std::to_string(i) +
             " differs from that of a stable sort: equivalent elements have "
             "changed places";
  }
  return "";
}

template <class Key>
std::string verify_tagged(Case const& c, Array<Key> const& input,
                          Array<Key> const& sorted,
                          std::vector<std::uint64_t> const& tags,
                          Oracle<Key> const& less) {
  if (!c.parameters.is_order(c.kind))
    return text_of(permuted(sorted, tags, input));
  return text_of(sorted_with_tags(sorted, tags, input, less, c.kind.is_stable));
}

template <class Elements>
Elements part_of(Elements const& all, std::size_t begin, std::size_t end) {
  Elements part(end - begin);
  for (std::size_t i = begin; i < end; ++i) part[i - begin] = all[i];
  return part;
}

/// Verifies each part by the tags of its elements.
template <class Key>
std::string verify_parts(Case const& c, Array<Key> const& input,
                         Array<Key> const& sorted,
                         std::vector<std::uint64_t> const& tags,
                         Oracle<Key> const& less) {
  return each_part(c, [&](std::size_t begin, std::size_t end) -> std::string {
    std::vector<std::uint64_t> own(end - begin);
    for (std::size_t i = begin; i < end; ++i) {
      if (tags[i] < begin || tags[i] >= end)
        return "element " + std::to_string(i) + " is not of its segment";
      own[i - begin] = tags[i] - begin;
    }
    return verify_tagged<Key>(c, part_of(input, begin, end),
                              part_of(sorted, begin, end), own, less);
  });
}

template <class Key>
std::string verify_sort(Case& c, Plant plant) {
  auto const input = inputs<Key>(c.keys);
  auto const less  = oracle_of<Key>(c);
  plant_fault<Key>(c, plant, results<Key>(c.keys));
  auto const sorted = results<Key>(c.keys);
  if (c.values.size() == 0 || c.values.element_size() < 4)
    return each_part(c, [&](std::size_t begin, std::size_t end) {
      return verify_untagged<Key>(c, part_of(input, begin, end),
                                  part_of(sorted, begin, end), begin, less);
    });
  std::vector<std::uint64_t> tags(input.size());
  for (std::size_t i = 0; i < tags.size(); ++i) {
    tags[i] = tag_of(c.values, i, 4);
    if (tags[i] >= tags.size() || !is_value_of(c.values, i, tags[i]))
      return "value " + std::to_string(i) + " is none of the input's";
  }
  return verify_parts<Key>(c, input, sorted, tags, less);
}

template <class Key>
std::string verify_argsort(Case& c, Plant plant) {
  auto const input = inputs<Key>(c.keys);
  auto const read  = [&](std::vector<std::uint64_t>& tags) {
    Array<Key> sorted(input.size());
    for (std::size_t i = 0; i < tags.size(); ++i) {
      tags[i] = tag_of(c.result, i, c.result.element_size());
      if (tags[i] < tags.size()) sorted[i] = input[tags[i]];
    }
    return sorted;
  };
  std::vector<std::uint64_t> tags(input.size());
  plant_fault<Key>(c, plant, read(tags));
  auto const sorted = read(tags);
  return verify_parts<Key>(c, input, sorted, tags, oracle_of<Key>(c));
}

template <class Key>
std::string verify_is_sorted(Case& c, Plant plant) {
  auto const keys     = inputs<Key>(c.keys);
  bool const expected = bool(ordered(keys, oracle_of<Key>(c)));
  if (plant == Plant::order) c.answer = !c.answer;
  return c.answer == expected ? ""
         : expected           ? "sorted keys are called unsorted"
                              : "unsorted keys are called sorted";
}

template <class Key>
std::string verify_extremes(Case& c, Plant plant) {
  auto const keys   = inputs<Key>(c.keys);
  auto const less   = oracle_of<Key>(c);
  std::size_t at[2] = {0, 0};
  for (std::size_t i = 1; i < keys.size(); ++i) {
    if (less(keys[i], keys[at[0]])) at[0] = i;
    if (!less(keys[i], keys[at[1]])) at[1] = i;
  }
  if (plant == Plant::order) c.result.spoil_result(1);
  for (std::size_t i = 0; i < 2; ++i) {
    bool const is_right =
        c.kind.function == Function::min_max
            ? std::memcmp(c.result.result(i), c.keys.input(at[i]),
                          sizeof(Key)) == 0
            : tag_of(c.result, i, c.result.element_size()) == at[i];
    if (!is_right)
      return std::string(i == 0 ? "the minimum" : "the maximum") +
             " is not key " + std::to_string(at[i]);
  }
  return "";
}

template <class Key>
std::string verify_selection(Case& c, Plant plant) {
  auto const input = inputs<Key>(c.keys);
  auto const less  = oracle_of<Key>(c);
  auto origins     = index_tags<std::uint32_t>(input.size());
  if (c.parameters.is_order(c.kind)) origins = stable_origins<Key>(input, less);
  if (c.kind.function == Function::arg_top_k ||
      c.kind.function == Function::argpartition)
    return verify_selected_indices(c, plant, origins);
  return verify_selected_keys(
      c, plant, input, origins,
      [](Field const& field) { return results<Key>(field); }, less);
}

template <class Key>
std::string KeyChecks<Key>::verify(Case& c, Plant plant) {
  switch (c.kind.function) {
    case Function::sort:
    case Function::sort_by_key:
    case Function::segmented_sort:
    case Function::segmented_sort_by_key:
    case Function::sort_counted: return verify_sort<Key>(c, plant);
    case Function::argsort:
    case Function::argsort_rows:
    case Function::argsort_columns:
    case Function::segmented_argsort: return verify_argsort<Key>(c, plant);
    case Function::is_sorted: return verify_is_sorted<Key>(c, plant);
    case Function::min_max:
    case Function::arg_min_max: return verify_extremes<Key>(c, plant);
    case Function::top_k:
    case Function::arg_top_k:
    case Function::nth_element:
    case Function::partial_sort:
    case Function::argpartition: return verify_selection<Key>(c, plant);
    default: break;
  }
  return "";
}

}  // namespace KokkosSort::Test::Fuzz

#endif
