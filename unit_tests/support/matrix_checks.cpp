// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/boundaries.hpp>
#include <support/call.hpp>
#include <support/events.hpp>
#include <support/guarded.hpp>
#include <support/instances.hpp>
#include <support/keys.hpp>
#include <support/matrix_sorter.hpp>
#include <support/oracle.hpp>
#include <support/register.hpp>
#include <KokkosSort/core/team_shape.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

namespace KokkosSort::Test {

/// The order that is promised, in either direction.
template <class Key>
struct DirectedLess {
  bool descend;

  bool operator()(Key const& a, Key const& b) const {
    return descend ? OracleLess<Key>{}(b, a) : OracleLess<Key>{}(a, b);
  }
};

/// Every check of one algorithm on one type of key. An object lives as long as
/// a test, since its workspace must not outlive Kokkos.
template <class Key>
class MatrixChecks {
 public:
  explicit MatrixChecks(MatrixSorter<Key> const& sorter)
      : m_sorter(sorter),
        m_limits(sorter.limits()),
        m_is_stable(sorter.is_stable()),
        m_is_quadratic(sorter.is_quadratic()),
        m_values_descend(sorter.values_descend()) {}

  /// Every size for the commonest type, one in 17 for each of the others.
  void check_sizes() {
    std::size_t const step             = is_commonest ? 1 : 17;
    std::size_t const step_above_short = step_of_quadratic();
    for (std::size_t const size : {0, 1, 2}) check_size(size);
    for (std::size_t size = 3 + sizeof(Key) % step; size <= 4100;
         size +=
         m_is_quadratic && size > short_size ? step_above_short : step) {
      check_size(size);
      if (testing::Test::HasFatalFailure()) return;
    }
  }

  /// Keys alone and keys with values change their ways at different sizes.
  void check_boundaries() {
    for (std::size_t const size : with_neighbors(m_limits.of_keys)) {
      SCOPED_TRACE("keys alone, size " + std::to_string(size));
      check_keys(keys_of(size));
      if (is_commonest) check_keys(keys_of(size), m_values_descend);
      if (testing::Test::HasFatalFailure()) return;
    }
    for (std::size_t const size : with_neighbors(m_limits.of_values)) {
      SCOPED_TRACE("with values, size " + std::to_string(size));
      check_values(keys_of(size));
      if (is_commonest) check_values(keys_of(size), !m_values_descend);
      if (testing::Test::HasFatalFailure()) return;
    }
  }

  void check_distribution(Distribution distribution) {
    std::vector<std::size_t> sizes{m_limits.leaf / 2, 5 * m_limits.tile + 3};
    if (m_limits.one_level > 0 && is_partitioned_twice(distribution))
      sizes.push_back(m_limits.one_level + 4321);
    for (std::size_t const size : sizes) {
      SCOPED_TRACE("size " + std::to_string(size));
      check_values(input_keys<Key>(size, distribution));
      if (testing::Test::HasFatalFailure()) return;
    }
    SCOPED_TRACE("once more, and keys alone");
    check_all(input_keys<Key>(sizes[1], distribution, 7));
  }

  /// One case after another, cheap enough for a tool that makes them slow.
  void check_for_sanitizers() {
    // A tool may take a second for a hundred launches, of which a quadratic
    // algorithm has one a key.
    std::size_t const tiles  = m_is_quadratic ? 2 : 5;
    std::size_t const leaves = m_is_quadratic ? 2 : 4;
    for (std::size_t const size :
         std::vector<std::size_t>{0, 1, 2, 3, 33, m_limits.leaf - 1,
                                  m_limits.leaf + 1, tiles * m_limits.tile + 1})
      check_all(keys_of(size));
    check_values(
        input_keys<Key>(leaves * m_limits.leaf, Distribution::two_values));
  }

  void check_argsort() {
    for (std::size_t const size :
         {0, 1, 2, 31, 1000, m_is_quadratic ? 3011 : 30011}) {
      auto const input = keys_of(size);
      Guarded<Key> const keys(input);
      Guarded<Index> const permutation(std::vector<Index>(size, 12345));
      auto const bytes =
          m_sorter.bytes_for_order(m_exec, permutation.view(), keys.view());
      m_sorter.find_order(m_exec, permutation.view(), keys.view(),
                          m_scratch.prepare(bytes));
      ASSERT_TRUE(m_scratch.guards_hold());
      ASSERT_TRUE(keys.untouched());
      ASSERT_TRUE(permutation.guards_hold());
      Array<Key> result(size);
      auto const tags = permutation.values();
      for (std::size_t i = 0; i < size; ++i) {
        ASSERT_LT(tags[i], size);
        result[i] = input[tags[i]];
      }
      ASSERT_TRUE(sorted_with_tags(result, tags, input,
                                   DirectedLess<Key>{m_values_descend}, true));
    }
  }

  /// A workspace that lacks one byte is refused, and nothing is changed.
  void check_workspace_too_small() {
    for (std::size_t const size : {m_limits.leaf / 2, m_limits.leaf + 1,
                                   2 * m_limits.leaf + m_limits.tile + 3}) {
      SCOPED_TRACE("size " + std::to_string(size));
      Guarded<Key> const keys(keys_of(size));
      Guarded<Index> const tags(index_tags<Index>(size));
      // Calls that need none come last, since they change the keys.
      std::vector<std::function<void()>> unrefused;
      auto const refuse = [&](std::size_t bytes, auto const& call) {
        if (bytes == 0) {
          unrefused.push_back([&, call] { call(m_scratch.prepare(0)); });
          return;
        }
        EXPECT_TRUE(
            refuses([&] { call(m_scratch.prepare(bytes - 1)); },
                    {"'workspace' has " + std::to_string(bytes - 1) +
                     " bytes, but " + std::to_string(bytes) + " are needed"}));
        EXPECT_TRUE(keys.untouched());
        EXPECT_TRUE(tags.untouched());
      };
      using Scratch = Workspace<Memory>;
      if (m_sorter.is_stable())
        refuse(m_sorter.bytes_for_order(m_exec, tags.view(), keys.view()),
               [&](Scratch const& scratch) {
                 m_sorter.find_order(m_exec, tags.view(), keys.view(), scratch);
               });
      refuse(m_sorter.bytes_for_values(m_exec, keys.view(), tags.view(),
                                       m_values_descend),
             [&](Scratch const& scratch) {
               m_sorter.sort_values(m_exec, keys.view(), tags.view(),
                                    m_values_descend, scratch);
             });
      refuse(m_sorter.bytes_for_keys(m_exec, keys.view(), !m_values_descend),
             [&](Scratch const& scratch) {
               m_sorter.sort_keys(m_exec, keys.view(), !m_values_descend,
                                  scratch);
             });
      for (auto const& call : unrefused) call();
    }
  }

  /// Ten million keys and three on a device. On a host two million, or as many
  /// more as exceed one level. A quadratic algorithm takes about as long for
  /// 10,007. Values too where an algorithm moves them in other ways than keys.
  void check_many() {
    std::size_t const many =
        Impl::TeamShape<Exec>::is_host
            ? std::max<std::size_t>(2000003, m_limits.one_level + 4321)
            : 10000003;
    auto const input =
        input_keys<Key>(m_is_quadratic ? 10007 : many, Distribution::uniform);
    check_keys(input);
    if (m_is_stable) check_values(input);
  }

  /// Given a workspace of the exact size a call does nothing but its launches,
  /// unless the sorter states that it fences. Such a one only does not
  /// allocate.
  void check_quiet() {
    DeviceView<Key> const keys("keys", some_size());
    DeviceView<Index> const tags("tags", some_size());
    Workspace<Memory> const for_keys(
        m_exec, m_sorter.bytes_for_keys(m_exec, keys, !m_values_descend));
    Workspace<Memory> const for_both(
        m_exec,
        m_sorter.bytes_for_values(m_exec, keys, tags, m_values_descend));
    auto const call = [&] {
      m_sorter.sort_keys(m_exec, keys, !m_values_descend, for_keys);
      m_sorter.sort_values(m_exec, keys, tags, m_values_descend, for_both);
    };
    call();  // may make Kokkos itself enlarge the scratch of its teams
    m_exec.fence();
    Events const events;
    call();
    EXPECT_GE(events.kernels().size(), 2u);
    EXPECT_EQ(events.allocations(), Events::Labels{});
    EXPECT_EQ(events.deallocations(), Events::Labels{});
    if (m_sorter.fences()) {
      EXPECT_NE(events.fences(), Events::Labels{});
      EXPECT_NE(events.copies(), Events::Labels{});
    } else {
      EXPECT_EQ(events.fences(), Events::Labels{});
      EXPECT_EQ(events.copies(), Events::Labels{});
    }
  }

  /// Bit by bit the same, whatever the workspace holds. A quadratic algorithm
  /// has so many launches in a run that ten do.
  void check_hundred_runs() {
    auto const input = input_keys<Key>(some_size(), Distribution::sqrt_values);
    std::vector<Index> expected;
    for (int run = 0; run < (m_is_quadratic ? 10 : 100); ++run) {
      Guarded<Key> const keys(input);
      Guarded<Index> const tags(index_tags<Index>(some_size()));
      auto const bytes = m_sorter.bytes_for_values(
          m_exec, keys.view(), tags.view(), m_values_descend);
      m_sorter.sort_values(
          m_exec, keys.view(), tags.view(), m_values_descend,
          m_scratch.prepare(bytes, static_cast<unsigned char>(run)));
      if (run == 0) expected = tags.values();
      ASSERT_TRUE(same_sequence(tags.values(), expected)) << "run " << run;
    }
  }

  void check_instances() {
    auto const spaces  = instances();
    bool const descend = !m_values_descend;
    for (std::size_t round = 0; round < 5; ++round) {
      std::vector<Array<Key>> inputs;
      std::vector<Guarded<Key>> keys;
      std::vector<Workspace<Memory>> scratch;
      for (std::size_t i = 0; i < spaces.size(); ++i) {
        inputs.push_back(input_keys<Key>(
            some_size() + round, Distribution::uniform, 10 * round + i));
        keys.emplace_back(inputs[i]);
        scratch.emplace_back(
            spaces[i],
            m_sorter.bytes_for_keys(spaces[i], keys[i].view(), descend));
      }
      Kokkos::fence();
      for (std::size_t i = 0; i < spaces.size(); ++i)
        m_sorter.sort_keys(spaces[i], keys[i].view(), descend, scratch[i]);
      Kokkos::fence();
      for (std::size_t i = 0; i < spaces.size(); ++i) {
        ASSERT_TRUE(
            sorted(keys[i].values(), inputs[i], DirectedLess<Key>{descend}));
        ASSERT_TRUE(keys[i].guards_hold());
      }
    }
  }

  /// The commonest type gets both directions and every size.
  static constexpr bool is_commonest = std::is_same_v<Key, std::uint32_t>;

 private:
  using Index = std::uint32_t;

  /// Up to here each size takes every sorter, above one in turn.
  static constexpr std::size_t short_size = 512;
  /// Above short_size. A round of such an algorithm is soon done, and threads
  /// of a host take long to meet after each: one alone takes more sizes. Both
  /// steps are odd and tiles are powers of two, so all remainders occur.
  std::size_t step_of_quadratic() const {
    if (!is_commonest) return 499;
    if (!Impl::TeamShape<Exec>::is_host) return 1;
    return m_exec.concurrency() > 1 ? 29 : 5;
  }

  std::size_t some_size() const { return m_is_quadratic ? 3001 : 60000; }

  /// Distributions take turns with the sizes.
  static Array<Key> keys_of(std::size_t size) {
    auto const& entry =
        Workload::distributions[size % Workload::distributions.size()];
    return input_keys<Key>(size, entry.distribution, size);
  }

  /// Large inputs for every distribution of some types, and for some
  /// distributions of every type.
  static bool is_partitioned_twice(Distribution distribution) {
    return is_commonest || std::is_same_v<Key, double> ||
           static_cast<unsigned>(distribution) % 4 == sizeof(Key) % 4;
  }

  /// Keys with index tags beside them, sorted between guard zones in a poisoned
  /// workspace.
  void check_values(Array<Key> const& input, bool descend) {
    Guarded<Key> const keys(input);
    Guarded<Index> const tags(index_tags<Index>(input.size()), {3});
    auto const bytes =
        m_sorter.bytes_for_values(m_exec, keys.view(), tags.view(), descend);
    m_sorter.sort_values(m_exec, keys.view(), tags.view(), descend,
                         m_scratch.prepare(bytes));
    ASSERT_TRUE(sorted_with_tags(keys.values(), tags.values(), input,
                                 DirectedLess<Key>{descend}, m_is_stable));
    ASSERT_TRUE(tags.guards_hold());
    ASSERT_TRUE(keys.guards_hold());
    ASSERT_TRUE(m_scratch.guards_hold());
  }
  void check_values(Array<Key> const& input) {
    check_values(input, m_values_descend);
  }

  void check_keys(Array<Key> const& input, bool descend) {
    Guarded<Key> const keys(input);
    auto const bytes = m_sorter.bytes_for_keys(m_exec, keys.view(), descend);
    m_sorter.sort_keys(m_exec, keys.view(), descend, m_scratch.prepare(bytes));
    ASSERT_TRUE(sorted(keys.values(), input, DirectedLess<Key>{descend}));
    ASSERT_TRUE(keys.guards_hold());
    ASSERT_TRUE(m_scratch.guards_hold());
  }
  void check_keys(Array<Key> const& input) {
    check_keys(input, !m_values_descend);
  }

  void check_all(Array<Key> const& input) {
    check_values(input);
    check_keys(input);
    if (is_commonest) {
      check_values(input, !m_values_descend);
      check_keys(input, m_values_descend);
    }
  }

  void check_one(Array<Key> const& input, std::size_t turn_of_sorters) {
    bool const turned = is_commonest && turn_of_sorters % 4 >= 2;
    turn_of_sorters % 2 == 0 ? check_values(input, m_values_descend != turned)
                             : check_keys(input, m_values_descend == turned);
  }

  void check_size(std::size_t size) {
    SCOPED_TRACE("size " + std::to_string(size));
    if (size > short_size) {
      check_one(keys_of(size), size);
    } else {
      check_all(keys_of(size));
    }
  }

  Exec m_exec;
  MatrixSorter<Key> const& m_sorter;
  MatrixLimits m_limits;
  bool m_is_stable;
  bool m_is_quadratic;
  bool m_values_descend;
  PoisonedWorkspace m_scratch;
};

template <class Key>
void register_checks(MatrixSorter<Key> const& sorter) {
  using Checks            = MatrixChecks<Key>;
  std::string const suite = sorter.name() + KeyTraits<Key>::name;
  auto const add          = [&](std::string const& name, auto const& check) {
    register_test(suite, name, [&sorter, check] {
      Checks checks(sorter);
      check(checks);
    });
  };
  auto const add_member = [&](char const* name, void (Checks::*check)()) {
    add(name, [check](Checks& checks) { (checks.*check)(); });
  };
  add_member("Sizes", &Checks::check_sizes);
  add_member("Boundaries", &Checks::check_boundaries);
  add_member("WorkspaceTooSmall", &Checks::check_workspace_too_small);
  if (sorter.is_stable()) add_member("Argsort", &Checks::check_argsort);
  if (Checks::is_commonest) {
    add_member("Many", &Checks::check_many);
    add_member("Quiet", &Checks::check_quiet);
    add_member("HundredRuns", &Checks::check_hundred_runs);
    if (!sorter.is_exclusive())
      add_member("Instances", &Checks::check_instances);
  }
  add_member("Sanitize", &Checks::check_for_sanitizers);
  for (auto const& entry : Workload::distributions)
    add("Distribution_" + std::string(entry.name),
        [distribution = entry.distribution](Checks& checks) {
          checks.check_distribution(distribution);
        });
}

#define KOKKOSSORT_MATRIX_INSTANTIATE(Key) \
  template void register_checks(MatrixSorter<Key> const&);
KOKKOSSORT_MATRIX_KEYS_OF(KOKKOSSORT_MATRIX_PART, KOKKOSSORT_MATRIX_INSTANTIATE)

}  // namespace KokkosSort::Test
