// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_CLI_TEXT_HPP
#define KOKKOSSORT_TOOL_CLI_TEXT_HPP

#include <cstdio>
#include <string>
#include <string_view>

namespace KokkosSort::Tool {

/// One number as printf writes it, in less than 64 characters.
template <class Number>
std::string formatted(const char* format, Number value) {
  char text[64];
  std::snprintf(text, sizeof(text), format, value);
  return text;
}

/// One line of printable UTF-8 for the user: control characters and bytes that
/// are no UTF-8 become \xNN, as does DEL.
std::string printable(std::string_view text);

/// A JSON string. Bytes that are no UTF-8 become lone surrogates, \udc80 to
/// \udcff, which Python's os.fsencode() turns back into the bytes.
std::string json_string(std::string_view text);

}  // namespace KokkosSort::Tool

#endif
