# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every option of the build. A project that adds KokkosSort as a subproject
# gets the library alone unless it sets more options.

option(KokkosSort_ENABLE_TESTS "Build the unit tests" ${PROJECT_IS_TOP_LEVEL})
option(KokkosSort_ENABLE_PERF_TESTS "Build the performance tests" ${PROJECT_IS_TOP_LEVEL})
option(KokkosSort_ENABLE_EXAMPLES "Build the examples" ${PROJECT_IS_TOP_LEVEL})
option(KokkosSort_ENABLE_INSTALL "Create the install rules" ${PROJECT_IS_TOP_LEVEL})

# An option that takes one of a few words; anything else is an error that names it.
function(KokkosSort_choice_option name default documentation)
  set(${name} "${default}" CACHE STRING "${documentation}: ${ARGN}")
  set_property(CACHE ${name} PROPERTY STRINGS ${ARGN})
  if(NOT "${${name}}" IN_LIST ARGN)
    message(FATAL_ERROR "KokkosSort: ${name} is '${${name}}'; it must be one of: ${ARGN}")
  endif()
endfunction()

set(app_default OFF)
if(PROJECT_IS_TOP_LEVEL)
  set(app_default AUTO)
endif()
KokkosSort_choice_option(KokkosSort_ENABLE_APP ${app_default} "Build the job tool kokkos-sort" AUTO ON OFF)
KokkosSort_choice_option(KokkosSort_ENABLE_MPI AUTO "Build the target KokkosSort::Distributed" AUTO ON OFF)
KokkosSort_choice_option(KokkosSort_ENABLE_HIGHWAY AUTO "Sort numbers on hosts by the vector instructions of Highway"
                         AUTO ON OFF)
option(KokkosSort_ENABLE_DEPENDENT_LAUNCH "Start kernels on CUDA while the kernel in front drains" ON)
# By default a subproject brings no Kokkos along. Two in one application, or a
# prebuilt one with other backends, would be found late.
set(KokkosSort_KOKKOS_SOURCE_DEFAULT AUTO)
if(NOT PROJECT_IS_TOP_LEVEL AND NOT FETCHCONTENT_SOURCE_DIR_KOKKOS)
  set(KokkosSort_KOKKOS_SOURCE_DEFAULT FIND)
endif()
KokkosSort_choice_option(KokkosSort_KOKKOS_SOURCE ${KokkosSort_KOKKOS_SOURCE_DEFAULT} "Source of Kokkos" AUTO FIND RELEASE WHEEL)

set(KokkosSort_DOWNLOAD_TIMEOUT 60 CACHE STRING "Seconds one download of a dependency may take")
set(KokkosSort_SANITIZERS "" CACHE STRING
    "Sanitizers for what this build compiles, as in -fsanitize=: 'address,undefined', 'thread' or empty")

# These change what is compiled, so they are set only in a project of their own.
if(PROJECT_IS_TOP_LEVEL)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
  endif()
  if(NOT CMAKE_CXX_STANDARD)
    set(CMAKE_CXX_STANDARD 20)
  endif()
  set(CMAKE_CXX_STANDARD_REQUIRED ON)
  set(CMAKE_CXX_EXTENSIONS OFF)
  # The installed tool must find the Kokkos that it was linked with, beside it or
  # where it was found.
  include(GNUInstallDirs)
  set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
  if(NOT CMAKE_INSTALL_RPATH AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
    set(CMAKE_INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}" "$ORIGIN/../lib64")
    list(REMOVE_DUPLICATES CMAKE_INSTALL_RPATH)
  endif()
  if(KokkosSort_SANITIZERS)
    add_compile_options(-fsanitize=${KokkosSort_SANITIZERS} -fno-omit-frame-pointer)
    if(KokkosSort_SANITIZERS MATCHES "undefined")
      # Without the checks of every access and every address: they take most of the time
      # to compile (those of pointer-overflow alone two thirds). AddressSanitizer finds the
      # accesses that follow from these errors, but for wrong alignment.
      set(no_checks null alignment object-size pointer-overflow vptr nonnull-attribute returns-nonnull-attribute)
      list(JOIN no_checks "," no_checks)
      add_compile_options(-fno-sanitize-recover=undefined -fno-sanitize=${no_checks})
    endif()
    if(KokkosSort_SANITIZERS MATCHES "address")
      # Checks by calls: compiled in four fifths of the time.
      add_compile_options("$<$<CXX_COMPILER_ID:GNU>:SHELL:--param asan-instrumentation-with-call-threshold=0>")
    endif()
    add_link_options(-fsanitize=${KokkosSort_SANITIZERS})
    message(STATUS "KokkosSort: compiled with -fsanitize=${KokkosSort_SANITIZERS}")
  endif()
endif()

# Warnings for the project's own programs; never a part of the exported targets.
add_library(KokkosSort_warnings INTERFACE)
target_compile_options(
  KokkosSort_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang,IntelLLVM>:-Wall -Wextra>)
