// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_COMMANDS_MEMORY_HPP
#define KOKKOSSORT_TOOL_COMMANDS_MEMORY_HPP

#include <cstdint>

namespace KokkosSort::Tool {

/// Returns the bytes that this process may still allocate, if it is one of
/// `sharers` that allocate as much on this machine. This is the least of three:
/// a share of the free memory, a share of the rest of the control group, and
/// the rest of the address space limit. Page cache counts as free.
std::uint64_t available_memory(int sharers);

/// Returns the largest resident size of this process so far, in bytes.
std::uint64_t peak_memory();

}  // namespace KokkosSort::Tool

#endif
