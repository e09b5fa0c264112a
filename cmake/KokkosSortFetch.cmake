# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

include(FetchContent)

# KokkosSort_download(<result> <reason> <url> <sha256> <file>)
#
# Downloads a file and checks its hash. FetchContent alone ends the configuration
# if a host cannot be reached, and so does file(DOWNLOAD) with a hash. This
# function returns the reason, so the caller may choose another source. A file that arrives with the wrong hash is always an error.
function(KokkosSort_download result reason url sha256 file)
  set(${result} FALSE PARENT_SCOPE)
  set(${reason} "" PARENT_SCOPE)
  if(EXISTS "${file}")
    file(SHA256 "${file}" hash)
    if(hash STREQUAL sha256)
      set(${result} TRUE PARENT_SCOPE)
      return()
    endif()
    file(REMOVE "${file}")
  endif()
  if(FETCHCONTENT_FULLY_DISCONNECTED)
    set(${reason} "FETCHCONTENT_FULLY_DISCONNECTED is on" PARENT_SCOPE)
    return()
  endif()
  file(
    DOWNLOAD "${url}" "${file}.part"
    STATUS status
    TIMEOUT ${KokkosSort_DOWNLOAD_TIMEOUT}
    INACTIVITY_TIMEOUT 10)
  list(GET status 0 code)
  list(GET status 1 text)
  if(NOT code EQUAL 0)
    file(REMOVE "${file}.part")
    set(${reason} "${text}" PARENT_SCOPE)
    return()
  endif()
  file(SHA256 "${file}.part" hash)
  if(NOT hash STREQUAL sha256)
    file(REMOVE "${file}.part")
    message(FATAL_ERROR "KokkosSort: ${url} arrived with SHA256 ${hash}, expected ${sha256}. "
                        "Something on the way changed the file; nothing was used of it.")
  endif()
  file(RENAME "${file}.part" "${file}")
  set(${result} TRUE PARENT_SCOPE)
endfunction()

# KokkosSort_fetch(<result> <reason> <name> <url> <sha256>)
#
# FetchContent_MakeAvailable of a pinned archive. FETCHCONTENT_SOURCE_DIR_<NAME>
# stands for a local folder, as always with FetchContent.
macro(KokkosSort_fetch result reason name url sha256)
  string(TOUPPER "${name}" _KokkosSort_upper)
  if(FETCHCONTENT_SOURCE_DIR_${_KokkosSort_upper})
    FetchContent_Declare(${name} SOURCE_DIR "${FETCHCONTENT_SOURCE_DIR_${_KokkosSort_upper}}")
    FetchContent_MakeAvailable(${name})
    set(${result} TRUE)
  else()
    get_filename_component(_KokkosSort_file "${url}" NAME)
    set(_KokkosSort_file "${CMAKE_BINARY_DIR}/_deps/downloads/${name}-${_KokkosSort_file}")
    KokkosSort_download(${result} ${reason} "${url}" "${sha256}" "${_KokkosSort_file}")
    if(${result})
      # CMake 3.24 and later require a policy for the time stamps of unpacked files.
      if(POLICY CMP0135)
        cmake_policy(SET CMP0135 NEW)
      endif()
      FetchContent_Declare(${name} URL "${_KokkosSort_file}" URL_HASH SHA256=${sha256})
      FetchContent_MakeAvailable(${name})
    endif()
  endif()
endmacro()
