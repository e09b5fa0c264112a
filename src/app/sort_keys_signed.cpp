// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sort_keys.hpp"
#include <cstdint>

namespace KokkosSort::App {

template SortTimes sort_keys<std::int8_t>(const SortJob&);
template SortTimes sort_keys<std::int16_t>(const SortJob&);
template SortTimes sort_keys<std::int32_t>(const SortJob&);
template SortTimes sort_keys<std::int64_t>(const SortJob&);

}  // namespace KokkosSort::App
