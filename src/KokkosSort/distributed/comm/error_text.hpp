// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_COMM_ERROR_TEXT_HPP
#define KOKKOSSORT_DISTRIBUTED_COMM_ERROR_TEXT_HPP

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>

namespace KokkosSort::Distributed::Impl {

/// Text of an error, in memory of its own, since memory may be what has run
/// out. Travels as bytes.
class ErrorText {
 public:
  // The longest messages, of Kokkos about an allocation, have some 300
  // characters; longer ones are cut.
  static constexpr std::size_t capacity = 1024;

  ErrorText() = default;
  explicit ErrorText(std::string_view text) { add(text); }

  ErrorText& add(std::string_view text) {
    std::size_t const count = std::min(text.size(), capacity - 1 - m_size);
    std::copy_n(text.data(), count, m_text.data() + m_size);
    m_size += count;
    return *this;
  }
  ErrorText& add(std::uint64_t number) {
    std::array<char, 20> digits{};  // of 2^64 - 1
    char const* const end =
        std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    return add(std::string_view(digits.data(),
                                static_cast<std::size_t>(end - digits.data())));
  }

  char const* c_str() const { return m_text.data(); }

 private:
  std::array<char, capacity> m_text{};
  std::size_t m_size = 0;
};

/// Marks an error that all ranks throw together.
struct Agreed {};

template <class Error>
class AgreedError : public Error, public Agreed {
 public:
  explicit AgreedError(ErrorText const& text) : Error(""), m_text(text) {}
  char const* what() const noexcept override { return m_text.c_str(); }

 private:
  ErrorText m_text;
};

enum class ErrorKind : std::uint64_t { argument, other };

[[noreturn]] inline void throw_agreed(ErrorKind kind, ErrorText const& text) {
  if (kind == ErrorKind::argument)
    throw AgreedError<std::invalid_argument>(text);
  throw AgreedError<std::runtime_error>(text);
}

}  // namespace KokkosSort::Distributed::Impl

#endif
