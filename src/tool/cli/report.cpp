// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/cli/report.hpp>
#include <tool/cli/text.hpp>
#include <unistd.h>
#include <algorithm>
#include <cstdio>

namespace KokkosSort::Tool {

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

Progress::Progress(const Ranks& ranks, std::string phase, std::uint64_t bytes)
    : m_style(!ranks.is_first()            ? Style::silent
              : isatty(STDERR_FILENO) == 1 ? Style::terminal
              : ranks.size() > 1           ? Style::lines
                                           : Style::silent),
      m_phase(printable(phase)),
      m_ranks(static_cast<std::uint64_t>(ranks.size())),
      m_total(bytes * m_ranks) {
  advance(0);
}

Progress::~Progress() {
  if (m_style == Style::terminal) std::fprintf(stderr, "\r\033[K");
}

std::string Progress::text(double seconds) const {
  const double done    = static_cast<double>(m_done),
               total   = static_cast<double>(m_total),
               percent = m_total == 0 ? 100.0 : 100.0 * done / total;
  std::string line =
      m_phase + formatted(" %.0f %% of ", percent) + with_prefix(total, "B");
  if (m_done > 0)
    line += ", " + with_prefix(done / std::max(seconds, 1e-9), "B") + "/s";
  return line;
}

void Progress::advance(std::uint64_t bytes) {
  m_done += bytes * m_ranks;
  if (m_style == Style::silent) return;
  // Lines stay, so the longer a phase takes, the rarer they become.
  constexpr double terminal_pause = 0.1, first_line = 1.0, growth = 1.5;
  const double now = m_watch.seconds();
  const bool is_due =
      m_style == Style::terminal
          ? m_shown == 0 || now - m_shown >= terminal_pause || m_done >= m_total
          : now >= std::max(first_line, growth * m_shown) ||
                (m_shown > 0 && m_done >= m_total);
  if (!is_due) return;
  m_shown = now;
  std::fprintf(stderr, m_style == Style::terminal ? "\r\033[K%s" : "%s\n",
               text(now).c_str());
  std::fflush(stderr);
}

JsonObject& JsonObject::add_raw(std::string_view name, std::string_view value) {
  if (!m_members.empty()) m_members += ", ";
  m_members += json_string(name) + ": " + std::string(value);
  return *this;
}

JsonObject& JsonObject::add(std::string_view name, std::string_view value) {
  return add_raw(name, json_string(value));
}

JsonObject& JsonObject::add(std::string_view name, double value) {
  return add_raw(name, formatted("%.9g", value));
}

JsonObject& JsonObject::add(std::string_view name,
                            const std::vector<std::string>& values) {
  std::string list;
  for (const std::string& value : values)
    list += (list.empty() ? "" : ", ") + json_string(value);
  return add_raw(name, "[" + list + "]");
}

}  // namespace KokkosSort::Tool
