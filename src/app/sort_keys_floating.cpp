// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sort_keys.hpp"
#include <cstdint>

namespace KokkosSort::App {

template SortTimes sort_keys<float>(const SortJob&);
template SortTimes sort_keys<double>(const SortJob&);

}  // namespace KokkosSort::App
