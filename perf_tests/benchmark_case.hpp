// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERF_BENCHMARK_CASE_HPP
#define KOKKOSSORT_PERF_BENCHMARK_CASE_HPP

#include <workload/distribution_names.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace KokkosSort::Perf {

/// Form of an order: none, so that a sorter may read the keys' bits, or an
/// opaque comparator.
enum class OrderForm { bits, less };

constexpr std::string_view name_of(OrderForm form) {
  return form == OrderForm::bits ? "bits" : "less";
}

/// One input, to be sorted by several sorters.
struct Task {
  std::string type;
  OrderForm order     = OrderForm::bits;
  std::uint64_t count = 0;
  Workload::Distribution distribution{};
  std::uint64_t seed   = 0;
  std::uint64_t blocks = 0;  // p of the distributions that have blocks

  bool operator==(Task const&) const = default;
};

/// The sorters that can do a task, and the memory that they do it in.
class BenchmarkCase {
 public:
  virtual ~BenchmarkCase() = default;

  /// Refills the input, runs the sorter to its end and returns the seconds of
  /// the run alone. Scratch is taken beforehand if the sorter allows it.
  virtual double run(std::string const& sorter) = 0;
  /// Device memory beside the input that the library's sorter works in.
  virtual std::size_t workspace_bytes(std::string const& sorter) const = 0;
  /// Throws std::runtime_error when what the last run left is not the input in
  /// order.
  virtual void verify() const = 0;
};

/// Benchmark cases of one type: how to set one up, and the names of its sorters
/// without setting it up.
struct CaseType {
  std::unique_ptr<BenchmarkCase> (*make)(Task const&);
  std::vector<std::string> (*sorters)(OrderForm);
};

/// The types that this program was built with, by name. Each is compiled on its
/// own and enters itself.
inline std::map<std::string, CaseType>& case_types() {
  static std::map<std::string, CaseType> types;
  return types;
}

/// Every name of a sorter of this program, in the order of tables.
std::vector<std::string> library_names();
std::vector<std::string> peer_names();
/// Whether a sorter takes time in the square of the number of keys.
bool takes_n_square(std::string const& name);
/// Those of the peers that a run is compared with when it names none.
std::vector<std::string> default_peers();

}  // namespace KokkosSort::Perf

#endif
