// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/commands/sort_bits_body.hpp>

namespace KokkosSort::Tool {

template void sort_bits<std::uint64_t>(const SortJob&,
                                       const DeviceView<std::uint64_t>&);
template std::uint64_t sort_bits_memory<std::uint64_t>(const SortJob&);

}  // namespace KokkosSort::Tool
