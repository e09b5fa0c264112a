# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Target KokkosSort_header_check: every header compiled alone, and twice, with
# warnings as errors. Shows a header that leans on what others include before it,
# or that lacks its guard. Not part of the default build.

file(GLOB_RECURSE headers RELATIVE "${PROJECT_SOURCE_DIR}/src" CONFIGURE_DEPENDS
     "${PROJECT_SOURCE_DIR}/src/KokkosSort/*.hpp" "${PROJECT_SOURCE_DIR}/src/KokkosSort.hpp"
     "${PROJECT_SOURCE_DIR}/src/KokkosSort_Kokkos.hpp")
if(NOT KokkosSort_HAS_MPI)
  list(FILTER headers EXCLUDE REGEX "^KokkosSort/distributed[./]")
endif()
# Headers that include Kokkos, or a header that does, take it precompiled. That hides nothing
# that they lack, and Kokkos takes most of the time. The names grow until none is new.
set(beside_kokkos "")
set(including "<Kokkos_Core.hpp>")
set(plain "${headers}")
while(including)
  list(JOIN including "|" including)
  set(pattern "^#include (${including})")
  set(including "")
  foreach(header IN LISTS plain)
    file(STRINGS "${PROJECT_SOURCE_DIR}/src/${header}" found REGEX "${pattern}" LIMIT_COUNT 1)
    if(found)
      list(APPEND including "<${header}>")
      list(APPEND beside_kokkos "${header}")
    endif()
  endforeach()
  list(REMOVE_ITEM plain ${beside_kokkos})
endwhile()
foreach(group plain beside_kokkos)
  set(sources_${group} "")
  foreach(header IN LISTS ${group})
    string(MAKE_C_IDENTIFIER "${header}" name)
    set(source "${PROJECT_BINARY_DIR}/header_check/${name}.cpp")
    file(CONFIGURE OUTPUT "${source}" CONTENT "#include <${header}>\n#include <${header}>\n")
    list(APPEND sources_${group} "${source}")
  endforeach()
endforeach()
if(headers)
  add_custom_target(KokkosSort_header_check)
  foreach(group plain beside_kokkos)
    set(target KokkosSort_header_check_${group})
    add_library(${target} OBJECT EXCLUDE_FROM_ALL ${sources_${group}})
    add_dependencies(KokkosSort_header_check ${target})
    target_link_libraries(${target} PRIVATE KokkosSort::KokkosSort KokkosSort_warnings)
    if(KokkosSort_HAS_MPI)
      target_link_libraries(${target} PRIVATE KokkosSort::Distributed)
    endif()
    # Nothing is to be run: without optimization it is compiled in half the time.
    target_compile_options(${target} PRIVATE -Wshadow -Wconversion -Wno-sign-conversion -Werror -O0)
  endforeach()
  if(KokkosSort_precompile_headers)
    target_precompile_headers(KokkosSort_header_check_beside_kokkos PRIVATE <Kokkos_Core.hpp>)
  endif()
  # For scripts/checks/device_compile.py: where the headers of this build's Kokkos are.
  file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/include_directories.txt"
       CONTENT "$<JOIN:$<TARGET_PROPERTY:KokkosSort_header_check_plain,INCLUDE_DIRECTORIES>,\n>\n")
endif()
