// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sort of rows of several columns: u32 descending, f64, i16 and, in wide rows,
// u64. The peer sorts integers of 128 bits that hold the first three.

#include "checksum.hpp"
#include "function_case.hpp"
#include "random_keys.hpp"

#include <KokkosSort/by_columns.hpp>
#include <KokkosSort/sort.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace KokkosSort::Perf {
namespace {

#if defined(__SIZEOF_INT128__)
using Packed = Impl::UInt128;

struct ColumnData {
  Kokkos::View<std::uint32_t*, Memory> first;
  Kokkos::View<double*, Memory> second;
  Kokkos::View<std::int16_t*, Memory> third;
  Kokkos::View<std::uint64_t*, Memory> fourth;  // follows from the others

  explicit ColumnData(std::size_t n)
      : first(uninitialized<std::uint32_t>(n)),
        second(uninitialized<double>(n)),
        third(uninitialized<std::int16_t>(n)),
        fourth(uninitialized<std::uint64_t>(n)) {}

  KOKKOS_INLINE_FUNCTION Packed packed(std::size_t i) const {
    auto const high = static_cast<std::uint32_t>(~first(i));
    auto const low  = static_cast<std::uint16_t>(third(i) ^ 0x8000);
    return Packed{high} << 80 |
           Packed{Impl::KeyBits<double>::encode(second(i))} << 16 | low;
  }
  KOKKOS_INLINE_FUNCTION static std::uint64_t tag_of(Packed packed) {
    return scramble(static_cast<std::uint64_t>(packed) ^
                    static_cast<std::uint64_t>(packed >> 64));
  }
};

struct DrawRows {
  ColumnData rows;
  Kokkos::View<std::uint64_t*, Memory> numbers;
  Kokkos::View<Packed*, Memory> packed;

  KOKKOS_INLINE_FUNCTION void operator()(std::size_t i) const {
    std::uint64_t const mixed = scramble(numbers(i));
    rows.first(i)             = static_cast<std::uint32_t>(mixed >> 32);
    rows.third(i)             = static_cast<std::int16_t>(mixed & 0xffff);
    packed(i)                 = rows.packed(i);
    rows.fourth(i)            = ColumnData::tag_of(packed(i));
  }
};

/// Counts the rows that are not those of the packed keys. The fourth column
/// moves with wide rows alone.
struct WrongRows {
  ColumnData rows;
  Kokkos::View<Packed*, Memory> packed;
  bool is_wide;

  KOKKOS_INLINE_FUNCTION void operator()(std::size_t i,
                                         std::size_t& sum) const {
    if (rows.packed(i) != packed(i) ||
        (is_wide && rows.fourth(i) != ColumnData::tag_of(packed(i))))
      ++sum;
  }
};

template <bool is_wide>
class ColumnsCase : public FunctionCase {
 public:
  explicit ColumnsCase(Task const& task)
      : m_n(task.count),
        m_input(task.count),
        m_rows(task.count),
        m_input_keys(uninitialized<Packed>(task.count)),
        m_keys(uninitialized<Packed>(task.count)),
        m_expected(uninitialized<Packed>(task.count)) {
    m_input.second = random_keys<double>(task);
    Kokkos::parallel_for(
        "KokkosSort::Perf::draw_rows", Kokkos::RangePolicy<Exec>(0, m_n),
        DrawRows{m_input, random_keys<std::uint64_t>(task), m_input_keys});
    Kokkos::deep_copy(m_exec, m_expected, m_input_keys);
    KokkosSort::sort(m_exec, m_expected);
    std::size_t const bytes = sort_workspace_size(m_exec, columns());
    std::size_t const plain = sort_workspace_size(m_exec, m_keys);
    m_workspace.reserve(m_exec, std::max(bytes, plain));
    add("by_columns",
        {[this] { KokkosSort::sort(m_exec, columns(), m_workspace); },
         [this] { return are_right(); }, bytes});
    add("plain_sort",
        {[this] { KokkosSort::sort(m_exec, m_keys, m_workspace); },
         [this] { return are_equal(m_exec, m_keys, m_expected, m_n); }, plain});
  }

  static std::vector<std::string> names() {
    return {"by_columns", "plain_sort"};
  }

 private:
  auto columns() const {
    if constexpr (is_wide) {
      return by_columns(descending(m_rows.first), m_rows.second, m_rows.third,
                        m_rows.fourth);
    } else {
      return by_columns(descending(m_rows.first), m_rows.second, m_rows.third);
    }
  }

  void refill() override {
    Kokkos::deep_copy(m_exec, m_rows.first, m_input.first);
    Kokkos::deep_copy(m_exec, m_rows.second, m_input.second);
    Kokkos::deep_copy(m_exec, m_rows.third, m_input.third);
    Kokkos::deep_copy(m_exec, m_rows.fourth, m_input.fourth);
    Kokkos::deep_copy(m_exec, m_keys, m_input_keys);
  }

  bool are_right() {
    std::size_t wrong = 0;
    Kokkos::parallel_reduce("KokkosSort::Perf::wrong_rows",
                            Kokkos::RangePolicy<Exec>(m_exec, 0, m_n),
                            WrongRows{m_rows, m_expected, is_wide}, wrong);
    m_exec.fence();
    return wrong == 0;
  }

  std::size_t m_n;
  ColumnData m_input;
  ColumnData m_rows;
  Kokkos::View<Packed*, Memory> m_input_keys;
  Kokkos::View<Packed*, Memory> m_keys;
  Kokkos::View<Packed*, Memory> m_expected;
  Workspace<Memory> m_workspace;
};

[[maybe_unused]] bool const entered =
    enter_function<ColumnsCase<false>>("columns_u32_f64_i16") &&
    enter_function<ColumnsCase<true>>("columns_u32_f64_i16_u64");
#endif

}  // namespace
}  // namespace KokkosSort::Perf
