// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/algorithm/host/host_leaves.hpp>
#include <KokkosSort/algorithm/host/host_survey_thread.hpp>
#include <KokkosSort/algorithm/host/host_tuning.hpp>
#include <KokkosSort/order.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace KokkosSort::Test::HostSurveyTest {
namespace {

using Keys = std::vector<std::uint32_t>;
using Tags = std::vector<std::uint32_t>;

struct CountedLess {
  std::uint64_t* calls;
  bool operator()(std::uint32_t a, std::uint32_t b) const {
    ++*calls;
    return a < b;
  }
};

template <bool swaps_equal = false, class Key>
Impl::HostSurvey survey_of(std::vector<Key> keys) {
  return Impl::survey<swaps_equal>(Impl::order_for<Key>(ascending),
                                   Impl::Strided<Key>{keys.data()}, 1,
                                   keys.size());
}

struct Case {
  Keys keys;
  bool ascending, descending;
};

template <bool swaps_equal>
void check(std::vector<Case> const& cases) {
  for (Case const& c : cases) {
    auto const result = survey_of<swaps_equal>(c.keys);
    EXPECT_EQ(result.ascending, c.ascending) << testing::PrintToString(c.keys);
    EXPECT_EQ(result.descending, c.descending)
        << testing::PrintToString(c.keys);
  }
}

TEST(HostSurvey, SeparatesAscendingFromStrictlyDescending) {
  check<false>({{{}, true, true},
                {{7}, true, true},
                {{7, 7}, true, false},
                {{3, 7}, true, false},
                {{7, 3}, false, true},
                {{1, 2, 2, 9}, true, false},
                {{9, 4, 2, 1}, false, true},
                {{9, 4, 4, 1}, false, false},
                {{9, 9, 4, 1}, false, false},
                {{1, 2, 9, 3}, false, false}});
}

TEST(HostSurvey, EqualNumbersMayBeReversed) {
  check<true>({{{}, true, true},
               {{7, 7}, true, true},
               {{3, 7}, true, false},
               {{1, 2, 2, 9}, true, false},
               {{9, 4, 4, 1}, false, true},
               {{9, 9, 4, 1}, false, true},
               {{9, 4, 1, 1}, false, true},
               {{9, 9, 4, 5}, false, false},
               {{1, 1, 2, 1}, false, false}});
}

/// Numbers of up to 32 bits are compared in blocks.
template <class Key>
void check_every_place_of_a_step(std::size_t n) {
  std::vector<Key> ascending(n), descending(n);
  for (std::size_t i = 0; i < n; ++i) {
    ascending[i]          = static_cast<Key>(i);
    descending[n - 1 - i] = ascending[i];
  }
  EXPECT_TRUE(survey_of(ascending).ascending);
  EXPECT_TRUE(survey_of(descending).descending);
  for (std::size_t i = 1; i < n; ++i) {
    std::swap(ascending[i - 1], ascending[i]);
    std::swap(descending[i - 1], descending[i]);
    EXPECT_FALSE(survey_of(ascending).ascending) << i << " of " << n;
    EXPECT_FALSE(survey_of(descending).descending) << i << " of " << n;
    std::swap(ascending[i - 1], ascending[i]);
    std::swap(descending[i - 1], descending[i]);
  }
}

TEST(HostSurvey, FindsAStepAtEveryPlace) {
  for (std::size_t const n : {2, 9, 73, 300}) {
    check_every_place_of_a_step<std::uint32_t>(n);
    check_every_place_of_a_step<float>(n);
    check_every_place_of_a_step<double>(n);
  }
}

TEST(HostSurvey, StopsAtTheFirstKeyThatMakesBothFalse) {
  Keys keys(1000, 5);
  keys[1]             = 9;
  keys[2]             = 4;
  std::uint64_t calls = 0;
  Impl::LessOrder<std::uint32_t, CountedLess> const order{{&calls}};
  Impl::survey<false>(order, Impl::Strided<std::uint32_t>{keys.data()}, 1,
                      keys.size());
  EXPECT_EQ(calls, 2u);
}

/// Elements that are in order or reversed are only compared with neighbors,
/// and keep their values.
TEST(HostSurvey, OneThreadOnlyReadsWhatIsInOrder) {
  using Counted = Impl::LessOrder<std::uint32_t, CountedLess>;
  using Element = typename Impl::Elements<Counted, std::uint32_t>::type;
  Impl::HostWorker<Counted, std::uint32_t,
                   Impl::HostSortTuning<sizeof(Element)>>
      worker;
  for (std::size_t const n : {2, 3, 100, 1001}) {
    Impl::Arena counting;
    worker.take_leaf(counting, n);
    std::vector<std::byte> memory(counting.used());
    Impl::Arena arena(memory.data(), memory.size());
    worker.take_leaf(arena, n);
    for (bool const reversed : {false, true}) {
      Keys keys(n);
      Tags tags(n);
      for (std::size_t i = 0; i < n; ++i)
        keys[i] = tags[i] =
            static_cast<std::uint32_t>(reversed ? n - 1 - i : i);
      std::uint64_t calls = 0;
      worker.sort_alone(Counted{{&calls}}, {{keys.data()}, {tags.data()}}, n);
      EXPECT_EQ(calls, n - 1);
      for (std::size_t i = 0; i < n; ++i) {
        ASSERT_EQ(keys[i], i) << n;
        ASSERT_EQ(tags[i], i) << n;
      }
    }
  }
}

}  // namespace
}  // namespace KokkosSort::Test::HostSurveyTest
