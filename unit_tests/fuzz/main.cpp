// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fuzz/registry.hpp>
#include <KokkosSort/front/sorters.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <unistd.h>

// Draws cases from consecutive seeds and checks each of them. A case depends on
// its seed alone, so that --replay repeats it.

namespace KokkosSort::Test::Fuzz {
namespace {

constexpr unsigned seconds_per_case = 300;

struct Settings {
  std::uint64_t seed  = 1;
  std::uint64_t cases = 10000;
  double seconds      = 1e9;
  std::string only;  // part of the names of the kinds to run
  Plant plant = Plant::none;
};

constexpr std::pair<char const*, Plant> plants[] = {
    {"order", Plant::order},         {"loss", Plant::loss},
    {"stability", Plant::stability}, {"guard", Plant::guard},
    {"input", Plant::input},         {"workspace", Plant::workspace}};

constexpr char const* usage =
    "usage: KokkosSort_fuzz [--seed S] [--cases N] [--seconds T] [--only "
    "PART]\n"
    "                       [--replay SEED] [--list]\n"
    "Case i of N has seed S + i. --only skips kinds of case whose names, "
    "which\n"
    "--list prints, do not contain PART. --replay runs the one case of SEED.\n"
    "Status: 0 no fault found, 1 a fault, 2 wrong usage.\n";

[[noreturn]] void refuse(std::string const& problem) {
  std::fprintf(stderr, "KokkosSort_fuzz: %s\n%s", problem.c_str(), usage);
  std::exit(2);
}

std::uint64_t to_number(std::string_view name, std::string const& text) {
  char* end           = nullptr;
  auto const number   = std::strtoull(text.c_str(), &end, 10);
  bool const is_digit = !text.empty() && text[0] >= '0' && text[0] <= '9';
  if (!is_digit || *end != '\0')
    refuse("argument " + std::string(name) + " is '" + text +
           "', not a number");
  return number;
}

void list_kinds() {
  for (auto const& kind : kinds()) std::printf("%s\n", kind.name.c_str());
}

Plant to_plant(std::string const& text) {
  for (auto const& [name, plant] : plants)
    if (text == name) return plant;
  refuse("argument --plant is '" + text + "', which is no fault");
}

Settings read(int argc, char** argv) {
  Settings settings;
  for (int i = 1; i < argc; ++i) {
    std::string const name = argv[i];
    if (name == "--list") {
      list_kinds();
      std::exit(0);
    }
    if (name.rfind("--kokkos-", 0) == 0) continue;
    if (i + 1 == argc) refuse("argument '" + name + "' has no value");
    std::string const value = argv[++i];
    if (name == "--seed") {
      settings.seed = to_number(name, value);
    } else if (name == "--cases") {
      settings.cases = to_number(name, value);
    } else if (name == "--seconds") {
      settings.seconds = static_cast<double>(to_number(name, value));
    } else if (name == "--replay") {
      settings.seed  = to_number(name, value);
      settings.cases = 1;
    } else if (name == "--only") {
      settings.only = value;
    } else if (name == "--plant") {  // to test the checks themselves
      settings.plant = to_plant(value);
    } else {
      refuse("argument '" + name + "' is unknown");
    }
  }
  return settings;
}

/// Kinds in an order that does not depend on the linker. None may be missing.
void prepare_kinds() {
  std::sort(kinds().begin(), kinds().end(),
            [](auto const& a, auto const& b) { return a.name < b.name; });
  auto const require = [](std::string_view name) {
    std::string const end = " " + std::string(name);
    for (auto const& kind : kinds())
      if (std::string_view(kind.name).ends_with(end)) return;
    refuse("no kind of case has the tag" + end);
  };
  Impl::for_each_algorithm([&](auto const& entry) { require(entry.name); });
}

// ------------------------------------------------- cases that do not return

char crash_text[160];

/// A crash or a hang still names its seed.
extern "C" void on_signal(int number) {
  std::size_t const length = std::string_view(crash_text).size();
  if (write(STDERR_FILENO, crash_text, length) < 0) _exit(1);
  std::signal(number, SIG_DFL);
  std::raise(number);
}

void watch(std::uint64_t seed) {
  std::snprintf(crash_text, sizeof(crash_text),
                "\nKokkosSort_fuzz: the case of seed %llu does not return "
                "(a crash, or more than %u s)\nagain: KokkosSort_fuzz "
                "--replay %llu\n",
                static_cast<unsigned long long>(seed), seconds_per_case,
                static_cast<unsigned long long>(seed));
  alarm(seconds_per_case);
}

// --------------------------------------------------------------------- cases

std::string run_case(Case& c, KindEntry const& kind,
                     Parameters const& parameters, Plant plant) {
  c.begin(kind.traits, parameters);
  kind.fill(c);
  try {
    kind.call(c);
  } catch (std::exception const& error) {
    return std::string("the call throws: ") + error.what();
  }
  std::string verdict = c.finish(plant);
  return verdict.empty() ? kind.verify(c, plant) : verdict;
}

void report(std::string const& verdict, KindEntry const& kind,
            Parameters const& parameters, Settings const& settings) {
  std::string again = "--replay " + std::to_string(parameters.seed);
  for (auto const& [name, plant] : plants)
    if (plant == settings.plant) again += std::string(" --plant ") + name;
  std::printf(
      "KokkosSort_fuzz: the case of seed %s failed: %s\n%s: %s, concurrency "
      "%d\nagain: KokkosSort_fuzz %s\n",
      std::to_string(parameters.seed).c_str(), verdict.c_str(),
      kind.name.c_str(), describe(kind.traits, parameters).c_str(),
      static_cast<int>(Exec().concurrency()), again.c_str());
}

int run(Settings const& settings) {
  prepare_kinds();
  auto const begun = std::chrono::steady_clock::now();
  auto const now   = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                           begun)
        .count();
  };
  Case c;
  std::uint64_t cases = 0, elements = 0;
  std::vector<bool> is_met(kinds().size());
  for (std::uint64_t i = 0; i < settings.cases; ++i) {
    if (i > 0 && now() > settings.seconds) break;
    std::uint64_t const seed = settings.seed + i;
    std::size_t const at     = draw_kind(seed, kinds().size());
    KindEntry const& kind    = kinds()[at];
    if (kind.name.find(settings.only) == std::string::npos) continue;
    auto const parameters = draw_parameters(seed, kind.traits, c.instances());
    watch(seed);
    auto const verdict = run_case(c, kind, parameters, settings.plant);
    ++cases;
    elements += parameters.size;
    is_met[at] = true;
    if (verdict.empty()) continue;
    report(verdict, kind, parameters, settings);
    std::printf("found by case %llu of this run\n",
                static_cast<unsigned long long>(cases));
    return 1;
  }
  alarm(0);
  std::printf(
      "KokkosSort_fuzz: no fault in %llu cases of %zu kinds (of %zu), %llu "
      "elements, %.1f s\n",
      static_cast<unsigned long long>(cases),
      static_cast<std::size_t>(std::count(is_met.begin(), is_met.end(), true)),
      kinds().size(), static_cast<unsigned long long>(elements), now());
  if (cases == 0) refuse("there was no case to run");
  return 0;
}

}  // namespace
}  // namespace KokkosSort::Test::Fuzz

int main(int argc, char** argv) {
  using namespace KokkosSort::Test::Fuzz;
  Settings const settings = read(argc, argv);
  for (int const number :
       {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM, SIGTERM})
    std::signal(number, on_signal);
  Kokkos::ScopeGuard const guard(argc, argv);
  return run(settings);
}
