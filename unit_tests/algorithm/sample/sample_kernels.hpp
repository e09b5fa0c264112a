// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_SAMPLE_KERNELS_HPP
#define KOKKOSSORT_UNIT_TESTS_SAMPLE_KERNELS_HPP

#include <support/events.hpp>
#include <support/guarded.hpp>
#include <support/keys.hpp>
#include <KokkosSort.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace KokkosSort::Test {

/// Returns the labels of the kernels that sort n keys with these parameters.
template <SampleParameters parameters>
std::vector<std::string> kernels_of(std::size_t n) {
  Guarded<std::uint32_t> const keys(
      input_keys<std::uint32_t>(n, Distribution::uniform));
  Events const events;
  sort(Exec{}, keys.view(), Algorithm::sample_with<parameters>);
  return events.kernels();
}

}  // namespace KokkosSort::Test

#endif
