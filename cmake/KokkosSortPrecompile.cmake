# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The common parts of the project's own programs are compiled once. These are headers
# of nearly all sources, and by joined sources the templates of several of them. Devices
# are excluded: their compilers are wrappers of two and slow enough to keep all cores
# at work on one program. A compiler cache excludes precompiled headers, since it
# keeps nothing that uses them.
set(KokkosSort_join_sources ON)
if(Kokkos_ENABLE_CUDA OR Kokkos_ENABLE_HIP OR Kokkos_ENABLE_SYCL)
  set(KokkosSort_join_sources OFF)
endif()
set(KokkosSort_precompile_headers ${KokkosSort_join_sources})
if(CMAKE_CXX_COMPILER_LAUNCHER)
  set(KokkosSort_precompile_headers OFF)
endif()

# kokkossort_precompile(<owner> <library> HEADERS <header>... [OPTIONS <option>...])
function(kokkossort_precompile owner library)
  if(KokkosSort_precompile_headers)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "HEADERS;OPTIONS")
    file(CONFIGURE OUTPUT ${owner}.cpp CONTENT "")
    add_library(${owner} OBJECT EXCLUDE_FROM_ALL "${CMAKE_CURRENT_BINARY_DIR}/${owner}.cpp")
    target_link_libraries(${owner} PRIVATE ${library})
    target_compile_options(${owner} PRIVATE ${arg_OPTIONS})
    target_precompile_headers(${owner} PRIVATE ${arg_HEADERS})
  endif()
endfunction()

# kokkossort_use_headers(<owner> <target>...): for targets with the owner's options.
function(kokkossort_use_headers owner)
  if(KokkosSort_precompile_headers)
    foreach(target IN LISTS ARGN)
      target_precompile_headers(${target} REUSE_FROM ${owner})
    endforeach()
  endif()
endfunction()

# kokkossort_join_sources(<target> <count>): so many at a time, each with a namespace
# of its own. More at a time take more memory.
function(kokkossort_join_sources target count)
  if(KokkosSort_join_sources)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${count})
  endif()
endfunction()

# Those of the programs; the tests, which are optimized less, have their own.
kokkossort_precompile(KokkosSort_precompiled KokkosSort::KokkosSort HEADERS <Kokkos_Core.hpp> <KokkosSort.hpp>)
