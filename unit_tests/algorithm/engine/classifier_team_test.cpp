// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/oracle.hpp>
#include <support/team.hpp>
#include <KokkosSort/algorithm/engine/classifier_team.hpp>
#include <KokkosSort/block/key_order.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace KokkosSort::Test::ClassifierTest {
namespace {

constexpr int max_log_children = 9;

/// Finds the cells of all items for two buckets, one after the other. The
/// memory that the first one wrote must not affect the second.
template <class Order, bool MayUseDigits>
struct FindCells {
  using Classifier = Impl::TeamClassifier<Order, MayUseDigits>;
  using Item       = typename Order::item_type;
  Order order;
  Impl::Bucket buckets[2];
  Item const* definitions[2];
  std::uint32_t* cells[2];
  Item const* items;
  int size;

  static constexpr int at_once = 3;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    Classifier classifier(scratch, order);
    for (int b = 0; b < 2; ++b) {
      classifier.load(member, buckets[b], definitions[b]);
      int const stride = at_once * member.team_size();
      for (int i = at_once * member.team_rank(); i < size; i += stride) {
        Item held[at_once];
        std::uint32_t found[at_once];
        for (int j = 0; j < at_once; ++j)
          held[j] = items[i + j < size ? i + j : size - 1];
        classifier.find(held, found);
        for (int j = 0; j < at_once && i + j < size; ++j)
          cells[b][i + j] = found[j];
      }
    }
  }
};

template <class Item>
struct Definition {
  int log_children;
  Impl::CellsBy cells_by;
  std::vector<Item> items;
};

/// Returns the cells of the items by both definitions.
template <int TeamSize, bool MayUseDigits, class Order, class Item>
std::vector<std::vector<std::uint32_t>> find_cells(
    Order const& order, Definition<Item> const& first,
    Definition<Item> const& second, std::vector<Item> const& items) {
  using Kernel = FindCells<Order, MayUseDigits>;
  Guarded<Item> const defined[2]{Guarded<Item>(first.items),
                                 Guarded<Item>(second.items)};
  std::vector<std::uint32_t> const none(items.size(), ~0u);
  Guarded<std::uint32_t> const cells[2]{Guarded<std::uint32_t>(none),
                                        Guarded<std::uint32_t>(none)};
  Guarded<Item> const given(items);
  Kernel kernel{order, {},           {},
                {},    given.data(), static_cast<int>(items.size())};
  for (int b = 0; b < 2; ++b) {
    auto const& definition         = b == 0 ? first : second;
    kernel.buckets[b].log_children = definition.log_children;
    kernel.buckets[b].cells_by     = definition.cells_by;
    kernel.definitions[b]          = defined[b].data();
    kernel.cells[b]                = cells[b].data();
  }
  int const log = std::max(first.log_children, second.log_children);
  run_team<TeamSize>(Kernel::Classifier::scratch_bytes(1 << log), kernel);
  EXPECT_TRUE(cells[0].guards_hold());
  EXPECT_TRUE(cells[1].guards_hold());
  return {cells[0].values(), cells[1].values()};
}

/// Every splitter or end of a range, its neighbors, and the extremes, sorted.
template <class Item>
std::vector<Item> items_round(std::vector<Item> const& given) {
  std::vector<Item> items{0, 1, static_cast<Item>(~Item{0})};
  for (Item const item : given)
    for (int const step : {-1, 0, 1})
      items.push_back(static_cast<Item>(item + static_cast<Item>(step)));
  std::sort(items.begin(), items.end());
  return items;
}

/// Cell j has splitter[j-1] < x <= splitter[j]. The first of equal
/// splitters has the smaller items, the next one the equal items.
template <class Item>
void expect_tree_cells(std::vector<std::uint32_t> const& cells,
                       Definition<Item> const& tree,
                       std::vector<Item> const& items) {
  auto const begin = tree.items.begin();
  auto const end   = begin + (std::ptrdiff_t{1} << tree.log_children) - 1;
  std::vector<std::uint32_t> expected;
  for (Item const item : items) {
    auto const first = std::lower_bound(begin, end, item);
    auto const last  = std::upper_bound(begin, end, item);
    expected.push_back(
        static_cast<std::uint32_t>(first - begin + (last - first > 1 ? 1 : 0)));
  }
  EXPECT_TRUE(same_sequence(cells, expected));
}

/// `items` are sorted.
template <class Item>
void expect_digit_cells(std::vector<std::uint32_t> const& cells,
                        Definition<Item> const& range,
                        std::vector<Item> const& items) {
  Item const low = range.items[0], high = range.items[1];
  // Several cells are used, and no further one is that of the highest item.
  std::uint32_t const last =
      cells[std::find(items.begin(), items.end(), high) - items.begin()];
  EXPECT_GT(last, 0u);
  EXPECT_LT(last, 2u << range.log_children);
  for (std::size_t i = 0; i < items.size(); ++i) {
    SCOPED_TRACE(items[i]);
    ASSERT_LE(cells[i], last);
    if (items[i] <= low || items[i] >= high) {
      ASSERT_EQ(cells[i], items[i] <= low ? 0u : last);
    }
    if (i == 0) continue;
    ASSERT_GE(cells[i], cells[i - 1]) << "not in order";
    if (items[i] == items[i - 1]) {
      ASSERT_EQ(cells[i], cells[i - 1]);
    }
  }
}

template <class Item>
Definition<Item> tree_of(int log_children, Item values) {
  auto splitters =
      input_keys<Item>(std::size_t{1} << log_children, Distribution::uniform);
  // Splitters differ by more than 1, so that their neighbors are no splitters.
  for (Item& splitter : splitters) splitter = splitter % values * 3 + 5;
  std::sort(splitters.begin(), splitters.end() - 1);
  splitters.back() = 7;  // the entry after them is not in use
  return {log_children, Impl::CellsBy::splitters, splitters};
}

template <int TeamSize, class Item>
void check_trees() {
  using Order     = Impl::BitsOrder<Item>;
  Item const many = static_cast<Item>(~Item{0}) / 4;
  for (int log = 2; log <= max_log_children; ++log)
    for (Item const values : {many, Item{3}, Item{1}}) {
      SCOPED_TRACE("log_children " + std::to_string(log) + ", " +
                   std::to_string(values) + " values");
      auto const first  = tree_of<Item>(log, many);
      auto const second = tree_of<Item>(log > 2 ? log - 1 : log, values);
      auto both         = first.items;
      both.insert(both.end(), second.items.begin(), second.items.end());
      auto const items = items_round(both);
      for (bool const may : {false, true}) {
        auto const cells =
            may ? find_cells<TeamSize, true>(Order{}, first, second, items)
                : find_cells<TeamSize, false>(Order{}, second, first, items);
        expect_tree_cells(cells[may ? 0 : 1], first, items);
        expect_tree_cells(cells[may ? 1 : 0], second, items);
      }
    }
}

TEST(TeamClassifier, FindsTheCellsOfATree) {
  for_team_sizes([](auto team) {
    check_trees<team(), std::uint32_t>();
    check_trees<team(), std::uint64_t>();
  });
}

using ShortDigits =
    Impl::TeamClassifier<Impl::BitsOrder<std::uint64_t>, true>::Digits;

/// Splitters whose windows differ, and the greatest item after them. All but
/// the first are the greatest items of their windows.
Definition<std::uint64_t> short_splitters_of(int log_children,
                                             std::uint64_t high) {
  auto const children = std::uint64_t{1} << log_children;
  Definition<std::uint64_t> result{
      log_children, Impl::CellsBy::short_splitters, {}};
  // Squares crowd at the low end.
  for (std::uint64_t b = 0; b < children - 1; ++b)
    result.items.push_back(high / (children * children) * (b * b + 1) + 99);
  result.items.push_back(high);
  ShortDigits digits;
  digits.set(result.items[0], high, log_children);
  for (std::uint64_t b = 1; b < children - 1; ++b) {
    std::uint64_t const last = digits.last_of_window(result.items[b]);
    EXPECT_GE(last, result.items[b]);
    EXPECT_EQ(digits.window(last), digits.window(result.items[b]));
    EXPECT_GT(digits.window(last + 1), digits.window(last));
    result.items[b] = last;
  }
  return result;
}

/// Comparisons of whole items find the same cells, but for the first splitter:
/// its window begins with it.
TEST(TeamClassifier, FindsTheCellsOfShortSplitters) {
  constexpr std::uint64_t all = ~std::uint64_t{0};
  auto const order            = Impl::BitsOrder<std::uint64_t>{};
  for_team_sizes([&](auto team) {
    for (int const log : {1, 2, 8, max_log_children})
      for (std::uint64_t const high : {all, all / 3, all >> 30, all >> 40}) {
        SCOPED_TRACE("log_children " + std::to_string(log) + ", up to " +
                     std::to_string(high));
        auto splitters  = short_splitters_of(log, high);
        auto const tree = tree_of<std::uint64_t>(log, 1000);
        auto items      = items_round(splitters.items);
        auto const found =
            find_cells<team(), true>(order, splitters, tree, items);
        expect_tree_cells(found[1], tree, items);
        EXPECT_TRUE(same_sequence(
            find_cells<team(), true>(order, tree, splitters, items)[1],
            found[0]));
        ShortDigits digits;
        digits.set(splitters.items[0], high, log);
        splitters.items[0] = digits.last_of_window(splitters.items[0]);
        // Items beyond the range have the last cell.
        for (auto& item : items) item = item > high ? high : item;
        expect_tree_cells(found[0], splitters, items);
      }
  });
}

template <int TeamSize, class Item>
void check_digits() {
  Item const all = static_cast<Item>(~Item{0});
  Item const top = static_cast<Item>(all / 2 + 1);
  std::vector<std::vector<Item>> const ranges{
      {0, all},       {7, 8},
      {7, 9},         {1000, 1513},
      {5, 70004},     {1, all - 1},
      {top - 1, top}, {static_cast<Item>(all - 3), all}};
  for (int const log : {2, 5, max_log_children})
    for (auto const& range : ranges) {
      SCOPED_TRACE("log_children " + std::to_string(log) + ", " +
                   std::to_string(range[0]) + " to " +
                   std::to_string(range[1]));
      auto given = range;
      for (int part = 1; part < 64; ++part)
        given.push_back(
            static_cast<Item>(range[0] + (range[1] - range[0]) / 64 * part));
      auto const items = items_round(given);
      Definition<Item> const digits{log, Impl::CellsBy::digits, range};
      // Digits are used before and after a bucket that has a tree.
      auto const tree  = tree_of<Item>(log, 1000);
      auto const order = Impl::BitsOrder<Item>{};
      auto const then  = find_cells<TeamSize, true>(order, digits, tree, items);
      expect_digit_cells(then[0], digits, items);
      expect_tree_cells(then[1], tree, items);
      auto const before =
          find_cells<TeamSize, true>(order, tree, digits, items);
      expect_tree_cells(before[0], tree, items);
      expect_digit_cells(before[1], digits, items);
    }
}

TEST(TeamClassifier, FindsTheCellsOfDigits) {
  for_team_sizes([](auto team) {
    check_digits<team(), std::uint32_t>();
    check_digits<team(), std::uint64_t>();
  });
}

/// Cells that each section has: none in most of them, many in a few.
std::vector<std::uint32_t> weights_of(int log_children) {
  std::vector<std::uint32_t> weights(std::size_t{1} << log_children, 0);
  weights[1]     = 3;
  weights.back() = 1;
  weights[2 + weights.size() / 4] =
      static_cast<std::uint32_t>(2 * weights.size() - 4);
  return weights;
}

template <class Item>
Definition<Item> weighted_of(int log_children, Item low, Item high) {
  std::vector<Item> items(std::size_t{2} << log_children);
  items[0] = low;
  items[1] = high;
  std::vector<std::uint32_t> sections;
  std::uint32_t first = 0;
  for (std::uint32_t const weight : weights_of(log_children)) {
    sections.push_back(first << 16 | weight);
    first += weight;
  }
  std::memcpy(items.data() + 2, sections.data(),
              sections.size() * sizeof(std::uint32_t));
  return {log_children, Impl::CellsBy::weighted_digits, items};
}

/// Items are spaced evenly, from the low end of the range to the high one.
template <int TeamSize, class Item>
void check_weighted_digits() {
  Item const all   = static_cast<Item>(~Item{0});
  auto const order = Impl::BitsOrder<Item>{};
  for (int const log : {max_log_children - 1, max_log_children})
    for (Item const high : {all, static_cast<Item>(all / 3), Item{1u << 24}}) {
      SCOPED_TRACE("log_children " + std::to_string(log) + ", up to " +
                   std::to_string(high));
      auto const weights  = weights_of(log);
      auto const sections = static_cast<Item>(weights.size());
      Item const low      = 77;
      auto const weighted = weighted_of<Item>(log, low, high);
      std::vector<Item> items;
      // A section has up to 1,020 cells, so each cell has an item.
      constexpr Item per_section = 1024;
      Item const step =
          static_cast<Item>((high - low) / (sections * per_section) + 1);
      for (Item item = low; item < high && high - item > step; item += step)
        items.push_back(item);
      items.push_back(high);
      auto const tree = tree_of<Item>(log, 1000);
      auto const then =
          find_cells<TeamSize, true>(order, weighted, tree, items);
      expect_tree_cells(then[1], tree, items);
      auto const cells =
          find_cells<TeamSize, true>(order, tree, weighted, items)[1];
      EXPECT_TRUE(same_sequence(then[0], cells));
      // Each cell of a section takes its share of the section's width, the cell
      // after empty sections also their items.
      std::vector<double> expected(2 * weights.size(), 0);
      std::size_t first = 0;
      for (std::uint32_t const weight : weights) {
        for (std::uint32_t c = 0; c < weight; ++c)
          expected[first + c] += 1.0 / weight;
        if (weight == 0) expected[first] += 1;
        first += weight;
      }
      std::vector<double> found(expected.size(), 0);
      double const one = static_cast<double>(sections) / items.size();
      for (std::size_t i = 0; i < items.size(); ++i) {
        ASSERT_LT(cells[i], found.size());
        ASSERT_TRUE(i == 0 || cells[i] >= cells[i - 1]) << "not in order";
        found[cells[i]] += one;
      }
      // Sections may be wider by 1 / 256, so that the last one is narrower.
      for (std::size_t c = 0; c + 1 < first; ++c)
        EXPECT_NEAR(found[c], expected[c], 0.002 + expected[c] / 100) << c;
    }
}

TEST(TeamClassifier, FindsTheCellsOfWeightedDigits) {
  for_team_sizes([](auto team) {
    check_weighted_digits<team(), std::uint32_t>();
    check_weighted_digits<team(), std::uint64_t>();
  });
}

/// Items that are equivalent by an order of some bits share a cell.
TEST(TeamClassifier, EquivalentItemsShareACell) {
  using Item  = std::uint32_t;
  using Order = Impl::BitRangeOrder<Item>;
  Order const order{{}, 8, 0xffff};
  std::vector<Item> items;
  for (Item ordinal = 0; ordinal < 600; ++ordinal)
    for (Item const rest : {0u, 0xff0000ffu, 0x12000034u})
      items.push_back(ordinal << 8 | rest);
  // Ordinals define digits, items define a tree.
  Definition<Item> const digits{5, Impl::CellsBy::digits, {100, 500}};
  Definition<Item> tree{5, Impl::CellsBy::splitters, {}};
  for (Item b = 0; b < 32; ++b)
    tree.items.push_back((b / 2 * 40) << 8 | b << 24 | (31 - b));
  for_team_sizes([&](auto team) {
    for (auto const& cells :
         find_cells<team(), true>(order, digits, tree, items))
      for (std::size_t i = 0; i < items.size(); ++i) {
        ASSERT_EQ(cells[i], cells[i / 3 * 3]) << items[i];
        ASSERT_GE(cells[i], cells[i - (i > 0 ? 1 : 0)]) << "not in order";
      }
  });
}

}  // namespace
}  // namespace KokkosSort::Test::ClassifierTest
