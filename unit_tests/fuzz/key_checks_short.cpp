// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fuzz/key_checks_body.hpp>

namespace KokkosSort::Test::Fuzz {

template struct KeyChecks<Types::i8>;
template struct KeyChecks<Types::u8>;
template struct KeyChecks<Types::i16>;
template struct KeyChecks<Types::u16>;
template struct KeyChecks<Types::f32>;
template struct KeyChecks<Types::f64>;
#if !KOKKOS_HALF_T_IS_FLOAT
template struct KeyChecks<Types::f16>;
#endif
#if !KOKKOS_BHALF_T_IS_FLOAT
template struct KeyChecks<Types::bf16>;
#endif

}  // namespace KokkosSort::Test::Fuzz
