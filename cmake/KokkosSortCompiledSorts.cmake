# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sorts of common types, compiled once into a library: an nvcc takes longer for the
# kernels of one sort than for all of Kokkos.

# By default for devices alone: on hosts the caller's compiler flags are worth more than
# the second that they save.
set(KokkosSort_COMPILED_SORTS_DEFAULT "")
if(PROJECT_IS_TOP_LEVEL AND (Kokkos_ENABLE_CUDA OR Kokkos_ENABLE_HIP OR Kokkos_ENABLE_SYCL))
  set(KokkosSort_COMPILED_SORTS_DEFAULT u32 u64 f32 f64 u32+u32 u64+u32 u64+u64)
endif()
set(KokkosSort_COMPILED_SORTS "${KokkosSort_COMPILED_SORTS_DEFAULT}" CACHE STRING
    "Sorts to compile into a library: a list of <key> of u32 u64 f32 f64 and <key>+<value> with u32 u64; empty for none")

set(KokkosSort_cpp_of_ NoValue)
set(KokkosSort_cpp_of_u32 std::uint32_t)
set(KokkosSort_cpp_of_u64 std::uint64_t)
set(KokkosSort_cpp_of_f32 float)
set(KokkosSort_cpp_of_f64 double)

# kokkossort_compiled_sorts(<target> <sort>...): a library of these sorts. Sources that
# link it do not compile them.
function(kokkossort_compiled_sorts target)
  add_library(${target})
  target_link_libraries(${target} PUBLIC KokkosSort_Headers)
  foreach(sort IN LISTS ARGN)
    if(NOT sort MATCHES "^(u32|u64|f32|f64)(\\+(u32|u64))?$")
      message(FATAL_ERROR "KokkosSort: KokkosSort_COMPILED_SORTS has '${sort}'; an entry must be <key> of u32 u64 f32 "
                          "f64, or <key>+<value> with a value of u32 u64")
    endif()
    set(types "${KokkosSort_cpp_of_${CMAKE_MATCH_1}}, ${KokkosSort_cpp_of_${CMAKE_MATCH_3}}")
    string(REPLACE "+" "_" name "${sort}")
    set(source "${CMAKE_CURRENT_BINARY_DIR}/${target}/${name}.cpp")
    file(CONFIGURE OUTPUT "${source}" @ONLY CONTENT
         "#include <KokkosSort/front/compiled_sorts.hpp>

namespace KokkosSort::Impl {
KOKKOSSORT_COMPILE_SORT(@types@)
}
")
    target_sources(${target} PRIVATE "${source}")
    string(TOUPPER "${name}" name)
    target_compile_definitions(${target} PUBLIC KOKKOSSORT_COMPILED_${name})
  endforeach()
endfunction()
