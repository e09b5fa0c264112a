// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fuzz/case.hpp>
#include <support/instances.hpp>

#include <algorithm>

namespace KokkosSort::Test::Fuzz {
namespace {

constexpr std::size_t workspace_guard = 1024;

bool is_read_only(Function function) {
  return function == Function::argsort || function == Function::argsort_rows ||
         function == Function::argsort_columns ||
         function == Function::segmented_argsort ||
         function == Function::is_sorted || function == Function::min_max ||
         function == Function::arg_min_max || function == Function::permute ||
         function == Function::top_k || function == Function::arg_top_k ||
         function == Function::argpartition ||
         function == Function::argsort_strings || returns_others(function);
}

std::size_t results_of(KindTraits const& kind, Parameters const& p) {
  std::size_t const n = p.size;
  switch (kind.function) {
    case Function::top_k:
    case Function::top_k_team:
    case Function::arg_top_k: return p.rank();
    case Function::merge:
    case Function::merge_runs:
    case Function::set_union:
    case Function::set_intersection:
    case Function::set_difference:
    case Function::set_symmetric_difference:
    case Function::merge_team:
    case Function::unique:
    case Function::run_length_encode:
    case Function::reduce_by_key:
    case Function::scan_by_key:
    case Function::coo_to_crs:
    case Function::argsort_strings:
    case Function::argpartition:
    case Function::argsort:
    case Function::argsort_rows:
    case Function::argsort_columns:
    case Function::segmented_argsort:
    case Function::permute: return n;
    case Function::sort_and_merge: return is_crs_in_place(kind, p) ? 0 : n;
    case Function::min_max:
    case Function::arg_min_max: return 2;
    default: return 0;
  }
}

/// Byte j of a value, behind its tag.
unsigned char filler(std::size_t i, std::size_t j) {
  return static_cast<unsigned char>(Workload::splitmix64_finalizer(i) + 59 * j);
}

}  // namespace

void FuzzSegments::draw(std::uint64_t seed, std::size_t n) {
  Draw draw(seed ^ 0x5e6);
  begins.clear();
  ends.clear();
  have_gaps              = draw.once_in(3);
  std::size_t const most = std::size_t{1} << draw.below(18);
  std::size_t at         = have_gaps ? draw.below(n + 1) / 8 : 0;
  while (at < n) {
    // Some are much longer than the others.
    std::size_t const size =
        draw.once_in(50) ? draw.below(20 * most + 1) : draw.below(most + 1);
    begins.push_back(static_cast<std::uint32_t>(at));
    at = std::min(n, at + size);
    ends.push_back(static_cast<std::uint32_t>(at));
    if (have_gaps) at += draw.below(most) / 4;
    if (draw.once_in(1000)) break;
  }
  auto const upload = [](std::vector<std::uint32_t> const& from) {
    Kokkos::View<std::uint32_t*, Memory> to("offsets", from.size());
    Kokkos::deep_copy(to, Kokkos::View<std::uint32_t const*, Kokkos::HostSpace>(
                              from.data(), from.size()));
    return to;
  };
  device_ends  = upload(ends);
  auto offsets = begins;
  if (!have_gaps) offsets.push_back(ends.empty() ? 0 : ends.back());
  device_begins = upload(offsets);
}

void FuzzSegments::set_one(std::size_t n) {
  have_gaps = true;
  begins    = {0};
  ends      = {static_cast<std::uint32_t>(n)};
}

Case::Case() : m_spaces{Exec()} {
  for (Exec const& space : Test::instances()) m_spaces.push_back(space);
}

void Case::begin(KindTraits const& k, Parameters const& p) {
  kind               = k;
  parameters         = p;
  m_asked            = 0;
  m_is_larger_in_use = false;
  keys.reset(std::max<std::size_t>(k.key_size, 1), p.size, p.keys);
  bool const returns_values = returns_others(k.function) && k.value_size > 0;
  bool const has_values =
      k.function == Function::sort_by_key ||
      k.function == Function::segmented_sort_by_key ||
      k.function == Function::permute || returns_values ||
      ((k.function == Function::sort_counted ||
        k.function == Function::sort_in_chunks || is_in_kernel(k.function)) &&
       k.value_size > 0);
  values.reset(std::max<std::size_t>(k.value_size, 1), has_values ? p.size : 0,
               p.values);
  index.reset(
      std::max<std::size_t>(returns_values ? k.value_size : k.index_size, 1),
      returns_values                    ? results_of(k, p)
      : k.function == Function::permute ? p.size
                                        : 0,
      p.index);
  bool const returns_keys =
      k.function == Function::min_max || k.function == Function::permute ||
      k.function == Function::top_k || returns_others(k.function);
  result.reset(
      std::max<std::size_t>(returns_keys ? k.key_size : k.value_size, 1),
      results_of(k, p), p.result);
  rows.reset(1, 0, {});
  offsets.reset(1, 0, {});
  if (k.function == Function::sort_counted) {
    draw_count<std::uint64_t>(p.size);
    segments.set_one(used);
  } else if (is_segmented(k.function)) {
    segments.draw(p.key_seed, p.size);
  }
}

Workspace<Memory> const* Case::workspace(std::size_t bytes) {
  switch (parameters.scratch) {
    case Scratch::none: return nullptr;
    case Scratch::exact:
      m_exact = Workspace<Memory>(exec(), bytes);
      return &m_exact;
    case Scratch::larger: break;
  }
  m_asked            = bytes;
  m_is_larger_in_use = true;
  m_larger.reserve(exec(), bytes + workspace_guard);
  Kokkos::deep_copy(Kokkos::View<unsigned char*, Memory,
                                 Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
                        static_cast<unsigned char*>(m_larger.data()),
                        bytes + workspace_guard),
                    parameters.poison);
  return &m_larger;
}

bool Case::workspace_guard_holds() const {
  std::vector<unsigned char> image(workspace_guard);
  using Traits = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
  Kokkos::deep_copy(Kokkos::View<unsigned char*, Kokkos::HostSpace, Traits>(
                        image.data(), image.size()),
                    Kokkos::View<unsigned char*, Memory, Traits>(
                        static_cast<unsigned char*>(m_larger.data()) + m_asked,
                        image.size()));
  return std::all_of(image.begin(), image.end(), [&](unsigned char byte) {
    return byte == parameters.poison;
  });
}

std::string Case::check_fields(Plant plant) {
  struct Checked {
    Field& field;
    char const* name;
    bool is_input;
  };
  bool const is_in_place  = is_crs_in_place(kind, parameters);
  bool const reads_keys   = is_read_only(kind.function) && !is_in_place;
  bool const reads_values = returns_others(kind.function) && !is_in_place;
  for (auto const& [field, name, is_input] :
       {Checked{keys, "keys", reads_keys},
        Checked{values, "values", reads_values},
        Checked{index, "index", !returns_others(kind.function)},
        Checked{result, "result", false}, Checked{rows, "rows", !is_in_place},
        Checked{offsets, "offsets",
                kind.function == Function::argsort_strings}}) {
    if (field.size() == 0) continue;
    field.download();
    if (plant == Plant::guard && !is_input) field.spoil_guard();
    if (plant == Plant::input && is_input) field.spoil_result(0);
    if (is_input && !field.is_untouched())
      return std::string("the input '") + name + "' has changed";
    if (!field.guards_hold())
      return std::string("memory round '") + name + "' has changed";
  }
  return "";
}

std::string Case::finish(Plant plant) {
  exec().fence("KokkosSort_fuzz: the call is over");
  std::string const verdict = check_fields(plant);
  if (!verdict.empty()) return verdict;
  if (m_is_larger_in_use) {
    if (plant == Plant::workspace)
      Kokkos::deep_copy(
          Kokkos::View<unsigned char*, Memory,
                       Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
              static_cast<unsigned char*>(m_larger.data()) + m_asked, 1),
          static_cast<unsigned char>(~parameters.poison));
    if (!workspace_guard_holds())
      return "the workspace is written beyond the " + std::to_string(m_asked) +
             " bytes that were requested";
  }
  return "";
}

void fill_values(Field& field) {
  std::size_t const size = field.element_size();
  for (std::size_t i = 0; i < field.size(); ++i) {
    unsigned char* const value = field.input(i);
    std::size_t j              = 0;
    if (size >= 4) {
      auto const tag = static_cast<std::uint32_t>(i);
      std::memcpy(value, &tag, 4);
      j = 4;
    }
    for (; j < size; ++j) value[j] = filler(i, j);
  }
}

bool is_value_of(Field const& field, std::size_t i, std::size_t origin) {
  return std::memcmp(field.result(i), field.input(origin),
                     field.element_size()) == 0;
}

std::size_t tag_of(Field const& field, std::size_t i, std::size_t bytes) {
  std::uint64_t tag = 0;  // the machines that Kokkos runs on are little-endian
  std::memcpy(&tag, field.result(i), bytes);
  return static_cast<std::size_t>(tag);
}

void fill_permute(Case& c) {
  Draw draw(c.parameters.key_seed);
  std::size_t const n = c.parameters.size;
  std::vector<std::uint64_t> order(n);
  for (std::size_t i = 0; i < n; ++i) order[i] = i;
  switch (draw.below(4)) {
    case 0:
      for (auto& at : order) at = draw.below(n);
      break;
    case 1: std::reverse(order.begin(), order.end()); break;
    default:
      for (std::size_t i = n; i > 1; --i)
        std::swap(order[i - 1], order[draw.below(i)]);
  }
  for (std::size_t i = 0; i < n; ++i)
    std::memcpy(c.index.input(i), &order[i], c.index.element_size());
  fill_values(c.values);
  fill_values(c.keys);
}

std::string verify_permute(Case& c, Plant plant) {
  std::size_t const n = c.parameters.size;
  if (plant == Plant::loss && n > 1) c.values.copy_result(0, n - 1);
  if (plant == Plant::order && n > 1) c.result.swap_results(0, n - 1);
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t origin = 0;
    std::memcpy(&origin, c.index.input(i), c.index.element_size());
    auto const from = static_cast<std::size_t>(origin);
    if (permutes_in_place(c.parameters) && !is_value_of(c.values, i, from))
      return "row " + std::to_string(i) + " in place is not row " +
             std::to_string(from);
    if (gathers(c.parameters) &&
        std::memcmp(c.result.result(i), c.keys.input(from),
                    c.keys.element_size()) != 0)
      return "row " + std::to_string(i) + " of the destination is not row " +
             std::to_string(from) + " of the source";
  }
  return "";
}

}  // namespace KokkosSort::Test::Fuzz
