# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(KokkosSort_CMAKE_DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/KokkosSort")

install(FILES "${PROJECT_SOURCE_DIR}/src/KokkosSort.hpp" "${PROJECT_SOURCE_DIR}/src/KokkosSort_Kokkos.hpp"
              "${PROJECT_SOURCE_DIR}/src/KokkosSort_Version.hpp"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/src/KokkosSort" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.hpp")
install(TARGETS KokkosSort_KokkosSort KokkosSort_Headers EXPORT KokkosSortTargets
        INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
if(TARGET KokkosSort_CompiledSorts)
  install(TARGETS KokkosSort_CompiledSorts EXPORT KokkosSortTargets
          ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
          RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
if(KokkosSort_HAS_MPI)
  # In an export of its own, so that a program without MPI never looks for it.
  install(TARGETS KokkosSort_Distributed EXPORT KokkosSortDistributedTargets
          ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
          RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  install(EXPORT KokkosSortDistributedTargets NAMESPACE KokkosSort:: DESTINATION "${KokkosSort_CMAKE_DESTINATION}")
endif()
install(EXPORT KokkosSortTargets NAMESPACE KokkosSort:: DESTINATION "${KokkosSort_CMAKE_DESTINATION}")

# A Kokkos that this build brought along is installed beside KokkosSort. Otherwise
# the one it found is a hint, for programs that find none by themselves.
set(KokkosSort_KOKKOS_HINT "${Kokkos_DIR}")
if(Kokkos_SOURCE_DIR OR KokkosSort_KOKKOS_FROM_WHEEL)
  set(KokkosSort_KOKKOS_HINT "")
endif()
if(KokkosSort_KOKKOS_FROM_WHEEL)
  KokkosSort_install_wheel()
endif()
configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/KokkosSortConfig.cmake.in" "${PROJECT_BINARY_DIR}/KokkosSortConfig.cmake"
  INSTALL_DESTINATION "${KokkosSort_CMAKE_DESTINATION}")
# Headers alone serve every word size. Before 1.0 a minor version may change the
# interface.
set(architecture ARCH_INDEPENDENT)
if(KokkosSort_HAS_MPI OR TARGET KokkosSort_CompiledSorts)
  set(architecture)
endif()
write_basic_package_version_file("${PROJECT_BINARY_DIR}/KokkosSortConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion ${architecture})
install(FILES "${PROJECT_BINARY_DIR}/KokkosSortConfig.cmake" "${PROJECT_BINARY_DIR}/KokkosSortConfigVersion.cmake"
        DESTINATION "${KokkosSort_CMAKE_DESTINATION}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
