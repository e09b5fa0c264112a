// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fuzz/key_checks_body.hpp>

namespace KokkosSort::Test::Fuzz {

template struct KeyChecks<Types::i32>;
template struct KeyChecks<Types::u32>;
template struct KeyChecks<Types::i64>;
template struct KeyChecks<Types::u64>;
template struct KeyChecks<Types::u128>;
template struct KeyChecks<Types::pair>;
template struct KeyChecks<Types::triple>;
template struct KeyChecks<Types::wide>;
template struct KeyChecks<Types::record>;

}  // namespace KokkosSort::Test::Fuzz
