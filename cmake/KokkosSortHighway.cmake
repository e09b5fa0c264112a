# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Decides whether hosts sort numbers by Highway's vectorized quicksort,
# KokkosSort_HAS_HIGHWAY. Only an installed Highway is taken, since programs that use
# KokkosSort link it as well.

set(KokkosSort_HAS_HIGHWAY FALSE)
if(KokkosSort_ENABLE_HIGHWAY STREQUAL "OFF")
  message(STATUS "KokkosSort: no Highway (KokkosSort_ENABLE_HIGHWAY=OFF)")
else()
  find_package(hwy CONFIG QUIET)
  # The compilers of devices do not read the headers of Highway.
  if(Kokkos_ENABLE_CUDA OR Kokkos_ENABLE_HIP OR Kokkos_ENABLE_SYCL)
    set(why "Kokkos has a device")
  elseif(TARGET hwy::hwy_contrib)
    set(KokkosSort_HAS_HIGHWAY TRUE)
    message(STATUS "KokkosSort: hosts sort numbers by Highway ${hwy_VERSION} (${hwy_DIR})")
  else()
    set(why "no Highway found")
  endif()
  if(NOT KokkosSort_HAS_HIGHWAY AND KokkosSort_ENABLE_HIGHWAY STREQUAL "ON")
    message(FATAL_ERROR "KokkosSort: KokkosSort_ENABLE_HIGHWAY=ON, but ${why}. Install it (Debian or Ubuntu: "
                        "apt-get install libhwy-dev) for a Kokkos without devices, or configure with "
                        "-DKokkosSort_ENABLE_HIGHWAY=OFF.")
  elseif(NOT KokkosSort_HAS_HIGHWAY)
    message(STATUS "KokkosSort: no Highway (${why}; KokkosSort_ENABLE_HIGHWAY=AUTO)")
  endif()
endif()
