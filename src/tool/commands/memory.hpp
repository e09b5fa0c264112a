// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_COMMANDS_MEMORY_HPP
#define KOKKOSSORT_TOOL_COMMANDS_MEMORY_HPP

#include <cstdint>

namespace KokkosSort::Tool {

/// Bytes that this process may still allocate, one of `sharers` that allocate
/// as much on this machine: the least of its share of what the machine has free
/// and of what its control group leaves, and what its address space limit
/// leaves. Page cache counts as free.
std::uint64_t available_memory(int sharers);

/// Largest resident size of this process so far, in bytes.
std::uint64_t peak_memory();

}  // namespace KokkosSort::Tool

#endif
