// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_REGISTER_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_REGISTER_HPP

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>

namespace KokkosSort::Test {

/// A test whose body is a callable, for tables of cases.
class CallableTest : public testing::Test {
 public:
  explicit CallableTest(std::function<void()> body) : m_body(std::move(body)) {}
  void TestBody() override { m_body(); }

 private:
  std::function<void()> m_body;
};

inline void register_test(std::string const& suite, std::string const& name,
                          std::function<void()> const& body) {
  testing::RegisterTest(
      suite.c_str(), name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
      [body]() -> testing::Test* { return new CallableTest(body); });
}

}  // namespace KokkosSort::Test

#endif
