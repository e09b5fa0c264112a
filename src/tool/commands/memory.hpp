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

/// Lets memory that is freed go back to the system at once, so that the
/// resident size is that of the memory in use. An allocator may not offer that.
void return_freed_memory();

/// Returns the largest resident size of this process so far, in bytes.
std::uint64_t peak_memory();

}  // namespace KokkosSort::Tool

#endif
