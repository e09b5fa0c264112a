// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERF_AXES_HPP
#define KOKKOSSORT_PERF_AXES_HPP

#include "benchmark_case.hpp"

#include <workload/distribution.hpp>
#include <workload/random.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace KokkosSort::Perf {

/// The axes of a run, as the command line gives them. Every combination is
/// measured.
struct Axes {
  std::vector<std::string> types         = {"u64"};
  std::vector<std::string> orders        = {"bits"};
  std::vector<std::string> distributions = {"uniform"};
  std::vector<std::uint64_t> counts;
  std::vector<int> sizes;
  std::vector<std::string> algorithms = library_names();
  std::vector<std::string> peers;
  std::uint64_t seed            = Workload::default_seed;
  std::uint64_t blocks          = Workload::default_blocks;
  std::uint64_t quadratic_limit = 1 << 14;

  /// The peers named here are those of a run that names none.
  void add_to(CLI::App& app, std::vector<std::string> default_peers) {
    peers = std::move(default_peers);
    std::vector<std::string> types_known;
    for (auto const& [name, type] : case_types()) types_known.push_back(name);
    add_list(app, "--type,--types", types, "type of the keys, or key+value",
             types_known);
    add_list(app, "--order,--orders", orders,
             "source of the order: the type, or a comparator",
             {"bits", "less"});
    add_list(app, "--distribution,--distributions", distributions,
             "how the keys are spread", distribution_names());
    app.add_option("--count,--counts", counts, "number of keys")
        ->delimiter(',')
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
    app.add_option("--size,--sizes", sizes,
                   "number of keys as a power of 2 (24 if neither is given)")
        ->delimiter(',')
        ->check(CLI::Range(0, 40));
    add_list(app, "--algorithm,--algorithms", algorithms,
             "algorithms of the library", library_names());
    add_list(app, "--peer,--peers", peers, "sorters to compare with",
             peer_names());
    app.add_option("--seed", seed, "seed of the keys");
    app.add_option("--blocks", blocks,
                   "p of the distributions that have blocks")
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    app.add_option("--quadratic-limit", quadratic_limit,
                   "most keys for algorithms of quadratic time")
        ->capture_default_str();
  }

  /// Calls action(task) for every combination.
  void for_each_task(std::function<void(Task const&)> const& action) const {
    for (auto const& type : types)
      for (auto const form : forms_of(type))
        for (auto const count : all_counts())
          for (auto const& distribution : distributions)
            action(Task{type, form, count,
                        Workload::distribution_from_name(distribution), seed,
                        blocks});
  }

  /// The selected sorters of a task: the peers or the library's.
  std::vector<std::string> chosen(Task const& task, bool of_peers) const {
    auto const available = case_types().at(task.type).sorters(task.order);
    std::vector<std::string> names;
    for (auto const& name : of_peers ? peers : algorithms)
      if (std::count(available.begin(), available.end(), name) > 0 &&
          (task.count <= quadratic_limit || !takes_n_square(name)))
        names.push_back(name);
    return names;
  }

 private:
  static std::vector<std::string> distribution_names() {
    std::vector<std::string> names;
    for (auto const& entry : Workload::distributions)
      names.emplace_back(entry.name);
    return names;
  }

  /// `all` stands for every name, `none` for no name.
  static void add_list(CLI::App& app, std::string const& option,
                       std::vector<std::string>& values,
                       std::string const& description,
                       std::vector<std::string> const& known) {
    auto accepted = known;
    accepted.insert(accepted.end(), {"all", "none"});
    app.add_option_function<std::vector<std::string>>(
           option,
           [&values, known](std::vector<std::string> const& given) {
             values.clear();
             for (auto const& value : given) {
               if (value == "all") {
                 values.insert(values.end(), known.begin(), known.end());
               } else if (value != "none") {
                 values.push_back(value);
               }
             }
           },
           description)
        ->delimiter(',')
        ->check(CLI::IsMember(accepted));
  }

  /// Records have no order of their own: they are always compared.
  std::vector<OrderForm> forms_of(std::string const& type) const {
    if (type == "record16") return {OrderForm::less};
    std::vector<OrderForm> forms;
    for (auto const& order : orders)
      forms.push_back(order == "less" ? OrderForm::less : OrderForm::bits);
    return forms;
  }

  std::vector<std::uint64_t> all_counts() const {
    auto all = counts;
    for (int const size : sizes) all.push_back(std::uint64_t{1} << size);
    if (all.empty()) all.push_back(std::uint64_t{1} << 24);
    return all;
  }
};

}  // namespace KokkosSort::Perf

#endif
