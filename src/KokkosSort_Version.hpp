// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_VERSION_HPP
#define KOKKOSSORT_VERSION_HPP

/// \file
/// The version of the library, for the preprocessor. CMake reads it from here.

/// Major version.
#define KOKKOSSORT_VERSION_MAJOR 0
/// Minor version: before 1.0 it may change the interface.
#define KOKKOSSORT_VERSION_MINOR 1
/// Patch level: corrections alone.
#define KOKKOSSORT_VERSION_PATCH 0

/// The version as one number: 10000 major + 100 minor + patch.
#define KOKKOSSORT_VERSION                                             \
  (KOKKOSSORT_VERSION_MAJOR * 10000 + KOKKOSSORT_VERSION_MINOR * 100 + \
   KOKKOSSORT_VERSION_PATCH)

#endif
