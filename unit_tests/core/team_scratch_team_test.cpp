// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/fill_scratch.hpp>

#include <gtest/gtest.h>

namespace KokkosSort::Test {
namespace {

TEST(TeamScratch, TeamsHaveAllOfIt) { check_fill_scratch(); }

}  // namespace
}  // namespace KokkosSort::Test
