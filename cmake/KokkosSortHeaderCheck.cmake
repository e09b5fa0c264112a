# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Target KokkosSort_header_check: every header compiled alone, and twice, with
# warnings as errors. Shows a header that leans on what others include before it,
# or that lacks its guard. Not part of the default build.

file(GLOB_RECURSE headers RELATIVE "${PROJECT_SOURCE_DIR}/src" CONFIGURE_DEPENDS
     "${PROJECT_SOURCE_DIR}/src/KokkosSort/*.hpp" "${PROJECT_SOURCE_DIR}/src/KokkosSort.hpp")
if(NOT KokkosSort_HAS_MPI)
  list(FILTER headers EXCLUDE REGEX "^KokkosSort/distributed[./]")
endif()
set(sources "")
foreach(header IN LISTS headers)
  string(MAKE_C_IDENTIFIER "${header}" name)
  set(source "${PROJECT_BINARY_DIR}/header_check/${name}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "#include <${header}>\n#include <${header}>\n")
  list(APPEND sources "${source}")
endforeach()
if(sources)
  add_library(KokkosSort_header_check OBJECT EXCLUDE_FROM_ALL ${sources})
  target_link_libraries(KokkosSort_header_check PRIVATE KokkosSort::KokkosSort KokkosSort_warnings)
  if(KokkosSort_HAS_MPI)
    target_link_libraries(KokkosSort_header_check PRIVATE KokkosSort::Distributed)
  endif()
  # Nothing is to be run: without optimization it is compiled in half the time.
  target_compile_options(KokkosSort_header_check PRIVATE -Wshadow -Wconversion -Wno-sign-conversion -Werror -O0)
  # For scripts/checks/device_compile.py: where the headers of this build's Kokkos are.
  file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/include_directories.txt"
       CONTENT "$<JOIN:$<TARGET_PROPERTY:KokkosSort_header_check,INCLUDE_DIRECTORIES>,\n>\n")
endif()
