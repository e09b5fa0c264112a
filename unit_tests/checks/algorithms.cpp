// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Prints what each algorithm of the library states about itself, one per line:
// name, "stable" or "unstable", "numbers" or "any". With --table it prints the
// table of docs/algorithms.md.

#include <KokkosSort/front/sorters.hpp>

#include <cstdio>
#include <string>
#include <type_traits>

namespace {

template <class Entry>
void print_line() {
  std::printf("%s %s %s\n", std::string(Entry::name).c_str(),
              Entry::is_stable ? "stable" : "unstable",
              Entry::numbers_only ? "numbers" : "any");
}

template <class Entry>
void print_row() {
  auto const yes_or_no = [](bool yes) { return yes ? "yes" : "no"; };
  std::printf(
      "| `%s` | %s | %s | %s | %s | %s |\n", std::string(Entry::name).c_str(),
      std::string(Entry::description).c_str(), yes_or_no(Entry::is_stable),
      yes_or_no(Entry::is_in_place), Entry::numbers_only ? "numbers" : "any",
      yes_or_no(Entry::is_quadratic));
}

}  // namespace

int main(int argc, char** argv) {
  bool const is_table = argc > 1 && std::string(argv[1]) == "--table";
  if (is_table)
    std::puts(
        "| tag | method | stable | in place | keys | O(n^2) |\n"
        "|---|---|---|---|---|---|");
  KokkosSort::Impl::for_each_algorithm([&](auto const& entry) {
    using Entry = std::remove_cvref_t<decltype(entry)>;
    is_table ? print_row<Entry>() : print_line<Entry>();
  });
}
