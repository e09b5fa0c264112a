// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fuzz/key_checks_body.hpp>

namespace KokkosSort::Test::Fuzz {

template struct KeyChecks<Types::row_2_u8>;
template struct KeyChecks<Types::row_10_u8>;
template struct KeyChecks<Types::row_3_u16>;
template struct KeyChecks<Types::row_5_u32>;
template struct KeyChecks<Types::row_2_u64>;

}  // namespace KokkosSort::Test::Fuzz
