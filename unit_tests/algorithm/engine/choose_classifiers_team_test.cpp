// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/imaged.hpp>
#include <support/oracle.hpp>
#include <support/team.hpp>
#include <KokkosSort/algorithm/engine/distribution.hpp>
#include <KokkosSort/block/key_order.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

namespace KokkosSort::Test::ChooseClassifiersTest {
namespace {

using Word  = std::uint64_t;
using Order = Impl::BitsOrder<Word>;

constexpr std::size_t items = 100'000;

template <int TeamSize>
struct Tuning {
  static constexpr int team_size               = TeamSize;
  static constexpr int items_per_thread        = 8;
  static constexpr int max_log_buckets         = 9;
  static constexpr int sample_items_per_thread = 2048 / TeamSize;
  static constexpr int oversampling            = 8;
  static constexpr int min_sample              = 512;
  static constexpr std::uint64_t quick_keys    = 0;
};
/// Children of the first level are leaves, or are split again.
template <std::uint64_t Capacity>
struct Leaf {
  static constexpr std::uint64_t capacity = Capacity;
};

/// Returns how the first bucket of the words finds its cells, and sets its
/// splitters if there are any. The table of weighted digits is checked.
template <int TeamSize, std::uint64_t Capacity>
Impl::CellsBy chosen(std::vector<Word> const& words,
                     std::vector<Word>* splitters_of = nullptr) {
  using B = Impl::Distribution<Exec, Order, Impl::NoValue, Tuning<TeamSize>,
                               Leaf<Capacity>,
                               Impl::Classifiers::splitters_and_digits>;
  Guarded<Word> const given(words);
  auto const bytes = Impl::measured_bytes(
      [&](Impl::Arena& arena) { B::plan(words.size(), {}, arena); });
  Imaged memory(bytes);
  Impl::Arena arena(memory.data(), bytes);
  auto state         = B::plan(words.size(), {}, arena);
  state.data[0].keys = {given.data(), 1};
  memory.to_device();
  Impl::launch_teams<TeamSize>("test", Exec{}, 2,
                               typename B::ChooseClassifiers{state, 0});
  memory.from_device();
  EXPECT_TRUE(memory.guard_holds());
  EXPECT_TRUE(given.guards_hold());
  Impl::Bucket const bucket = *memory.at(&state.queue.bucket(0, 0));
  if (bucket.cells_by == Impl::CellsBy::weighted_digits) {
    auto const cells       = std::uint32_t{2} << bucket.log_children;
    Word* const definition = memory.at(state.cells(0, bucket).definition);
    EXPECT_LT(definition[0], definition[1]);
    std::uint32_t next = 0;
    for (std::uint32_t i = 0; i < cells / 2; ++i) {
      std::uint32_t section;
      std::memcpy(&section,
                  reinterpret_cast<std::byte*>(definition + 2) + 4 * i,
                  sizeof(section));
      EXPECT_EQ(section >> 16,
                std::min(next, (section & 0xffff) > 0 ? next : cells - 1))
          << "section " << i;
      next += section & 0xffff;
    }
    EXPECT_LE(next, cells);
    EXPECT_GT(next, cells / 4);
  }
  if (bucket.cells_by == Impl::CellsBy::short_splitters) {
    int const splitters    = (1 << bucket.log_children) - 1;
    Word* const definition = memory.at(state.cells(0, bucket).definition);
    typename B::Classifier::Digits digits;
    digits.set(definition[0], definition[splitters], 1);
    for (int b = 1; b < splitters; ++b) {
      EXPECT_GT(digits.window(definition[b]), digits.window(definition[b - 1]));
      EXPECT_EQ(digits.last_of_window(definition[b]), definition[b]);
    }
    EXPECT_GE(definition[splitters], definition[splitters - 1]);
  }
  if (splitters_of != nullptr) {
    Word* const definition = memory.at(state.cells(0, bucket).definition);
    splitters_of->assign(definition, definition + (1 << bucket.log_children));
  }
  return bucket.cells_by;
}

/// Calls body(choose, is_last), where choose(words) returns what a team
/// chooses: by teams of several sizes, for children that are leaves and for
/// larger ones.
template <class Body>
void for_engines(Body const& body) {
  for_team_sizes([&](auto team) {
    constexpr int size = team();
    body(
        [](std::vector<Word> const& words) -> Impl::CellsBy {
          return chosen<size, 2048>(words);
        },
        true);
    body(
        [](std::vector<Word> const& words) -> Impl::CellsBy {
          return chosen<size, 16>(words);
        },
        false);
  });
}

template <class Draw>
std::vector<Word> words_of(Draw const& draw) {
  std::mt19937_64 random(23);
  std::vector<Word> words(items);
  for (Word& word : words) word = draw(random);
  return words;
}

/// Floating-point numbers as the words of their order.
template <class Real>
std::vector<Word> words_of_reals(Real real) {
  Impl::KeyBits<double> const bits{};
  return words_of([&](auto& random) { return bits.encode(real(random)); });
}

TEST(ChooseClassifiers, EvenWordsUseDigits) {
  auto const words = words_of([](auto& random) { return random() >> 7; });
  for_engines([&](auto const& choose, bool) {
    EXPECT_EQ(choose(words), Impl::CellsBy::digits);
  });
}

/// A further level splits cells that are a little too large for a leaf.
TEST(ChooseClassifiers, RealNumbersUseWeightedDigits) {
  auto const normal = words_of_reals(std::normal_distribution<double>{});
  auto const unit   = words_of_reals(std::uniform_real_distribution<double>{});
  for_engines([&](auto const& choose, bool is_last) {
    auto const expected = is_last ? Impl::CellsBy::short_splitters
                                  : Impl::CellsBy::weighted_digits;
    EXPECT_EQ(choose(normal), expected);
    EXPECT_EQ(choose(unit), expected);
  });
}

/// Half of the words lie in few cells, but no two splitters in one window.
TEST(ChooseClassifiers, DistinctWindowsMakeShortSplitters) {
  auto const close = words_of([](auto& random) {
    Word const word = random();
    return word % 2 == 0 ? word : (Word{1} << 62) + (word >> 12);
  });
  for_engines([&](auto const& choose, bool) {
    EXPECT_EQ(choose(close), Impl::CellsBy::short_splitters);
  });
}

/// One cell is larger than a leaf. With leaves of 512 words a further level is
/// launched after the one that leads to leaves.
TEST(ChooseClassifiers, AFullCellIsLeftToALevelThatFollows) {
  auto const words = words_of([](auto& random) {
    Word const word = random();
    return word % 100 == 0 ? (Word{1} << 62) + (word >> 30) : word;
  });
  for_team_sizes([&](auto team) {
    constexpr int size = team();
    EXPECT_EQ((chosen<size, 2048>(words)), Impl::CellsBy::short_splitters);
    EXPECT_EQ((chosen<size, 512>(words)), Impl::CellsBy::digits);
    EXPECT_EQ((chosen<size, 16>(words)), Impl::CellsBy::digits);
  });
}

/// Sorted words give each interval of their positions one splitter. The sample
/// is the one that shows the digits, or one drawn for the splitters.
TEST(ChooseClassifiers, SplittersOfSortedWordsLieInIntervals) {
  auto const check = [](auto choose, std::size_t n) {
    // Two crowds, so that digits are uneven and windows equal.
    std::vector<Word> words(n);
    for (std::size_t i = 0; i < n; ++i)
      words[i] = i < n / 2 ? i : (Word{1} << 62) + i;
    std::vector<Word> splitters;
    ASSERT_EQ(choose(words, &splitters), Impl::CellsBy::splitters);
    std::size_t const children = splitters.size();
    for (std::size_t b = 0; b < children; ++b) {
      std::size_t const at = splitters[b] & ((Word{1} << 62) - 1);
      EXPECT_GE(at + 1, b * n / children) << "splitter " << b;
      EXPECT_LE(at, (b + 1) * n / children) << "splitter " << b;
    }
  };
  for_team_sizes([&](auto team) {
    constexpr int size = team();
    check(chosen<size, 16>, items);
    check(chosen<size, 512>, items);
    check(chosen<size, 20'000>, items);
    check(chosen<size, 16>, 300);
  });
}

TEST(ChooseClassifiers, CrowdedWordsUseSplitters) {
  auto const few  = words_of([](auto& random) { return random() % 16; });
  auto const same = std::vector<Word>(items, 5);
  // Half of the words lie close together.
  auto const close = words_of([](auto& random) {
    Word const word = random();
    return word % 2 == 0 ? word : (Word{1} << 62) + (word >> 30);
  });
  for_engines([&](auto const& choose, bool) {
    EXPECT_EQ(choose(few), Impl::CellsBy::splitters);
    EXPECT_EQ(choose(same), Impl::CellsBy::splitters);
    EXPECT_EQ(choose(close), Impl::CellsBy::splitters);
  });
}

}  // namespace
}  // namespace KokkosSort::Test::ChooseClassifiersTest
