# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Fails unless every sort that an object calls comes from elsewhere.
# Usage: cmake -D NM=<nm> -D OBJECT=<file> -D SORTS=<count> -P compiled_sorts_object.cmake

execute_process(COMMAND "${NM}" "${OBJECT}" OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]* [A-Za-z] [^\n]*run_sorter[^\n]*" sorts "${symbols}")
set(elsewhere ${sorts})
list(FILTER elsewhere INCLUDE REGEX " U ")
list(LENGTH sorts count)
list(LENGTH elsewhere count_elsewhere)
if(NOT count EQUAL SORTS OR NOT count_elsewhere EQUAL SORTS)
  list(JOIN sorts "\n" sorts)
  message(FATAL_ERROR "${count_elsewhere} of ${count} sorts of ${OBJECT} come from elsewhere; all of ${SORTS} "
                      "should:\n${sorts}")
endif()
message(STATUS "all ${SORTS} sorts come from elsewhere")
