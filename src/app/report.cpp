// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report.hpp"
#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <utility>

namespace KokkosSort::App {

namespace {

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof(escape), "\\u%04x",
                    static_cast<unsigned>(c));
      result += escape;
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string formatted(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof(text), format, value);
  return text;
}

}  // namespace

std::string with_prefix(double value, std::string_view unit) {
  constexpr const char* prefixes[] = {"", "k", "M", "G", "T", "P"};
  std::size_t prefix               = 0;
  while (value >= 1000 && prefix + 1 < std::size(prefixes)) {
    value /= 1000;
    ++prefix;
  }
  const char* format =
      prefix == 0 || value >= 100 ? "%.0f " : (value >= 10 ? "%.1f " : "%.2f ");
  return formatted(format, value) + prefixes[prefix] + std::string(unit);
}

std::string seconds_text(double seconds) {
  return formatted("%.2f s", seconds);
}

Progress::Progress(std::string phase, std::uint64_t total_bytes)
    : m_phase(std::move(phase)),
      m_total(total_bytes),
      m_terminal(isatty(STDERR_FILENO) == 1) {
  advance(0);
}

Progress::~Progress() {
  if (m_terminal) std::fprintf(stderr, "\r\033[K");
}

void Progress::advance(std::uint64_t bytes) {
  m_done += bytes;
  if (!m_terminal) return;
  const double now = m_watch.seconds();
  if (m_shown >= 0 && now - m_shown < 0.1 && m_done < m_total) return;
  m_shown              = now;
  const double percent = m_total == 0 ? 100.0
                                      : 100.0 * static_cast<double>(m_done) /
                                            static_cast<double>(m_total);
  const double rate    = static_cast<double>(m_done) / std::max(now, 1e-9);
  std::fprintf(stderr, "\r\033[K%s %.0f %% of %s", m_phase.c_str(), percent,
               with_prefix(static_cast<double>(m_total), "B").c_str());
  if (m_done > 0)
    std::fprintf(stderr, ", %s/s", with_prefix(rate, "B").c_str());
  std::fflush(stderr);
}

JsonObject& JsonObject::add_raw(std::string_view name, std::string_view value) {
  if (!m_members.empty()) m_members += ", ";
  m_members += quoted(name) + ": " + std::string(value);
  return *this;
}

JsonObject& JsonObject::add(std::string_view name, std::string_view value) {
  return add_raw(name, quoted(value));
}

JsonObject& JsonObject::add(std::string_view name, double value) {
  return add_raw(name, formatted("%.9g", value));
}

JsonObject& JsonObject::add(std::string_view name,
                            const std::vector<std::string>& values) {
  std::string list;
  for (const std::string& value : values)
    list += (list.empty() ? "" : ", ") + quoted(value);
  return add_raw(name, "[" + list + "]");
}

}  // namespace KokkosSort::App
