// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_CLI_TEXT_HPP
#define KOKKOSSORT_TOOL_CLI_TEXT_HPP

#include <cstdio>
#include <string>
#include <string_view>

namespace KokkosSort::Tool {

/// Returns one number as printf writes it, in less than 64 characters.
template <class Number>
std::string formatted(const char* format, Number value) {
  char text[64];
  std::snprintf(text, sizeof(text), format, value);
  return text;
}

/// Returns one line of printable UTF-8 for the user. Control characters, DEL
/// and bytes that are not UTF-8 become \xNN.
std::string printable(std::string_view text);

/// Returns a JSON string. Bytes that are not UTF-8 become lone surrogates,
/// \udc80 to \udcff, which os.fsencode() of Python turns back into the bytes.
std::string json_string(std::string_view text);

}  // namespace KokkosSort::Tool

#endif
