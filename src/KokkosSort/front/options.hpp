// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_OPTIONS_HPP
#define KOKKOSSORT_FRONT_OPTIONS_HPP

#include <KokkosSort/front/algorithm_tags.hpp>
#include <KokkosSort/front/option_kinds.hpp>
#include <KokkosSort/front/order_options.hpp>
#include <KokkosSort/front/views.hpp>

#include <type_traits>
#include <utility>

namespace KokkosSort::Impl {

template <class... Options>
using PickedAlgorithm = std::remove_cvref_t<decltype(pick<IsAlgorithm>(
    Algorithm::automatic, std::declval<Options const&>()...))>;

}  // namespace KokkosSort::Impl

#endif
