# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Decides whether KokkosSort::Distributed is built, KokkosSort_HAS_MPI, and whether
# it moves the memory of CUDA devices by NCCL, KokkosSort_HAS_NCCL. Tests start
# ranks by KokkosSort_MPI_LAUNCH, which the count of ranks and the program follow.

set(KokkosSort_HAS_MPI FALSE)
if(KokkosSort_ENABLE_MPI STREQUAL "OFF")
  message(STATUS "KokkosSort: no KokkosSort::Distributed (KokkosSort_ENABLE_MPI=OFF)")
else()
  set(MPI_CXX_SKIP_MPICXX ON) # the C interface is all that is used
  find_package(MPI QUIET COMPONENTS CXX)
  if(MPI_CXX_FOUND)
    set(KokkosSort_HAS_MPI TRUE)
    # Tests run more ranks than cores, which Open MPI refuses by default.
    set(KokkosSort_MPI_LAUNCH "${MPIEXEC_EXECUTABLE}")
    execute_process(COMMAND "${MPIEXEC_EXECUTABLE}" --version OUTPUT_VARIABLE launcher ERROR_VARIABLE launcher)
    if(launcher MATCHES "Open MPI|OpenRTE|PRTE")
      list(APPEND KokkosSort_MPI_LAUNCH --oversubscribe --allow-run-as-root)
    endif()
    list(APPEND KokkosSort_MPI_LAUNCH ${MPIEXEC_NUMPROC_FLAG})
    message(STATUS "KokkosSort: KokkosSort::Distributed links MPI ${MPI_CXX_VERSION} (${MPI_CXX_COMPILER})")
  elseif(KokkosSort_ENABLE_MPI STREQUAL "ON")
    message(FATAL_ERROR "KokkosSort: KokkosSort_ENABLE_MPI=ON, but CMake finds no MPI for C++. Install one "
                        "(Debian or Ubuntu: apt-get install libopenmpi-dev), set MPI_HOME or MPI_CXX_COMPILER, "
                        "or configure with -DKokkosSort_ENABLE_MPI=OFF.")
  else()
    message(STATUS "KokkosSort: no KokkosSort::Distributed (no MPI found; KokkosSort_ENABLE_MPI=AUTO)")
  endif()
endif()

# NCCL has a header and a library, but no CMake package. Only a Kokkos with CUDA uses
# it.
KokkosSort_choice_option(KokkosSort_ENABLE_NCCL AUTO "Move device memory between ranks by NCCL" AUTO ON OFF)
set(KokkosSort_HAS_NCCL FALSE)
if(KokkosSort_HAS_MPI AND NOT KokkosSort_ENABLE_NCCL STREQUAL "OFF" AND (Kokkos_ENABLE_CUDA OR KokkosSort_ENABLE_NCCL
                                                                       STREQUAL "ON"))
  find_package(CUDAToolkit QUIET)
  find_path(KokkosSort_NCCL_INCLUDE_DIR nccl.h HINTS ${NCCL_ROOT} ENV NCCL_ROOT ${CUDAToolkit_INCLUDE_DIRS}
            PATH_SUFFIXES include)
  find_library(KokkosSort_NCCL_LIBRARY NAMES nccl libnccl.so.2 NAMES_PER_DIR HINTS ${NCCL_ROOT} ENV NCCL_ROOT
                                                                     ${CUDAToolkit_LIBRARY_DIR}
               PATH_SUFFIXES lib lib64)
  if(NOT Kokkos_ENABLE_CUDA)
    message(FATAL_ERROR "KokkosSort: KokkosSort_ENABLE_NCCL=ON, but this Kokkos is built without CUDA, whose memory "
                        "NCCL moves. Use a Kokkos with Kokkos_ENABLE_CUDA=ON, or -DKokkosSort_ENABLE_NCCL=OFF.")
  elseif(KokkosSort_NCCL_INCLUDE_DIR AND KokkosSort_NCCL_LIBRARY)
    set(KokkosSort_HAS_NCCL TRUE)
    message(STATUS "KokkosSort: KokkosSort::Distributed links NCCL (${KokkosSort_NCCL_LIBRARY})")
  elseif(KokkosSort_ENABLE_NCCL STREQUAL "ON")
    message(FATAL_ERROR "KokkosSort: KokkosSort_ENABLE_NCCL=ON, but nccl.h or the library is not found. Set NCCL_ROOT, "
                        "or configure with -DKokkosSort_ENABLE_NCCL=OFF.")
  else()
    message(STATUS "KokkosSort: no NCCL found; device memory goes by a GPU-aware MPI or through the host")
  endif()
endif()
