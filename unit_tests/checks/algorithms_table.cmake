# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -D ALGORITHMS=<executable> -D DOCUMENT=<file> -P algorithms_table.cmake
# Fails unless the document holds the table that the executable prints.
cmake_minimum_required(VERSION 3.22)
execute_process(COMMAND "${ALGORITHMS}" --table OUTPUT_VARIABLE table RESULT_VARIABLE status)
if(NOT status EQUAL 0 OR table STREQUAL "")
  message(FATAL_ERROR "${ALGORITHMS} --table ended with ${status}")
endif()
file(READ "${DOCUMENT}" text)
string(FIND "${text}" "${table}" position)
if(position EQUAL -1)
  message(FATAL_ERROR "${DOCUMENT} lacks this table:\n${table}")
endif()
