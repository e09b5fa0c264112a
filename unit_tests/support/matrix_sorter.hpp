// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_MATRIX_SORTER_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_MATRIX_SORTER_HPP

#include <support/keys.hpp>
#include <support/space.hpp>
#include <KokkosSort/workspace.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace KokkosSort::Test {

// The types of keys, in parts of similar weight for the compiler.
#define KOKKOSSORT_MATRIX_KEYS_0(X) \
  X(std::int8_t)                    \
  X(std::uint8_t) X(std::int16_t) X(std::uint16_t) X(bool) X(char)
#define KOKKOSSORT_MATRIX_KEYS_1(X) \
  X(std::int32_t)                   \
  X(std::uint32_t) X(std::int64_t) X(std::uint64_t) X(float) X(double)
#if KOKKOS_HALF_T_IS_FLOAT
#define KOKKOSSORT_MATRIX_HALF(X)
#else
#define KOKKOSSORT_MATRIX_HALF(X) X(Half)
#endif
#if KOKKOS_BHALF_T_IS_FLOAT
#define KOKKOSSORT_MATRIX_BHALF(X)
#else
#define KOKKOSSORT_MATRIX_BHALF(X) X(Bhalf)
#endif
#define KOKKOSSORT_MATRIX_KEYS_2(X) \
  X(Int128)                         \
  X(UInt128)                        \
  X(Pair)                           \
  X(Triple) X(WideKey) KOKKOSSORT_MATRIX_HALF(X) KOKKOSSORT_MATRIX_BHALF(X)
// One of each kind, for builds with sanitizers, which take several times as
// long to compile.
#define KOKKOSSORT_MATRIX_KEYS_3(X) \
  X(std::uint8_t) X(std::uint32_t) X(double) X(UInt128) X(Triple) X(WideKey)

#define KOKKOSSORT_MATRIX_CONCATENATE(a, b) a##b
#define KOKKOSSORT_MATRIX_KEYS_OF(part, X) \
  KOKKOSSORT_MATRIX_CONCATENATE(KOKKOSSORT_MATRIX_KEYS_, part)(X)

/// Unmanaged, so that memory between guards may be given as well as a view.
template <class Key>
using MatrixView = Kokkos::View<Key*, Kokkos::LayoutRight, Memory,
                                Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// The sizes at which an algorithm changes its ways (Boundaries).
struct MatrixLimits {
  std::size_t tile;
  std::size_t leaf;
  std::size_t
      one_level;  // // most keys of one level of partitions; 0: no levels
  std::vector<std::size_t> of_keys;    // keys alone
  std::vector<std::size_t> of_values;  // keys with values
};

/// One algorithm on one type of key. The checks see it through this interface,
/// so that they are compiled once for a type, not again for every algorithm.
template <class Key>
class MatrixSorter {
 public:
  using Keys      = MatrixView<Key>;
  using Tags      = MatrixView<std::uint32_t>;
  using Scratch   = Workspace<Memory>;
  using ConstKeys = MatrixView<Key const>;

  virtual ~MatrixSorter() = default;

  virtual std::string name() const    = 0;
  virtual MatrixLimits limits() const = 0;
  // Statements of the sorter. Stable ones have argsort. A quadratic
  // one gets 10,007 keys: ten million take it minutes on a device (large/) and
  // would take a host hours. An exclusive one runs one at a time on a device.
  // One that fences waits for the host between its launches.
  virtual bool is_stable() const    = 0;
  virtual bool is_quadratic() const = 0;
  virtual bool is_exclusive() const = 0;
  virtual bool fences() const       = 0;
  /// The direction for keys with values. Keys alone take the other one; numbers
  /// take either.
  virtual bool values_descend() const = 0;

  virtual std::size_t bytes_for_keys(Exec const&, Keys const&,
                                     bool descend) const   = 0;
  virtual std::size_t bytes_for_values(Exec const&, Keys const&, Tags const&,
                                       bool descend) const = 0;
  virtual void sort_keys(Exec const&, Keys const&, bool descend,
                         Scratch const&) const             = 0;
  virtual void sort_values(Exec const&, Keys const&, Tags const&, bool descend,
                           Scratch const&) const           = 0;
  /// In the direction for keys with values; if the algorithm is stable.
  virtual std::size_t bytes_for_order(Exec const&, Tags const&,
                                      ConstKeys const&) const = 0;
  virtual void find_order(Exec const&, Tags const&, ConstKeys const&,
                          Scratch const&) const               = 0;
};

/// Registers every test of one algorithm on one type of key, in the suite
/// <name><type>. The sorter must outlive the tests.
template <class Key>
void register_checks(MatrixSorter<Key> const& sorter);

}  // namespace KokkosSort::Test

#endif
