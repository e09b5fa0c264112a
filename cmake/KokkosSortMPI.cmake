# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Decides whether KokkosSort::Distributed is built: KokkosSort_HAS_MPI.

set(KokkosSort_HAS_MPI FALSE)
if(KokkosSort_ENABLE_MPI STREQUAL "OFF")
  message(STATUS "KokkosSort: no KokkosSort::Distributed (KokkosSort_ENABLE_MPI=OFF)")
else()
  set(MPI_CXX_SKIP_MPICXX ON) # the C interface is all that is used
  find_package(MPI QUIET COMPONENTS CXX)
  if(MPI_CXX_FOUND)
    set(KokkosSort_HAS_MPI TRUE)
    message(STATUS "KokkosSort: KokkosSort::Distributed links MPI ${MPI_CXX_VERSION} (${MPI_CXX_COMPILER}); "
                   "this version holds no distributed sort yet, the target only passes MPI on")
  elseif(KokkosSort_ENABLE_MPI STREQUAL "ON")
    message(FATAL_ERROR "KokkosSort: KokkosSort_ENABLE_MPI=ON, but CMake finds no MPI for C++. Install one "
                        "(Debian or Ubuntu: apt-get install libopenmpi-dev), set MPI_HOME or MPI_CXX_COMPILER, "
                        "or configure with -DKokkosSort_ENABLE_MPI=OFF.")
  else()
    message(STATUS "KokkosSort: no KokkosSort::Distributed (no MPI found; KokkosSort_ENABLE_MPI=AUTO)")
  endif()
endif()
