# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The wheel pygenten carries Kokkos 4.7.0 with OpenMP. It serves machines that reach
# a Python package index and nothing else. This file has pip download the wheel and
# check its hash, then unpacks it into the build folder. Nothing is installed.

set(KokkosSort_WHEEL_NAME pygenten==0.1.5)
set(KokkosSort_WHEEL_SHA256 01bb48a183b6f54c7691acef80fd04c190641311c7c7a55f63c1c6a9897173de)
set(KokkosSort_WHEEL_CMAKE_DIR pygenten/lib64/cmake/Kokkos)
set(KokkosSort_WHEEL_GTEST_DIR pygenten/lib64/cmake/GTest)

function(KokkosSort_wheel_folder result)
  set(${result} "${CMAKE_BINARY_DIR}/_deps/kokkos-wheel" PARENT_SCOPE)
endfunction()

# Finds a command that runs pip. Debian's Python comes without it.
function(KokkosSort_find_pip result reason)
  set(${result} "" PARENT_SCOPE)
  find_package(Python3 QUIET COMPONENTS Interpreter)
  find_program(KokkosSort_PIP NAMES pip3 pip DOC "pip, where Python cannot run it as a module")
  mark_as_advanced(KokkosSort_PIP)
  foreach(candidate "${Python3_EXECUTABLE};-m;pip" "${KokkosSort_PIP}")
    list(GET candidate 0 program)
    if(program)
      execute_process(COMMAND ${candidate} --version RESULT_VARIABLE code OUTPUT_QUIET ERROR_QUIET)
      if(code EQUAL 0)
        set(${result} "${candidate}" PARENT_SCOPE)
        return()
      endif()
    endif()
  endforeach()
  set(${reason} "pip is not there (Debian or Ubuntu: apt-get install python3-pip)" PARENT_SCOPE)
endfunction()

# The wheel was linked with a copy of the OpenMP runtime. Two runtimes in one
# process have two pools of threads that compete for the same cores. Hence the copy's
# name becomes a link to the compiler's own runtime, which replaces it exactly.
function(KokkosSort_share_openmp_runtime folder)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    return()
  endif()
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libgomp.so.1 OUTPUT_VARIABLE runtime
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  file(GLOB copies "${folder}/pygenten.libs/libgomp-*.so*")
  if(IS_ABSOLUTE "${runtime}" AND EXISTS "${runtime}")
    foreach(copy IN LISTS copies)
      file(CREATE_LINK "${runtime}" "${copy}" SYMBOLIC)
    endforeach()
  endif()
endfunction()

function(KokkosSort_take_wheel result reason)
  KokkosSort_wheel_folder(folder)
  set(${result} TRUE PARENT_SCOPE)
  if(EXISTS "${folder}/complete")
    return()
  endif()
  set(${result} FALSE PARENT_SCOPE)
  if(NOT CMAKE_SYSTEM_NAME STREQUAL "Linux" OR NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    set(${reason} "it is for Linux on x86_64, this is ${CMAKE_SYSTEM_NAME} on ${CMAKE_SYSTEM_PROCESSOR}" PARENT_SCOPE)
    return()
  endif()
  KokkosSort_find_pip(pip why)
  if(NOT pip)
    set(${reason} "${why}" PARENT_SCOPE)
    return()
  endif()

  file(REMOVE_RECURSE "${folder}")
  file(WRITE "${folder}/requirements.txt" "${KokkosSort_WHEEL_NAME} --hash=sha256:${KokkosSort_WHEEL_SHA256}\n")
  message(STATUS "KokkosSort: taking ${KokkosSort_WHEEL_NAME} by pip into ${folder}")
  # The wheel is tagged for one CPython, but only its C++ libraries are used here:
  # name that tag whatever Python runs.
  execute_process(
    COMMAND ${pip} download --quiet --disable-pip-version-check --retries 1 --timeout 20 --no-deps
            --only-binary=:all: --python-version 3.11 --implementation cp --abi cp311
            --platform manylinux_2_28_x86_64 --require-hashes --requirement "${folder}/requirements.txt"
            --dest "${folder}"
    RESULT_VARIABLE code
    OUTPUT_VARIABLE output
    ERROR_VARIABLE output
    TIMEOUT 300)
  file(GLOB wheel "${folder}/*.whl")
  if(NOT code EQUAL 0 OR NOT wheel)
    string(STRIP "${output}" output)
    string(REGEX MATCH "[^\n]*$" output "${output}")
    set(${reason} "pip download failed, exit ${code}, perhaps no package index is reachable: ${output}" PARENT_SCOPE)
    return()
  endif()
  file(ARCHIVE_EXTRACT INPUT "${wheel}" DESTINATION "${folder}"
       PATTERNS "pygenten/include/*" "pygenten/lib64/*" "pygenten/bin/*" "pygenten.libs/*")
  file(REMOVE "${wheel}")
  KokkosSort_share_openmp_runtime("${folder}")
  file(TOUCH "${folder}/complete")
  set(${result} TRUE PARENT_SCOPE)
endfunction()

# Puts the Kokkos of the wheel, and nothing else of it, beside KokkosSort. All of it
# is relocatable. The libraries must be in lib64; the package files may be in any
# folder of that depth, and CMake on Debian looks into lib only.
function(KokkosSort_install_wheel)
  KokkosSort_wheel_folder(folder)
  file(GLOB runtime "${folder}/pygenten.libs/libgomp-*.so*")
  install(DIRECTORY "${folder}/pygenten/include/kokkos" DESTINATION include)
  install(DIRECTORY "${folder}/pygenten/lib64/" DESTINATION lib64 FILES_MATCHING PATTERN "libkokkos*.so*"
          PATTERN "libkokkoskernels*" EXCLUDE PATTERN "cmake" EXCLUDE PATTERN "pkgconfig" EXCLUDE)
  install(DIRECTORY "${folder}/${KokkosSort_WHEEL_CMAKE_DIR}" DESTINATION lib/cmake)
  install(PROGRAMS "${folder}/pygenten/bin/kokkos_launch_compiler" "${folder}/pygenten/bin/nvcc_wrapper"
          DESTINATION bin)
  install(FILES ${runtime} DESTINATION lib64)
endfunction()
