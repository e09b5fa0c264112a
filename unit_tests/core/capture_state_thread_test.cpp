// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/core/capture_state.hpp>

#include <gtest/gtest.h>

namespace KokkosSort::Impl {
namespace {

constexpr std::size_t small = max_recorded_kernel, large = small + 1;

TEST(CaptureState, RefusesALargeKernelWhileItRecords) {
  EXPECT_FALSE(refuses_capture<large>());
  EXPECT_EQ(capture_state(), CaptureState::none);

  capture_state() = CaptureState::recording;
  EXPECT_FALSE(refuses_capture<small>());
  EXPECT_EQ(capture_state(), CaptureState::recording);
  EXPECT_TRUE(refuses_capture<large>());
  EXPECT_EQ(capture_state(), CaptureState::refused);
  EXPECT_TRUE(refuses_capture<large>());
  EXPECT_FALSE(refuses_capture<small>());
  EXPECT_EQ(capture_state(), CaptureState::refused);

  capture_state() = CaptureState::none;
}

}  // namespace
}  // namespace KokkosSort::Impl
