// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/distributed/comm/error_text.hpp>

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace KokkosSort::Distributed::Impl {

namespace {

template <class Error>
class AgreedError : public Error, public Agreed {
 public:
  explicit AgreedError(ErrorText const& text) : Error(""), m_text(text) {}
  char const* what() const noexcept override { return m_text.c_str(); }

 private:
  ErrorText m_text;
};

}  // namespace

ErrorText& ErrorText::add(std::string_view text) {
  std::size_t const count = std::min(text.size(), capacity - 1 - m_size);
  std::copy_n(text.data(), count, m_text.data() + m_size);
  m_size += count;
  return *this;
}

ErrorText& ErrorText::add(std::uint64_t number) {
  std::array<char, 20> digits{};  // 2^64 - 1 has 20 digits
  char const* const end =
      std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  return add(std::string_view(digits.data(),
                              static_cast<std::size_t>(end - digits.data())));
}

void throw_agreed(ErrorKind kind, ErrorText const& text) {
  if (kind == ErrorKind::argument)
    throw AgreedError<std::invalid_argument>(text);
  throw AgreedError<std::runtime_error>(text);
}

}  // namespace KokkosSort::Distributed::Impl
