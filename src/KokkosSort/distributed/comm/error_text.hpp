// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_COMM_ERROR_TEXT_HPP
#define KOKKOSSORT_DISTRIBUTED_COMM_ERROR_TEXT_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace KokkosSort::Distributed::Impl {

/// Error text in a buffer of its own, since memory may be what has run out. It
/// is broadcast as bytes.
class ErrorText {
 public:
  // Kokkos's messages about allocations, the longest ones, have about 300
  // characters. Longer texts are truncated.
  static constexpr std::size_t capacity = 1024;

  ErrorText() = default;
  explicit ErrorText(std::string_view text) { add(text); }

  ErrorText& add(std::string_view text);
  ErrorText& add(std::uint64_t number);

  char const* c_str() const { return m_text.data(); }

 private:
  std::array<char, capacity> m_text{};
  std::size_t m_size = 0;
};

/// Base of every exception that all ranks throw together.
struct Agreed {};

enum class ErrorKind : std::uint64_t { argument, other };

/// Throws std::invalid_argument or std::runtime_error, derived from Agreed.
[[noreturn]] void throw_agreed(ErrorKind kind, ErrorText const& text);

}  // namespace KokkosSort::Distributed::Impl

#endif
