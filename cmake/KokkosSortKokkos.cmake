# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Provides the target Kokkos::kokkos. KokkosSort_KOKKOS_SOURCE selects the source:
#   FIND     an installed Kokkos: CMAKE_PREFIX_PATH, Kokkos_ROOT, Kokkos_DIR, system
#   RELEASE  built here, from FETCHCONTENT_SOURCE_DIR_KOKKOS or the pinned release
#   WHEEL    the prebuilt one that the Python package index holds
#   AUTO     the first of these that is there, in this order
# The default is AUTO, in a subproject FIND.
# A project that has Kokkos::kokkos when it adds KokkosSort keeps its own.

set(KokkosSort_KOKKOS_MINIMUM 4.5)
set(KokkosSort_KOKKOS_TESTED 5.2) # versions up to here are tested
set(KokkosSort_KOKKOS_RELEASE 4.7.01)
set(KokkosSort_KOKKOS_URL
    https://github.com/kokkos/kokkos/releases/download/${KokkosSort_KOKKOS_RELEASE}/kokkos-${KokkosSort_KOKKOS_RELEASE}.tar.gz)
set(KokkosSort_KOKKOS_SHA256 404cf33e76159e83b8b4ad5d86f6899d442b5da4624820ab457412116cdcd201)

include(KokkosSortKokkosWheel)

function(KokkosSort_check_kokkos_version version origin)
  if(version VERSION_LESS KokkosSort_KOKKOS_MINIMUM)
    message(FATAL_ERROR "KokkosSort: Kokkos ${version} (${origin}) is too old, ${KokkosSort_KOKKOS_MINIMUM} "
                        "is the oldest supported. Point Kokkos_ROOT at a newer one, or configure with "
                        "-DKokkosSort_KOKKOS_SOURCE=RELEASE to build Kokkos ${KokkosSort_KOKKOS_RELEASE}.")
  endif()
  string(REGEX MATCH "^[0-9]+\\.[0-9]+" series "${version}")
  if(series VERSION_GREATER KokkosSort_KOKKOS_TESTED)
    message(WARNING "KokkosSort: Kokkos ${version} (${origin}) is newer than ${KokkosSort_KOKKOS_TESTED}, "
                    "the newest that KokkosSort is tested with.")
  endif()
endfunction()

# A macro: imported targets belong to the scope that calls find_package. CMake on
# Debian looks into lib and lib/<architecture> only; Kokkos may be in lib64.
macro(KokkosSort_find_kokkos)
  if(FETCHCONTENT_SOURCE_DIR_KOKKOS)
    # A named source folder comes before what happens to be in the system, after
    # what the caller points at.
    find_package(Kokkos CONFIG QUIET PATH_SUFFIXES lib64/cmake/Kokkos NO_CMAKE_SYSTEM_PATH
                 NO_SYSTEM_ENVIRONMENT_PATH NO_CMAKE_PACKAGE_REGISTRY NO_CMAKE_SYSTEM_PACKAGE_REGISTRY)
  else()
    find_package(Kokkos CONFIG QUIET PATH_SUFFIXES lib64/cmake/Kokkos)
  endif()
endmacro()

# Options of the Kokkos that is built here: every host backend that needs nothing
# else, unless the user has chosen.
macro(KokkosSort_build_kokkos)
  if(NOT DEFINED Kokkos_ENABLE_SERIAL)
    set(Kokkos_ENABLE_SERIAL ON CACHE BOOL "Serial backend of the Kokkos built here")
  endif()
  if(NOT DEFINED Kokkos_ENABLE_OPENMP AND NOT Kokkos_ENABLE_THREADS)
    find_package(OpenMP QUIET COMPONENTS CXX)
    set(Kokkos_ENABLE_OPENMP ${OpenMP_CXX_FOUND} CACHE BOOL "OpenMP backend of the Kokkos built here")
  endif()
  if(NOT CMAKE_CXX_STANDARD)
    set(CMAKE_CXX_STANDARD 20)
  endif()
  KokkosSort_fetch(_KokkosSort_found _KokkosSort_reason Kokkos "${KokkosSort_KOKKOS_URL}"
                   "${KokkosSort_KOKKOS_SHA256}")
  if(_KokkosSort_found)
    if(FETCHCONTENT_SOURCE_DIR_KOKKOS)
      set(_KokkosSort_origin "built here from ${FETCHCONTENT_SOURCE_DIR_KOKKOS}")
    else()
      set(_KokkosSort_origin "built here from ${KokkosSort_KOKKOS_URL}")
    endif()
  endif()
endmacro()

# The devices that the user requires and that the wheel does not have.
function(KokkosSort_wheel_lacks result)
  set(lacks "")
  foreach(device CUDA HIP SYCL THREADS HPX OPENACC OPENMPTARGET)
    if(Kokkos_ENABLE_${device})
      list(APPEND lacks "Kokkos_ENABLE_${device}")
    endif()
  endforeach()
  string(JOIN ", " lacks ${lacks})
  set(${result} "${lacks}" PARENT_SCOPE)
endfunction()

set(KokkosSort_KOKKOS_FROM_WHEEL FALSE)
set(_KokkosSort_origin "")
set(_KokkosSort_tried "")
set(_KokkosSort_source ${KokkosSort_KOKKOS_SOURCE})
KokkosSort_wheel_folder(_KokkosSort_wheel)

if(TARGET Kokkos::kokkos)
  set(_KokkosSort_origin "from the project that adds KokkosSort")
else()
  # An earlier configuration may have left the wheel's folder in the cache. It
  # must not pass as the caller's choice, nor survive a change of the option.
  string(FIND "${Kokkos_DIR}" "${_KokkosSort_wheel}/" _KokkosSort_position)
  if(_KokkosSort_position EQUAL 0)
    unset(Kokkos_DIR CACHE)
  endif()

  if(_KokkosSort_source MATCHES "^(AUTO|FIND)$")
    KokkosSort_find_kokkos()
    if(TARGET Kokkos::kokkos)
      set(_KokkosSort_origin "found in ${Kokkos_DIR}")
    else()
      set(_KokkosSort_pointers "")
      foreach(_KokkosSort_name Kokkos_DIR Kokkos_ROOT CMAKE_PREFIX_PATH)
        if(${_KokkosSort_name})
          string(APPEND _KokkosSort_pointers ", nor by ${_KokkosSort_name}=${${_KokkosSort_name}}")
        elseif(DEFINED ENV{${_KokkosSort_name}})
          string(APPEND _KokkosSort_pointers
                 ", nor by the environment's ${_KokkosSort_name}=$ENV{${_KokkosSort_name}}")
        endif()
      endforeach()
      if(NOT _KokkosSort_pointers)
        set(_KokkosSort_pointers " (Kokkos_DIR, Kokkos_ROOT and CMAKE_PREFIX_PATH are not set)")
      endif()
      list(APPEND _KokkosSort_tried "no KokkosConfig.cmake in the folders of the system${_KokkosSort_pointers}")
    endif()
  endif()

  if(NOT _KokkosSort_origin AND _KokkosSort_source MATCHES "^(AUTO|RELEASE)$")
    # Once the wheel has been taken, the network is not needed again.
    if(_KokkosSort_source STREQUAL "RELEASE" OR FETCHCONTENT_SOURCE_DIR_KOKKOS
       OR NOT EXISTS "${_KokkosSort_wheel}/complete")
      KokkosSort_build_kokkos()
      if(NOT _KokkosSort_found)
        list(APPEND _KokkosSort_tried "${KokkosSort_KOKKOS_URL}: ${_KokkosSort_reason}")
      endif()
    endif()
  endif()

  if(NOT _KokkosSort_origin AND _KokkosSort_source MATCHES "^(AUTO|WHEEL)$")
    KokkosSort_wheel_lacks(_KokkosSort_lacks)
    if(_KokkosSort_lacks)
      list(APPEND _KokkosSort_tried "the prebuilt wheel has OpenMP only, but ${_KokkosSort_lacks} is on")
    else()
      KokkosSort_take_wheel(_KokkosSort_found _KokkosSort_reason)
      if(_KokkosSort_found)
        find_package(Kokkos CONFIG QUIET PATHS "${_KokkosSort_wheel}/${KokkosSort_WHEEL_CMAKE_DIR}" NO_DEFAULT_PATH)
      endif()
      if(TARGET Kokkos::kokkos)
        set(KokkosSort_KOKKOS_FROM_WHEEL TRUE)
        if(NOT PROJECT_IS_TOP_LEVEL)
          message(WARNING "KokkosSort: ${PROJECT_NAME} brings a prebuilt Kokkos into this project, with the OpenMP "
                          "backend alone, from the Python package index (${KokkosSort_WHEEL_NAME}). Pass "
                          "-DKokkos_ROOT=<prefix> to use one of your own.")
        endif()
        set(_KokkosSort_origin "prebuilt with OpenMP, from the wheel ${KokkosSort_WHEEL_NAME} of the Python package index")
      else()
        list(APPEND _KokkosSort_tried "wheel ${KokkosSort_WHEEL_NAME}: ${_KokkosSort_reason}")
      endif()
    endif()
  endif()

  if(NOT _KokkosSort_origin)
    list(JOIN _KokkosSort_tried "\n  - " _KokkosSort_tried)
    message(FATAL_ERROR "KokkosSort: no Kokkos (KokkosSort_KOKKOS_SOURCE=${_KokkosSort_source}). Tried:\n  - ${_KokkosSort_tried}\n"
                        "Do one of these:\n"
                        "  - install Kokkos ${KokkosSort_KOKKOS_MINIMUM} or newer and pass -DKokkos_ROOT=<its prefix>,\n"
                        "    or -DKokkos_DIR=<folder of KokkosConfig.cmake> if the prefix does not lead to it\n"
                        "  - pass -DFETCHCONTENT_SOURCE_DIR_KOKKOS=<folder with the source of Kokkos>\n"
                        "  - pass -DKokkosSort_KOKKOS_SOURCE=AUTO and configure where github.com or a Python package "
                        "index can be reached")
  endif()
endif()

# Targets found in a subproject's scope become visible to the surrounding project,
# whose own code names Kokkos::kokkos, too.
if(NOT PROJECT_IS_TOP_LEVEL)
  get_directory_property(_KokkosSort_imported IMPORTED_TARGETS)
  foreach(_KokkosSort_target IN LISTS _KokkosSort_imported)
    set_target_properties(${_KokkosSort_target} PROPERTIES IMPORTED_GLOBAL TRUE)
  endforeach()
endif()

if(NOT Kokkos_VERSION AND Kokkos_SOURCE_DIR)
  # Built in this tree: its version stands in the scope of its own folder.
  get_directory_property(Kokkos_VERSION DIRECTORY "${Kokkos_SOURCE_DIR}" DEFINITION Kokkos_VERSION)
endif()
if(NOT Kokkos_VERSION)
  set(_KokkosSort_version "") # found by a parent project in a scope that is not this one
else()
  set(_KokkosSort_version " ${Kokkos_VERSION}")
  KokkosSort_check_kokkos_version("${Kokkos_VERSION}" "${_KokkosSort_origin}")
endif()
message(STATUS "KokkosSort: Kokkos${_KokkosSort_version} ${_KokkosSort_origin}")
