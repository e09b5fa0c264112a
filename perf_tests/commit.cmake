# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DSOURCE=<folder> -DOUT=<header> -P commit.cmake: writes the commit that is
# being compiled, "-dirty" behind it if files differ from it. The header changes only
# with the commit, so that a build without changes compiles nothing.
cmake_minimum_required(VERSION 3.22)
set(commit "")
execute_process(
  COMMAND git -C "${SOURCE}" describe --always --dirty --abbrev=40 --exclude=*
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT commit)
  set(commit "unknown (no git repository)")
endif()
file(CONFIGURE OUTPUT "${OUT}" CONTENT "#define KOKKOSSORT_PERF_COMMIT \"@commit@\"\n" @ONLY)
