// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/cli/algorithms.hpp>
#include <tool/job.hpp>
#include <tool/cli/kokkos_options.hpp>
#include <tool/io/pending.hpp>
#include <tool/ranks/ranks.hpp>
#include <tool/cli/text.hpp>
#include <workload/distribution_names.hpp>
#include <CLI/CLI.hpp>
#include <Kokkos_Core.hpp>
#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace KokkosSort;
using namespace KokkosSort::Tool;

constexpr int exit_valid = 0, exit_not_valid = 1, exit_error = 2;

/// The words of the command line, before they are given a meaning.
struct Arguments {
  std::string type = "u64", distribution = "uniform", algorithm = "automatic",
              memory, scratch;
  std::string input, output, file, against, count;
  std::string seed         = std::to_string(Workload::default_seed),
              blocks       = std::to_string(Workload::default_blocks);
  std::string record_bytes = "100", key_bytes = "10", key_offset = "0";
  bool descending = false, stable = false, json = false;
};

/// Reads a whole number, also as a power ("2^24").
std::uint64_t number_of(const std::string& argument, const std::string& text) {
  const auto parse = [&](std::string_view digits) {
    std::uint64_t number = 0;
    const auto [end, fault] =
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (fault == std::errc::result_out_of_range)
      throw argument_error(argument, text, "too large");
    if (fault != std::errc() || end != digits.data() + digits.size()) {
      throw argument_error(argument, text,
                           "not a whole number such as 16777216 or 2^24");
    }
    return number;
  };
  const auto caret = text.find('^');
  if (caret == std::string::npos) return parse(text);
  const std::string_view view  = text;
  const std::uint64_t base     = parse(view.substr(0, caret)),
                      exponent = parse(view.substr(caret + 1));
  std::uint64_t power          = 1;
  for (std::uint64_t i = 0; i < exponent && base > 1; ++i) {
    if (power > ~std::uint64_t(0) / base)
      throw argument_error(argument, text, "too large");
    power *= base;
  }
  return exponent > 0 && base == 0 ? 0 : power;
}

Format format_of(const Arguments& arguments) {
  Format format;
  const auto* found = std::find_if(
      element_types.begin(), element_types.end(),
      [&](const auto& type) { return type.name == arguments.type; });
  if (found == element_types.end()) {
    std::string known;
    for (const auto& type : element_types)
      known += (known.empty() ? "" : ", ") + std::string(type.name);
    throw argument_error("--type", arguments.type,
                         "unknown, known are: " + known);
  }
  format.type                = *found;
  Workload::RecordLayout& at = format.layout;
  at.record_bytes = number_of("--record-bytes", arguments.record_bytes);
  at.key_bytes    = number_of("--key-bytes", arguments.key_bytes);
  at.key_offset   = number_of("--key-offset", arguments.key_offset);
  if (!format.is_record()) return format;
  if (at.record_bytes == 0)
    throw argument_error("--record-bytes", "0",
                         "a record has at least one byte");
  if (at.record_bytes > (std::uint64_t(1) << 30)) {
    throw argument_error("--record-bytes", arguments.record_bytes,
                         "a record has at most 2^30 bytes");
  }
  if (at.key_bytes == 0)
    throw argument_error("--key-bytes", "0", "a key has at least one byte");
  if (at.key_offset >= at.record_bytes) {
    throw argument_error(
        "--key-offset", arguments.key_offset,
        "outside the record of " + arguments.record_bytes + " bytes");
  }
  if (at.key_bytes > at.record_bytes - at.key_offset) {
    throw argument_error("--key-bytes", arguments.key_bytes,
                         "a key at offset " + arguments.key_offset +
                             " would end outside the record of " +
                             arguments.record_bytes + " bytes");
  }
  return format;
}

GenerateRequest generate_request(const Arguments& arguments) {
  const auto distribution = Workload::find_distribution(arguments.distribution);
  if (!distribution) {
    throw argument_error(
        "--distribution", arguments.distribution,
        "unknown, known are: " + Workload::distribution_list());
  }
  const std::uint64_t blocks = number_of("--blocks", arguments.blocks);
  if (blocks == 0)
    throw argument_error("--blocks", "0", "there is at least one block");
  const Format format       = format_of(arguments);
  const std::uint64_t count = number_of("--count", arguments.count);
  if (count > static_cast<std::uint64_t>(INT64_MAX) / format.element_bytes()) {
    throw argument_error("--count", arguments.count,
                         "no file can hold so many elements");
  }
  return {arguments.output,
          count,
          format,
          *distribution,
          {number_of("--seed", arguments.seed), blocks},
          arguments.json};
}

SortRequest sort_request(const Arguments& arguments) {
  SortRequest request;
  request.input      = arguments.input;
  request.output     = arguments.output;
  request.format     = format_of(arguments);
  request.descending = arguments.descending;
  request.stable     = arguments.stable;
  request.algorithm  = arguments.algorithm;
  request.scratch    = arguments.scratch;
  request.json       = arguments.json;
  if (!arguments.memory.empty()) {
    request.memory = number_of("--memory", arguments.memory);
    if (request.memory == 0)
      throw argument_error("--memory", "0", "at least one byte");
  }
  // Checked before any file is touched.
  const auto known = [](const auto&) {};
  if (request.stable || request.format.is_record()) {
    with_algorithm<true>(request.algorithm, known);
  } else {
    with_algorithm<false>(request.algorithm, known);
  }
  return request;
}

ValidateRequest validate_request(const Arguments& arguments) {
  return {arguments.file, arguments.against, format_of(arguments),
          arguments.descending, arguments.json};
}

void add_format(CLI::App& command, Arguments& arguments) {
  command
      .add_option("--type", arguments.type,
                  "i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 or record")
      ->capture_default_str();
  command
      .add_option("--record-bytes", arguments.record_bytes, "bytes of a record")
      ->capture_default_str();
  command
      .add_option("--key-bytes", arguments.key_bytes, "bytes of a record's key")
      ->capture_default_str();
  command
      .add_option("--key-offset", arguments.key_offset,
                  "bytes of a record before its key")
      ->capture_default_str();
  command.add_flag("--json", arguments.json, "print the result as JSON");
}

std::string distributions_help() {
  std::string text = "Distributions:\n";
  for (const auto& entry : Workload::distributions) {
    std::string name(entry.name);
    name.resize(std::max<std::size_t>(name.size(), 32), ' ');
    text += "  " + name + std::string(entry.description) + "\n";
  }
  return text;
}

struct CommandLine {
  CLI::App app{"Sorts files of numbers or fixed-size records."};
  Arguments arguments;
  CLI::App *generate, *sort, *validate, *info;

  CommandLine() {
    app.require_subcommand(1);
    app.set_version_flag("--version", "kokkos-sort " KOKKOSSORT_TOOL_VERSION,
                         "print the version and end");
    app.footer(
        "Files are little-endian. Options --kokkos-... go to Kokkos "
        "(--kokkos-num-threads=N).\n"
        "Built with MPI, 'mpirun -n P kokkos-sort ...' does the same job with "
        "P "
        "ranks.\n"
        "Exit status: 0 done or valid, 1 not valid, 2 error; after an error "
        "nothing has been changed,\n"
        "unless its line states that the job is done.");
    generate = app.add_subcommand("generate", "Make a file of keys or records");
    generate->add_option("OUT", arguments.output, "file to make")->required();
    generate
        ->add_option("--count", arguments.count,
                     "elements to make, also as a power: 2^24")
        ->required();
    generate
        ->add_option("--distribution", arguments.distribution,
                     "one of the list below")
        ->capture_default_str();
    generate
        ->add_option("--seed", arguments.seed,
                     "the same seed gives the same file")
        ->capture_default_str();
    generate
        ->add_option("--blocks", arguments.blocks,
                     "p of the distributions that have blocks")
        ->capture_default_str();
    generate->footer(distributions_help());
    add_format(*generate, arguments);

    sort =
        app.add_subcommand("sort", "Sort a file into another, or into itself");
    sort->add_option("IN", arguments.input, "file to sort")->required();
    sort->add_option("OUT", arguments.output,
                     "sorted file; takes its name only when it is whole")
        ->required();
    sort->add_flag("--descending", arguments.descending, "largest first");
    sort->add_flag("--stable", arguments.stable,
                   "equal keys keep their order (records always do)");
    sort->add_option("--algorithm", arguments.algorithm,
                     "one that 'kokkos-sort info' lists; under mpirun, of each "
                     "rank's part")
        ->capture_default_str();
    sort->add_option(
        "--memory", arguments.memory,
        "bytes that may be used, on each rank (default: the free memory)");
    sort->add_option(
        "--scratch", arguments.scratch,
        "folder for sorted runs if the file is larger than the memory; after "
        "a kill the same command goes on from them");
    add_format(*sort, arguments);

    validate = app.add_subcommand(
        "validate", "Check that a file is in order and what it holds");
    validate->add_option("FILE", arguments.file, "file to check")->required();
    validate->add_option("--against", arguments.against,
                         "file that must hold the same elements in any order");
    validate->add_flag("--descending", arguments.descending, "largest first");
    add_format(*validate, arguments);

    info = app.add_subcommand(
        "info", "Show backend, algorithms, types, distributions and limits");
    info->add_flag("--json", arguments.json, "print the result as JSON");
  }
};

/// Starts Kokkos with its own options and without its warnings about the
/// environment.
class KokkosScope {
 public:
  KokkosScope(const Ranks& ranks, std::vector<char*> options) {
    setenv("KOKKOS_DISABLE_WARNINGS", "1", 0);
    // In front of the options of the user, which take precedence.
    std::vector<std::string> added = ranks.kokkos_options(options);
    for (std::string& option : added)
      options.insert(options.begin() + 1, option.data());
    int count = static_cast<int>(options.size());
    options.push_back(nullptr);
    const SignalsHeld held;  // for the threads that Kokkos starts
    ranks.together([&] { Kokkos::initialize(count, options.data()); });
  }
  KokkosScope(const KokkosScope&)            = delete;
  KokkosScope& operator=(const KokkosScope&) = delete;
  ~KokkosScope() { Kokkos::finalize(); }
};

int run(const Ranks& ranks, const CommandLine& line,
        const std::vector<char*>& kokkos_options) {
  const Arguments& arguments = line.arguments;
  // Requests are made first, so that a wrong word is an error before a device
  // is started.
  ranks.together([&] { check_kokkos_options(kokkos_options); });
  const auto made = [&](auto make_request) {
    decltype(make_request(arguments)) request;
    ranks.together([&] { request = make_request(arguments); });
    return request;
  };
  if (line.generate->parsed()) {
    const GenerateRequest request = made(generate_request);
    const KokkosScope kokkos(ranks, kokkos_options);
    run_generate(ranks, request);
  } else if (line.sort->parsed()) {
    const SortRequest request = made(sort_request);
    const KokkosScope kokkos(ranks, kokkos_options);
    run_sort(ranks, request);
  } else if (line.validate->parsed()) {
    const ValidateRequest request = made(validate_request);
    const KokkosScope kokkos(ranks, kokkos_options);
    return run_validate(ranks, request) ? exit_valid : exit_not_valid;
  } else {
    const KokkosScope kokkos(ranks, kokkos_options);
    run_info(ranks, arguments.json);
  }
  return exit_valid;
}

/// Does all of the job except for the handling of unknown errors.
int run_with(const Ranks& ranks, std::vector<char*> own,
             const std::vector<char*>& kokkos_options) {
  CommandLine line;
  try {
    line.app.parse(static_cast<int>(own.size()), own.data());
  } catch (const CLI::ParseError& error) {
    // The error is the same on all ranks, and one prints it.
    std::ostringstream report, fault;
    if (line.app.exit(error, report, fault) != 0)
      throw SharedError(std::string(error.what()) +
                        "; --help lists what there is");
    if (ranks.is_first()) std::fputs(report.str().c_str(), stdout);
    return exit_valid;
  }
  return run(ranks, line, kokkos_options);
}

/// Opens standard streams that are closed. Otherwise the next file that is
/// opened would get their number, and receive reports or errors.
void fill_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) == -1 && errno == EBADF) {
      // The lowest free number is this one. It is opened for reading only, so
      // that writes still fail.
      const int filled = open("/dev/null", O_RDONLY);
      if (filled != stream) std::abort();
    }
  }
}

void print_error(const char* what) {
  std::fprintf(stderr, "kokkos-sort: %s\n", printable(what).c_str());
}

/// Returns the status, or that of an error if the report was not written.
int status_after_flush(int status) {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  const std::string reason = errno != 0 ? std::strerror(errno) : "write error";
  print_error(("the job is done, but its report cannot be written to standard "
               "output: " +
               reason)
                  .c_str());
  return exit_error;
}

}  // namespace

int main(int argc, char* argv[]) {
  fill_closed_streams();
  install_signal_handlers();
  std::vector<char*> own, kokkos_options{argv[0]};
  bool is_kokkos_allowed = true;
  for (int i = 0; i < argc; ++i) {
    const std::string_view word = argv[i];
    is_kokkos_allowed           = is_kokkos_allowed && word != "--";
    const bool is_kokkos = is_kokkos_allowed && word.starts_with("--kokkos-");
    (is_kokkos ? kokkos_options : own).push_back(argv[i]);
  }
  std::unique_ptr<Ranks> ranks;
  int status = exit_error;
  try {
    {
      const SignalsHeld held;  // for the threads that MPI starts
      ranks = start_ranks();
    }
    status = run_with(*ranks, own, kokkos_options);
  } catch (const SharedError& error) {
    if (!ranks || ranks->is_first()) print_error(error.what());
  } catch (const std::exception& error) {
    print_error(error.what());
    if (ranks) ranks->abandon(exit_error);
  }
  const bool is_first = !ranks || ranks->is_first();
  if (is_first) status = status_after_flush(status);
  // A launcher ends all ranks at the first status other than 0. One rank alone
  // returns it, after all output is written and all others are done.
  if (ranks) ranks->together([] {});
  ranks.reset();
  return is_first ? status : exit_valid;
}
