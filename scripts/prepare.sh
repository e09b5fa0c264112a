# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Checks that the machine has the tools, and configures the build folder. Read by
# scripts/demo, scripts/test and .ci/run (POSIX sh). Expects the repository as working folder.

PRESET=${PRESET:-release}
BUILD=build/$PRESET

APT_LINE= # the command for the user, if this script may not run it

say() { printf '\n== %s\n' "$*"; }
fail() {
  printf '%s\n' "$0: $*" >&2
  [ -z "$APT_LINE" ] || printf 'These packages are missing:\n    %s\n' "$APT_LINE" >&2
  exit 1
}

# Memory, not only cores, limits how many compilers run: one takes up to 1.5 GB, with
# sanitizers 2.8 GB.
jobs() {
  cores=$(nproc 2> /dev/null || echo 2)
  each=1500000
  [ "$PRESET" != debug ] || each=2800000
  fit=$(awk -v each=$each '/MemAvailable/ { print int($2 / each) }' /proc/meminfo 2> /dev/null || echo "$cores")
  [ "${fit:-0}" -ge 1 ] || fit=1
  [ "$cores" -le "$fit" ] && echo "$cores" || echo "$fit"
}

have() { command -v "$1" > /dev/null 2>&1; }
installed() { dpkg-query -W -f '${Status}' "$1" 2> /dev/null | grep -q 'ok installed'; }

# ensure_packages <package>...: installs by apt the missing ones, if that is
# allowed; otherwise prints the line that does. Not fatal by itself: a library may
# also lie where CMake finds it, or be downloaded by it.
ensure_packages() {
  have apt-get && have dpkg-query || return 0
  missing=
  for package in "$@"; do installed "$package" || missing="$missing $package"; done
  [ -n "$missing" ] || return 0
  if [ "$(id -u)" -eq 0 ]; then
    say "installing$missing"
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086
    apt-get -qq update > /dev/null && apt-get -qq install -y --no-install-recommends $missing > /dev/null ||
      echo "apt-get could not install$missing; going on without" >&2
  else
    APT_LINE="sudo apt-get install --no-install-recommends$missing"
    printf 'These packages are missing; the build goes on and may do without some:\n    %s\n' "$APT_LINE"
  fi
}

# The packages of the build. pip serves the prebuilt Kokkos and the pinned tools. Ninja
# keeps all cores at work across targets, which make does not. Any MPI will do. It is
# installed first, since the tool is compiled with it or without. Without one,
# KokkosSort::Distributed is left out.
ensure_build_packages() {
  packages="libcli11-dev libgtest-dev libbenchmark-dev libhwy-dev ninja-build"
  have mpicxx || packages="$packages libopenmpi-dev openmpi-bin"
  have c++ || have g++ || have clang++ || [ -n "${CXX:-}" ] || packages="$packages g++"
  have cmake || packages="$packages cmake"
  have python3 || packages="$packages python3"
  have python3 && python3 -m pip --version > /dev/null 2>&1 || packages="$packages python3-pip"
  # shellcheck disable=SC2086
  ensure_packages $packages "$@"
  have c++ || have g++ || have clang++ || [ -n "${CXX:-}" ] || fail "no C++ compiler (c++, g++, clang++)"
  have cmake || fail "no cmake; version 3.22 or newer is needed"
  have make || have ninja || fail "no make and no ninja"
  cmake -E echo > /dev/null || fail "cmake does not run"
  version=$(cmake --version | sed -n 's/^cmake version \([0-9]*\.[0-9]*\).*/\1/p')
  [ "${version%%.*}" -gt 3 ] || [ "${version#*.}" -ge 22 ] ||
    fail "cmake is $version, 3.22 or newer is needed"
}

# configure [cmake options]: quick when nothing has changed.
configure() {
  say "configuring $BUILD"
  if have ninja && [ ! -e "$BUILD/CMakeCache.txt" ]; then set -- -G Ninja "$@"; fi
  cmake --preset "$PRESET" "$@" || fail "the configuration failed; the message above says what to do"
}

build() {
  say "building $*"
  targets=
  [ "$1" = all ] || targets="--target $*"
  # shellcheck disable=SC2086
  cmake --build "$BUILD" --parallel "$(jobs)" $targets || fail "the build failed"
}
