// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/cli/text.hpp>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Tool {

namespace {

/// Returns the bytes of the UTF-8 character at the start of the text; 0: there
/// is none.
std::size_t character_bytes(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
  };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t bytes = lead >= 0xc2 && lead < 0xe0   ? 2
                            : lead >= 0xe0 && lead < 0xf0 ? 3
                            : lead >= 0xf0 && lead < 0xf5 ? 4
                                                          : 0;
  if (bytes == 0 || bytes > text.size()) return 0;
  std::uint32_t code = lead & (0x7fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3f);
  }
  const bool is_surrogate = code >= 0xd800 && code < 0xe000;
  const bool is_overlong =
      (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
  return is_surrogate || is_overlong || code > 0x10ffff ? 0 : bytes;
}

/// Calls keep(piece) for each character of the text and escape(byte) for each
/// byte that belongs to none.
template <class Keep, class Escape>
void for_each_character(std::string_view text, const Keep& keep,
                        const Escape& escape) {
  while (!text.empty()) {
    const std::size_t bytes = character_bytes(text);
    if (bytes > 0) {
      keep(text.substr(0, bytes));
    } else {
      escape(static_cast<unsigned>(static_cast<unsigned char>(text[0])));
    }
    text.remove_prefix(bytes > 0 ? bytes : 1);
  }
}

/// Returns whether a character is a control character of ASCII or of the C1
/// block, which steers terminals too.
bool is_control(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  return first < 0x20 || first == 0x7f ||
         (first == 0xc2 && static_cast<unsigned char>(character[1]) < 0xa0);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  const auto escape = [&](unsigned byte) {
    result += formatted("\\x%02x", byte);
  };
  for_each_character(
      text,
      [&](std::string_view character) {
        if (!is_control(character)) {
          result += character;
          return;
        }
        for (const char byte : character)
          escape(static_cast<unsigned>(static_cast<unsigned char>(byte)));
      },
      escape);
  return result;
}

std::string json_string(std::string_view text) {
  std::string result = "\"";
  for_each_character(
      text,
      [&](std::string_view character) {
        const auto first = static_cast<unsigned char>(character[0]);
        if (first < 0x20) {
          result += formatted("\\u%04x", first);
          return;
        }
        if (first == '"' || first == '\\') result += '\\';
        result += character;
      },
      [&](unsigned byte) { result += formatted("\\udc%02x", byte); });
  return result + '"';
}

}  // namespace KokkosSort::Tool
