# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DSOURCE=<folder> -DRECORD=<file> -P record_check.cmake: a record names the
# commit that was compiled and everything else that its times depend on.
cmake_minimum_required(VERSION 3.22)
file(READ "${RECORD}" record)
foreach(name commit compiler kokkos driver clocks)
  string(JSON value ERROR_VARIABLE error GET "${record}" environment ${name})
  if(error OR NOT value)
    message(FATAL_ERROR "${RECORD}: environment.${name} is missing: ${error}")
  endif()
  set(${name} "${value}")
endforeach()
execute_process(COMMAND git -C "${SOURCE}" rev-parse HEAD OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE
                ERROR_QUIET)
if(head AND NOT commit MATCHES "^${head}(-dirty)?$")
  message(FATAL_ERROR "${RECORD}: commit is ${commit}, ${head} is checked out; build the performance tests again")
endif()
