// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled with -fno-exceptions: the library sorts, and a wrong argument ends
// the program with the message that it throws elsewhere. Succeeds if both
// happen.

#include <KokkosSort.hpp>
#include <Kokkos_Core.hpp>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#if defined(__cpp_exceptions)
#error "this test is about a compilation without exceptions"
#endif

namespace {

char const* errors = nullptr;

// Only a test whose program ends at once may do so much in a signal handler.
void check_message(int) {
  std::fflush(stderr);
  char text[4096] = "";
  if (std::FILE* const file = std::fopen(errors, "r")) {
    text[std::fread(text, 1, sizeof text - 1, file)] = '\0';
    std::fclose(file);
  }
  bool const named =
      std::strstr(text, "argument 'values' has extent 9") != nullptr;
  std::printf("aborted with: %s\n", text);
  std::fflush(stdout);
  std::_Exit(named ? 0 : 3);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  errors = argv[1];
  Kokkos::ScopeGuard const kokkos;
  Kokkos::DefaultExecutionSpace const exec;
  Kokkos::View<int*> const keys("keys", 10);
  Kokkos::View<int*> const values("values", 9);
  Kokkos::parallel_for(
      Kokkos::RangePolicy<>(exec, 0, 10),
      KOKKOS_LAMBDA(int i) { keys(i) = (i * 7) % 10; });
  KokkosSort::sort(exec, keys);
  if (!KokkosSort::is_sorted(exec, keys)) return 4;
  if (!std::freopen(errors, "w", stderr)) return 5;
  std::signal(SIGABRT, check_message);
  KokkosSort::sort_by_key(exec, keys, values);
  return 6;  // the wrong argument passed
}
