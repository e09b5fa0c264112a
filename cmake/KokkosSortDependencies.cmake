# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# KokkosSort_find_dependency(<GTest|benchmark|CLI11>)
#
# The libraries that tests, performance tests and the job tool need; the sorting
# library itself needs none of them. An installed one is taken, else the pinned
# release. Sets KokkosSort_<name>_FOUND in the calling scope. If it is FALSE, a
# warning has the reason and the caller decides which targets to leave out.

set(KokkosSort_GTest_TARGET GTest::gtest)
set(KokkosSort_GTest_DEBIAN libgtest-dev)
set(KokkosSort_GTest_CONTENT googletest)
set(KokkosSort_GTest_URL https://github.com/google/googletest/releases/download/v1.15.2/googletest-1.15.2.tar.gz)
set(KokkosSort_GTest_SHA256 7b42b4d6ed48810c5362c265a17faebe90dc2373c885e5216439d37927f02926)
set(KokkosSort_GTest_SETTINGS INSTALL_GTEST=OFF)

set(KokkosSort_benchmark_TARGET benchmark::benchmark)
set(KokkosSort_benchmark_DEBIAN libbenchmark-dev)
set(KokkosSort_benchmark_CONTENT benchmark)
set(KokkosSort_benchmark_URL https://github.com/google/benchmark/archive/refs/tags/v1.9.1.tar.gz)
set(KokkosSort_benchmark_SHA256 32131c08ee31eeff2c8968d7e874f3cb648034377dfc32a4c377fa8796d84981)
set(KokkosSort_benchmark_SETTINGS BENCHMARK_ENABLE_TESTING=OFF BENCHMARK_ENABLE_GTEST_TESTS=OFF
                                  BENCHMARK_ENABLE_INSTALL=OFF BENCHMARK_INSTALL_DOCS=OFF)

set(KokkosSort_CLI11_TARGET CLI11::CLI11)
set(KokkosSort_CLI11_DEBIAN libcli11-dev)
set(KokkosSort_CLI11_CONTENT CLI11)
set(KokkosSort_CLI11_URL https://github.com/CLIUtils/CLI11/archive/refs/tags/v2.4.2.tar.gz)
set(KokkosSort_CLI11_SHA256 f2d893a65c3b1324c50d4e682c0cdc021dd0477ae2c048544f39eed6654b699a)
set(KokkosSort_CLI11_SETTINGS CLI11_BUILD_TESTS=OFF CLI11_BUILD_EXAMPLES=OFF CLI11_BUILD_DOCS=OFF
                              CLI11_INSTALL=OFF)

# The settings of a fetched project are normal variables inside a function, so
# that they never reach the caller's cache or its other subprojects.
function(KokkosSort_fetch_dependency result reason name)
  foreach(setting IN LISTS KokkosSort_${name}_SETTINGS)
    string(REPLACE "=" ";" setting "${setting}")
    list(GET setting 0 variable)
    list(GET setting 1 value)
    set(${variable} ${value})
  endforeach()
  set(CMAKE_POLICY_DEFAULT_CMP0077 NEW) # option() leaves the variables above alone
  set(CMAKE_MESSAGE_LOG_LEVEL WARNING)
  set(found FALSE)
  set(why "")
  KokkosSort_fetch(found why ${KokkosSort_${name}_CONTENT} ${KokkosSort_${name}_URL}
                   ${KokkosSort_${name}_SHA256})
  set(${result} ${found} PARENT_SCOPE)
  set(${reason} "${why}" PARENT_SCOPE)
endfunction()

# Several folders may need the same library; the choice is printed once.
function(KokkosSort_say_once text)
  get_property(said GLOBAL PROPERTY KokkosSort_SAID)
  if(NOT text IN_LIST said)
    set_property(GLOBAL APPEND PROPERTY KokkosSort_SAID "${text}")
    message(STATUS "${text}")
  endif()
endfunction()

macro(KokkosSort_find_dependency name)
  set(KokkosSort_${name}_FOUND TRUE)
  if(NOT TARGET ${KokkosSort_${name}_TARGET})
    find_package(${name} CONFIG QUIET)
    if("${name}" STREQUAL "GTest" AND NOT TARGET GTest::gtest)
      # A build that has taken Kokkos from the wheel has a GoogleTest in it as well.
      KokkosSort_wheel_folder(_KokkosSort_wheel)
      find_package(GTest CONFIG QUIET PATHS "${_KokkosSort_wheel}/${KokkosSort_WHEEL_GTEST_DIR}" NO_DEFAULT_PATH)
    endif()
    if(TARGET ${KokkosSort_${name}_TARGET})
      KokkosSort_say_once("KokkosSort: ${name} ${${name}_VERSION} from ${${name}_DIR}")
    else()
      KokkosSort_fetch_dependency(KokkosSort_${name}_FOUND _KokkosSort_reason ${name})
      if(KokkosSort_${name}_FOUND)
        string(TOUPPER "FETCHCONTENT_SOURCE_DIR_${KokkosSort_${name}_CONTENT}" _KokkosSort_folder)
        if(${_KokkosSort_folder})
          KokkosSort_say_once("KokkosSort: ${name} built here from ${${_KokkosSort_folder}}")
        else()
          KokkosSort_say_once("KokkosSort: ${name} built here from ${KokkosSort_${name}_URL}")
        endif()
      else()
        message(WARNING "KokkosSort: ${name} is not installed, and ${KokkosSort_${name}_URL} cannot be "
                        "reached (${_KokkosSort_reason}). On Debian or Ubuntu: "
                        "apt-get install ${KokkosSort_${name}_DEBIAN}. Elsewhere: add its install prefix to CMAKE_PREFIX_PATH.")
      endif()
    endif()
  endif()
endmacro()
